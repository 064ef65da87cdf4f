#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/at.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/scene/build.hpp"
#include "stickslip/scene/detail/carried_weight.hpp"
#include "stickslip/scene/detail/contact_forces.hpp"
#include "stickslip/scene/detail/messages.hpp"
#include "stickslip/scene/detail/rigid_energy.hpp"
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

class RigidRunner {
 public:
  RigidRunner(const RigidScene& scene, const Progress& progress)
      : scene_(scene), progress_(progress), world_(world_of(scene, &run_.fitted)), energy_(scene, world_) {}

  Ran run() {
    const sim::RunOptions& options = scene_.run;
    // The last step is shorter where dt does not divide the time; a remainder of rounding is none.
    const auto whole = static_cast<long>(std::floor(options.until / options.dt * (1.0 + 1e-12)));
    const double rest = options.until - static_cast<double>(whole) * options.dt;
    const long steps = rest > 1e-9 * options.dt ? whole + 1 : whole;
    const long every = std::max(1L, std::lround(std::min(options.record_dt / options.dt, static_cast<double>(steps))));
    run_.recording.begin(world_.model(), world_.state(), scene_.record.bodies);
    add_record();
    for (long k = 0; k < steps; ++k) {
      const bool is_recorded = (k + 1) % every == 0 || k + 1 == steps;
      // Time counts steps: a sum of them would be off by the rounding of each.
      const double t = static_cast<double>(k) * options.dt;
      const double end = k + 1 < steps ? static_cast<double>(k + 1) * options.dt : options.until;
      if (!step(t, end, k < whole ? options.dt : rest, is_recorded)) break;
      progress_(static_cast<double>(k + 1) / static_cast<double>(steps));
    }
    run_.hints = carried_weight_hints(scene_, world_.model(), energy_.before(), world_.state());
    for (const auto& [pair, slide] : slides_) {
      if (slide.way > run_.extremes.slid.value) run_.extremes.slid = {slide.way, slide.t, pair.first, pair.second};
    }
    Ran ran{{}, run_.recording.t, energy_.finish(), run_.recording.report.status, run_.recording.steps};
    ran.records = std::move(run_);
    return ran;
  }

 private:
  // From t to `end` by h, which is the difference but for rounding. Whether it was taken.
  bool step(double t, double end, double h, bool is_recorded) {
    apply(scene_, t, h, world_);
    energy_.begin_step();
    const sim::StepReport report = step_world(h);
    run_.recording.count(report);
    worst_.residual = std::max(worst_.residual, report.residual);
    worst_.iterations = std::max(worst_.iterations, report.iterations);
    if (report.status == SolveStatus::not_finite) return false;
    count_step(h, end);
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

  void count_step(double h, double end) {
    run_.extremes.sticking = run_.extremes.sliding = 0;
    energy_.count_step(h, [&](const ContactForce& contact, const Vec<3>& slip) {
      const Vec<3> along = slip - slip.dot(contact.normal) * contact.normal;
      note_extremes(end, contact.a, contact.b, norm(contact.force), norm(along));
    });
    for (auto& [pair, slide] : slides_) slide.way += h * std::exchange(slide.speed, 0.0);
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

  void add_record() {
    energy_.add_record();
    run_.solver.push_back(worst_);
  }

  void add_pairs() {
    const std::size_t record = run_.recording.t.size() - 1;
    const sim::State& state = world_.state();
    for_each_contact(world_.model(), energy_.before(), state, [&](const ContactForce& contact) {
      const auto& [a, b, points, normal, force, torque, shock, is_ahead] = contact;
      if (!scene_.record.keeps_any(a, b)) return;
      // What a body received that is kept.
      const bool is_swapped = !scene_.record.keeps(a);
      PairRecord& pair = is_swapped ? pair_of(b, a) : pair_of(a, b);
      const auto about_centre = [&](int body, const Vec<3>& point) -> Vec<3> {
        return contact.torque + (point - energy_.before()[at(body)].position).cross(contact.force);
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
  RigidEnergy energy_;
  std::map<std::pair<int, int>, std::size_t> pairs_;  // places in run_.pairs
  std::map<std::pair<int, int>, Slide> slides_;
  SolverRecord worst_;
};

}  // namespace

Ran run_rigid(const RigidScene& scene, const Progress& progress) {
  return RigidRunner(scene, progress).run();
}

}  // namespace stickslip::scene::detail
