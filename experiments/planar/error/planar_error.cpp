// Planar runs with a known error: 300 runs drawn at random, each with fixed steps and with three tolerances.
//
// The truth is a run with a tolerance ten times less than the least. Its own estimate is taken off every difference to it, so that a run is not
// blamed for what the truth lacks; runs whose truth is not known to a tenth of a tolerance do not count for it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"

#include "experiments/planar/error/random_run.hpp"
#include "experiments/planar/picture/pictures.hpp"
#include "experiments/planar/planar.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::planar {

namespace error_experiment {
namespace {

using sim::SimulationOptions;
using sim::Trajectory;

constexpr std::array tolerances{1e-2, 1e-3, 1e-4};
// A share of the largest displacement that no run called converged should be off by.
constexpr double far_off = 0.1;
// Fixed steps are tried until they are as good as chosen ones, or this many times as many.
constexpr double dearest = 3.0;
// The first runs and larger tolerances show the same within seconds.
struct Extent {
  std::size_t runs;
  std::size_t tolerances;  // the first ones
  double truth;            // tolerance of the truth
};
constexpr Extent some{20, 2, 1e-4}, whole{300, 3, 1e-5};
constexpr std::uint64_t seed = 16;

double length(const Vec<3>& pose, double r) {
  return norm(Vec<3>(pose(0), pose(1), r * pose(2)));
}

double largest_displacement(const Trajectory& path, double r) {
  double largest = 0.0;
  for (const Pose2& pose : path.pose) {
    largest = std::max(largest, length(pose.coordinates() - path.pose.front().coordinates(), r));
  }
  return largest;
}

// What a run is judged by.
class Truth {
 public:
  Truth(const RandomRun& run, double tolerance) : run_(&run) {
    SimulationOptions options;
    options.tol = tolerance;
    path_ = simulate(run, options);
    // A body that does not move is where it should be to within rounding.
    displacement_ = std::max(largest_displacement(path_, run.r), 1e-9 * run.r);
  }

  // Shares of the largest displacement.
  double own_error() const { return estimate(path_); }
  double estimate(const Trajectory& path) const { return length(path.error.back(), run_->r) / displacement_; }
  double error(const Trajectory& path) const {
    const Vec<3> apart = path.pose.back().coordinates() - path_.pose.back().coordinates();
    return std::max(0.0, length(apart, run_->r) / displacement_ - own_error());
  }
  double displacement() const noexcept { return displacement_; }

