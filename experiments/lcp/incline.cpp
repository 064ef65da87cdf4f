// A cube on a slope that friction holds: it must not creep, shaken or not.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/sim/world.hpp"

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/pictures.hpp"
#include "experiments/lcp/scenes.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp {

namespace incline_experiment {
namespace {

using record::Colour;
using record::Dash;
using record::MarkKind;
using sim::ContactModel;

constexpr double side = 0.1, mass = 1.0, mu = 0.5;
constexpr double h = 1e-3, until = 60.0, counted_from = 1.0;  // [s]
constexpr double shaken = 0.3;                                // of μ m g cos θ
constexpr double frequency = 10.0;                            // [Hz]
constexpr double largest_creep = 1e-11;                       // [m/s]

// A cube of 1 kg on a plane that falls along x at the angle theta.
struct Slope {
  double theta;
  double y = 0.0;  // of the cube [m]

  Eigen::Quaterniond tilt() const { return Eigen::Quaterniond(Eigen::AngleAxisd(theta, Vec<3>::UnitY())); }
  Vec<3> downhill() const { return tilt() * Vec<3>::UnitX(); }

  sim::World world(ContactModel model) const {
    sim::World world({.formulation = model});
    const Vec<3> normal = tilt() * Vec<3>::UnitZ();
    world.add_plane(normal, 0.0, {.mu_s = mu, .mu_k = mu});
    world.add_body({.shapes = {{geometry::Polyhedron::box(Vec<3>::Constant(side))}},
                    .mass = mass,
                    .surface = {.mu_s = mu, .mu_k = mu},
                    .position = 0.5 * side * normal + y * Vec<3>::UnitY(),
                    .orientation = tilt()});
    return world;
  }
};

const double friction_angle = std::atan(mu);

struct Case {
  ContactModel model;
  bool is_shaken;
  const char* name;
  const char* label;
  Colour colour;
  Dash dash;
};
constexpr std::array cases = {
    Case{ContactModel::cone, false, "cone", "exact cone", Colour::blue, Dash::solid},
    Case{ContactModel::cone, true, "cone_shaken", "exact cone, shaken", Colour::blue, Dash::dashed},
    Case{ContactModel::phantom, false, "phantom", "phantom inertia", Colour::purple, Dash::solid},
    Case{ContactModel::phantom, true, "phantom_shaken", "phantom inertia, shaken", Colour::purple, Dash::dashed}};

// Creep of other engines in µm/s at 1 ms, the least of each: measured elsewhere.
struct Engine {
  const char* name;
  const char* label;
  double creep;
};
constexpr std::array engines = {Engine{"mujoco", "MuJoCo", 587.0}, Engine{"ode", "ODE quick", 51.0},
                                Engine{"bullet", "Bullet", 1.4}, Engine{"dart", "DART", 0.02},
                                Engine{"jolt", "Jolt, PhysX: below", 1e-4}};

struct Crept {
  double creep;      // [m/s]
  double excursion;  // largest distance from where it was at 1 s [m]
};

Crept hold(Result& result, const Case& which, const Progress& progress) {
  const Slope slope{0.5 * friction_angle};
  sim::World world = slope.world(which.model);
  record::Series series(which.name, std::string("Distance from where the cube was at 1 s: ") + which.label,
                        {{"t", "s"}, {"distance", "m"}});
  const double amplitude = which.is_shaken ? shaken * mu * mass * gravity * std::cos(slope.theta) : 0.0;
  const auto steps = std::lround(until / h), first = std::lround(counted_from / h);
  const auto period = std::lround(1.0 / (frequency * h));
  Vec<3> start = Vec<3>::Zero();
  Crept crept{0.0, 0.0};
  for (long i = 1; i <= steps; ++i) {
    if (which.is_shaken) {
      const double phase = 2.0 * std::numbers::pi * static_cast<double>((i - 1) % period) / static_cast<double>(period);
      world.set_force(1, amplitude * std::sin(phase) * slope.downhill());
    }
    static_cast<void>(world.step(h));
    const Vec<3> position = world.body(1).position;
    if (i == first) start = position;
    if (i < first) continue;
    const double distance = norm(Vec<3>(position - start));
    crept.excursion = std::max(crept.excursion, distance);
    // At whole periods. Nothing is no place on a logarithmic axis.
    if (i % (2 * period) == 0) series.append({static_cast<double>(i) * h, std::max(1e-19, distance)});
    if (i == steps) crept.creep = distance / (until - counted_from);
    if (i % 1000 == 0) progress(static_cast<double>(i) / static_cast<double>(steps));
  }
  result.series.push_back(std::move(series));
  return crept;
}

void holds(Result& result, Stages& stages) {
  record::Series table("creep", "Creep of the cube at 1 ms", {{"creep", "µm/s"}, {"largest distance", "µm"}});
  std::vector<std::string> labels;
  for (const Case& which : cases) {
    const Crept crept = hold(result, which, stages.next(1.0));
    table.append({1e6 * crept.creep, 1e6 * crept.excursion});
    labels.emplace_back(which.label);
    result.checks.push_back(at_most(std::string(which.label) + ": creep in 59 s", "m/s", largest_creep, crept.creep));
  }
  result.series.push_back(std::move(table));
  result.tables.push_back(
      {"Creep at half the friction angle, from 1 s to 60 s, and the largest distance meanwhile", "creep", labels});
  record::Series others("creep_engines", "Creep of other engines at 1 ms, measured elsewhere", {{"creep", "µm/s"}});
  labels.clear();
  for (const Engine& engine : engines) {
    others.append({engine.creep});
    labels.emplace_back(engine.label);
    record::Series line(std::string("engine_") + engine.name, std::string(engine.label) + ", measured elsewhere",
                        {{"t", "s"}, {"distance", "m"}});
    for (const double t : {1.2, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0})
      line.append({t, 1e-6 * engine.creep * (t - counted_from)});
    result.series.push_back(std::move(line));
  }
  result.series.push_back(std::move(others));
  result.tables.push_back(
      {"Other engines, measured elsewhere, as stated (the least of each)", "creep_engines", labels});
}

record::Figure figure() {
  record::Panel panel{"", {"time", "s"}, {"distance since 1 s", "m", 1.0, true}, {}};
  for (const Case& which : cases)
    panel.marks.push_back({MarkKind::line, which.name, {"t", "distance"}, which.label, which.colour, which.dash});
  constexpr std::array colours = {Colour::red, Colour::yellow, Colour::green, Colour::cyan, Colour::grey};
  for (std::size_t i = 0; i < engines.size(); ++i) {
    panel.marks.push_back({MarkKind::line,
                           std::string("engine_") + engines[i].name,
                           {"t", "distance"},
                           engines[i].label,
                           colours[i],
                           Dash::dotted});
  }
  return {"creep",
          "A cube on a slope of half the friction angle: how far it creeps",
          "Steps of 1 ms. Shaken: ± 0.3 of the limit along the slope, 10 Hz, shown at whole periods. 1e-19 m stands "
          "for none at all. Dotted: other engines, "
          "their creep as measured elsewhere.",
          {panel}};
}

// Beside it a slope just below the friction angle, and one above it, down which the cube must slide.
record::Scene slopes(Result& result) {
  constexpr std::array shares = {0.5, 0.98, 1.1};
  constexpr std::array colours = {Colour::blue, Colour::green, Colour::red};
  constexpr double seconds = 2.0, length = 1.6, width = 0.3;
  std::vector<record::Shape> shapes;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Slope slope{shares[i] * friction_angle, 0.6 * static_cast<double>(i)};
    const std::string label = to_text(shares[i]) + " of the friction angle";
    const sim::Recording recording =
        slope.world(ContactModel::cone).run({.until = seconds, .dt = h, .record_dt = 0.02});
    const double moved = slope.downhill().dot(recording[1].position.back() - recording[1].position.front());
    if (shares[i] > 1.0) {
      const double a = gravity * (std::sin(slope.theta) - mu * std::cos(slope.theta));
      result.checks.push_back(equal(label + ": distance in 2 s", "m", 0.5 * a * seconds * seconds, moved, 1e-3));
    } else {
      result.checks.push_back(at_most(label + ": distance in 2 s", "m", 1e-6, std::abs(moved)));
    }
    const std::string name = "scene_" + std::to_string(i);
    for (record::Shape& shape : moving_bodies(result, name, recording, colours[i], label))
      shapes.push_back(std::move(shape));
    const Vec<3> middle = slope.y * Vec<3>::UnitY() + (0.5 * length - 0.3) * slope.downhill();
    shapes.push_back(ground_shape(result, name + "_ground", middle, {length, width}, slope.tilt()));
  }
  record::Scene scene =
      scene_of("scene_incline", "Three slopes",
               "At 0.5 and 0.98 of the friction angle the cube stays, at 1.1 it slides.", std::move(shapes));
  scene.azimuth = -75.0;
  return scene;
}

Result run(const Progress& progress) {
  Result result;
  Stages stages(progress, cases.size());
  holds(result, stages);
  result.figures = {figure()};
  result.scenes = {slopes(result)};
  result.parameters = {{"side", side, "m"},
                       {"mass", mass, "kg"},
                       {"mu", mu},
                       {"slope", 0.5 * friction_angle * 180.0 / std::numbers::pi, "deg"},
                       {"h", h, "s"},
                       {"time", until, "s"},
                       {"frequency", frequency, "Hz"},
                       {"amplitude / μ m g cos θ", shaken}};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace incline_experiment

Experiment incline() {
  return {.name = "lcp-incline",
          .paper = "Peiret2017",
          .figure = "sticking contacts",
          .summary = "a cube on a slope for a minute, shaken and not: creep, beside that of other engines",
          .run = &incline_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::lcp
