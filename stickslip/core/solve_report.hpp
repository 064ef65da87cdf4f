// What came of an iteration: never thrown, never a bare bool.
#pragma once

#include <cstdint>

namespace stickslip {

enum class SolveStatus : std::uint8_t {
  converged,
  stalled,  // the best that was found does not meet the tolerance
};

struct SolveReport {
  SolveStatus status = SolveStatus::converged;
  long iterations = 0;    // of all solves together
  double residual = 0.0;  // the largest left over, in the unit that the solver states
};

}  // namespace stickslip
