// What the runs of a body on a patch have in common: their time series, and how far they are from a reference run.
#pragma once

#include <string>

#include "stickslip/core/pose2.hpp"
#include "stickslip/record/series.hpp"
#include "stickslip/sim/trajectory.hpp"

namespace stickslip::experiments::planar {

// Loads of the paper are held for 10 ms, and its records are as far apart.
constexpr double held_for = 0.01;  // [s]

// The columns of sim::trajectory_fields.
record::Series to_series(const std::string& name, const std::string& title, const sim::Trajectory& trajectory);

struct Deviation {
  double position;  // [m]
  double angle;     // [rad]
};

// Largest distance of two poses over all rows of a reference run. The trajectory must be recorded every 10 ms.
Deviation largest_deviation(const sim::Trajectory& trajectory, const record::Series& reference);

// The last pose of a reference run.
Pose2 last_pose(const record::Series& reference);

}  // namespace stickslip::experiments::planar
