#include "stickslip/sim/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/contact/contact_finder.hpp"
#include "stickslip/core/at.hpp"
#include "stickslip/geometry/distance.hpp"
#include "stickslip/sim/detail/groups.hpp"
#include "stickslip/sim/detail/island_solver.hpp"
#include "stickslip/sim/detail/joint_friction.hpp"
#include "stickslip/sim/detail/joint_projection.hpp"
#include "stickslip/sim/detail/rotation.hpp"
#include "stickslip/sim/detail/settling.hpp"
#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/detail/step_volume.hpp"
#include "stickslip/sim/detail/workers.hpp"

namespace stickslip::sim {

namespace {

using detail::StepBody;
using detail::StepContact;
using detail::StepData;
using detail::StepJoint;
using detail::StepVolume;

// Per step of length h: [m/s²], times h a speed, times h² a length. Reasons and trials: stepper.hpp.
using detail::push_acceleration, detail::standard_gravity, detail::strikes;
constexpr double bounce_acceleration = 20.0;  // slower contacts do not bounce
constexpr double negligible_work =
    1e-9;                             // of kinetic energy + m g R: what the compliance of contacts at rest gives back
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

bool is_finite(const BodyState& body) noexcept {
  return std::isfinite(body.velocity.sum() + body.spin.sum() + body.position.sum() + body.orientation.coeffs().sum());
}

}  // namespace

struct Stepper::Work {
  contact::ContactFinder finder;
  contact::ContactSet found;
  std::vector<contact::Collider> colliders;
  std::vector<contact::BodyPair> excluded, unlike;  // the latter: pairs that touch by volumes if the others do not
  std::vector<int> match;
  std::vector<int> present;  // bodies that were not removed
  std::vector<contact::NearPair> solid;
  std::vector<detail::VolumeFinder> volume_finders;
  std::vector<VolumeState> next_volumes;
  StepData data;
  detail::Groups islands, groups;
  std::vector<detail::IslandSolver> solvers;
  std::vector<SolveReport> reports;
  std::vector<detail::JointProjection> projections;
  std::vector<double> open;  // what is left of the joints of each island [m]
  std::vector<BodyState> next;
  std::vector<JointState> next_joints;
  std::vector<std::uint8_t> is_implicit;
  std::vector<double> work_of_group;
  std::vector<double> overlap;  // of contacts after the step
  bool may_overflow = false;
  std::vector<IslandMemory> kept;  // the state's, where the step may overflow: it may not be taken
  detail::Workers workers;

  bool set_bodies(const Model& model, const State& state, double h);
  void find_contacts(const Model& model, const State& state, double h);
  void refuse_overlap(const Model& model) const;
  void set_contacts(const Model& model, const State& state, double h);
  void set_compliance(const Model& model, std::size_t first, std::size_t last);
  void set_volumes(const Model& model, const State& state, double h);
  void set_joints(const Model& model, const State& state, double h);
  detail::Island island(int i) const noexcept;
  void solve_islands(const Model& model, State& state);
  void choose_updates(const Model& model, double h);
  void settle(const Model& model, const State& state);
  bool move(const Model& model, const State& state, double h);
  bool close_joints(const Model& model, State& state);
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
  if (refuse_overlap) w.refuse_overlap(model);
  w.set_contacts(model, state, h);
  w.set_volumes(model, state, h);
  w.set_joints(model, state, h);
  if (w.may_overflow) w.kept = state.memories;
  w.solve_islands(model, state);
  w.choose_updates(model, h);

