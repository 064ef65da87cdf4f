// Two fingers hold a block beside its centre of mass and loosen their grip for 0.1 s: it slips, turns, and is caught.
//
//   m dv/dt = weight + wrenches of two contacts,  I dω/dt likewise
//
// Once with three bristles per finger (reduced), once with one per cell (distributed). 06_in_hand_slip.py does the same in
// Python.
#include <cstdio>

#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/sim/simulate.hpp"

using stickslip::Signal;
using stickslip::Vec;
using stickslip::Wrench2;
using stickslip::friction::ElastoPlastic;
using stickslip::patch::DistributedPatch;
using stickslip::patch::Pressure;
using stickslip::patch::ReducedPatch;
using stickslip::sim::PlanarBody;
using stickslip::sim::SimulationOptions;
using stickslip::sim::Trajectory;

template <class Patch>
void print_slip(const char* bristles, const Patch& patch) {
  const PlanarBody block{.mass = 0.2,  // [kg], [kg·m²]; the centre of mass is 2 mm right of the fingers
                         .inertia = 4.8e-4,
                         .pose = {0.002, 0.0, 0.0}};
  const Signal<Wrench2> weight(Wrench2(0.0, -9.81 * block.mass, 0.0));
  const Signal<double> grip({0.0, 0.5, 0.6}, {2.5, 0.8, 2.5});  // from each time [s] on, force of each finger [N]
  SimulationOptions options;
  options.contacts = 2;
  options.dt = 2e-4;
  options.t_end = 2.0;
  options.record_dt = 0.5;
  const Trajectory slip = stickslip::sim::simulate(patch, block, weight, grip, options);
  std::printf("%-14s", bristles);
  for (const auto& pose : {slip.pose[1], slip.pose[4]}) {
    std::printf(" %17.4f %10.4f", 1e3 * pose.y, 57.29577951308232 * pose.theta);
  }
  std::printf(" %18.4f\n", 2.0 * slip.wrench[4](1));
}

int main() {
  const ElastoPlastic law({.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2});
  const Pressure pad = Pressure::rectangle(Vec<2>(0.02, 0.02));
  std::printf("bristles        at 0.5 s: y [mm]  angle [°]   at 2 s: y [mm]  angle [°]   fingers bear [N]\n");
  print_slip("3", ReducedPatch(law, pad));
  print_slip("882", DistributedPatch(law, pad, 21));
}
