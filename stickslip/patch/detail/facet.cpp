#include "stickslip/patch/detail/facet.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace stickslip::patch::detail {

namespace {

struct Rotation {
  Wrench2 others = Wrench2::Zero();  // W_i for ω = 1
  double weight = 0.0;               // of all loads at the centre
};

Rotation rotation_about(const Vec<2>& centre, const PointsSurface& points) noexcept {
  Rotation rotation;
  const double rest = 4.0 * std::numeric_limits<double>::epsilon() * norm(centre);
  for (std::size_t j = 0; j < points.positions().size(); ++j) {
    const Vec<2>& position = points.positions()[j];
    const Vec<2> arm = position - centre;
    const double distance = norm(arm), weight = points.weights()[j];
    if (distance <= rest) {
      rotation.weight += weight;
    } else {
      rotation.others += weight / distance * Wrench2(arm(1), -arm(0), -position.dot(arm));
    }
  }
  return rotation;
}

}  // namespace

std::optional<Normal> facet_normal(const PointsSurface& points, const Wrench2& w, double r) noexcept {
  int tried = 0;
  for (const Vec<2>& centre : points.positions()) {
    ++tried;
    const Rotation rotation = rotation_about(centre, points);
    const Twist2 v(centre(1), -centre(0), 1.0);
    const double support = -rotation.others.dot(v);
    const double power = -w.dot(v), gauge = std::abs(power) / support;
    if (!(gauge > 0.0 && std::isfinite(gauge))) continue;
    const double sense = std::copysign(1.0, power);
    // What is left has no torque about the centre, because −w·v = gauge ψ(v).
    const Vec<2> force = w.head<2>() / gauge - sense * rotation.others.head<2>();
    if (norm(force) > rotation.weight) continue;
    return Normal{sense / norm(Vec<3>(v(0), v(1), r)) * v, gauge, tried};
  }
  return {};
}

}  // namespace stickslip::patch::detail
