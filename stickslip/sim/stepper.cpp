#include "stickslip/sim/stepper.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "stickslip/contact/contact_finder.hpp"
#include "stickslip/core/at.hpp"
#include "stickslip/core/shortened.hpp"
#include "stickslip/geometry/distance.hpp"
#include "stickslip/sim/detail/angular_momentum.hpp"
#include "stickslip/sim/detail/carriers.hpp"
#include "stickslip/sim/detail/gain_limit.hpp"
#include "stickslip/sim/detail/groups.hpp"
#include "stickslip/sim/detail/impacts.hpp"
#include "stickslip/sim/detail/island_solver.hpp"
#include "stickslip/sim/detail/joint_friction.hpp"
#include "stickslip/sim/detail/joint_projection.hpp"
#include "stickslip/sim/detail/rotation.hpp"
#include "stickslip/sim/detail/settling.hpp"
#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/detail/step_volume.hpp"
#include "stickslip/sim/detail/turned_bodies.hpp"
#include "stickslip/sim/detail/updates.hpp"
#include "stickslip/sim/detail/workers.hpp"

namespace stickslip::sim {

namespace {

using detail::StepBody;
using detail::StepContact;
using detail::StepData;
using detail::StepJoint;
using detail::StepVolume;

// Per step of length h: [m/s²], times h a speed, times h² a length. Reasons and trials: stepper.hpp.
using detail::standard_gravity, detail::Update;
constexpr int most_passes = 10;       // of impacts from body to body, of which contacts are found
constexpr double most_overlap = 0.1;  // of the smaller body, when bodies are placed
constexpr double left_open = 1e-6;    // [m]: joints that are open by more contradict each other
constexpr double softening = 0.9;     // per step: state.hpp
constexpr double kept_turn = 1e-8;    // [rad] per step: what turns more needs a new factor for its joints
constexpr double harmless = 1e30;     // in SI units: squares and quotients of smaller numbers do not overflow

// t1: the given direction projected on the tangent plane.
Eigen::Matrix3d axes_of(const Vec<3>& normal, const Vec<3>& along) noexcept {
  Eigen::Matrix3d axes;
  const Vec<3> t1 = (along - along.dot(normal) * normal).normalized();
  axes << normal.transpose(), t1.transpose(), normal.cross(t1).transpose();
  return axes;
}

// The motion without contacts, from `v` by the loads.
void set_free(const RigidBody& given, double h, StepBody& body) noexcept {
  const Eigen::Matrix3d back = body.R.transpose();
  const Vec<3> spin = detail::spin_after(given.inertia, back * body.v.tail<3>(), back * body.load.tail<3>(), h);
  body.free << body.v.head<3>() + h * body.inverse_mass * body.load.head<3>(), body.R * spin;
  body.gyration = body.free.tail<3>() - body.v.tail<3>() - h * (body.inverse_inertia * body.load.tail<3>());
}

geometry::Separation distance_between(const contact::Collider& a, const contact::Collider& b) {
  const Pose3 X_WA(a.position, Eigen::Quaterniond(a.rotation)), X_WB(b.position, Eigen::Quaterniond(b.rotation));
  return geometry::distance(*a.shape, X_WA, *b.shape, X_WB);
}

// Whether what strikes one of its bodies strikes the other as well.
bool is_rigid(const std::optional<Joint>& joint) noexcept {
  return joint && joint->kind != JointKind::spring;
}

bool is_finite(const BodyState& body) noexcept {
  return std::isfinite(body.velocity.sum() + body.spin.sum() + body.position.sum() + body.orientation.coeffs().sum());
}

double smaller_radius(const Model& model, const std::array<int, 2>& pair) noexcept {
  return std::min(model[pair[0]].radius, model[pair[1]].radius);
}

}  // namespace

struct Stepper::Work {
  contact::ContactFinder finder;
  contact::ContactSet found;
  std::vector<contact::Collider> colliders;
  std::vector<contact::BodyPair> excluded, unlike;  // the latter: pairs that touch by volumes if the others do not
  std::vector<int> match;
  std::vector<int> present;                      // bodies that were not removed
  std::vector<double> passed_on, passed_before;  // speed that impacts may give a body [m/s]
  std::vector<std::uint8_t> is_jointed;          // bodies, to others or to the world
  bool may_have_points = true;                   // whether some of the bodies would touch at points
  std::vector<contact::NearPair> solid,
      near_as_free;  // pairs that touch by volumes; the latter: without speeds that are passed on
  std::vector<detail::VolumeFinder> volume_finders;
  std::vector<VolumeState> next_volumes;
  StepData data;
  detail::Groups islands, groups;
  std::vector<detail::Impacts> impacts;
  std::vector<detail::IslandSolver> solvers;
  std::vector<SolveReport> reports;
  std::vector<detail::JointProjection> projections;
  std::vector<double> open;  // what is left of the joints of each island [m]
  std::vector<BodyState> next;
  std::vector<JointState> next_joints;
  std::vector<detail::Island> all_islands;
  detail::Updates updates;
  detail::TurnedBodies turned_bodies;
  detail::Carriers carriers;
  std::vector<double> overlap;                    // of contacts after the step
  std::vector<std::vector<detail::Apart>> apart;  // by thread
  bool may_overflow = false;
  bool is_placed_anew = false;     // whether bodies were placed since the last step
  std::vector<IslandMemory> kept;  // the state's, where the step may overflow: it may not be taken
  detail::Workers workers;

