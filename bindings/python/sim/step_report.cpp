#include "stickslip/sim/step_report.hpp"

#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/core/names.hpp"

#include "sim/objects.hpp"

namespace stickslip::python {

namespace step_report_bindings {
namespace {

using sim::StepReport;

py::tuple parts_of(const StepReport& self) {
  return py::make_tuple(static_cast<int>(self.status), self.residual, self.iterations, self.contacts, self.islands);
}

StepReport from_parts(const py::tuple& parts) {
  const auto code = parts[0].cast<int>();
  for (const SolveStatusRow& row : Names<SolveStatus>::table) {
    if (static_cast<int>(row.value) != code) continue;
    return {.status = row.value,
            .residual = parts[1].cast<double>(),
            .iterations = parts[2].cast<long>(),
            .contacts = parts[3].cast<int>(),
            .islands = parts[4].cast<int>()};
  }
  throw py::value_error("there is no status " + std::to_string(code));
}

std::string repr(const StepReport& self) {
  return "<StepReport: " + std::string(name_of(self.status)) + ", residual " + to_text(self.residual) + " after " +
         std::to_string(self.iterations) + " iterations, " + std::to_string(self.contacts) + " contacts in " +
         std::to_string(self.islands) + " islands>";
}

}  // namespace
}  // namespace step_report_bindings

void bind_step_report(py::module_& m) {
  using namespace step_report_bindings;
  py::class_<StepReport> report(m, "StepReport", "What came of a step of a World, or of all steps of a run.");
  report.def_property_readonly(
      "status",
      [](const StepReport& self) {
        return py::module_::import(sim_module).attr("SolveStatus")(static_cast<int>(self.status));
      },
      "SolveStatus, the worst of all islands; NOT_FINITE: the step was not taken");
  report.def_property_readonly("converged", &StepReport::converged, "whether every island met its tolerance");
  report.def_readonly("residual", &StepReport::residual,
                      "the largest of all islands, over the scale of their tolerance; of other formulations than\n"
                      "'cone' with solver 'auto' that of the solver");
  report.def_readonly("iterations", &StepReport::iterations, "of the island that needed most");
  report.def_readonly("contacts", &StepReport::contacts, "how many points touch, or may touch within the step");
  report.def_readonly("islands", &StepReport::islands, "groups of bodies joined by contacts, solved apart");
  report.def("__repr__", &repr);
  bind_constant_parts(report, &parts_of, &from_parts);
  report.attr("__module__") = sim_module;
}

}  // namespace stickslip::python
