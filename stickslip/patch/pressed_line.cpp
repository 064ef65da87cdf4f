#include "stickslip/patch/pressed_line.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/numerics/gauss_legendre.hpp"
#include "stickslip/patch/detail/edge_integrals.hpp"

namespace stickslip::patch {

namespace {

constexpr double far_from_line = 3.0;    // in lengths of the line
constexpr double short_interval = 0.03;  // of the length

// The z of a convex polygon, corners (y, z), at y.
struct Chord {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
};
Chord chord_at(std::span<const Vec<2>> corners, double y) noexcept {
  Chord chord;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec<2>&from = corners[i], &to = corners[(i + 1) % corners.size()];
    if ((from(0) - y) * (to(0) - y) > 0.0 || from(0) == to(0)) continue;
    const double z = from(1) + (to(1) - from(1)) * (y - from(0)) / (to(0) - from(0));
    chord = {std::min(chord.low, z), std::max(chord.high, z)};
  }
  return chord;
}

}  // namespace

// In the axes of the line: derivatives by (v_y, v_z, ω).
struct PressedLine::Sums {
  std::array<Vec<3>, 3> of{Vec<3>::Zero(), Vec<3>::Zero(), Vec<3>::Zero()};  // ∇ψ of the pressures 1, y, z
  Vec<3> gradient = Vec<3>::Zero();
  Matrix3 hessian = Matrix3::Zero();
};

void PressedLine::begin(const Vec<2>& centre, const Vec<2>& axis, double area) {
  centre_ = centre;
  axis_ = axis;
  area_ = area;
  low_ = std::numeric_limits<double>::infinity();
  high_ = -low_;
  intervals_.clear();
}

void PressedLine::add(std::span<const Vec<2>> corners, const Vec<3>& a) {
  const Vec<2> across(-axis_(1), axis_(0));
  turned_.clear();
  for (const Vec<2>& corner : corners) {
    const Vec<2> from_centre = corner - centre_;
    turned_.emplace_back(from_centre.dot(axis_), from_centre.dot(across));
    low_ = std::min(low_, turned_.back()(0));
    high_ = std::max(high_, turned_.back()(0));
  }
  const Vec<2> slope(a(1), a(2));
  const Vec<3> p(a(0) + slope.dot(centre_), slope.dot(axis_), slope.dot(across));
  // Between one corner's y and the next larger one.
  double low = std::numeric_limits<double>::infinity();
  for (const Vec<2>& corner : turned_) low = std::min(low, corner(0));
  for (;;) {
    double high = std::numeric_limits<double>::infinity();
    for (const Vec<2>& corner : turned_) {
      if (corner(0) > low) high = std::min(high, corner(0));
    }
    if (!(high < std::numeric_limits<double>::infinity())) break;
    // The chord is linear in between; at the ends it may jump.
    const double y1 = low + 0.25 * (high - low), y2 = low + 0.75 * (high - low);
    const Chord first = chord_at(turned_, y1), second = chord_at(turned_, y2);
    if (y2 > y1 && first.high >= first.low && second.high >= second.low) {
      const double width1 = first.high - first.low, width2 = second.high - second.low;
      const double middle1 = 0.5 * (first.high + first.low), middle2 = 0.5 * (second.high + second.low);
      const double c0 = 0.5 * (width1 + width2), c1 = (width2 - width1) / (y2 - y1);
      const double m0 = 0.5 * (middle1 + middle2), m1 = (middle2 - middle1) / (y2 - y1), y = 0.5 * (low + high);
      Interval interval{
          y,
          0.5 * (high - low),
          {Vec<3>(c0, c1, 0.0), Vec<3>(y * c0, y * c1 + c0, c1), Vec<3>(m0 * c0, m0 * c1 + m1 * c0, m1 * c1)},
          {}};
      interval.q = p(0) * interval.of[0] + p(1) * interval.of[1] + p(2) * interval.of[2];
      intervals_.push_back(interval);
    }
    low = high;
  }
}

void PressedLine::finish() noexcept {
  const double width = high_ > low_ ? area_ / (high_ - low_) : 0.0;
  spread2_ = width * width / 12.0;
}

