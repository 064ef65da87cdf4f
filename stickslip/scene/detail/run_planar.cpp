#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/core/shortened.hpp"
#include "stickslip/scene/build.hpp"
#include "stickslip/scene/detail/bounds.hpp"
#include "stickslip/scene/detail/moved_body.hpp"
#include "stickslip/scene/detail/runner.hpp"
#include "stickslip/sim/simulate.hpp"

namespace stickslip::scene::detail {

namespace {

constexpr double most_records = 5e6, most_deflections = 1e8;

// Why friction may give energy; empty where it takes it.
std::string law_that_gives(const PlanarContact& contact) {
  const bool is_lugre = std::holds_alternative<friction::LuGre>(contact.law);
  if (contact.options.model == PatchModel::reduced && (is_lugre || contact.options.stick == patch::Stick::paper))
    return is_lugre ? "the reduced patch with LuGre" : "the reduced patch with stick: paper";
  const bool is_passive = std::visit([](const auto& law) { return law.is_passive(); }, contact.law);
  return is_passive ? "" : "the law of friction";
}

// One body. Work and heat are summed up while stepping, so that records are all that is held.
template <class Patch>
class BodyRunner {
 public:
  BodyRunner(const Patch& patch, const PlanarSceneBody& body, const PlanarScene& scene, bool is_kept,
             const Progress& progress)
      : patch_(patch), body_(body), load_(sum_of(body.loads)) {
    options_ = scene.run;
    options_.contacts = body.contact.options.count;
    options_.frame = body.contact.options.frame;
    options_.progress = progress;
    options_.record_bristles = scene.record.bristles && is_kept;
    options_.record_energy = true;
    const double deflections = options_.t_end / options_.record_dt * static_cast<double>(patch.state().values().size());
    if (options_.record_bristles && deflections > most_deflections) {
      throw InvalidArgument("record.bristles would keep " + to_text(std::round(deflections)) +
                            " deflections, must be at most 1e8: a longer run.record_dt keeps fewer");
    }
  }

  PlanarTrack run(Energy& energy) {
    Energy watched;
    options_.watch = [&watched](double t, double dissipated) {
      if (t == 0.0) watched = {};  // the run is repeated
      watched.watch(dissipated);
    };
    sim::Trajectory path =
        body_.motion ? move(patch_, body_, options_)
                     : sim::simulate(patch_, body_.body, load_, body_.contact.normal_force.signal(), options_);
    sum_energy(path, watched.largest_fall, energy);
    PlanarTrack track{.body = body_.name, .contact = body_.contact.name, .trajectory = std::move(path)};
    track.bristles = std::move(track.trajectory.bristles);
    track.trajectory.bristles.clear();
    return track;
  }

 private:
  void sum_energy(const sim::Trajectory& path, double largest_fall, Energy& energy) const {
    const Vec<3> mass =
        body_.motion ? Vec<3>(Vec<3>::Zero()) : Vec<3>(body_.body.mass, body_.body.mass, body_.body.inertia);
    for (std::size_t row = 0; row < path.t.size(); ++row) {
      const sim::PlanarEnergy& at = path.energy[row];
      energy.add({.kinetic = 0.5 * path.twist[row].cwiseAbs2().dot(mass),
                  .stored = at.stored,
                  .external = at.load + at.normal,
                  .dissipated = at.dissipated});
    }
    energy.largest_fall = std::max(energy.largest_fall, largest_fall);
    energy.finish();
    energy.has_moved = std::any_of(path.pose.begin(), path.pose.end(), [&](const Pose2& pose) {
      return pose.coordinates() != path.pose.front().coordinates();
    });
    judge_bristles(energy, law_that_gives(body_.contact));
  }

  const Patch& patch_;
  const PlanarSceneBody& body_;
  Signal<Wrench2> load_;
  sim::SimulationOptions options_;
};

PlanarTrack run_body(const PlanarSceneBody& body, const PlanarScene& scene, bool is_kept, const Progress& progress,
                     Energy& energy) {
  if (body.contact.options.model == PatchModel::distributed) {
    const patch::DistributedPatch patch = distributed_patch_of(body.contact);
    return BodyRunner(patch, body, scene, is_kept, progress).run(energy);
  }
  const patch::ReducedPatch patch = reduced_patch_of(body.contact);
  return BodyRunner(patch, body, scene, is_kept, progress).run(energy);
}

// What the bodies have together; as many records as the shortest.
void add(Energy& sum, const Energy& one) {
  const auto add_to = [](std::vector<double>& to, const std::vector<double>& from) {
    if (to.empty()) {
      to = from;
      return;
    }
    to.resize(std::min(to.size(), from.size()));
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
  };
  add_to(sum.kinetic, one.kinetic);
  add_to(sum.potential, one.potential);
  add_to(sum.stored, one.stored);
  add_to(sum.external, one.external);
  add_to(sum.dissipated, one.dissipated);
  add_to(sum.corrected, one.corrected);
  add_to(sum.unaccounted, one.unaccounted);
  sum.largest_fall = std::max(sum.largest_fall, one.largest_fall);
  sum.put_in += one.put_in;
  sum.has_moved = sum.has_moved || one.has_moved;
}

}  // namespace

void judge_bristles(Energy& energy, const std::string& law_that_gives) {
  double exchanged = 0.0, before = 0.0, most = 0.0;
  for (const double stored : energy.stored) {
    exchanged += std::abs(stored - std::exchange(before, stored));
    most = std::max(most, stored);
  }
  const double missed = std::max(exchanged, 2.0 * most);
  energy.bounds = bounds_of_bristles;
  energy.bounds.unresolved = missed / std::max(energy.put_in, missed);
  energy.reason = "the steps are long for the motion of the bristles, which take up and give back " +
                  shortened(missed) + " J; a shorter dt brings it nearer";
  energy.bounds.may_give = !law_that_gives.empty();
  energy.law = law_that_gives;
}

Ran run_planar(const PlanarScene& scene, const Progress& progress) {
  Ran ran;
  ran.energy.has_moved = false;
  PlanarRun run;
  // What memory holds.
  if (scene.run.t_end / scene.run.record_dt > most_records) {
    throw InvalidArgument("run.record_dt = " + to_text(scene.run.record_dt) + " must be at least until/5e6 [s]");
  }
  const auto count = static_cast<double>(scene.bodies.size());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const bool is_kept = scene.record.keeps(static_cast<int>(i));
    Energy energy;
    PlanarTrack track;
    try {
      const auto share_done = [&](double share) { progress((static_cast<double>(i) + share) / count); };
      track = run_body(scene.bodies[i], scene, is_kept, share_done, energy);
    } catch (const InvalidArgument& error) {
      std::string text = error.what();
      if (text.starts_with("simulate: ")) text.erase(0, 10);
      throw InvalidArgument("bodies." + scene.bodies[i].name + ": " + text);
    }
    add(ran.energy, energy);
    if (energy.has_moved || energy.judgement() == Judgement::fail)
      ran.energy.parts.push_back({scene.bodies[i].name, energy.verdicts()});
    const sim::Trajectory& path = track.trajectory;
    ran.status = worse(ran.status, path.report.status);
    ran.steps += path.steps;
    if (ran.t.empty() || path.t.size() < ran.t.size()) ran.t = path.t;
    if (is_kept) run.tracks.push_back(std::move(track));
  }
  judge_bristles(ran.energy, "");  // by its parts
  ran.records = std::move(run);
  return ran;
}

}  // namespace stickslip::scene::detail
