// A box between two fingers, lifted: touching by volumes it hangs by its friction, and below the limit it slips out.
#include <cmath>
#include <cstdio>
#include <numbers>

#include <stickslip/sim/world.hpp>

namespace {

using namespace stickslip;

// Fingers with a rubber layer of 1e10 Pa/m, closed by `squeeze` beyond touching, carry 1 kg up by 60 mm in half a second.
void lift(double squeeze) {
  sim::World world;
  const sim::Surface rubber{.mu_s = 0.5, .mu_k = 0.5};
  const int box =
      world.add_body({.shapes = {{geometry::Polyhedron::box({0.08, 0.03, 0.07})}}, .mass = 1.0, .surface = rubber});
  int fingers[2];
  for (int k = 0; k < 2; ++k) {
    const double side = k == 0 ? -1.0 : 1.0;
    fingers[k] = world.add_body({.shapes = {{geometry::Polyhedron::box({0.03, 0.01, 0.03})}},
                                 .mass = 0.0,
                                 .surface = rubber,
                                 .position = {0, side * (0.02 - squeeze), 0.02}});
  }
  world.add_contact_model({.stiffness = 1e10, .relaxation = 4e-3});
  const double grip = 1e10 * squeeze * 0.03 * 0.03, h = 1e-3;
  for (int k = 0; k < 700; ++k) {
    const double t = k * h, speed = t < 0.5 ? 0.24 * std::pow(std::sin(2.0 * std::numbers::pi * t), 2) : 0.0;
    for (const int finger : fingers) world.set_velocity(finger, {0, 0, speed});
    static_cast<void>(world.step(h));
  }
  const double hangs = world.body(fingers[0]).position.z() - 0.02 - world.body(box).position.z();
  std::printf("grip %5.1f N each: the box is %9.3f um below its place, and %s\n", grip, 1e6 * hangs,
              world.body(box).velocity.norm() < 1e-6 ? "still" : "falling");
}

}  // namespace

int main() {
  std::printf("needed to hold 1 kg still: %.2f N each\n", 9.81 / (2.0 * 0.5));
  for (const double squeeze : {4e-6, 2e-6, 1e-6}) lift(squeeze);
}
