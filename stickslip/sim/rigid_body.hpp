// A rigid body in space: its shapes, its mass, and what its surface is like.
//
// shapes       each with its pose in the body's frame B. Of a body with a mass its origin is the centre of mass, the common centroid of
//              the shapes, uniform: make_body moves what is given. Of one without it stays where it was written
// mass         [kg]; 0: the body is fixed, or moves by its velocity whatever touches it
// inertia      about the centre of mass, axes of B [kg·m²]: symmetric, positive definite, and of a real body: no principal moment
//              above the sum of the others. From the shapes, uniform, unless given
// surface      friction and restitution; those of a pair are the geometric means of the two bodies' unless the model says otherwise
//
// Shapes of one body may overlap: what they share counts twice in its mass.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "stickslip/core/field.hpp"
#include "stickslip/core/names.hpp"
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

// Where the origin of a body is, which its position is that of.
enum class BodyOrigin { centroid, frame };

struct RigidBody {
  std::vector<PlacedShape> shapes;
  double mass;
  Eigen::Matrix3d inertia, inverse_inertia;  // the latter 0 where the mass is
  Surface surface;
  double radius;  // of the sphere about the origin that holds it; infinite for a plane [m]
  double size;    // diameter of the largest sphere within a shape; infinite for a plane [m]

  Vec<3> origin = Vec<3>::Zero();  // of B in the frame in which the shapes were given [m]

  bool is_moved_by_forces() const noexcept { return mass > 0.0; }
};

// Throws InvalidArgument, beginning with `subject`, for numbers out of range and static friction below kinetic friction.
void check(const Surface& surface, const std::string& subject);
// `keeps_frame`: of a body without mass, that B is the frame in which the shapes are given.
// Throws InvalidArgument, beginning with `subject`, for bad numbers, no shapes, and a plane that has a mass or other shapes beside it.
RigidBody make_body(std::vector<PlacedShape> shapes, double mass, const std::optional<Eigen::Matrix3d>& inertia,
                    const Surface& surface, const std::string& subject, bool keeps_frame = true);

}  // namespace stickslip::sim

template <>
struct stickslip::Names<stickslip::sim::BodyOrigin> {
  struct Row {
    sim::BodyOrigin value;
    std::string_view name;
    std::string_view meaning;
  };
  static constexpr Row table[] = {
      {sim::BodyOrigin::centroid, "centroid", "position and velocity are those of the common centroid of the shapes"},
      {sim::BodyOrigin::frame, "frame", "position and velocity are those of the origin that shapes are placed about"}};
};