  bool set_bodies(const Model& model, const State& state, double h);
  void find_contacts(const Model& model, const State& state, double h);
  bool pass_on_speeds(const Model& model, double h, double slack);
  void refuse_overlap(const Model& model) const;
  void set_contacts(const Model& model, const State& state, double h);
  void set_compliance(const Model& model, std::size_t first, std::size_t last);
  void set_volumes(const Model& model, const State& state, double h);
  void set_joints(const Model& model, const State& state);
  void set_joint(const Model& model, const State& state, std::size_t j);
  void follow_impacts(const Model& model, const State& state, const detail::Island& of);
  detail::Island island(int i) const noexcept;
  void solve_islands(const Model& model, State& state);
  void choose_updates(const Model& model);
  void follow_lowered_velocities();
  void settle(const Model& model, const State& state);
  bool move(const Model& model, const State& state, double h);
  void close_joints(const Model& model, State& state);
  bool ends_finite() const noexcept;
  void read_joints(const Model& model, const State& state);
  void read_volumes(const State& state);
};

Stepper::Stepper() : work_(std::make_unique<Work>()) {}
Stepper::~Stepper() = default;
Stepper::Stepper(Stepper&&) noexcept = default;
Stepper& Stepper::operator=(Stepper&&) noexcept = default;

void Stepper::refuse_overlap(const Model& model, const State& state, double h) {
  Work& w = *work_;
  w.data.h = h;
  w.data.soft_h = std::max(h, softening * state.soft_h);
  if (!w.set_bodies(model, state, h)) return;
  w.find_contacts(model, state, h);
  w.refuse_overlap(model);
}

StepReport Stepper::step(const Model& model, State& state, double h, bool refuse_overlap) {
  Work& w = *work_;
  w.data.h = h;
  w.data.soft_h = std::max(h, softening * state.soft_h);
  if (!w.set_bodies(model, state, h))
    return {.status = SolveStatus::not_finite, .residual = std::numeric_limits<double>::infinity()};
  w.find_contacts(model, state, h);
  w.is_placed_anew = refuse_overlap;
  if (refuse_overlap) w.refuse_overlap(model);
  w.set_contacts(model, state, h);
  w.set_volumes(model, state, h);
  w.set_joints(model, state);
  if (w.may_overflow) w.kept = state.memories;
  w.solve_islands(model, state);
  w.choose_updates(model);

  StepReport report{.contacts = w.found.size(), .islands = w.islands.size()};
  for (const SolveReport& island : w.reports) {
    report.status = worse(report.status, island.status);
    report.residual = std::max(report.residual, island.residual);
    report.iterations = std::max(report.iterations, island.iterations);
  }
  if (std::ranges::any_of(w.data.volumes, &StepVolume::is_lost))
    report.status = worse(report.status, SolveStatus::stalled);
  bool is_taken = report.status != SolveStatus::not_finite;
  if (is_taken) {
    w.settle(model, state);
    is_taken = w.move(model, state, h);
  }
  if (is_taken) {
    w.close_joints(model, state);
    is_taken = w.ends_finite();
  }
  if (!is_taken) {
    report.status = SolveStatus::not_finite;
    if (w.may_overflow) std::swap(state.memories, w.kept);
    return report;
  }
  if (std::ranges::any_of(w.open, [](double distance) { return distance > left_open; }))
    report.status = worse(report.status, SolveStatus::stalled);
  w.read_joints(model, state);
  w.read_volumes(state);
  for (const int i : w.present) state.bodies[at(i)] = w.next[at(i)];
  std::swap(state.joints, w.next_joints);
  std::swap(state.volumes, w.next_volumes);
  std::swap(state.contacts, w.found);
  state.impulses.resize(w.data.contacts.size());
  state.shocks.resize(w.data.contacts.size());
  state.slips.resize(w.data.contacts.size());
  for (std::size_t i = 0; i < w.data.contacts.size(); ++i) {
    const StepContact& contact = w.data.contacts[i];
    state.impulses[i] = contact.impulse + contact.shock;
    state.shocks[i] = contact.shock;
    state.slips[i] = contact.u_next.tail<2>().norm();
  }
  state.soft_h = w.data.soft_h;
  state.advance_time(h);
  return report;
}

// False where a body would not be anywhere even without contacts: nothing is touched then.
bool Stepper::Work::set_bodies(const Model& model, const State& state, double h) {
  data.bodies.resize(at(model.size()));
  colliders.clear();
  present.clear();
  may_overflow = false;
  for (int i = 0; i < model.size(); ++i) {
    if (!model.has(i)) continue;
    present.push_back(i);
    StepBody& body = data.bodies[at(i)];
    const RigidBody& given = model[i];
    const BodyState& now = state.bodies[at(i)];
    body.moves = given.is_moved_by_forces();
    body.mass = given.mass;
    body.inverse_mass = body.moves ? 1.0 / given.mass : 0.0;
    body.position = now.position;
    body.R = now.orientation.toRotationMatrix();
    body.inertia = body.R * given.inertia * body.R.transpose();
    body.inverse_inertia = body.R * given.inverse_inertia * body.R.transpose();
    body.v << now.velocity, body.R * now.spin;
    body.free = body.v;
    body.carried.setZero();
    body.held_back.setZero();
    body.advanced.setZero();
    body.lost_in_impacts = 0.0;
    body.is_struck = body.is_pressed = false;
    body.load.setZero();
    if (!body.moves) {
      body.v << now.velocity_before, body.R * now.spin_before;
      const Vec<6> middle = (Vec<6>() << now.velocity_middle, body.R * now.spin_middle).finished();
      const bool is_uniform = body.v == body.free && middle == body.free;
      body.moves_by = is_uniform ? body.free : Vec<6>((body.v + 4.0 * middle + body.free) / 6.0);
    } else {
      body.load << now.force + given.mass * model.options.gravity, now.torque;
      set_free(given, h, body);
    }
    body.next = body.free;
    body.push.setZero();
    body.gyroscopic.setZero();
    body.has_middle = false;
    body.is_soft = false;

    const bool is_plane = std::isinf(given.radius);
    double speed = 0.0;
    for (const Vec<6>* v : {&body.v, &body.free, &body.moves_by}) {
      if (body.moves && v == &body.moves_by) continue;
      speed = std::max(speed, v->head<3>().norm() + (is_plane ? 0.0 : v->tail<3>().norm() * given.radius));
    }
    if (!std::isfinite(body.position.sum() + h * speed)) return false;
    may_overflow |= !(std::max({speed, h * speed, body.mass, body.inverse_mass, body.inertia.trace(),
                                body.inverse_inertia.trace()}) < harmless);
    for (std::size_t s = 0; s < given.shapes.size(); ++s) {
      const PlacedShape& placed = given.shapes[s];
      colliders.push_back({.body = i,
                           .shape_index = static_cast<std::uint16_t>(s),
                           .shape = &placed.shape,
                           .rotation = body.R * placed.X_BS.rotation().toRotationMatrix(),
                           .position = now.position + body.R * placed.X_BS.position(),
                           .speed = speed,
                           .moves = body.moves});
    }
  }
  return true;
}

void Stepper::Work::find_contacts(const Model& model, const State& state, double h) {
  excluded.clear();
  for (const auto& [first, second] : model.not_colliding) excluded.push_back({first, second});
  const double slack = 2.0 * standard_gravity * h * h;
  unlike.clear();
  for (const auto& [pair, volume] : model.contact_models) {
    if (volume.has_value() != model.volume.has_value()) unlike.push_back({pair.first, pair.second});
  }
  const auto find = [&] {
    finder.find(colliders, h, slack, excluded, {.are_all = model.volume.has_value(), .others = unlike}, found, solid);
  };
  find();
  // Bodies as slow as what rests, a step of gravity with some room, strike nothing that was not found.
  if (std::ranges::any_of(colliders, [&](const contact::Collider& of) { return h * of.speed > 0.51 * slack; })) {
    passed_on.assign(data.bodies.size(), 0.0);
    is_jointed.assign(data.bodies.size(), 0);
    for (const std::optional<Joint>& joint : model.joints) {
      if (!is_rigid(joint)) continue;
      for (const int b : joint->body) {
        if (b != the_world) is_jointed[at(b)] = 1;
      }
    }
    // Volumes see the overlap that there would be without contacts: speeds that are passed on find points only.
    may_have_points =
        !unlike.empty() || !model.volume || std::ranges::any_of(colliders, [](const contact::Collider& of) {
          return std::holds_alternative<geometry::Sphere>(*of.shape);
        });
    near_as_free = solid;
    for (int k = 0; k < most_passes && pass_on_speeds(model, h, slack); ++k) find();
    std::swap(solid, near_as_free);
  }
  contact::match(found, state.contacts, match);
}

// What an impact sets going, or turns, may strike others within the same step: whether the finder is to look again, with the speeds that
// bodies may get. Where two come together with the speed w along n, at r from the centre of a body of radius R,
//   (1)  P = (1 + e) w/(A_a + A_b),   A = 1/m + (r × n)·I⁻¹ (r × n);   0 of a striker that forces do not move, or that joints back
//   (2)  speed ≤ max(|v|, |v + P n/m|) + R (|ω| + P |I⁻¹ (r × n)|):   the far end of a rod that strikes with the other goes faster
// What was passed on to a body goes on as (1 + e) m_a/(m_a + m_b) of it, wherever it strikes: around a ring of bodies such factors multiply
// to no more than one, so speeds stay bounded. Joints pass speeds on as they are.
bool Stepper::Work::pass_on_speeds(const Model& model, double h, double slack) {
  passed_before = passed_on;
  const auto pass = [&](const std::array<int, 2>& pair, const Vec<3>& at_point, const Vec<3>& normal, double gap,
                        bool is_solid) {
    const auto meets = [&](double speed) { return h * speed > slack && gap <= h * speed; };
    std::array<Vec<3>, 2> lever;
    double approach = 0.0;
    for (std::size_t side = 0; side < 2; ++side) {
      const StepBody& body = data.bodies[at(pair[side])];
      lever[side] = (at_point - body.position).cross(normal);
      approach += (side == 0 ? -1.0 : 1.0) * (body.free.head<3>().dot(normal) + body.free.tail<3>().dot(lever[side]));
    }
    if (!meets(std::max({approach, passed_before[at(pair[0])], passed_before[at(pair[1])]}))) return;
    // Impacts of volumes are inelastic.
    const double gives = 1.0 + (is_solid ? 0.0 : model.surface_between(pair[0], pair[1]).restitution);
    std::array<Vec<3>, 2> turn;  // I⁻¹ (r × n)
    std::array<double, 2> yields;
    for (std::size_t side = 0; side < 2; ++side) {
      const StepBody& body = data.bodies[at(pair[side])];
      turn[side] = body.inverse_inertia * lever[side];
      yields[side] = body.inverse_mass + lever[side].dot(turn[side]);
    }
    for (std::size_t side = 0; side < 2; ++side) {
      const int striker = pair[side], struck = pair[1 - side];
      if (!data.moves(struck)) continue;
      const StepBody& body = data.bodies[at(struck)];
      double& most = passed_on[at(struck)];
      if (meets(approach)) {
        const double impulse =
            gives * approach / ((is_jointed[at(striker)] != 0 ? 0.0 : yields[side]) + yields[1 - side]);
        const Vec<3> v = body.free.head<3>(), push = impulse * body.inverse_mass * normal;
        const double centre = std::max(v.norm(), (side == 0 ? Vec<3>(v - push) : Vec<3>(v + push)).norm());
        const double swing = body.free.tail<3>().norm() + impulse * turn[1 - side].norm();
        most = std::max(most, centre + model[struck].radius * swing);
      }
      const double comes = passed_before[at(striker)];
      if (!data.moves(striker) || !meets(comes)) continue;
      const double mass = data.bodies[at(striker)].mass;
      most = std::max(most, gives * mass / (mass + body.mass) * comes);
    }
  };
  for (const contact::ContactPoint& point : found.points)
    pass({point.id.body_a, point.id.body_b}, point.point, point.normal, point.gap, false);
  for (const contact::NearPair& near : may_have_points ? std::span(solid) : std::span(solid).first(0)) {
    const std::array<int, 2> pair{near.id.body_a, near.id.body_b};
    const contact::Collider &a = colliders[at(near.a)], &b = colliders[at(near.b)];
    if (!(h * std::max({a.speed + b.speed, passed_before[at(pair[0])], passed_before[at(pair[1])]}) > slack)) continue;
    const geometry::Separation between = distance_between(a, b);
    pass(pair, 0.5 * (between.point_a + between.point_b), between.normal, between.distance, true);
  }
  for (bool spreads = true; spreads;) {
    spreads = false;
    for (const std::optional<Joint>& joint : model.joints) {
      if (!is_rigid(joint) || !data.moves(joint->body[0]) || !data.moves(joint->body[1])) continue;
      double &first = passed_on[at(joint->body[0])], &second = passed_on[at(joint->body[1])];
      spreads |= first != second;
      first = second = std::max(first, second);
    }
  }
  bool is_faster = false;
  for (contact::Collider& collider : colliders) {
    const double speed = passed_on[at(collider.body)];
    if (!(h * (speed - collider.speed) > slack)) continue;
    collider.speed = speed;
    is_faster = true;
  }
  return is_faster;
}

void Stepper::Work::refuse_overlap(const Model& model) const {
  const auto refuse = [&model](int a, int b, double gap) {
    const double smaller = std::min(model[a].size, model[b].size);
    if (-gap <= most_overlap * smaller) return;
    throw InvalidArgument("World: bodies " + std::to_string(a) + " and " + std::to_string(b) + " overlap by " +
                          shortened(-gap) +
                          " m, must be at most a tenth of the smaller: " + shortened(most_overlap * smaller) + " m");
  };
  for (const contact::ContactPoint& point : found.points) refuse(point.id.body_a, point.id.body_b, point.gap);
  for (const contact::NearPair& pair : solid) {
    const contact::Collider &a = colliders[at(pair.a)], &b = colliders[at(pair.b)];
    refuse(a.body, b.body, distance_between(a, b).distance);
  }
}

void Stepper::Work::set_contacts(const Model& model, const State& state, double h) {
  const std::size_t count = found.points.size();
  data.contacts.resize(count);
  turned_bodies.find(model, state, data, present, found, match);
  const double of_impulses = state.h > 0.0 ? h / state.h : 0.0;
  Surface surface;
  const Volume* volume = nullptr;
  const bool has_volumes = model.has_volumes();
  std::size_t first_of_pair = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const contact::ContactPoint& point = found.points[i];
    StepContact& contact = data.contacts[i];
    contact.body = {point.id.body_a, point.id.body_b};
    const bool is_new_pair = i == 0 || contact.body != data.contacts[i - 1].body;
    if (is_new_pair) {
      if (i > 0) set_compliance(model, first_of_pair, i);
      first_of_pair = i;
      surface = model.surface_between(contact.body[0], contact.body[1]);
      volume = model.volume_between(contact.body[0], contact.body[1]);
    }
    contact.volume = volume;
    const bool by_body = model.options.axes == TangentAxes::body;
    Vec<3> along = by_body ? Vec<3>(data.bodies[at(contact.body[0])].R.col(0)) : Vec<3>(Vec<3>::UnitX());
    if (std::abs(along.dot(point.normal)) > 0.9) {
      along = by_body ? Vec<3>(data.bodies[at(contact.body[0])].R.col(1)) : Vec<3>(Vec<3>::UnitY());
    }
    contact.axes = axes_of(point.normal, along);
    contact.point = point.point;
    contact.gap = point.gap;
    contact.prescribed.setZero();
    for (std::size_t side = 0; side < 2; ++side) {
      const StepBody& body = data.bodies[at(contact.body[side])];
      contact.arm[side] = point.point - body.position;
      if (body.moves) continue;
      const Vec<3> surface_velocity = body.next.head<3>() + Vec<3>(body.next.tail<3>()).cross(contact.arm[side]);
      contact.prescribed += contact.axes * (side == 0 ? surface_velocity : Vec<3>(-surface_velocity));
    }
    contact.turning = turned_bodies.turning_of(model, data, contact);
    contact.prescribed += contact.turning;
    contact.u = StepData::relative(contact, [this](int b) -> const Vec<6>& { return data.bodies[at(b)].v; });
    contact.u_free = StepData::relative(contact, [this](int b) -> const Vec<6>& { return data.bodies[at(b)].free; });
    contact.u_free += contact.turning;
    // What was pressed slid as the last step ended or did not; by where its bodies have turned since, u would be more than that.
    const Vec<3> load = match[i] >= 0 ? state.load(at(match[i])) : Vec<3>(Vec<3>::Zero());
    const bool was_pressed = load[0] > 0.0;
    contact.slides = (was_pressed ? state.slips[at(match[i])] : contact.u.tail<2>().norm()) > model.options.v_th;
    contact.mu_s = surface.mu_s;
    contact.mu_k = surface.mu_k;
    contact.restitution = surface.restitution;
    contact.shock.setZero();
    contact.is_known = match[i] >= 0;
    contact.stretch.setZero();
    if (has_volumes) {
      double speed = contact.u_free.tail<2>().norm();
      Eigen::Matrix3d axes;
      axes << contact.axes.row(1), contact.axes.row(2), contact.axes.row(0);
      contact.unpressed = std::numeric_limits<double>::infinity();
      contact.is_parting = is_placed_anew && !contact.is_known;
      if (const VolumeState* before = detail::find_volume(state.volumes, point.id)) {
        contact.stretch = detail::carried(*before, axes, contact.point).displacement.head<2>();
        contact.unpressed = before->unpressed;
        contact.is_parting = before->unpressed > 0.0;
        speed = before->slip_speed;
      } else if (was_pressed) {
        // Until now it touched by the formulation: the bristles begin with the friction that it had.
        contact.stretch = -load.tail<2>() / (detail::softness(contact).sigma0 * load[0]);
        speed = contact.slides ? contact.u.tail<2>().norm() : 0.0;
      }
      contact.is_parting |= -contact.gap > detail::most_turned_into * smaller_radius(model, contact.body);
      contact.soft_mu = detail::friction_at(speed, surface, detail::softness(contact).v_s);
    }
    contact.impulse = of_impulses * load;
  }
  if (count > 0) set_compliance(model, first_of_pair, count);
}

