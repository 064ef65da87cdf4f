// Bodies that are joined: a double pendulum, a four-bar linkage, an arm of seven hinges, limits, a wheel, a slider-crank.
#include "experiments/lcp/joints/joints.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/lcp/lcp.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp {

namespace joints_experiment {

namespace {

// Turns z to a direction, about a horizontal axis. Eigen's FromTwoVectors does so by singular values, which take long to compile.
Eigen::Quaterniond turn_from_z(const Vec<3>& to) {
  const double sideways = std::hypot(to.x(), to.y());
  const Vec<3> axis = sideways > 0.0 ? Vec<3>(-to.y() / sideways, to.x() / sideways, 0.0) : Vec<3>(Vec<3>::UnitX());
  return Eigen::Quaterniond(Eigen::AngleAxisd(std::atan2(sideways, to.z()), axis));
}

}  // namespace

sim::BodyDescription bar(const Vec<3>& from, const Vec<3>& to, double thickness, double mass) {
  const Vec<3> along = to - from;
  return {.shapes = {{geometry::Polyhedron::box({thickness, thickness, along.norm()})}},
          .mass = mass,
          .position = 0.5 * (from + to),
          .orientation = turn_from_z(along)};
}

double largest_opening(const sim::World& world) {
  double largest = 0.0;
  for (int j = 0; world.has_joint(j); ++j) {
    const sim::JointReading reading = world.joint(j);
    largest = std::max({largest, reading.distance, reading.angle});
  }
  return largest;
}

namespace {

Result run(const Progress& progress) {
  Result result;
  Stages stages(progress, 10.0);
  double_pendulum(result, stages.next(2.0));
  four_bar(result, stages.next(4.0));
  arm(result, stages.next(2.0));
  limits(result, stages.next(0.5));
  wheel(result, stages.next(0.5));
  slider_crank(result, stages.next(1.0));
  result.parameters.insert(result.parameters.begin(), {{"h", h, "s"}, {"gravity", gravity, "m/s²"}});
  stages.finish();
  return result;
}

}  // namespace
}  // namespace joints_experiment

Experiment joints() {
  return {.name = "lcp-joints",
          .paper = "Peiret2017",
          .figure = "bilateral constraints, (25)",
          .summary =
              "pendulum, four-bar linkage, arm of seven hinges, limits, wheel and slider-crank against their equations",
          .run = &joints_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::lcp
