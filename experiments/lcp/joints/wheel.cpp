// A wheel on a hinge that rolls without slip: the hinge is that of an axle, which may move up and down in a carriage, which may move
// along x. Its drive turns the wheel, and friction at the ground moves all of it.
//
//   (1)  x = R φ
//   (2)  the angle of a step is 2 atan(h ω/2), where h ω is the turn: φ falls behind by a share of (h ω)²/12, the error of the steps
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "experiments/lcp/joints/joints.hpp"
#include "experiments/lcp/motion_scene.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp::joints_experiment {

namespace rolling {
namespace {

using record::Colour;
using record::MarkKind;
using sim::World;

constexpr double radius = 0.5, top_speed = 2.0;                // of the wheel [m, rad/s]
constexpr double start_time = 1.0, roll_time = 5.0, mu = 0.6;  // [s, s]

// Speeds up within the first second, then turns on steadily.
struct Turn {
  double angle, rate;
};
Turn wanted(double t, double top) {
  if (t >= start_time) return {top * (t - 0.5 * start_time), top};
  const double s = t / start_time;
  return {top * start_time * s * s * s * (1.0 - 0.5 * s), top * s * s * (3.0 - 2.0 * s)};
}

struct Rolled {
  double error = 0.0;     // of Eq. 1, largest, over the distance
  double lag = 0.0;       // by which the angle falls behind at full speed, as a share of it
  double distance = 0.0;  // [m]
  double opening = 0.0;   // [m]
  int unsolved = 0;
};

Rolled roll(double top, double dt, record::Series* series, sim::Recording* recording) {
  World world;
  const sim::Surface surface{.mu_s = mu, .mu_k = mu};
  world.add_plane(Vec<3>::UnitZ(), 0.0, surface);
  const auto box = [](const Vec<3>& sides, const Vec<3>& position, double mass) -> sim::BodyDescription {
    return {.shapes = {{geometry::Polyhedron::box(sides)}}, .mass = mass, .position = position};
  };
  const int carriage = world.add_body(box({0.6, 0.2, 0.1}, {0.0, 0.0, 1.5}, 2.0));
  const int axle = world.add_body(box({0.1, 0.1, 0.3}, {0.0, 0.0, 1.25}, 3.0));
  const int disc = world.add_body(
      {.shapes = {{geometry::Sphere{radius}}}, .mass = 4.0, .surface = surface, .position = {0.0, 0.0, radius}});
  world.set_collision(carriage, disc, false);
  const int along = world.add_slider(carriage, sim::the_world, Vec<3>::UnitX());
  world.add_slider(axle, carriage, Vec<3>::UnitZ());
  const int hinge = world.add_hinge(disc, axle, {0.0, 0.0, radius}, Vec<3>::UnitY());
  Rolled rolled;
  if (recording != nullptr) recording->begin(world.model(), world.state());
  const long steps = std::lround(roll_time / dt);
  // When it has long been at full speed: what Eq. 1 misses by, and the distance.
  const long steady = std::lround(2.0 * start_time / dt);
  double missed = 0.0, from = 0.0, worst = 0.0;
  for (long i = 1; i <= steps; ++i) {
    const Turn turn = wanted((static_cast<double>(i) - 0.5) * dt, top);
    world.drive(hinge, {.target = turn.angle, .stiffness = 400.0, .damping = 40.0, .target_velocity = turn.rate});
    if (!world.step(dt).converged()) ++rolled.unsolved;
    const double angle = world.joint(hinge).position, x = world.joint(along).position;
    const double error = x - radius * angle;
    worst = std::max(worst, std::abs(error));
    if (i == steady) {
      missed = error;
      from = x;
    }
    if (i == steps) rolled.lag = (error - missed) / (x - from);
    rolled.opening = std::max(rolled.opening, largest_opening(world));
    if (series != nullptr && i % 20 == 0) series->append({world.time(), x, angle, error});
    if (recording != nullptr && i % 40 == 0) recording->add(world.model(), world.state());
  }
  rolled.distance = world.joint(along).position;
  rolled.error = worst / rolled.distance;
  return rolled;
}

void run(Result& result, const Progress& progress) {
  record::Series series("wheel", "A wheel that rolls",
                        {{"t", "s"}, {"distance", "m"}, {"angle", "rad"}, {"distance − R angle", "m"}});
  sim::Recording recording;
  record::Series table("wheel_errors", "Rolling without slip",
                       {{"speed", "rad/s"}, {"h", "s"}, {"error", "1"}, {"lag", "1"}, {"(h ω)²/12", "1"}});
  std::vector<std::string> labels;
  std::vector<Rolled> all;
  int unsolved = 0;
  for (const auto& [top, dt] :
       {std::pair{top_speed, h}, std::pair{top_speed, 4.0 * h}, std::pair{2.5 * top_speed, h}}) {
    const bool is_shown = all.empty();
    const Rolled rolled = roll(top, dt, is_shown ? &series : nullptr, is_shown ? &recording : nullptr);
    const double derived = top * top * dt * dt / 12.0;
    table.append({top, dt, rolled.error, rolled.lag, derived});
    labels.push_back(to_text(top) + " rad/s, " + to_text(1e3 * dt) + " ms");
    // Within 2 %: the ground gives way by nanometres, and the wheel rolls as if it were smaller by as much.
    result.checks.push_back(
        equal("wheel, " + labels.back() + ": lag of the angle, over (h ω)²/12", "1", 1.0, rolled.lag / derived, 0.02));
    unsolved += rolled.unsolved;
    all.push_back(rolled);
    progress(static_cast<double>(all.size()) / 3.0);
  }
  result.series.push_back(std::move(series));
  result.series.push_back(std::move(table));
  result.tables.push_back(
      {"Wheel: error of distance = R × angle, over the distance; by how much angles fall behind at full "
       "speed, and (h ω)²/12, which is what turning by 2 atan(h ω/2) leaves out",
       "wheel_errors", labels});
  result.checks.push_back(
      at_most("wheel at 2 rad/s, 1 ms: error of distance = R × angle, of the distance", "1", 1e-6, all[0].error));
  result.checks.push_back(at_least("wheel: distance", "m", 4.0, all[0].distance));
  result.checks.push_back(at_most("wheel: joints open", "m", 1e-6, all[0].opening));
  result.checks.push_back(equal("wheel: steps that were not solved", "1", 0.0, unsolved, 0.0));
  record::Panel distance{"", {"time", "s"}, {"distance − R × angle", "µm", 1e6}, {}};
  distance.marks = {{MarkKind::line, "wheel", {"t", "distance − R angle"}, "2 rad/s, 1 ms", Colour::blue}};
  result.figures.push_back(
      {"wheel",
       "A wheel that rolls without slip",
       "4.5 m in 5 s. What grows is the error of turning by 2 atan(h ω/2) per step in place of h ω.",
       {distance}});
  result.scenes.push_back(motion_scene(result, recording, "scene_wheel", "A wheel on a hinge",
                                       "The axle slides up and down in a carriage that slides along x; the drive of "
                                       "the hinge turns the wheel, and friction moves all of it."));
  result.scenes.back().azimuth = -75.0;
}

}  // namespace
}  // namespace rolling

void wheel(Result& result, const Progress& progress) {
  rolling::run(result, progress);
}

}  // namespace stickslip::experiments::lcp::joints_experiment
