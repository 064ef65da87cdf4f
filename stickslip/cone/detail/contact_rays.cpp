#include "stickslip/cone/detail/contact_rays.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "stickslip/core/error.hpp"

namespace stickslip::cone::detail {

namespace {

constexpr double farthest = 1e50, closest = 1e-50;

Eigen::MatrixX3d forces_of(const FrictionPoint& point, int k, Approximation kind) {
  for (const double x : point.position) {
    if (!(std::abs(x) <= farthest)) {
      throw InvalidArgument("position has entry " + to_text(x) + ", must be finite, at most 1e50 in size [m]");
    }
  }
  if (point.mu > most_friction && !std::isinf(point.mu)) {
    throw InvalidArgument("mu = " + to_text(point.mu) + " must be at most 1e8, or inf");
  }
  return FrictionCone(point.mu, point.normal).generators(k, kind);
}

}  // namespace

Extent extent_of(std::span<const FrictionPoint> points) {
  // From the first of them: of points that are one the middle is that one, without rounding.
  const Vec<3>& first = points.front().position;
  Extent extent{first, 0.0};
  for (const FrictionPoint& point : points) {
    extent.middle += (point.position - first) / static_cast<double>(points.size());
  }
  for (const FrictionPoint& point : points) extent.reach = std::max(extent.reach, norm(point.position - extent.middle));
  if (extent.reach < closest) extent.reach = 1.0;
  return extent;
}

Eigen::MatrixXd contact_rays(std::span<const FrictionPoint> points, int k, Approximation kind, const Vec<3>& about) {
  std::vector<Eigen::MatrixX3d> forces;
  Eigen::Index count = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    try {
      forces.push_back(forces_of(points[i], k, kind));
    } catch (const InvalidArgument& error) {
      throw InvalidArgument("contact " + std::to_string(i) + ": " + error.what());
    }
    count += forces.back().rows();
  }
  Eigen::MatrixXd rays(count, 6);
  Eigen::Index row = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const auto& force : forces[i].rowwise()) {
      const Vec<3> f = force.transpose();
      rays.row(row++) << force, (points[i].position - about).cross(f).transpose();
    }
  }
  return rays;
}

}  // namespace stickslip::cone::detail
