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

}  // namespace

void JointProjection::set_bodies(const Model& model, const Island& island, const std::vector<BodyState>& bodies,
                                 bool with_velocities) {
  problem_.bodies.resize(island.bodies.size());
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    const RigidBody& body = model[island.bodies[i]];
    const BodyState& now = bodies[at(island.bodies[i])];
    const Eigen::Matrix3d R = now.orientation.toRotationMatrix();
    auto& to = problem_.bodies[i];
    to.mass = body.mass;
    to.inverse_mass = 1.0 / body.mass;
    to.inertia.noalias() = R * body.inertia * R.transpose();
    to.inverse_inertia.noalias() = R * body.inverse_inertia * R.transpose();
    to.free.setZero();
    if (with_velocities) to.free << now.velocity, R * now.spin;
  }
}

// What is open. The largest of it.
double JointProjection::measure(const Model& model, StepData& data, const Island& island,
                                const std::vector<BodyState>& bodies) {
  double largest = 0.0;
  violations_.clear();
  for (const int j : island.joints) {
    const Joint& joint = *model.joints[at(j)];
    JointGeometry& geometry = data.joints[at(j)].end;
    geometry = geometry_of(joint, bodies);
    for_each_constraint(joint, geometry, [&](const Constraint& row) {
      violations_.push_back(row.violation);
      largest = std::max(largest, std::abs(row.violation));
    });
  }
  return largest;
}

// Equations with J at the poses measured. d: what is open, or the velocity that bodies that move as told have there.
void JointProjection::set_rows(const Model& model, const StepData& data, const Island& island,
                               const std::vector<BodyState>& bodies, bool of_velocities) {
  problem_.rows.clear();
  for (const int j : island.joints) {
    const Joint& joint = *model.joints[at(j)];
    const StepJoint& step = data.joints[at(j)];
    int k = 0;
    for_each_constraint(joint, step.end, [&](const Constraint& row) {
      double d = of_velocities ? 0.0 : row.violation;
      for (std::size_t side = 0; of_velocities && side < 2; ++side) {
        const int b = joint.body[side];
        if (b != the_world && !data.moves(b)) d += row.velocity(side, bodies[at(b)].twist());
      }
      add_equation(joint, data, row, d, step.rows[at(k++)].epsilon);
    });
  }
}

void JointProjection::add_equation(const Joint& joint, const StepData& data, const Constraint& row, double d,
                                   double epsilon) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto place = [&](int body) { return data.moves(body) ? data.local[at(body)] : solvers::BodyConeProblem::none; };
  auto& to = problem_.rows.emplace_back();
  to.first = place(joint.body[0]);
  to.second = place(joint.body[1]);
  row.write_jacobian(0, to.J_first);
  row.write_jacobian(1, to.J_second);
  to.d = d;
  to.epsilon = epsilon;
  to.low = -infinity;
  to.high = infinity;
}

void JointProjection::solve(double tolerance) {
  r_.assign(problem_.rows.size(), 0.0);
  v_.assign(6 * problem_.bodies.size(), 0.0);
  memory_.clear();
  // What one factor brings will do: what is left over is smaller, and the next displacement's, or the next step's.
  static_cast<void>(solver_.solve(problem_, r_, v_, memory_, {.tolerance = tolerance, .most_effort = 0.0}));
  solver_.velocities(v_);
}

void JointProjection::move(BodyState& body, const Vec<3>& way, const Vec<3>& turn_in_body) noexcept {
  body.position += way;
  body.orientation = turned(body.orientation, turn_in_body);
}

// What is open after one displacement.
double JointProjection::displace(const Model& model, StepData& data, const Island& island, double largest,
                                 std::vector<BodyState>& bodies) {
  set_bodies(model, island, bodies, false);
  set_rows(model, data, island, bodies, false);
  solve(displacement_accuracy * largest);
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    BodyState& body = bodies[at(island.bodies[i])];
    const Eigen::Map<const Vec<6>> by(v_.data() + 6 * i);
    move(body, by.head<3>(), rotated(body.orientation.conjugate(), by.tail<3>()));
  }
  return measure(model, data, island, bodies);
}

double JointProjection::displace_quickly(const Model& model, StepData& data, const Island& island, double largest,
                                         solvers::BodyConeMemory& memory, std::vector<BodyState>& bodies) {
  v_.assign(6 * island.bodies.size(), 0.0);
  const double* open = violations_.data();
  for (const int j : island.joints) {
    const StepJoint& joint = data.joints[at(j)];
    for (int k = 0; k < joint.constraints; ++k) {
      const JointRow& row = joint.rows[at(k)];
      const double push = -*open++ / row.epsilon;
      for (std::size_t side = 0; side < 2; ++side) {
        if (!data.moves(joint.body[side])) continue;
        Eigen::Map<Vec<6>>(v_.data() + 6 * at(data.local[at(joint.body[side])])) += push * row.J[side];
      }
    }
  }
  if (!solver_.respond(memory, v_)) return largest;
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    const Eigen::Map<const Vec<6>> by(v_.data() + 6 * i);
    const Eigen::Matrix3d& R = data.bodies[at(island.bodies[i])].R;
    move(bodies[at(island.bodies[i])], by.head<3>(), R.transpose() * by.tail<3>());
  }
  return measure(model, data, island, bodies);
}

// Limits that push keep their velocity.
void JointProjection::hold_limits(const Model& model, const StepData& data, const Island& island,
                                  const std::vector<BodyState>& bodies) {
  for (const int j : island.joints) {
    const StepJoint& step = data.joints[at(j)];
    for (int k = step.constraints; k < step.size; ++k) {
      const JointRow& row = step.rows[at(k)];
      if (row.role != JointRole::limit || !(row.impulse > 0.0)) continue;
      const Joint& joint = *model.joints[at(j)];
      const Constraint free = Constraint::free(joint, step.end);
      double u = 0.0;
      for (std::size_t side = 0; side < 2; ++side) {
        if (data.moves(joint.body[side])) u += free.velocity(side, bodies[at(joint.body[side])].twist());
      }
      add_equation(joint, data, free, -u, row.epsilon);
    }
  }
}

double JointProjection::close(const Model& model, StepData& data, const Island& island, solvers::BodyConeMemory& memory,
                              std::vector<BodyState>& bodies) {
  double largest = measure(model, data, island, bodies);
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
  set_bodies(model, island, bodies, true);
  set_rows(model, data, island, bodies, true);
  hold_limits(model, data, island, bodies);
  solve(model.options.tolerance * standard_gravity * data.h);
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    BodyState& body = bodies[at(island.bodies[i])];
    const Vec<6> by = Eigen::Map<const Vec<6>>(v_.data() + 6 * i) - problem_.bodies[i].free;
    body.velocity += by.head<3>();
    body.spin += rotated(body.orientation.conjugate(), by.tail<3>());
  }
  const double* impulse = r_.data();
  for (const int j : island.joints) {
    StepJoint& joint = data.joints[at(j)];
    for (int k = 0; k < joint.constraints; ++k) joint.rows[at(k)].impulse += *impulse++;
  }
  return largest;
}

}  // namespace stickslip::sim::detail
