// What a simulation leaves behind: one record at the start, one per interval, one at the end, and how well it was solved.
//
// The quantities recorded, with their columns, units and meaning, stand once, in `trajectory_fields`: Python's properties
// and pickles and the time series of experiments are made from it. Bristles are apart, since their number is the patch's.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/core/pose2.hpp"
#include "stickslip/core/solve_report.hpp"

namespace stickslip::sim {

// Of all contacts, at a record; works and heat since the start [J]. A change of the normal force changes what bristles store: that is the
// work of the normal force. Dissipated is the integral of what contacts take less the rate of what they store, over the stages of the
// steps, so that
//
//   load + normal = change of (kinetic + stored) + dissipated
//
// holds but for the error of the time steps.
struct PlanarEnergy {
  double stored, load, normal, dissipated;
};

struct Trajectory {
  std::vector<double> t;
  std::vector<double> normal_force;
  std::vector<Pose2> pose;
  std::vector<Vec<3>> error;  // of the pose, estimated, ≥ 0
  std::vector<Twist2> twist;
  std::vector<Wrench2> wrench;
  std::vector<double> bristles;           // values() of the patch's state, record after record; empty if not recorded
  std::vector<PlanarEnergy> energy = {};  // empty if not recorded
  long steps = 0;                         // with a tolerance also those tried before
  // Status: the worst of all steps; stalled also where the error of the end pose exceeds the tolerance or a tenth of the
  // largest displacement; not_finite: the motion blew up after the last record. Residual: of the implicit stages, as a
  // change of velocity [m/s]. Method: the integrator's name.
  SolveReport report;
};

struct TrajectoryColumn {
  std::string_view name;
  std::string_view unit;
};

// A quantity that is recorded: one number per record, or three.
struct TrajectoryField {
  std::string_view name;  // of the member
  std::string_view meaning;
  std::array<TrajectoryColumn, 3> columns;
  double (*entry)(const Trajectory&, std::size_t record, std::size_t column);

  constexpr std::size_t width() const noexcept { return columns[1].name.empty() ? 1 : 3; }
};

namespace detail {

inline double number_of(double value, std::size_t /*column*/) {
  return value;
}
inline double number_of(const Vec<3>& value, std::size_t column) {
  return value(static_cast<Eigen::Index>(column));
}
inline double number_of(const Pose2& value, std::size_t column) {
  return number_of(value.coordinates(), column);
}

template <auto Member>
double entry_of(const Trajectory& trajectory, std::size_t record, std::size_t column) {
  return number_of((trajectory.*Member)[record], column);
}

}  // namespace detail

// clang-format off
inline constexpr std::array<TrajectoryField, 6> trajectory_fields{{
    {"t", "time of each record",
     {{{"t", "s"}}}, detail::entry_of<&Trajectory::t>},
    {"normal_force", "normal force of one contact",
     {{{"fn", "N"}}}, detail::entry_of<&Trajectory::normal_force>},
    {"pose", "pose of the centre of mass in the world",
     {{{"x", "m"}, {"y", "m"}, {"theta", "rad"}}}, detail::entry_of<&Trajectory::pose>},
    {"error", "estimated error of the pose, without sign",
     {{{"error_x", "m"}, {"error_y", "m"}, {"error_theta", "rad"}}}, detail::entry_of<&Trajectory::error>},
    {"twist", "twist of the centre of mass in the world's axes",
     {{{"vx", "m/s"}, {"vy", "m/s"}, {"omega", "rad/s"}}}, detail::entry_of<&Trajectory::twist>},
    {"wrench", "wrench of one contact on the body in the world's axes, about the origin of the patch's frame",
     {{{"fx", "N"}, {"fy", "N"}, {"tau", "N m"}}}, detail::entry_of<&Trajectory::wrench>},
}};
// clang-format on

}  // namespace stickslip::sim
