#include "stickslip/patch/surface/polygon_surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "stickslip/patch/detail/edge_integrals.hpp"
#include "stickslip/patch/detail/scaled_twist.hpp"

namespace stickslip::patch {

namespace {

// From here on the patch's own size is small beside the distance of the centre of rotation.
constexpr double far_from_polygon = 4.0;

// Gauss–Legendre on [0, 1].
using Samples = Eigen::Array<double, 8, 1>;
alignas(16) constexpr std::array<double, 8> node_values{0.019855071751231884, 0.10166676129318663, 0.23723379504183551,
                                                        0.40828267875217510,  0.59171732124782490, 0.76276620495816449,
                                                        0.89833323870681337,  0.98014492824876812};
alignas(16) constexpr std::array<double, 8> weight_values{
    0.050614268145188130, 0.11119051722668724, 0.15685332293894364, 0.18134189168918099,
    0.18134189168918099,  0.15685332293894364, 0.11119051722668724, 0.050614268145188130};

}  // namespace

PolygonSurface::PolygonSurface(const PolygonRegion& region, const Vec<2>& cop) {
  double area = 0.0;
  for (const geometry::Polygon& polygon : region.polygons) {
    area += polygon.area();
    measure(polygon, cop);
  }
  for (const geometry::Polygon& polygon : region.polygons) add_edges(polygon, cop);
  const double density = length_ * length_ / area;
  const Vec<2> gradient = density * length_ * region.gradient;
  pieces_.push_back(
      {0, edges_.size(), density * (1.0 + region.gradient.dot(cop - region.centroid)), gradient(0), gradient(1)});
}

PolygonSurface::PolygonSurface(const LinearPieces& shape, const Vec<2>& cop) {
  for (const LinearPiece& piece : shape.pieces) measure(piece.polygon, cop);
  for (const LinearPiece& piece : shape.pieces) {
    const std::size_t first = edges_.size();
    add_edges(piece.polygon, cop);
    const Vec<2> gradient = length_ * length_ * length_ * piece.gradient;
    pieces_.push_back({first, edges_.size() - first, length_ * length_ * (piece.value + piece.gradient.dot(cop)),
                       gradient(0), gradient(1)});
  }
}

void PolygonSurface::measure(const geometry::Polygon& polygon, const Vec<2>& cop) noexcept {
  for (const Vec<2>& vertex : polygon.vertices()) length_ = std::max(length_, norm(Vec<2>(vertex - cop)));
}

void PolygonSurface::add_edges(const geometry::Polygon& polygon, const Vec<2>& cop) {
  const std::vector<Vec<2>>& vertices = polygon.vertices();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec<2> from = (vertices[i] - cop) / length_;
    const Vec<2> edge = (vertices[(i + 1) % vertices.size()] - vertices[i]) / length_;
    const double edge_length = norm(edge);
    edges_.push_back({from(0), from(1), edge(0) / edge_length, edge(1) / edge_length, edge_length});
  }
}

Wrench2 PolygonSurface::wrench(const Twist2& v) const noexcept {
  const detail::ScaledTwist scaled = detail::scaled_twist(v, length_);
  if (scaled.size == 0.0) return Wrench2::Zero();
  if (std::isnan(scaled.size)) return not_a_number<3>();
  const bool is_near =
      scaled.x * scaled.x + scaled.y * scaled.y < far_from_polygon * far_from_polygon * scaled.spin * scaled.spin;
  Wrench2 sum = Wrench2::Zero();
  for (const Piece& piece : pieces_) {
    if (piece.gx == 0.0 && piece.gy == 0.0) {
      sum += is_near ? near_wrench<false>(piece, scaled) : far_wrench<false>(piece, scaled);
    } else {
      sum += is_near ? near_wrench<true>(piece, scaled) : far_wrench<true>(piece, scaled);
    }
  }
  return sum;
}

