#include "experiments/planar/picture/trajectory.hpp"

#include <algorithm>
#include <cmath>

namespace stickslip::experiments::planar {

namespace {

Vec<3> pose_in(const record::Series& reference, std::size_t row) {
  return {reference["x"][row], reference["y"][row], reference["theta"][row]};
}

}  // namespace

record::Series to_series(const std::string& name, const std::string& title, const sim::Trajectory& trajectory) {
  record::Series series(name, title,
                        {{"t", "s"},
                         {"fn", "N"},
                         {"x", "m"},
                         {"y", "m"},
                         {"theta", "rad"},
                         {"vx", "m/s"},
                         {"vy", "m/s"},
                         {"omega", "rad/s"},
                         {"fx", "N"},
                         {"fy", "N"},
                         {"tau", "N m"}});
  for (std::size_t k = 0; k < trajectory.t.size(); ++k) {
    const Vec<3>&q = trajectory.pose[k], &v = trajectory.twist[k], &w = trajectory.wrench[k];
    series.append({trajectory.t[k], trajectory.normal_force[k], q(0), q(1), q(2), v(0), v(1), v(2), w(0), w(1), w(2)});
  }
  return series;
}

Deviation largest_deviation(const sim::Trajectory& trajectory, const record::Series& reference) {
  Deviation largest{0.0, 0.0};
  for (std::size_t row = 0; row < reference.rows(); ++row) {
    const auto k = static_cast<std::size_t>(std::lround(reference["t_state"][row] / held_for));
    const Vec<3>& pose = trajectory.pose.at(k);
    const Vec<3> other = pose_in(reference, row);
    largest.position = std::max(largest.position, std::hypot(pose(0) - other(0), pose(1) - other(1)));
    largest.angle = std::max(largest.angle, std::abs(pose(2) - other(2)));
  }
  return largest;
}

Vec<3> last_pose(const record::Series& reference) {
  return pose_in(reference, reference.rows() - 1);
}

}  // namespace stickslip::experiments::planar
