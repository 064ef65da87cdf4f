#include "experiments/volume/pick.hpp"

#include <algorithm>
#include <cmath>

namespace stickslip::experiments::volume {

namespace pick_parts {
namespace {

constexpr double touch = 0.3, closed = 0.4, lowered = 2.8;              // [s]
constexpr double gap = 0.005, box_thickness = 0.03, box_height = 0.07;  // [m]
constexpr double below = 0.165;                                         // of the box, below the wrist [m]
constexpr double lift = 0.25, hover = 0.07;                             // [m]
constexpr double opening = 0.05, stroke = 0.03;                         // of each finger [m/s, m]
const Vec<3> picked(0.7, 0.0, 0.5 * box_height + below);

double share(double t, double from, double to) {
  return smooth_share((t - from) / (to - from));
}

Vec<3> wrist_at(const Release& release, double t) {
  const double above = pick_top + 0.5 * box_height + below;
  const Vec<3> over(pick_edge, 0.7, above + hover), down(pick_edge + release.d, 0.7, above + release.height);
  if (t <= pick_lifted) return picked + lift * share(t, closed, pick_lifted) * Vec<3>::UnitZ();
  if (t <= pick_swung) {
    const double s = share(t, pick_lifted, pick_swung);
    const double reach = std::lerp(picked.x(), over.head<2>().norm(), s), turn = s * std::atan2(over.y(), over.x());
    return {reach * std::cos(turn), reach * std::sin(turn), std::lerp(picked.z() + lift, over.z(), s)};
  }
  return over + share(t, pick_swung, lowered) * (down - over);
}

sim::World scene(const Contact& contact) {
  sim::World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(edge_mu_s, edge_mu_k));
  if (contact) world.add_contact_model(*contact);
  return world;
}

}  // namespace
}  // namespace pick_parts

Pick::Pick(const Contact& contact)
    : world_(pick_parts::scene(contact)),
      cube_(world_.add_body({.shapes = {{geometry::Polyhedron::box(Vec<3>::Constant(table_side))}},
                             .mass = 0.0,
                             .surface = rough(edge_mu_s, edge_mu_k),
                             .position = {0.0, 0.7, pick_top - 0.5 * table_side}})),
      box_(world_.add_body(
          {.shapes = {{geometry::Polyhedron::box({0.08, pick_parts::box_thickness, pick_parts::box_height})}},
           .mass = 1.0,
           .surface = rough(edge_mu_s, edge_mu_k),
           .position = pick_parts::picked - pick_parts::below * Vec<3>::UnitZ()})),
      arm_(world_, pick_parts::picked, pick_parts::box_thickness + 2.0 * pick_parts::gap, rough(edge_mu_s, edge_mu_k)) {
  for (const int finger : arm_.fingers()) world_.set_collision(finger, box_, true);
}

void Pick::film(double record_dt) {
  every_ = std::max(1L, std::lround(record_dt / millisecond));
  recording_.begin(world_.model(), world_.state());
}

void Pick::step(const WristPath& path, double t) {
  using namespace pick_parts;
  arm_.follow(world_, path, t, millisecond);
  const double middle = t + 0.5 * millisecond;
  if (t < touch - 0.5 * millisecond) {
    const auto apart = [](double when) { return box_thickness + 2.0 * gap * (1.0 - share(when, 0.0, touch)); };
    arm_.open(world_, apart(middle), (apart(middle + 1e-4) - apart(middle - 1e-4)) / 2e-4);
  } else if (t < pick_opens - 0.5 * millisecond) {
    arm_.squeeze(world_, pick_grip * std::clamp((middle - touch) / (closed - touch), 0.0, 1.0));
    opened_from_ = arm_.apart(world_);
  } else {
    const double wide = 2.0 * stroke, want = opened_from_ + 2.0 * opening * (middle - pick_opens);
    arm_.open(world_, std::min(want, wide), want < wide ? 2.0 * opening : 0.0);
  }
  const sim::StepReport report = world_.step(millisecond);
  if (!report.converged()) ++unsolved_;
  ++steps_;
  if (every_ > 0) {
    recording_.count(report);
    if (steps_ % every_ == 0) recording_.add(world_.model(), world_.state());
  }
}

void Pick::run(const Release& release, double until) {
  using namespace pick_parts;
  const auto path = [&release](double t) { return wrist_at(release, t); };
  while (time_ < until - 0.5 * millisecond) {
    step(path, time_);
    time_ += millisecond;
    tracking_ = std::max(tracking_, (arm_.wrist(world_) - path(time_)).norm());
  }
}

void Pick::hold(double seconds) {
  using namespace pick_parts;
  const Vec<3> here = wrist_at({}, time_);
  const long count = std::lround(seconds / millisecond);
  for (long i = 0; i < count; ++i) step([&here](double) { return here; }, time_);
}

Vec<3> Pick::in_hand() const {
  const auto [a, b] = arm_.fingers();
  return box().position - 0.5 * (world_.body(a).position + world_.body(b).position);
}

}  // namespace stickslip::experiments::volume
