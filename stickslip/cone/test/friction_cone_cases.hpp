// Friction cones and forces that tests share.
#pragma once

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <Eigen/Geometry>

#include "stickslip/cone/friction_cone.hpp"

namespace stickslip::cone::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// Every size of friction, from none to a half-space.
inline std::vector<double> frictions() {
  return {0.0, 1e-12, 0.05, 0.5, 1.0, 3.0, 1e6, infinity};
}

// The six axes; beside an axis; both sides of where the tangent basis changes; anything.
inline std::vector<Vec<3>> normals() {
  const double x = 0.9 * (1.0 - 1e-15), rest = std::sqrt(0.5 * (1.0 - x * x));
  return {Vec<3>::UnitX(),  -Vec<3>::UnitX(), Vec<3>::UnitY(),  -Vec<3>::UnitY(),    Vec<3>::UnitZ(),
          -Vec<3>::UnitZ(), {1e-9, 0.0, -1},  {x, rest, -rest}, {-0.95, 0.2, -0.24}, {0.267, -0.534, 0.802}};
}

inline std::vector<FrictionCone> cones() {
  std::vector<FrictionCone> all;
  for (const double mu : frictions()) {
    for (const Vec<3>& n : normals()) all.emplace_back(mu, n);
  }
  return all;
}

inline Vec<3> random_vector(std::mt19937& random) {
  std::normal_distribution<> normal;
  return {normal(random), normal(random), normal(random)};
}

// Forces of all kinds for a cone: anywhere, and close to its surface on both sides.
inline std::vector<Vec<3>> forces_for(const FrictionCone& cone, int count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<> uniform(-1.0, 1.0);
  std::vector<Vec<3>> forces{Vec<3>::Zero(), cone.normal(), -cone.normal()};
  const double angle = std::atan(cone.mu());
  for (int i = 0; i < count; ++i) {
    forces.push_back(random_vector(random));
    const Vec<3> tangent = cone.normal().cross(random_vector(random)).normalized();
    const double off = angle + 0.1 * uniform(random);
    forces.emplace_back(10.0 * (1.1 + uniform(random)) * (std::cos(off) * cone.normal() + std::sin(off) * tangent));
  }
  return forces;
}

}  // namespace stickslip::cone::test
