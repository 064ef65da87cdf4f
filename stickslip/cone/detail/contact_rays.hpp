// The rays (f, p × f) of the linearised friction cones of contacts, as rows, contact by contact; torques about `about`.
//
// Each f has normal part 1 (tangents of a contact that cannot slip, μ = ∞, excepted). Throws InvalidArgument naming the
// contact.
#pragma once

#include <span>

#include <Eigen/Core>

#include "stickslip/cone/wrench_cone.hpp"

namespace stickslip::cone::detail {

// Beyond, a normal force is lost beside the friction that it allows.
inline constexpr double most_friction = 1e8;

// Where contacts are and how far apart, for coordinates in which they are neither far away nor tiny.
struct Extent {
  Vec<3> middle;
  double reach;  // of the farthest from the middle [m]; 1 if all are one, to 1e-50 m
};
// At least one point.
Extent extent_of(std::span<const FrictionPoint> points);

Eigen::MatrixXd contact_rays(std::span<const FrictionPoint> points, int k, Approximation kind,
                             const Vec<3>& about = Vec<3>::Zero());

}  // namespace stickslip::cone::detail
