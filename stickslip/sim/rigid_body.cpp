#include "stickslip/sim/rigid_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace stickslip::sim {

namespace {

using geometry::Plane;
using geometry::Polyhedron;
using geometry::Shape;
using geometry::Sphere;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Solid {
  double volume;
  Vec<3> centre;            // in the shape's frame
  Eigen::Matrix3d inertia;  // of unit density, about the centre
  double radius;            // about the centre
  double size;
};

Solid solid_of(const Sphere& sphere) {
  const double r = sphere.radius, volume = 4.0 / 3.0 * std::numbers::pi * r * r * r;
  return {volume, Vec<3>::Zero(), 0.4 * volume * r * r * Eigen::Matrix3d::Identity(), r, 2.0 * r};
}
Solid solid_of(const Polyhedron& polyhedron) {
  double nearest = infinity;
  for (const Polyhedron::Face& face : polyhedron.faces())
    nearest = std::min(nearest, face.offset - face.normal.dot(polyhedron.centre()));
  return {polyhedron.volume(), polyhedron.centre(), polyhedron.inertia(), polyhedron.radius(), 2.0 * nearest};
}
Solid solid_of(const Plane& /*plane*/) {
  return {infinity, Vec<3>::Zero(), Eigen::Matrix3d::Zero(), infinity, infinity};
}

Eigen::Matrix3d about(const Vec<3>& p) {
  return p.squaredNorm() * Eigen::Matrix3d::Identity() - p * p.transpose();
}

void check_inertia(const Eigen::Matrix3d& inertia, const std::string& subject) {
  // What rounding leaves of a symmetric matrix that was rotated, and of a flat body whose moments just add up.
  constexpr double rounding = 1e-9;
  const double scale = inertia.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  if (!std::isfinite(scale)) throw InvalidArgument(subject + ": inertia must be finite [kg m^2]");
  if ((inertia - inertia.transpose()).cwiseAbs().maxCoeff() > rounding * scale)
    throw InvalidArgument(subject + ": inertia must be symmetric [kg m^2]");
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia, Eigen::EigenvaluesOnly);
  const Vec<3>& moments = solver.eigenvalues();
  const std::string text = to_text(moments[0]) + ", " + to_text(moments[1]) + ", " + to_text(moments[2]) + " kg m^2";
  if (!(moments[0] > 1e-12 * scale) || !(moments[0] >= smallest_positive))
    throw InvalidArgument(subject + ": principal moments of inertia " + text + " must be > 0");
  if (moments[2] > (1.0 + rounding) * (moments[0] + moments[1]))
    throw InvalidArgument(subject + ": principal moments of inertia " + text +
                          ": the largest must be at most the sum of the others");
}

}  // namespace

void check(const Surface& surface, const std::string& subject) {
  require(subject.c_str(), check_fields(surface));
  if (surface.mu_s < surface.mu_k)
    throw InvalidArgument(subject + ": mu_s = " + to_text(surface.mu_s) + " must be at least mu_k = " +
                          to_text(surface.mu_k) + ": static friction cannot be below kinetic friction");
}

RigidBody make_body(std::vector<PlacedShape> shapes, double mass, const std::optional<Eigen::Matrix3d>& inertia,
                    const Surface& surface, const std::string& subject, bool keeps_frame) {
  check(surface, subject);
  if (!std::isfinite(mass) || mass < 0.0 || (mass > 0.0 && mass < smallest_positive))
    throw InvalidArgument(subject + ": mass = " + to_text(mass) +
                          " must be finite and > 0 [kg], or 0 for a body that is fixed or moved by its velocity");
  if (shapes.empty()) throw InvalidArgument(subject + ": a body has at least one shape");
  // Contacts are named by numbers of 16 bits for shapes and 15 for vertices, edges and faces.
  constexpr std::size_t most_shapes = 65535, most_features = 32768;
  if (shapes.size() > most_shapes)
    throw InvalidArgument(subject + ": " + std::to_string(shapes.size()) + " shapes, must be at most " +
                          std::to_string(most_shapes));
  for (const PlacedShape& placed : shapes) {
    const auto* polyhedron = std::get_if<Polyhedron>(&placed.shape);
    if (polyhedron != nullptr && polyhedron->edges().size() > most_features)
      throw InvalidArgument(subject + ": a polyhedron has " + std::to_string(polyhedron->edges().size()) +
                            " edges, must have at most " + std::to_string(most_features));
  }

  RigidBody body{.shapes = std::move(shapes),
                 .mass = mass,
                 .inertia = Eigen::Matrix3d::Zero(),
                 .inverse_inertia = Eigen::Matrix3d::Zero(),
                 .surface = surface,
                 .radius = 0.0,
                 .size = 0.0};
  std::vector<Solid> solids;
  double volume = 0.0;
  Vec<3> first_moment = Vec<3>::Zero();
  for (const PlacedShape& placed : body.shapes) {
    if (std::holds_alternative<Plane>(placed.shape) && (mass > 0.0 || body.shapes.size() > 1))
      throw InvalidArgument(subject + ": a plane is the only shape of its body, whose mass is 0");
    if (!placed.X_BS.position().allFinite())
      throw InvalidArgument(subject + ": position of a shape must be finite [m]");
    const Solid solid = std::visit([](const auto& shape) { return solid_of(shape); }, placed.shape);
    solids.push_back(solid);
    volume += solid.volume;
    first_moment += solid.volume * placed.X_BS.point(solid.centre);
  }
  if (std::isinf(volume)) {
    body.radius = body.size = infinity;
    return body;
  }
  if (mass > 0.0 || !keeps_frame) body.origin = first_moment / volume;
  Eigen::Matrix3d moment = Eigen::Matrix3d::Zero();
  for (std::size_t i = 0; i < solids.size(); ++i) {
    Pose3& X_BS = body.shapes[i].X_BS;
    X_BS = Pose3(X_BS.position() - body.origin, X_BS.rotation());
    const Vec<3> to_solid = X_BS.point(solids[i].centre);
    const Eigen::Matrix3d R = X_BS.rotation().toRotationMatrix();
    moment += R * solids[i].inertia * R.transpose() + solids[i].volume * about(to_solid);
    body.radius = std::max(body.radius, to_solid.norm() + solids[i].radius);
    body.size = std::max(body.size, solids[i].size);
  }
  if (mass > 0.0) {
    body.inertia = inertia ? *inertia : Eigen::Matrix3d(mass / volume * moment);
    check_inertia(body.inertia, subject);
    body.inertia = 0.5 * (body.inertia + body.inertia.transpose()).eval();
    const double scale = std::ldexp(1.0, -std::ilogb(body.inertia.trace()));
    body.inverse_inertia = (scale * body.inertia).inverse() * scale;
  }
  return body;
}

}  // namespace stickslip::sim
