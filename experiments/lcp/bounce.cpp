// Impacts: boxes dropped with restitution, boxes that start inside each other, a fast cube, a box that slides into a wall.
//
//   (1)  u_n⁺ ≥ −e u_n where a contact closes: Newton's law of restitution, with less of it where energy would grow
//
// Energy is compared with that of the step before, as a share of kinetic energy + m g × half diagonal.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/world.hpp"

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/motion_scene.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp {

namespace bounce_experiment {
namespace {

using geometry::Polyhedron;
using record::Colour;
using record::MarkKind;
using sim::World;

constexpr double h = 1e-3, gravity = 9.81;
constexpr double side = 0.2, height = 0.5;   // of the box, and of the drop [m]
constexpr double shown = 1.5, length = 7.0;  // of a drop: in scenes, in all [s]
constexpr std::array restitutions = {0.0, 0.5, 1.0};
constexpr std::array colours = {Colour::blue, Colour::green, Colour::red};

// Follows a passive world step by step: by how much its energy ever grew, and how steps were solved.
class Watch {
 public:
  explicit Watch(const World& world) : energy_(energy(world)), lowest_(energy_), kinetic_(world.kinetic_energy()) {
    for (const auto& body : world.model().bodies) {
      if (body && body->is_moved_by_forces())
        weight_ += body->mass * world.model().options.gravity.norm() * body->radius;
    }
  }

  void step(World& world, double dt = h) {
    if (!world.step(dt).converged()) ++unsolved;
    const double now = energy(world);
    step_rise = std::max(step_rise, (now - energy_) / (kinetic_ + weight_));
    kinetic_ = world.kinetic_energy();
    energy_ = now;
    lowest_ = std::min(lowest_, now);
    run_rise = std::max(run_rise, (now - lowest_) / (kinetic_ + weight_));
  }

  double step_rise = 0.0, run_rise = 0.0;  // largest, over the scale
  int unsolved = 0;

 private:
  static double energy(const World& world) { return world.kinetic_energy() + world.potential_energy(); }
  double energy_, lowest_, kinetic_;
  double weight_ = 0.0;
};

// What all scenes came to.
struct Worst {
  double step_rise = 0.0, run_rise = 0.0;
  int unsolved = 0;

  void take(const Watch& watch) {
    step_rise = std::max(step_rise, watch.step_rise);
    run_rise = std::max(run_rise, watch.run_rise);
    unsolved += watch.unsolved;
  }
};

sim::BodyDescription box(double size, double mass, const Vec<3>& position, double e, double mu = 0.5) {
  return {.shapes = {{Polyhedron::box(Vec<3>::Constant(size))}},
          .mass = mass,
          .surface = {.mu_s = mu, .mu_k = mu, .restitution = e},
          .position = position};
}

// --- drops -------------------------------------------------------------------------------------------------------------------

struct Drop {
  bool is_stack, is_tilted;
  const char* name;
  const char* title;
};
constexpr std::array drops = {
    Drop{false, false, "box_flat", "a box, flat"}, Drop{false, true, "box_tilted", "a box, tilted"},
    Drop{true, false, "stack_flat", "three boxes, flat"}, Drop{true, true, "stack_tilted", "three boxes, tilted"}};

// Lowest points at 0.5 m; three boxes are half a side apart, and turned against each other where tilted.
World world_of(const Drop& drop, double e, double x) {
  World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, {.mu_s = 0.5, .mu_k = 0.5, .restitution = e});
  double z = height;
  for (int i = 0; i < (drop.is_stack ? 3 : 1); ++i) {
    sim::BodyDescription body = box(side, 1.0, Vec<3>::Zero(), e);
    if (drop.is_tilted)
      body.orientation = Eigen::AngleAxisd(0.3 + 0.2 * i, Vec<3>(1.0, 0.5 * i, 0.2).normalized()) *
                         Eigen::AngleAxisd(0.4, Vec<3>::UnitY());
    const double reach = 0.5 * side * body.orientation.toRotationMatrix().row(2).cwiseAbs().sum();
    body.position = {x, 0.0, z + reach};
    z += 2.0 * reach + 0.5 * side;
    world.add_body(body);
  }
  return world;
}

// Of the first body of a flat drop, from its vertical speeds and heights before and after each step.
struct Bounces {
  std::vector<double> ratios;           // speed after over speed before, where it came back
  std::vector<double> at_ground;        // the same of the speeds that free flight has at the ground, before and after
  double tenth_height = 0.0;            // of the lower face, after the tenth rebound [m]
  double fastest = 0.0, upwards = 0.0;  // downwards and upwards [m/s]

  void add(const sim::BodyState& before, const sim::BodyState& after) {
    const double down = -before.velocity[2], up = after.velocity[2];
    const auto ground_speed = [](const sim::BodyState& body) {
      return std::sqrt(body.velocity.squaredNorm() + 2.0 * gravity * (body.position[2] - 0.5 * side));
    };
    if (down > 20.0 * h && up > 0.0) {
      ratios.push_back(up / down);
      at_ground.push_back(ground_speed(after) / ground_speed(before));
    }
    if (ratios.size() == 10) tenth_height = std::max(tenth_height, after.position[2] - 0.5 * side);
    fastest = std::max(fastest, down);
    upwards = std::max(upwards, up);
  }
};

double worst_error(const std::vector<double>& ratios, double e) {
  double worst = 0.0;
  for (const double ratio : ratios) worst = std::max(worst, std::abs(ratio - e));
  return worst;
}

// By the end of the step of its impact the box has risen, and is slower for it: speeds are compared at one height.
void check_flat(Result& result, const Bounces& bounces, double e) {
  const auto rebounds = static_cast<double>(bounces.ratios.size());
  if (e == 0.0) {
    result.checks.push_back(at_most("flat box, e = 0: fastest upwards over fastest downwards", "1", 1e-3,
                                    bounces.upwards / bounces.fastest));
  } else if (e == 0.5) {
    // From 3.13 m/s down to 0.02 m/s, below which nothing bounces.
    result.checks.push_back(at_least("flat box, e = 0.5: rebounds", "1", 7.0, rebounds));
    result.checks.push_back(at_most("flat box, e = 0.5: error of e, worst rebound, speeds at the ground", "1", 1e-3,
                                    worst_error(bounces.at_ground, e)));
  } else {
    result.checks.push_back(at_least("flat box, e = 1: rebounds", "1", 10.0, rebounds));
    result.checks.push_back(at_most("flat box, e = 1: error of e, worst rebound, speeds at the ground", "1", 1e-3,
                                    worst_error(bounces.at_ground, e)));
    result.checks.push_back(
        equal("flat box, e = 1: height after ten rebounds", "m", height, bounces.tenth_height, 0.01 * height));
  }
}

void drop_all(Result& result, Worst& worst, const Progress& progress) {
  double done = 0.0;
  record::Figure heights{
      "heights",
      "Drops from half a metre",
      "Height of the centre of the box, or of the lowest of three. With e = 1 a flat box comes back to "
      "the same height for ever; a tilted one turns part of its fall into spin and back, and friction takes some.",
      {},
      2};
  record::Figure energies{
      "energies",
      "Energy of the drops",
      "Kinetic and potential, as a share of that at the start, potential counted from the ground. It never grows.",
      {},
      2};
  for (const Drop& drop : drops) {
    const std::string name = drop.name;
    std::vector<sim::Recording> runs;
    record::Panel height_panel{drop.title, {"time", "s"}, {"height", "m"}, {}};
    record::Panel energy_panel{drop.title, {"time", "s"}, {"energy", "%", 100.0}, {}};
    for (std::size_t k = 0; k < restitutions.size(); ++k) {
      const double e = restitutions[k];
      World world = world_of(drop, e, 0.8 * (static_cast<double>(k) - 1.0));
      const double start = world.potential_energy();
      Watch watch(world);
      Bounces bounces;
      sim::Recording recording;
      recording.begin(world.model(), world.state());
      record::Series series(name + "_e" + std::to_string(k), drop.title + (", e = " + to_text(e)),
                            {{"t", "s"}, {"z", "m"}, {"energy", "1"}});
      const long steps = std::lround(length / h);
      for (long i = 0; i < steps; ++i) {
        const sim::BodyState before = world.body(1);
        watch.step(world);
        bounces.add(before, world.body(1));
        if ((i + 1) % 10 != 0) continue;
        series.append(
            {world.time(), world.body(1).position[2], (world.kinetic_energy() + world.potential_energy()) / start});
        if (world.time() < shown + 0.5 * h) recording.add(world.model(), world.state());
      }
      runs.push_back(std::move(recording));
      worst.take(watch);
      if (!drop.is_stack && !drop.is_tilted) check_flat(result, bounces, e);
      const std::string label = "e = " + to_text(e);
      height_panel.marks.push_back({MarkKind::line, series.name(), {"t", "z"}, label, colours[k]});
      energy_panel.marks.push_back({MarkKind::line, series.name(), {"t", "energy"}, label, colours[k]});
      result.series.push_back(std::move(series));
      progress(++done / (drops.size() * restitutions.size()));
    }
    heights.panels.push_back(std::move(height_panel));
    energies.panels.push_back(std::move(energy_panel));
    result.scenes.push_back(motion_scene(result, merged(std::move(runs)), name,
                                         std::string("Dropped from half a metre: ") + drop.title,
                                         "From left to right e = 0, 0.5 and 1."));
    // By restitution, as in the figures.
    std::size_t body = 0;
    for (record::Shape& shape : result.scenes.back().shapes) {
      if (shape.motion) shape.colour = colours[body++ / (drop.is_stack ? 3 : 1)];
    }
  }
  result.figures.push_back(std::move(heights));
  result.figures.push_back(std::move(energies));
}

// --- overlap at the start ----------------------------------------------------------------------------------------------------

void overlapping(Result& result, const Progress& progress) {
  constexpr double small = 0.1;
  std::vector<sim::Recording> runs;
  record::Panel overlaps{"overlap", {"time", "ms", 1e3}, {"overlap", "mm", 1e3}, {}};
  record::Panel speeds{"fastest body", {"time", "ms", 1e3}, {"speed", "mm/s", 1e3}, {}};
  double fastest = 0.0, left = 0.0, unsolved = 0.0;
  for (const double inside : {1e-3, 5e-3}) {
    const double x = inside < 2e-3 ? -0.1 : 0.1;
    World world;
    world.add_plane(Vec<3>::UnitZ(), 0.0);
    const int lower = world.add_body(box(small, 1.0, {x, 0.0, 0.5 * small}, 0.0));
    const int upper = world.add_body(box(small, 1.0, {x, 0.0, 1.5 * small - inside}, 0.0));
    const std::string name = "overlap_" + std::to_string(std::lround(1e3 * inside)) + "mm";
    record::Series series(name, "Two boxes that start inside each other",
                          {{"t", "s"}, {"overlap", "m"}, {"speed", "m/s"}});
    series.append({0.0, inside, 0.0});
    sim::Recording recording;
    recording.begin(world.model(), world.state());
    double left_here = 0.0;
    for (int i = 1; i <= 60; ++i) {
      if (!world.step(h).converged()) ++unsolved;
      recording.add(world.model(), world.state());
      const double overlap = small - (world.body(upper).position - world.body(lower).position)[2];
      double speed = 0.0;
      for (const int body : {lower, upper}) speed = std::max(speed, world.body(body).velocity.norm());
      fastest = std::max(fastest, speed);
      if (i >= 20) left_here = std::max(left_here, overlap);
      series.append({world.time(), std::max(0.0, overlap), speed});
    }
    left = std::max(left, left_here);
    const std::string label = std::to_string(std::lround(1e3 * inside)) + " mm inside";
    overlaps.marks.push_back({MarkKind::line, name, {"t", "overlap"}, label});
    speeds.marks.push_back({MarkKind::line, name, {"t", "speed"}, label});
    result.series.push_back(std::move(series));
    runs.push_back(std::move(recording));
  }
  result.checks.push_back(at_most("overlapping boxes: fastest, over 20 h m/s²", "1", 1.0, fastest / (20.0 * h)));
  result.checks.push_back(at_most("overlapping boxes: overlap from 20 ms on", "m", 1e-4, left));
  result.checks.push_back(equal("overlapping boxes: steps that were not solved", "1", 0.0, unsolved, 0.0));
  result.figures.push_back({"freeing",
                            "Boxes that start inside each other",
                            "What is deep is freed by displacement alone, a fifth per step: nothing is launched.",
                            {overlaps, speeds}});
  result.scenes.push_back(motion_scene(result, merged(std::move(runs)), "overlap",
                                       "Boxes that start 1 and 5 mm inside each other",
                                       "Sixty milliseconds: the upper boxes are lifted off, and stay."));
  progress(1.0);
}

// --- fast bodies, and a wall -------------------------------------------------------------------------------------------------

// How deep vertices of the one are inside the other [m].
double depth_inside(const World& world, int body, int large) {
  const auto& shape = std::get<Polyhedron>(world.model()[body].shapes[0].shape);
  const auto& target = std::get<Polyhedron>(world.model()[large].shapes[0].shape);
  const sim::BodyState &a = world.body(body), &b = world.body(large);
  double deepest = 0.0;
  for (const auto& vertex : shape.vertices().colwise()) {
    const Vec<3> p = b.orientation.conjugate() * (a.orientation * Vec<3>(vertex) + a.position - b.position);
    deepest = std::max(deepest, -target.depth(p));
  }
  return deepest;
}

void fast_cube(Result& result, Worst& worst, const Progress& progress) {
  constexpr double speed = 200.0, small = 0.02;
  constexpr int starts = 20;  // at which part of a step it strikes
  double passed = 0.0, deepest = 0.0, done = 0.0;
  sim::Recording recording;
  for (const double mass : {0.0, 50.0}) {
    for (const double e : restitutions) {
      for (int start = 0; start < starts; ++start) {
        World world;
        world.add_plane(Vec<3>::UnitZ(), 0.0);
        const int large = world.add_body(box(1.0, mass, {0.5, 0.0, 0.5}, e));
        sim::BodyDescription cube = box(small, 0.02, {-0.45 - 0.2 * start / starts, 0.1, 0.6}, e);
        if (start % 2 == 1) cube.orientation = Eigen::AngleAxisd(0.5, Vec<3>(0.3, 1.0, 0.6).normalized());
        cube.velocity = {speed, 0.0, 0.0};
        const int body = world.add_body(cube);
        Watch watch(world);
        const bool is_shown = mass > 0.0 && e == 0.5 && start == 1;
        if (is_shown) recording.begin(world.model(), world.state());
        for (int i = 0; i < 12; ++i) {
          watch.step(world);
          if (is_shown) recording.add(world.model(), world.state());
          deepest = std::max(deepest, depth_inside(world, body, large));
        }
        if ((world.body(body).position - world.body(large).position)[0] > -0.5) ++passed;
        worst.take(watch);
      }
      progress(++done / 6.0);
    }
  }
  result.checks.push_back(equal("cube at 200 m/s: runs in which it passes the face", "1", 0.0, passed, 0.0));
  result.checks.push_back(at_most("cube at 200 m/s: deepest vertex inside the large box", "m", 1e-4, deepest));
  result.scenes.push_back(
      motion_scene(result, recording, "fast", "A cube of 20 mm at 200 m/s against a box of 1 m",
                   "Twelve steps of 1 ms; the cube moves by ten times its side in each, and is stopped at the face."));
}

void into_a_wall(Result& result, Worst& worst, const Progress& progress) {
  std::vector<sim::Recording> runs;
  double deepest = 0.0, end_speed = 0.0;
  for (std::size_t k = 0; k < restitutions.size(); ++k) {
    World world;
    const double e = restitutions[k], y = 0.5 * (static_cast<double>(k) - 1.0);
    world.add_plane(Vec<3>::UnitZ(), 0.0, {.mu_s = 0.3, .mu_k = 0.3});
    sim::BodyDescription wall = box(0.4, 0.0, {0.7, y, 0.2}, e, 0.3);
    const int fixed = world.add_body(wall);
    sim::BodyDescription slider = box(side, 1.0, {-0.3, y, 0.5 * side}, e, 0.3);
    slider.velocity = {3.0, 0.0, 0.0};
    slider.orientation = Eigen::AngleAxisd(0.2, Vec<3>::UnitZ());
    const int body = world.add_body(slider);
    Watch watch(world);
    sim::Recording recording;
    recording.begin(world.model(), world.state());
    for (int i = 1; i <= 2000; ++i) {
      watch.step(world);
      deepest = std::max(deepest, depth_inside(world, body, fixed));
      if (i % 10 == 0) recording.add(world.model(), world.state());
    }
    end_speed = std::max(end_speed, world.body(body).velocity.norm());
    worst.take(watch);
    runs.push_back(std::move(recording));
    progress(static_cast<double>(k + 1) / restitutions.size());
  }
  result.checks.push_back(at_most("box into a wall: deepest vertex", "m", 1e-4, deepest));
  result.checks.push_back(at_most("box into a wall: speed at the end", "m/s", 1e-8, end_speed));
  result.scenes.push_back(
      motion_scene(result, merged(std::move(runs)), "wall", "A box slides into a wall at 3 m/s",
                   "From front to back e = 0, 0.5 and 1 between box and wall; μ = 0.3. The corner strikes first."));
  result.scenes.back().azimuth = -130.0;
}

Result run(const Progress& progress) {
  Result result;
  Stages stages(progress, 10.0);
  Worst worst;
  drop_all(result, worst, stages.next(7.0));
  overlapping(result, stages.next(0.2));
  fast_cube(result, worst, stages.next(1.0));
  into_a_wall(result, worst, stages.next(1.8));
  result.checks.push_back(at_most("growth of energy in a step, of kinetic energy + m g R", "1", 5e-6, worst.step_rise));
  result.checks.push_back(at_most("growth of energy in a run, of the same", "1", 2e-5, worst.run_rise));
  result.checks.push_back(equal("steps that were not solved", "1", 0.0, worst.unsolved, 0.0));
  result.parameters = {{"h", h, "s"},           {"gravity", gravity, "m/s²"}, {"side of a dropped box", side, "m"},
                       {"its mass", 1.0, "kg"}, {"mu of drops", 0.5},         {"mu of the box and the wall", 0.3}};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace bounce_experiment

Experiment bounce() {
  return {.name = "lcp-bounce",
          .paper = "Stewart1996",
          .figure = "impacts",
          .summary = "boxes that bounce, start inside each other, strike at 200 m/s and slide into a wall",
          .run = &bounce_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::lcp
