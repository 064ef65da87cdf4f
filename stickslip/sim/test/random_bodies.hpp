// Random bodies for the properties of worlds, and what becomes of their energy.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int count(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  Vec<3> direction() {
    std::normal_distribution<double> normal;
    return Vec<3>(normal(engine_), normal(engine_), normal(engine_)).normalized();
  }
  Eigen::Quaterniond rotation() {
    std::normal_distribution<double> normal;
    return Eigen::Quaterniond(normal(engine_), normal(engine_), normal(engine_), normal(engine_)).normalized();
  }

 private:
  std::mt19937_64 engine_;
};

// 4 to 20 points on a sphere; flat ones are drawn again.
inline geometry::Polyhedron random_polyhedron(Random& random, double radius) {
  for (;;) {
    Eigen::Matrix3Xd points(3, random.count(4, 20));
    for (Eigen::Index i = 0; i < points.cols(); ++i) points.col(i) = radius * random.direction();
    const geometry::Polyhedron polyhedron = geometry::Polyhedron::from_points(points);
    if (polyhedron.volume() > 0.02 * radius * radius * radius) return polyhedron;
  }
}
// Of 0.05 to 0.3 m diameter.
inline geometry::Polyhedron random_polyhedron(Random& random) {
  return random_polyhedron(random, 0.5 * random.between(0.05, 0.3));
}

// A ball, a box or a polyhedron, of up to the given radius.
inline geometry::Shape random_shape(Random& random, double radius) {
  switch (random.count(0, 2)) {
    case 0:
      return geometry::Sphere{radius};
    case 1: {
      const Vec<3> sides(random.between(0.3, 1.0), random.between(0.3, 1.0), random.between(0.3, 1.0));
      return geometry::Polyhedron::box(2.0 * radius / std::sqrt(3.0) * sides);
    }
    default:
      return random_polyhedron(random, radius);
  }
}

// 2 to 5 boxes and hulls of 0.06 to 0.24 m above one another, with up to 2 m/s and 10 rad/s, on a plane: they fall over one another. A
// coefficient of friction of 0.1 to 4 for all.
inline void toss_several(Random& random, World& world) {
  const double mu = random.between(0.1, 4.0);
  const Surface surface{mu, mu, 0.0};
  world.add_plane({0.0, 0.0, 1.0}, 0.0, surface);
  double height = 0.0;
  for (int left = random.count(2, 5); left > 0; --left) {
    const double radius = random.between(0.03, 0.12);
    BodyDescription given{.shapes = {}, .mass = std::pow(10.0, random.between(-0.5, 0.5)), .surface = surface};
    if (random.count(0, 1) == 1) {
      const Vec<3> sides(random.between(0.3, 1.0), random.between(0.3, 1.0), random.between(0.3, 1.0));
      given.shapes = {{geometry::Polyhedron::box(2.0 * radius / std::sqrt(3.0) * sides)}};
    } else {
      given.shapes = {{random_polyhedron(random, radius)}};
    }
    given.position = {random.between(-0.06, 0.06), random.between(-0.06, 0.06), height + 1.6 * radius + 0.002};
    given.orientation = random.rotation();
    given.velocity = random.between(0.0, 2.0) * random.direction();
    given.angular_velocity = random.between(0.0, 10.0) * random.direction();
    height += 3.0 * radius + 0.004;
    world.add_body(given);
  }
}

struct Watch {
  double most_in_a_step = 0.0, most_in_a_run = 0.0;  // of energy, over the scale; the former in steps that converged
  double deepest = 0.0;                              // [m]
  int unsolved = 0;                                  // steps: what they gain is in most_in_a_run alone
};

// Over the run: energy against the largest kinetic energy so far + Σ m g R, and penetration.
inline Watch watch(World& world, double duration, double h) {
  Watch seen;
  double weight = 0.0;
  for (const auto& body : world.model().bodies) {
    if (body && body->is_moved_by_forces()) weight += body->mass * world.model().options.gravity.norm() * body->radius;
  }
  double energy = world.kinetic_energy() + world.potential_energy(), least = energy;
  double scale = weight + world.kinetic_energy();
  while (world.time() < duration) {
    const bool is_solved = world.step(h).converged();
    if (!is_solved) ++seen.unsolved;
    const double kinetic = world.kinetic_energy(), now = kinetic + world.potential_energy();
    scale = std::max(scale, weight + kinetic);
    if (is_solved) seen.most_in_a_step = std::max(seen.most_in_a_step, (now - energy) / scale);
    energy = now;
    least = std::min(least, now);
    seen.most_in_a_run = std::max(seen.most_in_a_run, (now - least) / scale);
    for (const auto& point : world.state().contacts.points) seen.deepest = std::max(seen.deepest, -point.gap);
  }
  return seen;
}

}  // namespace stickslip::sim::test
