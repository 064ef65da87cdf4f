// Scenes on which the engines people use were measured, with the true answers: what this library makes of them at 1 ms.
//
// The engines' figures are stated, not measured here: MuJoCo, Bullet, DART, ODE, Simbody, PhysX and Jolt with sleeping, damping and
// restitution off. Two of the scenes are planar: a disc and a gripper that touch with an area. They are computed by `patch`, because
// patch friction is a wrench under imposed pressure, not so many point contacts.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/sim/simulate.hpp"
#include "stickslip/sim/world.hpp"

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/motion_scene.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp {

namespace engines_experiment {
namespace {

using geometry::Polyhedron;
using record::Colour;
using record::MarkKind;
using sim::World;

constexpr double h = 1e-3, gravity = 9.81;

// An engine's figure, or the interval in which those of several are.
struct Entry {
  std::string name;
  double low, high;

  Entry(std::string name_, double value) : Entry(std::move(name_), value, value) {}
  Entry(std::string name_, double low_, double high_) : name(std::move(name_)), low(low_), high(high_) {}
};

// One scene: a row for this library, then the engines, in a series, a table and a figure.
void compare(Result& result, const std::string& name, const std::string& title, const std::string& what,
             const std::string& unit, double ours, const std::vector<Entry>& engines, const std::string& caption) {
  // Zero has no place on a logarithmic axis.
  constexpr double least = 1e-12;
  record::Series series(name, title, {{"place", "1"}, {"value", unit}, {"low", unit}, {"high", unit}});
  std::vector<std::string> names;
  const auto add = [&](const Entry& entry) {
    const double low = std::max(least, entry.low), high = std::max(least, entry.high);
    series.append({static_cast<double>(names.size()), std::sqrt(low * high), low, high});
    names.push_back(entry.name);
  };
  add({"stickslip", ours});
  for (const Entry& engine : engines) add(engine);
  result.series.push_back(std::move(series));
  result.tables.push_back({title + ": " + what, name, names});
  record::Panel panel{
      .title = "",
      .x = {.label = "", .categories = names},
      .y = {.label = what, .unit = unit, .log = true},
      .marks = {{MarkKind::error_bars, name, {"place", "value", "low", "high"}, "as stated", Colour::grey},
                {.kind = MarkKind::points,
                 .series = name,
                 .columns = {"place", "value"},
                 .label = "measured here",
                 .colour = Colour::blue,
                 .only = record::RowFilter{"place", 0.0}}}};
  result.figures.push_back({name, title, caption, {std::move(panel)}});
}

// Steps, and how long they took.
class Stepped {
 public:
  explicit Stepped(World& world) : world_(world) {}

  void step() {
    const auto start = std::chrono::steady_clock::now();
    const sim::StepReport report = world_.step(h);
    const double time = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
    if (!report.converged()) ++unsolved;
    residual = std::max(residual, report.residual);
    times_.push_back(time);
  }
  // [µs]; without the first step, which starts from nothing. The median is what a machine that does other things beside shows best.
  double first() const { return times_.front(); }
  double mean() const {
    return std::accumulate(times_.begin() + 1, times_.end(), 0.0) / static_cast<double>(times_.size() - 1);
  }
  double median() const {
    std::vector<double> sorted(times_.begin() + 1, times_.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }

  double residual = 0.0;
  int unsolved = 0;

 private:
  World& world_;
  std::vector<double> times_;
};

// The time of a scene's steps, for the table of times.
struct Times {
  record::Series series{"times",
                        "Time per step",
                        {{"contacts", "1"}, {"median", "µs"}, {"mean", "µs"}, {"first", "µs"}, {"residual", "1"}}};
  std::vector<std::string> names;
  double unsolved = 0.0;

  void add(const std::string& name, const World& world, const Stepped& stepped) {
    series.append({static_cast<double>(world.state().contacts.size()), stepped.median(), stepped.mean(),
                   stepped.first(), stepped.residual});
    names.push_back(name);
    unsolved += stepped.unsolved;
  }
};

sim::Surface rough(double mu) {
  return {.mu_s = mu, .mu_k = mu};
}

double yaw_of(const Eigen::Quaterniond& q) {
  return 2.0 * std::atan2(q.z(), q.w());
}

// --- S1, S1b: the spinning box -----------------------------------------------------------------------------------------------

struct Slide {
  const char* name;
  double mu;
  Vec<2> end;  // where it comes to rest [m]
  double yaw;  // [rad]
};

sim::Recording slide(Result& result, Times& times, const Slide& truth, double x, const std::vector<Entry>& engines) {
  World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(truth.mu));
  const int box = world.add_body({.shapes = {{Polyhedron::box(Vec<3>::Ones())}},
                                  .mass = 1.0,
                                  .surface = rough(truth.mu),
                                  .position = {x, 0.0, 0.5},
                                  .velocity = {0.0, 5.0, 0.0},
                                  .angular_velocity = {0.0, 0.0, 2.0 * std::numbers::pi}});
  Stepped stepped(world);
  sim::Recording recording;
  recording.begin(world.model(), world.state());
  for (int i = 1; i <= 1500; ++i) {
    stepped.step();
    if (i % 10 == 0) recording.add(world.model(), world.state());
  }
  const std::string name = truth.name;
  const Vec<2> end = world.body(box).position.head<2>() - Vec<2>(x, 0.0);
  const double error = 1e3 * (end - truth.end).norm();
  result.checks.push_back(at_most(name + ": error of the place of rest", "mm", 0.4, error));
  result.checks.push_back(
      equal(name + ": yaw at rest", "rad", truth.yaw, yaw_of(world.body(box).orientation), 5e-3 * truth.yaw));
  compare(result, name == "S1" ? "s1" : "s1b",
          name + ": a box of 1 m slides at 5 m/s and spins, μ = " + (truth.mu == 1.0 ? "1" : "0.5"),
          "error of the place of rest", "mm", error, engines,
          "Where friction is a pyramid or lags behind the load, the box stops decimetres from where it should.");
  times.add(name, world, stepped);
  return recording;
}

// --- S2: the spinning disc, S3b: the gripper -------------------------------------------------------------------------------------

void disc(Result& result) {
  constexpr double radius = 0.05, truth = 3.1733;
  const friction::LuGre law({.sigma0 = 1e7, .sigma1 = 1e2, .sigma2 = 0.0, .mu_c = 0.3, .mu_s = 0.3, .v_s = 1e-3});
  const sim::PlanarBody body{.mass = 1.0, .inertia = 0.5 * radius * radius, .twist = {0.5, 0.0, 20.0}};
  sim::SimulationOptions options{.dt = h, .t_end = 0.36, .frame = sim::Frame::body};
  const sim::Trajectory run =
      sim::simulate(patch::ReducedPatch(law, patch::LimitSurface(patch::Pressure::disc(radius))), body,
                    Wrench2::Zero().eval(), gravity, options);
  const double error = 100.0 * std::abs(run.pose.back().theta - truth) / truth;
  result.checks.push_back(at_most("S2: error of the yaw", "%", 0.3, error));
  compare(result, "s2", "S2: a disc slides and spins", "error of the yaw", "%", error,
          {{"16 points, imposed pressure", 0.3}, {"every stock engine", 24.0, 50.0}},
          "A disc under even pressure, 0.5 m/s and 20 rad/s, by `patch`. planar-spinning-disc has more of it.");
}

// Angle by which the plate has turned after ten seconds [deg].
double turned(const Signal<double>& grip) {
  // Torque of the limit surface over force: 0.01 m, as that of a disc of 15 mm. 0.6 × 0.01 m = 0.006 m.
  const friction::ElastoPlastic law(
      {.sigma0 = 1e7, .sigma1 = 1e3, .sigma2 = 0.0, .mu_c = 0.6, .mu_s = 0.6, .v_s = 1e-3, .s_ba = 0.99});
  const auto surface = patch::LimitSurface::ellipsoid(patch::Pressure::disc(0.015));
  const sim::PlanarBody plate{.mass = 0.2, .inertia = 2.667e-4, .pose = {0.025, 0.0, 0.0}};
  sim::SimulationOptions options{.dt = h, .t_end = 10.0, .contacts = 2};
  options.record_bristles = false;
  const sim::Trajectory run =
      sim::simulate(patch::ReducedPatch(law, surface), plate, Wrench2(0.0, -plate.mass * gravity, 0.0), grip, options);
  return std::abs(run.pose.back().theta) * 180.0 / std::numbers::pi;
}

void gripper(Result& result) {
  constexpr double least_grip = 4.402, truth = 14.013;
  const double held = turned(2.0 * least_grip);
  const double slipped = turned(std::function<double(double)>(
      [](double t) { return least_grip * (1.4 + 0.5 * std::sin(20.0 * std::numbers::pi * t)); }));
  result.checks.push_back(at_most("S3b, firm grip: angle after 10 s", "deg", 0.02, held));
  result.checks.push_back(equal("S3b, pulsating grip: angle after 10 s", "deg", truth, slipped, 0.02 * truth));
  compare(
      result, "s3b", "S3b: a plate slips in a pulsating grip", "error of the angle", "deg", std::abs(slipped - truth),
      {{"MuJoCo, noslip", 1.2, 2.1}, {"ODE", 12.57}, {"Bullet", 12.53, 64.0}, {"PhysX", 76.0}},
      "Truth: 14.013° in 10 s, with an ellipsoidal limit surface. Engines that limit sliding and twist independently "
      "turn it by 1.4°, others let it go; MuJoCo as it comes drops it. By `patch`.");
}

// --- S3a: the incline --------------------------------------------------------------------------------------------------------

void incline(Result& result, Times& times, const Progress& progress) {
  constexpr double side = 0.1, mu = 0.5, duration = 60.0;
  const double angle = 0.5 * std::atan(mu), shake = 0.3 * mu * gravity * std::cos(angle);
  const Eigen::Quaterniond tilt(Eigen::AngleAxisd(angle, Vec<3>::UnitY()));
  double worst = 0.0;
  for (const bool is_shaken : {false, true}) {
    World world;
    world.add_plane(tilt * Vec<3>::UnitZ(), 0.0, rough(mu));
    const int box = world.add_body({.shapes = {{Polyhedron::box(Vec<3>::Constant(side))}},
                                    .mass = 1.0,
                                    .surface = rough(mu),
                                    .position = tilt * Vec<3>(0.0, 0.0, 0.5 * side),
                                    .orientation = tilt});
    Stepped stepped(world);
    Vec<3> from = Vec<3>::Zero();
    const long steps = std::lround(duration / h), begin = std::lround(1.0 / h);
    for (long i = 0; i < steps; ++i) {
      const double push = is_shaken ? shake * std::sin(20.0 * std::numbers::pi * world.time()) : 0.0;
      world.set_force(box, push * (tilt * Vec<3>::UnitX()));
      stepped.step();
      if (i + 1 == begin) from = world.body(box).position;
      if (i % 1000 == 0)
        progress((static_cast<double>(i) / static_cast<double>(steps) + (is_shaken ? 1.0 : 0.0)) / 2.0);
    }
    const double creep = (world.body(box).position - from).norm() / (duration - 1.0);
    result.checks.push_back(at_most(is_shaken ? "S3a, shaken: creep" : "S3a: creep", "m/s", 1e-11, creep));
    worst = std::max(worst, creep);
    times.add(is_shaken ? "S3a, shaken" : "S3a", world, stepped);
  }
  compare(result, "s3a", "S3a: a cube on a slope at half the friction angle", "creep", "µm/s", 1e6 * worst,
          {{"Jolt, PhysX (less than)", 1e-4},
           {"DART", 0.02},
           {"Bullet", 1.4},
           {"ODE quick", 51.0},
           {"MuJoCo", 587.0, 814.0}},
          "It should not move, shaken or not; the larger of the two is shown. No sleeping.");
}

// --- S4: a hundred boxes -----------------------------------------------------------------------------------------------------

void hundred(Result& result, Times& times, bool is_wall, const std::vector<Entry>& engines, const Progress& progress) {
  constexpr double side = 0.1;
  World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(0.5));
  std::vector<Vec<3>> places;
  for (int column = 0; column < 10; ++column) {
    for (int row = 0; row < 10; ++row) {
      const double x = is_wall ? 0.102 * column + (row % 2 == 1 ? 0.025 : 0.0) : 0.3 * column;
      places.emplace_back(x, 0.0, side * (row + 0.5));
      world.add_body({.shapes = {{Polyhedron::box(Vec<3>::Constant(side))}},
                      .mass = 0.1,
                      .surface = rough(0.5),
                      .position = places.back()});
    }
  }
  constexpr int steps = 3000;
  Stepped stepped(world);
  double farthest = 0.0;
  for (int i = 0; i < steps; ++i) {
    stepped.step();
    for (std::size_t k = 0; k < places.size(); ++k)
      farthest = std::max(farthest, (world.body(static_cast<int>(k) + 1).position - places[k]).norm());
    progress(static_cast<double>(i + 1) / steps);
  }
  const std::string name = is_wall ? "S4, wall" : "S4, towers";
  result.checks.push_back(at_most(name + ": farthest that a box moved", "m", 5e-6, farthest));
  compare(result, is_wall ? "s4_wall" : "s4_towers", name + (is_wall ? " of 10 × 10 boxes" : ", ten of ten boxes"),
          "time per step", "µs", stepped.median(), engines,
          "Median over three seconds at 1 ms, one thread. Engines' times were taken on a machine of "
          "this kind; "
          "several of them let the boxes drift or sink.");
  times.add(name, world, stepped);
}

Result run(const Progress& progress) {
  Result result;
  Stages stages(progress, 5.5);
  Times times;
  const Slide s1{"S1", 1.0, {0.440646, 1.583968}, 1.953472}, s1b{"S1b", 0.5, {0.31940, 2.95153}, 2.87292};
  std::vector<sim::Recording> slides;
  slides.push_back(
      slide(result, times, s1, 0.0,
            {{"Simbody, rigid", 3.0}, {"Bullet", 42.0}, {"MuJoCo", 241.0}, {"ODE, DART, PhysX", 440.0, 540.0}}));
  slides.push_back(
      slide(result, times, s1b, 2.0,
            {{"Simbody, rigid", 4.0}, {"Bullet", 40.0}, {"MuJoCo", 138.0}, {"ODE, DART, PhysX", 407.0, 516.0}}));
  stages.next(0.2)(1.0);
  disc(result);
  gripper(result);
  stages.next(0.3)(1.0);
  incline(result, times, stages.next(0.5));
  hundred(result, times, false,
          {{"PhysX", 150.0},
           {"Bullet", 320.0},
           {"Jolt", 457.0},
           {"ODE quick", 676.0},
           {"MuJoCo", 900.0},
           {"DART (more than)", 7000.0}},
          stages.next(1.5));
  hundred(result, times, true,
          {{"PhysX", 430.0},
           {"Bullet", 550.0},
           {"Jolt", 1149.0},
           {"ODE quick", 1333.0},
           {"MuJoCo (more than)", 5000.0},
           {"DART (more than)", 3e5}},
          stages.next(3.0));
  result.checks.push_back(equal("steps that were not solved", "1", 0.0, times.unsolved, 0.0));
  result.series.push_back(std::move(times.series));
  result.tables.push_back({"Time per step here", "times", times.names});
  result.scenes.push_back(motion_scene(result, merged(std::move(slides)), "box", "S1 and S1b: the spinning boxes",
                                       "μ = 1 on the left, 0.5 on the right."));
  result.parameters = {{"h", h, "s"}, {"gravity", gravity, "m/s²"}, {"tolerance", sim::ModelOptions{}.tolerance}};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace engines_experiment

Experiment engines() {
  return {.name = "lcp-engines",
          .paper = "Peiret2017",
          .figure = "beside engines",
          .summary = "spinning boxes, a disc, a slope, a gripper, towers and a wall, beside what engines make of them",
          .run = &engines_experiment::run,
          .is_long = true,
          .is_timed = true};
}

}  // namespace stickslip::experiments::lcp