// ε_n and β of the contacts of two bodies, and with them d_n.
void Stepper::Work::set_compliance(const Model& model, std::size_t first, std::size_t last) {
  const double h = data.h;
  const auto& given = model.options.normal_relaxation;
  formulation::Relaxation::Terms terms{0.0, formulation::default_beta, 0.0};
  if (given) {
    terms = given->terms(h);
  } else {
    double sum = 0.0;
    for (std::size_t i = first; i < last; ++i) {
      const StepContact& contact = data.contacts[i];
      const Vec<3> normal = contact.axes.row(0);
      for (std::size_t side = 0; side < 2; ++side) {
        const StepBody& body = data.bodies[at(contact.body[side])];
        const Vec<3> turn = contact.arm[side].cross(normal);
        sum += body.inverse_mass + turn.dot(body.inverse_inertia * turn);
      }
    }
    terms.epsilon = formulation::default_normal_share * sum / static_cast<double>(last - first);
  }
  // Stewart and Trinkle close gaps of either sign within the step.
  if (model.options.formulation == ContactModel::stewart_trinkle) terms.beta = 1.0;
  for (std::size_t i = first; i < last; ++i) {
    StepContact& contact = data.contacts[i];
    contact.epsilon = terms.epsilon;
    contact.beta = terms.beta;
    contact.yielding = contact.epsilon * contact.impulse[0];
    contact.set_normal_term(h);
  }
}

