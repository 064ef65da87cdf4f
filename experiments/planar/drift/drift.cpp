#include "experiments/planar/drift/drift.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "experiments/planar/paper/models.hpp"
#include "experiments/planar/paper/reference.hpp"
#include "experiments/planar/paper/setup.hpp"
#include "experiments/planar/picture/pictures.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::planar {

using patch::DistributedPatch;
using patch::ReducedPatch;
using patch::Stick;
using sim::Trajectory;

namespace {

constexpr double t_end = 5.0;                               // [s]
constexpr std::size_t a_second = 100;                       // records
constexpr double mass = 1.0, disc_radius = 0.05;            // of the disc [kg], [m]
constexpr double contact_side = 0.05;                       // [m]
constexpr double creeping_dt = 20e-6, staying_dt = 100e-6;  // [s]

template <class Patch>
Trajectory run_of(Patch patch, const DriftLoad& load, double dt, const Progress& progress) {
  const sim::PlanarBody body{.mass = mass, .inertia = 0.5 * mass * disc_radius * disc_radius};
  sim::SimulationOptions options{.dt = dt, .t_end = t_end, .record_dt = held_for};
  options.record_bristles = false;
  options.progress = progress;
  return sim::simulate(std::move(patch), body, load.load, load.fn, options);
}

// From t = 4 s to t = 5 s, which have the same phase.
Vec<3> last_second(const Trajectory& trajectory) {
  const std::size_t last = trajectory.pose.size() - 1;
  return trajectory.pose[last].coordinates() - trajectory.pose[last - a_second].coordinates();
}

Vec<3> last_second(const record::Series& reference) {
  const std::vector<double>& times = reference["t_state"];
  const auto second_to_last = [&](double t) { return std::abs(t - (t_end - 1.0)) < 0.5 * held_for; };
  const auto row = static_cast<std::size_t>(std::find_if(times.begin(), times.end(), second_to_last) - times.begin());
  return last_pose(reference).coordinates() -
         Vec<3>(reference["x"].at(row), reference["y"].at(row), reference["theta"].at(row));
}

record::Series load_series(const DriftLoad& load) {
  record::Series series("load", "The load on the disc, and the normal force",
                        {{"t", "s"}, {"fx", "N"}, {"tau", "N·m"}, {"fn", "N"}});
  for (int i = 0; i * held_for < t_end; ++i) {
    const double t = i * held_for;
    const Wrench2 w = load.load(t, t);
    series.append({t, w(0), w(2), load.fn(t, t)});
  }
  return series;
}

record::Panel load_panel(const std::string& column) {
  const record::Axis y = column == "tau" ? torque_axis("τ") : force_axis(column == "fn" ? "fN" : column);
  return time_panel(y, column, {{"load", "applied", record::Colour::ink}});
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
  const patch::Pressure pressure = surface("Circle", surface_cells, contact_side);
  const ReducedPatch lugre_bristles = paper_reduced(lugre(1), pressure);
  const ReducedPatch ep_bristles = paper_reduced(elasto_plastic(1), pressure);
  const ReducedPatch free_bristles(elasto_plastic(1), ep_bristles.surface(), Stick::drift_free);
  // The error of a creeping run grows with its way, that of one which stays does not.
  constexpr double creeping = creeping_dt, staying = staying_dt;
  DriftRuns runs{run_of(DistributedPatch(lugre(1), pressure), load, creeping, stages.next(5.0)),
                 run_of(DistributedPatch(elasto_plastic(1), pressure), load, staying, stages.next(3.0)),
                 run_of(lugre_bristles, load, creeping, stages.next(1.0)),
                 run_of(ep_bristles, load, creeping, stages.next(1.0)),
                 run_of(free_bristles, load, staying, stages.next(1.0))};
  result.series.push_back(to_series("distributed_lugre", "LuGre, one bristle per cell", runs.distributed_lugre));
  result.series.push_back(to_series("distributed_ep", "Elasto-Plastic, one bristle per cell", runs.distributed_ep));
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
    const Vec<3> moved = trajectory.pose[k].coordinates() - trajectory.pose[k - a_second].coordinates();
    largest.position = std::max(largest.position, std::hypot(moved(0), moved(1)));
    largest.angle = std::max(largest.angle, std::abs(moved(2)));
  }
  return largest;
}

void show_drift(Result& result, const DriftRuns& runs, const DriftLoad& load, const DriftFigures& figures) {
  using record::Colour;
  result.series.push_back(load_series(load));
  add_law(result, elasto_plastic(1).parameters());
  add_grid(result, surface_cells, contact_side);
  result.parameters.push_back({"N_ls, cells of the table over 90°", static_cast<double>(table_cells)});
  result.parameters.push_back({"mass of the disc", mass, "kg"});
  result.parameters.push_back({"radius of the disc", disc_radius, "m"});
  result.parameters.push_back({"time that loads are held for", held_for, "s"});
  result.parameters.push_back({"step, LuGre and reduced as published", creeping_dt, "s"});
  result.parameters.push_back({"step, others", staying_dt, "s"});

  record::Series left("net_drift", "What the last second leaves behind, in the order of the runs' series",
                      {{"position", "m"}, {"angle", "rad"}});
  for (const Trajectory* run :
       {&runs.distributed_lugre, &runs.distributed_ep, &runs.reduced_lugre, &runs.reduced_ep, &runs.free_ep}) {
    const Deviation drift = net_drift(*run);
    left.append({drift.position, drift.angle});
  }
  result.series.push_back(std::move(left));
  result.tables.push_back({"Net drift over the last second",
                           "net_drift",
                           {"distributed LuGre", "distributed e-p", "reduced LuGre", "reduced e-p, as published",
                            "reduced e-p, free of drift"}});

  const auto add = [&](const std::string& figure, const std::string& model, const std::vector<Curve>& curves) {
    std::string name = lower_case(figure);
    name.erase(std::remove_if(name.begin(), name.end(), [](char c) { return c == ' ' || c == '.'; }), name.end());
    record::Figure shown{name,
                         figure + ": " + model + " model under " + figures.load,
                         "The load is far from slip, so the disc should come back to where it was. LuGre creeps with "
                         "every period; Elasto-Plastic (e-p) only swings.",
                         {},
                         2};
    for (const std::string& column : figures.columns) shown.panels.push_back(load_panel(column));
    shown.panels.push_back(time_panel({"x", "µm", 1e6}, "x", curves));
    shown.panels.push_back(time_panel({"θ", "µrad", 1e6}, "theta", curves));
    result.figures.push_back(std::move(shown));
  };
  add(figures.distributed, "distributed",
      {{"distributed_lugre", "LuGre", Colour::red}, {"distributed_ep", "e-p", Colour::blue}});
  add(figures.reduced, "reduced",
      {{"reduced_lugre", "LuGre", Colour::red},
       {"reduced_ep", "e-p", Colour::blue},
       {"free_ep", "e-p, free of drift", Colour::green, record::Dash::dashed}});
}

void check_net_drift(Result& result, const std::string& model, const Trajectory& run, const Deviation& bound) {
  const Deviation drift = net_drift(run);
  result.checks.push_back(at_most(model + ": net drift of a second", "m", bound.position, drift.position));
  result.checks.push_back(at_most(model + ": net drift of a second", "rad", bound.angle, drift.angle));
}

}  // namespace stickslip::experiments::planar
