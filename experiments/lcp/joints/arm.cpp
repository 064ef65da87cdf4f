// An arm of seven hinges whose drives follow a trajectory, with and without a box in its hand, against the same law of the drives in
// the arm's own equations: arm_reference.hpp. Drives do not know of gravity or of the box, so the arm is not where it should be; but it
// must be where the law puts it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/lcp/joints/arm_reference.hpp"
#include "experiments/lcp/joints/joints.hpp"
#include "experiments/lcp/motion_scene.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp::joints_experiment {

int add_arm(sim::World& world, const std::optional<sim::JointLimits>& limits, const Vec<3>& at) {
  int before = sim::the_world, first = -1;
  for (int i = 0; i < arm_hinges; ++i) {
    const ArmLink& link = arm_links[static_cast<std::size_t>(i)];
    const Vec<3> from = at + link.from * Vec<3>::UnitZ(), to = at + link.to * Vec<3>::UnitZ();
    const int body = world.add_body(bar(from, to, link.thickness, link.mass));
    const int hinge = world.add_hinge(body, before, from, arm_axis(i), {.limits = limits});
    if (i == 0) first = hinge;
    before = body;
  }
  return first;
}

namespace trajectory {
namespace {

using record::Colour;
using record::Dash;
using record::MarkKind;
using sim::World;

constexpr double duration = 4.0;  // [s]
constexpr double fine = 2.5e-4;   // step of the reference [s]: the last hinge settles within 0.2 ms
constexpr double box_side = 0.12, box_mass = 2.0;
constexpr std::array amplitudes = {0.8, 0.9, 0.7, 1.0, 0.9, 0.8, 1.2};    // [rad]
constexpr std::array frequencies = {0.5, 0.4, 0.5, 0.6, 0.5, 0.7, 0.75};  // [Hz]

// From rest: a (1 − cos 2πft)/2.
ArmTarget target_at(double t) {
  ArmTarget target;
  for (int i = 0; i < arm_hinges; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double rate = 2.0 * std::numbers::pi * frequencies[k];
    target.angle[i] = 0.5 * amplitudes[k] * (1.0 - std::cos(rate * t));
    target.rate[i] = 0.5 * amplitudes[k] * rate * std::sin(rate * t);
  }
  return target;
}

struct Tracked {
  double error = 0.0;        // against the same law, integrated finely [rad]
  double from_target = 0.0;  // how far drives let the arm be from the trajectory [rad]
  double opening = 0.0;      // [m]
  int unsolved = 0;
};

Tracked track(double dt, bool has_box, record::Series* series, sim::Recording* recording, const Progress& progress) {
  World world;
  const Vec<3> at(0.0, has_box ? 0.8 : 0.0, 0.0);
  add_arm(world, {}, at);
  const Vec<3> hand(0.0, 0.0, arm_links.back().to + 0.5 * box_side);
  const ArmBody held = arm_box(Vec<3>::Constant(box_side), hand, box_mass);
  if (has_box) {
    const int box = world.add_body(
        {.shapes = {{geometry::Polyhedron::box(Vec<3>::Constant(box_side))}}, .mass = box_mass, .position = at + hand});
    world.add_fixed(box, arm_hinges - 1);
  }
  ArmReference reference(has_box ? &held : nullptr);
  Tracked tracked;
  if (recording != nullptr) recording->begin(world.model(), world.state());
  const long steps = std::lround(duration / dt);
  for (long k = 0; k < steps; ++k) {
    const double t = static_cast<double>(k) * dt;
    // Targets hold for a step: those of its middle are the ones that lag and lead by nothing.
    const ArmTarget target = target_at(t + 0.5 * dt);
    for (int i = 0; i < arm_hinges; ++i) {
      const ArmLink& link = arm_links[static_cast<std::size_t>(i)];
      world.drive(i, {.target = target.angle[i],
                      .stiffness = link.stiffness,
                      .damping = link.damping,
                      .target_velocity = target.rate[i]});
    }
    if (!world.step(dt).converged()) ++tracked.unsolved;
    reference.advance(t, fine, static_cast<int>(std::lround(dt / fine)), target_at);
    const ArmTarget wanted = target_at(t + dt);
    double error = 0.0, away = 0.0;
    for (int i = 0; i < arm_hinges; ++i) {
      const double angle = world.joint(i).position;
      error = std::max(error, std::abs(angle - reference.q[i]));
      away = std::max(away, std::abs(angle - wanted.angle[i]));
    }
    tracked.error = std::max(tracked.error, error);
    tracked.from_target = std::max(tracked.from_target, away);
    tracked.opening = std::max(tracked.opening, largest_opening(world));
    if (series != nullptr && (k + 1) % 10 == 0) {
      series->append({t + dt, world.joint(1).position, world.joint(3).position, reference.q[1], reference.q[3],
                      wanted.angle[1], wanted.angle[3], std::max(1e-9, error)});
    }
    if (recording != nullptr && (k + 1) % 20 == 0) recording->add(world.model(), world.state());
    if ((k + 1) % 500 == 0) progress(static_cast<double>(k + 1) / static_cast<double>(steps));
  }
  return tracked;
}

void run(Result& result, const Progress& progress) {
  Stages stages(progress, 4.0);
  std::vector<sim::Recording> recordings;
  std::vector<std::string> labels;
  record::Series table("arm", "Arm of seven hinges on a trajectory, 4 s",
                       {{"error", "rad"}, {"error at 2 ms", "rad"}, {"from the trajectory", "rad"}, {"opening", "m"}});
  record::Panel angles{"second and fourth hinge", {"time", "s"}, {"angle", "rad"}, {}};
  record::Panel errors{"error of the steps, worst hinge", {"time", "s"}, {"error", "rad", 1.0, true}, {}};
  for (const bool has_box : {false, true}) {
    const std::string name = has_box ? "arm_with_box" : "arm_empty", label = has_box ? "with a box" : "empty hand";
    record::Series series(name, "Angles of the arm, " + label,
                          {{"t", "s"},
                           {"q2", "rad"},
                           {"q4", "rad"},
                           {"q2 exact", "rad"},
                           {"q4 exact", "rad"},
                           {"q2 target", "rad"},
                           {"q4 target", "rad"},
                           {"error", "rad"}});
    sim::Recording recording;
    const Tracked tracked = track(h, has_box, &series, &recording, stages.next(1.0));
    const Tracked coarse = track(2.0 * h, has_box, nullptr, nullptr, stages.next(1.0));
    table.append({tracked.error, coarse.error, tracked.from_target, tracked.opening});
    labels.push_back(label);
    result.checks.push_back(
        at_most("arm, " + label + ": error against the same law integrated finely", "rad", 1e-3, tracked.error));
    result.checks.push_back(at_most("arm, " + label + ": joints open", "m", 1e-6, tracked.opening));
    result.checks.push_back(equal("arm, " + label + ": steps that were not solved", "1", 0.0, tracked.unsolved, 0.0));
    result.series.push_back(std::move(series));
    recordings.push_back(std::move(recording));
    const Colour colour = has_box ? Colour::red : Colour::blue;
    for (const char* angle : {"q2", "q4"}) {
      const std::string column = angle;
      if (!has_box) {
        angles.marks.push_back(
            {MarkKind::line, name, {"t", column + " target"}, "trajectory", Colour::ink, Dash::dotted});
      }
      angles.marks.push_back({MarkKind::line, name, {"t", column + " exact"}, "integrated finely", Colour::grey});
      angles.marks.push_back({MarkKind::line, name, {"t", column}, label, colour, Dash::dashed});
    }
    errors.marks.push_back({MarkKind::line, name, {"t", "error"}, label, colour});
  }
  result.series.push_back(std::move(table));
  result.tables.push_back(
      {"Arm of seven hinges, 4 s at 1 ms: error against the same law of the drives integrated "
       "finely, and how far that law lets the arm be from its trajectory",
       "arm", labels});
  result.figures.push_back({"arm",
                            "An arm of seven hinges follows a trajectory",
                            "Drives are springs and dampers that know nothing of gravity: the arm sags, and more so "
                            "with a box of 2 kg in its hand.",
                            {angles, errors}});
  result.scenes.push_back(motion_scene(result, merged(std::move(recordings)), "scene_arm", "Two arms on one trajectory",
                                       "One holds a box of 2 kg, fixed to its hand."));
}

}  // namespace
}  // namespace trajectory

void arm(Result& result, const Progress& progress) {
  trajectory::run(result, progress);
}

}  // namespace stickslip::experiments::lcp::joints_experiment