 private:
  const RandomRun* run_;
  Trajectory path_;
  double displacement_;
};

// Fixed steps, as few as are needed for an error, by halving; more than `most` are not tried.
long fixed_steps(const RandomRun& run, const Truth& truth, double error, long most) {
  SimulationOptions options;
  for (double dt = 0.1 * random_run_end;; dt *= 0.5) {
    options.dt = dt;
    const Trajectory path = simulate(run, options);
    if (truth.error(path) <= error || 2 * path.steps > most) return path.steps;
  }
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// What became of the runs with one tolerance.
struct Tally {
  double runs = 0.0, honest = 0.0, met = 0.0, steps = 0.0, fixed = 0.0;
  std::vector<double> ratios = {};
};

constexpr const char *chosen_series = "chosen", *fixed_series = "fixed";

void show(Result& result, const Extent& extent) {
  using record::Mark;
  using record::MarkKind;
  std::vector<Mark> marks;
  for (std::size_t k = 0; k < extent.tolerances; ++k) {
    const double tol = tolerances[k];
    Mark mark{MarkKind::points, chosen_series, {"estimate", "error"}, "tol = " + to_text(tol)};
    mark.only = record::RowFilter{"tol", tol};
    marks.push_back(mark);
  }
  marks.push_back({MarkKind::points, fixed_series, {"estimate", "error"}, "steps of 1 to 5 ms"});
  marks.push_back({MarkKind::line, "bound", {"estimate", "error"}, "three times the estimate", record::Colour::ink});
  result.figures = {{"error",
                     "Error of the end pose, and what was estimated",
                     "One point per run, shares of the largest displacement; smaller ones than 1e-8 are drawn there.",
                     {{"", log_axis("estimated error"), log_axis("error"), marks}}}};
  record::Series bound("bound", "Three times the estimate", {{"estimate", "1"}, {"error", "1"}});
  bound.append({1e-8, 3e-8});
  bound.append({1.0, 3.0});
  result.series.push_back(std::move(bound));
}

Result run(const Extent& extent, const Progress& progress) {
  Stages stages(progress, static_cast<double>(extent.runs));
  const auto drawn = [](double share) { return std::clamp(share, 1e-8, 10.0); };
  record::Series chosen(chosen_series, "Runs with a tolerance: shares of the largest displacement, and steps",
                        {{"run", "1"},
                         {"tol", "1"},
                         {"error", "1"},
                         {"estimate", "1"},
                         {"displacement", "m"},
                         {"steps", "1"},
                         {"fixed_steps", "1"}});
  record::Series fixed(
      fixed_series, "Runs with steps of 1, 2 or 5 ms",
      {{"run", "1"}, {"dt", "s"}, {"error", "1"}, {"estimate", "1"}, {"displacement", "m"}, {"converged", "1"}});
  std::array<Tally, tolerances.size()> tallies;
  double fixed_runs = 0.0, fixed_honest = 0.0, misled = 0.0, off = 0.0;
  RandomVectors random(seed);
  for (std::size_t i = 0; i < extent.runs; ++i) {
    const Progress done = stages.next(1.0);
    const RandomRun one = random_run(random);
    const auto number = static_cast<double>(i);
    const Truth truth(one, extent.truth);
    done(0.5);
    if (truth.own_error() <= 0.1 * far_off) {
      SimulationOptions options;
      options.dt = one.dt;
      const Trajectory path = simulate(one, options);
      const double error = truth.error(path), estimate = truth.estimate(path);
      const bool is_converged = path.report.status == SolveStatus::converged;
      fixed_runs += 1.0;
      fixed_honest += error <= 3.0 * estimate ? 1.0 : 0.0;
      off += error > far_off ? 1.0 : 0.0;
      misled += is_converged && error > far_off ? 1.0 : 0.0;
      fixed.append({number, one.dt, drawn(error), drawn(estimate), truth.displacement(), is_converged ? 1.0 : 0.0});
    }
    for (std::size_t k = 0; k < extent.tolerances; ++k) {
      const double tol = tolerances[k];
      if (truth.own_error() > 0.1 * tol) continue;
      SimulationOptions options;
      options.tol = tol;
      const Trajectory path = simulate(one, options);
      const double error = truth.error(path), estimate = truth.estimate(path);
      const auto steps = static_cast<double>(path.steps);
      Tally& tally = tallies[k];
      tally.runs += 1.0;
      tally.honest += error <= 3.0 * estimate ? 1.0 : 0.0;
      tally.met += error <= tol ? 1.0 : 0.0;
      const auto by_fixed =
          static_cast<double>(fixed_steps(one, truth, std::max(error, 0.1 * tol), static_cast<long>(dearest * steps)));
      tally.steps += steps;
      tally.fixed += by_fixed;
      tally.ratios.push_back(steps / by_fixed);
      chosen.append({number, tol, drawn(error), drawn(estimate), truth.displacement(), steps, by_fixed});
      done(0.5 + 0.5 * static_cast<double>(k + 1) / static_cast<double>(extent.tolerances));
    }
  }

  Result result;
  result.parameters = {{"runs", static_cast<double>(extent.runs)},
                       {"time of a run", random_run_end, "s"},
                       {"tolerance of the truth", extent.truth}};
  for (std::size_t k = 0; k < extent.tolerances; ++k) {
    const Tally& tally = tallies[k];
    const std::string name = "tol = " + to_text(tolerances[k]) + ": ";
    result.checks.push_back(at_least(name + "runs with error ≤ 3 × estimate", "1", 0.95, tally.honest / tally.runs));
    result.checks.push_back(at_least(name + "runs with error ≤ tol", "1", 0.90, tally.met / tally.runs));
    result.checks.push_back(
        at_most(name + "steps over fixed steps for the same error, all runs", "1", 1.5, tally.steps / tally.fixed));
    result.parameters.push_back({name + "runs with a truth", tally.runs});
    result.parameters.push_back({name + "steps over fixed steps, median of runs", median(tally.ratios)});
  }
  result.checks.push_back(
      at_least("steps of 1 to 5 ms: runs with error ≤ 3 × estimate", "1", 0.90, fixed_honest / fixed_runs));
  result.checks.push_back(
      at_most("steps of 1 to 5 ms: runs called converged and more than 10 % off", "1", 0.02, misled / fixed_runs));
  result.parameters.push_back({"steps of 1 to 5 ms: share of runs more than 10 % off", off / fixed_runs});
  result.series = {std::move(chosen), std::move(fixed)};
  show(result, extent);
  stages.finish();
  return result;
}

Result run_some(const Progress& progress) {
  return run(some, progress);
}
Result run_all(const Progress& progress) {
  return run(whole, progress);
}

}  // namespace
}  // namespace error_experiment

Experiment planar_error() {
  return {.name = "planar-error",
          .paper = "Waltersson2024",
          .figure = "error of simulated end poses",
          .summary = "planar runs know how far off they are, and choose steps for a tolerance",
          .run = error_experiment::run_some,
          .is_long = true,
          .run_full = error_experiment::run_all};
}

}  // namespace stickslip::experiments::planar
