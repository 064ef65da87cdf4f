#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/at.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/core/shortened.hpp"
#include "stickslip/scene/build.hpp"
#include "stickslip/scene/detail/bounds.hpp"
#include "stickslip/scene/detail/carried_weight.hpp"
#include "stickslip/scene/detail/contact_forces.hpp"
#include "stickslip/scene/detail/messages.hpp"
#include "stickslip/scene/detail/runner.hpp"

namespace stickslip::scene::detail {

namespace {

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const Named& one : all) names.push_back(one.name);
  return names;
}

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

class RigidRunner {
 public:
  RigidRunner(const RigidScene& scene, const Progress& progress)
      : scene_(scene),
        progress_(progress),
        world_(world_of(scene, &run_.fitted)),
        twists_(scene.bodies.size()),
        struck_twists_(scene.bodies.size()),
        old_joint_velocities_(scene.joints.size(), 0.0),
        is_away_(scene.bodies.size(), false),
        is_pushed_(scene.bodies.size(), false),
        stored_at_start_(stored()) {}

  Ran run() {
    const sim::RunOptions& options = scene_.run;
    // The last step is shorter where dt does not divide the time; a remainder of rounding is none.
    const auto whole = static_cast<long>(std::floor(options.until / options.dt * (1.0 + 1e-12)));
    const double rest = options.until - static_cast<double>(whole) * options.dt;
    const long steps = rest > 1e-9 * options.dt ? whole + 1 : whole;
    const long every = std::max(1L, std::lround(std::min(options.record_dt / options.dt, static_cast<double>(steps))));
    run_.recording.begin(world_.model(), world_.state(), scene_.record.bodies);
    start_ = world_.state().bodies;
    add_record();
    for (long k = 0; k < steps; ++k) {
      const bool is_recorded = (k + 1) % every == 0 || k + 1 == steps;
      // Time counts steps: a sum of them would be off by the rounding of each.
      const double t = static_cast<double>(k) * options.dt;
      const double end = k + 1 < steps ? static_cast<double>(k + 1) * options.dt : options.until;
      if (!step(t, end, k < whole ? options.dt : rest, is_recorded)) break;
      progress_(static_cast<double>(k + 1) / static_cast<double>(steps));
    }
    judge_energy();
    run_.hints = carried_weight_hints(scene_, world_.model(), before_, world_.state());
    for (const auto& [pair, slide] : slides_) {
      if (slide.way > run_.extremes.slid.value) run_.extremes.slid = {slide.way, slide.t, pair.first, pair.second};
    }
    Ran ran{{}, run_.recording.t, std::move(energy_), run_.recording.report.status, run_.recording.steps};
    ran.records = std::move(run_);
    return ran;
  }

 private:
  // From t to `end` by h, which is the difference but for rounding. Whether it was taken.
  bool step(double t, double end, double h, bool is_recorded) {
    apply(scene_, t, h, world_);
    before_ = world_.state().bodies;
    const sim::StepReport report = step_world(h);
    run_.recording.count(report);
    worst_.residual = std::max(worst_.residual, report.residual);
    worst_.iterations = std::max(worst_.iterations, report.iterations);
    if (report.status == SolveStatus::not_finite) return false;
    count_work(h, end);
    if (is_recorded) {
      run_.recording.add(world_.model(), world_.state());
      run_.recording.t.back() = end;
      add_record();
      if (scene_.record.contacts) add_pairs();
      worst_ = {};
    }
    return true;
  }

  sim::StepReport step_world(double h) {
    try {
      return world_.step(h);
    } catch (const InvalidArgument& error) {
      throw InvalidArgument(with_names(error.what(), names_of(scene_.bodies), names_of(scene_.joints)));
    }
  }

  bool moves_by_forces(int body) const { return scene_.bodies[at(body)].description.mass > 0.0; }
  // Of the last step, after its impacts: velocities at its start and at its end.
  Vec<6> start_twist(int body) const {
    const sim::BodyState &old = before_[at(body)], &now = world_.state().bodies[at(body)];
    Vec<6> twist;
    if (moves_by_forces(body)) {
      twist << now.velocity_struck, old.orientation * now.spin_struck;
    } else {
      twist << old.velocity_before, old.orientation * old.spin_before;
    }
    return twist;
  }

  bool is_turned(const ContactForce& contact) const {
    return world_.state().bodies[at(contact.a)].is_turned || world_.state().bodies[at(contact.b)].is_turned;
  }

  // Mean over the impacts as the last step began.
  Vec<3> struck_velocity(int body, const Vec<3>& point) const {
    return velocity_at(struck_twists_[at(body)], point - before_[at(body)].position);
  }

