#include "stickslip/sim/detail/joint_projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/detail/rotation.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double closed_joint = 1e-10;  // [m]
constexpr int most_displacements = 8;   // each leaves a hundredth or less
constexpr double displacement_accuracy = 0.01;

template <class Function>
void for_each_row(const std::vector<Constraints>& open, Function f) {
  std::size_t next = 0;
  for (std::size_t j = 0; j < open.size(); ++j) {
    for (int k = 0; k < open[j].size; ++k) f(j, k, next++);
  }
}

// An equation.
solvers::BodyConeProblem::Row row_of(const Joint& joint, const StepData& data, const std::array<Vec<6>, 2>& J, double d,
                                     double epsilon) noexcept {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto place = [&](int body) { return data.moves(body) ? data.local[at(body)] : solvers::BodyConeProblem::none; };
  return {place(joint.body[0]), place(joint.body[1]), J[0], J[1], d, epsilon, -infinity, infinity};
}

}  // namespace

void JointProjection::set_bodies(const Model& model, const Island& island, const std::vector<BodyState>& bodies) {
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

// What is open. The largest of it.
double JointProjection::measure(const Model& model, const Island& island, const std::vector<BodyState>& bodies) {
  double largest = 0.0;
  open_.resize(island.joints.size());
  for (std::size_t j = 0; j < island.joints.size(); ++j) {
    const Joint& joint = *model.joints[at(island.joints[j])];
    set_constraints(joint, geometry_of(joint, bodies), open_[j]);
    for (int k = 0; k < open_[j].size; ++k) largest = std::max(largest, std::abs(open_[j].rows[at(k)].violation));
  }
  return largest;
}

// Rows with what is open as d. J as the step had it, or as it is at the poses measured.
void JointProjection::set_rows(const Model& model, const StepData& data, const Island& island, bool at_the_middle) {
  problem_.rows.clear();
  for_each_row(open_, [&](std::size_t j, int k, std::size_t) {
    const int number = island.joints[j];
    const JointRow& row = data.joints[at(number)].rows[at(k)];
    const Constraint& from = open_[j].rows[at(k)];
    problem_.rows.push_back(
        row_of(*model.joints[at(number)], data, at_the_middle ? row.J : from.J, from.violation, row.epsilon));
  });
}

void JointProjection::solve(double largest) {
  r_.assign(problem_.rows.size(), 0.0);
  v_.assign(6 * problem_.bodies.size(), 0.0);
  // What is found will do: what is left over is smaller, and the next displacement's.
  static_cast<void>(solver_.solve(problem_, r_, v_, memory_, {.tolerance = displacement_accuracy * largest}));
  solver_.velocities(v_);
}

void JointProjection::move(BodyState& body, const Vec<3>& way, const Vec<3>& turn_in_body) noexcept {
  body.position += way;
  body.orientation = turned(body.orientation, turn_in_body);
}

// What is open after one displacement.
double JointProjection::displace(const Model& model, const StepData& data, const Island& island, double largest,
                                 std::vector<BodyState>& bodies) {
  set_bodies(model, island, bodies);
  set_rows(model, data, island, false);
  memory_.clear();
  solve(largest);
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    BodyState& body = bodies[at(island.bodies[i])];
    const Eigen::Map<const Vec<6>> by(v_.data() + 6 * i);
    move(body, by.head<3>(), body.orientation.conjugate() * Vec<3>(by.tail<3>()));
  }
  return measure(model, island, bodies);
}

double JointProjection::displace_quickly(const Model& model, const StepData& data, const Island& island, double largest,
                                         solvers::BodyConeMemory& memory, std::vector<BodyState>& bodies) {
  set_rows(model, data, island, true);
  v_.resize(6 * problem_.bodies.size());
  if (!solver_.respond(problem_, memory, v_)) return largest;
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    const Eigen::Map<const Vec<6>> by(v_.data() + 6 * i);
    const Eigen::Matrix3d& R = data.bodies[at(island.bodies[i])].R;
    move(bodies[at(island.bodies[i])], by.head<3>(), R.transpose() * by.tail<3>());
  }
  return measure(model, island, bodies);
}

// d of the rows: what the velocities miss.
void JointProjection::set_velocities(const Model& model, const Island& island, const std::vector<BodyState>& bodies) {
  for_each_row(open_, [&](std::size_t j, int k, std::size_t next) {
    double u = 0.0;
    for (std::size_t side = 0; side < 2; ++side) {
      const int b = model.joints[at(island.joints[j])]->body[side];
      if (b == the_world) continue;
      const Vec<6>& J = open_[j].rows[at(k)].J[side];
      u += J.head<3>().dot(bodies[at(b)].velocity) + J.tail<3>().dot(bodies[at(b)].angular_velocity());
    }
    problem_.rows[next].d = u;
  });
}

void JointProjection::hold_limits(const Model& model, const StepData& data, const Island& island,
                                  const std::vector<BodyState>& bodies) {
  for (const int j : island.joints) {
    const StepJoint& step = data.joints[at(j)];
    for (int k = 0; k < step.size; ++k) {
      const JointRow& row = step.rows[at(k)];
      if (row.role != JointRole::limit || !(row.impulse > 0.0)) continue;
      const Joint& joint = *model.joints[at(j)];
      const Constraint free = free_row(joint, geometry_of(joint, bodies));
      problem_.rows.push_back(row_of(joint, data, free.J, 0.0, row.epsilon));
    }
  }
}

double JointProjection::close(const Model& model, StepData& data, const Island& island, solvers::BodyConeMemory& memory,
                              std::vector<BodyState>& bodies) {
  problem_.bodies.resize(island.bodies.size());
  double largest = measure(model, island, bodies);
  bool is_quick = island.contacts.empty() && !memory.is_empty();
  for (int k = 0; k < most_displacements && largest > closed_joint; ++k) {
    const double before = largest;
    largest = is_quick ? displace_quickly(model, data, island, largest, memory, bodies)
                       : displace(model, data, island, largest, bodies);
    if (largest <= 0.5 * before) continue;
    if (!is_quick) break;
    is_quick = false;
  }

  // With J of the middle the impulses would do work: these are those of the end.
  set_rows(model, data, island, false);
  set_velocities(model, island, bodies);
  double mismatch = 0.0;
  for (const auto& row : problem_.rows) mismatch = std::max(mismatch, std::abs(row.d));
  if (mismatch <= model.options.tolerance * standard_gravity * data.h) return largest;
  hold_limits(model, data, island, bodies);
  set_bodies(model, island, bodies);
  memory_.clear();
  solve(mismatch);
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    BodyState& body = bodies[at(island.bodies[i])];
    const Eigen::Map<const Vec<6>> by(v_.data() + 6 * i);
    body.velocity += by.head<3>();
    body.spin += body.orientation.conjugate() * Vec<3>(by.tail<3>());
  }
  for_each_row(open_, [&](std::size_t j, int k, std::size_t next) {
    data.joints[at(island.joints[j])].rows[at(k)].impulse += r_[next];
  });
  return largest;
}

}  // namespace stickslip::sim::detail
