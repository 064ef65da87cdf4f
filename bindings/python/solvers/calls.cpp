#include <span>
#include <string>
#include <string_view>

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/residual.hpp"
#include "stickslip/solvers/workspace.hpp"

#include "choice.hpp"
#include "fields.hpp"
#include "interrupts.hpp"
#include "solvers/objects.hpp"

namespace stickslip::python {

using solvers::SolverOptions;

namespace solvers_calls_bindings {
namespace {

// What the calls of a kind of problem are named, and what they say of themselves.
template <class Problem>
struct Calls;

template <>
struct Calls<solvers::LcpProblem> {
  using Method = solvers::LcpMethod;
  static constexpr const char* solve = "solve_lcp";
  static constexpr const char* solve_arguments = "M, q=None";
  static constexpr const char* residual = "lcp_residual";
  static constexpr const char* residual_signature = "lcp_residual(M, q=None, z=None)";
  static constexpr const char* unknown = "z";
  static constexpr const char* start = "z0";
  static constexpr double tolerance = 1e-10;
  static constexpr const char* problem_doc = R"(Solve a linear complementarity problem: 0 ≤ z ⟂ w = M z + q ≥ 0.

M, q            (n, n), (n,); or an LcpProblem alone)";
  static constexpr const char* residual_doc = R"(max|min(z, M z + q)| / max|q|: 0 at solutions. Not divided where q = 0.

M, q  (n, n), (n,); or an LcpProblem alone
z     (n,))";
  static Arguments::Names residual_names() { return {"M", "q", "z"}; }
};

template <>
struct Calls<solvers::MixedLcpProblem> {
  using Method = solvers::MixedLcpMethod;
  static constexpr const char* solve = "solve_mixed_lcp";
  static constexpr const char* solve_arguments = "M, q=None, free=None";
  static constexpr const char* residual = "mixed_lcp_residual";
  static constexpr const char* residual_signature = "mixed_lcp_residual(M, q=None, free=None, z=None)";
  static constexpr const char* unknown = "z";
  static constexpr const char* start = "z0";
  static constexpr double tolerance = 1e-10;
  static constexpr const char* problem_doc = R"(Solve a linear complementarity problem with equations among its rows.

M, q, free      (n, n), (n,), (n,) bool; or a MixedLcpProblem alone. Where free_i: (M z + q)_i = 0 and z_i has no sign;
                else 0 ≤ z_i ⟂ (M z + q)_i ≥ 0)";
  static constexpr const char* residual_doc =
      R"(max|r| / max|q|, r_i = (M z + q)_i where free_i, else min(z_i, (M z + q)_i): 0 at solutions. Not divided where q = 0.

M, q, free  (n, n), (n,), (n,) bool; or a MixedLcpProblem alone
z           (n,))";
  static Arguments::Names residual_names() { return {"M", "q", "free", "z"}; }
};

template <>
struct Calls<solvers::BoxedLcpProblem> {
  using Method = solvers::BoxedLcpMethod;
  static constexpr const char* solve = "solve_boxed_lcp";
  static constexpr const char* solve_arguments = "A, b=None, lo=None, hi=None, bound_of=None";
  static constexpr const char* residual = "boxed_lcp_residual";
  static constexpr const char* residual_signature =
      "boxed_lcp_residual(A, b=None, lo=None, hi=None, x=None, bound_of=None)";
  static constexpr const char* unknown = "x";
  static constexpr const char* start = "x0";
  static constexpr double tolerance = 1e-10;
  static constexpr const char* problem_doc =
      R"(Solve a linear complementarity problem between bounds, w = A x + b: w_i ≥ 0 at lo, ≤ 0 at hi, = 0 between.

A, b            (n, n), (n,); or a BoxedLcpProblem alone
lo, hi          (n,), lo ≤ hi; may be infinite where they are not multiples of another variable
bound_of        (n,): j ≥ 0: the bounds of row i are lo_i, hi_i times max(0, x_j); −1: as given. None: all as given)";
  static constexpr const char* residual_doc =
      R"(max|x − clamp(x − (A x + b), lo, hi)| / max|b|: 0 at solutions. Not divided where b = 0.

A, b, lo, hi  (n, n), (n,), (n,), (n,); or a BoxedLcpProblem alone
x             (n,)
bound_of      as solve_boxed_lcp has it)";
  static Arguments::Names residual_names() { return {"A", "b", "lo", "hi", "x", "bound_of"}; }
};

template <>
struct Calls<solvers::ConeProblem> {
  using Method = solvers::ConeMethod;
  static constexpr const char* solve = "solve_cone";
  static constexpr const char* solve_arguments = "W, q=None, mu=None";
  static constexpr const char* residual = "cone_residual";
  static constexpr const char* residual_signature = "cone_residual(W, q=None, mu=None, r=None)";
  static constexpr const char* unknown = "r";
  static constexpr const char* start = "r0";
  static constexpr double tolerance = 1e-8;
  static constexpr const char* problem_doc =
      R"(Solve for the impulses of n contacts with Coulomb friction: K_μ ∋ r ⟂ u + μ ‖u_t‖ n ∈ K*_μ per contact, u = W r + q.

W               (3 n, 3 n) [1/kg], an array or a matrix of scipy.sparse; rows n, t1, t2 per contact;
                or a ConeProblem alone
q               (3 n,) [m/s], the velocities without impulses
mu              (n,), ≥ 0)";
  static constexpr const char* residual_doc =
      R"(√Σ‖r − P_K(r − (u + μ ‖u_t‖ n))‖² / ‖q‖, u = W r + q: 0 at solutions. Not divided where q = 0.

