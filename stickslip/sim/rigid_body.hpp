// A rigid body in space: its shapes, its mass, and what its surface is like.
//
// shapes       each with its pose in the body's frame B, whose origin is the centre of mass: make_body moves what is given, so that
//              the common centroid of the shapes, uniform, is the origin
// mass         [kg]; 0: the body is fixed, or moves by its velocity whatever touches it
// inertia      about the centre of mass, axes of B [kg·m²]: symmetric, positive definite, and of a real body: no principal moment
//              above the sum of the others. From the shapes, uniform, unless given
// surface      friction and restitution; those of a pair are the geometric means of the two bodies' unless the model says otherwise
//
// Shapes of one body may overlap: what they share counts twice in its mass.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "stickslip/core/field.hpp"
#include "stickslip/core/pose3.hpp"
#include "stickslip/geometry/shape.hpp"

namespace stickslip::sim {

struct Surface {
  double mu_s = 0.5;
  double mu_k = 0.5;
  double restitution = 0.0;

  static constexpr auto fields() {
    using S = Surface;
    constexpr Range share{.low = 0.0, .high = 1.0, .low_included = true, .high_included = true};
    return std::tuple{Field{"mu_s", &S::mu_s, "1", not_negative, "coefficient of friction while a contact sticks"},
                      Field{"mu_k", &S::mu_k, "1", not_negative, "coefficient of friction while it slides"},
                      Field{"restitution", &S::restitution, "1", share, "Newton's coefficient of restitution"}};
  }
};

struct PlacedShape {
  geometry::Shape shape;
  Pose3 X_BS = {};
};

struct RigidBody {
  std::vector<PlacedShape> shapes;
  double mass;
  Eigen::Matrix3d inertia, inverse_inertia;  // the latter 0 where the mass is
  Surface surface;
  double radius;  // of the sphere about the centre of mass that holds it; infinite for a plane [m]
  double size;    // diameter of the largest sphere within a shape; infinite for a plane [m]

  bool is_moved_by_forces() const noexcept { return mass > 0.0; }
};

// Throws InvalidArgument, beginning with `subject`, for bad numbers, no shapes, and a plane that has a mass or other shapes beside it.
RigidBody make_body(std::vector<PlacedShape> shapes, double mass, const std::optional<Eigen::Matrix3d>& inertia,
                    const Surface& surface, const std::string& subject);

}  // namespace stickslip::sim
