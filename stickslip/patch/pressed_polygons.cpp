#include "stickslip/patch/pressed_polygons.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/core/at.hpp"
#include "stickslip/patch/detail/edge_integrals.hpp"
#include "stickslip/patch/detail/triangle_sums.hpp"

namespace stickslip::patch {

namespace {

constexpr double far_from_area = 4.0;  // in extents of a polygon: from here on Gauss points
constexpr double line_share = 0.01;    // area over reach²: what is less is a line
constexpr double least_spread = 1e-6;  // u over reach²
constexpr double sliver_share = 1e-3;  // area over extent²: what is less is a sliver
constexpr double slight_load = 1e-5;   // of all: a sliver that bears less may have its friction by Gauss points

// C of the loads, or moments, (1, x, y, x² + y²).
Matrix3 stiffness_of(double one, double x, double y, double square) noexcept {
  Matrix3 c;
  c << one, 0.0, -y, 0.0, one, x, -y, x, square;
  return c;
}

}  // namespace

// Green's theorem, edge by edge, with coordinates from the first corner so that small polygons far from the origin keep their digits.
AreaMoments area_moments(std::span<const Vec<2>> corners) noexcept {
  AreaMoments local{};
  const Vec<2> origin = corners.empty() ? Vec<2>(Vec<2>::Zero()) : corners[0];
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const double x1 = corners[i](0) - origin(0), y1 = corners[i](1) - origin(1);
    const double x2 = corners[i + 1](0) - origin(0), y2 = corners[i + 1](1) - origin(1);
    const double cross = x1 * y2 - x2 * y1;
    local[0] += cross * (1.0 / 2.0);
    local[1] += cross * (x1 + x2) * (1.0 / 6.0);
    local[2] += cross * (y1 + y2) * (1.0 / 6.0);
    local[3] += cross * (x1 * x1 + x1 * x2 + x2 * x2) * (1.0 / 12.0);
    local[4] += cross * (2.0 * x1 * y1 + x1 * y2 + x2 * y1 + 2.0 * x2 * y2) * (1.0 / 24.0);
    local[5] += cross * (y1 * y1 + y1 * y2 + y2 * y2) * (1.0 / 12.0);
    local[6] += cross * (x1 * x1 * (x1 + x2) + x2 * x2 * (x1 + x2)) * (1.0 / 20.0);
    local[7] += cross *
                (3.0 * (x1 * x1 * y1 + x2 * x2 * y2) + 2.0 * x1 * x2 * (y1 + y2) + x1 * x1 * y2 + x2 * x2 * y1) *
                (1.0 / 60.0);
    local[8] += cross *
                (3.0 * (y1 * y1 * x1 + y2 * y2 * x2) + 2.0 * y1 * y2 * (x1 + x2) + y1 * y1 * x2 + y2 * y2 * x1) *
                (1.0 / 60.0);
    local[9] += cross * (y1 * y1 * (y1 + y2) + y2 * y2 * (y1 + y2)) * (1.0 / 20.0);
  }
  const double x = origin(0), y = origin(1);
  const auto& [m, mx, my, mxx, mxy, myy, mxxx, mxxy, mxyy, myyy] = local;
  return {m,
          mx + x * m,
          my + y * m,
          mxx + 2.0 * x * mx + x * x * m,
          mxy + x * my + y * mx + x * y * m,
          myy + 2.0 * y * my + y * y * m,
          mxxx + 3.0 * x * mxx + 3.0 * x * x * mx + x * x * x * m,
          mxxy + y * mxx + 2.0 * x * mxy + 2.0 * x * y * mx + x * x * my + x * x * y * m,
          mxyy + x * myy + 2.0 * y * mxy + 2.0 * x * y * my + y * y * mx + x * y * y * m,
          myyy + 3.0 * y * myy + 3.0 * y * y * my + y * y * y * m};
}

void PressedPolygons::clear() noexcept {
  polygons_.clear();
  corners_.clear();
  moments_.fill(0.0);
  loads_.fill(0.0);
}

void PressedPolygons::add(std::span<const Vec<2>> corners, const AreaMoments& moments, const Vec<3>& a) {
  double extent2 = 0.0;
  for (const Vec<2>& corner : corners) extent2 = std::max(extent2, (corner - corners[0]).squaredNorm());
  const AreaMoments& m = moments;
  polygons_.push_back({static_cast<int>(corners_.size()), static_cast<int>(corners.size()), std::sqrt(extent2), m[0],
                       a(0) * m[0] + a(1) * m[1] + a(2) * m[2], a});
  corners_.insert(corners_.end(), corners.begin(), corners.end());
  for (std::size_t i = 0; i < m.size(); ++i) moments_[i] += m[i];
  loads_[0] += polygons_.back().load;
  loads_[1] += a(0) * m[1] + a(1) * m[3] + a(2) * m[4];
  loads_[2] += a(0) * m[2] + a(1) * m[4] + a(2) * m[5];
  loads_[3] += a(0) * m[3] + a(1) * m[6] + a(2) * m[7];
  loads_[4] += a(0) * m[4] + a(1) * m[7] + a(2) * m[8];
  loads_[5] += a(0) * m[5] + a(1) * m[8] + a(2) * m[9];
}