Support PressedLine::support(const Vec<3>& s) const noexcept {
  const Vec<2> across(-axis_(1), axis_(0)), at_centre(s(0) - s(2) * centre_(1), s(1) + s(2) * centre_(0));
  const Vec<3> v(at_centre.dot(axis_), at_centre.dot(across), s(2));
  Sums sums;
  for (const Interval& interval : intervals_) add_interval(interval, v, sums);
  // (v_y, v_z, ω) = T s.
  Matrix3 T;
  T << axis_(0), axis_(1), -across.dot(centre_), across(0), across(1), axis_.dot(centre_), 0.0, 0.0, 1.0;
  Support to;
  to.gradient = T.transpose() * sums.gradient;
  to.hessian = T.transpose() * sums.hessian * T;
  // x = centre + y axis + z across, for the pressures x and y.
  to.gradient_by_a.col(0) = T.transpose() * sums.of[0];
  for (int j = 0; j < 2; ++j)
    to.gradient_by_a.col(j + 1) =
        T.transpose() * (centre_(j) * sums.of[0] + axis_(j) * sums.of[1] + across(j) * sums.of[2]);
  to.value = to.gradient.dot(s);
  return to;
}

void PressedLine::add_interval(const Interval& interval, const Vec<3>& v, Sums& sums) const noexcept {
  const double length = high_ - low_, far = far_from_line * length * v(2), omega = v(2);
  const bool is_far = v.head<2>().squaredNorm() >= far * far;
  if (is_far || 2.0 * interval.half < short_interval * length) {
    for (const numerics::GaussPoint& point : numerics::gauss_legendre) {
      const double t = interval.half * point.x, y = interval.middle + t, w = interval.half * point.weight;
      const double vz = v(1) + omega * y;
      const double inverse = 1.0 / std::sqrt(v(0) * v(0) + vz * vz + omega * omega * spread2_);
      const Vec<3> slope = w * inverse * Vec<3>(v(0), vz, vz * y + omega * spread2_), powers(1.0, t, t * t);
      for (std::size_t j = 0; j < 3; ++j) sums.of[j] += interval.of[j].dot(powers) * slope;
      const double q = interval.q.dot(powers);
      sums.gradient += q * slope;
      // Aᵀ A − (Aᵀ m)(Aᵀ m)ᵀ, m = A v/‖A v‖, A = [1 0 0; 0 1 y; 0 0 ε].
      const Vec<3> m = slope / w;
      Matrix3 square;
      square << 1.0, 0.0, 0.0, 0.0, 1.0, y, 0.0, y, y * y + spread2_;
      sums.hessian += q * w * inverse * (square - m * m.transpose());
    }
    return;
  }
  const double d = v(0) / omega, y_c = -v(1) / omega, h2 = d * d + spread2_;
  const double shift = y_c - interval.middle;  // t = η + shift
  const double a = -interval.half - shift, b = interval.half - shift;
  const double ra = std::sqrt(h2 + a * a), rb = std::sqrt(h2 + b * b);
  const double i0 = detail::edge_logarithm(h2, a, b, ra, rb), i1 = rb - ra;
  const double i2 = (b * rb - a * ra - h2 * i0) / 2.0, i3 = (b * b * rb - a * a * ra - 2.0 * h2 * i1) / 3.0;
  const double i4 = (b * b * b * rb - a * a * a * ra - 3.0 * h2 * i2) / 4.0;
  const double j0 = (b / rb - a / ra) / h2, j1 = 1.0 / ra - 1.0 / rb, j2 = i0 - h2 * j0, j3 = i1 - h2 * j1;
  const Vec<3> plain(i0, i1, i2), first(i1, i2, i3), second(i2, i3, i4);
  const double sign = std::copysign(1.0, omega), size = std::abs(omega);
  const auto from_centre = [&](const Vec<3>& q) {
    return Vec<3>(q(0) + shift * (q(1) + shift * q(2)), q(1) + 2.0 * q(2) * shift, q(2));
  };
  const auto gradient = [&](const Vec<3>& q) {
    return Vec<3>(sign * d * q.dot(plain), sign * q.dot(first),
                  sign * (q.dot(second) + y_c * q.dot(first) + spread2_ * q.dot(plain)));
  };
  for (std::size_t j = 0; j < 3; ++j) sums.of[j] += gradient(from_centre(interval.of[j]));
  const Vec<3> q = from_centre(interval.q);
  sums.gradient += gradient(q);
  const double cubed = q.dot(Vec<3>(j0, j1, j2));
  const double h_yy = (q.dot(plain) - d * d * cubed) / size, h_zz = h2 * cubed / size;
  const double h_yz = -d * q.dot(Vec<3>(j1, j2, j3)) / size;
  // The rest by ∇²ψ v = 0.
  const double h_y = -(h_yy * d - h_yz * y_c), h_z = -(h_yz * d - h_zz * y_c);
  Matrix3 hessian;
  hessian << h_yy, h_yz, h_y, h_yz, h_zz, h_z, h_y, h_z, -(h_y * d - h_z * y_c);
  sums.hessian += hessian;
}

}  // namespace stickslip::patch
