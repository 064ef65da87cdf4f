// A block pulled by a spring at constant speed: it sticks, slips, and sticks again.
//
//   m dv/dt = k (v_pull t − x) + f
//
// While it sticks the spring is loaded; at the break-away force it lets go, jumps, and friction catches it.
// 01_stick_slip.py does the same in Python.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "stickslip/friction/lugre.hpp"

using stickslip::Vec;
using stickslip::friction::LuGre;

int main() {
  constexpr double mass = 1.0, stiffness = 2.0, pull = 0.1;  // [kg], [N/m], [m/s]
  constexpr double load = 1.0, dt = 5e-4;                    // [N], [s]
  constexpr int steps = 100'000;

  const LuGre law({.sigma0 = 1e5, .sigma1 = 316.0, .sigma2 = 0.4, .mu_c = 1.0, .mu_s = 1.5, .v_s = 1e-3});
  LuGre::State<1> bristles;

  double x = 0.0, v = 0.0, peak = 0.0;
  std::vector<double> slips;  // instants at which the block breaks away
  bool moving = false;
  for (int k = 0; k < steps; ++k) {
    const double t = k * dt;
    const double spring = stiffness * (pull * t - x);
    const double friction = law.step(bristles, Vec<1>(v), load, dt)[0];
    v += dt / mass * (spring + friction);
    x += dt * v;
    peak = std::max(peak, spring);
    if (!moving && v > pull) slips.push_back(t);
    moving = v > (moving ? 0.01 * pull : pull);
  }

  std::printf("break-away force of the law  %.4f N\n", law.break_away_force(load));
  std::printf("greatest force of the spring %.4f N\n", peak);
  std::printf("slips in %.0f s               %zu\n", steps * dt, slips.size());
  std::printf("time from slip to slip       %.4f s\n",
              (slips.back() - slips.front()) / static_cast<double>(slips.size() - 1));
  std::printf("way of the block             %.4f m, of the hand %.4f m\n", x, pull * steps * dt);
}
