#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "stickslip/scene/detail/builder.hpp"
#include "stickslip/scene/detail/laws.hpp"
#include "stickslip/scene/detail/pressures.hpp"
#include "stickslip/scene/detail/profiles.hpp"
#include "stickslip/scene/field_schema.hpp"

namespace stickslip::scene::detail {

namespace {

// A square with the body's inertia, unless the scene says what it looks like.
std::vector<Vec<2>> outline_of(const Node& node, const sim::PlanarBody& body) {
  if (const Node* outline = given(node, "outline")) return vectors_of<2>(*outline);
  const double half = std::isfinite(body.inertia / body.mass) ? std::sqrt(1.5 * body.inertia / body.mass) : 0.02;
  return {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
}

// Of a run that ends at a known time; 0: it is not known.
Profile normal_force_of(const Node& map, double until, const SceneFiles& files) {
  return at_key(map, "normal_force", [&](const Node& node) {
    const Profile profile = profile_of(node, files);
    constexpr double most = std::numeric_limits<double>::max();
    if (until > 0.0) require_between(profile, until, 0.0, most, node, "finite and >= 0 [N]");
    return profile;
  });
}

PlanarContact contact_of(const NodeEntry& entry, double until, const SceneFiles& files) {
  const Node& node = entry.value;
  const auto law = [&](const Node& value) { return made(law_kinds<patch::AnyBristleLaw>(), value, files); };
  const auto pressure = [&](const Node& value) { return made(pressure_kinds(), value, files); };
  PlanarContact contact{.name = entry.key,
                        .law = at_key(node, "law", law),
                        .pressure = at_key(node, "pressure", pressure),
                        .options = read_fields<ContactOptions>(node),
                        .normal_force = normal_force_of(node, until, files)};
  const bool is_reduced = contact.options.model == PatchModel::reduced;
  if (const auto* spread = std::get_if<patch::Pressure>(&contact.pressure)) {
    if (is_reduced && !(spread->r() > 0.0)) {
      throw WrongAt(node.find("pressure")->place(), "a single point has no torsional bristle: take model: distributed");
    }
  } else if (is_reduced && contact.options.surface == PatchSurface::ellipsoid) {
    throw WrongAt(node.find("surface")->place(), "a contact that follows the load has no ellipsoid: take table",
                  "surface");
  }
  const auto shapes = [&](const Node& value) {
    if (until > 0.0) require_shapes(contact.pressure, contact.normal_force, until, value);
  };
  at_key(node, "pressure", shapes);
  return contact;
}

// In place of one that is wrong, so that its body can be checked.
PlanarContact any_contact(const std::string& name) {
  return {.name = name,
          .law = friction::LuGre({.sigma0 = 1.0, .mu_c = 1.0, .mu_s = 1.0}),
          .pressure = patch::Pressure::disc(1.0),
          .options = {},
          .normal_force = 1.0};
}

// At the value of a key of the map, or at the map where the key has a default.
[[noreturn]] void refuse_at(const Node& map, const char* key, const std::string& text) {
  const Node* const value = given(map, key);
  throw WrongAt(value == nullptr ? map.place() : value->place(), text);
}

std::string at_most(const char* key, double value, const char* bound, double most) {
  return std::string(key) + " = " + to_text(value) + " must be at most " + bound + " = " + to_text(most) + " [s]";
}

// A run keeps its steps, or its records where steps are chosen by tol.
sim::SimulationOptions planar_run(const Node& run) {
  constexpr double most_steps = 2e7;
  sim::SimulationOptions options;
  read_fields(run, options);
  const double until = options.t_end = read_fields<PlanarRunOptions>(run).until;
  require_at(run, check_fields(options));
  if (until / options.record_dt > most_steps) {
    refuse_at(run, "record_dt", "record_dt = " + to_text(options.record_dt) + " must be at least until/2e7 [s]");
  }
  if (options.dt && *options.dt > until) refuse_at(run, "dt", at_most("dt", *options.dt, "until", until));
  if (options.dt && *options.dt > options.record_dt) {
    refuse_at(run, "dt", at_most("dt", *options.dt, "record_dt", options.record_dt));
  }
  if (!options.tol && until / options.dt.value_or(1e-3) > most_steps) {
    refuse_at(run, "dt", "dt = " + to_text(options.dt.value_or(1e-3)) + " must be at least until/2e7 [s]");
  }
  return options;
}

PointRunOptions point_run(const Node& run) {
  constexpr double most_samples = 1e9, most_records = 1e7;
  auto options = read_fields<PointRunOptions>(run);
  if (given(run, "dt") == nullptr) options.dt = std::min(options.dt, options.until);
  if (options.dt > options.until) refuse_at(run, "dt", at_most("dt", options.dt, "until", options.until));
  if (options.until / options.dt > most_samples) {
    refuse_at(run, "dt", "dt = " + to_text(options.dt) + " must be at least until/1e9 [s]");
  }
  if (options.until / std::max(options.record_dt, options.dt) > most_records) {
    refuse_at(run, "record_dt", "record_dt = " + to_text(options.record_dt) + " must be at least until/1e7 [s]");
  }
  return options;
}

PlanarSceneBody body_of(const NodeEntry& entry, PlanarContact contact, const SceneFiles& files) {
  const Node& node = entry.value;
  PlanarSceneBody body{.name = entry.key, .body = read_fields<sim::PlanarBody>(node), .contact = std::move(contact)};
  body.body.pose = Pose2::from_coordinates(vector_or<3>(node, "pose", Vec<3>::Zero()));
  body.body.twist = vector_or<3>(node, "twist", Vec<3>::Zero());
  if (given(node, "motion") != nullptr) {
    body.motion = at_key(node, "motion", [&](const Node& list) { return profiles_of<3>(list, files); });
    if (const Node* twist = given(node, "twist")) {
      throw WrongAt(twist->place(), "a body with a prescribed motion has no twist of its own");
    }
  } else {
    for (const char* key : {"mass", "inertia"}) {
      if (given(node, key) == nullptr) throw InvalidArgument(std::string("the key '") + key + "' is missing");
    }
  }
  body.outline = outline_of(node, body.body);
  return body;
}

}  // namespace

PlanarScene planar_scene(const Source& source, Mistakes& mistakes) {
  const Node& root = source.root;
  PlanarScene scene;
  double until = 0.0;
  if (const Node* run = source.good("run")) {
    attempt(mistakes, *run, "run", [&] {
      scene.run = planar_run(*run);
      until = scene.run.t_end;
    });
  }
  // The contact of each body.
  std::map<std::string, PlanarContact> contacts;
  for (const NodeEntry& entry : entries_of(root, "contacts")) {
    const Node* const body = entry.value.find("body");
    if (!source.has(&entry.value)) {
      if (source.has(body)) contacts.emplace(body->text(), any_contact(entry.key));
      continue;
    }
    attempt(mistakes, entry.value, "contacts." + entry.key, [&] {
      const auto [there, is_new] = contacts.emplace(body->text(), any_contact(entry.key));
      if (!is_new) {
        throw WrongAt(body->place(), "the body '" + body->text() + "' has the contact '" + there->second.name +
                                         "' already; a planar body has one, of which count says how many equal ones");
      }
      there->second = contact_of(entry, until, source.files);
    });
  }
  const bool knows_contacts = source.has(root.find("contacts"));
  for (const NodeEntry& entry : entries_of(root, "bodies")) {
    if (!source.has(&entry.value)) continue;
    attempt(mistakes, entry.value, "bodies." + entry.key, [&] {
      const auto contact = contacts.find(entry.key);
      const bool is_held = contact != contacts.end();
      if (!is_held && knows_contacts) throw InvalidArgument("no contact holds or carries it");
      scene.bodies.push_back(body_of(entry, is_held ? contact->second : any_contact(""), source.files));
    });
  }
  for (const NodeEntry& entry : entries_of(root, "loads")) {
    if (!source.has(&entry.value)) continue;
    attempt(mistakes, entry.value, "loads." + entry.key, [&] {
      const Node& name = *entry.value.find("body");
      const auto wrench = [&](const Node& list) { return profiles_of<3>(list, source.files); };
      const Profiles<3> profiles = at_key(entry.value, "wrench", wrench);
      const auto body = std::find_if(scene.bodies.begin(), scene.bodies.end(),
                                     [&](const PlanarSceneBody& one) { return one.name == name.text(); });
      if (body == scene.bodies.end()) return;  // it is wrong itself
      if (body->motion) throw WrongAt(name.place(), "a load on a body with a prescribed motion moves nothing");
      body->loads.push_back(profiles);
    });
  }
  if (const Node* gravity = source.good("gravity")) {
    attempt(mistakes, *gravity, "gravity", [&] {
      const Profiles<2> g = profiles_of<2>(*gravity, source.files);
      for (PlanarSceneBody& body : scene.bodies) {
        if (!body.motion) body.loads.push_back({g[0].times(body.body.mass), g[1].times(body.body.mass), 0.0});
      }
    });
  }
  if (const Node* record = source.good("record")) scene.record = record_of(root, *record);
  if (scene.bodies.empty() && mistakes.empty()) {
    mistakes.add(root.find("bodies")->place(), "bodies: the scene has none, must have at least one");
  }
  return scene;
}

PointScene point_scene(const Source& source, Mistakes& mistakes) {
  const Node& root = source.root;
  // A law of any parameters, until there is the scene's.
  PointScene scene{.law = friction::Coulomb({.mu_c = 1.0, .mu_s = 1.0}), .position = {}, .run = {}};
  double until = 0.0;
  if (const Node* run = source.good("run")) {
    attempt(mistakes, *run, "run", [&] {
      scene.run = point_run(*run);
      until = scene.run.until;
    });
  }
  if (const Node* law = source.good("law")) {
    attempt(mistakes, *law, "law", [&] { scene.law = made(law_kinds<friction::AnyLaw>(), *law, source.files); });
  }
  if (const Node* position = source.good("position")) {
    attempt(mistakes, *position, "position", [&] {
      for (const Node& component : position->items()) {
        scene.position.push_back(profile_of(component, source.files));
        constexpr double farthest = 1e9;
        if (until > 0.0)
          require_between(scene.position.back(), until, -farthest, farthest, component, "at most 1e9 in size [m]");
      }
    });
  }
  if (source.good("normal_force") != nullptr) {
    attempt(mistakes, root, "", [&] { scene.normal_force = normal_force_of(root, until, source.files); });
  }
  return scene;
}

}  // namespace stickslip::scene::detail
