#include "stickslip/sim/detail/joint_projection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/detail/rotation.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double closed_joint = 1e-10;  // [m]
constexpr int most_displacements = 8;   // each leaves a hundredth or less
constexpr double displacement_accuracy = 0.01;
constexpr int most_halvings = 4;                                  // of a displacement
constexpr double near_share = 0.1;                                // of a lever: what is open by less is near
constexpr double longest_turn = 0.5;                              // [rad] of a displacement
constexpr double counts_as_open = 1e-6;                           // [m]: as stepper.cpp
constexpr double gain_of_solved = 1e-4, gain_of_unsolved = 1e-9;  // per step: (3)

// Whether all that an island touches or is joined to is moved by forces; whether what is not stands still.
struct Surroundings {
  bool is_free = true, stands_still = true;

  Surroundings(const StepData& data, const Island& island) {
    const auto add = [&](const std::array<int, 2>& pair) {
      for (const int b : pair) {
        if (data.moves(b)) continue;
        is_free = false;
        if (b != the_world && !data.bodies[at(b)].stands_still()) stands_still = false;
      }
    };
    for (const int j : island.joints) add(data.joints[at(j)].body);
    for (const int c : island.contacts) add(data.contacts[at(c)].body);
    for (const int k : island.volumes) add(data.volumes[at(k)].body);
  }
};

// What a drive can have given at most on the way from q0 to q1; w: the response of its two bodies. What it takes of a solved step is that of
// one no stiffer than a step can follow: beyond, what it would store is an error of the way times its stiffness, and it never gives it back.
double most_given(const Drive& drive, double q0, double q1, double w, double h, bool is_solved) {
  const double away0 = drive.target - q0, away1 = drive.target - q1, way = q1 - q0;
  const bool gives = std::abs(away1) < std::abs(away0);
  const double stiffness = gives || !is_solved ? drive.stiffness : std::min(drive.stiffness, 4.0 / (w * h * h));
  double most = 0.5 * stiffness * (away0 - away1) * (away0 + away1);
  if (drive.target_velocity != 0.0) {
    const double faster = drive.target_velocity - way / h;
    most += std::max(0.0, drive.damping * faster * way) + std::abs(drive.stiffness * drive.target_velocity * h * way);
  }
  if (!drive.max_effort) return most;
  const double bound = *drive.max_effort * std::abs(way);
  return std::clamp(most, -bound, bound);
}

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

// Equations with J at the poses measured. d: what is open, or the velocity that bodies with a prescribed motion have there.
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

bool JointProjection::solve(double tolerance) {
  r_.assign(problem_.rows.size(), 0.0);
  v_.assign(6 * problem_.bodies.size(), 0.0);
  memory_.clear();
  // What one factor brings will do: what is left over is smaller, and the next displacement's, or the next step's.
  const SolveReport report = solver_.solve(problem_, r_, v_, memory_, {.tolerance = tolerance, .most_effort = 0.0});
  solver_.velocities(v_);
  return report.status == SolveStatus::converged;
}

// The share of the change of velocities at hand that leaves the least kinetic energy: all of one that was solved for.
double JointProjection::harmless_share() const {
  double slope = 0.0, curvature = 0.0;
  for (std::size_t i = 0; i < problem_.bodies.size(); ++i) {
    const auto& body = problem_.bodies[i];
    const Vec<6> by = Eigen::Map<const Vec<6>>(v_.data() + 6 * i) - body.free;
    Vec<6> momentum;
    momentum << body.mass * by.head<3>(), body.inertia * by.tail<3>();
    slope += body.free.dot(momentum);
    curvature += by.dot(momentum);
  }
  return curvature > 0.0 ? std::clamp(-slope / curvature, 0.0, 1.0) : 1.0;
}

void JointProjection::keep_poses(const Island& island, const std::vector<BodyState>& bodies) {
  kept_.clear();
  for (const int b : island.bodies) kept_.push_back({bodies[at(b)].position, bodies[at(b)].orientation});
}

