// The state of a velocity-driven law: the mean deflection of the bristles between the two surfaces.
#pragma once

#include <optional>

#include "stickslip/core/error.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/numerics/kernel_target.hpp"

namespace stickslip::friction {

template <int Dim, class Scalar = double>
struct Bristle {
  Vec<Dim, Scalar> z = Vec<Dim, Scalar>::Zero();  // deflection of B's end relative to A's [m]
};

// ‖z‖ must not exceed a bound: the factor that scales it back where a large step has overshot, of bound/‖z‖.
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar shrinkage(Scalar bound_by_length) noexcept {
  return bound_by_length < 1.0 ? bound_by_length : Scalar(1.0);
}

template <int Dim, class Scalar>
inline void limit_deflection(Vec<Dim, Scalar>& z, const Scalar& bound) noexcept {
  const Scalar length = norm(z);
  if (length > bound) z *= shrinkage(Scalar(bound / length));
}

// a of ż = v − a z [1/s]. The cap acts only where a·z would overflow and every step has long reached the steady state.
template <class Scalar>
STICKSLIP_KERNEL_PART Scalar relaxation_rate(Scalar a) noexcept {
  constexpr double fastest = 1e250;
  return a < fastest ? a : Scalar(fastest);
}

// The bristles of a law bend by coefficient/σ0. Outside this range the squares of that, which are energies, over- or
// underflow.
inline std::optional<Violation> check_deflection(double sigma0, double coefficient, const char* rule) noexcept {
  const double deflection = coefficient / sigma0;
  if (deflection >= 1e-150 && deflection <= 1e150) return {};
  return Violation{"sigma0", sigma0, rule, coefficient};
}

}  // namespace stickslip::friction
