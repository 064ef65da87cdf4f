// Compiled for speed: see kernel_target.hpp.
#include "stickslip/patch/detail/triangle_sums.hpp"

#include <cmath>

#include "stickslip/numerics/kernel_target.hpp"

namespace stickslip::patch::detail {

namespace {

constexpr int side = 5, points = side * side;
constexpr double least = 1e-300;  // far below any ‖N s‖² but zero: then the point adds nothing

// Of the triangle (0, 0), (1, 0), (1, 1): position v0 + along (v1 − v0) + across (v2 − v1); weights are shares of its area.
struct Rule {
  double along[points], across[points], weight[points];
};

constexpr Rule make_rule() {
  constexpr double node[side] = {0.046910077030668004, 0.23076534494715845, 0.5, 0.76923465505284155,
                                 0.953089922969332};
  constexpr double weight[side] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324,
                                   0.11846344252809454};
  Rule rule{};
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      rule.along[side * i + j] = node[i];
      rule.across[side * i + j] = node[i] * node[j];
      rule.weight[side * i + j] = 2.0 * node[i] * weight[i] * weight[j];
    }
  }
  return rule;
}

constexpr Rule rule = make_rule();

}  // namespace

STICKSLIP_KERNEL void add_triangle(const double* triangle, const double* a, const double* s,
                                   TriangleSums& sums) noexcept {
  const double x0 = triangle[0], y0 = triangle[1], x1 = triangle[2] - x0, y1 = triangle[3] - y0;
  const double x2 = triangle[4] - triangle[2], y2 = triangle[5] - triangle[3];
  const double area = 0.5 * (x1 * y2 - x2 * y1);
  const double a0 = a[0], a1 = a[1], a2 = a[2], sx = s[0], sy = s[1], turn = s[2];
  double g0 = 0.0, g1 = 0.0, g2 = 0.0, g3 = 0.0, g4 = 0.0, g5 = 0.0, g6 = 0.0, g7 = 0.0, g8 = 0.0;
  double h0 = 0.0, h1 = 0.0, h2 = 0.0, h3 = 0.0, h4 = 0.0, h5 = 0.0;
#pragma omp simd reduction(+ : g0, g1, g2, g3, g4, g5, g6, g7, g8, h0, h1, h2, h3, h4, h5)
  for (int i = 0; i < points; ++i) {
    const double x = x0 + rule.along[i] * x1 + rule.across[i] * x2, y = y0 + rule.along[i] * y1 + rule.across[i] * y2;
    const double vx = sx - turn * y, vy = sy + turn * x;
    const double inverse = 1.0 / std::sqrt(vx * vx + vy * vy + least), ex = vx * inverse, ey = vy * inverse;
    const double w = area * rule.weight[i], fx = w * ex, fy = w * ey, torque = x * fy - y * fx;
    g0 += fx;
    g1 += fy;
    g2 += torque;
    g3 += x * fx;
    g4 += x * fy;
    g5 += x * torque;
    g6 += y * fx;
    g7 += y * fy;
    g8 += y * torque;
    const double curve = w * (a0 + a1 * x + a2 * y) * inverse, arm = x * ex + y * ey;
    h0 += curve * ey * ey;
    h1 -= curve * ey * ex;
    h2 -= curve * ey * arm;
    h3 += curve * ex * ex;
    h4 += curve * ex * arm;
    h5 += curve * arm * arm;
  }
  const double g[9] = {g0, g1, g2, g3, g4, g5, g6, g7, g8}, h[6] = {h0, h1, h2, h3, h4, h5};
  for (int i = 0; i < 9; ++i) sums.gradient[i] += g[i];
  for (int i = 0; i < 6; ++i) sums.hessian[i] += h[i];
}

}  // namespace stickslip::patch::detail
