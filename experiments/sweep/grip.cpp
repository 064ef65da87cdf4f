// How often two fingers let a plate slip that they take over, when mass, friction, pad radius and centre of mass are not known exactly.
//
// By the ellipsoidal limit surface it breaks away where N < (m g/2μ) √(1 + (d/c)²), c = 2R/3 of uniform pressure [Howe 1996]. Each run of the
// scene `in_hand_load` is held against that, and the share of runs that slip against its probability.
#include <cmath>
#include <string>

#include "stickslip/sweep/analysis.hpp"

#include "experiments/stages.hpp"
#include "experiments/sweep/run_study.hpp"
#include "experiments/sweep/sweep.hpp"

namespace stickslip::experiments::sweep {

namespace grip_experiment {
namespace {

using stickslip::sweep::Results;
using stickslip::sweep::RunStatus;
using stickslip::sweep::Study;

Study study_of(int samples, int seed) {
  return Study::from_text(R"(name: sweep-grip
scene: in_hand_load
variables:
  bodies.plate.mass: {normal: {mean: 0.2, sd: 0.02, min: 0.1, max: 0.3}}
  contacts.grip.law.elasto_plastic.mu_s: {uniform: [0.9, 1.1]}
  contacts.grip.pressure.disc.radius: {uniform: [0.009, 0.011]}
  bodies.plate.pose.0: {normal: {mean: 0.025, sd: 0.002, min: 0.015, max: 0.035}}
  contacts.grip.normal_force: {uniform: [2.5, 5.5]}
design: sobol
indices: true
outputs:
  slip: largest_slip
  angle: {series: plate.pose.theta, reduce: last}
events: {slips: slip > 1e-4}
samples: )" + std::to_string(samples) +
                              "\nseed: " + std::to_string(seed) + "\n",
                          "grip.yaml", ".");
}

// Values in the order of the study.
double break_away_force(std::span<const double> x) {
  const double mass = x[0], mu = x[1], radius = x[2], d = x[3];
  return 0.5 * mass * 9.81 / mu * std::hypot(1.0, 1.5 * d / radius);
}

// The probability that a run slips, by the closed form and many more samples of another seed: to 0.05 %.
double known_probability() {
  const Study many = study_of(1 << 19, 2);
  double slips = 0.0, all = 0.0;
  for (std::uint64_t i = 0; i < many.runs(); ++i) {
    if (!many.design().is_sample(i)) continue;
    const std::vector<double> x = many.values(i);
    all += 1.0;
    if (x[4] < break_away_force(x)) slips += 1.0;
  }
  return slips / all;
}

Result run_with(int samples, const Progress& progress) {
  Stages stages(progress, 1.0);
  const Results results = run_study(study_of(samples, 1), stages.next(0.95));
  Result result = results.page();
  result.title = "How often a grip slips when mass, friction, pad and centre of mass vary";
  double otherwise = 0.0, other_band = 0.0;
  for (std::uint64_t i = 0; i < results.runs(); ++i) {
    const std::vector<double> x = results.study().values(i);
    const double needed = break_away_force(x);
    const bool slips = results.study().events()[0].happens(results.outputs(i));
    if (slips == (x[4] < needed)) continue;
    otherwise += 1.0;
    other_band = std::max(other_band, std::abs(x[4] / needed - 1.0));
  }
  const auto runs = static_cast<double>(results.runs());
  result.checks.push_back(
      equal("runs that came to their end", "1", runs,
            static_cast<double>(results.count(RunStatus::ok) + results.count(RunStatus::not_converged) +
                                results.count(RunStatus::failed_checks)),
            0.0));
  result.checks.push_back(
      at_most("share of runs that slip or hold against the closed form", "1", 0.01, otherwise / runs));
  result.checks.push_back(at_most("how far such runs are from the threshold, relative", "1", 0.005, other_band));
  const stickslip::sweep::Proportion p = stickslip::sweep::event_proportions(results).front();
  result.checks.push_back(
      equal("probability of slipping", "1", known_probability(), p.share, std::max(p.high - p.share, p.share - p.low)));
  stages.finish();
  return result;
}

Result run(const Progress& progress) {
  return run_with(96, progress);
}

Result run_full(const Progress& progress) {
  return run_with(5000, progress);  // 10⁴ samples of the distributions, and 25 000 further runs for the indices
}

}  // namespace
}  // namespace grip_experiment

Experiment grip() {
  return {.name = "sweep-grip",
          .paper = "Howe1996",
          .figure = "break-away of a grasp, closed form",
          .summary = "how often a grip slips when mass, friction, pad and centre of mass vary",
          .run = grip_experiment::run,
          .is_long = true,
          .run_full = grip_experiment::run_full};
}

}  // namespace stickslip::experiments::sweep
