#include "stickslip/core/error.hpp"
#include "stickslip/core/names.hpp"

#include "parts.hpp"
#include "solvers/objects.hpp"

namespace stickslip::python {

namespace report_bindings {
namespace {

// (name, code, meaning) of each status, as Python's enum is made from them.
py::list statuses() {
  py::list all;
  for (const SolveStatusRow& row : Names<SolveStatus>::table) {
    all.append(py::make_tuple(py::str(std::string(row.name)).attr("upper")(), static_cast<int>(row.value),
                              std::string(row.meaning)));
  }
  return all;
}

py::tuple parts_of(const ReportObject& self) {
  return py::make_tuple(static_cast<int>(self.status), self.method, self.iterations, self.residual);
}

ReportObject from_parts(const py::tuple& parts) {
  const auto code = parts[0].cast<int>();
  for (const SolveStatusRow& row : Names<SolveStatus>::table) {
    if (static_cast<int>(row.value) != code) continue;
    ReportObject report(SolveReport{row.value, {}, parts[2].cast<long>(), parts[3].cast<double>()});
    report.method = parts[1].cast<std::string>();
    return report;
  }
  throw py::value_error("there is no status " + std::to_string(code));
}

std::string repr(const ReportObject& self) {
  return "<SolveReport: " + std::string(name_of(self.status)) + " by " + self.method + ", residual " +
         to_text(self.residual) + " after " + std::to_string(self.iterations) + " iterations>";
}

constexpr const char* raise_doc = R"(raise_for_status(self)
--

Raise SolveError, which has this report, unless converged.)";

void raise_for_status(const py::object& self) {
  if (self.cast<const ReportObject&>().status == SolveStatus::converged) return;
  const py::object kind = py::module_::import(solvers_module).attr("SolveError");
  PyErr_SetObject(kind.ptr(), kind(self).ptr());
  throw py::error_already_set();
}

}  // namespace
}  // namespace report_bindings

void bind_solver_report(py::module_& m) {
  using namespace report_bindings;
  m.attr("_solve_statuses") = statuses();
  py::class_<ReportObject> report(m, "SolveReport",
                                  R"(What came of a solve, and how good the point is that it returned.)");
  report.def_property_readonly(
      "status",
      [](const ReportObject& self) {
        return py::module_::import(solvers_module).attr("SolveStatus")(static_cast<int>(self.status));
      },
      "SolveStatus; CONVERGED where and only where residual ≤ tol");
  report.def_property_readonly(
      "converged", [](const ReportObject& self) { return self.status == SolveStatus::converged; },
      "whether the point is a solution to the tolerance asked for");
  report.def_readonly("iterations", &ReportObject::iterations, "pivots, sweeps or Newton steps, as the method counts");
  report.def_readonly("residual", &ReportObject::residual,
                      "of the returned point, by the residual function of its kind");
  report.def_readonly("method", &ReportObject::method, "who solved it, with the fallbacks that were needed");
  report.def("raise_for_status", &raise_for_status, raise_doc);
  report.def("__repr__", &repr);
  bind_constant_parts(report, &parts_of, &from_parts);
  report.attr("__module__") = solvers_module;
}

}  // namespace stickslip::python
