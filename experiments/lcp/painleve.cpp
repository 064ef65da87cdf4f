// Painlevé's rod [Painlevé 1895]: a uniform rod slides on its lower end, which is pushed ahead of it like chalk.
//
//   (1)  u⁺ = u + W Λ/m,   W = [1 + 3 cos²θ, 3 sinθ cosθ; 3 sinθ cosθ, 1 + 3 sin²θ]   at the lower end, rows n and t
//   (2)  sliding, Λ_t = −μ Λ_n:   u̇_n = −g + (1 + 3 cos²θ − 3 μ sinθ cosθ) N/m
//
// θ  of the rod against the ground. Where the factor of N is negative, for tan θ = 2 above μ = 4/3, no force N ≥ 0 keeps the end from
// going into the ground: accelerations have no solution. Velocities have: the end stops at once, by an impulse that does not vanish
// with the step,
//   (3)  W Λ/m = −u:   Λ_n = 0.3 m v,   Λ_t = −0.4 m v   for tan θ = 2, and |Λ_t|/Λ_n = 4/3 ≤ μ
// The rod is a thin octahedron, a point at either end, so that one contact is all there is and the motion stays in its plane. (Two points
// side by side at the end would have further solutions, in which one of them jams alone and the rod turns out of its plane.) Mass and
// inertia are those of a thin rod.
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

namespace painleve_experiment {
namespace {

using record::Colour;
using record::MarkKind;
using sim::World;

constexpr double length = 1.0, mass = 1.0, gravity = 9.81, speed = 2.0;  // [m], [kg], [m/s²], [m/s]
constexpr double tangent = 2.0;                                          // of θ
constexpr double thick = 0.04;                                           // in the middle [m]
constexpr double tolerance = 1e-8;
constexpr std::array frictions = {1.0, 2.0};
constexpr std::array steps = {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5};
constexpr double run_length = 0.6;

// The lower end at the origin, ahead of the rod, which moves along x.
World world_with(double mu, sim::ContactModel formulation = sim::ContactModel::cone) {
  // The step is to be solved to 1e-8; the solver of the cone is given a tenth of it.
  World world({.formulation = formulation, .tolerance = 0.1 * tolerance});
  world.add_plane(Vec<3>::UnitZ(), 0.0, {.mu_s = mu, .mu_k = mu});
  const double along = mass * length * length / 12.0, across = mass * thick * thick / 12.0;
  const double angle = std::atan(tangent);
  Eigen::Matrix3Xd corners(3, 6);
  corners << 0.5 * Vec<3>(length, thick, thick).asDiagonal().toDenseMatrix(),
      -0.5 * Vec<3>(length, thick, thick).asDiagonal().toDenseMatrix();
  sim::BodyDescription rod{.shapes = {{geometry::Polyhedron::from_points(corners)}},
                           .mass = mass,
                           .surface = {.mu_s = mu, .mu_k = mu},
                           .position = {-0.5 * length * std::cos(angle), 0.0, 0.5 * length * std::sin(angle)},
                           .orientation = Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec<3>::UnitY())),
                           .velocity = {speed, 0.0, 0.0},
                           .inertia = Eigen::Matrix3d(Vec<3>(across, along, along).asDiagonal())};
  world.add_body(rod);
  return world;
}

// From the centre to the lower end.
Vec<3> arm_of(const World& world) {
  return world.body(1).orientation * Vec<3>(0.5 * length, 0.0, 0.0);
}

// Speed of the lower end along x.
double end_speed(const World& world, const Vec<3>& arm) {
  const sim::BodyState& rod = world.body(1);
  return (rod.velocity + rod.angular_velocity().cross(arm))[0];
}

// Of all contacts of the last step [N s].
double normal_impulse(const World& world) {
  double sum = 0.0;
  for (const Vec<3>& impulse : world.state().impulses) sum += impulse[0];
  return sum;
}
double friction_impulse(const World& world) {
  double sum = 0.0;  // t1 is the world's x
  for (const Vec<3>& impulse : world.state().impulses) sum += impulse[1];
  return sum;
}

struct Solved {
  double residual = 0.0, unsolved = 0.0;
  void take(const sim::StepReport& report) {
    residual = std::max(residual, report.residual);
    if (!report.converged()) ++unsolved;
  }
};

