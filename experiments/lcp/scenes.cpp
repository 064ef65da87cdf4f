#include "experiments/lcp/scenes.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "stickslip/core/vector.hpp"

namespace stickslip::experiments::lcp {

namespace {

using formulation::ground;

// Grows by bodies and contacts; `scene` lays them out.
class Builder {
 public:
  int add_body(double mass, const Vec<3>& inertia, const Vec<3>& position, const Vec<3>& velocity,
               const Vec<3>& angular_velocity) {
    bodies_.push_back({mass, inertia, position, velocity, angular_velocity});
    return static_cast<int>(bodies_.size()) - 1;
  }
  void add_contact(int first, int second, const Vec<3>& point, double mu) {
    contacts_.push_back({first, second, point, mu});
  }

  // The normals of all contacts point upwards, gravity downwards.
  Scene scene() const {
    Scene scene;
    const auto bodies = static_cast<Eigen::Index>(bodies_.size()),
               contacts = static_cast<Eigen::Index>(contacts_.size());
    scene.bodies.mass.resize(bodies);
    scene.bodies.inertia.resize(bodies, 3);
    scene.bodies.position.resize(bodies, 3);
    scene.bodies.velocity.resize(bodies, 3);
    scene.bodies.angular_velocity.resize(bodies, 3);
    scene.bodies.force = formulation::Rows<3>::Zero(bodies, 3);
    for (Eigen::Index i = 0; i < bodies; ++i) {
      const Body& body = bodies_[static_cast<std::size_t>(i)];
      scene.bodies.mass[i] = body.mass;
      scene.bodies.inertia.row(i) = body.inertia.transpose();
      scene.bodies.position.row(i) = body.position.transpose();
      scene.bodies.velocity.row(i) = body.velocity.transpose();
      scene.bodies.angular_velocity.row(i) = body.angular_velocity.transpose();
      scene.bodies.force(i, 2) = -gravity * body.mass;
    }
    scene.contacts.bodies.resize(contacts, 2);
    scene.contacts.point.resize(contacts, 3);
    scene.contacts.normal.resize(contacts, 3);
    scene.contacts.mu.resize(contacts, 1);
    for (Eigen::Index c = 0; c < contacts; ++c) {
      const Contact& contact = contacts_[static_cast<std::size_t>(c)];
      scene.contacts.bodies.row(c) << contact.first, contact.second;
      scene.contacts.point.row(c) = contact.point.transpose();
      scene.contacts.normal.row(c) << 0.0, 0.0, 1.0;
      scene.contacts.mu(c, 0) = contact.mu;
    }
    return scene;
  }

 private:
  struct Body {
    double mass;
    Vec<3> inertia, position, velocity, angular_velocity;
  };
  struct Contact {
    int first, second;
    Vec<3> point;
    double mu;
  };
  std::vector<Body> bodies_;
  std::vector<Contact> contacts_;
};

Vec<3> inertia_of_box(double mass, const Vec<3>& size) {
  const Vec<3> squares = size.cwiseAbs2();
  return mass / 12.0 * Vec<3>(squares[1] + squares[2], squares[0] + squares[2], squares[0] + squares[1]);
}

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  // The library's distributions differ between compilers; the engine does not.
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(engine_()) / 0x1p32); }
  // A small motion in the plane, as of bodies that slide on each other.
  Vec<3> slide(double speed) { return {uniform(-speed, speed), uniform(-speed, speed), 0.0}; }
  Vec<3> spin(double speed) { return {0.0, 0.0, uniform(-speed, speed)}; }

 private:
  std::mt19937 engine_;
};

}  // namespace

Scene block_on_point(double mu) {
  Builder builder;
  builder.add_body(1.0, Vec<3>::Ones(), Vec<3>::Zero(), Vec<3>::Zero(), Vec<3>::Zero());
  builder.add_contact(0, ground, Vec<3>::Zero(), mu);
  return builder.scene();
}

Scene paper_box(double mu) {
  Builder builder;
  const Vec<3> size = Vec<3>::Ones();
  builder.add_body(1.0, inertia_of_box(1.0, size), {0.0, 0.0, 0.5}, {0.0, 5.0, 0.0},
                   {0.0, 0.0, 2.0 * std::numbers::pi});
  for (const auto& [x, y] : {std::array{0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}, {0.5, -0.5}}) {
    builder.add_contact(0, ground, {x, y, 0.0}, mu);
  }
  return builder.scene();
}

Scene stack(int n, int points, std::uint32_t seed) {
  Random random(seed);
  Builder builder;
  const double mu = random.uniform(0.2, 1.0), turn = random.uniform(0.0, 2.0 * std::numbers::pi);
  for (int i = 0; i < n; ++i) {
    const double mass = random.uniform(0.5, 2.0);
    builder.add_body(mass, inertia_of_box(mass, Vec<3>::Ones()), {0.0, 0.0, 0.5 + i}, random.slide(1.0),
                     random.spin(2.0));
    for (int p = 0; p < points; ++p) {
      const double angle = turn + 2.0 * std::numbers::pi * p / points;
      builder.add_contact(i, i == 0 ? ground : i - 1, {0.5 * std::cos(angle), 0.5 * std::sin(angle), double(i)}, mu);
    }
  }
  return builder.scene();
}

Scene wall(int n, std::uint32_t seed) {
  constexpr double length = 1.0, depth = 0.5, height = 0.5, overlap = 0.05;
  Random random(seed);
  Builder builder;
  const double mu = random.uniform(0.2, 1.0);
  const auto brick = [&](double x, int course) {
    const double mass = random.uniform(0.5, 2.0);
    return builder.add_body(mass, inertia_of_box(mass, {length, depth, height}), {x, 0.0, height * (course + 0.5)},
                            random.slide(0.3), random.spin(0.5));
  };
  const auto touch = [&](int first, int second, double x, double z) {
    for (const double y : {-0.5 * depth, 0.5 * depth}) builder.add_contact(first, second, {x, y, z}, mu);
  };
  // As many courses as n bricks need when each is one brick shorter than that below it.
  int lowest = 1;
  while (lowest * (lowest + 1) / 2 < n) ++lowest;
  std::vector<int> below;
  int placed = 0;
  for (int course = 0; placed < n; ++course) {
    std::vector<int> bricks;
    for (int i = 0; i < lowest - course && placed < n; ++i, ++placed) {
      const double x = length * (i + 0.5 * course), z = height * course;
      bricks.push_back(brick(x, course));
      // Outer points on the brick below to the left, and on that to the right.
      const double reach = 0.5 * length - overlap;
      const auto column = static_cast<std::size_t>(i);
      touch(bricks.back(), course == 0 ? ground : below[column], x - reach, z);
      touch(bricks.back(), course == 0 ? ground : below[column + 1], x + reach, z);
    }
    below = bricks;
  }
  return builder.scene();
}

}  // namespace stickslip::experiments::lcp
