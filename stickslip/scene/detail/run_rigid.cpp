#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <utility>

#include "stickslip/core/at.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/scene/build.hpp"
#include "stickslip/scene/detail/contact_forces.hpp"
#include "stickslip/scene/detail/runner.hpp"
#include "stickslip/scene/detail/shortened.hpp"

namespace stickslip::scene::detail {

namespace {

// What the World calls body 3 is what the scene calls it.
std::string with_names(const std::string& text, const RigidScene& scene) {
  std::string out;
  const std::regex number(R"((body|bodies|and) (\d+))");
  auto from = text.cbegin();
  for (std::sregex_iterator it(text.begin(), text.end(), number), end; it != end; ++it) {
    const std::size_t body = std::stoul((*it)[2]);
    if (body >= scene.bodies.size()) continue;
    out.append(from, text.cbegin() + it->position()).append((*it)[1]).append(" '");
    out.append(scene.bodies[body].name).append("'");
    from = text.cbegin() + it->position() + it->length();
  }
  return out.append(from, text.cend());
}

Vec<3> velocity_at(const Vec<6>& twist, const Vec<3>& arm) {
  return twist.head<3>() + Vec<3>(twist.tail<3>()).cross(arm);
}

class RigidRunner {
 public:
  RigidRunner(const RigidScene& scene, const Progress& progress)
      : scene_(scene),
        progress_(progress),
        world_(world_of(scene)),
        twists_(scene.bodies.size()),
        shifts_(scene.bodies.size(), 0.0),
        old_joint_velocities_(scene.joints.size(), 0.0) {}

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
    Ran ran{{}, run_.recording.t, std::move(energy_), run_.recording.report.status, run_.recording.steps};
    ran.records = std::move(run_);
    return ran;
  }

 private:
  // From t to `end` by h, which is the difference but for rounding. Whether it was taken.
  bool step(double t, double end, double h, bool is_recorded) {
    apply(scene_, t, h, world_);
    before_ = world_.state().bodies;
    for (std::size_t j = 0; j < scene_.joints.size(); ++j) old_joint_velocities_[j] = joint_velocity(j);
    const sim::StepReport report = step_world(h);
    run_.recording.count(report);
    worst_.residual = std::max(worst_.residual, report.residual);
    worst_.iterations = std::max(worst_.iterations, report.iterations);
    if (report.status == SolveStatus::not_finite) return false;
    count_work(h);
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
      throw InvalidArgument(with_names(error.what(), scene_));
    }
  }

  bool moves_by_forces(int body) const { return scene_.bodies[at(body)].description.mass > 0.0; }
  const Vec<6>& twist_of(int body) const { return twists_[at(body)]; }

  // Along what a hinge or a slider leaves free; else 0.
  double joint_velocity(std::size_t j) const {
    if (!world_.model().joints[j]->has_axis()) return 0.0;
    return sim::joint_reading(world_.model(), world_.state(), static_cast<int>(j)).velocity;
  }