// The first step alone, for ever shorter steps.
void first_steps(Result& result, Solved& solved, const Progress& progress) {
  for (std::size_t k = 0; k < frictions.size(); ++k) {
    record::Series series(
        "first_mu" + std::to_string(k + 1), "The first step, μ = " + to_text(frictions[k]),
        {{"h", "s"}, {"force", "N"}, {"normal", "N s"}, {"friction", "N s"}, {"end_speed", "m/s"}, {"residual", "1"}});
    for (const double h : steps) {
      World world = world_with(frictions[k]);
      const Vec<3> arm = arm_of(world);  // of the start: the step is about the velocity there
      const sim::StepReport report = world.step(h);
      solved.take(report);
      series.append({h, normal_impulse(world) / h, normal_impulse(world), friction_impulse(world),
                     end_speed(world, arm), report.residual});
    }
    const double shortest = steps.back(), normal = series["normal"].back(), friction = series["friction"].back();
    if (frictions[k] == 1.0) {
      // Eq. 2: g over 1 + 3/5 − 6/5
      result.checks.push_back(equal("μ = 1: normal force over the weight, shortest step", "1", 2.5,
                                    normal / shortest / (mass * gravity), 2.5e-3));
      result.checks.push_back(
          equal("μ = 1: speed of the end after the shortest step", "m/s", speed, series["end_speed"].back(), 1e-3));
    } else {
      result.checks.push_back(
          equal("μ = 2: normal impulse over m v, shortest step", "1", 0.3, normal / (mass * speed), 1e-3));
      result.checks.push_back(
          equal("μ = 2: friction impulse over m v, shortest step", "1", -0.4, friction / (mass * speed), 1e-3));
      double fastest = 0.0;
      for (const double v : series["end_speed"]) fastest = std::max(fastest, std::abs(v));
      result.checks.push_back(
          at_most("μ = 2: speed of the end after the first step, any length", "m/s", 1e-6, fastest));
    }
    result.series.push_back(std::move(series));
    progress(static_cast<double>(k + 1) / frictions.size());
  }
}

// The whole motion: the rod that jams is thrown over its end.
void motions(Result& result, Solved& solved, const Progress& progress) {
  double done = 0.0;
  for (std::size_t k = 0; k < frictions.size(); ++k) {
    for (const double h : {1e-2, 1e-3, 1e-4}) {
      World world = world_with(frictions[k]);
      const std::string name = "motion_mu" + std::to_string(k + 1) + "_h" + std::to_string(std::lround(-std::log10(h)));
      record::Series series(name, "μ = " + to_text(frictions[k]) + ", h = " + to_text(1e3 * h) + " ms",
                            {{"t", "s"}, {"end_speed", "m/s"}, {"force", "N"}, {"off_plane", "m"}});
      series.append({0.0, speed, 0.0, 0.0});
      sim::Recording recording;
      recording.begin(world.model(), world.state());
      const long count = std::lround(run_length / h), every = std::max(1L, std::lround(1e-3 / h));
      for (long i = 1; i <= count; ++i) {
        solved.take(world.step(h));
        if (i % every == 0)
          series.append(
              {world.time(), end_speed(world, arm_of(world)), normal_impulse(world) / h, world.body(1).position[1]});
        if (i % (10 * every) == 0) recording.add(world.model(), world.state());
      }
      if (h == 1e-3) {
        result.scenes.push_back(motion_scene(
            result, recording, "rod_mu" + std::to_string(k + 1), "Painlevé's rod, μ = " + to_text(frictions[k]),
            k == 0 ? "Below the critical 4/3 the end slides to a stop, then the rod goes over it."
                   : "Above it the end jams at once, and the rod is thrown over it.",
            k == 0 ? Colour::blue : Colour::red));
        result.scenes.back().azimuth = -80.0;
        result.scenes.back().elevation = 12.0;
      }
      result.series.push_back(std::move(series));
      progress(++done / 6.0);
    }
  }
}

