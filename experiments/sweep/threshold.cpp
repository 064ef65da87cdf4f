// The smallest grip force that holds a plate beside its centre of mass, by the ellipsoidal limit surface [Howe 1996]:
//   N = (W/2) √(1/μ² + (d/(μ c))²),   μ c = 6 mm: the torque that a finger holds per newton
// W = 1.962 N, μ = 0.6, d = 25 mm: 4.4024 N. The study runs the scene `gripper_load`, whose weight comes within a second.
#include <cmath>
#include <string>

#include "experiments/stages.hpp"
#include "experiments/sweep/run_study.hpp"
#include "experiments/sweep/sweep.hpp"

namespace stickslip::experiments::sweep {

namespace threshold_experiment {
namespace {

using stickslip::sweep::Results;
using stickslip::sweep::RunStatus;
using stickslip::sweep::Study;

double closed_form(double d) {
  constexpr double weight = 0.2 * 9.81, mu = 0.6, arm = 0.006;
  return 0.5 * weight * std::hypot(1.0 / mu, d / arm);
}

Results found(const std::string& rest, const Progress& progress) {
  const Study study = Study::from_text("name: hold\nscene: gripper_load\ndesign: grid\n" + rest, "hold.yaml", ".");
  return run_study(study, progress);
}

Result run(const Progress& progress) {
  Stages stages(progress, 6.0);
  Result result;
  result.title = "The smallest grip force that holds a plate";
  result.parameters = {{"weight", 1.962, "N"},
                       {"friction", 0.6},
                       {"torque per normal force", 0.006, "m"},
                       {"what holds", "speed below 1e-6 m/s half a second after the weight came"}};
  const Results one = found(
      "outputs: {speed: end_speed}\n"
      "find: {variable: contacts.grip.normal_force, output: speed, crosses: 1e-6, between: [4.3, 4.6], tol: 1e-6}\n",
      stages.next(1.0));
  const double force = one.output(1).front();
  result.checks.push_back(equal("smallest force that holds, 25 mm off", "N", 4.4024, force, 1e-4));
  // Further below it the plate would have swung down and come to rest by the end: there the way tells.
  const Results all = found(
      "variables: {bodies.plate.pose.0: {linear: {from: 0, to: 0.04, n: 5}}}\noutputs: {slip: largest_slip}\n"
      "find: {variable: contacts.grip.normal_force, output: slip, crosses: 1e-5, between: [1, 8], tol: 1e-4}\n",
      stages.next(5.0));
  record::Series series("forces", "Smallest force per finger, by the centre of mass",
                        {{"offset", "m"}, {"found", "N"}, {"closed form", "N"}});
  double worst = 0.0;
  for (std::uint64_t i = 0; i < all.runs(); ++i) {
    const double d = all.study().values(i)[0], known = closed_form(d);
    series.append({d, all.outputs(i)[1], known});
    worst = std::max(worst, std::abs(all.outputs(i)[1] / known - 1.0));
  }
  result.checks.push_back(equal("searches that found it", "1", static_cast<double>(all.runs()),
                                static_cast<double>(all.count(RunStatus::ok)), 0.0));
  result.checks.push_back(at_most("largest relative difference, 0 to 40 mm off", "1", 1e-3, worst));
  result.series.push_back(std::move(series));
  record::Panel panel{.title = "",
                      .x = {.label = "centre of mass beside the grip", .unit = "mm", .factor = 1e3},
                      .y = {.label = "smallest force per finger", .unit = "N"},
                      .marks = {}};
  panel.marks.push_back(
      {record::MarkKind::line, "forces", {"offset", "closed form"}, "closed form", record::Colour::ink});
  panel.marks.push_back(
      {record::MarkKind::points, "forces", {"offset", "found"}, "found by the study", record::Colour::red});
  result.figures.push_back({.name = "smallest_force",
                            .title = "How hard two fingers must squeeze to hold a plate",
                            .caption = "Each point is a search by bracketing, 19 runs of the scene gripper_load.",
                            .panels = {std::move(panel)}});
  stages.finish();
  return result;
}

}  // namespace
}  // namespace threshold_experiment

Experiment threshold() {
  return {.name = "sweep-threshold",
          .paper = "Howe1996",
          .figure = "ellipsoidal limit surface, closed form",
          .summary = "the smallest grip force that holds, found by bracketing",
          .run = threshold_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::sweep
