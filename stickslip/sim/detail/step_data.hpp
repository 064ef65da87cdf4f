// A step in numbers: bodies, contacts and joints as the solvers of islands need them.
//
//   (1)  u = axes (v_1 + ω_1 × r_1 − v_2 − ω_2 × r_2),   J = [axes, r × axes] on the first body, the same with − on the second
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "stickslip/core/at.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/sim/detail/joint_rows.hpp"
#include "stickslip/sim/detail/step_volume.hpp"

namespace stickslip::sim::detail {

// [m/s²], times h a speed, times h² a length: stepper.hpp.
inline constexpr double standard_gravity = 9.81;
inline constexpr double push_acceleration = 10.0;     // overlap is left no faster than this times h
inline constexpr double gap_acceleration = 0.01;      // wider gaps close: implicit update
inline constexpr double approach_acceleration = 0.5;  // faster contacts strike: implicit update

// Whether a contact, or a limit, that pushes began the step open or approaching.
inline bool strikes(double gap, double u, double h) noexcept {
  return gap > gap_acceleration * h * h || u < -approach_acceleration * h;
}

struct StepBody {
  bool moves = false;    // by forces
  bool is_soft = false;  // whether its island is
  double mass = 0.0, inverse_mass = 0.0;
  Vec<3> position;                              // of the centre of mass
  Eigen::Matrix3d R, inertia, inverse_inertia;  // the latter two in world axes, zero where it does not move
  Vec<6> v, free, next;                         // before the step, without contacts, after it: world axes
  Vec<6> moves_by;           // of a body that moves as told: the velocity that takes it through the step
  Vec<6> push, push_before;  // displacement that frees overlap, and before it was last added to [m, rad]
  Vec<6> load;               // force and torque, gravity included
  // Of bodies with joints: the pose in the middle of the step, what turns its velocities from the start to there, and what the
  // gyroscopic torque adds to `free` because joints change the spin.
  bool has_middle = false;
  BodyPose middle;
  Eigen::Matrix3d turn;
  Vec<3> gyroscopic;

  Vec<6> mean() const noexcept { return 0.5 * (v + next); }
  // The velocity after the step without impulses, where joints change the gyroscopic torque.
  Vec<6> free_with_joints() const noexcept {
    Vec<6> without = free;
    without.tail<3>() += gyroscopic;
    return without;
  }
};

struct StepContact {
  std::array<int, 2> body;
  Eigen::Matrix3d axes;  // rows n, t1, t2
  Vec<3> point;
  std::array<Vec<3>, 2> arm;  // from the centres of mass to the point
  Vec<3> u, u_free;
  Vec<3> prescribed;  // what bodies that move as told add to u
  double gap;
  double d_n;  // of (2) in stepper.hpp
  double epsilon, beta;
  double mu_s, mu_k;
  double restitution;  // where (3) holds, else 0
  bool slides;
  Vec<3> impulse;  // start, then result
  double
      unpressed;  // in an island with volumes: overlap that presses nothing, as t_0 of contact/bristle_volume.hpp [m]
  bool is_known;  // whether it was there the step before
  const Volume* volume;  // of its pair; null: at points
  bool is_soft;          // whether its island is
  // In an island with volumes: displacement of its bristle along t1, t2, before and after the step, and how much of it slid [m].
  Vec<2> stretch, stretch_next, slip;
  double soft_mu;  // its coefficient of friction there
  Vec<3> u_next;

  // Overlap that d_n removes; what is beyond it is removed by displacement.
  double held_overlap(double h) const noexcept { return beta > 0.0 ? push_acceleration * h * h / beta : 0.0; }
  double mu() const noexcept { return slides ? mu_k : mu_s; }
  // d_n with a share of the restitution.
  double normal_term(double share) const noexcept { return restitution > 0.0 ? share * restitution * u[0] : d_n; }
};

// How soft a point is in an island with volumes; of a pair that touches at points as volumes are unless told otherwise.
inline const Volume& softness(const StepContact& contact) noexcept {
  static constexpr Volume usual{};
  return contact.volume != nullptr ? *contact.volume : usual;
}

// Bodies joined by contacts, joints and volumes.
struct Island {
  std::span<const int> bodies, contacts, joints, volumes;
};

struct StepData {
  double h = 0.0;
  double soft_h = 0.0;  // the step length by which volumes are stiff: state.hpp
  std::vector<StepBody> bodies;
  std::vector<StepContact> contacts;
  std::vector<StepJoint> joints;             // as the model's
  std::span<const JointState> joint_states;  // before the step
  std::vector<StepVolume> volumes;           // memory of all that were ever needed at once, then those that are active
  std::vector<int> local;                    // place of each body in its island

  // Whether all forces of an island are functions of velocities: island_volumes.cpp. One volume makes it so, or one point of a pair that
  // would touch by volumes if it had faces.
  bool is_soft(const Island& island) const noexcept {
    return !island.volumes.empty() ||
           std::ranges::any_of(island.contacts, [this](int c) { return contacts[at(c)].volume != nullptr; });
  }
  bool moves(int body) const noexcept { return body != the_world && bodies[static_cast<std::size_t>(body)].moves; }

  // Velocity at a contact, if bodies move by `velocity(body)`.
  template <class Velocity>
  static Vec<3> relative(const StepContact& contact, Velocity velocity) noexcept {
    Vec<3> sum = Vec<3>::Zero();
    for (std::size_t side = 0; side < 2; ++side) {
      const Vec<6>& v = velocity(contact.body[side]);
      const Vec<3> at_point = v.template head<3>() + Vec<3>(v.template tail<3>()).cross(contact.arm[side]);
      if (side == 0) {
        sum += at_point;
      } else {
        sum -= at_point;
      }
    }
    return contact.axes * sum;
  }
};

}  // namespace stickslip::sim::detail