void Stepper::Work::set_volumes(const Model& model, const State& state, double h) {
  const std::size_t count = solid.size();
  if (data.volumes.size() < count) data.volumes.resize(count);
  for (std::size_t i = count; i < data.volumes.size(); ++i) data.volumes[i].is_active = data.volumes[i].is_lost = false;
  if (count == 0) return;
  workers.resize(model.options.threads);
  volume_finders.resize(at(model.options.threads));
  workers.run(static_cast<int>(count), [&](int i, int worker) {
    const contact::NearPair& pair = solid[at(i)];
    volume_finders[at(worker)].find(model, pair, data.bodies, detail::find_volume(state.volumes, pair.id), h,
                                    data.volumes[at(i)]);
    StepVolume& volume = data.volumes[at(i)];
    if (!volume.is_active) return;
    volume.is_parting |= is_placed_anew && !volume.is_old;
    volume.is_parting |= volume.depth() > detail::most_turned_into * smaller_radius(model, volume.body);
  });
  // Pairs of the same two bodies stand together.
  const std::span<StepVolume> all(data.volumes.data(), count);
  for (std::size_t first = 0, last = 0; first < count; first = last) {
    while (last < count && all[last].body == all[first].body) ++last;
    detail::begin_volumes(model, data.bodies, h, data.soft_h, all.subspan(first, last - first));
  }
}

