#include <string>
#include <variant>

#include "stickslip/core/error.hpp"
#include "stickslip/core/names.hpp"

#include "arguments.hpp"
#include "fields.hpp"
#include "formulation/objects.hpp"
#include "interrupts.hpp"
#include "solvers/objects.hpp"

namespace stickslip::python {

using formulation::Formulated;

namespace formulated_bindings {
namespace {

constexpr const char* solve_doc =
    R"(solve(self, method='auto', *, tol=None, max_iterations=None, time_limit=None, z0=None)
--

Solve the problem by a method for its kind; returns (z, SolveReport).

method          as solve_lcp, solve_boxed_lcp or solve_cone of stickslip.solvers have them
tol             of the problem's own residual; None: 1e-11, because redundant normals need it
max_iterations  budget of iterations; None: the solver's own, finite
time_limit      budget of time [s]; None: 10 s
z0              where to start; None: zero)";

constexpr const char* rank_doc = R"(rank(self, tol=None)
--

Number of singular values above tol: of mixed.M where there is one, else of the problem's matrix. None: rows × 2.2e-16 ×
the largest, as numpy has it.)";

constexpr const char* condition_doc = R"(condition(self)
--

Largest singular value over the smallest: of mixed.M where there is one, else of the problem's matrix; inf where
that is zero.)";

constexpr const char* impulses_doc = R"(impulses(self, z)
--

(n, 3) [N s]: n, t1, t2 per contact, on its first body. z is a solution of problem or of mixed.)";

constexpr const char* joint_impulses_doc = R"(joint_impulses(self, z)
--

(m,), one per row of the joints. z is a solution of problem or of mixed.)";

constexpr const char* velocities_doc = R"(velocities(self, z)
--

(nb, 6) after the step, linear first, world axes [m/s, rad/s]. z is a solution of problem or of mixed.)";

constexpr const char* residual_doc = R"(residual(self, z)
--

Residual of z in problem, or in mixed where it has its size: that of stickslip.solvers for its kind.)";

template <class Result>
py::array array_of(const Result& rows) {
  ResultArray array = fresh_array<double>({rows.rows(), rows.cols()});
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(array.mutable_data(), rows.rows(),
                                                                                     rows.cols()) = rows;
  return array;
}

std::span<const double> span_over(const Eigen::VectorXd& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

Eigen::VectorXd point_argument(const char* call, const py::args& args, const py::kwargs& kwargs) {
  return vector_of("z", Arguments(call, {"z"}, {}, args, kwargs).object("z"));
}

py::tuple solve(const FormulatedObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("solve", {"method"}, with_field_names<solvers::SolverOptions>({}, {"z0"}), args, kwargs);
  auto options = Formulated::default_options();
  for_each_field<solvers::SolverOptions>([&](const auto& field) {
    if (arguments.has(field.name())) read_field(field, arguments, field.of(options));
  });
  require("solve", check_fields(options));
  const std::string method = arguments.text("method", "auto");
  Eigen::VectorXd start = Eigen::VectorXd::Zero(self.value.size());
  if (arguments.has("z0")) start = vector_of("z0", arguments.object("z0"));
  InterruptWatch watch;
  options.progress = watch.progress();
  formulation::Solution solution;
  {
    const py::gil_scoped_release without_gil;
    solution = self.value.solve(method, options, span_over(start));
  }
  return py::make_tuple(vector_result(span_over(solution.z)), ReportObject(solution.report));
}

py::object problem_of(const py::object& self) {
  return std::visit(
      [&](const auto& problem) { return py::cast(problem, py::return_value_policy::reference_internal, self); },
      self.cast<const FormulatedObject&>().value.problem());
}

// An attribute of the problem by one of its names, where it has it.
py::object of_problem(const py::object& self, std::initializer_list<const char*> names, const char* shown) {
  const py::object problem = problem_of(self);
  for (const char* name : names) {
    if (py::hasattr(problem, name)) return problem.attr(name);
  }
  throw py::attribute_error(with_article(py::str(py::type::of(problem).attr("__name__")).cast<std::string>()) +
                            " has no " + shown);
}

py::tuple rows_of(const FormulatedObject& self) {
  const auto& rows = self.value.rows();
  py::tuple list(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    list[i] = py::make_tuple(std::string(name_of(rows[i].role)), rows[i].index, rows[i].component);
  }
  return list;
}

}  // namespace
}  // namespace formulated_bindings