// The first step in every formulation that bounds friction by the normal force of the same step.
void formulations(Result& result, Solved& solved) {
  constexpr std::array models = {sim::ContactModel::cone, sim::ContactModel::phantom, sim::ContactModel::anitescu_potra,
                                 sim::ContactModel::stewart_trinkle};
  record::Series series("formulations", "The first step of 1 ms, μ = 2",
                        {{"normal", "N s"}, {"friction", "N s"}, {"end_speed", "m/s"}, {"residual", "1"}});
  std::vector<std::string> names;
  for (const sim::ContactModel model : models) {
    World world = world_with(2.0, model);
    const Vec<3> arm = arm_of(world);
    const sim::StepReport report = world.step(1e-3);
    solved.take(report);
    series.append({normal_impulse(world), friction_impulse(world), end_speed(world, arm), report.residual});
    names.emplace_back(name_of(model));
  }
  result.series.push_back(std::move(series));
  result.tables = {{"The first step of 1 ms at μ = 2, by formulation", "formulations", names},
                   {"The first step at μ = 2, by its length", "first_mu2", {}}};
}

void add_figures(Result& result) {
  constexpr std::array colours = {Colour::blue, Colour::red};
  const record::Axis by_h{.label = "step", .unit = "ms", .factor = 1e3, .log = true};
  record::Panel force{"normal force of the first step", by_h, {.label = "Λ_n/h", .unit = "N", .log = true}, {}};
  record::Panel impulse{"its impulse", by_h, {.label = "Λ_n", .unit = "N s", .log = true}, {}};
  for (std::size_t k = 0; k < frictions.size(); ++k) {
    const std::string series = "first_mu" + std::to_string(k + 1), label = "μ = " + to_text(frictions[k]);
    for (const auto kind : {MarkKind::line, MarkKind::points}) {
      force.marks.push_back({kind, series, {"h", "force"}, label, colours[k]});
      impulse.marks.push_back({kind, series, {"h", "normal"}, label, colours[k]});
    }
  }
  result.figures.push_back({"jam",
                            "The jam, as the step goes to zero",
                            "At μ = 1 the force has a limit, 2.5 times the weight, and the impulse vanishes with the "
                            "step. At μ = 2 it is the impulse that has a limit, 0.3 m v: there is no force.",
                            {force, impulse}});
  std::vector<record::Panel> panels;
  for (std::size_t k = 0; k < frictions.size(); ++k) {
    record::Panel panel{"μ = " + to_text(frictions[k]),
                        {.label = "time", .unit = "ms", .factor = 1e3, .min = 0.0, .max = 100.0},
                        {"speed of the end", "m/s"},
                        {}};
    const std::string series = "motion_mu" + std::to_string(k + 1) + "_h";
    panel.marks = {
        {MarkKind::line, series + "2", {"t", "end_speed"}, "h = 10 ms", Colour::green},
        {MarkKind::line, series + "3", {"t", "end_speed"}, "h = 1 ms", Colour::red},
        {MarkKind::line, series + "4", {"t", "end_speed"}, "h = 0.1 ms", Colour::blue, record::Dash::dashed}};
    panels.push_back(std::move(panel));
  }
  result.figures.push_back(
      {"end_speed", "Speed of the lower end",
       "At μ = 1 it slides to a stop in a time that does not depend on the step. At μ = 2 it stops "
       "within the first step, however short.",
       std::move(panels)});
}

Result run(const Progress& progress) {
  Result result;
  Stages stages(progress, 5.0);
  Solved solved;
  first_steps(result, solved, stages.next(0.5));
  motions(result, solved, stages.next(4.5));
  formulations(result, solved);
  double off_plane = 0.0;
  for (const char* name : {"motion_mu1_h3", "motion_mu2_h3"}) {
    for (const double y : result[name]["off_plane"]) off_plane = std::max(off_plane, std::abs(y));
  }
  result.checks.push_back(equal("steps that were not solved", "1", 0.0, solved.unsolved, 0.0));
  result.checks.push_back(at_most("largest residual of a step", "1", tolerance, solved.residual));
  result.checks.push_back(at_most("farthest from its plane, h = 1 ms", "m", 1e-9, off_plane));
  add_figures(result);
  result.parameters = {{"length", length, "m"},   {"mass", mass, "kg"},    {"tan θ", tangent},
                       {"critical μ", 4.0 / 3.0}, {"speed", speed, "m/s"}, {"gravity", gravity, "m/s²"}};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace painleve_experiment

Experiment painleve() {
  return {.name = "lcp-painleve",
          .paper = "Painleve1895",
          .figure = "the sliding rod",
          .summary = "a rod whose accelerations have no solution: its end jams, and every step is solved",
          .run = &painleve_experiment::run};
}

}  // namespace stickslip::experiments::lcp
