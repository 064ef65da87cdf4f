#include "stickslip/scene/detail/rigid_energy.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "stickslip/core/at.hpp"
#include "stickslip/core/shortened.hpp"
#include "stickslip/scene/detail/bounds.hpp"

namespace stickslip::scene::detail {

namespace {

Vec<3> velocity_at(const Vec<6>& twist, const Vec<3>& arm) {
  return twist.head<3>() + Vec<3>(twist.tail<3>()).cross(arm);
}

// What a body was moved by beside its velocity, which went from v to v⁺ within the step. Where contacts pushed it, each direction has its
// instant: a way d with d − h v = S h (v⁺ − v), S symmetric with shares from 0 to 1, is in the ball between h v and h v⁺. Else it moves by the
// mean, or by v⁺ where a limit was struck.
Vec<3> correction_of(const Vec<3>& way, const Vec<3>& before, const Vec<3>& after, bool is_pushed) {
  const Vec<3> to_mean = way - 0.5 * (before + after), to_end = way - after;
  if (!is_pushed) return norm(to_mean) <= norm(to_end) ? to_mean : to_end;
  const double radius = 0.5 * norm(Vec<3>(after - before)), distance = norm(to_mean);
  return distance > radius ? Vec<3>((1.0 - radius / distance) * to_mean) : Vec<3>(Vec<3>::Zero());
}

}  // namespace

RigidEnergy::RigidEnergy(const RigidScene& scene, const sim::World& world)
    : scene_(scene),
      world_(world),
      start_(world.state().bodies),
      before_(start_),
      twists_(scene.bodies.size()),
      struck_twists_(scene.bodies.size()),
      old_joint_velocities_(scene.joints.size(), 0.0),
      is_away_(scene.bodies.size(), false),
      is_pushed_(scene.bodies.size(), false),
      stored_at_start_(stored()) {}

void RigidEnergy::count_step(double h, const OnContact& on_contact) {
  take_twists(h);
  const sim::State& state = world_.state();
  double moved = 0.0;  // by bodies with a prescribed motion
  for_each_contact(world_.model(), before_, state, [&](const ContactForce& contact) {
    const Vec<3> slip = mean_slip(contact);
    moved += count_contact(contact, slip, h);
    on_contact(contact, slip);
  });
  take_joint_velocities_at_start();
  for (std::size_t j = 0; j < scene_.joints.size(); ++j) moved += count_joint(j, h);
  external_ += moved;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    if (!moves_by_forces(static_cast<int>(i))) continue;
    count_correction(i, h);
    corrected_ += state.bodies[i].taken;
  }
  energy_.watch(dissipated(stored()));
}

// Means over the last step, and what gravity and loads did.
void RigidEnergy::take_twists(double h) {
  const sim::State& state = world_.state();
  double turn = 0.0;
  motion_turns_ = false;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const sim::BodyState& body = state.bodies[i];
    const sim::BodyState& old = before_[i];
    // Impacts at the start of the step and the step after them, each with its own mean.
    const Vec<6> struck = (Vec<6>() << body.velocity_struck, old.orientation * body.spin_struck).finished();
    struck_twists_[i] = 0.5 * (old.twist() + struck);
    twists_[i] = 0.5 * (struck + body.twist());
    if (!moves_by_forces(static_cast<int>(i))) {
      struck_twists_[i] << old.velocity_before, old.orientation * old.spin_before;
      twists_[i] << 0.5 * (old.velocity_before + old.velocity),
          old.orientation * Vec<3>(0.5 * (old.spin_before + old.spin));
      motion_turns_ = motion_turns_ || !twists_[i].tail<3>().isZero(0.0);
      continue;
    }
    const Vec<6>& twist = twists_[i];
    const Vec<3> way = body.position - before_[i].position;
    external_ += body.force.dot(way) + h * body.torque.dot(Vec<3>(twist.tail<3>()));
    // What carries a body lifts it.
    external_ -= pull_on(i).dot(body.carried);
    turn = std::max(turn, h * norm(Vec<3>(twist.tail<3>())));
  }
  most_turned_ = std::max(most_turned_, turn);
}

