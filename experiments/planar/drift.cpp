#include "experiments/planar/drift.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "experiments/planar/paper_models.hpp"
#include "experiments/planar/paper_setup.hpp"
#include "experiments/planar/reference.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::planar {

using patch::DistributedPatch;
using patch::ReducedPatch;
using patch::Stick;
using patch::Trajectory;

namespace {

constexpr double t_end = 5.0;          // [s]
constexpr std::size_t a_second = 100;  // records

template <class Patch>
Trajectory run_of(Patch patch, const DriftLoad& load, double dt, const Progress& progress) {
  constexpr double radius = 0.05;
  const patch::Body body{.mass = 1.0, .inertia = 0.5 * radius * radius};
  patch::SimulationOptions options{.dt = dt, .t_end = t_end, .record_dt = held_for};
  options.record_bristles = false;
  options.progress = progress;
  return patch::simulate(std::move(patch), body, load.load, load.fn, options);
}

// From t = 4 s to t = 5 s, which have the same phase.
Vec<3> last_second(const Trajectory& trajectory) {
  const std::size_t last = trajectory.pose.size() - 1;
  return trajectory.pose[last] - trajectory.pose[last - a_second];
}

Vec<3> last_second(const record::Series& reference) {
  const std::vector<double>& times = reference["t_state"];
  const auto second_to_last = [&](double t) { return std::abs(t - (t_end - 1.0)) < 0.5 * held_for; };
  const auto row = static_cast<std::size_t>(std::find_if(times.begin(), times.end(), second_to_last) - times.begin());
  return last_pose(reference) - Vec<3>(reference["x"].at(row), reference["y"].at(row), reference["theta"].at(row));
}

}  // namespace

DriftLoad held_load(const std::function<Wrench2(double)>& load, const std::function<double(double)>& fn) {
  std::vector<double> times, forces;
  std::vector<Wrench2> loads;
  for (int i = 0; i * held_for < t_end; ++i) {
    const double t = i * held_for;
    times.push_back(t);
    loads.push_back(load(t));
    forces.push_back(fn(t));
  }
  return {{times, loads}, {times, forces}};
}

DriftRuns drift_runs(Result& result, const DriftLoad& load, const Progress& progress) {
  Stages stages(progress, 11.0);
  const patch::Pressure pressure = surface("Circle", 21, 0.05);
  const ReducedPatch lugre_bristles = paper_reduced(lugre(1), pressure);
  const ReducedPatch ep_bristles = paper_reduced(elasto_plastic(1), pressure);
  const ReducedPatch free_bristles(elasto_plastic(1), ep_bristles.surface(), Stick::drift_free);
  // The error of a creeping run grows with its way, that of one which stays does not.
  constexpr double creeping = 20e-6, staying = 100e-6;
  DriftRuns runs{run_of(DistributedPatch(lugre(1), pressure), load, creeping, stages.next(5.0)),
                 run_of(DistributedPatch(elasto_plastic(1), pressure), load, staying, stages.next(3.0)),
                 run_of(lugre_bristles, load, creeping, stages.next(1.0)),
                 run_of(ep_bristles, load, creeping, stages.next(1.0)),
                 run_of(free_bristles, load, staying, stages.next(1.0))};
  result.series.push_back(to_series("distributed_lugre", "LuGre, a bristle a cell", runs.distributed_lugre));
  result.series.push_back(to_series("distributed_ep", "Elasto-Plastic, a bristle a cell", runs.distributed_ep));
  result.series.push_back(to_series("reduced_lugre", "LuGre, three bristles", runs.reduced_lugre));
  result.series.push_back(to_series("reduced_ep", "Elasto-Plastic, three bristles, as published", runs.reduced_ep));
  result.series.push_back(to_series("free_ep", "Elasto-Plastic, three bristles, free of drift", runs.free_ep));
  return runs;
}

void check_pose(Result& result, const std::string& model, const Trajectory& run, const std::string& stem,
                const Deviation& bound) {
  const Deviation off = largest_deviation(run, reference(stem));
  result.checks.push_back(at_most(model + ": distance from the reference run", "m", bound.position, off.position));
  result.checks.push_back(at_most(model + ": angle from the reference run", "rad", bound.angle, off.angle));
}

void check_creep(Result& result, const std::string& model, const Trajectory& run, const std::string& stem) {
  const record::Series truth = reference(stem);
  // 1 %: far more than either run is off, far less than what tells distributed from reduced, a quarter.
  const Vec<3> expected = last_second(truth), moved = last_second(run);
  result.checks.push_back(
      equal(model + ": x over the last second", "m", expected(0), moved(0), 0.01 * std::abs(expected(0))));
  result.checks.push_back(
      equal(model + ": θ over the last second", "rad", expected(2), moved(2), 0.01 * std::abs(expected(2))));
}

Deviation net_drift(const Trajectory& trajectory) {
  constexpr std::size_t a_period = 33;
  const std::size_t count = trajectory.pose.size();
  Deviation largest{0.0, 0.0};
  for (std::size_t k = count - a_period; k < count; ++k) {
    const Vec<3> moved = trajectory.pose[k] - trajectory.pose[k - a_second];
    largest.position = std::max(largest.position, std::hypot(moved(0), moved(1)));
    largest.angle = std::max(largest.angle, std::abs(moved(2)));
  }
  return largest;
}

void check_net_drift(Result& result, const std::string& model, const Trajectory& run, const Deviation& bound) {
  const Deviation drift = net_drift(run);
  result.checks.push_back(at_most(model + ": net drift of a second", "m", bound.position, drift.position));
  result.checks.push_back(at_most(model + ": net drift of a second", "rad", bound.angle, drift.angle));
}

}  // namespace stickslip::experiments::planar