  StepReport report{.contacts = w.found.size(), .islands = w.islands.size()};
  for (const SolveReport& island : w.reports) {
    report.status = worse(report.status, island.status);
    report.residual = std::max(report.residual, island.residual);
    report.iterations = std::max(report.iterations, island.iterations);
  }
  if (report.status != SolveStatus::not_finite) w.settle(model, state);
  if (report.status == SolveStatus::not_finite || !w.move(model, state, h) || !w.close_joints(model, state)) {
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
  for (std::size_t i = 0; i < w.data.contacts.size(); ++i) state.impulses[i] = w.data.contacts[i].impulse;
  state.h = h;
  state.soft_h = w.data.soft_h;
  state.t += h;
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
    // What volumes hold follows the mean of velocities; so does what holds it.
    body.moves_by = body.v;
    if (!body.moves && model.moves_by_mean(i))
      body.moves_by << 0.5 * (now.velocity_before + now.velocity), 0.5 * body.R * (now.spin_before + now.spin);
    body.load.setZero();
    if (body.moves) {
      body.load << now.force + given.mass * model.options.gravity, now.torque;
      const Vec<3> spin = detail::spin_after(given.inertia, now.spin, body.R.transpose() * now.torque, h);
      body.free << now.velocity + h * body.inverse_mass * body.load.head<3>(), body.R * spin;
    }
    body.next = body.free;
    body.push.setZero();
    body.gyroscopic.setZero();
    body.has_middle = false;
    body.is_soft = false;

    const bool is_plane = std::isinf(given.radius);
    const double turning =
        is_plane ? 0.0 : std::max(body.v.tail<3>().norm(), body.free.tail<3>().norm()) * given.radius;
    const double speed = std::max(body.v.head<3>().norm(), body.free.head<3>().norm()) + turning;
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
  finder.find(colliders, h, slack, excluded, {.are_all = model.volume.has_value(), .others = unlike}, found, solid);
  contact::match(found, state.contacts, match);
}

void Stepper::Work::refuse_overlap(const Model& model) const {
  const auto refuse = [&model](int a, int b, double gap) {
    const double smaller = std::min(model[a].size, model[b].size);
    if (-gap <= most_overlap * smaller) return;
    throw InvalidArgument("World: bodies " + std::to_string(a) + " and " + std::to_string(b) + " overlap by " +
                          to_text(-gap) +
                          " m, must be at most a tenth of the smaller: " + to_text(most_overlap * smaller) + " m");
  };
  for (const contact::ContactPoint& point : found.points) refuse(point.id.body_a, point.id.body_b, point.gap);
  for (const contact::NearPair& pair : solid) {
    const contact::Collider &a = colliders[at(pair.a)], &b = colliders[at(pair.b)];
    const Pose3 X_WA(a.position, Eigen::Quaterniond(a.rotation)), X_WB(b.position, Eigen::Quaterniond(b.rotation));
    refuse(a.body, b.body, geometry::distance(*a.shape, X_WA, *b.shape, X_WB).distance);
  }
}

void Stepper::Work::set_contacts(const Model& model, const State& state, double h) {
  const std::size_t count = found.points.size();
  data.contacts.resize(count);
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
      const Vec<3> surface_velocity = body.v.head<3>() + Vec<3>(body.v.tail<3>()).cross(contact.arm[side]);
      contact.prescribed += contact.axes * (side == 0 ? surface_velocity : Vec<3>(-surface_velocity));
    }
    contact.u = StepData::relative(contact, [this](int b) -> const Vec<6>& { return data.bodies[at(b)].v; });
    contact.u_free = StepData::relative(contact, [this](int b) -> const Vec<6>& { return data.bodies[at(b)].free; });
    contact.slides = contact.u.tail<2>().norm() > model.options.v_th;
    contact.mu_s = surface.mu_s;
    contact.mu_k = surface.mu_k;
    const bool bounces = point.gap + h * contact.u_free[0] <= 0.0 && contact.u[0] < -bounce_acceleration * h;
    contact.restitution = bounces ? surface.restitution : 0.0;
    contact.is_known = match[i] >= 0;
    contact.stretch.setZero();
    if (has_volumes) {
      double speed = contact.u_free.tail<2>().norm();
      Eigen::Matrix3d axes;
      axes << contact.axes.row(1), contact.axes.row(2), contact.axes.row(0);
      contact.unpressed = std::numeric_limits<double>::infinity();
      if (const VolumeState* before = detail::find_volume(state.volumes, point.id)) {
        contact.stretch = detail::carried(*before, axes, contact.point).displacement.head<2>();
        contact.unpressed = before->unpressed;
        speed = before->slip_speed;
      } else if (contact.is_known && state.impulses[at(match[i])][0] > 0.0) {
        // Until now it touched by the formulation: the bristles begin with the friction that it had.
        const Vec<3>& impulse = state.impulses[at(match[i])];
        contact.stretch = -impulse.tail<2>() / (detail::softness(contact).sigma0 * impulse[0]);
        speed = contact.slides ? contact.u.tail<2>().norm() : 0.0;
      }
      contact.soft_mu = detail::friction_at(speed, surface, detail::softness(contact).v_s);
    }
    contact.impulse = contact.is_known ? Vec<3>(of_impulses * state.impulses[at(match[i])]) : Vec<3>(Vec<3>::Zero());
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
    contact.d_n = contact.gap > 0.0 ? contact.gap / h : std::max(terms.beta * contact.gap / h, -push_acceleration * h);
  }
}

