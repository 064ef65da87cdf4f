// Runs of each kind of scene.
#pragma once

#include <string>
#include <vector>

#include "stickslip/core/progress.hpp"
#include "stickslip/scene/run.hpp"

namespace stickslip::scene::detail {

struct Ran {
  SceneRun::Records records;
  std::vector<double> t;
  Energy energy;
  SolveStatus status = SolveStatus::converged;
  long steps = 0;
};

Ran run_rigid(const RigidScene& scene, const Progress& progress);
Ran run_planar(const PlanarScene& scene, const Progress& progress);
Ran run_point(const PointScene& scene, const Progress& progress);

// Sets the bounds of a balance with bristles, and the reason. Bristles move within a fraction of a millisecond: longer steps get right where
// they end, but not how they come there, which is worth what they take up and give back between records, and twice what they hold at least:
// up to that share the run is too coarse to be judged. law_that_gives: why friction may give energy, empty where it takes it.
void judge_bristles(Energy& energy, const std::string& law_that_gives);

// Add series, figures and pictures.
void show_rigid(const RigidScene& scene, const RigidRun& run, record::Result& result);
void show_planar(const PlanarScene& scene, const PlanarRun& run, record::Result& result);
void show_point(const PointScene& scene, const std::vector<double>& t, const PointRun& run, record::Result& result);

}  // namespace stickslip::scene::detail