// Displaces by v_, or by so much of it that joints are near, or less open. What is open then.
double JointProjection::move_by(const Model& model, StepData& data, const Island& island, double largest, bool is_quick,
                                std::vector<BodyState>& bodies) {
  double turn = 0.0;
  for (std::size_t i = 0; i < island.bodies.size(); ++i)
    turn = std::max(turn, Eigen::Map<const Vec<3>>(v_.data() + 6 * i + 3).norm());
  keep_poses(island, bodies);
  double share = turn > longest_turn ? longest_turn / turn : 1.0;
  for (int k = 0; k < most_halvings; ++k, share *= 0.5) {
    for (std::size_t i = 0; i < island.bodies.size(); ++i) {
      BodyState& body = bodies[at(island.bodies[i])];
      const Eigen::Map<const Vec<6>> by(v_.data() + 6 * i);
      const Vec<3> in_body = is_quick ? Vec<3>(data.bodies[at(island.bodies[i])].R.transpose() * by.tail<3>())
                                      : rotated(kept_[i].orientation.conjugate(), by.tail<3>());
      body.position = kept_[i].position + share * by.head<3>();
      body.orientation = turned(kept_[i].orientation, share * in_body);
    }
    const double open = measure(model, data, island, bodies);
    if (open < std::max(largest, near_)) return open;
  }
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    bodies[at(island.bodies[i])].position = kept_[i].position;
    bodies[at(island.bodies[i])].orientation = kept_[i].orientation;
  }
  return measure(model, data, island, bodies);
}

// What is open after one displacement.
double JointProjection::displace(const Model& model, StepData& data, const Island& island, double largest,
                                 std::vector<BodyState>& bodies) {
  set_bodies(model, island, bodies, false);
  set_rows(model, data, island, bodies, false);
  static_cast<void>(solve(displacement_accuracy * largest));
  return move_by(model, data, island, largest, false, bodies);
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
  return move_by(model, data, island, largest, true, bodies);
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

// By a share of what was solved for. An impulse takes from the kinetic energy its product with the mean of the velocities that it acts on.
void JointProjection::change_velocities(StepData& data, const Island& island, double share,
                                        std::vector<BodyState>& bodies) {
  const auto change = [&](std::size_t i) -> Vec<6> {
    return share * (Eigen::Map<const Vec<6>>(v_.data() + 6 * i) - problem_.bodies[i].free);
  };
  std::size_t equation = 0;
  for (const int j : island.joints) {
    StepJoint& joint = data.joints[at(j)];
    for (int k = 0; k < joint.constraints; ++k, ++equation) {
      JointRow& row = joint.rows[at(k)];
      const double in_step =
          row.d + joint.product(row.J, [&](int b) -> const Vec<6>& { return data.bodies[at(b)].next; });
      const solvers::BodyConeProblem::Row& to = problem_.rows[equation];
      double mean = to.d;
      for (const auto& [i, J] : {std::pair(to.first, &to.J_first), std::pair(to.second, &to.J_second)}) {
        if (i != solvers::BodyConeProblem::none) mean += J->dot(problem_.bodies[at(i)].free + 0.5 * change(at(i)));
      }
      const double impulse = share * r_[equation];
      joint.taken -= 0.5 * row.impulse * in_step + impulse * mean;
      row.impulse += impulse;
    }
  }
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    BodyState& body = bodies[at(island.bodies[i])];
    const Vec<6> by = change(i);
    body.velocity += by.head<3>();
    body.spin += rotated(body.orientation.conjugate(), by.tail<3>());
  }
}

double JointProjection::close(const Model& model, StepData& data, const Island& island, solvers::BodyConeMemory& memory,
                              std::vector<BodyState>& bodies) {
  near_ = std::numeric_limits<double>::infinity();
  for (const int j : island.joints) near_ = std::min(near_, near_share * model.joints[at(j)]->lever);
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
  const bool is_solved = solve(model.options.tolerance * standard_gravity * data.h);
  change_velocities(data, island, is_solved ? 1.0 : harmless_share(), bodies);
  // A step that had to be put back is none that was solved, though joints be closed where it began.
  if (limit_gain(model, data, island, is_solved && largest <= counts_as_open, bodies))
    largest = std::numeric_limits<double>::infinity();
  return largest;
}