void Stepper::Work::set_volumes(const Model& model, const State& state, double h) {
  const std::size_t count = solid.size();
  if (data.volumes.size() < count) data.volumes.resize(count);
  for (std::size_t i = count; i < data.volumes.size(); ++i) data.volumes[i].is_active = false;
  if (count == 0) return;
  workers.resize(model.options.threads);
  volume_finders.resize(at(model.options.threads));
  workers.run(static_cast<int>(count), [&](int i, int worker) {
    const contact::NearPair& pair = solid[at(i)];
    volume_finders[at(worker)].find(model, pair, data.bodies, detail::find_volume(state.volumes, pair.id), h,
                                    data.volumes[at(i)]);
  });
  // Pairs of the same two bodies stand together.
  const std::span<StepVolume> all(data.volumes.data(), count);
  for (std::size_t first = 0, last = 0; first < count; first = last) {
    while (last < count && all[last].body == all[first].body) ++last;
    detail::begin_volumes(model, data.bodies, h, data.soft_h, all.subspan(first, last - first));
  }
}

void Stepper::Work::set_joints(const Model& model, const State& state, double h) {
  data.joints.resize(model.joints.size());
  data.joint_states = state.joints;
  const auto set_middle = [&](int i) {
    if (i == the_world || data.bodies[at(i)].has_middle) return;
    StepBody& body = data.bodies[at(i)];
    body.has_middle = true;
    const BodyState& now = state.bodies[at(i)];
    body.middle = {now.position + 0.5 * h * now.velocity, detail::turned(now.orientation, 0.5 * h * now.spin)};
    body.turn = body.middle.orientation.toRotationMatrix() * body.R.transpose();
  };
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    data.joints[j].size = 0;
    if (!model.joints[j]) continue;
    const Joint& joint = *model.joints[j];
    for (const int i : joint.body) set_middle(i);
    const int b = joint.body[1];
    set_rows(joint, state.joints[j], data.bodies[at(joint.body[0])], b == the_world ? nullptr : &data.bodies[at(b)], h,
             data.joints[j]);
  }
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
    detail::IslandSolver& solver = solvers[at(worker)];
    reports[at(i)] = solver.solve(model, data, island, memory.memory);
    if (!is_soft) solver.push_out(data, island);
  });
}

// Which bodies move by the velocity after the step rather than by the mean.
void Stepper::Work::choose_updates(const Model& model, double h) {
  groups.begin(data.bodies.size());
  const auto pushes = [](const StepContact& contact) { return contact.impulse[0] > 0.0; };
  for (const StepContact& contact : data.contacts) {
    if (pushes(contact) && data.bodies[at(contact.body[0])].moves && data.bodies[at(contact.body[1])].moves)
      groups.join(contact.body[0], contact.body[1]);
  }
  for (const StepJoint& joint : data.joints) {
    if (joint.size > 0 && data.moves(joint.body[0]) && data.moves(joint.body[1]))
      groups.join(joint.body[0], joint.body[1]);
  }
  is_implicit.assign(data.bodies.size(), 0);
  work_of_group.assign(data.bodies.size(), 0.0);
  for (const StepContact& contact : data.contacts) {
    if (!pushes(contact)) continue;
    const int body = data.bodies[at(contact.body[0])].moves ? contact.body[0] : contact.body[1];
    const std::size_t root = at(groups.root(body));
    if (strikes(contact.gap, contact.u[0], h)) is_implicit[root] = 1;
    work_of_group[root] += 0.5 * contact.impulse.dot(contact.u + contact.u_next);
  }
  for (const StepJoint& joint : data.joints) {
    const int body = data.moves(joint.body[0]) ? joint.body[0] : joint.body[1];
    for (int k = 0; k < joint.size; ++k) {
      const detail::JointRow& row = joint.rows[at(k)];
      if (row.role != detail::JointRole::limit || !(row.impulse > 0.0)) continue;
      const std::size_t root = at(groups.root(body));
      if (row.is_struck) is_implicit[root] = 1;
      work_of_group[root] += row.impulse * joint.product(row.J, [this](int b) { return data.bodies[at(b)].mean(); });
    }
  }
  // An island with volumes goes as one.
  for (int i = 0; i < islands.size(); ++i) {
    const detail::Island of = island(i);
    if (of.volumes.empty()) continue;
    for (const int b : of.bodies) groups.join(of.bodies.front(), b);
    const bool is_smooth = std::ranges::all_of(of.volumes, [this](int k) {
      const StepVolume& volume = data.volumes[at(k)];
      return volume.settings->moves_by_mean() && (!(volume.load() > 0.0) || (volume.is_old && volume.changes_little()));
    });
    if (!is_smooth) is_implicit[at(groups.root(of.bodies.front()))] = 1;
  }
  for (const int b : present) {
    if (data.bodies[at(b)].moves)
      work_of_group[at(groups.root(b))] -= negligible_work * detail::energy_scale(model, data.bodies[at(b)], b);
  }
  for (const int b : present) {
    const std::size_t root = at(groups.root(b));
    if (work_of_group[root] > 0.0) is_implicit[root] = 1;
    is_implicit[at(b)] = is_implicit[root];
  }
}

