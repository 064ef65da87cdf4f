// Five dominoes: the first is pushed, all fall, and come to rest on each other.
#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/lcp/pictures.hpp"
#include "experiments/stages.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/parts.hpp"

namespace stickslip::experiments::volume {

void dominoes(Result& result, const Progress& progress, Extent) {
  constexpr double thick = 0.01, wide = 0.03, high = 0.06, pitch = 0.03, mass = 0.02;  // [m, kg]
  constexpr double push = 3.0;                                                         // about its lower edge [rad/s]
  constexpr int count = 5;
  Stages stages(progress, 1.0);
  sim::World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(0.5));
  for (int i = 0; i < count; ++i)
    world.add_body({.shapes = {{geometry::Polyhedron::box({thick, wide, high})}},
                    .mass = mass,
                    .surface = rough(0.5),
                    .position = {pitch * i, 0.0, 0.5 * high}});
  world.set_angular_velocity(1, {0.0, push, 0.0});
  world.set_velocity(1, {0.5 * push * high, 0.0, 0.5 * push * thick});
  world.add_contact_model({});
  Stepping stepping(world);
  stepping.film(0.01);
  stepping.run(3.0);
  double upright = 0.0, speed = 0.0;
  for (int i = 1; i <= count; ++i) {
    upright = std::max(upright, (world.body(i).orientation * Vec<3>::UnitZ()).z());
    speed = std::max(speed, speed_of(world.body(i), 0.5 * high));
  }
  // Leaning on the next one is fallen: 60° and more.
  result.checks.push_back(at_most("dominoes: cosine of the angle of the one that fell least", "1", 0.5, upright));
  result.checks.push_back(at_most("dominoes: fastest after 3 s", "m/s", 1e-8, speed));
  std::vector<record::Shape> shapes = filmed(result, "domino", stepping.recording(), record::Colour::purple, "domino");
  shapes.push_back(lcp::ground_shape(result, "domino_ground", {0.09, 0.0, 0.0}, {0.3, 0.12}));
  result.scenes.push_back(
      lcp::scene_of("scene_dominoes", "Five dominoes", "The first is pushed at 3 rad/s.", std::move(shapes)));
  stages.next(1.0)(1.0);
}

}  // namespace stickslip::experiments::volume
