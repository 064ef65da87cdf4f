#include "stickslip/patch/wrench_cone.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"

namespace stickslip::patch {

namespace {

using cone::PolyhedralCone;
using cone::WrenchCone;
using std::numbers::pi;

std::vector<Twist2> directions(int k, double r) {
  const double spin = r > 0.0 ? 1.0 / r : 1.0;
  const int rings = 2 * (k / 4) + 1;
  std::vector<Twist2> found{{0.0, 0.0, spin}, {0.0, 0.0, -spin}};
  for (int ring = 1; ring <= rings; ++ring) {
    const double latitude = pi * (static_cast<double>(ring) / (rings + 1) - 0.5);
    for (int i = 0; i < k; ++i) {
      const double longitude = 2.0 * pi * i / k, slide = std::cos(latitude);
      found.emplace_back(slide * std::cos(longitude), slide * std::sin(longitude), spin * std::sin(latitude));
    }
  }
  return found;
}

}  // namespace

WrenchCone wrench_cone(const LimitSurface& surface, double mu, int k, cone::Approximation kind) {
  if (!(mu == 0.0 || (mu >= 1e-50 && mu <= 1e50))) {
    throw InvalidArgument("WrenchCone.from_patch", {"mu", mu, "must be 0, or between 1e-50 and 1e50"});
  }
  if (k < 3 || k > 200) {
    throw InvalidArgument("WrenchCone.from_patch", {"k", static_cast<double>(k), "must be between 3 and 200"});
  }
  if (mu == 0.0) {
    Eigen::MatrixXd normal = Eigen::RowVector4d(0.0, 0.0, 0.0, 1.0);
    return WrenchCone(PolyhedralCone::from_generators(std::move(normal)));
  }
  const std::vector<Twist2> twists = directions(k, surface.r());
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(twists.size()), 4);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Twist2& v = twists[static_cast<std::size_t>(i)];
    if (kind == cone::Approximation::inner) {
      rows.row(i) << mu * surface.wrench(v).transpose(), 1.0;
    } else {
      rows.row(i) << -v.transpose(), -mu * surface.support(v);
    }
  }
  // In shares of μ, with the torque in units of r, all are of one size, however small the patch or its friction.
  const double unit = 1.0 / mu, torque = surface.r() > 0.0 ? unit / surface.r() : unit;
  const Eigen::MatrixXd frame = Eigen::Vector4d(unit, unit, torque, 1.0).asDiagonal();
  if (kind == cone::Approximation::inner) return WrenchCone(PolyhedralCone::from_generators(std::move(rows), frame));
  // Where the surface has corners or flat parts some of the planes touch only what others cut: through the rays and
  // back they are gone.
  const Eigen::MatrixXd rays = PolyhedralCone::from_facets(std::move(rows), frame).generators();
  return WrenchCone(PolyhedralCone::from_generators(rays, frame));
}

}  // namespace stickslip::patch