// What loads, springs, drives, friction and limits can have given on the way from the poses before the step.
JointProjection::Given JointProjection::given(const Model& model, const StepData& data, const Island& island,
                                              bool is_solved, const std::vector<BodyState>& bodies) const {
  Given sum;
  const auto add = [&sum](double work) {
    sum.work += work;
    sum.size += std::abs(work);
  };
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    double work = body.load.head<3>().dot(bodies[at(b)].position - body.position);
    if (!body.load.tail<3>().isZero(0.0)) {
      const Eigen::AngleAxisd turn(Eigen::Matrix3d(bodies[at(b)].orientation.toRotationMatrix() * body.R.transpose()));
      work += turn.angle() * body.load.tail<3>().dot(turn.axis());
    }
    add(work);
  }
  for (const int j : island.joints) {
    const Joint& joint = *model.joints[at(j)];
    if (!joint.has_position()) continue;
    const JointState& state = data.joint_states[at(j)];
    const StepJoint& step = data.joints[at(j)];
    const auto next = [&](int b) -> const Vec<6>& { return data.bodies[at(b)].next; };
    for (int k = step.constraints; k < step.size; ++k) {
      const JointRow& row = step.rows[at(k)];
      const double u = step.product(row.J, next);
      // What bristles give back, and what limits are left with.
      if (row.role == JointRole::friction) {
        const double before = step.product(row.J, [&](int b) -> const Vec<6>& { return data.bodies[at(b)].v; });
        add(std::max(0.0, 0.5 * row.impulse * (before + u)));
      }
      if (row.role == JointRole::limit && row.impulse > 0.0) {
        const double out = std::clamp(u, 0.0, push_acceleration * data.h);
        add(0.5 * out * out * joint_compliance / row.epsilon);
      }
    }
    if (!state.drive && !joint.options.spring) continue;
    const double u = step.free_velocity(next);
    const double q0 = state.position, q1 = step.end.position(joint.kind, q0 + 0.5 * data.h * (step.u + u));
    if (const auto& spring = joint.options.spring) {
      const double most = most_given({.target = spring->rest.value_or(0.0), .stiffness = spring->stiffness}, q0, q1,
                                     step.w, data.h, is_solved);
      // One between points, as it turns, stores more than it takes by an error of the second order.
      add(is_solved && joint.kind == JointKind::spring ? std::max(0.0, most) : most);
    }
    if (state.drive) add(most_given(*state.drive, q0, q1, step.w, data.h, is_solved));
  }
  return sum;
}

// (3). Whether bodies were displaced.
bool JointProjection::limit_gain(const Model& model, StepData& data, const Island& island, bool is_solved,
                                 std::vector<BodyState>& bodies) {
  const Surroundings around(data, island);
  if (!around.stands_still || (is_solved && (data.is_soft(island) || model.options.normal_relaxation))) return false;
  double before = 0.0, after = 0.0, mass = 0.0, scale = 0.0;
  Vec<3> momentum = Vec<3>::Zero(), way = Vec<3>::Zero();
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    before += body.kinetic_energy(body.v) + body.lost_in_impacts;
    after += kinetic_energy(model[b], bodies[at(b)]);
    scale += body.mass * standard_gravity * model[b].radius;
    if (!around.is_free) continue;
    mass += body.mass;
    momentum += body.mass * bodies[at(b)].velocity;
    way += body.mass * (bodies[at(b)].position - body.position);
  }
  scale += before;
  auto [work, size] = given(model, data, island, is_solved, bodies);
  scale += size;
  if (!(after - before - work > (is_solved ? gain_of_solved : gain_of_unsolved) * scale)) return false;

  const Vec<3> together = around.is_free ? Vec<3>(momentum / mass) : Vec<3>(Vec<3>::Zero());
  const double of_all = 0.5 * mass * together.squaredNorm();
  if (around.is_free) way /= mass;
  bool is_moved = false;
  keep_poses(island, bodies);
  for (const double share : {0.5, 0.25, 0.125, 0.0}) {
    if (before + work >= of_all) break;
    is_moved = true;
    for (std::size_t i = 0; i < island.bodies.size(); ++i) {
      const int b = island.bodies[i];
      const Vec<3> from = data.bodies[at(b)].position + way;
      const Eigen::Quaterniond turned_from(data.bodies[at(b)].R);
      bodies[at(b)].position = from + share * (kept_[i].position - from);
      bodies[at(b)].orientation = turned_from.slerp(share, kept_[i].orientation);
    }
    measure(model, data, island, bodies);
    work = given(model, data, island, is_solved, bodies).work;
  }
  const double apart = after - of_all;
  const double slower = apart > 0.0 ? std::sqrt(std::clamp((before + work - of_all) / apart, 0.0, 1.0)) : 1.0;
  for (const int b : island.bodies) {
    BodyState& body = bodies[at(b)];
    body.taken += kinetic_energy(model[b], body);
    body.velocity = together + slower * (body.velocity - together);
    body.spin *= slower;
    body.taken -= kinetic_energy(model[b], body);
  }
  return is_moved;
}

}  // namespace stickslip::sim::detail