  // Of a against b, mean over the last step. Impulses act at one place throughout. What turns with a body of prescribed motion does not stay
  // there, and sticks to where it is as the step ends: its velocities are those of the points that touch, wherever they are.
  Vec<3> mean_slip(const ContactForce& contact) const {
    const bool turns = is_turned(contact);
    const auto mean_velocity = [&](int body, const Vec<3>& point) -> Vec<3> {
      const sim::BodyState &old = before_[at(body)], &now = world_.state().bodies[at(body)];
      const Vec<3> arm = point - old.position;
      if (!turns) return velocity_at(twists_[at(body)], arm);
      const auto turn = now.orientation * old.orientation.conjugate();
      const Vec<3> before = contact.is_ahead ? turn.conjugate() * arm : arm,
                   after = contact.is_ahead ? arm : turn * arm;
      return 0.5 * (velocity_at(start_twist(body), before) + velocity_at(now.twist(), after));
    };
    return mean_velocity(contact.a, contact.points[0]) - mean_velocity(contact.b, contact.points[1]);
  }

  // Along what a hinge or a slider leaves free; else 0.
  double joint_velocity(std::size_t j) const {
    if (!world_.model().joints[j]->has_position()) return 0.0;
    return sim::joint_reading(world_.model(), world_.state(), static_cast<int>(j)).velocity;
  }

