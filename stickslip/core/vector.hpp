// Vectors of 1, 2 or 3 dimensions: positions [m], velocities [m/s], forces [N].
//
// Every law is written once for any dimension. A scalar is a Vec<1>, whose norm is |·| and costs no square root. Entries
// are doubles, or any other type of number that Eigen can hold, such as one that carries derivatives.
#pragma once

#include <cmath>
#include <limits>

#include <Eigen/Core>

namespace stickslip {

template <int Dim, class Scalar = double>
using Vec = Eigen::Matrix<Scalar, Dim, 1>;

namespace detail {

// ‖v‖ where the sum of squares would over- or underflow: scaled first. Not finite if an entry is not. Kept out
// of line so that the common case is small enough to be inlined into every step.
template <int Dim, class Scalar>
[[gnu::noinline, gnu::cold]] Scalar scaled_norm(const Vec<Dim, Scalar>& v) noexcept {
  const Scalar largest = v.cwiseAbs().maxCoeff();
  if (largest > 0.0 && largest < std::numeric_limits<double>::infinity()) return largest * (v / largest).norm();
  return largest + Scalar(0.0) * v.sum();
}

}  // namespace detail

template <class Scalar>
struct BasicLength {
  Scalar value;    // ‖v‖
  Scalar inverse;  // 1/‖v‖; infinite for the zero vector
};
using Length = BasicLength<double>;

// Euclidean length. Unlike Eigen's norm it neither overflows nor underflows. NaN and infinite entries give a
// non-finite length.
template <class Derived>
BasicLength<typename Derived::Scalar> length(const Eigen::MatrixBase<Derived>& v) noexcept {
  using Scalar = typename Derived::Scalar;
  if constexpr (Derived::SizeAtCompileTime == 1) {
    using std::abs;
    const Scalar value = abs(v(0));
    return {value, 1.0 / value};
  } else {
    // Below `tiny` squares lose digits to subnormals; above `huge` they overflow.
    constexpr double tiny = 1e-280, huge = 1e280;
    const Scalar squared = v.squaredNorm();
    if (squared > tiny && squared < huge) [[likely]] {
      using std::sqrt;
      const Scalar value = sqrt(squared);
      return {value, value * (1.0 / squared)};  // the division need not wait for the root
    }
    const Scalar value = detail::scaled_norm<Derived::SizeAtCompileTime, Scalar>(v);
    return {value, 1.0 / value};
  }
}

template <class Derived>
typename Derived::Scalar norm(const Eigen::MatrixBase<Derived>& v) noexcept {
  return length(v).value;
}

// 1 with the sign of x, which zero has too.
inline double sign(double x) noexcept {
  return std::copysign(1.0, x);
}
template <class Scalar>
inline Scalar sign(const Scalar& x) noexcept {
  return Scalar(x < 0.0 ? -1.0 : 1.0);
}

// v/‖v‖ for a norm already known; the zero vector where it is zero, not a number where it is not finite.
template <class Derived>
Vec<Derived::SizeAtCompileTime, typename Derived::Scalar> unit(const Eigen::MatrixBase<Derived>& v,
                                                               const typename Derived::Scalar& v_norm) noexcept {
  using Scalar = typename Derived::Scalar;
  using Result = Vec<Derived::SizeAtCompileTime, Scalar>;
  if (v_norm == 0.0) return Result::Zero();
  if constexpr (Derived::SizeAtCompileTime == 1) {
    return Result(sign(v(0)) + 0.0 * v_norm);
  } else if (v_norm < std::numeric_limits<double>::min()) [[unlikely]] {
    // A subnormal norm has lost digits; its vector scaled up has not.
    const Result scaled = v * Scalar(0x1p600);
    return scaled / scaled.norm();
  } else {
    return v / v_norm;
  }
}

// What a hot path returns for an input it refuses: not a number in every entry.
template <int Dim, class Scalar = double>
Vec<Dim, Scalar> not_a_number() noexcept {
  return Vec<Dim, Scalar>::Constant(Scalar(std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace stickslip
