#include "stickslip/scene/run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/core/shortened.hpp"
#include "stickslip/core/version.hpp"
#include "stickslip/record/timestamp.hpp"
#include "stickslip/scene/detail/runner.hpp"
#include "stickslip/scene/scene_schema.hpp"

namespace stickslip::scene {

namespace {

// The place of a name in a list of things that have one.
template <class Named>
std::size_t place_of(const std::vector<Named>& all, const std::string& name, const char* what) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
  std::string there;
  for (const Named& one : all) there.append(there.empty() ? "" : ", ").append(one.name);
  throw InvalidArgument(std::string("the run has no ") + what + " '" + name + "'; there are: " + there);
}

// The place of a body of a scene, which must be kept.
template <class Scene>
std::size_t kept_body(const Scene& scene, const std::string& name) {
  const std::size_t place = place_of(scene.bodies, name, "body");
  if (scene.record.keeps(static_cast<int>(place))) return place;
  throw InvalidArgument("the run kept nothing of the body '" + name + "': record.bodies does not list it");
}

template <class Kind, class Variant>
const Kind& as(const Variant& variant, const char* what) {
  if (const auto* kind = std::get_if<Kind>(&variant)) return *kind;
  throw InvalidArgument(std::string("only a ") + what);
}

// What the second received from the first.
PairRecord seen_from_second(PairRecord pair) {
  for (Vec<3>& force : pair.force) force = -force;
  std::swap(pair.torque, pair.reaction);
  std::swap(pair.a, pair.b);
  return pair;
}

record::Series energy_series(const std::vector<double>& t, const Energy& energy) {
  return {"energy",
          "Where the energy went",
          {{"t", "s", t},
           {"kinetic", "J", energy.kinetic},
           {"potential", "J", energy.potential},
           {"stored", "J", energy.stored},
           {"external", "J", energy.external},
           {"dissipated", "J", energy.dissipated},
           {"corrected", "J", energy.corrected},
           {"unaccounted", "J", energy.unaccounted}}};
}

record::Figure energy_figure(const Energy& energy) {
  const auto line = [](const char* column) {
    return record::Mark{.kind = record::MarkKind::line, .series = "energy", .columns = {"t", column}, .label = column};
  };
  return {
      .name = "energy",
      .title = "Energy",
      .caption =
          "External: work of loads, drives, prescribed motions and changing normal forces since the start. "
          "Dissipated: by friction and impacts since the start. Corrected: taken by displacements that push apart what "
          "overlaps and close joints. Balance: " +
          energy.summary() + ".",
      .panels = {{.title = "",
                  .x = {.label = "time", .unit = "s"},
                  .y = {.label = "energy", .unit = "J"},
                  .marks = {line("kinetic"), line("potential"), line("stored"), line("external"), line("dissipated"),
                            line("corrected")}}}};
}

}  // namespace

std::vector<std::string> RigidRun::fitted_lines(const RigidScene& scene) const {
  constexpr std::size_t most_lines = 4;
  constexpr double rounding = 1e-9;  // of the velocities before and after
  struct Line {
    double change;  // [m/s or rad/s]
    std::string text;
  };
  std::vector<Line> lines;
  for (const sim::FittedVelocity& body : fitted) {
    const auto say = [&](const char* what, const Vec<3>& before, const Vec<3>& after, const char* unit) {
      const double size = norm(before) + norm(after), change = norm(Vec<3>(after - before));
      if (change <= rounding * size) return;
      const auto text_of = [size](const Vec<3>& v) {
        std::string text = "(";
        for (int k = 0; k < 3; ++k)
          text += (k > 0 ? ", " : "") + shortened(std::abs(v[k]) <= rounding * size ? 0.0 : v[k]);
        return text + ")";
      };
      lines.push_back({change, std::string(what) + " of " + scene.bodies[static_cast<std::size_t>(body.body)].name +
                                   " fitted to its joints: " + text_of(after) + " " + unit + ", was " +
                                   text_of(before)});
    };
    say("velocity", body.before.head<3>(), body.after.head<3>(), "m/s");
    say("angular velocity", body.before.tail<3>(), body.after.tail<3>(), "rad/s");
  }
  std::ranges::stable_sort(lines, std::ranges::greater{}, &Line::change);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i) texts.push_back(std::move(lines[i].text));
  if (lines.size() > most_lines)
    texts.push_back("and " + std::to_string(lines.size() - most_lines) + " more velocities, by less");
  return texts;
}

SceneRun::SceneRun(SceneDescription scene, Records records, std::vector<double> t, Energy energy, SolveStatus status,
                   long steps, double seconds)
    : scene_(std::move(scene)),
      records_(std::move(records)),
      t_(std::move(t)),
      energy_(std::move(energy)),
      status_(status),
      steps_(steps),
      seconds_(seconds) {}

double SceneRun::until() const noexcept {
  if (const auto* rigid = std::get_if<RigidScene>(&scene_.model())) return rigid->run.until;
  if (const auto* planar = std::get_if<PlanarScene>(&scene_.model())) return planar->run.t_end;
  return std::get<PointScene>(scene_.model()).run.until;
}

bool SceneRun::ended_early() const noexcept {
  return t_.empty() || t_.back() < until() * (1.0 - 1e-9);
}

bool SceneRun::fails() const {
  return ended_early() || energy_.judgement() == Judgement::fail;
}

