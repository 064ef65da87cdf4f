// A wall of boxes stands, and then a ball flies into it: energies and movements.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <stickslip/sim/world.hpp>

namespace {

using namespace stickslip;

std::vector<double> movements(const sim::World& world, const std::vector<int>& bodies,
                              const std::vector<Vec<3>>& start) {
  std::vector<double> all;
  for (std::size_t i = 0; i < bodies.size(); ++i) all.push_back((world.body(bodies[i]).position - start[i]).norm());
  return all;
}

}  // namespace

int main() {
  sim::World world;
  world.add_plane({0, 0, 1}, 0.0, {.mu_s = 0.6, .mu_k = 0.6});
  const auto brick = geometry::Polyhedron::box({0.2, 0.1, 0.1});
  std::vector<int> bricks;
  std::vector<Vec<3>> start;
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i < 6 - row % 2; ++i) {
      start.emplace_back(0.2 * (i - 2.5) + 0.1 * (row % 2), 0.0, 0.05 + 0.1 * row);
      bricks.push_back(world.add_body(
          {.shapes = {{brick}}, .mass = 1.0, .surface = {.mu_s = 0.6, .mu_k = 0.6}, .position = start.back()}));
    }
  }
  sim::Recording run = world.run({.until = 1.0});
  std::vector<double> moved = movements(world, bricks, start);
  std::printf("%zu bricks at rest for 1 s: largest movement %.2f um, kinetic energy %.1e J, %d contacts, %s\n",
              bricks.size(), 1e6 * std::ranges::max(moved), world.kinetic_energy(), run.report.contacts,
              std::string(name_of(run.report.status)).c_str());

  static_cast<void>(world.add_body({.shapes = {{geometry::Sphere{0.1}}},
                                    .mass = 3.0,
                                    .surface = {.mu_s = 0.3, .mu_k = 0.3, .restitution = 0.2},
                                    .position = {0.03, -1.0, 0.3},
                                    .velocity = {0.0, 6.0, 0.5}}));
  const double before = world.kinetic_energy() + world.potential_energy();
  run = world.run({.until = 2.0});
  double rise = 0.0;
  for (std::size_t k = 1; k < run.t.size(); ++k) {
    rise = std::max(rise, run.kinetic_energy[k] + run.potential_energy[k] - run.kinetic_energy[k - 1] -
                              run.potential_energy[k - 1]);
  }
  std::printf(
      "energy %.2f J when the ball is thrown, %.2f J a second later; the largest rise between two records is %.1e "
      "J\n",
      before, world.kinetic_energy() + world.potential_energy(), rise);
  moved = movements(world, bricks, start);
  std::printf("%td bricks moved more than 1 cm, the farthest %.2f m; %s\n",
              std::ranges::count_if(moved, [](double m) { return m > 0.01; }), std::ranges::max(moved),
              std::string(name_of(run.report.status)).c_str());
}