void PressedPolygons::finish() noexcept {
  cop_ = loads_[0] > 0.0 ? Vec<2>(loads_[1] / loads_[0], loads_[2] / loads_[0]) : Vec<2>(Vec<2>::Zero());
  double reach2 = 0.0;
  for (const Vec<2>& corner : corners_) reach2 = std::max(reach2, (corner - cop_).squaredNorm());
  reach_ = std::sqrt(reach2);
  const double u = loads_[0] > 0.0 ? (loads_[3] + loads_[5]) / loads_[0] - cop_.squaredNorm() : 0.0;
  u_ = std::max(u, least_spread * reach2);
  is_line_ = area() < line_share * reach2;
  double steepness = 0.0;
  for (Polygon& polygon : polygons_) {
    const bool is_sliver = polygon.area < sliver_share * polygon.extent * polygon.extent;
    if (is_sliver && polygon.load < slight_load * loads_[0]) polygon.extent = 0.0;
    const double far = far_from_area * polygon.extent;
    steepness += polygon.a.tail<2>().norm() * far * far * far;
  }
  rounding_ = loads_[0] > 0.0 ? std::numeric_limits<double>::epsilon() * steepness / loads_[0] : 0.0;
  if (!is_line_) return;
  const auto& m = moments_;
  const Vec<2> centre(m[1] / m[0], m[2] / m[0]);
  const double xx = m[3] / m[0] - centre(0) * centre(0), yy = m[5] / m[0] - centre(1) * centre(1);
  const double angle = 0.5 * std::atan2(2.0 * (m[4] / m[0] - centre(0) * centre(1)), xx - yy);
  line_.begin(centre, {std::cos(angle), std::sin(angle)}, area());
  for (const Polygon& polygon : polygons_) line_.add({corners_.data() + polygon.first, at(polygon.count)}, polygon.a);
  line_.finish();
}

Matrix3 PressedPolygons::stiffness() const noexcept {
  return stiffness_of(loads_[0], loads_[1], loads_[2], loads_[0] * (u_ + cop_.squaredNorm()));
}

Matrix3 PressedPolygons::stiffness_by(int j) const noexcept {
  const auto& m = moments_;
  if (j == 0) return stiffness_of(m[0], m[1], m[2], m[3] + m[5]);
  if (j == 1) return stiffness_of(m[1], m[3], m[4], m[6] + m[8]);
  return stiffness_of(m[2], m[4], m[5], m[7] + m[9]);
}

Support PressedPolygons::support(const Vec<3>& s) const noexcept {
  if (is_line_) return line_.support(s);
  Support result{0.0, Vec<3>::Zero(), Matrix3::Zero(), Matrix3::Zero()};
  if (s(2) != 0.0) add_near(s, result);
  add_far(s, result);
  result.value = result.gradient.dot(s);
  return result;
}

bool PressedPolygons::is_near(const Polygon& polygon, const Vec<3>& s) const noexcept {
  const Vec<2>& corner = corners_[at(polygon.first)];
  const double x = s(0) - s(2) * corner(1), y = s(1) + s(2) * corner(0), far = far_from_area * polygon.extent * s(2);
  return x * x + y * y < far * far;
}

