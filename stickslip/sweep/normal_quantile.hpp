// The standard normal distribution and its inverse.
//
//   (1)  Φ(z) = ½ erfc(−z/√2)          (2)  normal_quantile(Φ(z)) = z
//
// By rational functions in three ranges of p [Wichura 1988, PPND16], to about one part in 10¹⁶; in the lower tail down to the smallest p
// there is.
#pragma once

namespace stickslip::sweep {

// Eq. 1: accurate relative to itself in the lower tail.
double normal_cdf(double z) noexcept;

// Eq. 2. 0 < p < 1; −∞ and +∞ at the ends.
double normal_quantile(double p) noexcept;

}  // namespace stickslip::sweep
