// A plate held close to its centre of mass slides down and turns, case 2 of the in-hand runs; four contact surfaces.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "experiments/planar/in_hand/in_hand.hpp"
#include "experiments/planar/paper/models.hpp"
#include "experiments/planar/paper/setup.hpp"
#include "experiments/planar/planar.hpp"

namespace stickslip::experiments::planar {

namespace in_hand_2_experiment {
namespace {

using record::Colour;

// While the grip is loose (profile 2, from 0.33 s to 0.5 s) the plate slides, with nothing but smooth motion from 0.36 s on.
// From the accurate state there, the error of 0.1 s in steps of dt.
template <class Patch>
record::Series convergence(const Patch& patch, const char* name, const std::string& title, const Progress& progress) {
  constexpr double begin = 0.36, length = 0.1;  // [s]
  const Grip grip{.number = 2, .profile = 2};
  const auto run = [&](const sim::PlanarBody& body, const Signal<double>& fn, double dt, double t_end,
                       sim::Integrator integrator, typename Patch::State& state) {
    sim::SimulationOptions options = in_hand_options(dt, {});
    options.t_end = t_end;
    options.integrator = integrator;
    return sim::simulate(patch, body, grip.weight(), fn, options, &state);
  };
  auto start = patch.state();
  const sim::Trajectory before = run(grip.plate(), grip.normal_force(), 20e-6, begin, sim::Integrator::sdirk2, start);
  sim::PlanarBody sliding = grip.plate();
  sliding.pose = before.pose.back();
  sliding.twist = before.twist.back();
  const double fn = grip.normal_force(static_cast<int>(begin / held_for));
  progress(0.4);
  auto state = start;
  const Vec<3> exact = run(sliding, fn, 2e-6, length, sim::Integrator::rk4, state).pose.back().coordinates();
  progress(0.8);
  record::Series series(name, title, {{"dt", "s"}, {"position_error", "m"}, {"angle_error", "rad"}});
  for (const double dt : {2e-3, 1e-3, 0.5e-3, 0.25e-3}) {
    state = start;
    const Vec<3> error = run(sliding, fn, dt, length, sim::Integrator::sdirk2, state).pose.back().coordinates() - exact;
    series.append({dt, std::hypot(error(0), error(1)), std::abs(error(2))});
  }
  progress(1.0);
  return series;
}

// The curves of Fig. 31 end here, read to two digits: half a unit of the second is what they can be held to. They belong
// to the line whose pressure falls along x.
void check_figure(Result& result, int profile, double x, double theta) {
  const record::Series& run = result[hand_series("LineGradX", profile, HandModel::distributed)];
  const std::string what = "LineGradX, load " + std::to_string(profile) + ": distributed, ";
  result.checks.push_back(equal(what + "x as in Fig. 31", "m", x, run["x"].back(), 5e-5));
  result.checks.push_back(equal(what + "θ as in Fig. 31", "rad", theta, run["theta"].back(), 5e-3));
}

// Mean slope of log error against log dt.
double order(const record::Series& series, const char* column) {
  const std::vector<double>&dt = series["dt"], &error = series[column];
  return std::log(error.front() / error.back()) / std::log(dt.front() / dt.back());
}

void check_order(Result& result, record::Series series, const std::string& model) {
  // Between 1.8 and 2.2: the stated range.
  result.checks.push_back(
      equal(model + ", sliding: order of the step, position", "1", 2.0, order(series, "position_error"), 0.2));
  result.checks.push_back(
      equal(model + ", sliding: order of the step, angle", "1", 2.0, order(series, "angle_error"), 0.2));
  result.series.push_back(std::move(series));
}

void show(Result& result) {
  add_in_hand_parameters(result, 2);
  const std::string legend = "d distributed, r reduced (dashed); 1 and 2 the profile of the normal force. ";
  const auto pose = [&](const char* figure, const char* title, const char* contact, const std::string& what) {
    result.figures.push_back(pose_figure(figure, std::string(title) + ", pose of the centre of mass", legend + what,
                                         both_loads(contact), loads_alone(contact)));
  };
  pose("fig29", "Fig. 29: case 2, circle", "Circle", "The plate falls and turns in steps, whenever the grip is loose.");
  pose("fig30", "Fig. 30: case 2, square", "Square", "Much like the circle.");
  pose("fig31", "Fig. 31: case 2, gradient line", "LineGradX",
       "A line bears less torque: the plate turns further, under load 1 until it hangs below the centre of "
       "pressure.");
  result.figures.push_back(finger_figure("fig32", "Fig. 32: case 2, circle, friction of a finger",
                                         legend + "About the middle of the contact.", both_loads("Circle"),
                                         loads_alone("Circle")));
  pose("upright_line", "Case 2, gradient line along y", "LineGrad",
       "The line of Fig. 8, whose pressure changes along y.");
  const auto errors = [](const char* column) {
    std::vector<record::Mark> marks;
    for (const auto& [model, colour] : {std::pair("reduced", Colour::red), {"distributed", Colour::blue}}) {
      const std::string series = std::string("convergence_").append(model);
      marks.push_back({record::MarkKind::line, series, {"dt", column}, model, colour});
      marks.push_back({record::MarkKind::points, series, {"dt", column}, model, colour});
    }
    return marks;
  };
  result.figures.push_back(
      {"convergence",
       "End error of 0.1 s of sliding against the step",
       "A tenth of the step leaves a hundredth of the error: order 2.",
       {{"position", log_axis("step", "ms", 1e3), log_axis("error", "µm", 1e6), errors("position_error")},
        {"angle", log_axis("step", "ms", 1e3), log_axis("error", "µrad", 1e6), errors("angle_error")}}});
  add_plate_scene(result, hand_series("Circle", 1, HandModel::distributed),
                  "Fig. 26, right: case 2 under the sinusoidal normal force",
                  "Gravity acts along −y. Slide and turn go together.", surface("Circle"));
  add_plate_scene(result, hand_series("LineGradX", 1, HandModel::distributed),
                  "Case 2, gradient line, sinusoidal normal force",
                  "The plate turns until its centre of mass is below the centre of pressure, and then only slides.",
                  surface("LineGradX"));
}

Result run(const Progress& progress) {
  Stages stages(progress, 8.0 * compare_in_hand_weight + 4.0);
  Result result;
  for (const char* name : {"Circle", "Square", "LineGrad", "LineGradX"}) {
    for (const int profile : {1, 2}) {
      const bool has_reference = std::string(name) != "LineGradX";
      const std::string stem = "hand_2_" + lower_case(name) + "_" + std::to_string(profile);
      compare_in_hand(result, name, {.number = 2, .profile = profile}, has_reference ? stem : "", stages);
    }
  }
  check_figure(result, 1, -3.2e-3, -0.69);
  check_figure(result, 2, -5.6e-3, -0.54);
  const friction::ElastoPlastic law = elasto_plastic(1);
  check_order(result,
              convergence(patch::ReducedPatch(law, patch::LimitSurface(patch::Pressure::disc(0.01))),
                          "convergence_reduced", "End error of 0.1 s of sliding, three bristles", stages.next(2.0)),
              "reduced");
  check_order(result,
              convergence(patch::DistributedPatch(law, surface("Circle")), "convergence_distributed",
                          "End error of 0.1 s of sliding, one bristle per cell", stages.next(2.0)),
              "distributed");
  show(result);
  stages.finish();
  return result;
}

}  // namespace
}  // namespace in_hand_2_experiment

Experiment in_hand_2() {
  return {"planar-in-hand-2",
          "Waltersson2024",
          "Figs 29–32",
          "a plate held 2 mm from its centre of mass slides and turns, on four contact surfaces",
          in_hand_2_experiment::run,
          true};
}

}  // namespace stickslip::experiments::planar
