// A cube slides and spins to rest: where it ends tells how well a simulator knows friction.
#include <cstdio>
#include <numbers>
#include <string>

#include <stickslip/sim/world.hpp>

namespace {

using namespace stickslip;

const Vec<2> reference(0.44065, 1.58397);  // of the same laws integrated finely [m]

void slide(sim::ContactModel formulation, double dt) {
  sim::World world({.formulation = formulation});
  world.add_plane({0, 0, 1}, 0.0, {.mu_s = 1.0, .mu_k = 1.0});
  const int box = world.add_body({.shapes = {{geometry::Polyhedron::box({1, 1, 1})}},
                                  .mass = 1.0,
                                  .surface = {.mu_s = 1.0, .mu_k = 1.0},
                                  .position = {0, 0, 0.5},
                                  .velocity = {0, 5, 0},
                                  .angular_velocity = {0, 0, 2.0 * std::numbers::pi}});
  static_cast<void>(world.run({.until = 1.5, .dt = dt}));
  const sim::BodyState& end = world.body(box);
  std::printf("%-15s %4.0f ms    x %.5f  y %.5f m   off by %7.2f mm   %.0e m/s\n",
              std::string(name_of(formulation)).c_str(), 1e3 * dt, end.position.x(), end.position.y(),
              1e3 * (end.position.head<2>() - reference).norm(), end.velocity.norm());
}

}  // namespace

int main() {
  std::printf("reference                   x %.5f  y %.5f m\n", reference.x(), reference.y());
  for (const auto formulation : {sim::ContactModel::cone, sim::ContactModel::phantom, sim::ContactModel::anitescu_potra,
                                 sim::ContactModel::box}) {
    for (const double dt : {0.01, 0.001}) slide(formulation, dt);
  }
}
