#include "stickslip/cone/wrench_cone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "stickslip/cone/detail/contact_rays.hpp"
#include "stickslip/cone/detail/torque_scale.hpp"
#include "stickslip/core/error.hpp"

namespace stickslip::cone {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd scaled(const VectorXd& scale, const Eigen::Ref<const VectorXd>& wrench) {
  if (wrench.size() != scale.size()) {
    throw InvalidArgument("WrenchCone: the wrench has " + std::to_string(wrench.size()) + " components, the cone has " +
                          std::to_string(scale.size()));
  }
  return scale.cwiseProduct(wrench);
}

// Wrenches about the middle of the points, torques in units of their reach: contacts that are tiny or far away are
// judged as others are.
MatrixXd frame_of(const detail::Extent& extent) {
  const Vec<3>& c = extent.middle;
  Eigen::Matrix3d cross;
  cross << 0.0, -c(2), c(1), c(2), 0.0, -c(0), -c(1), c(0), 0.0;
  MatrixXd frame = MatrixXd::Identity(6, 6);
  frame.bottomLeftCorner(3, 3) = -cross / extent.reach;
  frame.bottomRightCorner(3, 3) /= extent.reach;
  return frame;
}

// μ whose four-sided pyramid |fx|, |fy| ≤ μ fz is meant.
double pyramid_mu(const char* caller, double mu, Approximation kind) {
  if (!(mu >= 0.0 && mu <= detail::most_friction))
    throw InvalidArgument(caller, {"mu", mu, "must be between 0 and 1e8"});
  return kind == Approximation::outer ? mu : mu / std::numbers::sqrt2;
}

std::vector<FrictionPoint> flat_contacts(std::span<const Vec<2>> corners, double mu) {
  std::vector<FrictionPoint> contacts;
  for (const Vec<2>& corner : corners) contacts.push_back({{corner(0), corner(1), 0.0}, Vec<3>::UnitZ(), mu});
  return contacts;
}

}  // namespace

WrenchCone::WrenchCone(PolyhedralCone cone) : cone_(std::move(cone)) {
  const int d = cone_.dimension();
  if (d != 4 && d != 6) {
    throw InvalidArgument("WrenchCone", {"dimension", static_cast<double>(d), "must be 6 (forces and torques) or 4"});
  }
}

WrenchCone WrenchCone::from_points(std::span<const FrictionPoint> points, int k, Approximation kind) {
  if (points.empty()) throw InvalidArgument("WrenchCone: there are no contact points; there must be at least one");
  MatrixXd rays = detail::contact_rays(points, k, kind);
  const detail::Extent extent = detail::extent_of(points);
  MatrixXd near = detail::contact_rays(points, k, kind, extent.middle);
  near.rightCols(3) /= extent.reach;
  return WrenchCone(PolyhedralCone::from_generators(std::move(rays), frame_of(extent), std::move(near)));
}

WrenchCone WrenchCone::rectangle(double half_x, double half_y, double mu, Approximation kind) {
  for (const auto& [name, half] : {std::pair("half_x", half_x), std::pair("half_y", half_y)}) {
    if (half >= 1e-50 && half <= 1e50) continue;
    throw InvalidArgument("WrenchCone.rectangle",
                          {name, half, "must be between 1e-50 and 1e50 [m]; of lines and points: from_points"});
  }
  const double m = pyramid_mu("WrenchCone.rectangle", mu, kind), x = half_x, y = half_y;
  const std::vector<FrictionPoint> contacts = flat_contacts(std::vector<Vec<2>>{{x, y}, {-x, y}, {-x, -y}, {x, -y}}, m);
  if (m == 0.0)
    return from_points(contacts, 4, Approximation::outer);  // Eq. 2 has more rows than there are facets then
  MatrixXd rows = MatrixXd::Zero(16, 6);
  Index row = 0;
  for (const double s : {1.0, -1.0}) {
    rows.row(row++) << s, 0.0, -m, 0.0, 0.0, 0.0;
    rows.row(row++) << 0.0, s, -m, 0.0, 0.0, 0.0;
    rows.row(row++) << 0.0, 0.0, -y, s, 0.0, 0.0;
    rows.row(row++) << 0.0, 0.0, -x, 0.0, s, 0.0;
  }
  for (const double spin : {1.0, -1.0}) {
    for (const double s : {1.0, -1.0}) {
      for (const double t : {1.0, -1.0}) {
        rows.row(row++) << s * y, t * x, -m * (x + y), spin * s * m, spin * t * m, spin;
      }
    }
  }
  return WrenchCone(
      PolyhedralCone::from_both(detail::contact_rays(contacts, 4, Approximation::outer), std::move(rows)));
}

WrenchCone WrenchCone::polygon(std::span<const Vec<2>> corners, double mu, Approximation kind) {
  const std::vector<FrictionPoint> contacts = flat_contacts(corners, pyramid_mu("WrenchCone.polygon", mu, kind));
  return from_points(contacts, 4, Approximation::outer);
}

std::vector<std::string> WrenchCone::components() const {
  if (dimension() == 4) return {"fx", "fy", "tau", "fn"};
  return {"fx", "fy", "fz", "tau_x", "tau_y", "tau_z"};
}

bool WrenchCone::contains(const Eigen::Ref<const VectorXd>& wrench, double tolerance) const {
  return cone_.contains(wrench, tolerance);
}

Certificate WrenchCone::certificate(const Eigen::Ref<const VectorXd>& wrench, double tolerance) const {
  return cone_.certificate(wrench, tolerance);
}

double WrenchCone::margin(const Eigen::Ref<const VectorXd>& wrench, double length) const {
  if (length == 1.0) return cone_.margin(wrench);
  const VectorXd scale = detail::torque_scale("WrenchCone", dimension(), length), there = scaled(scale, wrench);
  if (!there.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  double nearest = -std::numeric_limits<double>::infinity();
  for (const auto& row : facets().rowwise()) {
    nearest = std::max(nearest, row.dot(wrench) / row.cwiseQuotient(scale.transpose()).norm());
  }
  if (nearest <= 0.0) return 0.0 - nearest;
  return 0.0 - PolyhedralCone::from_generators(generators() * scale.asDiagonal()).distance(there);
}

VectorXd WrenchCone::project(const Eigen::Ref<const VectorXd>& wrench, double length) const {
  if (length == 1.0) return cone_.project(wrench);
  const VectorXd scale = detail::torque_scale("WrenchCone", dimension(), length);
  const PolyhedralCone cone = PolyhedralCone::from_generators(generators() * scale.asDiagonal());
  return cone.project(scaled(scale, wrench)).cwiseQuotient(scale);
}

}  // namespace stickslip::cone
