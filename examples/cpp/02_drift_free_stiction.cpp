// A block under a load that oscillates below break-away: LuGre creeps, Elasto-Plastic stays.
//
//   m dv/dt = 0.4 + 0.3 sin(2π t) + f   [N], break-away at 1 N
//
// 02_drift_free_stiction.py does the same in Python.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"

using stickslip::Vec;
using stickslip::friction::ElastoPlastic;
using stickslip::friction::LuGre;

constexpr double mass = 1.0, load = 1.0, dt = 2e-4;  // [kg], [N], [s]
constexpr int cycles = 20, steps_per_cycle = 5000;

// Where the block is at the end of each cycle of the load [m].
template <class Law>
std::vector<double> positions_after_cycles(const Law& law) {
  typename Law::template State<1> bristles;
  double x = 0.0, v = 0.0;
  std::vector<double> positions;
  for (int k = 0; k < cycles * steps_per_cycle; ++k) {
    const double push = 0.4 + 0.3 * std::sin(2.0 * std::numbers::pi * k / steps_per_cycle);
    const double friction = law.step(bristles, Vec<1>(v), load, dt)[0];
    v += dt / mass * (push + friction);
    x += dt * v;
    if ((k + 1) % steps_per_cycle == 0) positions.push_back(x);
  }
  return positions;
}

template <class Law>
void print_drift(const char* name, const Law& law) {
  const std::vector<double> at = positions_after_cycles(law);
  std::printf("%-23s   %13.4f   %14.4f\n", name, 1e6 * std::abs(at[9] - at[0]), 1e6 * std::abs(at[19] - at[9]));
}

int main() {
  std::printf("drift of the block [µm]   cycle 1 to 10   cycle 10 to 20\n");
  print_drift("LuGre", LuGre({.sigma0 = 1e5, .sigma1 = 316.0, .sigma2 = 0.4, .mu_c = 1.0, .mu_s = 1.0}));
  print_drift("ElastoPlastic",
              ElastoPlastic({.sigma0 = 1e5, .sigma1 = 316.0, .sigma2 = 0.4, .mu_c = 1.0, .mu_s = 1.0, .s_ba = 0.9}));
}
