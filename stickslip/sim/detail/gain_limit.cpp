#include "stickslip/sim/detail/gain_limit.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/detail/angular_momentum.hpp"
#include "stickslip/sim/detail/rotation.hpp"
#include "stickslip/sim/detail/settling.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double most_gain = 5e-7;    // per step, of kinetic energy + m g R
constexpr double least_share = 0.99;  // of the motion of bodies that pay for leaving each other

bool is_stiff(const Volume& volume) noexcept {
  return !volume.stiffness && volume.sigma0 >= Volume{}.sigma0;
}

// Whether contacts of the island can only take energy.
bool only_takes(const Model& model, const StepData& data, const Island& island) {
  if (model.options.normal_relaxation || !island.joints.empty()) return false;
  const auto is_passive = [&data](const std::array<int, 2>& pair) {
    return std::ranges::all_of(
        pair, [&data](int b) { return data.bodies[at(b)].moves || data.bodies[at(b)].stands_still(); });
  };
  const bool is_soft = data.is_soft(island);
  if (!is_soft && model.options.formulation != ContactModel::cone) return false;
  const auto contact_takes = [&](int c) {
    const StepContact& contact = data.contacts[at(c)];
    if (!is_passive(contact.body)) return false;
    return !is_soft || is_stiff(softness(contact));
  };
  const auto volume_takes = [&](int k) {
    const StepVolume& volume = data.volumes[at(k)];
    return is_passive(volume.body) && is_stiff(*volume.settings);
  };
  return std::ranges::all_of(island.contacts, contact_takes) && std::ranges::all_of(island.volumes, volume_takes);
}

// Whether bodies part that are deep in each other: placed so, or by least squares, which let them sink by millimetres.
bool parts(const StepData& data, const Island& island) {
  const auto is_deep = [&data](int c) {
    const StepContact& contact = data.contacts[at(c)];
    return contact.is_soft ? contact.unpressed > 0.0 : contact.gap < -contact.held_overlap(data.h);
  };
  const auto comes_out = [&data](int k) {
    const StepVolume& volume = data.volumes[at(k)];
    return volume.settings->is_fitted() || volume.volume.unpressed() > 0.0;
  };
  return std::ranges::any_of(island.contacts, is_deep) || std::ranges::any_of(island.volumes, comes_out);
}

// What bodies get that leave each other at twice the speed at which they are pushed out: velocity, height in one step, and what
// displacements lift [J].
double parting_energy(const StepData& data, const Island& island) {
  double speed = push_acceleration * data.h;
  for (const int k : island.volumes) speed = std::max(speed, data.volumes[at(k)].settings->push_out);
  double sum = 0.0;
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    if (!body.is_pressed) continue;
    sum += 2.0 * body.mass * speed * speed + 2.0 * speed * data.h * body.load.head<3>().norm() +
           std::max(0.0, -body.load.dot(body.push));
  }
  return sum;
}

// The twist about the centre of mass `centre` with which a rigid body would have the momenta of the island.
Vec<6> rigid_motion(const StepData& data, const Island& island, Vec<3>& centre) {
  double mass = 0.0;
  Vec<3> first = Vec<3>::Zero(), momentum = Vec<3>::Zero(), angular = Vec<3>::Zero();
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    if (!body.is_pressed) continue;
    mass += body.mass;
    first += body.mass * body.position;
    momentum += body.mass * body.next.head<3>();
  }
  centre = first / mass;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    if (!body.is_pressed) continue;
    const Vec<3> arm = body.position - centre;
    const Eigen::Matrix3d across = cross_matrix(arm);
    inertia += body.inertia - body.mass * across * across;
    angular += body.inertia * body.next.tail<3>() + body.mass * arm.cross(Vec<3>(body.next.head<3>()));
  }
  return (Vec<6>() << momentum / mass, inertia.ldlt().solve(angular)).finished();
}

}  // namespace

void limit_gain(const Model& model, StepData& data, const Island& island, std::span<const Update> updates) {
  double before = 0.0, gain = 0.0, most = 0.0;
  const auto share_of_next = [&](int b) { return updates[at(b)] == Update::mean ? 0.5 * data.h : data.h; };
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    if (!body.is_pressed) continue;
    const Vec<6> change = body.next - body.v, sum = body.next + body.v;
    gain +=
        0.5 * (body.mass * change.head<3>().dot(sum.head<3>()) + change.tail<3>().dot(body.inertia * sum.tail<3>())) -
        body.lost_in_impacts;
    const double of_next = share_of_next(b);
    gain -= body.load.dot(of_next * body.next + (data.h - of_next) * body.v + body.displacement());
  }
  if (!(gain > 0.0)) return;
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    if (!body.is_pressed) continue;
    const double lift = volume_softness * standard_gravity * data.h * data.h;
    most += std::max(most_gain * energy_scale(model, body, b), lift * body.mass * model.options.gravity.norm());
    before += body.kinetic_energy(body.v) + body.lost_in_impacts;
  }
  if (!(gain > most) || !only_takes(model, data, island)) return;

  Vec<3> centre = Vec<3>::Zero();
  Vec<6> rigid = Vec<6>::Zero();
  if (touches_itself_alone(data, island)) rigid = rigid_motion(data, island, centre);
  const auto rigid_at = [&](const StepBody& body) -> Vec<6> {
    Vec<6> twist = rigid;
    twist.head<3>() += Vec<3>(rigid.tail<3>()).cross(body.position - centre);
    return twist;
  };
  // gain(s) − most = a s² + b s + c.
  double a = 0.0, b_sum = 0.0, c = -before - most;
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    if (!body.is_pressed) continue;
    const Vec<6> together = rigid_at(body), apart = body.next - together;
    const double of_next = share_of_next(b);
    a += body.kinetic_energy(apart);
    b_sum -= body.load.dot(of_next * apart + body.push);
    c += body.kinetic_energy(together);
    c -= body.load.dot(of_next * together + (data.h - of_next) * body.v + body.displacement() - body.push);
  }
  const auto largest_share = [&](double at_zero) {
    const double root = b_sum * b_sum - 4.0 * a * at_zero;
    if (!(at_zero < 0.0 && root >= 0.0)) return 0.0;
    const double q = std::sqrt(root);
    return b_sum > 0.0 ? -2.0 * at_zero / (b_sum + q) : a > 0.0 ? (q - b_sum) / (2.0 * a) : 1.0;
  };
  double share = largest_share(c);
  if (share < least_share && (island.bodies.size() > 1 || parts(data, island)))
    share = largest_share(c - parting_energy(data, island));
  if (!(share < 1.0)) return;
  for (const int b : island.bodies) {
    StepBody& body = data.bodies[at(b)];
    if (!body.is_pressed) continue;
    const Vec<6> together = rigid_at(body);
    body.next = together + share * (body.next - together);
    body.push *= share;
  }
  for (const int k : island.contacts) data.contacts[at(k)].u_next *= share;
  for (const int k : island.volumes) data.volumes[at(k)].twist_next *= share;
}

}  // namespace stickslip::sim::detail