void Stepper::Work::settle(const Model& model, const State& state) {
  overlap.resize(data.contacts.size());
  const detail::Settling settling{model, state, data, found, is_implicit, overlap};
  workers.run(islands.size(), [&](int i, int worker) {
    if (const detail::Island of = island(i); !data.is_soft(of)) settling.settle(of, solvers[at(worker)]);
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
      if (angle > 0.0)
        to.orientation =
            (now.orientation * Eigen::Quaterniond(Eigen::AngleAxisd(angle, spin.normalized()))).normalized();
      to.velocity_before = now.velocity;
      to.spin_before = now.spin;
      continue;
    }
    const bool ends_the_step = is_implicit[at(i)] != 0;
    to.velocity = body.next.head<3>();
    to.spin = body.R.transpose() * body.next.tail<3>();
    const Vec<3> velocity = ends_the_step ? to.velocity : Vec<3>(0.5 * (now.velocity + to.velocity));
    // With volumes by the mean of the free rotation that ends with the new spin: by the spin at the end wobble would grow.
    const Vec<3> from = !ends_the_step ? now.spin
                        : body.is_soft ? Vec<3>(-detail::spin_after(model[i].inertia, -to.spin, Vec<3>::Zero(), h))
                                       : to.spin;
    const Vec<3> spin = 0.5 * (from + to.spin);
    to.position += h * velocity + body.push.head<3>();
    to.orientation = detail::turned(now.orientation, h * spin + body.R.transpose() * body.push.tail<3>());
    if (!is_finite(to)) return false;
  }
  return true;
}

// False where a number is not finite.
bool Stepper::Work::close_joints(const Model& model, State& state) {
  open.assign(at(islands.size()), 0.0);
  if (state.joints.empty()) return true;
  projections.resize(at(model.options.threads));
  workers.run(islands.size(), [&](int i, int worker) {
    const detail::Island of = island(i);
    if (of.joints.empty()) return;
    open[at(i)] = projections[at(worker)].close(model, data, of, state.memories[at(of.bodies.front())].memory, next);
  });
  return std::ranges::all_of(present, [this](int i) { return is_finite(next[at(i)]); });
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
    const StepJoint& joint = data.joints[j];
    to.effort = 0.0;
    to.reaction.setZero();
    to.impulses.fill(0.0);
    for (int k = 0; k < joint.size; ++k) {
      const detail::JointRow& row = joint.rows[at(k)];
      to.impulses[at(k)] = row.impulse;
      const double effort = row.unit * row.impulse / h;
      if (row.role == detail::JointRole::drive) to.effort = effort;
      to.reaction.segment<3>(row.is_angular ? 3 : 0) += effort * row.direction;
    }
    if (!given.has_axis()) continue;
    const double u_next = joint.free_velocity([this](int b) -> const Vec<6>& { return data.bodies[at(b)].next; });
    const double u = 0.5 * (joint.u + u_next);
    const int mover = data.moves(given.body[0]) ? given.body[0] : given.body[1];
    if (given.options.friction) detail::step_friction(*given.options.friction, to.friction, to.position, u, h);
    to.position = joint.end.position(given.kind, to.position + h * (is_implicit[at(mover)] != 0 ? u_next : u));
  }
}

// What bristles remember of the step.
void Stepper::Work::read_volumes(const State& state) {
  next_volumes.clear();
  for (const StepVolume& volume : data.volumes) {
    if (volume.is_active && volume.load() > 0.0) next_volumes.push_back(detail::kept_of(volume));
  }
  for (std::size_t i = 0; i < data.contacts.size(); ++i) {
    const StepContact& contact = data.contacts[i];
    if (contact.is_soft && contact.impulse(0) > 0.0)
      next_volumes.push_back(detail::kept_of(contact, found.points[i].id, data.h));
  }
  std::ranges::sort(next_volumes, {}, &VolumeState::id);
  for (VolumeState& volume : next_volumes) detail::carry(state.bodies, next, volume);
}

}  // namespace stickslip::sim