void Stepper::Work::set_joints(const Model& model, const State& state) {
  data.joints.resize(model.joints.size());
  data.joint_states = state.joints;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    data.joints[j].size = 0;
    data.joints[j].shocks.fill(0.0);
    data.joints[j].taken = 0.0;
    if (model.joints[j]) set_joint(model, state, j);
  }
}

void Stepper::Work::set_joint(const Model& model, const State& state, std::size_t j) {
  const Joint& joint = *model.joints[j];
  for (const int i : joint.body) {
    if (i == the_world || data.bodies[at(i)].has_middle) continue;
    StepBody& body = data.bodies[at(i)];
    body.has_middle = true;
    const Eigen::Quaterniond& orientation = state.bodies[at(i)].orientation;
    const double half = 0.5 * data.h;
    body.middle = {body.position + half * body.v.head<3>(),
                   detail::turned(orientation, half * (body.R.transpose() * body.v.tail<3>()))};
    body.turn = body.middle.orientation.toRotationMatrix() * body.R.transpose();
  }
  const int b = joint.body[1];
  set_rows(joint, state.joints[j], data.bodies[at(joint.body[0])], b == the_world ? nullptr : &data.bodies[at(b)],
           data.h, data.joints[j]);
}

// After impacts, what follows from velocities.
void Stepper::Work::follow_impacts(const Model& model, const State& state, const detail::Island& of) {
  for (const int b : of.bodies) {
    StepBody& body = data.bodies[at(b)];
    set_free(model[b], data.h, body);
    body.next = body.free;
    body.has_middle = false;
  }
  for (const int c : of.contacts) {
    StepContact& contact = data.contacts[at(c)];
    contact.prescribed -= contact.turning;
    contact.turning = turned_bodies.turning_of(model, data, contact);
    contact.prescribed += contact.turning;
    contact.u_free = StepData::relative(contact, [this](int b) -> const Vec<6>& { return data.bodies[at(b)].free; });
    contact.u_free += contact.turning;
    if (data.is_struck(contact)) contact.slides = contact.u.tail<2>().norm() > model.options.v_th;
    contact.set_normal_term(data.h);
  }
  for (const int j : of.joints) set_joint(model, state, at(j));
}