// Eq. 1.
template <bool linear>
Wrench2 PolygonSurface::near_wrench(const Piece& piece, const detail::ScaledTwist& v) const noexcept {
  const double cx = -v.y / v.spin, cy = v.x / v.spin;
  double i_x = 0.0, i_y = 0.0, d_i = 0.0;  // Σ n I, Σ d I
  double b_x = 0.0, b_y = 0.0, d_b = 0.0;  // Σ n B, Σ d B
  for (const Edge& edge : std::span(edges_).subspan(piece.first, piece.count)) {
    const double x = edge.x - cx, y = edge.y - cy, nx = edge.ty, ny = -edge.tx;
    const double d = x * nx + y * ny, s1 = x * edge.tx + y * edge.ty, s2 = s1 + edge.length;
    const double r1 = std::sqrt(d * d + s1 * s1), r2 = std::sqrt(d * d + s2 * s2);
    const double integral = detail::edge_integral(d, s1, s2, r1, r2);
    i_x += nx * integral;
    i_y += ny * integral;
    d_i += d * integral;
    if constexpr (linear) {
      const double g_n = piece.gx * nx + piece.gy * ny, g_t = piece.gx * edge.tx + piece.gy * edge.ty;
      const double b = g_n * d * integral + g_t * (r2 * r2 * r2 - r1 * r1 * r1) * (1.0 / 3.0);
      b_x += nx * b;
      b_y += ny * b;
      d_b += d * b;
    }
  }
  const double spread = d_i * (1.0 / 3.0), p_c = piece.p0 + piece.gx * cx + piece.gy * cy;  // ∫ ‖ρ‖ dA; p at c
  const double fx = p_c * i_x + b_x - piece.gx * spread, fy = p_c * i_y + b_y - piece.gy * spread;
  const double torque = p_c * spread + 0.25 * d_b + cx * fx + cy * fy;
  const double sign = std::copysign(1.0, v.spin);
  return {sign * fy, -sign * fx, -sign * length_ * torque};
}

// Eqs. 2–5.
template <bool linear>
Wrench2 PolygonSurface::far_wrench(const Piece& piece, const detail::ScaledTwist& v) const noexcept {
  const double inverse = 1.0 / std::sqrt(v.x * v.x + v.y * v.y);
  const double ex = -v.y * inverse, ey = v.x * inverse, kappa = v.spin * inverse;
  const Eigen::Map<const Samples, Eigen::Aligned16> nodes(node_values.data()), weights(weight_values.data());
  double fx = 0.0, fy = 0.0, torque = 0.0;       // ∮ n p h ds, ∮ (x·n) p h ds
  double h_area = 0.0, q_area = 0.0, g_h = 0.0;  // 3 H, 3 Q, ∮ (g·x) (…) ds
  for (const Edge& edge : std::span(edges_).subspan(piece.first, piece.count)) {
    const double nx = edge.ty, ny = -edge.tx;
    const double x_n = edge.x * nx + edge.y * ny, e_n = ex * nx + ey * ny, e_t = ex * edge.tx + ey * edge.ty;
    const double a1 = edge.x * ex + edge.y * ey, b1 = edge.x * ey - edge.y * ex;
    const double a_slope = edge.length * e_t, b_slope = -edge.length * e_n;
    const double g1 = piece.gx * edge.x + piece.gy * edge.y,
                 g_slope = edge.length * (piece.gx * edge.tx + piece.gy * edge.ty);
    const Samples a = a1 + a_slope * nodes, b = b1 + b_slope * nodes, ahead = 1.0 - kappa * a;
    const Samples w = b.square() / ((ahead.square() + (kappa * b).square()).sqrt() + ahead), h = kappa * w - a;
    const double sum_h = (weights * h).sum(), sum_w = (weights * w).sum();
    double sum_gh = 0.0;
    if constexpr (linear) {
      const Samples g = weights * (g1 + g_slope * nodes);
      const double sum_gw = (g * w).sum(), sum_wa = (weights * w * (a - 0.5 * kappa * w)).sum();
      sum_gh = (g * h).sum();
      q_area += edge.length * (x_n * sum_w - e_n * sum_wa);
      g_h += edge.length * (x_n * sum_gh - e_n * sum_gw);
    }
    const double p_h = edge.length * (piece.p0 * sum_h + sum_gh);
    fx += nx * p_h;
    fy += ny * p_h;
    torque += x_n * p_h;
    h_area += edge.length * (x_n * sum_h - e_n * sum_w);
  }
  const double h_mean = h_area * (1.0 / 3.0),
               g_mean = 0.25 * (g_h + (piece.gx * ex + piece.gy * ey) * q_area * (1.0 / 3.0));
  fx -= piece.gx * h_mean;
  fy -= piece.gy * h_mean;
  torque -= 2.0 * piece.p0 * h_mean + 3.0 * g_mean;
  return {fy, -fx, -length_ * torque};
}

}  // namespace stickslip::patch
