// The functions of the exponential step.
//
//   ż = v − a z with constant v and a has the solution, with x = a dt,
//   (1)  z(dt)       = e^{−x} z(0) + φ1(x) dt v,       φ1(x) = (1 − e^{−x})/x
//   (2)  mean of z   = φ1(x) z(0) + φ2(x) dt v,        φ2(x) = (1 − φ1(x))/x
//
// x ≥ 0 is the step in units of the relaxation time; φ1(0) = 1, φ2(0) = 1/2. All four values below are within 1e-15
// relative of the exact ones for x ≤ 1; beyond, e^{−x} is, and the others are too.
// Cost: one division a value that is used for x ≤ 1, else one exp and at most two divisions. Faster than expm1, and
// nothing cancels near 0.
#pragma once

#include <cmath>

namespace stickslip::numerics {

struct ExponentialStep {
  double decay;     // e^{−x}
  double progress;  // 1 − e^{−x} = x φ1(x)
  double phi1;
  double phi2;
};

inline ExponentialStep exponential_step(double x) noexcept {
  if (x <= 1.0) {
    // e^{−x} = (1 − t)/(1 + t) with t = tanh(y), y = x/2, and t = y p/q, the 7th convergent of its continued
    // fraction: relative error y¹⁴/(13!! 15!!) < 3e-16. Sums of positive terms throughout.
    const double y = 0.5 * x, y2 = y * y, y4 = y2 * y2;
    const double p = (135135.0 + y2 * 17325.0) + y4 * (378.0 + y2);
    const double q = (135135.0 + y2 * 62370.0) + y4 * (3150.0 + y2 * 28.0);
    const double denominator = q + y * p, progress = x * p / denominator;
    // φ2 = (1 − φ1)/x = (q − p + y p)/(2y (q + y p)), and q − p = y² (45045 + …).
    const double phi2 = 0.5 * (p + y * (45045.0 + y2 * (2772.0 + y2 * 27.0))) / denominator;
    return {1.0 - progress, progress, p / denominator, phi2};
  }
  const double decay = std::exp(-x), progress = 1.0 - decay, inverse = 1.0 / x, phi1 = progress * inverse;
  return {decay, progress, phi1, (1.0 - phi1) * inverse};
}

}  // namespace stickslip::numerics
