#include <algorithm>
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
        old_joints_(scene.joints.size(), 0.0) {}

  Ran run() {
    const sim::RunOptions& options = scene_.run;
    // The last step is shorter where dt does not divide the time; a remainder of rounding is none.
    const auto whole = static_cast<long>(std::floor(options.until / options.dt * (1.0 + 1e-12)));
    const double rest = options.until - static_cast<double>(whole) * options.dt;
    const long steps = rest > 1e-9 * options.dt ? whole + 1 : whole;
    const long every = std::max(1L, std::lround(std::min(options.record_dt / options.dt, static_cast<double>(steps))));
    run_.recording.begin(world_.model(), world_.state());
    start_ = world_.kinetic_energy() + world_.potential_energy();
    potential_ = world_.potential_energy();
    energy_.put_in = world_.kinetic_energy();
    // A millionth of what it takes to lift the bodies by their own size.
    for (const auto& body : world_.model().bodies) {
      if (body->is_moved_by_forces())
        energy_.negligible += 1e-6 * body->mass * norm(scene_.options.gravity) * body->radius;
    }
    add_record();
    for (long k = 0; k < steps; ++k) {
      const bool is_recorded = (k + 1) % every == 0 || k + 1 == steps;
      if (!step(k < whole ? options.dt : rest, is_recorded)) break;
      progress_(static_cast<double>(k + 1) / static_cast<double>(steps));
    }
    energy_.reason =
        "the stepper corrects positions after impacts and overlaps, and turns by the spin at the end of a step; "
        "a shorter dt brings it nearer";
    Ran ran{{}, run_.recording.t, std::move(energy_), run_.recording.report.status, run_.recording.steps};
    ran.records = std::move(run_);
    return ran;
  }

 private:
  // Whether it was taken.
  bool step(double h, bool is_recorded) {
    apply(scene_, world_.time(), h, world_);
    before_ = world_.state().bodies;
    for (std::size_t j = 0; j < scene_.joints.size(); ++j) old_joints_[j] = world_.state().joints[j].position;
    const sim::StepReport report = step_world(h);
    run_.recording.count(report);
    worst_.residual = std::max(worst_.residual, report.residual);
    worst_.iterations = std::max(worst_.iterations, report.iterations);
    if (report.status == SolveStatus::not_finite) return false;
    count_work(h);
    if (is_recorded) {
      run_.recording.add(world_.model(), world_.state());
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

  void add_external(double work) {
    external_ += work;
    energy_.put_in += std::max(0.0, work);
  }

  // Impulses times mean velocities, which for the linear motion is the change of kinetic energy exactly.
  void count_work(double h) {
    const sim::State& state = world_.state();
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
      const sim::BodyState& body = state.bodies[i];
      twists_[i] = 0.5 * (before_[i].twist() + body.twist());
      if (!moves_by_forces(static_cast<int>(i)) || (body.force.isZero(0.0) && body.torque.isZero(0.0))) continue;
      const Vec<6>& twist = twists_[i];
      add_external(body.force.dot(body.position - before_[i].position) + h * body.torque.dot(Vec<3>(twist.tail<3>())));
    }
    double moved = 0.0;  // by bodies that move as told
    for_each_contact(
        world_.model(), before_, state,
        [&](int a, int b, const Vec<3>& point, const Vec<3>& /*normal*/, const Vec<3>& force, const Vec<3>& torque) {
          const Vec<6>&twist_a = twist_of(a), &twist_b = twist_of(b);
          const auto power = [&](int body, const Vec<6>& twist) {
            const Vec<3> arm = point - before_[at(body)].position;
            return force.dot(velocity_at(twist, arm)) + torque.dot(Vec<3>(twist.tail<3>()));
          };
          const double of_a = power(a, twist_a), of_b = power(b, twist_b);
          dissipated_ -= h * (of_a - of_b);
          if (!moves_by_forces(a)) moved -= h * of_a;
          if (!moves_by_forces(b)) moved += h * of_b;
        });
    for (std::size_t j = 0; j < scene_.joints.size(); ++j) moved += count_joint(j, h);
    if (moved != 0.0) add_external(moved);
    const double potential = world_.potential_energy();
    energy_.put_in += std::max(0.0, potential_ - potential);
    potential_ = potential;
  }

  // A joint's drive is external, what else it takes is friction or a limit. Returns the work of a body that moves as told.
  double count_joint(std::size_t j, double h) {
    const sim::JointState& joint = world_.state().joints[j];
    const sim::Joint& model = *world_.model().joints[j];
    const auto power = [&](std::size_t side) {
      const int body = model.body[side];
      if (body == sim::the_world) return 0.0;
      const sim::BodyState& old = before_[at(body)];
      const Vec<6>& twist = twist_of(body);
      const Vec<3> arm = old.orientation * model.frame[side].position();
      return joint.reaction.head<3>().dot(velocity_at(twist, arm)) + joint.reaction.tail<3>().dot(twist.tail<3>());
    };
    const double of_a = power(0), of_b = power(1);
    const double drive = model.has_axis() ? joint.effort * (joint.position - old_joints_[j]) : 0.0;
    if (drive != 0.0) add_external(drive);
    dissipated_ += drive - h * (of_a - of_b);
    double moved = 0.0;
    if (!moves_by_forces(model.body[0])) moved -= h * of_a;
    if (model.body[1] != sim::the_world && !moves_by_forces(model.body[1])) moved += h * of_b;
    return moved;
  }

  void add_record() {
    const double kinetic = world_.kinetic_energy(), potential = world_.potential_energy();
    energy_.kinetic.push_back(kinetic);
    energy_.potential.push_back(potential);
    energy_.stored.push_back(0.0);
    energy_.external.push_back(external_);
    energy_.dissipated.push_back(dissipated_);
    energy_.unaccounted.push_back(external_ + start_ - kinetic - potential - dissipated_);
    run_.solver.push_back(worst_);
  }

  void add_pairs() {
    const std::size_t record = run_.recording.t.size() - 1;
    const sim::State& state = world_.state();
    for_each_contact(
        world_.model(), before_, state,
        [&](int a, int b, const Vec<3>& point, const Vec<3>& normal, const Vec<3>& force, const Vec<3>& torque) {
          PairRecord& pair = pair_of(a, b);
          extend(pair, record + 1);
          pair.force[record] += force;
          pair.torque[record] += torque + (point - before_[at(a)].position).cross(force);
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
  std::vector<sim::BodyState> before_;
  std::vector<Vec<6>> twists_;  // of the last step, its mean
  std::vector<double> old_joints_;
  RigidRun run_;
  std::map<std::pair<int, int>, std::size_t> pairs_;  // places in run_.pairs
  SolverRecord worst_;
  Energy energy_;
  double start_ = 0.0, potential_ = 0.0, external_ = 0.0, dissipated_ = 0.0;
};

}  // namespace

Ran run_rigid(const RigidScene& scene, const Progress& progress) {
  return RigidRunner(scene, progress).run();
}

}  // namespace stickslip::scene::detail
