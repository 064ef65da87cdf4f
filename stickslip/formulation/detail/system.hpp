// A step's bodies, contacts and joints as the formulations need them: inverse masses, Jacobians, velocities, relaxation.
//
//   (1)  v_free = v + h M⁻¹ (f − c)
//   (2)  contact c: J = [R, P₁] on its first body, −[R, P₂] on its second; the rows of R are n, t1, t2, those of P_b are r_b × (n, t1, t2)
//        with r_b from the centre of mass of body b to the point
//   (3)  W_ij = J_i M⁻¹ J_jᵀ: nonzero where contacts i and j share a body
// No allocation when sizes repeat.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "stickslip/core/vector.hpp"
#include "stickslip/formulation/bodies.hpp"
#include "stickslip/formulation/contacts.hpp"
#include "stickslip/formulation/joints.hpp"
#include "stickslip/formulation/relaxation.hpp"

namespace stickslip::formulation::detail {

struct SystemBody {
  double mass, inverse_mass;
  Eigen::Matrix3d inertia, inverse_inertia;  // world axes
  Vec<6> v, free;
};

struct SystemContact {
  int index;                            // among the contacts given
  std::array<int, 2> body;              // the second may be the ground
  Eigen::Matrix3d axes;                 // R of (2)
  std::array<Eigen::Matrix3d, 2> arm;   // P of (2)
  std::array<Eigen::Matrix3d, 2> turn;  // P I⁻¹
  Vec<3> prescribed;                    // what a ground that moves adds to u
  Vec<3> u, u_free;                     // J v, J v_free, with it
  double mu;                            // mu_k where it slides, else mu_s
  double speed;                         // ‖u_t‖
  bool slides;
  Vec<2> along;  // u_t/‖u_t‖ where it slides
  int manifold;
  double epsilon_n, d_n;  // u_n + ε_n Λ_n + d_n ≥ 0
  double epsilon_t;
  Vec<2> d_t;   // of bristles: u_t + ε_t Λ_t + d_t, zero where it slides
  double load;  // Λ_n of the step before; NaN: unknown
};

struct SystemJoint {
  std::array<int, 2> body;
  std::array<Vec<6>, 2> row;
  std::array<Vec<6>, 2> response;  // M⁻¹ Jᵀ
  double epsilon, d;               // J v + ε Λ + d = 0
};

struct Manifold {
  int size;
  double w_nn, w_tt;  // means
};

enum class GapRule {
  relaxed,   // relaxation.hpp, Eq. 2
  stiff,     // φ/h whatever its sign
  touching,  // as relaxed, but contacts with φ > 0 are left out
};

struct StepTerms {
  const char* name;  // of the formulation, for messages
  double h, v_th;
  const std::optional<Relaxation>* normal;
  const std::optional<Relaxation>* tangent;  // null: none
  GapRule gap;
  const Rows<3>* previous;  // null: none
};

struct System {
  std::vector<SystemBody> bodies;
  std::vector<SystemContact> contacts;
  std::vector<SystemJoint> joints;
  std::vector<Manifold> manifolds;
  std::vector<int> order;  // of contacts by pair of bodies
  int given_contacts = 0;  // those left out included

  // Checks what is given and fills in everything above. Throws InvalidArgument.
  void set(const Bodies& given_bodies, const Contacts& given, const Joints& given_joints, const StepTerms& terms);

  int size() const noexcept { return static_cast<int>(contacts.size()); }
  // Eq. 3.
  Eigen::Matrix3d coupling(const SystemContact& i, const SystemContact& j) const noexcept;
  // The velocity of a contact's row, and of a joint's, if bodies move by `velocity(body)`.
  template <class Velocity>
  static Vec<3> contact_velocity(const SystemContact& contact, Velocity velocity) noexcept;
  template <class Velocity>
  static double joint_velocity(const SystemJoint& joint, Velocity velocity) noexcept;

 private:
  void set_bodies(const Bodies& given, double h);
  void set_contacts(const Bodies& given_bodies, const Contacts& given, const StepTerms& terms);
  void set_manifolds();
  void set_relaxation(const Contacts& given, const StepTerms& terms);
  void set_joints(const Joints& given, double h);
};

template <class Velocity>
Vec<3> System::contact_velocity(const SystemContact& contact, Velocity velocity) noexcept {
  Vec<3> u = Vec<3>::Zero();
  for (std::size_t side = 0; side < 2; ++side) {
    if (contact.body[side] == ground) continue;
    const Vec<6>& v = velocity(contact.body[side]);
    const Vec<3> part = contact.axes * v.template head<3>() + contact.arm[side] * v.template tail<3>();
    u += side == 0 ? part : Vec<3>(-part);
  }
  return u;
}

template <class Velocity>
double System::joint_velocity(const SystemJoint& joint, Velocity velocity) noexcept {
  double u = 0.0;
  for (std::size_t side = 0; side < 2; ++side) {
    if (joint.body[side] != ground) u += joint.row[side].dot(velocity(joint.body[side]));
  }
  return u;
}

}  // namespace stickslip::formulation::detail
