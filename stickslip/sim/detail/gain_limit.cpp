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

constexpr double most_gain = 5e-7;     // per step, of kinetic energy + m g R
constexpr double least_share = 0.99;   // of the motion of bodies that pay for leaving each other
constexpr double most_parting = 5e-4;  // per step, of kinetic energy + m g R

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

// Sets `parts_at` of the island's bodies: of those that are in each other because they were placed so, or by least squares, which let them
// sink by millimetres; at points of several bodies, which are pushed out slowly. Whether there are such.
bool find_parting(StepData& data, const Island& island) {
  bool are_some = false;
  for (const int b : island.bodies) data.bodies[at(b)].parts_at = 0.0;
  const auto part = [&](int b, double speed) {
    StepBody& body = data.bodies[at(b)];
    if (!body.is_pressed) return;
    body.parts_at = std::max(body.parts_at, speed);
    are_some = true;
  };
  const auto part_pair = [&](const std::array<int, 2>& pair, double speed) {
    for (const int b : pair) {
      if (data.moves(b)) part(b, speed);
    }
  };
  if (!data.is_soft(island)) {
    const auto is_deep = [&data](int c) {
      return data.contacts[at(c)].gap < -data.contacts[at(c)].held_overlap(data.h);
    };
    const auto is_pressed = [&data](int b) { return data.bodies[at(b)].is_pressed; };
    if (std::ranges::count_if(island.bodies, is_pressed) > 1 || std::ranges::any_of(island.contacts, is_deep)) {
      for (const int b : island.bodies) part(b, push_acceleration * data.h);
    }
    return are_some;
  }
  for (const int c : island.contacts) {
    const StepContact& contact = data.contacts[at(c)];
    if (contact.comes_apart(data.h)) part_pair(contact.body, softness(contact).push_out);
  }
  for (const int k : island.volumes) {
    const StepVolume& volume = data.volumes[at(k)];
    if (volume.settings->is_fitted() || volume.comes_apart()) part_pair(volume.body, volume.settings->push_out);
  }
  return are_some;
}

// What these may have until they leave each other at twice that speed, with the height in one step, and what displacements lift [J].
double parting_energy(const StepData& data, const Island& island) {
  double sum = 0.0;
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    if (!body.is_pressed || body.parts_at == 0.0) continue;
    sum += std::max(0.0, 2.0 * body.mass * body.parts_at * body.parts_at - body.kinetic_energy(body.v)) +
           2.0 * body.parts_at * data.h * body.load.head<3>().norm() + std::max(0.0, -body.load.dot(body.push));
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
  double before = 0.0, gain = 0.0, most = 0.0, scale = 0.0;
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
    const double of_body = energy_scale(model, body, b);
    scale += of_body;
    most += std::max(most_gain * of_body, lift * body.mass * model.options.gravity.norm());
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
  if (share < least_share && find_parting(data, island)) {
    const double parting = parting_energy(data, island);
    if (!std::isfinite(parting)) return;
    const bool is_fitted =
        std::ranges::any_of(island.volumes, [&](int k) { return data.volumes[at(k)].settings->is_fitted(); });
    share = largest_share(c - (is_fitted ? std::min(parting, most_parting * scale) : parting));
  }
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
