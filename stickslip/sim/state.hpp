// Everything that changes while rigid bodies move. A value: a copy goes on as the original does, bit for bit.
//
// position          of the centre of mass, world axes [m]
// orientation       from body axes to world axes
// velocity          of the centre of mass, world axes [m/s]
// spin              Ω, angular velocity in **body** axes [rad/s]: what is constant for a body that turns freely about an axis
// force, torque     held until changed, world axes, about the centre of mass [N, N·m]; gravity is not among them
// contacts          of the last step, and what they did: impulses n, t1, t2 on the first body [N·s]
// joints            as the model's: positions, drives, what friction remembers, and what they did in the last step
// volumes           contact volumes that pushed in the last step, ascending by id: what their bristles remember
// velocity_before, velocity_middle, and the same of spin
//                   of bodies with a prescribed motion: at the start and in the middle of the coming step, at the end of which they
//                   have `velocity`; they move by Simpson's rule. After a step all three are those of its end
// carried           of bodies that move by forces: how far the last step took them along with bodies with a prescribed motion beside
//                   the mean of velocities [m]
// velocity_struck, spin_struck
//                   of bodies that move by forces: at the start of the last step, after its impacts; spin in the axes the body had there
// slips             how fast contacts slid at the end of the last step [m/s]: below v_th they stick
// shocks            what impacts at the start of the last step contributed to the impulses. The rest is load: what the next step starts from
// taken             of bodies that move by forces: work that the last step took from them at its end, beside the impulses of contacts and
//                   joints, so that these give no energy and angular momentum is kept [J]; it may be negative for one of several bodies
// is_turned         whether in the last step something that turned held it: a body with a prescribed motion, which may be itself, or a joint.
//                   What sticks to it has the velocity of where it is as the step ends
//                   This and taken, carried, velocity_struck, spin_struck tell of the last step and have no part in the next:
//                   save() leaves them out
// soft_h            the step length by which volumes of no given stiffness are stiff: at least the step, and nine tenths of the one before
//                   [s], so that a shorter step does not push out at once what a longer one let in
// memories          of the islands, each under its first body: what the solver keeps while the same contacts last
#pragma once

#include <array>
#include <vector>

#include <Eigen/Geometry>

#include "stickslip/contact/contact_set.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/sim/joint.hpp"
#include "stickslip/solvers/body_cone_solver.hpp"

namespace stickslip::sim {

struct BodyState {
  Vec<3> position = Vec<3>::Zero();
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
  Vec<3> velocity = Vec<3>::Zero();
  Vec<3> spin = Vec<3>::Zero();
  Vec<3> force = Vec<3>::Zero();
  Vec<3> torque = Vec<3>::Zero();
  Vec<3> velocity_before = Vec<3>::Zero(), velocity_middle = Vec<3>::Zero();
  Vec<3> spin_before = Vec<3>::Zero(), spin_middle = Vec<3>::Zero();
  Vec<3> carried = Vec<3>::Zero();
  Vec<3> velocity_struck = Vec<3>::Zero(), spin_struck = Vec<3>::Zero();
  double taken = 0.0;
  bool is_turned = false;

  // World axes.
  Vec<3> angular_velocity() const noexcept { return orientation * spin; }
  Vec<6> twist() const noexcept {
    Vec<6> all;
    all << velocity, angular_velocity();
    return all;
  }
};

// What the solver of an island keeps, and for which contacts and joints.
struct IslandMemory {
  std::vector<contact::ContactId> contacts;
  std::vector<int> joints;
  solvers::BodyConeMemory memory;
};

// A contact volume and its bristles, world axes.
struct VolumeState {
  contact::ContactId id;  // feature 0; of points their own
  Vec<3> point, normal;   // where it is, from B to A
  Vec<3> stretch;         // e_t: how far A's surface is from where the bristles are at ease, at the point [m]
  double turn;            // θ about the normal [rad]
  Vec<3> slip;            // of the last step: along the surface [m]
  double slip_turn;       // and about the normal [rad]
  double slip_speed;      // √(s_x² + s_y² + u s_θ²)/h of it [m/s]
  Vec<6> wrench;          // on A about the point, mean over the last step [N, N·m]
  double
      unpressed;  // t_0 of contact/bristle_volume.hpp: overlap with which the two were found, less what has gone since [m]
  // Where it acted on A and on B as the last step began: bodies that overlap after the step are apart by as much as they approach in it.
  std::array<Vec<3>, 2> acted_at;

  friend bool operator==(const VolumeState&, const VolumeState&) = default;
};

struct State {
  double t = 0.0;  // [s]
  // Steps of the length h since t_begin: their sum would be off by the rounding of each.
  double t_begin = 0.0;
  long steps = 0;
  std::vector<BodyState> bodies = {};
  contact::ContactSet contacts = {};
  std::vector<Vec<3>> impulses = {}, shocks = {};
  std::vector<double> slips = {};
  std::vector<JointState> joints = {};
  std::vector<VolumeState> volumes = {};
  double h = 0.0;  // length of the last step; 0: none yet [s]
  double soft_h = 0.0;
  std::vector<IslandMemory> memories = {};

  // Of a contact of the last step, without impacts [N·s].
  Vec<3> load(std::size_t contact) const { return impulses[contact] - shocks[contact]; }
  // Sets h, and t as the product of the number of steps and their length while they are equally long.
  void advance_time(double step) noexcept;
};

struct Model;
struct RigidBody;

// What was changed of a body: velocity and angular velocity, world axes.
struct FittedVelocity {
  int body;
  Vec<6> before, after;
};

// Of one body [J].
double kinetic_energy(const RigidBody& body, const BodyState& now) noexcept;
// Of the bodies that move by forces. Potential: −Σ m g·x [J].
double kinetic_energy(const Model& model, const State& state) noexcept;
double potential_energy(const Model& model, const State& state) noexcept;

// Of a joint that the model has.
JointReading joint_reading(const Model& model, const State& state, int joint) noexcept;

}  // namespace stickslip::sim