// Of the last step, after its impacts: velocities at its start and at its end.
Vec<6> RigidEnergy::start_twist(int body) const {
  const sim::BodyState &old = before_[at(body)], &now = world_.state().bodies[at(body)];
  Vec<6> twist;
  if (moves_by_forces(body)) {
    twist << now.velocity_struck, old.orientation * now.spin_struck;
  } else {
    twist << old.velocity_before, old.orientation * old.spin_before;
  }
  return twist;
}

bool RigidEnergy::is_turned(const ContactForce& contact) const {
  return world_.state().bodies[at(contact.a)].is_turned || world_.state().bodies[at(contact.b)].is_turned;
}

// Mean over the impacts as the last step began.
Vec<3> RigidEnergy::struck_velocity(int body, const Vec<3>& point) const {
  return velocity_at(struck_twists_[at(body)], point - before_[at(body)].position);
}

// Of a against b, mean over the last step. Impulses act at one place throughout. What turns with a body of prescribed motion does not stay
// there, and sticks to where it is as the step ends: its velocities are those of the points that touch, wherever they are.
Vec<3> RigidEnergy::mean_slip(const ContactForce& contact) const {
  const bool turns = is_turned(contact);
  const auto mean_velocity = [&](int body, const Vec<3>& point) -> Vec<3> {
    const sim::BodyState &old = before_[at(body)], &now = world_.state().bodies[at(body)];
    const Vec<3> arm = point - old.position;
    if (!turns) return velocity_at(twists_[at(body)], arm);
    const auto turn = now.orientation * old.orientation.conjugate();
    const Vec<3> before = contact.is_ahead ? turn.conjugate() * arm : arm, after = contact.is_ahead ? arm : turn * arm;
    return 0.5 * (velocity_at(start_twist(body), before) + velocity_at(now.twist(), after));
  };
  return mean_velocity(contact.a, contact.points[0]) - mean_velocity(contact.b, contact.points[1]);
}

// Since the start, where springs and bristles of joints hold so much now.
double RigidEnergy::dissipated(double stored_now) const {
  return dissipated_ + taken_by_joints_ - (stored_now - stored_at_start_);
}

// Returns the work of bodies with a prescribed motion.
double RigidEnergy::count_contact(const ContactForce& contact, const Vec<3>& slip, double h) {
  // By which impulses change the kinetic energy of what moves by forces.
  const auto power = [&](int body, const Vec<3>& point) {
    const Vec<6>& twist = twists_[at(body)];
    return (contact.force - contact.shock).dot(velocity_at(twist, point - before_[at(body)].position)) +
           contact.torque.dot(twist.tail<3>()) + contact.shock.dot(struck_velocity(body, point));
  };
  const auto& [a, b, points, normal, force, torque, shock, is_ahead] = contact;
  const double of_a = power(a, points[0]), of_b = power(b, points[1]);
  double taken = of_b - of_a;
  if (is_turned(contact)) {
    taken = -(force - shock).dot(slip) - torque.dot(Vec<3>((twists_[at(a)] - twists_[at(b)]).tail<3>())) -
            shock.dot(struck_velocity(a, points[0]) - struck_velocity(b, points[1]));
  }
  dissipated_ += h * taken;
  is_pushed_[at(a)] = is_pushed_[at(b)] = true;
  // Of bodies that turn, impulses at fixed points change kinetic energies by what is not taken, of second order. Where a prescribed motion
  // turns them, it does that work; else it is unaccounted for.
  if (moves_by_forces(a) && moves_by_forces(b) && !motion_turns_) return 0.0;
  return h * (taken + (moves_by_forces(a) ? of_a : 0.0) - (moves_by_forces(b) ? of_b : 0.0));
}

// Along what a hinge or a slider leaves free; else 0.
double RigidEnergy::joint_velocity(std::size_t j) const {
  if (!world_.model().joints[j]->has_position()) return 0.0;
  return sim::joint_reading(world_.model(), world_.state(), static_cast<int>(j)).velocity;
}

