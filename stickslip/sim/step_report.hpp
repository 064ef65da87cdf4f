// What came of a step.
#pragma once

#include "stickslip/core/solve_report.hpp"

namespace stickslip::sim {

struct [[nodiscard]] StepReport {
  SolveStatus status = SolveStatus::converged;  // the worst of all islands; not_finite: the step was not taken
  double residual = 0.0;  // the largest of all islands, in units of the tolerance's scale: stepper.hpp
  long iterations = 0;    // of the island that needed most
  int contacts = 0;
  int islands = 0;  // groups of bodies joined by contacts and joints

  bool converged() const noexcept { return status == SolveStatus::converged; }
  bool operator==(const StepReport&) const = default;
};

}  // namespace stickslip::sim
