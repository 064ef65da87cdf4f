// The same sliding slab, made of two halves, on a ground of two boxes, and with the bodies the other way round: the same motion.
#include <cmath>

#include "experiments/stages.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/parts.hpp"

namespace stickslip::experiments::volume {

namespace pieces_experiment {
namespace {

using geometry::Polyhedron;

enum class Made { plainly, of_two_halves, over_a_seam, the_other_way_round };

std::vector<sim::PlacedShape> halves(const Vec<3>& size) {
  std::vector<sim::PlacedShape> shapes;
  for (const double side : {-0.25, 0.25})
    shapes.push_back({Polyhedron::box({0.5 * size(0), size(1), size(2)}),
                      Pose3(Vec<3>(side * size(0), 0.0, 0.0), Eigen::Quaterniond::Identity())});
  return shapes;
}

struct End {
  Vec<3> position;
  Vec<3> normal;  // of the contact, upwards
  int unsolved;
};

End slide(Made made) {
  const Vec<3> slab(0.1, 0.1, 0.02), ground(2.0, 2.0, 0.1);
  const sim::Surface surface = rough(0.3);
  sim::World world;
  int body = -1;
  const auto add_slab = [&] {
    body = world.add_body(
        {.shapes = made == Made::of_two_halves ? halves(slab) : std::vector<sim::PlacedShape>{{Polyhedron::box(slab)}},
         .mass = 1.0,
         .surface = surface,
         .position = {-0.05, 0.01, 0.01},
         .velocity = {0.5, 0.1, 0.0},
         .angular_velocity = {0.0, 0.0, 8.0}});
  };
  if (made == Made::the_other_way_round) add_slab();
  world.add_body(
      {.shapes = made == Made::over_a_seam ? halves(ground) : std::vector<sim::PlacedShape>{{Polyhedron::box(ground)}},
       .mass = 0.0,
       .surface = surface,
       .position = {0.0, 0.0, -0.05}});
  if (made != Made::the_other_way_round) add_slab();
  world.add_contact_model({});
  Stepping stepping(world);
  stepping.run(0.5);
  const Vec<3> normal = world.state().volumes.front().normal;
  return {world.body(body).position, normal.z() < 0.0 ? Vec<3>(-normal) : normal, stepping.unsolved()};
}

}  // namespace
}  // namespace pieces_experiment

void pieces(Result& result, const Progress& progress, Extent) {
  using namespace pieces_experiment;
  Stages stages(progress, 1.0);
  const End plain = slide(Made::plainly), seam = slide(Made::over_a_seam), swapped = slide(Made::the_other_way_round);
  const End halved = slide(Made::of_two_halves);
  result.checks.push_back(
      at_most("ground and slab swapped: normals differ by", "1", 1e-12, (swapped.normal - plain.normal).norm()));
  result.checks.push_back(
      at_most("ground of two boxes: end differs by", "µm", 20.0, 1e6 * (seam.position - plain.position).norm()));
  check_solved(result, "slabs of pieces", plain.unsolved + seam.unsolved + swapped.unsolved + halved.unsolved);
  stages.next(1.0)(1.0);
}

}  // namespace stickslip::experiments::volume