const sim::BodyRecord& SceneRun::body(const std::string& name) const {
  const auto& scene = as<RigidScene>(scene_.model(), "rigid scene has records of bodies in space");
  return std::get<RigidRun>(records_).recording[static_cast<int>(kept_body(scene, name))];
}

const sim::JointRecord& SceneRun::joint(const std::string& name) const {
  const auto& scene = as<RigidScene>(scene_.model(), "rigid scene has joints");
  const std::size_t place = place_of(scene.joints, name, "joint");
  if (!scene.record.keeps_any(scene.joints[place].a, scene.joints[place].b)) {
    throw InvalidArgument("the run kept nothing of the joint '" + name +
                          "': record.bodies lists neither of its bodies");
  }
  return std::get<RigidRun>(records_).recording.joint(static_cast<int>(place));
}

const PlanarTrack& SceneRun::track(const std::string& body_or_contact) const {
  const auto& scene = as<PlanarScene>(scene_.model(), "planar scene has tracks of bodies");
  const auto& tracks = std::get<PlanarRun>(records_).tracks;
  for (const auto name : {&PlanarTrack::body, &PlanarTrack::contact}) {
    for (const PlanarTrack& track : tracks) {
      if (track.*name == body_or_contact) return track;
    }
  }
  for (const PlanarSceneBody& body : scene.bodies) {
    if (body.contact.name == body_or_contact) static_cast<void>(kept_body(scene, body.name));
  }
  return tracks[kept_body(scene, body_or_contact)];
}

PairRecord SceneRun::pair(const std::string& a, const std::string& b) const {
  const auto& scene = as<RigidScene>(scene_.model(), "rigid scene has pairs of bodies");
  const auto& run = std::get<RigidRun>(records_);
  const int i = static_cast<int>(kept_body(scene, a)), j = static_cast<int>(place_of(scene.bodies, b, "body"));
  if (!scene.record.contacts) throw InvalidArgument("the run kept no contacts: record.contacts is false");
  for (const PairRecord& pair : run.pairs) {
    if (pair.a == i && pair.b == j) return pair;
    if (pair.a == j && pair.b == i) return seen_from_second(pair);
  }
  const std::vector<Vec<3>> nothing(t_.size(), Vec<3>::Zero());
  return {.a = i,
          .b = j,
          .force = nothing,
          .torque = nothing,
          .reaction = nothing,
          .normal_force = std::vector<double>(t_.size(), 0.0),
          .contacts = std::vector<int>(t_.size(), 0)};
}

record::Result SceneRun::result() const {
  record::Result result;
  result.name = scene_.name();
  result.title = scene_.title().empty() ? scene_.name() : scene_.title();
  result.source = "a scene: " + std::string(name_of(kind_of(scene_.node())));
  result.version = version;
  result.made = record::utc_now();
  result.seconds = seconds_;
  result.parameters = {{"status", std::string(name_of(status_))},
                       {"steps", static_cast<double>(steps_)},
                       {"until", until(), "s"},
                       {"energy", energy_.summary()}};
  if (ended_early()) result.parameters.push_back({"ended early at", t_.empty() ? 0.0 : t_.back(), "s"});
  for (const Override& change : scene_.overrides()) result.parameters.push_back({"set " + change.path, change.value});
  if (const auto* rigid = std::get_if<RigidRun>(&records_)) {
    detail::show_rigid(std::get<RigidScene>(scene_.model()), *rigid, result);
  } else if (const auto* planar = std::get_if<PlanarRun>(&records_)) {
    detail::show_planar(std::get<PlanarScene>(scene_.model()), *planar, result);
  } else {
    detail::show_point(std::get<PointScene>(scene_.model()), t_, std::get<PointRun>(records_), result);
  }
  result.series.push_back(energy_series(t_, energy_));
  result.figures.push_back(energy_figure(energy_));
  for (const EnergyVerdict& verdict : energy_.verdicts()) {
    const std::string quantity = verdict.quantity + ", of the energy of the scene";
    if (verdict.judgement == Judgement::not_judged) {
      result.parameters.push_back({"not judged: " + quantity, verdict.share});
    } else {
      result.checks.push_back(record::at_most(quantity, "1", verdict.bound, verdict.share));
    }
  }
  result.checks.push_back(record::at_least("time that was run, of what was asked for", "1", 1.0,
                                           ended_early() ? (t_.empty() ? 0.0 : t_.back() / until()) : 1.0));
  result.parameters.push_back({"scene file", scene_.text()});
  return result;
}

SceneRun run(const SceneDescription& scene, const Progress& progress) {
  const auto begin = std::chrono::steady_clock::now();
  double reported = 0.0;
  const Progress watched = [&](double share) {
    reported = share;
    progress(share);
  };
  detail::Ran ran = [&] {
    if (const auto* rigid = std::get_if<RigidScene>(&scene.model())) return detail::run_rigid(*rigid, watched);
    if (const auto* planar = std::get_if<PlanarScene>(&scene.model())) return detail::run_planar(*planar, watched);
    return detail::run_point(std::get<PointScene>(scene.model()), watched);
  }();
  if (reported < 1.0) progress(1.0);  // it ended early
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return {scene, std::move(ran.records), std::move(ran.t), std::move(ran.energy), ran.status, ran.steps, seconds};
}

}  // namespace stickslip::scene
