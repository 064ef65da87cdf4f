// Random bodies and poses for the tests of this module.
#pragma once

#include <random>

#include <Eigen/Geometry>

#include "stickslip/core/pose3.hpp"
#include "stickslip/geometry/polyhedron.hpp"

namespace stickslip::geometry::test {

inline Vec<3> random_vector(std::mt19937& engine) {
  std::normal_distribution<double> normal;
  const double x = normal(engine), y = normal(engine), z = normal(engine);
  return {x, y, z};
}

inline Eigen::Matrix3Xd random_points(std::mt19937& engine, int count, bool on_sphere = false) {
  Eigen::Matrix3Xd points(3, count);
  for (auto column : points.colwise()) {
    column = random_vector(engine);
    if (on_sphere) column.normalize();
  }
  return points;
}

inline Pose3 random_pose(std::mt19937& engine, double reach) {
  const Vec<3> position = reach * random_vector(engine), axis = random_vector(engine);
  return Pose3::from_axis_angle(position, axis, std::uniform_real_distribution<double>(-3.0, 3.0)(engine));
}

// A box, a prism or a hull.
inline Polyhedron random_body(std::mt19937& engine) {
  std::uniform_real_distribution<double> side(0.2, 2.0);
  switch (engine() % 3U) {
    case 0: {
      const double x = side(engine), y = side(engine), z = side(engine);
      return Polyhedron::box({x, y, z});
    }
    case 1: {
      const double width = side(engine), height = side(engine);
      return Polyhedron::prism({{0, 0}, {width, 0}, {1.2 * width, 0.7}, {0.3 * width, 1}}, height);
    }
    default:
      return Polyhedron::from_points(random_points(engine, 4 + static_cast<int>(engine() % 20U)));
  }
}

}  // namespace stickslip::geometry::test
