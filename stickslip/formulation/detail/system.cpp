#include "stickslip/formulation/detail/system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <Eigen/Geometry>

#include "stickslip/core/at.hpp"
#include "stickslip/formulation/detail/checks.hpp"

namespace stickslip::formulation::detail {

namespace {

// The entry of an array that may be absent.
double entry(const Eigen::VectorXd& values, Eigen::Index i) noexcept {
  return values.size() > 0 ? values[i] : 0.0;
}
Vec<3> row_of(const Rows<3>& rows, Eigen::Index i) noexcept {
  return rows.rows() > 0 ? Vec<3>(rows.row(i)) : Vec<3>(Vec<3>::Zero());
}

Eigen::Matrix3d inertia_of(const Bodies& bodies, Eigen::Index i) noexcept {
  if (bodies.inertia.cols() == 3) return Vec<3>(bodies.inertia.row(i)).asDiagonal();
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> full(bodies.inertia.row(i).data());
  return 0.5 * (full + full.transpose());
}

// Scaled to about 1 by a power of two, which rounds nothing: the determinant is a product of three entries.
Eigen::Matrix3d inverse_of(const Eigen::Matrix3d& inertia) noexcept {
  const double scale = std::ldexp(1.0, -std::ilogb(inertia.trace()));
  return (scale * inertia).inverse() * scale;
}

std::pair<int, int> pair_of(const SystemContact& contact) noexcept {
  return std::minmax(contact.body[0], contact.body[1]);
}

void require_finite(const char* name, const char* what, double value) {
  if (std::isfinite(value)) return;
  throw InvalidArgument(std::string(name) + ": " + what + " = " + to_text(value) +
                        " must be finite: a number of the input is too large or too small");
}

void check_previous(const Rows<3>& previous, Eigen::Index contacts, const char* name) {
  if (previous.rows() == 0) return;
  require_rows(name, "previous", previous.rows(), contacts);
  for (Eigen::Index i = 0; i < contacts; ++i) {
    const Vec<3> row = previous.row(i);
    if (row.allFinite() || row.array().isNaN().all()) continue;
    for (Eigen::Index j = 0; j < 3; ++j) {
      const double value = row[j];
      if (std::isfinite(value)) continue;
      throw InvalidArgument(item(name, "previous", i, j) + " = " + to_text(value) +
                            " must be finite, or NaN in the whole row of a contact that is new");
    }
  }
}

}  // namespace

void System::set(const Bodies& given_bodies, const Contacts& given, const Joints& given_joints,
                 const StepTerms& terms) {
  check(given_bodies);
  check(given, given_bodies.size());
  check(given_joints, given_bodies.size());
  if (*terms.normal) check(**terms.normal, "normal_relaxation");
  if (terms.tangent != nullptr && *terms.tangent) check(**terms.tangent, "tangent_relaxation");
  if (terms.previous != nullptr) check_previous(*terms.previous, given.size(), terms.name);

  set_bodies(given_bodies, terms.h);
  set_contacts(given_bodies, given, terms);
  set_manifolds();
  set_relaxation(given, terms);
  set_joints(given_joints, terms.h);
  given_contacts = given.size();
}

void System::set_bodies(const Bodies& given, double h) {
  bodies.resize(at(given.size()));
  for (int i = 0; i < given.size(); ++i) {
    SystemBody& body = bodies[at(i)];
    body.mass = given.mass[i];
    body.inverse_mass = 1.0 / body.mass;
    const Eigen::Matrix3d inertia = inertia_of(given, i);
    if (given.orientation.rows() > 0) {
      const Vec<4> given_q = given.orientation.row(i), q = unit(given_q, norm(given_q));
      const Eigen::Matrix3d R = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
      body.inertia = R * inertia * R.transpose();
    } else {
      body.inertia = inertia;
    }
    body.inverse_inertia = inverse_of(body.inertia);
    const Vec<3> velocity = given.velocity.row(i), omega = given.angular_velocity.row(i);
    body.v << velocity, omega;
    const Vec<3> torque = row_of(given.torque, i) - omega.cross(body.inertia * omega);
    body.free << velocity + h * body.inverse_mass * row_of(given.force, i), omega + h * (body.inverse_inertia * torque);
    require_finite("Bodies", "velocity after a step without contacts", body.free.sum());
  }
}

void System::set_contacts(const Bodies& given_bodies, const Contacts& given, const StepTerms& terms) {
  contacts.clear();
  contacts.reserve(at(given.size()));
  const bool has_mu_k = given.mu.cols() == 2;
  for (int i = 0; i < given.size(); ++i) {
    if (terms.gap == GapRule::touching && entry(given.gap, i) > 0.0) continue;
    SystemContact& contact = contacts.emplace_back();
    contact.index = i;
    contact.body = {given.bodies(i, 0), given.bodies(i, 1)};
    contact.axes = axes_of(given, i);
    const Vec<3> point = given.point.row(i);
    for (std::size_t side = 0; side < 2; ++side) {
      if (contact.body[side] == ground) continue;
      const Vec<3> r = point - Vec<3>(given_bodies.position.row(contact.body[side]));
      for (int axis = 0; axis < 3; ++axis) {
        contact.arm[side].row(axis) = r.cross(Vec<3>(contact.axes.row(axis)));
      }
      contact.turn[side].noalias() = contact.arm[side] * bodies[at(contact.body[side])].inverse_inertia;
    }
    contact.prescribed =
        contact.body[1] == ground ? Vec<3>(-contact.axes * row_of(given.ground_velocity, i)) : Vec<3>::Zero();
    contact.u = contact.prescribed;
    contact.u += contact_velocity(contact, [this](int body) -> const Vec<6>& { return bodies[at(body)].v; });
    contact.u_free = contact.prescribed;
    contact.u_free += contact_velocity(contact, [this](int body) -> const Vec<6>& { return bodies[at(body)].free; });
    require_finite("Contacts", "velocity of a contact after a step without contacts", contact.u_free.sum());
    contact.speed = norm(Vec<2>(contact.u.tail<2>()));
    contact.slides = contact.speed > terms.v_th;
    contact.along = unit(Vec<2>(contact.u.tail<2>()), contact.speed);
    contact.mu = given.mu(i, contact.slides && has_mu_k ? 1 : 0);
  }
}

void System::set_manifolds() {
  order.resize(contacts.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::sort(order.begin(), order.end(), [this](int a, int b) {
    const auto first = pair_of(contacts[at(a)]), second = pair_of(contacts[at(b)]);
    return first == second ? a < b : first < second;
  });
  manifolds.clear();
  manifolds.reserve(contacts.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    SystemContact& contact = contacts[at(order[i])];
    if (i == 0 || pair_of(contact) != pair_of(contacts[at(order[i - 1])])) manifolds.push_back({0, 0.0, 0.0});
    contact.manifold = static_cast<int>(manifolds.size()) - 1;
    Manifold& manifold = manifolds.back();
    const Eigen::Matrix3d W = coupling(contact, contact);
    ++manifold.size;
    manifold.w_nn += W(0, 0);
    manifold.w_tt += 0.5 * (W(1, 1) + W(2, 2));
  }
  for (Manifold& manifold : manifolds) {
    manifold.w_nn /= manifold.size;
    manifold.w_tt /= manifold.size;
    require_finite("Contacts", "W, the velocity per impulse,", manifold.w_nn + manifold.w_tt);
  }
}

void System::set_relaxation(const Contacts& given, const StepTerms& terms) {
  using Terms = Relaxation::Terms;
  const auto terms_of = [&terms](const std::optional<Relaxation>& relaxation, double by_default) {
    return relaxation ? relaxation->terms(terms.h) : Terms{by_default, default_beta, 0.0};
  };
  const bool has_previous = terms.previous != nullptr && terms.previous->rows() > 0;
  for (SystemContact& contact : contacts) {
    const Manifold& manifold = manifolds[at(contact.manifold)];
    const Terms normal = terms_of(*terms.normal, default_normal_share * manifold.w_nn);
    const double gap = entry(given.gap, contact.index);
    const double share = gap > 0.0 || terms.gap == GapRule::stiff ? 1.0 : normal.beta;
    contact.epsilon_n = normal.epsilon;
    contact.d_n = share * gap / terms.h;
    require_finite(terms.name, "normal relaxation", contact.epsilon_n + contact.d_n);

    const Vec<3> before = has_previous ? Vec<3>(terms.previous->row(contact.index)) : not_a_number<3>();
    const bool is_known = std::isfinite(before[0]);
    contact.load = is_known ? std::max(0.0, before[0]) : std::numeric_limits<double>::quiet_NaN();
    contact.epsilon_t = 0.0;
    contact.d_t.setZero();
    if (terms.tangent == nullptr) continue;
    const Terms tangent = terms_of(*terms.tangent, default_tangential_share * manifold.w_tt);
    contact.epsilon_t = tangent.epsilon;
    if (is_known && !contact.slides) {
      contact.d_t = -tangent.epsilon * (before.tail<2>() + terms.h * tangent.damping * contact.u.tail<2>());
    }
    require_finite(terms.name, "tangent relaxation", contact.epsilon_t + contact.d_t.sum());
  }
}

void System::set_joints(const Joints& given, double h) {
  joints.resize(at(given.size()));
  for (int i = 0; i < given.size(); ++i) {
    SystemJoint& joint = joints[at(i)];
    joint.body = {given.bodies(i, 0), given.bodies(i, 1)};
    for (std::size_t side = 0; side < 2; ++side) {
      if (joint.body[side] == ground) {
        joint.row[side].setZero();
        joint.response[side].setZero();
        continue;
      }
      const SystemBody& body = bodies[at(joint.body[side])];
      joint.row[side] = given.jacobian.block<1, 6>(i, side == 0 ? 0 : 6);
      joint.response[side] << body.inverse_mass * joint.row[side].head<3>(),
          body.inverse_inertia * joint.row[side].tail<3>();
    }
    const double k = entry(given.stiffness, i), b = entry(given.damping, i);
    const bool is_rigid = k == 0.0 && b == 0.0;
    joint.epsilon = is_rigid ? 0.0 : 1.0 / (k * h * h + b * h);
    const double share = is_rigid ? 1.0 : k * h * h * joint.epsilon;
    joint.d = share * entry(given.violation, i) / h - entry(given.velocity, i);
    require_finite("Joints", "relaxation", joint.epsilon + joint.d);
  }
}

Eigen::Matrix3d System::coupling(const SystemContact& i, const SystemContact& j) const noexcept {
  Eigen::Matrix3d W = Eigen::Matrix3d::Zero();
  for (std::size_t a = 0; a < 2; ++a) {
    if (i.body[a] == ground) continue;
    for (std::size_t b = 0; b < 2; ++b) {
      if (i.body[a] != j.body[b]) continue;
      const double inverse_mass = bodies[at(i.body[a])].inverse_mass;
      if (a == b) {
        W.noalias() += inverse_mass * i.axes * j.axes.transpose();
        W.noalias() += i.turn[a] * j.arm[b].transpose();
      } else {
        W.noalias() -= inverse_mass * i.axes * j.axes.transpose();
        W.noalias() -= i.turn[a] * j.arm[b].transpose();
      }
    }
  }
  return W;
}

}  // namespace stickslip::formulation::detail
