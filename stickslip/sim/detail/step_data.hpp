// A step in numbers: bodies, contacts and joints as the solvers of islands need them.
//
//   (1)  u = axes (v_1 + ω_1 × r_1 − v_2 − ω_2 × r_2),   J = [axes, r × axes] on the first body, the same with − on the second
//   (2)  u⁺ = J v⁺ + prescribed,   for bodies moved by forces
//   (3)  turning = ± T ω_L × d, d = the way of the smaller body s against the larger one, L, in the step: by the end of the step s touches L
//        at r_L + d, and sticks to what is there. Without it what rests on a body that turns would follow the tangent, and slip outwards.
//        Only of bodies that are held by one with a prescribed motion that turns, or by joints: of others it would cost or give energy
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
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
inline constexpr double approach_acceleration = 0.1;  // faster contacts strike: implicit update
inline constexpr double impact_acceleration = 0.5;    // and faster ones take energy: an impact

// Whether a contact, or a limit, that pushes began the step open or approaching.
inline bool strikes(double gap, double u, double h, double acceleration = approach_acceleration) noexcept {
  return gap > gap_acceleration * h * h || u < -acceleration * h;
}

// By which velocity a body moves: the mean of those before and after the step, or that after it. `end_of_impact`: an impact, or contacts that
// would do positive work otherwise, takes energy, which pays for the removal of overlap: settling.hpp. `end`: nothing of the kind.
enum class Update : std::uint8_t { mean, end, end_of_impact };

struct StepBody {
  bool moves = false;    // by forces
  bool is_soft = false;  // whether its island is
  double mass = 0.0, inverse_mass = 0.0;
  Vec<3> position;                              // of the centre of mass
  Eigen::Matrix3d R, inertia, inverse_inertia;  // the latter two in world axes, zero where it does not move
  Vec<6> v, free, next;                         // before the step, without contacts, after it: world axes
  Vec<6> moves_by;                              // of a body with a prescribed motion: its mean velocity over the step
  // Displacements by which it follows bodies with a prescribed motion: what they move beside the mean of their velocities, and what it
  // must not get ahead of them [m, rad].
  Vec<6> carried, held_back;
  Vec<3> gyration;               // what the gyroscopic torque alone changes of the angular velocity [rad/s]
  double lost_in_impacts = 0.0;  // kinetic energy, at the start of the step [J]
  bool is_struck = false, is_pressed = false;  // the latter: by contacts, or displaced by overlap
  double parts_at = 0.0;  // speed at which it is pushed out of what it is deep in: gain_limit.hpp [m/s]
  Vec<6> solved;          // velocity after the step as the contacts' impulses give it: `next` may be lower in the end
  Vec<6> advanced;        // displacement that closes gaps for impacts [m, rad]
  Vec<6> push, push_before;  // displacement that frees overlap, and before it was last added to [m, rad]
  Vec<6> load;               // force and torque, gravity included
  // Of bodies with joints: the pose in the middle of the step, what turns its velocities from the start to there, and what the
  // gyroscopic torque adds to `free` because joints change the spin.
  bool has_middle = false;
  BodyPose middle;
  Eigen::Matrix3d turn;
  Vec<3> gyroscopic;

  Vec<6> mean() const noexcept { return 0.5 * (v + next); }
  double kinetic_energy(const Vec<6>& of) const noexcept {
    return 0.5 * (mass * of.head<3>().squaredNorm() + of.tail<3>().dot(inertia * of.tail<3>()));
  }
  // Beside that of velocities.
  bool is_touched() const noexcept { return is_struck || is_pressed; }
  Vec<6> displacement() const noexcept { return advanced + push + carried - held_back; }
  // Of a body with a prescribed motion: whether all of it has the same velocity throughout the step.
  bool is_uniform() const noexcept { return v == next && moves_by == next && next.tail<3>().isZero(0.0); }
  bool stands_still() const noexcept { return v.isZero(0.0) && next.isZero(0.0) && moves_by.isZero(0.0); }
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
  Vec<3> turning;     // what the turning of the larger body adds to u⁺ along the surface: (3)
  Vec<3> prescribed;  // what bodies with a prescribed motion add to u at the end of the step, and `turning`
  double gap;
  double d_n;  // of (2) in stepper.hpp
  double epsilon, beta;
  double mu_s, mu_k;
  double restitution;
  bool slides;
  Vec<3> impulse;  // start, then result, without that of impacts at the start of the step, which is `shock`
  Vec<3> shock;
  double
      unpressed;  // in an island with volumes: overlap that presses nothing, as t_0 of contact/bristle_volume.hpp [m]
  bool is_known;  // whether it was there the step before
  bool is_parting = false;  // in an island with volumes: as StepVolume's
  double yielding;          // speed at which its compliance gave way to the load of the step before [m/s]
  const Volume* volume;     // of its pair; null: at points
  bool is_soft;             // whether its island is
  // In an island with volumes: displacement of its bristle along t1, t2, before and after the step, and how much of it slid [m].
  Vec<2> stretch, stretch_next, slip;
  double soft_mu;  // its coefficient of friction there
  Vec<3> u_next;

  // Overlap that d_n removes; what is beyond it is removed by displacement.
  double held_overlap(double h) const noexcept { return beta > 0.0 ? push_acceleration * h * h / beta : 0.0; }
  // In an island with volumes: as StepVolume's.
  bool comes_apart(double h) const noexcept {
    const bool pushes = impulse[0] > 0.0;
    if (unpressed > 0.0) return pushes;
    const double leaves = h * u_next[0];
    return is_parting && leaves > least_parting * std::max(0.0, -gap) && (pushes || -gap > leaves);
  }
  double mu() const noexcept { return slides ? mu_k : mu_s; }
  void set_normal_term(double h) noexcept {
    d_n = gap > 0.0 ? gap / h : std::max(beta * gap / h, -push_acceleration * h);
  }
};

// J of the first body; − of the second.
inline Eigen::Matrix<double, 3, 6> contact_jacobian(const Eigen::Matrix3d& axes, const Vec<3>& arm) noexcept {
  Eigen::Matrix<double, 3, 6> J;
  J.leftCols<3>() = axes;
  for (int k = 0; k < 3; ++k) J.block<1, 3>(k, 3) = arm.cross(Vec<3>(axes.row(k))).transpose();
  return J;
}

// How soft a point is in an island with volumes; of a pair that touches at points as volumes are unless given otherwise.
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
  bool is_struck(const StepContact& contact) const noexcept {
    return std::ranges::any_of(contact.body, [this](int b) { return bodies[at(b)].is_struck; });
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
