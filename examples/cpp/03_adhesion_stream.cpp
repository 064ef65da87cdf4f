// A hand strokes a surface by 2 mm, then holds still for 10 s, with tremor: what is left of the friction?
//
// Adhesion takes the positions as they come and keeps its tension. Dahl's law needs velocities, and each
// tremble lets a little of its tension go. 03_adhesion_stream.py does the same in Python.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numbers>
#include <vector>

#include "stickslip/friction/adhesion.hpp"
#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/run.hpp"

using stickslip::Vec;
using stickslip::friction::Adhesion;
using stickslip::friction::Dahl;
using stickslip::friction::Regime;

constexpr int rate = 1000, stroke_time = 1, hold_time = 10;  // samples a second [1/s], [s], [s]

// Position at time t [s]: a smooth stroke, then a hold; tremor of ±20 µm at 9 Hz throughout [m].
static double hand(double t) {
  const double stroke = 2e-3 * 0.5 * (1.0 - std::cos(std::numbers::pi * std::min(t / stroke_time, 1.0)));
  return stroke + 2e-5 * std::sin(2.0 * std::numbers::pi * 9.0 * t);
}

int main() {
  std::vector<double> x, v;
  for (int k = 0; k <= (stroke_time + hold_time) * rate; ++k) x.push_back(hand(static_cast<double>(k) / rate));
  for (std::size_t k = 1; k < x.size(); ++k) v.push_back((x[k] - x[k - 1]) * rate);

  const Adhesion adhesion({.z_max = 1e-4, .stiffness = 1e4});  // slides at 1 N
  Adhesion::State<1> contact;
  std::vector<double> z(x.size()), w(x.size());
  std::vector<Regime> regime(x.size());
  stickslip::friction::run<1>(adhesion, contact, x, z, w, regime);

  const Dahl dahl({.sigma0 = 1e4, .f_c = 1.0});  // slides at 1 N, too
  Dahl::State<1> bristles;
  std::vector<double> force_dahl(v.size());
  stickslip::friction::run<1>(dahl, bristles, v, 1.0, 1.0 / rate, force_dahl);

  std::printf("force on the hand [N]   Adhesion       Dahl\n");
  for (const double t : {0.5, 1.0, 2.0, 5.0, 11.0}) {
    const auto k = static_cast<std::size_t>(std::lround(t * rate));
    std::printf("at %4.1f s               %8.4f   %8.4f\n", t, adhesion.force(Vec<1>(z[k]))[0], force_dahl[k - 1]);
  }
  const double drift = std::abs(w.back() - w[(stroke_time + 1) * rate]);
  std::printf("way of the adhesion point in the last %d s: %.4f µm\n", hold_time - 1, 1e6 * drift);
  std::printf("regime at the end: %s\n", regime.back() == Regime::stuck ? "stuck" : "sliding");
}