void PressedPolygons::add_near(const Vec<3>& s, Support& to) const noexcept {
  const double inverse = 1.0 / s(2), xc = -s(1) * inverse, yc = s(0) * inverse;
  double spread = 0.0, fx = 0.0, fy = 0.0;         // ∫ p ‖ρ‖, ∫ p ρ/‖ρ‖
  double g_xx = 0.0, g_xy = 0.0, g_yy = 0.0;       // G
  double area0 = 0.0, area_x = 0.0, area_y = 0.0;  // ∫ ‖ρ‖, ∫ ‖ρ‖ ρ
  double along_x = 0.0, along_y = 0.0;             // ∫ ρ/‖ρ‖
  double m_xx = 0.0, m_xy = 0.0, m_yy = 0.0;       // ∫ ρ ρᵀ/‖ρ‖
  for (const Polygon& polygon : polygons_) {
    if (!is_near(polygon, s)) continue;
    const Vec<2>* const corner = corners_.data() + polygon.first;
    const double bx = polygon.a(1), by = polygon.a(2), p_c = polygon.a(0) + bx * xc + by * yc;
    double d_i = 0.0, i_x = 0.0, i_y = 0.0, d_bx = 0.0, d_by = 0.0, n_xx = 0.0, n_xy = 0.0, n_yy = 0.0;
    double q_xx = 0.0, q_xy = 0.0, q_yx = 0.0, q_yy = 0.0;
    double x1 = corner[polygon.count - 1](0) - xc, y1 = corner[polygon.count - 1](1) - yc;
    double r1 = std::sqrt(x1 * x1 + y1 * y1);
    for (int i = 0; i < polygon.count; ++i) {
      const double x2 = corner[i](0) - xc, y2 = corner[i](1) - yc, r2 = std::sqrt(x2 * x2 + y2 * y2);
      const double ex = x2 - x1, ey = y2 - y1, length2 = ex * ex + ey * ey;
      if (length2 > 0.0) [[likely]] {
        const double per = 1.0 / std::sqrt(length2), tx = ex * per, ty = ey * per, nx = ty, ny = -tx;
        const double d = x1 * nx + y1 * ny, s1 = x1 * tx + y1 * ty, s2 = x2 * tx + y2 * ty, d2 = d * d;
        const double l = detail::edge_logarithm(d2, s1, s2, r1, r2), sr = s2 * r2 - s1 * r1;
        const double integral = 0.5 * (sr + d2 * l), e1 = r2 - r1, e2 = 0.5 * (sr - d2 * l);
        const double cube = (r2 * r2 * r2 - r1 * r1 * r1) * (1.0 / 3.0);
        const double b_x = nx * d * integral + tx * cube, b_y = ny * d * integral + ty * cube;
        d_i += d * integral;
        i_x += nx * integral;
        i_y += ny * integral;
        d_bx += d * b_x;
        d_by += d * b_y;
        n_xx += nx * b_x;
        n_xy += nx * b_y;
        n_yy += ny * b_y;
        const double p0 = p_c + (bx * nx + by * ny) * d, p1 = bx * tx + by * ty;
        const double q_n = d * (p0 * l + p1 * e1), q_t = p0 * e1 + p1 * e2;
        const double q_x = nx * q_n + tx * q_t, q_y = ny * q_n + ty * q_t;
        q_xx += q_x * nx;
        q_xy += q_x * ny;
        q_yx += q_y * nx;
        q_yy += q_y * ny;
      }
      x1 = x2;
      y1 = y2;
      r1 = r2;
    }
    const double s0 = d_i * (1.0 / 3.0), t_x = 0.25 * d_bx, t_y = 0.25 * d_by;
    const double p_xx = n_xx - s0, p_yy = n_yy - s0;
    spread += p_c * s0 + bx * t_x + by * t_y;
    fx += p_c * i_x + p_xx * bx + n_xy * by;
    fy += p_c * i_y + n_xy * bx + p_yy * by;
    g_xx += q_xx - i_x * bx;
    g_xy += 0.5 * (q_xy + q_yx - i_x * by - i_y * bx);
    g_yy += q_yy - i_y * by;
    area0 += s0;
    area_x += t_x;
    area_y += t_y;
    along_x += i_x;
    along_y += i_y;
    m_xx += p_xx;
    m_xy += n_xy;
    m_yy += p_yy;
  }
  const double sign = std::copysign(1.0, s(2)), size = std::abs(s(2));
  const auto gradient = [&](double f_x, double f_y, double distance) {
    return Vec<3>(-sign * f_y, sign * f_x, sign * (distance + xc * f_x + yc * f_y));
  };
  to.gradient += gradient(fx, fy, spread);
  to.gradient_by_a.col(0) += gradient(along_x, along_y, area0);
  to.gradient_by_a.col(1) += gradient(xc * along_x + m_xx, xc * along_y + m_xy, xc * area0 + area_x);
  to.gradient_by_a.col(2) += gradient(yc * along_x + m_xy, yc * along_y + m_yy, yc * area0 + area_y);
  // Eq. 5. s_t/s_θ = (y_c, −x_c).
  const double h_xx = g_yy / size, h_xy = -g_xy / size, h_yy = g_xx / size;
  const double h_x = -(h_xx * yc - h_xy * xc), h_y = -(h_xy * yc - h_yy * xc);
  to.hessian += (Matrix3() << h_xx, h_xy, h_x, h_xy, h_yy, h_y, h_x, h_y, -(h_x * yc - h_y * xc)).finished();
}

void PressedPolygons::add_far(const Vec<3>& s, Support& to) const noexcept {
  for (const Polygon& polygon : polygons_) {
    if (s(2) != 0.0 && is_near(polygon, s)) continue;
    const Vec<2>* const corner = corners_.data() + polygon.first;
    detail::TriangleSums sums{};
    for (int i = 1; i + 1 < polygon.count; ++i) {
      const double triangle[6] = {corner[0](0), corner[0](1),     corner[i](0),
                                  corner[i](1), corner[i + 1](0), corner[i + 1](1)};
      detail::add_triangle(triangle, polygon.a.data(), s.data(), sums);
    }
    Matrix3 by_a;
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) by_a(k, j) = sums.gradient[3 * j + k];
    }
    to.gradient_by_a += by_a;
    to.gradient += by_a * polygon.a;
    const double* const h = sums.hessian;
    to.hessian += (Matrix3() << h[0], h[1], h[2], h[1], h[3], h[4], h[2], h[4], h[5]).finished();
  }
}

}  // namespace stickslip::patch