detail::Island Stepper::Work::island(int i) const noexcept {
  return {islands.members(i), islands.items(0, i), islands.items(1, i), islands.items(2, i)};
}

void Stepper::Work::solve_islands(const Model& model, State& state) {
  islands.begin(data.bodies.size());
  const auto join = [this](const std::array<int, 2>& body) {
    if (data.moves(body[0]) && data.moves(body[1])) islands.join(body[0], body[1]);
  };
  const auto mover = [this](const std::array<int, 2>& body) { return data.moves(body[0]) ? body[0] : body[1]; };
  for (const StepContact& contact : data.contacts) join(contact.body);
  for (const StepJoint& joint : data.joints) {
    if (joint.size > 0) join(joint.body);
  }
  for (const StepVolume& volume : data.volumes) {
    if (volume.is_active) join(volume.body);
  }
  using detail::Groups;
  islands.collect(
      Groups::Items{data.contacts.size(), [&](std::size_t i) { return mover(data.contacts[i].body); }},
      Groups::Items{data.joints.size(),
                    [&](std::size_t j) { return data.joints[j].size > 0 ? mover(data.joints[j].body) : -1; }},
      Groups::Items{data.volumes.size(),
                    [&](std::size_t k) { return data.volumes[k].is_active ? mover(data.volumes[k].body) : -1; }});
  data.local.resize(data.bodies.size());
  reports.resize(at(islands.size()));
  state.memories.resize(data.bodies.size());
  solvers.resize(at(model.options.threads));
  impacts.resize(at(model.options.threads));
  workers.resize(model.options.threads);
  workers.run(islands.size(), [&](int i, int worker) {
    const detail::Island island = this->island(i);
    for (std::size_t k = 0; k < island.bodies.size(); ++k) data.local[at(island.bodies[k])] = static_cast<int>(k);
    IslandMemory& memory = state.memories[at(island.bodies.front())];
    const auto id = [this](int c) -> const contact::ContactId& { return found.points[at(c)].id; };
    const bool is_same = std::equal(memory.contacts.begin(), memory.contacts.end(), island.contacts.begin(),
                                    island.contacts.end(), [&](const auto& old, int c) { return old == id(c); });
    const bool has_same_joints = std::ranges::equal(memory.joints, island.joints);
    if (!is_same || !has_same_joints) {
      memory.memory.clear();
      memory.contacts.clear();
      for (const int c : island.contacts) memory.contacts.push_back(id(c));
      memory.joints.assign(island.joints.begin(), island.joints.end());
    }
    const auto turns = [&](int b) { return data.h * data.bodies[at(b)].v.tail<3>().norm() > kept_turn; };
    if (!island.joints.empty() && std::ranges::any_of(island.bodies, turns)) memory.memory.clear();
    const bool is_soft = data.is_soft(island);
    for (const int c : island.contacts) data.contacts[at(c)].is_soft = is_soft;
    for (const int b : island.bodies) data.bodies[at(b)].is_soft = is_soft;
    if (is_soft) memory.memory.clear();
    if (!is_soft && impacts[at(worker)].apply(model, data, island)) {
      follow_impacts(model, state, island);
      if (!island.joints.empty()) memory.memory.clear();  // their rows have moved
    }
    detail::IslandSolver& solver = solvers[at(worker)];
    reports[at(i)] = solver.solve(model, data, island, memory.memory);
    if (!is_soft && !impacts[at(worker)].is_solved())
      reports[at(i)].status = worse(reports[at(i)].status, SolveStatus::max_iterations);
    if (!is_soft) solver.push_out(data, island);
  });
}