W, q, mu  (3 n, 3 n), (3 n,), (n,); or a ConeProblem alone
r         (3 n,) [N s])";
  static Arguments::Names residual_names() { return {"W", "q", "mu", "r"}; }
};

template <class Problem>
std::string solve_doc() {
  using C = Calls<Problem>;
  std::string text = std::string(C::solve) + "(" + C::solve_arguments + ", *, method='auto'" +
                     field_signature<SolverOptions>({.tolerance = C::tolerance}) + ", " + C::start + "=None)\n--\n\n" +
                     C::problem_doc + "\nmethod          ";
  bool is_first = true;
  for (const auto& row : Names<typename C::Method>::table) {
    text.append(is_first ? "'" : "\n                '").append(row.name).append("': ").append(row.meaning);
    is_first = false;
  }
  return text + field_docs<SolverOptions>(std::string_view("max_iterations").size()) + "\n" + C::start +
         "              where to start; None: zero\n\nReturns (" + C::unknown +
         ", SolveReport). A budget that ends is no error: the best point found comes back with its residual.\n"
         "tol and the report's residual are those of " +
         C::residual + ".";
}

template <class Problem>
ResultArray start_of(const Arguments& arguments, const Problem& problem) {
  const char* const name = Calls<Problem>::start;
  ResultArray point = fresh_array<double>({problem.size()});
  const std::span<double> values = span_of(point);
  std::fill(values.begin(), values.end(), 0.0);
  if (!arguments.has(name)) return point;
  const InputArray given = real_array(name, arguments.object(name));
  if (given.ndim() != 1 || given.size() != problem.size()) {
    refuse_shape(name, given, "(" + std::to_string(problem.size()) + ",)");
  }
  std::copy(given.data(), given.data() + given.size(), values.begin());
  require_all_finite(name, "1", values, 1, true);
  return point;
}

template <class Problem>
py::tuple solve(const py::args& args, const py::kwargs& kwargs) {
  using C = Calls<Problem>;
  const Arguments arguments(C::solve, ProblemArguments<Problem>::names(),
                            with_field_names<SolverOptions>({"method"}, {C::start}), args, kwargs);
  const GivenProblem<Problem> problem(arguments);
  const auto method = choose<typename C::Method>(arguments, "method", arguments.text("method", "auto"));
  auto options = read_fields<SolverOptions>(arguments, {.tolerance = C::tolerance});
  require(C::solve, check_fields(options));
  InterruptWatch watch;
  options.progress = watch.progress();
  ResultArray point = start_of(arguments, *problem);
  const std::span<double> values = span_of(point);
  SolveReport report;
  {
    const py::gil_scoped_release without_gil;
    report = solvers::Workspace().solve(*problem, values, method, options);
  }
  return py::make_tuple(point, ReportObject(report));
}

// Beside a problem that is an object the second argument is the point.
template <class Problem>
Arguments residual_arguments(const py::args& args, const py::kwargs& kwargs) {
  using C = Calls<Problem>;
  if (args.size() != 2 || !py::isinstance<Problem>(args[0]) || kwargs.contains(C::unknown)) {
    return {C::residual, C::residual_names(), {}, args, kwargs};
  }
  py::kwargs with_point(kwargs.attr("copy")());
  with_point[C::unknown] = args[1];
  return {C::residual, C::residual_names(), {}, py::args(py::make_tuple(args[0])), with_point};
}

template <class Problem>
double residual_at(const py::args& args, const py::kwargs& kwargs) {
  using C = Calls<Problem>;
  const Arguments arguments = residual_arguments<Problem>(args, kwargs);
  const GivenProblem<Problem> problem(arguments);
  const Eigen::VectorXd point = vector_of(C::unknown, arguments.object(C::unknown));
  if (point.size() != (*problem).size()) {
    throw InvalidArgument(std::string(C::unknown) + " has " + std::to_string(point.size()) + " entries, must have " +
                          std::to_string((*problem).size()));
  }
  return residual(*problem, {point.data(), static_cast<std::size_t>(point.size())});
}

template <class Problem>
void bind_calls(py::module_& m) {
  using C = Calls<Problem>;
  m.def(C::solve, &solve<Problem>, solve_doc<Problem>().c_str());
  m.def(C::residual, &residual_at<Problem>,
        (std::string(C::residual_signature) + "\n--\n\n" + C::residual_doc).c_str());
  for (const char* name : {C::solve, C::residual}) m.attr(name).attr("__module__") = solvers_module;
}

template <class Method>
py::dict method_table() {
  py::dict table;
  for (const auto& row : Names<Method>::table) table[py::str(std::string(row.name))] = std::string(row.meaning);
  return table;
}

}  // namespace
}  // namespace solvers_calls_bindings

void bind_solver_calls(py::module_& m) {
  using namespace solvers_calls_bindings;
  bind_calls<solvers::LcpProblem>(m);
  bind_calls<solvers::MixedLcpProblem>(m);
  bind_calls<solvers::BoxedLcpProblem>(m);
  bind_calls<solvers::ConeProblem>(m);
  // For tests of the documentation: {kind: {method: meaning}}.
  m.attr("_methods") = py::dict(py::arg("lcp") = method_table<solvers::LcpMethod>(),
                                py::arg("mixed_lcp") = method_table<solvers::MixedLcpMethod>(),
                                py::arg("boxed_lcp") = method_table<solvers::BoxedLcpMethod>(),
                                py::arg("cone") = method_table<solvers::ConeMethod>());
}

}  // namespace stickslip::python
