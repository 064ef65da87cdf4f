// What the runs of a body on a patch have in common: their time series, and how far they are from a reference run.
#pragma once

#include <string>

#include "stickslip/record/series.hpp"
#include "stickslip/sim/simulate.hpp"

namespace stickslip::experiments::planar {

// Loads of the paper are held for 10 ms, and its records are as far apart.
constexpr double held_for = 0.01;  // [s]

// Columns t, fn, pose and twist of the CoM, wrench of one contact.
record::Series to_series(const std::string& name, const std::string& title, const sim::Trajectory& trajectory);

struct Deviation {
  double position;  // [m]
  double angle;     // [rad]
};

// Largest distance of two poses over all rows of a reference run. The trajectory must be recorded every 10 ms.
Deviation largest_deviation(const sim::Trajectory& trajectory, const record::Series& reference);

// The last pose of a reference run.
Vec<3> last_pose(const record::Series& reference);

}  // namespace stickslip::experiments::planar
