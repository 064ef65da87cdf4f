#include "stickslip/sim/detail/joint_projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/detail/rotation.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double closed = 1e-12;               // [m]: rounding of positions
constexpr int most_displacements = 6;          // convergence is quadratic
constexpr double mismatch_acceleration = 0.5;  // [m/s²], times h: velocities that differ by more are an impact's
constexpr double accuracy = 1e-6;              // of what is open, per displacement

}  // namespace

void JointProjection::set_bodies(const Model& model, const Island& island, const std::vector<BodyState>& bodies) {
  problem_.bodies.resize(island.bodies.size());
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    const RigidBody& body = model[island.bodies[i]];
    const Eigen::Matrix3d R = bodies[at(island.bodies[i])].orientation.toRotationMatrix();
    auto& to = problem_.bodies[i];
    to.mass = body.mass;
    to.inverse_mass = 1.0 / body.mass;
    to.inertia.noalias() = R * body.inertia * R.transpose();
    to.inverse_inertia.noalias() = R * body.inverse_inertia * R.transpose();
    to.free.setZero();
  }
}

// Rows with what is open as d. The largest of it.
double JointProjection::set_rows(const Model& model, const StepData& data, const Island& island,
                                 const std::vector<BodyState>& bodies) {
  problem_.rows.clear();
  double largest = 0.0;
  Constraints constraints;
  for (const int j : island.joints) {
    const Joint& joint = *model.joints[at(j)];
    set_constraints(joint, geometry_of(joint, bodies), constraints);
    for (int k = 0; k < constraints.size; ++k) {
      const Constraint& from = constraints.rows[at(k)];
      const auto place = [&](std::size_t side) {
        const int body = joint.body[side];
        return data.moves(body) ? data.local[at(body)] : solvers::BodyConeProblem::none;
      };
      problem_.rows.push_back({.first = place(0),
                               .second = place(1),
                               .J_first = from.J[0],
                               .J_second = from.J[1],
                               .d = from.violation,
                               .epsilon = data.joints[at(j)].rows[at(k)].epsilon,
                               .low = -std::numeric_limits<double>::infinity(),
                               .high = std::numeric_limits<double>::infinity()});
      largest = std::max(largest, std::abs(from.violation));
    }
  }
  return largest;
}

void JointProjection::solve(double largest) {
  r_.assign(problem_.rows.size(), 0.0);
  v_.assign(6 * problem_.bodies.size(), 0.0);
  // What is found will do: what is left over is smaller, and the next displacement's.
  static_cast<void>(solver_.solve(problem_, r_, v_, memory_, {.tolerance = accuracy * largest}));
  solver_.velocities(v_);
}

double JointProjection::close(const Model& model, StepData& data, const Island& island, bool is_struck,
                              std::vector<BodyState>& bodies) {
  set_bodies(model, island, bodies);
  memory_.clear();
  double largest = set_rows(model, data, island, bodies);
  for (int k = 0; k < most_displacements && largest > closed; ++k) {
    solve(largest);
    for (std::size_t i = 0; i < island.bodies.size(); ++i) {
      BodyState& body = bodies[at(island.bodies[i])];
      const Eigen::Map<const Vec<6>> move(v_.data() + 6 * i);
      body.position += move.head<3>();
      body.orientation = turned(body.orientation, body.orientation.conjugate() * Vec<3>(move.tail<3>()));
    }
    const double before = largest;
    largest = set_rows(model, data, island, bodies);
    if (largest > 0.5 * before) break;
  }

  double mismatch = 0.0;
  for (auto& row : problem_.rows) row.d = 0.0;
  std::size_t next = 0;
  for (const int j : island.joints) {
    const Joint& joint = *model.joints[at(j)];
    const int rows = joint.kind == JointKind::ball ? 3 : (joint.has_axis() ? 5 : 6);
    for (int k = 0; k < rows; ++k, ++next) {
      auto& row = problem_.rows[next];
      for (std::size_t side = 0; side < 2; ++side) {
        if (joint.body[side] == the_world) continue;
        const BodyState& body = bodies[at(joint.body[side])];
        const Vec<6>& J = side == 0 ? row.J_first : row.J_second;
        row.d += J.head<3>().dot(body.velocity) + J.tail<3>().dot(body.angular_velocity());
      }
      mismatch = std::max(mismatch, std::abs(row.d));
    }
  }
  if (!is_struck && mismatch <= mismatch_acceleration * data.h) return largest;
  if (mismatch == 0.0) return largest;
  solve(mismatch);
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    BodyState& body = bodies[at(island.bodies[i])];
    const Eigen::Map<const Vec<6>> change(v_.data() + 6 * i);
    body.velocity += change.head<3>();
    body.spin += body.orientation.conjugate() * Vec<3>(change.tail<3>());
  }
  next = 0;
  for (const int j : island.joints) {
    for (JointRow& row : data.joints[at(j)].rows) {
      if (next == r_.size() || row.role > JointRole::orientation) break;
      row.impulse += r_[next++];
    }
  }
  return largest;
}

}  // namespace stickslip::sim::detail