  // Impulses times mean velocities, which for the linear motion is the change of kinetic energy exactly. After impacts and overlaps contacts
  // also set bodies down where they should be, beside their mean velocity: they take the work of gravity and loads over these distances, or give it
  // where a body is lifted.
  void count_work(double h) {
    const sim::State& state = world_.state();
    double turn = 0.0;
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
      const sim::BodyState& body = state.bodies[i];
      twists_[i] = 0.5 * (before_[i].twist() + body.twist());
      if (!moves_by_forces(static_cast<int>(i))) {
        // With contact volumes it moves by the mean of its prescribed velocities now and before: state.hpp.
        twists_[i].head<3>() = (body.position - before_[i].position) / h;
        if (world_.model().volumes_move_by_mean()) {
          twists_[i].tail<3>() = before_[i].orientation * Vec<3>(0.5 * (before_[i].spin_before + before_[i].spin));
        }
        continue;
      }
      const Vec<6>& twist = twists_[i];
      const Vec<3> way = body.position - before_[i].position;
      external_ += body.force.dot(way) + h * body.torque.dot(Vec<3>(twist.tail<3>()));
      const double mass = scene_.bodies[i].description.mass;
      shifts_[i] = (mass * scene_.options.gravity + body.force).dot(Vec<3>(way - h * twist.head<3>()));
      turn = std::max(turn, h * norm(Vec<3>(twist.tail<3>())));
    }
    turned_ += turn * turn * turn;
    double moved = 0.0;  // by bodies with a prescribed motion
    for_each_contact(world_.model(), before_, state,
                     [&](int a, int b, const std::array<Vec<3>, 2>& points, const Vec<3>& /*normal*/,
                         const Vec<3>& force, const Vec<3>& torque) {
                       const auto power = [&](int body, const Vec<3>& point) {
                         const Vec<6>& twist = twist_of(body);
                         const Vec<3> arm = point - before_[at(body)].position;
                         return force.dot(velocity_at(twist, arm)) + torque.dot(Vec<3>(twist.tail<3>()));
                       };
                       const double of_a = power(a, points[0]), of_b = power(b, points[1]);
                       dissipated_ -= h * (of_a - of_b);
                       for (const int body : {a, b}) dissipated_ += std::exchange(shifts_[at(body)], 0.0);
                       if (!moves_by_forces(a)) moved -= h * of_a;
                       if (!moves_by_forces(b)) moved += h * of_b;
                     });
    for (std::size_t j = 0; j < scene_.joints.size(); ++j) moved += count_joint(j, h);
    external_ += moved;
    double by_joints = 0.0;
    for (double& shift : shifts_) by_joints += std::exchange(shift, 0.0);
    shifted_ += std::abs(by_joints);
  }

  // An ideal joint does no work. Along what it leaves free the drive's is external; friction and limits take the rest, of which bristles
  // store some. Returns the work of a body with a prescribed motion.
  double count_joint(std::size_t j, double h) {
    const sim::JointState& joint = world_.state().joints[j];
    const sim::Joint& model = *world_.model().joints[j];
    if (model.has_axis()) {
      const double way = 0.5 * h * (old_joint_velocities_[j] + joint_velocity(j));
      const bool slides = model.kind == sim::JointKind::slider;
      const Vec<3> push = slides ? Vec<3>(joint.reaction.head<3>()) : Vec<3>(joint.reaction.tail<3>());
      const double along = push.dot(axis_of(model));
      external_ += joint.effort * way;
      taken_by_joints_ += (joint.effort - along) * way;
    }
    double moved = 0.0;
    for (std::size_t side = 0; side < 2; ++side) {
      const int body = model.body[side];
      if (body == sim::the_world || moves_by_forces(body)) continue;
      const sim::BodyState &old = before_[at(body)], &now = world_.state().bodies[at(body)];
      const Vec<3> place = model.frame[side].position();
      const Vec<3> arm = 0.5 * (old.orientation * place + now.orientation * place);
      const Vec<6>& twist = twist_of(body);
      const double power =
          joint.reaction.head<3>().dot(velocity_at(twist, arm)) + joint.reaction.tail<3>().dot(twist.tail<3>());
      moved += side == 0 ? -h * power : h * power;
    }
    return moved;
  }

  // Of the last step, in its middle.
  Vec<3> axis_of(const sim::Joint& model) const {
    const Vec<3> axis = model.frame[0].rotation() * Vec<3>::UnitZ();
    const std::size_t a = at(model.body[0]);
    const Vec<3> sum = before_[a].orientation * axis + world_.state().bodies[a].orientation * axis;
    return sum.normalized();
  }

  // In the bristles of joints.
  double stored() const {
    double sum = 0.0;
    for (std::size_t j = 0; j < scene_.joints.size(); ++j) {
      const sim::JointState& joint = world_.state().joints[j];
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

  // What cannot be expected of the time steps.
  void judge_energy() {
    energy_.finish();
    energy_.has_moved = has_moved_;
    if (!energy_.has_moved) {
      // A millionth of what it takes to lift the bodies by their own size.
      for (const auto& body : world_.model().bodies) {
        if (body->is_moved_by_forces())
          energy_.negligible += 1e-6 * body->mass * norm(scene_.options.gravity) * body->radius;
      }
    }
    const double put_in = std::max(energy_.put_in, energy_.negligible);
    const double by_shifts = shifted_ / put_in, by_turns = 0.25 * turned_;
    energy_.bound = std::clamp(Energy::tolerance + by_shifts + by_turns, Energy::tolerance, loosest_bound);
    std::string why;
    if (by_shifts > Energy::tolerance) {
      why = "joints are closed by moving bodies, and gravity and loads do " + shortened(shifted_) +
            " J of work over these distances";
    }
    if (by_turns > Energy::tolerance) {
      why += std::string(why.empty() ? "" : "; ") + "turning is of second order in the step, off by up to " +
             shortened(by_turns) + " over the run";
    }
    if (why.empty()) why = "the steps are solved to a tolerance";
    energy_.reason = why + "; a shorter dt brings it nearer";
  }

  // Whether a body is further from its start than contacts deflect by: a ten-thousandth of its size.
  bool is_away() const {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      if (scene_.bodies[i].plane) continue;
      const sim::BodyState &now = world_.state().bodies[i], &then = start_[i];
      const double radius = world_.model().bodies[i]->radius;
      const Vec<4> turn = now.orientation.coeffs() - then.orientation.coeffs();
      const double way = norm(Vec<3>(now.position - then.position)) + 2.0 * radius * norm(turn);
      if (way > 1e-4 * radius) return true;
    }
    return false;
  }

  void add_record() {
    const double kinetic = world_.kinetic_energy(), potential = world_.potential_energy();
    const double stored_now = stored();
    energy_.add({.kinetic = kinetic,
                 .potential = potential,
                 .stored = stored_now,
                 .external = external_,
                 .dissipated = dissipated_ + taken_by_joints_ - stored_now});
    run_.solver.push_back(worst_);
    has_moved_ = has_moved_ || is_away();
  }

  void add_pairs() {
    const std::size_t record = run_.recording.t.size() - 1;
    const sim::State& state = world_.state();
    for_each_contact(world_.model(), before_, state,
                     [&](int a, int b, const std::array<Vec<3>, 2>& points, const Vec<3>& normal, const Vec<3>& force,
                         const Vec<3>& torque) {
                       if (!scene_.record.keeps_any(a, b)) return;
                       // What a body received that is kept, because the other's place may not be known later.
                       const bool is_swapped = !scene_.record.keeps(a);
                       PairRecord& pair = is_swapped ? pair_of(b, a) : pair_of(a, b);
                       const Vec<3> arm = points[is_swapped ? 1 : 0] - before_[at(pair.a)].position;
                       const double sign = is_swapped ? -1.0 : 1.0;
                       extend(pair, record + 1);
                       pair.force[record] += sign * force;
                       pair.torque[record] += sign * (torque + arm.cross(force));
                       pair.normal_force[record] += force.dot(normal);
                       ++pair.contacts[record];
                     });
    for (PairRecord& pair : run_.pairs) extend(pair, record + 1);
  }

  PairRecord& pair_of(int a, int b) {
    const auto [place, is_new] = pairs_.try_emplace({a, b}, run_.pairs.size());
    if (is_new) run_.pairs.push_back({.a = a, .b = b, .force = {}, .torque = {}, .normal_force = {}, .contacts = {}});
    return run_.pairs[place->second];
  }

  static void extend(PairRecord& pair, std::size_t count) {
    pair.force.resize(count, Vec<3>::Zero());
    pair.torque.resize(count, Vec<3>::Zero());
    pair.normal_force.resize(count, 0.0);
    pair.contacts.resize(count, 0);
  }

  const RigidScene& scene_;
  const Progress& progress_;
  sim::World world_;
  std::vector<sim::BodyState> start_, before_;
  std::vector<Vec<6>> twists_;  // of the last step, its mean
  std::vector<double>
      shifts_;  // of the last step: work of gravity and loads on what positions moved beside mean velocities [J]
  std::vector<double> old_joint_velocities_;
  RigidRun run_;
  std::map<std::pair<int, int>, std::size_t> pairs_;  // places in run_.pairs
  SolverRecord worst_;
  Energy energy_;
  bool has_moved_ = false;
  double external_ = 0.0, dissipated_ = 0.0;  // by contacts
  double taken_by_joints_ = 0.0;              // by their friction and limits
  double shifted_ = 0.0;                      // Σ |shifts| of bodies that nothing touches: by joints [J]
  double turned_ = 0.0;                       // Σ (h ω)³ of the fastest turn of each step
  static constexpr double loosest_bound = 0.01;
};

}  // namespace

Ran run_rigid(const RigidScene& scene, const Progress& progress) {
  return RigidRunner(scene, progress).run();
}

}  // namespace stickslip::scene::detail
