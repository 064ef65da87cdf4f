// An arm of seven hinges: straight up, its hinges turn about the vertical and about y by turns, as those of common arms do.
#pragma once

#include <array>

#include <Eigen/Core>

#include "stickslip/core/vector.hpp"

namespace stickslip::experiments::lcp::joints_experiment {

inline constexpr int arm_hinges = 7;

struct ArmLink {
  double from, to;            // heights of its hinge and of the next, or of the hand [m]
  double thickness;           // of its square section [m]
  double mass;                // [kg]
  double stiffness, damping;  // of its drive [N·m/rad, N·m·s/rad]
};
inline constexpr std::array<ArmLink, arm_hinges> arm_links = {{{0.00, 0.20, 0.10, 4.0, 1500.0, 60.0},
                                                               {0.20, 0.40, 0.10, 4.0, 1500.0, 60.0},
                                                               {0.40, 0.60, 0.08, 3.0, 1000.0, 30.0},
                                                               {0.60, 0.80, 0.08, 3.0, 1000.0, 30.0},
                                                               {0.80, 0.95, 0.06, 2.0, 300.0, 8.0},
                                                               {0.95, 1.05, 0.06, 1.0, 300.0, 8.0},
                                                               {1.05, 1.15, 0.05, 0.5, 50.0, 1.0}}};

inline Vec<3> arm_axis(int hinge) {
  return hinge % 2 == 0 ? Vec<3>::UnitZ() : Vec<3>::UnitY();
}

// A rigid body of the arm while it is straight up, world axes.
struct ArmBody {
  double mass;
  Vec<3> centre;
  Eigen::Matrix3d inertia;  // about its centre
};

// A box of uniform density, upright.
inline ArmBody arm_box(const Vec<3>& sides, const Vec<3>& centre, double mass) {
  const Vec<3> squares = sides.cwiseAbs2();
  const Vec<3> moments = mass / 12.0 * (Vec<3>::Constant(squares.sum()) - squares);
  return {mass, centre, moments.asDiagonal()};
}

inline ArmBody arm_body(const ArmLink& link) {
  return arm_box({link.thickness, link.thickness, link.to - link.from}, {0.0, 0.0, 0.5 * (link.from + link.to)},
                 link.mass);
}

}  // namespace stickslip::experiments::lcp::joints_experiment
