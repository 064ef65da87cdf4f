// Hinges that strike their limits at speed, and are not driven: nothing may gain energy from a limit.
//
// A rod falls from upright against a limit; an arm of seven hinges falls limp, and strikes many.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "experiments/lcp/joints/arm_links.hpp"
#include "experiments/lcp/joints/joints.hpp"
#include "experiments/lcp/motion_scene.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp::joints_experiment {

namespace striking {
namespace {

using record::Colour;
using record::MarkKind;
using sim::World;

constexpr double rod_limit = 2.0, arm_limit = 0.7, fall_time = 3.0;  // [rad, rad, s]
// Rows of a hinge's impulses after the five that hold it.
constexpr std::size_t lower_limit = 5, upper_limit = 6;

struct Struck {
  double rise = 0.0;         // largest growth of energy in a step in which a limit pushes, over the scale
  double whole_rise = 0.0;   // above the lowest that it ever was, over the scale
  double free_change = 0.0;  // largest change in a step in which none does: the error of the steps themselves
  double overshoot = 0.0;    // beyond a limit [rad]
  double fastest = 0.0;      // strike [rad/s]
  int strikes = 0, unsolved = 0;
};

Struck let_fall(World& world, double limit, double scale, const std::string& name, Result& result,
                sim::Recording& recording) {
  Struck struck;
  record::Series series(name, "Energy of what falls against limits", {{"t", "s"}, {"energy", "1"}});
  const double start = energy_of(world);
  double before = start, lowest = start;
  recording.begin(world.model(), world.state());
  const long steps = std::lround(fall_time / h);
  std::vector<double> rates(world.state().joints.size(), 0.0);
  std::vector<bool> pushed(rates.size(), false);
  for (long i = 1; i <= steps; ++i) {
    if (!world.step(h).converged()) ++struck.unsolved;
    bool is_held = false;
    for (std::size_t j = 0; j < rates.size(); ++j) {
      const sim::JointState& state = world.state().joints[j];
      const bool pushes = state.impulses[lower_limit] > 0.0 || state.impulses[upper_limit] > 0.0;
      is_held = is_held || pushes;
      if (pushes && !pushed[j] && std::abs(rates[j]) > 20.0 * h) {
        ++struck.strikes;
        struck.fastest = std::max(struck.fastest, std::abs(rates[j]));
      }
      pushed[j] = pushes;
      struck.overshoot = std::max(struck.overshoot, std::abs(state.position) - limit);
      rates[j] = world.joint(static_cast<int>(j)).velocity;
    }
    const double now = energy_of(world);
    if (is_held) {
      struck.rise = std::max(struck.rise, (now - before) / scale);
    } else {
      struck.free_change = std::max(struck.free_change, std::abs(now - before) / scale);
    }
    struck.whole_rise = std::max(struck.whole_rise, (now - lowest) / scale);
    lowest = std::min(lowest, now);
    before = now;
    if (i % 10 == 0) series.append({world.time(), (now - start) / scale});
    if (i % 20 == 0) recording.add(world.model(), world.state());
  }
  result.series.push_back(std::move(series));
  return struck;
}

void run(Result& result, const Progress& progress) {
  record::Panel energies{"", {"time", "s"}, {"energy since the start, of the weight times the reach", "1"}, {}};
  record::Series table("limits", "Limits struck at speed",
                       {{"strikes", "1"},
                        {"fastest", "rad/s"},
                        {"growth in a step", "1"},
                        {"change in a free step", "1"},
                        {"overshoot", "rad"}});
  std::vector<sim::Recording> recordings;
  const auto judge = [&](const std::string& what, const std::string& name, World& world, double limit, double scale,
                         Colour colour, double share) {
    sim::Recording recording;
    const Struck struck = let_fall(world, limit, scale, name, result, recording);
    recordings.push_back(std::move(recording));
    table.append(
        {static_cast<double>(struck.strikes), struck.fastest, struck.rise, struck.free_change, struck.overshoot});
    // As for contacts in lcp-bounce: a hinge that a strike elsewhere has moved beyond its limit is pushed back slowly.
    result.checks.push_back(
        at_most(what + ": growth of energy in a step in which a limit pushes, of m g L", "1", 5e-6, struck.rise));
    result.checks.push_back(at_most(what + ": growth of energy in the run, of m g L", "1", 1e-4, struck.whole_rise));
    result.checks.push_back(at_least(what + ": fastest strike", "rad/s", 2.0, struck.fastest));
    result.checks.push_back(at_most(what + ": beyond a limit", "rad", 1e-4, struck.overshoot));
    result.checks.push_back(equal(what + ": steps that were not solved", "1", 0.0, struck.unsolved, 0.0));
    energies.marks.push_back({MarkKind::line, name, {"t", "energy"}, what, colour});
    progress(share);
  };

  World rod;
  const int body = rod.add_body(bar({0.0, 0.8, 0.0}, {0.0, 0.8, 1.0}, 0.04, 1.0));
  rod.set_angular_velocity(body, {0.0, 0.5, 0.0});
  rod.set_velocity(body, {0.25, 0.0, 0.0});
  rod.add_hinge(body, sim::the_world, {0.0, 0.8, 0.0}, Vec<3>::UnitY(),
                {.limits = sim::JointLimits{-rod_limit, rod_limit}});
  judge("a rod that falls on a limit", "limit_rod", rod, rod_limit, gravity, Colour::blue, 0.3);

  World limp;
  add_arm(limp, sim::JointLimits{-arm_limit, arm_limit});
  // A push, so that it falls, and not straight.
  limp.set_force(arm_hinges - 1, {15.0, 9.0, 0.0});
  for (int i = 0; i < 200; ++i) static_cast<void>(limp.step(h));
  limp.set_force(arm_hinges - 1, Vec<3>::Zero());
  double mass = 0.0;
  for (const ArmLink& link : arm_links) mass += link.mass;
  judge("a limp arm", "limit_arm", limp, arm_limit, mass * gravity * arm_links.back().to, Colour::red, 1.0);

  result.series.push_back(std::move(table));
  result.tables.push_back({"Limits struck at speed, 3 s at 1 ms; energy over weight times reach",
                           "limits",
                           {"a rod that falls on a limit", "a limp arm"}});
  result.figures.push_back({"limits",
                            "Energy of what strikes its limits",
                            "A limit takes energy at each strike, and gives back less than 5e-6 m g L in a step.",
                            {energies}});
  result.scenes.push_back(motion_scene(result, merged(std::move(recordings)), "scene_limits", "Limits struck at speed",
                                       "A rod with limits of ± 2 rad and a limp arm with limits of ± 0.7 rad at "
                                       "every hinge, let fall."));
}

}  // namespace
}  // namespace striking

void limits(Result& result, const Progress& progress) {
  striking::run(result, progress);
}

}  // namespace stickslip::experiments::lcp::joints_experiment
