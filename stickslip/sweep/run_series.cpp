#include "stickslip/sweep/run_series.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/mistake.hpp"

namespace stickslip::sweep {

namespace {

using scene::SceneRun;

// One component of a list of vectors.
template <class Vectors>
std::vector<double> component(const Vectors& vectors, int i) {
  std::vector<double> values;
  values.reserve(vectors.size());
  for (const auto& vector : vectors) values.push_back(vector[i]);
  return values;
}

void add_planar(const scene::PlanarScene& scene, std::vector<RunSeries>& all) {
  std::size_t track = 0;  // of the body, among those that are kept
  for (std::size_t body = 0; body < scene.bodies.size(); ++body) {
    if (!scene.record.keeps(static_cast<int>(body))) continue;
    for (const sim::TrajectoryField& field : sim::trajectory_fields) {
      if (field.name == "t") continue;
      const bool is_of_contact = field.name == "normal_force" || field.name == "wrench";
      const std::string& owner = is_of_contact ? scene.bodies[body].contact.name : scene.bodies[body].name;
      for (std::size_t i = 0; i < field.width(); ++i) {
        std::string name = owner;
        name.append(".").append(field.name);
        if (field.width() > 1) name.append(".").append(field.columns[i].name);
        all.push_back({name, std::string(field.columns[i].unit), [track, &field, i](const SceneRun& run) {
                         const auto& path = std::get<scene::PlanarRun>(run.records()).tracks[track].trajectory;
                         std::vector<double> values;
                         for (std::size_t k = 0; k < path.t.size(); ++k) values.push_back(field.entry(path, k, i));
                         return values;
                       }});
      }
    }
    ++track;
  }
}

void add_bodies(const scene::RigidScene& scene, std::vector<RunSeries>& all) {
  for (std::size_t body = 0; body < scene.bodies.size(); ++body) {
    if (!scene.record.keeps(static_cast<int>(body))) continue;
    const auto add = [&](const char* what, const char* axes, const char* unit, auto member) {
      for (int i = 0; axes[i] != '\0'; ++i) {
        all.push_back({scene.bodies[body].name + "." + what + "." + axes[i], unit, [=](const SceneRun& run) {
                         const auto& recording = std::get<scene::RigidRun>(run.records()).recording;
                         return component(recording[static_cast<int>(body)].*member, i);
                       }});
      }
    };
    add("position", "xyz", "m", &sim::BodyRecord::position);
    add("orientation", "wxyz", "1", &sim::BodyRecord::orientation);
    add("velocity", "xyz", "m/s", &sim::BodyRecord::velocity);
    add("angular_velocity", "xyz", "rad/s", &sim::BodyRecord::angular_velocity);
  }
}

void add_joints(const scene::RigidScene& scene, std::vector<RunSeries>& all) {
  for (std::size_t joint = 0; joint < scene.joints.size(); ++joint) {
    const bool turns = scene.joints[joint].kind == sim::JointKind::hinge;
    if (!scene.joints[joint].has_position()) continue;
    if (!scene.record.keeps_any(scene.joints[joint].a, scene.joints[joint].b)) continue;
    const auto add = [&](const char* what, const char* unit, auto member) {
      all.push_back({scene.joints[joint].name + "." + what, unit, [=](const SceneRun& run) {
                       const auto& recording = std::get<scene::RigidRun>(run.records()).recording;
                       return recording.joint(static_cast<int>(joint)).*member;
                     }});
    };
    add("position", turns ? "rad" : "m", &sim::JointRecord::position);
    add("velocity", turns ? "rad/s" : "m/s", &sim::JointRecord::velocity);
    add("effort", turns ? "N m" : "N", &sim::JointRecord::effort);
  }
}

void add_solver(std::vector<RunSeries>& all) {
  const auto add = [&](const char* name, auto member) {
    all.push_back({name, "1", [=](const SceneRun& run) {
                     std::vector<double> values;
                     for (const auto& record : std::get<scene::RigidRun>(run.records()).solver) {
                       values.push_back(static_cast<double>(record.*member));
                     }
                     return values;
                   }});
  };
  add("solver.residual", &scene::SolverRecord::residual);
  add("solver.iterations", &scene::SolverRecord::iterations);
}

void add_point(const scene::PointScene& scene, std::vector<RunSeries>& all) {
  for (std::size_t i = 0; i < scene.position.size(); ++i) {
    const std::string axis(1, "xyz"[i]);
    all.push_back({"point.position." + axis, "m",
                   [i](const SceneRun& run) { return std::get<scene::PointRun>(run.records()).position[i]; }});
    all.push_back({"point.force." + axis, "N",
                   [i](const SceneRun& run) { return std::get<scene::PointRun>(run.records()).force[i]; }});
  }
  all.push_back({"point.normal_force", "N",
                 [](const SceneRun& run) { return std::get<scene::PointRun>(run.records()).normal_force; }});
}

void add_energy(std::vector<RunSeries>& all) {
  const auto add = [&](const char* name, auto member) {
    all.push_back({name, "J", [=](const SceneRun& run) { return run.energy().*member; }});
  };
  add("energy.kinetic", &scene::Energy::kinetic);
  add("energy.potential", &scene::Energy::potential);
  add("energy.stored", &scene::Energy::stored);
  add("energy.external", &scene::Energy::external);
  add("energy.dissipated", &scene::Energy::dissipated);
  add("energy.corrected", &scene::Energy::corrected);
  add("energy.unaccounted", &scene::Energy::unaccounted);
}

// None where there is no such body.
std::optional<int> place_of(const scene::RigidScene& scene, const std::string& name) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].name == name) return static_cast<int>(i);
  }
  return {};
}

