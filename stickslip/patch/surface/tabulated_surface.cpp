#include "stickslip/patch/surface/tabulated_surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "stickslip/core/error.hpp"

namespace stickslip::patch {

namespace {

void require_radius(double r) {
  require("TabulatedSurface", check_positive("r", r, "must be finite and > 0 [m]"));
}

}  // namespace

TabulatedSurface::TabulatedSurface(const std::vector<Vec<3>>& nodes, int n, double r) : n_(n), r_(r) {
  require_count("TabulatedSurface", "n", n, most_n);
  require_radius(r);
  const auto expected = static_cast<std::size_t>(4 * n + 1) * static_cast<std::size_t>(n + 1);
  if (nodes.size() != expected) {
    throw InvalidArgument("TabulatedSurface: " + std::to_string(nodes.size()) + " nodes given, but n = " +
                          std::to_string(n) + " needs (4n + 1)(n + 1) = " + std::to_string(expected));
  }
  nodes_.reserve(4 * nodes.size());
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    for (const double entry : {nodes[k](0), nodes[k](1), nodes[k](2)}) {
      if (!std::isfinite(entry)) {
        throw InvalidArgument("TabulatedSurface: nodes[" + std::to_string(k) + "] has the entry " + to_text(entry) +
                              ", which must be finite");
      }
    }
    nodes_.insert(nodes_.end(), {nodes[k](0), nodes[k](1), nodes[k](2), 0.0});
  }
}

TabulatedSurface TabulatedSurface::resized(double r) const {
  require_radius(r);
  TabulatedSurface other = *this;
  other.r_ = r;
  return other;
}

Twist2 TabulatedSurface::node_twist(int i, int j, int n, double r) noexcept {
  const double theta = i * std::numbers::pi / (2.0 * n), phi = j * std::numbers::pi / (2.0 * n);
  // The last φ is a pure slide, which cos(π/2) in floating point is not.
  const double spin = j == n ? 0.0 : std::cos(phi), slide = j == n ? r : r * std::sin(phi);
  return {slide * std::cos(theta), slide * std::sin(theta), spin};
}

Wrench2 TabulatedSurface::wrench(const Twist2& v) const noexcept {
  if (!v.allFinite()) return not_a_number<3>();
  const Vec<3> h = normalised({v(0), v(1), r_ * v(2)});
  return {h(0), h(1), r_ * h(2)};
}

Response TabulatedSurface::response(const Twist2& v) const noexcept {
  if (!v.allFinite()) return {not_a_number<3>(), Matrix3::Constant(not_a_number<1>()(0))};
  const Vec<3> v_s(v(0), v(1), r_ * v(2)), scale(1.0, 1.0, r_);
  const double speed = norm(v_s);
  const Normalised at = normalised_with_slope(v_s);
  const Matrix3 slope = speed > 0.0 ? Matrix3(at.slope / speed) : Matrix3(Matrix3::Zero());
  return {scale.cwiseProduct(at.h), scale.asDiagonal() * slope * scale.asDiagonal()};
}

TabulatedSurface::Normalised TabulatedSurface::normalised_with_slope(const Vec<3>& v_s) const noexcept {
  const double speed = norm(v_s);
  if (speed == 0.0) return {Vec<3>::Zero(), Matrix3::Zero()};
  // Everything below is of the unit vector; θ's derivative grows like 1/slide, against which h's falls.
  const double sign = v_s(2) < 0.0 ? -1.0 : 1.0, scale = 2.0 * n_ / std::numbers::pi;
  const Vec<3> e = v_s * (sign / speed);
  const double slide = std::max(std::sqrt(e(0) * e(0) + e(1) * e(1)), 1e-12);
  const double a = scale * numerics::circle_angle(e(0), e(1)), b = scale * numerics::quadrant_angle(e(2), slide);
  const int i = cell(a, 4 * n_), j = cell(b, n_);
  const double p = a - i, q = b - j;
  const Vec<3> h00 = node(i, j), h01 = node(i, j + 1), h10 = node(i + 1, j), h11 = node(i + 1, j + 1);
  const Vec<3> by_theta = scale * ((1.0 - q) * (h10 - h00) + q * (h11 - h01));
  const Vec<3> by_phi = scale * ((1.0 - p) * (h01 - h00) + p * (h11 - h10));
  const Vec<3> theta_by_e = Vec<3>(-e(1), e(0), 0.0) / (slide * slide);
  const Vec<3> phi_by_e = Vec<3>(e(2) * e(0) / slide, e(2) * e(1) / slide, -slide);
  const Vec<3> h = (1.0 - p) * ((1.0 - q) * h00 + q * h01) + p * ((1.0 - q) * h10 + q * h11);
  return {sign * h, by_theta * theta_by_e.transpose() + by_phi * phi_by_e.transpose()};
}

}  // namespace stickslip::patch
