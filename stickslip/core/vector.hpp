// Vectors of 1, 2 or 3 dimensions: positions [m], velocities [m/s], forces [N].
//
// Every law is written once for any dimension. A scalar is a Vec<1>, whose norm is |·| and costs no square root.
#pragma once

#include <cmath>
#include <limits>

#include <Eigen/Core>

namespace stickslip {

template <int Dim>
using Vec = Eigen::Matrix<double, Dim, 1>;

namespace detail {

// ‖v‖ where the sum of squares would over- or underflow: scaled first. Not finite if an entry is not. Kept out
// of line so that the common case is small enough to be inlined into every step.
template <int Dim>
[[gnu::noinline, gnu::cold]] double scaled_norm(const Vec<Dim>& v) noexcept {
  const double largest = v.cwiseAbs().maxCoeff();
  if (largest > 0.0 && !std::isinf(largest)) return largest * (v / largest).norm();
  return largest + 0.0 * v.sum();
}

}  // namespace detail

struct Length {
  double value;    // ‖v‖
  double inverse;  // 1/‖v‖; infinite for the zero vector
};

// Euclidean length. Unlike Eigen's norm it neither overflows nor underflows. NaN and infinite entries give a
// non-finite length.
template <class Derived>
Length length(const Eigen::MatrixBase<Derived>& v) noexcept {
  if constexpr (Derived::SizeAtCompileTime == 1) {
    const double value = std::abs(v(0));
    return {value, 1.0 / value};
  } else {
    // Below `tiny` squares lose digits to subnormals; above `huge` they overflow.
    constexpr double tiny = 1e-280, huge = 1e280;
    const double squared = v.squaredNorm();
    if (squared > tiny && squared < huge) [[likely]] {
      const double value = std::sqrt(squared);
      return {value, value * (1.0 / squared)};  // the division need not wait for the root
    }
    const double value = detail::scaled_norm<Derived::SizeAtCompileTime>(v);
    return {value, 1.0 / value};
  }
}

template <class Derived>
double norm(const Eigen::MatrixBase<Derived>& v) noexcept {
  return length(v).value;
}

// v/‖v‖ for a norm already known; the zero vector where it is zero, not a number where it is not finite.
template <class Derived>
Vec<Derived::SizeAtCompileTime> unit(const Eigen::MatrixBase<Derived>& v, double v_norm) noexcept {
  constexpr int dim = Derived::SizeAtCompileTime;
  if (v_norm == 0.0) return Vec<dim>::Zero();
  if constexpr (dim == 1) {
    return Vec<dim>(std::copysign(1.0, v(0)) + 0.0 * v_norm);
  } else if (v_norm < std::numeric_limits<double>::min()) [[unlikely]] {
    // A subnormal norm has lost digits; its vector scaled up has not.
    const Vec<dim> scaled = v * 0x1p600;
    return scaled / scaled.norm();
  } else {
    return v / v_norm;
  }
}

// What a hot path returns for an input it refuses: not a number in every entry.
template <int Dim>
Vec<Dim> not_a_number() noexcept {
  return Vec<Dim>::Constant(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace stickslip
