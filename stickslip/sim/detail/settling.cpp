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
constexpr double farthest = 1e9;     // [m, rad]; beyond that nothing is known about distances
constexpr double least_along = 0.5;  // of the shortest way out, along the normal of a volume

double allowed_gap(const StepContact& contact, double h) noexcept {
  return std::min(0.0, std::max(contact.gap, -contact.held_overlap(h)));
}

}  // namespace

double energy_scale(const Model& model, const StepBody& body, int index) {
  return body.kinetic_energy(body.v) + body.mass * model.options.gravity.norm() * model[index].radius;
}

void Settling::settle(const Island& island, IslandSolver& solver, std::vector<Apart>& apart) const {
  if (model.options.normal_relaxation) return;
  const auto is_near = [this](int b) { return data.h * data.bodies[at(b)].next.norm() < farthest; };
  if (!std::ranges::all_of(island.bodies, is_near)) return;
  const auto may_turn_into = [this](int b) {
    return updates[at(b)] == Update::end_of_impact || data.bodies[at(b)].is_struck;
  };
  if (std::ranges::none_of(island.bodies, may_turn_into)) return;
  const double negligible = negligible_overlap(island);
  const bool is_soft = data.is_soft(island);
  if (is_soft) {
    if (std::ranges::none_of(island.volumes, [&](int k) { return may_be_deep(data.volumes[at(k)]); })) return;
  } else if (std::ranges::none_of(island.contacts,
                                  [&](int c) { return may_overlap(data.contacts[at(c)]) > negligible; })) {
    return;
  }
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0;; ++round) {
    const double largest = is_soft ? set_apart(island, negligible, apart) : set_overlap(island, negligible);
    if (largest >= before) {
      for (const int b : island.bodies) data.bodies[at(b)].push = data.bodies[at(b)].push_before;
      return;
    }
    if (round == settle_rounds || largest <= negligible) return;
    before = largest;
    for (const int b : island.bodies) data.bodies[at(b)].push_before = data.bodies[at(b)].push;
    if (is_soft) {
      solver.settle(data, island, apart);
    } else {
      solver.settle(data, island, overlap);
    }
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

// Of a volume with bristles whose bodies turn otherwise than foreseen, or that could not be followed through the step. Fits by least
// squares are left as they are.
bool Settling::may_be_deep(const StepVolume& volume) const noexcept {
  if (volume.is_fitted || !(volume.load() > 0.0)) return false;
  if (volume.ahead < data.h || volume.volume.unpressed() > 0.0) return true;
  double bend = 0.0;
  for (std::size_t side = 0; side < 2; ++side) {
    const StepBody& body = data.bodies[at(volume.body[side])];
    if (!body.moves) continue;
    const double turn = data.h * body.free.tail<3>().norm();
    const double change = data.h * (body.next - body.free).tail<3>().norm();
    bend += change * (turn + change) * volume.arm[side].norm();
  }
  return bend > volume_softness * standard_gravity * data.h * data.h;
}

// Where bodies are deeper in each other after the step than they press, and by how much. Returns the largest.
double Settling::set_apart(const Island& island, double negligible, std::vector<Apart>& apart) const {
  apart.clear();
  double largest = 0.0;
  for (const int k : island.volumes) {
    const StepVolume& volume = data.volumes[at(k)];
    if (volume.is_fitted || !(volume.load() > 0.0)) continue;
    const Vec<3> normal = volume.axes.row(2);
    const contact::ContactId& id = volume.id;
    const auto there = geometry::distance(model[id.body_a].shapes[id.shape_a].shape, pose_after(id.body_a, id.shape_a),
                                          model[id.body_b].shapes[id.shape_b].shape, pose_after(id.body_b, id.shape_b));
    const double along = there.normal.dot(normal);
    if (along < least_along) continue;  // it would leave elsewhere
    const double deep = -there.distance / along - volume.volume.pressed_depth(volume.twist_next);
    if (!(deep > negligible)) continue;
    largest = std::max(largest, deep);
    // The deepest of the corners by so much, the others by less, as the thickness after the step says.
    const auto thickness_after = [&](const Vec<3>& t, const Vec<2>& corner) {
      const Vec<6> moved = volume.ahead * volume.twist_free - data.h * volume.twist_next;
      return t(0) + moved(2) + (t(1) - moved(4)) * corner(0) + (t(2) + moved(3)) * corner(1);
    };
    double thickest = -std::numeric_limits<double>::infinity();
    const auto for_each_corner = [&volume](auto f) {
      for (const contact::Thickness::Piece& piece : volume.thickness.pieces()) {
        for (const Vec<2>& corner : volume.thickness.corners(piece)) f(piece.t, corner);
      }
    };
    for_each_corner(
        [&](const Vec<3>& t, const Vec<2>& corner) { thickest = std::max(thickest, thickness_after(t, corner)); });
    for_each_corner([&](const Vec<3>& t, const Vec<2>& corner) {
      const Vec<3> place = volume.point + volume.axes.topRows<2>().transpose() * corner;
      apart.push_back({{id.body_a, id.body_b}, normal, place, deep - (thickest - thickness_after(t, corner))});
    });
  }
  return largest;
}

Pose3 Settling::pose_after(int b, std::uint16_t shape) const {
  const StepBody& body = data.bodies[at(b)];
  const BodyState& now = state.bodies[at(b)];
  const Vec<6>& velocity = !body.moves                      ? body.moves_by
                           : updates[at(b)] != Update::mean ? body.next
                                                            : Vec<6>(body.mean());
  const Vec<6> moved = data.h * velocity + body.displacement();
  const Eigen::Quaterniond q = turned(now.orientation, body.R.transpose() * moved.tail<3>());
  const Pose3& X_BS = model[b].shapes[shape].X_BS;
  return {now.position + moved.head<3>() + q * X_BS.position(), q * X_BS.rotation()};
}

}  // namespace stickslip::sim::detail