// Of the last step, after its impacts: drives, springs and friction act in what follows these.
void RigidEnergy::take_joint_velocities_at_start() {
  const auto& joints = world_.model().joints;
  if (std::ranges::none_of(joints, [](const auto& joint) { return joint->has_position(); })) return;
  const std::vector<sim::BodyState>& now = world_.state().bodies;
  at_start_.bodies = before_;
  at_start_.joints = world_.state().joints;
  for (std::size_t i = 0; i < now.size(); ++i) {
    sim::BodyState& body = at_start_.bodies[i];
    const bool moves = moves_by_forces(static_cast<int>(i));
    body.velocity = moves ? now[i].velocity_struck : body.velocity_before;
    body.spin = moves ? now[i].spin_struck : body.spin_before;
  }
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (joints[j]->has_position())
      old_joint_velocities_[j] = sim::joint_reading(world_.model(), at_start_, static_cast<int>(j)).velocity;
  }
}

// Gravity and loads on a body.
Vec<3> RigidEnergy::pull_on(std::size_t i) const {
  return scene_.bodies[i].description.mass * scene_.options.gravity + world_.state().bodies[i].force;
}

// An impact may end at any instant of the step: the work of gravity and loads until then belongs to it, and counts as dissipated.
void RigidEnergy::count_correction(std::size_t i, double h) {
  const sim::BodyState& body = world_.state().bodies[i];
  const Vec<3> pull = pull_on(i), way = body.position - before_[i].position - body.carried;
  const Vec<3> besides = correction_of(way, h * body.velocity_struck, h * body.velocity, is_pushed_[i]);
  is_pushed_[i] = false;
  corrected_ += pull.dot(besides);
  dissipated_ += pull.dot(Vec<3>(way - h * twists_[i].head<3>() - besides));
}

// An ideal joint does no work, but takes energy in a blow. Along what it leaves free the drive's is external; friction, limits and springs
// take the rest, of which bristles and springs store some. Returns the work of a body with a prescribed motion.
double RigidEnergy::count_joint(std::size_t j, double h) {
  const sim::JointState& joint = world_.state().joints[j];
  const sim::Joint& model = *world_.model().joints[j];
  taken_by_joints_ += joint.taken;
  if (model.has_axis()) {
    const double way = 0.5 * h * (old_joint_velocities_[j] + joint_velocity(j));
    const bool slides = model.kind == sim::JointKind::slider;
    const Vec<3> push = slides ? Vec<3>(joint.reaction.head<3>()) : Vec<3>(joint.reaction.tail<3>());
    const double along = push.dot(axis_of(model));
    external_ += joint.effort * way;
    taken_by_joints_ += (joint.effort - along) * way;
  }
  if (model.kind == sim::JointKind::spring) {
    taken_by_joints_ -= 0.5 * h * joint.effort * (old_joint_velocities_[j] + joint_velocity(j));
    most_turned_ = std::max(most_turned_, turn_of_line(model));
  }
  double moved = 0.0;
  for (std::size_t side = 0; side < 2; ++side) {
    const int body = model.body[side];
    if (body == sim::the_world || moves_by_forces(body)) continue;
    const Vec<6>& twist = twists_[at(body)];
    const double power = joint.reaction.head<3>().dot(velocity_at(twist, mean_arm(model, side))) +
                         joint.reaction.tail<3>().dot(twist.tail<3>());
    moved += side == 0 ? -h * power : h * power;
  }
  return moved;
}

// By how much the line of a spring between points turned in the last step [rad].
double RigidEnergy::turn_of_line(const sim::Joint& model) const {
  const auto line = [&](const std::vector<sim::BodyState>& bodies) -> Vec<3> {
    Vec<3> from_b = model.frame[1].position();
    if (model.body[1] != sim::the_world)
      from_b = bodies[at(model.body[1])].position + bodies[at(model.body[1])].orientation * from_b;
    const sim::BodyState& a = bodies[at(model.body[0])];
    return a.position + a.orientation * model.frame[0].position() - from_b;
  };
  const Vec<3> before = line(before_), after = line(world_.state().bodies);
  return std::atan2(norm(Vec<3>(before.cross(after))), before.dot(after));
}

