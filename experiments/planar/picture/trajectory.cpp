#include "experiments/planar/picture/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace stickslip::experiments::planar {

namespace {

Pose2 pose_in(const record::Series& reference, std::size_t row) {
  return {reference["x"][row], reference["y"][row], reference["theta"][row]};
}

}  // namespace

record::Series to_series(const std::string& name, const std::string& title, const sim::Trajectory& trajectory) {
  std::vector<record::Column> columns;
  for (const sim::TrajectoryField& field : sim::trajectory_fields) {
    for (std::size_t i = 0; i < field.width(); ++i) {
      record::Column& column = columns.emplace_back();
      column.name = field.columns[i].name;
      column.unit = field.columns[i].unit;
      for (std::size_t k = 0; k < trajectory.t.size(); ++k) column.values.push_back(field.entry(trajectory, k, i));
    }
  }
  return {name, title, std::move(columns)};
}

Deviation largest_deviation(const sim::Trajectory& trajectory, const record::Series& reference) {
  Deviation largest{0.0, 0.0};
  for (std::size_t row = 0; row < reference.rows(); ++row) {
    const auto k = static_cast<std::size_t>(std::lround(reference["t_state"][row] / held_for));
    const Pose2 &pose = trajectory.pose.at(k), other = pose_in(reference, row);
    largest.position = std::max(largest.position, std::hypot(pose.x - other.x, pose.y - other.y));
    largest.angle = std::max(largest.angle, std::abs(pose.theta - other.theta));
  }
  return largest;
}

Pose2 last_pose(const record::Series& reference) {
  return pose_in(reference, reference.rows() - 1);
}

}  // namespace stickslip::experiments::planar
