// The balance of energy of a run of rigid bodies (energy.hpp), counted step by step from what contacts, joints and loads do.
//
// Impulses take and give their product with the mean of the velocities that they act on, which for the linear motion is the change of kinetic
// energy exactly. Gravity and loads do work along the way that bodies went.
#pragma once

#include <functional>
#include <vector>

#include "stickslip/scene/build.hpp"
#include "stickslip/scene/detail/contact_forces.hpp"
#include "stickslip/scene/energy.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::scene::detail {

class RigidEnergy {
 public:
  // What a contact did in a step, and how fast its first body slid against the second: mean over the step [m/s].
  using OnContact = std::function<void(const ContactForce& contact, const Vec<3>& slip)>;

  // The world is read in the calls that follow, and must be where it was.
  RigidEnergy(const RigidScene& scene, const sim::World& world);

  // Before a step, with the motions and loads that act in it.
  void begin_step() { before_ = world_.state().bodies; }
  // After a step of length h. Calls on_contact for each contact.
  void count_step(double h, const OnContact& on_contact);
  void add_record();
  // After the last record.
  Energy finish();

  // Bodies as the last step began.
  const std::vector<sim::BodyState>& before() const noexcept { return before_; }

 private:
  bool moves_by_forces(int body) const { return scene_.bodies[static_cast<std::size_t>(body)].description.mass > 0.0; }
  bool is_turned(const ContactForce& contact) const;
  bool has_volumes() const;
  Vec<6> start_twist(int body) const;
  Vec<3> struck_velocity(int body, const Vec<3>& point) const;
  Vec<3> mean_slip(const ContactForce& contact) const;
  double joint_velocity(std::size_t j) const;
  void take_joint_velocities_at_start();
  Vec<3> pull_on(std::size_t i) const;
  Vec<3> mean_arm(const sim::Joint& model, std::size_t side) const;
  Vec<3> axis_of(const sim::Joint& model) const;
  double turn_of_line(const sim::Joint& model) const;
  void take_twists(double h);
  double count_contact(const ContactForce& contact, const Vec<3>& slip, double h);
  double count_joint(std::size_t j, double h);
  void count_correction(std::size_t i, double h);
  double stored() const;
  double dissipated(double stored_now) const;
  void look_who_moved();

  const RigidScene& scene_;
  const sim::World& world_;
  std::vector<sim::BodyState> start_, before_;
  sim::State at_start_;                         // of the last step, after its impacts
  std::vector<Vec<6>> twists_, struck_twists_;  // of the last step after its impacts, and of these: means
  std::vector<double> old_joint_velocities_;
  std::vector<bool> is_away_, is_pushed_;  // bodies, from their start; by contacts in the last step
  bool has_moved_ = false;
  bool motion_turns_ = false;                 // whether a prescribed motion turned a body in the last step
  double external_ = 0.0, dissipated_ = 0.0;  // by contacts
  double taken_by_joints_ = 0.0;              // by blows, their friction, limits and springs
  double stored_at_start_;
  double corrected_ = 0.0;
  double most_turned_ = 0.0;  // by a body, or the line of a spring, in a step [rad]
  Energy energy_;
};

}  // namespace stickslip::scene::detail