// From a body to where a joint acts on it, in the middle of the last step. A slider acts on both at the point that goes along with a.
Vec<3> RigidEnergy::mean_arm(const sim::Joint& model, std::size_t side) const {
  const std::size_t of = model.kind == sim::JointKind::slider ? 0 : side;
  Vec<3> sum = Vec<3>::Zero();
  for (const std::vector<sim::BodyState>* bodies : {&before_, &world_.state().bodies}) {
    const sim::BodyState& with_point = (*bodies)[at(model.body[of])];
    sum += with_point.position + with_point.orientation * model.frame[of].position() -
           (*bodies)[at(model.body[side])].position;
  }
  return 0.5 * sum;
}

// Of the last step, in its middle.
Vec<3> RigidEnergy::axis_of(const sim::Joint& model) const {
  const Vec<3> axis = model.frame[0].rotation() * Vec<3>::UnitZ();
  const std::size_t a = at(model.body[0]);
  const Vec<3> sum = before_[a].orientation * axis + world_.state().bodies[a].orientation * axis;
  return sum.normalized();
}

// In the springs and bristles of joints.
double RigidEnergy::stored() const {
  double sum = 0.0;
  for (std::size_t j = 0; j < scene_.joints.size(); ++j) {
    const sim::JointState& joint = world_.state().joints[j];
    sum += world_.model().joints[j]->stored_energy(joint.position);
    const auto& law = world_.model().joints[j]->options.friction;
    if (!law) continue;
    sum += std::visit(
        [&]<class Law>(const Law& of) -> double {
          if constexpr (friction::PositionLaw<Law>) {
            const auto& state = std::get<friction::AdhesionState<1>>(joint.friction);
            return of.stored_energy(Vec<1>(Vec<1>(joint.position) - state.w), 1.0);
          } else if constexpr (friction::BristledLaw<Law>) {
            return of.stored_energy(std::get<friction::Bristle<1>>(joint.friction), 1.0);
          } else {
            return 0.0;
          }
        },
        *law);
  }
  return sum;
}

Energy RigidEnergy::finish() {
  energy_.finish();
  energy_.has_moved = has_moved_;
  for (std::size_t i = 0; i < is_away_.size(); ++i) {
    const auto& body = *world_.model().bodies[i];
    if (is_away_[i] && body.is_moved_by_forces())
      energy_.lift += body.mass * norm(scene_.options.gravity) * body.radius;
  }
  energy_.bounds = bounds_of_rigid;
  if (has_volumes() || !scene_.joints.empty()) energy_.bounds.fall = fall_with_volumes_or_joints;
  if (most_turned_ > turning) energy_.bounds.unaccounted = unaccounted_while_turning;
  if (most_turned_ > fast_turning) energy_.bounds.unresolved = Energy::most_unresolved;
  energy_.reason = most_turned_ > turning ? "what turns fastest turns by " + shortened(most_turned_) +
                                                " rad in a step, and a shorter dt brings it nearer"
                                          : "a shorter dt brings it nearer";
  return std::move(energy_);
}

bool RigidEnergy::has_volumes() const {
  return scene_.contact_model.volume || std::ranges::any_of(scene_.pairs, [](const ScenePair& pair) {
           return pair.contact_model && pair.contact_model->volume;
         });
}

// Which bodies are further from their start than contacts deflect by: a ten-thousandth of their size.
void RigidEnergy::look_who_moved() {
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    if (scene_.bodies[i].plane || is_away_[i]) continue;
    const sim::BodyState &now = world_.state().bodies[i], &then = start_[i];
    const double radius = world_.model().bodies[i]->radius;
    const Vec<4> turn = now.orientation.coeffs() - then.orientation.coeffs();
    is_away_[i] = norm(Vec<3>(now.position - then.position)) + 2.0 * radius * norm(turn) > 1e-4 * radius;
    has_moved_ = has_moved_ || is_away_[i];
  }
}

void RigidEnergy::add_record() {
  const double kinetic = world_.kinetic_energy(), potential = world_.potential_energy();
  const double stored_now = stored();
  energy_.add({.kinetic = kinetic,
               .potential = potential,
               .stored = stored_now,
               .external = external_,
               .dissipated = dissipated(stored_now),
               .corrected = corrected_});
  look_who_moved();
}

}  // namespace stickslip::scene::detail
