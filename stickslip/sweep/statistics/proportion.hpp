// How often something happened, and between what its probability lies.
//
//   (p̂ + z²/2n ± z √(p̂ (1 − p̂)/n + z²/4n²))/(1 + z²/n),   z = 1.96         95 % [Wilson 1927]
//
// It holds for independent runs. Those of a Latin hypercube or of Sobol's sequence are spread more evenly: for them it is on the safe side.
// Unlike p̂ ± z √(p̂ (1 − p̂)/n) it does not shrink to nothing where no run, or every run, has the event.
#pragma once

#include <cstdint>

namespace stickslip::sweep {

struct Proportion {
  std::uint64_t count = 0, of = 0;
  double share = 0.0;            // NaN of none
  double low = 0.0, high = 1.0;  // of the probability, 95 %
};

// count ≤ of.
Proportion proportion(std::uint64_t count, std::uint64_t of) noexcept;

}  // namespace stickslip::sweep
