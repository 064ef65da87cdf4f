// A disc pressed on a plane under an oscillating load that never makes it slip: does it stay?
//
// Mass 1 kg, inertia that of a disc of radius 0.05 m; the contact is the paper's Circle on a square of side 0.05 m, which
// makes it 23.8 mm in radius. Parameter set 1. 5 s; loads oscillate with 3 Hz and are held for 10 ms.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "stickslip/sim/simulate.hpp"

#include "experiments/experiment.hpp"
#include "experiments/planar/picture/trajectory.hpp"

namespace stickslip::experiments::planar {

struct DriftLoad {
  Signal<Wrench2> load;
  Signal<double> fn;
};

// Each value is that at the beginning of the 10 ms that it is held for.
DriftLoad held_load(const std::function<Wrench2(double)>& load, const std::function<double(double)>& fn);

struct DriftRuns {
  sim::Trajectory distributed_lugre, distributed_ep;
  // Three bristles and the table of the cells' limit surface, the paper's way.
  sim::Trajectory reduced_lugre, reduced_ep;
  // The same with stick free of drift.
  sim::Trajectory free_ep;
};

// Also adds their series to the result.
DriftRuns drift_runs(Result& result, const DriftLoad& load, const Progress& progress);

// What the figures of one experiment are of.
struct DriftFigures {
  std::string distributed, reduced;  // "Fig. 6", "Fig. 23"
  std::string load;                  // in words
  std::vector<std::string> columns;  // of the series "load" that are shown: fx, tau, fn
};
// The layout of Figs 6 and 23–25, loads and then pose, and a table of what a second leaves behind.
void show_drift(Result& result, const DriftRuns& runs, const DriftLoad& load, const DriftFigures& figures);

// How good the reference runs are: those of the distributed model were integrated accurately, those of the reduced one with
// LSODA and the paper's tolerances, which leave it about 4e-9 rad.
constexpr Deviation accurate_reference{1e-9, 1e-9}, published_reference{1e-9, 1e-8};

// Largest distance from a reference run over all of its rows.
void check_pose(Result& result, const std::string& model, const sim::Trajectory& run, const std::string& stem,
                const Deviation& bound);
// Motion over the last second as in a reference run.
void check_creep(Result& result, const std::string& model, const sim::Trajectory& run, const std::string& stem);

// What a second leaves behind: the largest difference between the pose at a time of the last period and the pose one
// second earlier. The held load repeats itself after 100 pieces, three whole periods, so equal phases are compared.
Deviation net_drift(const sim::Trajectory& trajectory);
void check_net_drift(Result& result, const std::string& model, const sim::Trajectory& run, const Deviation& bound);

}  // namespace stickslip::experiments::planar
