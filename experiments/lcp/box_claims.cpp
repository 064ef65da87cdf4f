// What the paper says about its box, each as a row that is measured.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/formulation/formulations.hpp"

#include "experiments/lcp/box.hpp"
#include "experiments/lcp/pictures.hpp"
#include "experiments/lcp/scenes.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp::box_experiment {

namespace {

using formulation::Sliding;
using record::Colour;
using record::MarkKind;
using sim::ContactModel;

// --- "the closest to the Hybrid model, and thus, closer to the Coulomb model than the others" ------------------------------------

void closest_to_hybrid(Result& result, const Ends& ends) {
  const double to_hybrid = distance(ends.phantom, ends.hybrid);
  record::Series table("closest", "Distance of phantom inertia's end from the others', 10 ms", {{"distance", "mm"}});
  const std::array others = {ends.hybrid, ends.anitescu_potra, ends.box, end_mu_1};
  for (const SlideEnd& end : others) table.append({1e3 * distance(ends.phantom, end)});
  result.series.push_back(std::move(table));
  result.tables.push_back({"Claim: phantom inertia ends closest to Hybrid (μ = 1, 10 ms)",
                           "closest",
                           {"to Hybrid", "to Anitescu-Potra", "to Box", "to Coulomb's law"}});
  const double next = std::min(distance(ends.phantom, ends.anitescu_potra), distance(ends.phantom, ends.box));
  result.checks.push_back(
      at_most("claim: phantom ends closest to Hybrid; its distance / that to the next", "1", 1.0, to_hybrid / next));
  const double best = std::min(
      {distance(ends.anitescu_potra, end_mu_1), distance(ends.box, end_mu_1), distance(ends.hybrid, end_mu_1)});
  result.checks.push_back(
      at_most("claim: phantom ends closest to Coulomb's law; its error / the least of AP, Box, Hybrid", "1", 1.0,
              distance(ends.phantom, end_mu_1) / best));
}

// --- "the phantom inertia […] has not shown any significant effect" ---------------------------------------------------------------

void phantom_inertia_has_no_effect(Result& result, const Progress& progress) {
  const Scene scene = paper_box(1.0);
  constexpr int decades = 9;
  record::Series series(
      "rho", "End of the box against the phantom inertia",
      {{"rho", "1"}, {"difference_10ms", "m"}, {"pivots_10ms", "1"}, {"difference_1ms", "m"}, {"pivots_1ms", "1"}});
  std::array<double, 2> worst{};
  std::array<SlideEnd, 2> first{};
  int done = 0;
  for (int i = 0; i < decades; ++i) {
    const double share = std::pow(10.0, i - 6);
    std::array<double, 2> difference{}, pivots{};
    for (std::size_t k = 0; k < 2; ++k) {
      const double h = k == 0 ? 0.01 : 0.001;
      sim::ModelOptions options = options_of(ContactModel::phantom);
      options.rho = share * 0.5 * formulation::phantom_inertia(scene.bodies, scene.contacts, {.h = h}).rho_bound();
      const SlideRun run = slide({}, options, h, 0.8);
      if (i == 0) first[k] = run.end;
      difference[k] = distance(run.end, first[k]);
      pivots[k] = static_cast<double>(run.recording.report.iterations);
      worst[k] = std::max(worst[k], difference[k]);
      progress(++done / (2.0 * decades));
    }
    series.append({share, difference[0], pivots[0], difference[1], pivots[1]});
  }
  result.series.push_back(std::move(series));
  result.checks.push_back(
      at_most("claim: ρ from 1e-6 to 1e2 of λ_min(K) has no effect; ends differ, 10 ms", "m", 1e-5, worst[0]));
  result.checks.push_back(at_most("claim: ρ has no effect; ends differ, 1 ms", "m", 1e-5, worst[1]));
  result.tables.push_back(
      {"Claim: phantom inertia has no effect. Ends against that of the smallest ρ/λ_min(K), and the most pivots in a "
       "step",
       "rho"});
}

// --- "the bounds of the static friction force are coupled with the normal force, which is not the case in other formulations" --

// Friction over μ × normal force in the step in which a weight of 2 m g is laid on the sliding box.
double friction_when_loaded(ContactModel model) {
  constexpr double h = 0.01;
  const SlidingBox box{.mu = 0.5, .velocity = {3.0, 0.0}, .spin = 0.0};
  sim::World world = world_of(box, options_of(model));
  for (int i = 0; i < 10; ++i) static_cast<void>(world.step(h));
  world.set_force(1, {0.0, 0.0, -2.0 * gravity * box.mass});
  static_cast<void>(world.step(h));
  Vec<3> sum = Vec<3>::Zero();
  for (const Vec<3>& impulse : world.state().impulses) sum += impulse;
  return std::hypot(sum[1], sum[2]) / (box.mu * sum[0]);
}

void friction_follows_the_load(Result& result) {
  record::Series table("coupling", "Friction / μ × normal force in the step in which the load trebles",
                       {{"ratio", "1"}});
  const std::array<std::tuple<ContactModel, const char*, double>, 5> rows = {
      {{ContactModel::cone, "exact cone", 1.0},
       {ContactModel::phantom, "phantom inertia", 1.0},
       {ContactModel::anitescu_potra, "Anitescu-Potra", 1.0},
       {ContactModel::box, "Box", 1.0 / 3.0},
       {ContactModel::hybrid, "Hybrid", 1.0 / 3.0}}};
  std::vector<std::string> labels;
  for (const auto& [model, label, expected] : rows) {
    const double ratio = friction_when_loaded(model);
    table.append({ratio});
    labels.emplace_back(label);
    result.checks.push_back(equal(
        std::string("claim: friction follows the load of the same step; ") + label + ", friction / μ N when N trebles",
        "1", expected, ratio, 1e-3));
  }
  result.series.push_back(std::move(table));
  result.tables.push_back({"Claim: friction is coupled to the normal force of the same step, not so in Box and Hybrid",
                           "coupling", labels});
}

// --- sliding by (21), (34) and (43) -----------------------------------------------------------------------------------------------

struct Slid {
  double error;  // of the end [m]
  double angle;  // between friction and the velocity after the step, mean over the load while faster than 0.2 m/s [rad]
  double chatter;  // largest speed after rest [m/s]
};

Slid slide_by(Sliding sliding, double h) {
  const SlidingBox box;
  sim::ModelOptions options = options_of(ContactModel::phantom);
  options.sliding = sliding;
  sim::World world = world_of(box, options);
  double angles = 0.0, loads = 0.0, chatter = 0.0;
  constexpr double until = 1.2, rested = 1.0;
  const auto count = std::lround(until / h);
  for (long i = 0; i < count; ++i) {
    static_cast<void>(world.step(h));
    const sim::BodyState& body = world.body(1);
    const double speed = norm(body.velocity) + box.radius() * norm(body.angular_velocity());
    if (world.time() > rested) chatter = std::max(chatter, speed);
    const sim::State& state = world.state();
    for (std::size_t c = 0; c < state.impulses.size(); ++c) {
      // Normals point upwards: t1 and t2 are x and y.
      const Vec<3>& impulse = state.impulses[c];
      const Vec<3> u =
          body.velocity + body.angular_velocity().cross(Vec<3>(state.contacts.points[c].point - body.position));
      const Vec<2> slip(u[0], u[1]), friction(impulse[1], impulse[2]);
      if (norm(slip) < 0.2 || norm(friction) == 0.0) continue;
      const double cosine = -slip.dot(friction) / (norm(slip) * norm(friction));
      angles += impulse[0] * std::acos(std::clamp(cosine, -1.0, 1.0));
      loads += impulse[0];
    }
  }
  const Vec<3> p = world.body(1).position;
  return {std::hypot(p[0] - end_mu_1.x, p[1] - end_mu_1.y), angles / loads, chatter};
}

void ways_of_sliding(Result& result, const Progress& progress) {
  const Scene scene = paper_box(1.0);
  record::Series table("sliding", "Friction of contacts that slide",
                       {{"error", "mm"}, {"angle", "deg"}, {"chatter", "m/s"}, {"rows of the LCP", "1"}});
  const std::array<std::pair<Sliding, const char*>, 3> ways = {
      {{Sliding::explicit_, "(21)"}, {Sliding::no_lateral, "(34)"}, {Sliding::relaxed, "(43)"}}};
  std::vector<std::string> labels;
  for (const double h : {0.01, 0.001}) {
    for (const auto& [way, equation] : ways) {
      const Slid slid = slide_by(way, h);
      const auto rows = formulation::phantom_inertia(scene.bodies, scene.contacts, {.h = h, .sliding = way}).size();
      table.append({1e3 * slid.error, 180.0 / std::numbers::pi * slid.angle, slid.chatter, static_cast<double>(rows)});
      labels.push_back(std::string(equation) + ", " + in_ms(h));
      const std::string quantity = "sliding by " + labels.back() + ": speed after rest";
      // Without bounds friction overshoots by up to the change of velocity in a step, μ g h.
      result.checks.push_back(way == Sliding::explicit_
                                  ? at_least(quantity + " (chatters)", "m/s", 0.1 * gravity * h, slid.chatter)
                                  : at_most(quantity, "m/s", 1e-9, slid.chatter));
      progress(static_cast<double>(labels.size()) / 6.0);
    }
  }
  result.series.push_back(std::move(table));
  result.tables.push_back(
      {"Friction while sliding: end, angle between friction and velocity, speed after rest, size", "sliding", labels});
}

}  // namespace

void claims(Result& result, const Ends& ends, const Progress& progress) {
  Stages stages(progress, 3.0);
  closest_to_hybrid(result, ends);
  phantom_inertia_has_no_effect(result, stages.next(2.0));
  friction_follows_the_load(result);
  ways_of_sliding(result, stages.next(1.0));
}

}  // namespace stickslip::experiments::lcp::box_experiment
