#include "experiments/volume/break_away.hpp"

namespace stickslip::experiments::volume {

void load_base(sim::World& world, const BaseLoad& load, double size) {
  push_at(world, 1, {size * load.force, 0.0, 0.0}, world.body(1).position - Vec<3>(0.0, 0.0, 0.5 * cube_side));
  world.set_torque(1, world.body(1).torque + Vec<3>(0.0, 0.0, size * load.torque));
}

bool slips(const sim::World& world) {
  return !world.state().volumes.empty() && world.state().volumes.front().slip_speed > 0.0;
}

BreakAway break_away(const BaseLoad& load, const sim::Surface& surface, const sim::Volume& volume, double expected,
                     double share) {
  sim::World world = cube_on_ground(surface, volume);
  Stepping stepping(world);
  stepping.run(0.2);
  double size = 0.0;
  int unsolved = 0;
  while (size < 2.0 * expected && !slips(world)) {
    unsolved = stepping.unsolved();
    size += share * expected;
    load_base(world, load, size);
    stepping.step();
  }
  return {size, unsolved};
}

}  // namespace stickslip::experiments::volume
