// The functions of the exponential step.
//
//   ż = v − a z with constant v and a has the solution, with x = a dt,
//   (1)  z(dt)       = e^{−x} z(0) + φ1(x) dt v,       φ1(x) = (1 − e^{−x})/x
//   (2)  mean of z   = φ1(x) z(0) + φ2(x) dt v,        φ2(x) = (1 − φ1(x))/x
//
// x ≥ 0 is the step in units of the relaxation time; φ1(0) = 1, φ2(0) = 1/2.
// exponential_step gives all four values at once, for one x: within 1e-15 relative of the exact ones for x ≤ 1; beyond,
// e^{−x} is, and the others are too. Cost: one division per value that is used for x ≤ 1, else one exp and at most two
// divisions; faster than expm1, and nothing cancels near 0. phi1 and phi2 go without branches, for loops that have
// e^{−x} from vector_math.hpp: within 1e-15 and 2e-15. Any type of number that can be compared will do.
// x itself comes from step_extent.
#pragma once

#include <cmath>

#include "stickslip/numerics/kernel_target.hpp"

namespace stickslip::numerics {

// tanh(y) = y p/q, the 7th convergent of its continued fraction, and q − p = y² r; each of y². For 0 ≤ y ≤ ½ the relative
// error is y¹⁴/(13!! 15!!) < 3e-16. Then e^{−2y} = (q − y p)/(q + y p), and all below are sums of positive terms. Three
// functions, because a struct handed on within a loop would keep it from becoming vector code.
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar tanh_p(Scalar y2) noexcept {
  return (135135.0 + y2 * 17325.0) + (y2 * y2) * (378.0 + y2);
}
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar tanh_q(Scalar y2) noexcept {
  return (135135.0 + y2 * 62370.0) + (y2 * y2) * (3150.0 + y2 * 28.0);
}
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar tanh_r(Scalar y2) noexcept {
  return 45045.0 + y2 * (2772.0 + y2 * 27.0);
}

// x = a dt. Past 1e18 nothing changes any more: e^{−x} is 0, and what is left of φ1 and φ2 is below every rounding. The cap
// keeps products with x finite.
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar step_extent(Scalar rate, double dt) noexcept {
  constexpr double longest = 1e18;
  const Scalar x = rate * dt;
  return x < longest ? x : Scalar(longest);
}

template <class Scalar>
struct ExponentialStep {
  Scalar decay;     // e^{−x}
  Scalar progress;  // 1 − e^{−x} = x φ1(x)
  Scalar phi1;
  Scalar phi2;
};

// `inline` is a request here: without it the compiler calls what a step should contain.
template <class Scalar>
inline ExponentialStep<Scalar> exponential_step(const Scalar& x) noexcept {
  if (x <= 1.0) {
    const Scalar y = 0.5 * x, y2 = y * y, p = tanh_p(y2);
    const Scalar denominator = tanh_q(y2) + y * p, progress = x * p / denominator;
    return {1.0 - progress, progress, p / denominator, 0.5 * (p + y * tanh_r(y2)) / denominator};
  }
  using std::exp;
  const Scalar decay = exp(-x), progress = 1.0 - decay, inverse = 1.0 / x, phi1 = progress * inverse;
  return {decay, progress, phi1, (1.0 - phi1) * inverse};
}

// The two sides of the quotient φ1. What is added is far below every x that matters; at x = 0 the quotient is then 1. A step
// of a single bristle takes them apart, since it can divide by x while it still waits for e^{−x}.
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar phi1_numerator(Scalar loss) noexcept {
  return loss + 1e-290;
}
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar phi1_denominator(Scalar x) noexcept {
  return x + 1e-290;
}

// φ1, given 1 − e^{−x}.
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar phi1(Scalar x, Scalar loss) noexcept {
  return phi1_numerator(loss) / phi1_denominator(x);
}

// φ2, given φ1.
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar phi2(Scalar x, Scalar phi_1) noexcept {
  const bool is_small = x < 1.0;
  const Scalar y = 0.5 * (is_small ? x : Scalar(1.0)), y2 = y * y, p = tanh_p(y2);
  const Scalar small = 0.5 * (p + y * tanh_r(y2));
  return (is_small ? small : Scalar(1.0 - phi_1)) / (is_small ? Scalar(tanh_q(y2) + y * p) : x);
}

}  // namespace stickslip::numerics