  // Impulses times mean velocities, which for the linear motion is the change of kinetic energy exactly.
  void count_work(double h, double end) {
    const sim::State& state = world_.state();
    double turn = 0.0;
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
    double moved = 0.0;  // by bodies with a prescribed motion
    run_.extremes.sticking = run_.extremes.sliding = 0;
    for_each_contact(world_.model(), before_, state,
                     [&](const ContactForce& contact) { moved += count_contact(contact, h, end); });
    for (auto& [pair, slide] : slides_) slide.way += h * std::exchange(slide.speed, 0.0);
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

  // Since the start, where springs and bristles of joints hold so much now.
  double dissipated(double stored_now) const {
    return dissipated_ + taken_by_joints_ - (stored_now - stored_at_start_);
  }

  // Returns the work of bodies with a prescribed motion.
  double count_contact(const ContactForce& contact, double h, double end) {
    // By which impulses change the kinetic energy of what moves by forces.
    const auto power = [&](int body, const Vec<3>& point) {
      const Vec<6>& twist = twists_[at(body)];
      return (contact.force - contact.shock).dot(velocity_at(twist, point - before_[at(body)].position)) +
             contact.torque.dot(twist.tail<3>()) + contact.shock.dot(struck_velocity(body, point));
    };
    const auto& [a, b, points, normal, force, torque, shock, is_ahead] = contact;
    const double of_a = power(a, points[0]), of_b = power(b, points[1]);
    const Vec<3> slip = mean_slip(contact);
    double taken = of_b - of_a;
    if (is_turned(contact)) {
      taken = -(force - shock).dot(slip) - torque.dot(Vec<3>((twists_[at(a)] - twists_[at(b)]).tail<3>())) -
              shock.dot(struck_velocity(a, points[0]) - struck_velocity(b, points[1]));
    }
    dissipated_ += h * taken;
    note_extremes(end, a, b, norm(force), norm(Vec<3>(slip - slip.dot(normal) * normal)));
    is_pushed_[at(a)] = is_pushed_[at(b)] = true;
    if (moves_by_forces(a) && moves_by_forces(b)) return 0.0;
    return h * (taken + (moves_by_forces(a) ? of_a : 0.0) - (moves_by_forces(b) ? of_b : 0.0));
  }

  // Of the last step, after its impacts: drives, springs and friction act in what follows these.
  void take_joint_velocities_at_start() {
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
  Vec<3> pull_on(std::size_t i) const {
    return scene_.bodies[i].description.mass * scene_.options.gravity + world_.state().bodies[i].force;
  }

  void note_extremes(double t, int a, int b, double force, double slip) {
    ContactExtremes& of = run_.extremes;
    if (a > b) std::swap(a, b);  // one order for all
    if (force > of.force.value) of.force = {force, t, a, b};
    if (slip > of.slip.value) of.slip = {slip, t, a, b};
    const bool slides = slip > ContactExtremes::least_slip;
    ++(slides ? of.sliding : of.sticking);
    if (!slides) return;
    Slide& slide = slides_[{a, b}];
    slide.speed = std::max(slide.speed, slip);
    slide.t = t;
  }

  // An impact may end at any instant of the step: the work of gravity and loads until then belongs to it, and counts as dissipated.
  void count_correction(std::size_t i, double h) {
    const sim::BodyState& body = world_.state().bodies[i];
    const Vec<3> pull = pull_on(i), way = body.position - before_[i].position - body.carried;
    const Vec<3> besides = correction_of(way, h * body.velocity_struck, h * body.velocity, is_pushed_[i]);
    is_pushed_[i] = false;
    corrected_ += pull.dot(besides);
    dissipated_ += pull.dot(Vec<3>(way - h * twists_[i].head<3>() - besides));
  }

  // An ideal joint does no work, but takes energy in a blow. Along what it leaves free the drive's is external; friction, limits and springs
  // take the rest, of which bristles and springs store some. Returns the work of a body with a prescribed motion.
  double count_joint(std::size_t j, double h) {
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
  double turn_of_line(const sim::Joint& model) const {
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
  Vec<3> mean_arm(const sim::Joint& model, std::size_t side) const {
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
  Vec<3> axis_of(const sim::Joint& model) const {
    const Vec<3> axis = model.frame[0].rotation() * Vec<3>::UnitZ();
    const std::size_t a = at(model.body[0]);
    const Vec<3> sum = before_[a].orientation * axis + world_.state().bodies[a].orientation * axis;
    return sum.normalized();
  }

  // In the springs and bristles of joints.
  double stored() const {
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

  void judge_energy() {
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
  }

  bool has_volumes() const {
    return scene_.contact_model.volume || std::ranges::any_of(scene_.pairs, [](const ScenePair& pair) {
             return pair.contact_model && pair.contact_model->volume;
           });
  }

  // Which bodies are further from their start than contacts deflect by: a ten-thousandth of their size.
  void look_who_moved() {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      if (scene_.bodies[i].plane || is_away_[i]) continue;
      const sim::BodyState &now = world_.state().bodies[i], &then = start_[i];
      const double radius = world_.model().bodies[i]->radius;
      const Vec<4> turn = now.orientation.coeffs() - then.orientation.coeffs();
      is_away_[i] = norm(Vec<3>(now.position - then.position)) + 2.0 * radius * norm(turn) > 1e-4 * radius;
      has_moved_ = has_moved_ || is_away_[i];
    }
  }

  void add_record() {
    const double kinetic = world_.kinetic_energy(), potential = world_.potential_energy();
    const double stored_now = stored();
    energy_.add({.kinetic = kinetic,
                 .potential = potential,
                 .stored = stored_now,
                 .external = external_,
                 .dissipated = dissipated(stored_now),
                 .corrected = corrected_});
    run_.solver.push_back(worst_);
    look_who_moved();
  }

  void add_pairs() {
    const std::size_t record = run_.recording.t.size() - 1;
    const sim::State& state = world_.state();
    for_each_contact(world_.model(), before_, state, [&](const ContactForce& contact) {
      const auto& [a, b, points, normal, force, torque, shock, is_ahead] = contact;
      if (!scene_.record.keeps_any(a, b)) return;
      // What a body received that is kept.
      const bool is_swapped = !scene_.record.keeps(a);
      PairRecord& pair = is_swapped ? pair_of(b, a) : pair_of(a, b);
      const auto about_centre = [&](int body, const Vec<3>& point) -> Vec<3> {
        return contact.torque + (point - before_[at(body)].position).cross(contact.force);
      };
      const Vec<3> on_a = about_centre(a, points[0]), on_b = -about_centre(b, points[1]);
      extend(pair, record + 1);
      pair.force[record] += is_swapped ? Vec<3>(-force) : force;
      pair.torque[record] += is_swapped ? on_b : on_a;
      pair.reaction[record] += is_swapped ? on_a : on_b;
      pair.normal_force[record] += force.dot(normal);
      ++pair.contacts[record];
    });
    for (PairRecord& pair : run_.pairs) extend(pair, record + 1);
  }

  PairRecord& pair_of(int a, int b) {
    const auto [place, is_new] = pairs_.try_emplace({a, b}, run_.pairs.size());
    if (is_new)
      run_.pairs.push_back(
          {.a = a, .b = b, .force = {}, .torque = {}, .reaction = {}, .normal_force = {}, .contacts = {}});
    return run_.pairs[place->second];
  }

  static void extend(PairRecord& pair, std::size_t count) {
    pair.force.resize(count, Vec<3>::Zero());
    pair.torque.resize(count, Vec<3>::Zero());
    pair.reaction.resize(count, Vec<3>::Zero());
    pair.normal_force.resize(count, 0.0);
    pair.contacts.resize(count, 0);
  }

  // Of two bodies along each other.
  struct Slide {
    double way = 0.0, t = 0.0;  // so far, last [m, s]
    double speed = 0.0;         // in the last step, of the fastest contact [m/s]
  };

  const RigidScene& scene_;
  const Progress& progress_;
  RigidRun run_;  // before the world, which says what it fitted
  sim::World world_;
  std::vector<sim::BodyState> start_, before_;
  sim::State at_start_;                         // of the last step, after its impacts
  std::vector<Vec<6>> twists_, struck_twists_;  // of the last step after its impacts, and of these: means
  std::vector<double> old_joint_velocities_;
  std::map<std::pair<int, int>, std::size_t> pairs_;  // places in run_.pairs
  std::map<std::pair<int, int>, Slide> slides_;
  SolverRecord worst_;
  Energy energy_;
  std::vector<bool> is_away_, is_pushed_;  // bodies, from their start; by contacts in the last step
  bool has_moved_ = false;
  double external_ = 0.0, dissipated_ = 0.0;  // by contacts
  double taken_by_joints_ = 0.0;              // by blows, their friction, limits and springs
  double stored_at_start_;
  double corrected_ = 0.0;
  double most_turned_ = 0.0;  // by a body, or the line of a spring, in a step [rad]
};

}  // namespace

Ran run_rigid(const RigidScene& scene, const Progress& progress) {
  return RigidRunner(scene, progress).run();
}

}  // namespace stickslip::scene::detail