void Stepper::Work::choose_updates(const Model& model) {
  for (const int b : present) data.bodies[at(b)].solved = data.bodies[at(b)].next;
  all_islands.clear();
  for (int i = 0; i < islands.size(); ++i) all_islands.push_back(island(i));
  updates.choose(model, present, all_islands, groups, data);
  follow_lowered_velocities();
  carriers.carry(model, present, groups, updates, data);
}

// What is kept of velocities at contacts, where those of their bodies were lowered.
void Stepper::Work::follow_lowered_velocities() {
  const auto is_lowered = [this](int b) {
    return data.moves(b) && data.bodies[at(b)].next != data.bodies[at(b)].solved;
  };
  if (std::ranges::none_of(present, is_lowered)) return;
  for (StepContact& contact : data.contacts) {
    if (std::ranges::none_of(contact.body, is_lowered)) continue;
    contact.u_next = StepData::relative(contact, [this](int b) -> const Vec<6>& { return data.bodies[at(b)].next; });
    contact.u_next += contact.turning;
  }
  for (StepVolume& volume : data.volumes) {
    if (!volume.is_active || std::ranges::none_of(volume.body, is_lowered)) continue;
    volume.twist_next = volume.prescribed;
    for (std::size_t side = 0; side < 2; ++side) {
      if (data.moves(volume.body[side]))
        volume.twist_next += volume.jacobian(side) * data.bodies[at(volume.body[side])].next;
    }
  }
}

void Stepper::Work::settle(const Model& model, const State& state) {
  overlap.resize(data.contacts.size());
  apart.resize(at(model.options.threads));
  const detail::Settling settling{model, state, data, found, updates.of_bodies(), overlap};
  workers.run(islands.size(), [&](int i, int worker) {
    const detail::Island of = island(i);
    settling.settle(of, solvers[at(worker)], apart[at(worker)]);
    for (const int b : of.bodies) {
      StepBody& body = data.bodies[at(b)];
      body.is_pressed |= !body.push.isZero(0.0) || !body.advanced.isZero(0.0);
    }
    const auto comes_apart = [this](int k) { return data.volumes[at(k)].comes_apart(); };
    const auto is_pushed = [this](int b) { return !data.bodies[at(b)].push.isZero(0.0); };
    if (std::ranges::any_of(of.volumes, comes_apart) && std::ranges::any_of(of.bodies, is_pushed)) {
      for (const int k : of.volumes) data.volumes[at(k)].is_pushed = !data.volumes[at(k)].is_fitted;
    }
    detail::limit_gain(model, data, of, updates.of_bodies());
  });
}

