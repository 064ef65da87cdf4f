// Problems and reports as Python has them, and what the bindings of solvers and formulations share.
#pragma once

#include <optional>
#include <string>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/boxed_lcp_problem.hpp"
#include "stickslip/solvers/cone_problem.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/mixed_lcp_problem.hpp"

#include "arguments.hpp"
#include "arrays.hpp"

namespace stickslip::python {

constexpr const char* solvers_module = "stickslip.solvers";

// The report of a solve, with its own copy of the method's name.
struct ReportObject {
  SolveStatus status;
  std::string method;
  long iterations;
  double residual;

  explicit ReportObject(const SolveReport& report)
      : status(report.status), method(report.method), iterations(report.iterations), residual(report.residual) {}
};

// "an LcpProblem", "a ConeProblem"
inline std::string with_article(const std::string& class_name) {
  return (class_name.starts_with("L") ? "an " : "a ") + class_name;
}

// The names of a problem's arrays, in the order in which they may be given by position.
template <class Problem>
struct ProblemArguments;
template <>
struct ProblemArguments<solvers::LcpProblem> {
  static constexpr const char* class_name = "LcpProblem";
  static Arguments::Names names() { return {"M", "q"}; }
};
template <>
struct ProblemArguments<solvers::MixedLcpProblem> {
  static constexpr const char* class_name = "MixedLcpProblem";
  static Arguments::Names names() { return {"M", "q", "free"}; }
};
template <>
struct ProblemArguments<solvers::BoxedLcpProblem> {
  static constexpr const char* class_name = "BoxedLcpProblem";
  static Arguments::Names names() { return {"A", "b", "lo", "hi", "bound_of"}; }
};
template <>
struct ProblemArguments<solvers::ConeProblem> {
  static constexpr const char* class_name = "ConeProblem";
  static Arguments::Names names() { return {"W", "q", "mu"}; }
};

// The problem of its arrays. Throws InvalidArgument where check() does.
template <class Problem>
Problem problem_of_arrays(const Arguments& arguments);
template <>
solvers::LcpProblem problem_of_arrays(const Arguments& arguments);
template <>
solvers::MixedLcpProblem problem_of_arrays(const Arguments& arguments);
template <>
solvers::BoxedLcpProblem problem_of_arrays(const Arguments& arguments);
template <>
solvers::ConeProblem problem_of_arrays(const Arguments& arguments);

inline bool is_problem(const py::handle& value) {
  return py::isinstance<solvers::LcpProblem>(value) || py::isinstance<solvers::MixedLcpProblem>(value) ||
         py::isinstance<solvers::BoxedLcpProblem>(value) || py::isinstance<solvers::ConeProblem>(value);
}

// A problem that a call was given: as an object, which the caller keeps, or as arrays.
template <class Problem>
class GivenProblem {
 public:
  explicit GivenProblem(const Arguments& arguments) {
    const Arguments::Names names = ProblemArguments<Problem>::names();
    const py::object first = arguments.object(names.front());
    if (!py::isinstance<Problem>(first)) {
      if (first.is_none() || is_problem(first)) {
        arguments.refuse(names.front(), "an array or " + with_article(ProblemArguments<Problem>::class_name));
      }
      made_ = problem_of_arrays<Problem>(arguments);
      return;
    }
    given_ = &first.cast<const Problem&>();
    for (std::size_t i = 1; i < names.size(); ++i) {
      if (!arguments.has(names[i])) continue;
      throw py::type_error(arguments.subject() + " got the argument " + names[i] + " beside " +
                           with_article(ProblemArguments<Problem>::class_name) + ", which has its own");
    }
  }
  const Problem& operator*() const { return given_ != nullptr ? *given_ : *made_; }

 private:
  std::optional<Problem> made_;
  const Problem* given_ = nullptr;
};

// (n,), named in messages.
Eigen::VectorXd vector_of(const char* name, const py::handle& value);

// Arrays that cannot be written to and keep their owner alive: (n,), (n, m).
py::array view_of(const Eigen::VectorXd& values, const py::object& owner);
py::array view_of(const Eigen::MatrixXd& values, const py::object& owner);

void bind_solver_report(py::module_& m);
void bind_solver_problems(py::module_& m);
void bind_solver_calls(py::module_& m);
void bind_solver_files(py::module_& m);

}  // namespace stickslip::python