// What follows "<a>__<b>.".
std::vector<RunSeries> series_of_pair(const std::string& a, const std::string& b) {
  std::vector<RunSeries> all;
  const std::string of = a + "__" + b + ".";
  for (int i = 0; i < 3; ++i) {
    const char axis = "xyz"[i];
    all.push_back({of + "force." + axis, "N", [=](const SceneRun& run) { return component(run.pair(a, b).force, i); }});
    all.push_back(
        {of + "torque." + axis, "N m", [=](const SceneRun& run) { return component(run.pair(a, b).torque, i); }});
  }
  all.push_back({of + "normal_force", "N", [=](const SceneRun& run) { return run.pair(a, b).normal_force; }});
  all.push_back({of + "contacts", "1", [=](const SceneRun& run) {
                   const std::vector<int> counts = run.pair(a, b).contacts;
                   return std::vector<double>(counts.begin(), counts.end());
                 }});
  return all;
}

// Of a rigid scene, where the name is that of two bodies.
std::vector<RunSeries> pair_series(const scene::SceneDescription& description, const std::string& name) {
  const auto* rigid = std::get_if<scene::RigidScene>(&description.model());
  const auto between = name.find("__"), dot = name.find('.');
  if (rigid == nullptr || between == std::string::npos || dot == std::string::npos || dot < between) return {};
  const std::string a = name.substr(0, between), b = name.substr(between + 2, dot - between - 2);
  const std::optional<int> receiver = place_of(*rigid, a);
  if (!receiver || !place_of(*rigid, b)) return {};
  if (!rigid->record.keeps(*receiver)) {
    throw InvalidArgument("series '" + name + "' is not kept: record.bodies of the scene does not list '" + a + "'");
  }
  if (!rigid->record.contacts) {
    throw InvalidArgument("series '" + name + "' is not kept: record.contacts of the scene is false");
  }
  return series_of_pair(a, b);
}

}  // namespace

std::vector<RunSeries> series_of(const scene::SceneDescription& scene) {
  std::vector<RunSeries> all;
  if (const auto* rigid = std::get_if<scene::RigidScene>(&scene.model())) {
    add_bodies(*rigid, all);
    add_joints(*rigid, all);
    add_solver(all);
  } else if (const auto* planar = std::get_if<scene::PlanarScene>(&scene.model())) {
    add_planar(*planar, all);
  } else {
    add_point(std::get<scene::PointScene>(scene.model()), all);
  }
  add_energy(all);
  return all;
}

RunSeries find_series(const scene::SceneDescription& scene, const std::string& name) {
  std::vector<RunSeries> all = pair_series(scene, name);
  if (all.empty()) all = series_of(scene);
  std::vector<std::string> names;
  for (RunSeries& one : all) {
    if (one.name == name) return std::move(one);
    names.push_back(one.name);
  }
  const std::string near = scene::suggestion(name, names);
  std::string some;
  if (near.empty()) {
    constexpr std::size_t most = 6;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) some += (i == 0 ? "; there are: " : ", ") + names[i];
    if (names.size() > most) some += ", …";
  }
  throw InvalidArgument("runs of the scene have no series '" + name + "'" + near + some);
}

}  // namespace stickslip::sweep