// False where a number is not finite.
bool Stepper::Work::move(const Model& model, const State& state, double h) {
  next.resize(state.bodies.size());
  for (const int i : present) {
    const BodyState& now = state.bodies[at(i)];
    BodyState& to = next[at(i)];
    to = now;
    const StepBody& body = data.bodies[at(i)];
    if (!body.moves) {
      const Vec<3> spin = body.R.transpose() * body.moves_by.tail<3>();
      to.position += h * body.moves_by.head<3>();
      const double angle = h * spin.norm();
      if (angle > 0.0) {
        to.orientation =
            (now.orientation * Eigen::Quaterniond(Eigen::AngleAxisd(angle, spin.normalized()))).normalized();
        to.spin = to.orientation.conjugate() * (now.orientation * now.spin);
      }
      to.velocity_before = to.velocity_middle = to.velocity;
      to.spin_before = to.spin_middle = to.spin;
      continue;
    }
    const bool ends_the_step = updates.of_bodies()[at(i)] != Update::mean;
    to.velocity = body.next.head<3>();
    to.spin = body.R.transpose() * body.next.tail<3>();
    to.velocity_struck = body.v.head<3>();
    to.spin_struck = body.R.transpose() * body.v.tail<3>();
    const Vec<3> velocity = ends_the_step ? to.velocity : Vec<3>(0.5 * (to.velocity_struck + to.velocity));
    // With volumes by the mean of the free rotation that ends with the new spin: by the spin at the end wobble would grow.
    const Vec<3> from = !ends_the_step ? to.spin_struck
                        : body.is_soft ? Vec<3>(-detail::spin_after(model[i].inertia, -to.spin, Vec<3>::Zero(), h))
                                       : to.spin;
    const Vec<3> spin = 0.5 * (from + to.spin);
    const Vec<6> beside = body.displacement();
    to.carried = body.carried.head<3>();
    to.position += h * velocity + beside.head<3>();
    to.orientation = detail::turned(now.orientation, h * spin + body.R.transpose() * beside.tail<3>());
    if (!is_finite(to)) return false;
  }
  workers.run(islands.size(),
              [&](int i, int) { detail::keep_angular_momentum(model, data, island(i), state.bodies, next); });
  for (const int i : present) {
    const StepBody& body = data.bodies[at(i)];
    BodyState& to = next[at(i)];
    to.is_turned = turned_bodies.has(i);
    if (!body.moves) continue;
    to.taken = 0.0;
    if (!body.is_pressed) continue;
    const Vec<6> end = (Vec<6>() << to.velocity, body.R * to.spin).finished();
    const Vec<6> less = body.solved - end, mean = 0.5 * (body.v + end);
    if (less.squaredNorm() <= 1e-30 * end.squaredNorm()) continue;  // rounding
    to.taken = body.mass * less.head<3>().dot(mean.head<3>()) + less.tail<3>().dot(body.inertia * mean.tail<3>());
  }
  return true;
}

bool Stepper::Work::ends_finite() const noexcept {
  return std::ranges::all_of(present, [this](int i) { return is_finite(next[at(i)]); });
}

void Stepper::Work::close_joints(const Model& model, State& state) {
  open.assign(at(islands.size()), 0.0);
  if (state.joints.empty()) return;
  projections.resize(at(model.options.threads));
  workers.run(islands.size(), [&](int i, int worker) {
    const detail::Island of = island(i);
    if (of.joints.empty()) return;
    open[at(i)] = projections[at(worker)].close(model, data, of, state.memories[at(of.bodies.front())].memory, next);
  });
}

// What joints did in the step, and where they are after it.
void Stepper::Work::read_joints(const Model& model, const State& state) {
  next_joints.resize(state.joints.size());
  const double h = data.h;
  for (std::size_t j = 0; j < state.joints.size(); ++j) {
    JointState& to = next_joints[j];
    to = state.joints[j];
    if (!model.joints[j]) continue;
    const Joint& given = *model.joints[j];
    StepJoint& joint = data.joints[j];
    if (joint.size == 0) joint.end = detail::geometry_of(given, next);  // a spring without force is in no island
    to.effort = 0.0;
    to.taken = joint.taken;
    to.reaction.setZero();
    to.impulses.fill(0.0);
    for (int k = 0; k < joint.size; ++k) {
      const detail::JointRow& row = joint.rows[at(k)];
      to.impulses[at(k)] = row.impulse;
      const double effort = row.unit * (row.impulse + joint.shocks[at(k)]) / h;
      const bool is_spring = given.kind == JointKind::spring && row.role == detail::JointRole::spring;
      if (row.role == detail::JointRole::drive || is_spring) to.effort = effort;
      to.reaction.segment<3>(row.is_angular ? 3 : 0) += effort * row.direction;
    }
    if (!given.has_position()) continue;
    const double u_next = joint.free_velocity([this](int b) -> const Vec<6>& { return data.bodies[at(b)].next; });
    const double u = 0.5 * (joint.u + u_next);
    const int mover = data.moves(given.body[0]) ? given.body[0] : given.body[1];
    if (given.options.friction) detail::step_friction(*given.options.friction, to.friction, to.position, u, h);
    to.position =
        joint.end.position(given.kind, to.position + h * (updates.of_bodies()[at(mover)] != Update::mean ? u_next : u));
  }
}

// What bristles remember of the step.
void Stepper::Work::read_volumes(const State& state) {
  next_volumes.clear();
  for (const StepVolume& volume : data.volumes) {
    if (!volume.is_active || !(volume.load() > 0.0 || volume.comes_apart() || volume.is_pushed)) continue;
    detail::carry(state.bodies, next, volume.holds(), next_volumes.emplace_back(detail::kept_of(volume)));
  }
  for (std::size_t i = 0; i < data.contacts.size(); ++i) {
    const StepContact& contact = data.contacts[i];
    if (!contact.is_soft || !(contact.impulse(0) > 0.0 || contact.comes_apart(data.h))) continue;
    detail::carry(state.bodies, next, contact.slip.isZero(0.0),
                  next_volumes.emplace_back(detail::kept_of(contact, found.points[i].id, data.h)));
  }
  std::ranges::sort(next_volumes, {}, &VolumeState::id);
}

}  // namespace stickslip::sim
