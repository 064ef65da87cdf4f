#include "stickslip/sim/detail/settling.hpp"

#include <algorithm>
#include <limits>

#include "stickslip/core/at.hpp"
#include "stickslip/geometry/distance.hpp"
#include "stickslip/sim/detail/rotation.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double negligible_lift = 2e-6;  // of kinetic energy + m g R
constexpr int settle_rounds = 3;
constexpr double farthest = 1e9;  // [m, rad]; beyond that nothing is known about distances

double allowed_gap(const StepContact& contact, double h) noexcept {
  return std::min(0.0, std::max(contact.gap, -contact.held_overlap(h)));
}

}  // namespace

double energy_scale(const Model& model, const StepBody& body, int index) {
  const double kinetic =
      0.5 * (body.mass * body.v.head<3>().squaredNorm() + body.v.tail<3>().dot(body.inertia * body.v.tail<3>()));
  return kinetic + body.mass * model.options.gravity.norm() * model[index].radius;
}

void Settling::settle(const Island& island, IslandSolver& solver) const {
  if (model.options.normal_relaxation) return;
  const auto is_near = [this](int b) { return data.h * data.bodies[at(b)].next.norm() < farthest; };
  if (!std::ranges::all_of(island.bodies, is_near)) return;
  if (std::ranges::none_of(island.bodies, [this](int b) { return is_implicit[at(b)] != 0; })) return;
  const double negligible = negligible_overlap(island);
  if (std::ranges::none_of(island.contacts, [&](int c) { return may_overlap(data.contacts[at(c)]) > negligible; }))
    return;
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0;; ++round) {
    const double largest = set_overlap(island, negligible);
    if (largest >= before) {
      for (const int b : island.bodies) data.bodies[at(b)].push = data.bodies[at(b)].push_before;
      return;
    }
    if (round == settle_rounds || largest <= negligible) return;
    before = largest;
    for (const int b : island.bodies) data.bodies[at(b)].push_before = data.bodies[at(b)].push;
    solver.settle(data, island, overlap);
  }
}

double Settling::negligible_overlap(const Island& island) const {
  double scale = 0.0, heaviest = 0.0;
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    scale += energy_scale(model, body, b);
    heaviest = std::max(heaviest, body.mass * model.options.gravity.norm());
  }
  return heaviest > 0.0 ? negligible_lift * scale / heaviest : std::numeric_limits<double>::infinity();
}

// A bound: a face that turns by θ bends away from its row by ½ θ² r and θ h u_t; moving straight, convex shapes only part.
double Settling::may_overlap(const StepContact& contact) const noexcept {
  double bend = 0.0;
  for (std::size_t side = 0; side < 2; ++side) {
    const double turn = data.h * data.bodies[at(contact.body[side])].next.tail<3>().norm();
    bend += turn * (0.5 * turn * contact.arm[side].norm() + data.h * contact.u_next.tail<2>().norm());
  }
  return allowed_gap(contact, data.h) - contact.gap - data.h * contact.u_next[0] + bend;
}

// Overlap of the island's contacts after the step, beyond what is allowed; negative: that much is free. Returns the largest.
double Settling::set_overlap(const Island& island, double negligible) const {
  const auto linear = [this](int c) {
    const StepContact& contact = data.contacts[at(c)];
    return contact.gap + data.h * contact.u_next[0];
  };
  double largest = 0.0;
  for (std::size_t k = 0; k < island.contacts.size();) {
    const contact::ContactId& id = found.points[at(island.contacts[k])].id;
    const auto is_of_pair = [&](int c) {
      const contact::ContactId& other = found.points[at(c)].id;
      return other.body_a == id.body_a && other.body_b == id.body_b && other.shape_a == id.shape_a &&
             other.shape_b == id.shape_b;
    };
    double allowed = 0.0, nearest = std::numeric_limits<double>::infinity(), most = 0.0;
    std::size_t end = k;
    for (; end < island.contacts.size() && is_of_pair(island.contacts[end]); ++end) {
      const StepContact& contact = data.contacts[at(island.contacts[end])];
      allowed = std::min(allowed, allowed_gap(contact, data.h));
      nearest = std::min(nearest, linear(island.contacts[end]));
      most = std::max(most, may_overlap(contact));
    }
    double after = nearest;
    if (most > negligible) {
      const geometry::Shape& a = model[id.body_a].shapes[id.shape_a].shape;
      const geometry::Shape& b = model[id.body_b].shapes[id.shape_b].shape;
      after = geometry::distance(a, pose_after(id.body_a, id.shape_a), b, pose_after(id.body_b, id.shape_b)).distance;
    }
    for (; k < end; ++k) {
      const int c = island.contacts[k];
      overlap[at(c)] = allowed - after - (linear(c) - nearest);
      largest = std::max(largest, overlap[at(c)]);
    }
  }
  return largest;
}

Pose3 Settling::pose_after(int b, std::uint16_t shape) const {
  const StepBody& body = data.bodies[at(b)];
  const BodyState& now = state.bodies[at(b)];
  const bool by_mean = body.moves && is_implicit[at(b)] == 0;
  const Vec<6> moved = data.h * (by_mean ? Vec<6>(0.5 * (body.v + body.next)) : body.next) + body.push;
  const Eigen::Quaterniond q = turned(now.orientation, body.R.transpose() * moved.tail<3>());
  const Pose3& X_BS = model[b].shapes[shape].X_BS;
  return {now.position + moved.head<3>() + q * X_BS.position(), q * X_BS.rotation()};
}

}  // namespace stickslip::sim::detail
