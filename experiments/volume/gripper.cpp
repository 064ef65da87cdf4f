#include "experiments/volume/gripper.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "stickslip/patch/limit_surface.hpp"

namespace stickslip::experiments::volume {

namespace gripper_parts {
namespace {

using geometry::Polyhedron;

constexpr double mass = 1.0, mu_s = 0.5, mu_k = 0.3;
constexpr double pad = 0.03, above = 0.02;  // side, and height over the centre of mass [m]
// Heavy enough not to be far inside the box where a step without contacts would take them: the pads' upper edge is flush with it.
constexpr double finger_mass = 0.3;                         // [kg]
constexpr double begins = 0.2, lifts = 0.5, carries = 0.8;  // [s]
constexpr double up = 0.15, along = 0.446;                  // [m]

// Share of a way per share of its time: ∝ u² (1 − u)², or half a sine.
double pace(GripMotion motion, double u) {
  if (u <= 0.0 || u >= 1.0) return 0.0;
  return motion == GripMotion::smooth ? 30.0 * u * u * (1.0 - u) * (1.0 - u)
                                      : 0.5 * std::numbers::pi * std::sin(std::numbers::pi * u);
}
double pace_rate(GripMotion motion, double u) {
  return motion == GripMotion::smooth ? 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u)
                                      : 0.5 * std::numbers::pi * std::numbers::pi * std::cos(std::numbers::pi * u);
}

Vec<3> hand_velocity(GripMotion motion, double t) {
  const double lift = up / lifts * pace(motion, (t - begins) / lifts);
  const double carry = along / carries * pace(motion, (t - begins - lifts) / carries);
  return {carry, 0.0, lift};
}

}  // namespace
}  // namespace gripper_parts

double least_grip(GripMotion motion) {
  using namespace gripper_parts;
  const double half = 0.5 * pad;
  const patch::LimitSurface surface(
      patch::Pressure::polygon({{-half, -half}, {half, -half}, {half, half}, {-half, half}}));
  double grip = 0.0;
  constexpr int moments = 400;
  for (int i = 0; i <= moments; ++i) {
    const double u = static_cast<double>(i) / moments;
    const double lift = up / (lifts * lifts) * pace_rate(motion, u);
    const double carry = along / (carries * carries) * pace_rate(motion, u);
    const double share = 0.5 * mass / mu_s;
    grip = std::max({grip, surface.gauge({0.0, share * (gravity + lift), 0.0}),
                     surface.gauge({share * carry, share * gravity, share * carry * above})});
  }
  return grip;
}

Gripped grip(const Contact& contact, GripMotion motion, double force, double h, double hold) {
  using namespace gripper_parts;
  sim::World world;
  const sim::Surface surface = rough(mu_s, mu_k);
  const int box = world.add_body({.shapes = {{Polyhedron::box({0.08, 0.03, 0.07})}}, .mass = mass, .surface = surface});
  const int hand =
      world.add_body({.shapes = {{Polyhedron::box({0.02, 0.08, 0.02})}}, .mass = 0.0, .position = {0.0, 0.0, 0.12}});
  world.set_collision(box, hand, false);
  for (const double side : {1.0, -1.0}) {
    const int finger = world.add_body({.shapes = {{Polyhedron::box({pad, 0.01, pad})}},
                                       .mass = finger_mass,
                                       .surface = surface,
                                       .position = {0.0, side * 0.02, above}});
    world.add_slider(finger, hand, Vec<3>::UnitY());
    world.set_force(finger, {0.0, -side * force, 0.0});
  }
  if (contact) world.add_contact_model(*contact);
  Stepping stepping(world, h);
  stepping.film(0.02, 1.1);
  const auto place = [&]() -> Vec<3> { return world.body(box).position - world.body(hand).position; };
  const long first = std::lround(begins / h), last = std::lround((begins + lifts + carries + 0.1) / h);
  const long steps = last + std::lround(hold / h);
  Gripped gripped{};
  Vec<3> start = Vec<3>::Zero(), carried = Vec<3>::Zero();
  for (long i = 1; i <= steps; ++i) {
    const double t = static_cast<double>(i) * h;
    world.set_velocity(hand, hand_velocity(motion, t));
    // Held up at first, by a force that fades: a load that came at once would overshoot.
    world.set_force(box, {0.0, 0.0, mass * gravity * std::max(0.0, 1.0 - 2.0 * t / begins)});
    stepping.step();
    if (i == first) start = place();
    if (i > first) gripped.moved = std::max(gripped.moved, (place() - start).norm());
    if (i == last) carried = place();
  }
  gripped.creep = hold > 0.0 ? (place() - carried).norm() / hold : 0.0;
  gripped.unsolved = stepping.unsolved();
  gripped.recording = std::move(stepping.recording());
  return gripped;
}

}  // namespace stickslip::experiments::volume
