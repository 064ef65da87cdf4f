// Colliders to test with.
#pragma once

#include <random>

#include <Eigen/Geometry>

#include "stickslip/contact/collider.hpp"

namespace stickslip::contact::test {

inline geometry::Shape box(double x, double y, double z) {
  return geometry::Polyhedron::box({x, y, z});
}

inline Collider placed(const geometry::Shape& shape, int body, const Vec<3>& position = Vec<3>::Zero(),
                       const Eigen::Quaterniond& rotation = Eigen::Quaterniond::Identity()) {
  Collider collider;
  collider.body = body;
  collider.shape = &shape;
  collider.position = position;
  collider.rotation = rotation.toRotationMatrix();
  collider.moves = !std::holds_alternative<geometry::Plane>(shape);
  return collider;
}

inline Eigen::Quaterniond turn(double angle, const Vec<3>& axis) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double number(double from, double to) { return std::uniform_real_distribution<double>(from, to)(engine_); }
  int index(int count) { return std::uniform_int_distribution<int>(0, count - 1)(engine_); }
  Vec<3> vector(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }
  Vec<3> direction() {
    std::normal_distribution<double> normal;
    return Vec<3>(normal(engine_), normal(engine_), normal(engine_)).normalized();
  }
  Eigen::Quaterniond rotation() {
    std::normal_distribution<double> normal;
    return Eigen::Quaterniond(normal(engine_), normal(engine_), normal(engine_), normal(engine_)).normalized();
  }
  // The hull of 4 to 20 points on an ellipsoid, or a box, or a prism.
  geometry::Shape polyhedron() {
    const int kind = index(4);
    if (kind == 0) return box(number(0.3, 2.0), number(0.3, 2.0), number(0.3, 2.0));
    if (kind == 1) {
      std::vector<Vec<2>> outline;
      const int corners = 3 + index(8);
      for (int i = 0; i < corners; ++i) {
        const double angle = 2.0 * M_PI * i / corners;
        outline.emplace_back(std::cos(angle), 0.7 * std::sin(angle));
      }
      return geometry::Polyhedron::prism(outline, number(0.2, 2.0));
    }
    const int count = 4 + index(17);
    Eigen::Matrix3Xd points(3, count);
    const Vec<3> axes(number(0.4, 1.2), number(0.4, 1.2), number(0.4, 1.2));
    for (int i = 0; i < count; ++i) points.col(i) = axes.cwiseProduct(direction());
    return geometry::Polyhedron::from_points(points);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace stickslip::contact::test