void bind_formulation_formulated(py::module_& m) {
  using namespace formulated_bindings;
  py::class_<FormulatedObject> bound(
      m, "Formulated", "A step as a complementarity problem, with what its rows stand for. Made by the formulations.");
  bound.def_property_readonly("problem", &problem_of, "LcpProblem, BoxedLcpProblem or ConeProblem");
  bound.def_property_readonly(
      "M",
      [](const py::object& self) {
        return of_problem(self, {"M", "A"}, "M");
      },
      "the matrix of an LcpProblem, or A of a BoxedLcpProblem; exact_cone has W");
  bound.def_property_readonly(
      "q",
      [](const py::object& self) {
        return of_problem(self, {"q", "b"}, "q");
      },
      "q of the problem, or b of a BoxedLcpProblem");
  bound.def_property_readonly(
      "W", [](const py::object& self) { return of_problem(self, {"W"}, "W"); }, "(3 n, 3 n) [1/kg], of exact_cone");
  bound.def_property_readonly(
      "mu", [](const py::object& self) { return of_problem(self, {"mu"}, "mu"); }, "(n,), of exact_cone");
  bound.def_property_readonly(
      "mixed",
      [](const FormulatedObject& self) {
        if (self.value.has_mixed()) return self.value.mixed();
        throw py::attribute_error("only phantom_inertia has a mixed problem, " + self.recipe.call() + " has none");
      },
      "MixedLcpProblem of phantom_inertia, made anew: unknowns v, joint impulses, tangential and normal impulses, "
      "slip");
  bound.def_property_readonly("rows", &rows_of,
                              "one (role, index, component) per row of problem: what its unknown stands for");
  bound.def_property_readonly(
      "rho", [](const FormulatedObject& self) { return self.value.rho(); },
      "phantom inertia [kg]; 0 where the formulation has none");
  bound.def_property_readonly(
      "rho_bound", [](const FormulatedObject& self) { return self.value.rho_bound(); },
      "rho below which the friction block is positive definite on the range of K [kg]; inf where there is no rho");
  bound.def(
      "rank",
      [](const FormulatedObject& self, const py::args& args, const py::kwargs& kwargs) {
        const Arguments arguments("rank", {"tol"}, {}, args, kwargs);
        std::optional<double> tolerance;
        if (arguments.has("tol")) tolerance = arguments.number("tol");
        const py::gil_scoped_release without_gil;
        return self.value.rank(tolerance);
      },
      rank_doc);
  bound.def(
      "condition",
      [](const FormulatedObject& self, const py::args& args, const py::kwargs& kwargs) {
        static_cast<void>(Arguments("condition", {}, {}, args, kwargs));
        const py::gil_scoped_release without_gil;
        return self.value.condition();
      },
      condition_doc);
  bound.def("solve", &solve, solve_doc);
  bound.def(
      "impulses",
      [](const FormulatedObject& self, const py::args& args, const py::kwargs& kwargs) {
        return array_of(self.value.impulses(span_over(point_argument("impulses", args, kwargs))));
      },
      impulses_doc);
  bound.def(
      "joint_impulses",
      [](const FormulatedObject& self, const py::args& args, const py::kwargs& kwargs) {
        return vector_result(
            span_over(self.value.joint_impulses(span_over(point_argument("joint_impulses", args, kwargs)))));
      },
      joint_impulses_doc);
  bound.def(
      "velocities",
      [](const FormulatedObject& self, const py::args& args, const py::kwargs& kwargs) {
        return array_of(self.value.velocities(span_over(point_argument("velocities", args, kwargs))));
      },
      velocities_doc);
  bound.def(
      "residual",
      [](const FormulatedObject& self, const py::args& args, const py::kwargs& kwargs) {
        return self.value.residual(span_over(point_argument("residual", args, kwargs)));
      },
      residual_doc);
  bound.def("__repr__", [](const FormulatedObject& self) {
    return "<Formulated by " + self.recipe.call() + ": " + std::to_string(self.value.size()) + " rows, " +
           std::to_string(self.value.contacts()) + " contacts, " + std::to_string(self.value.bodies()) + " bodies>";
  });
  bind_constant_parts(
      bound, [](const FormulatedObject& self) { return py::make_tuple(self.recipe.call(), self.recipe.arguments()); },
      [](const py::tuple& parts) { return formulate(parts[0].cast<std::string>(), py::args(), py::kwargs(parts[1])); });
  bound.attr("__module__") = formulation_module;
}

}  // namespace stickslip::python
