#include <algorithm>
#include <cmath>
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

PlanarContact contact_of(const NodeEntry& entry, const SceneFiles& files) {
  const Node& node = entry.value;
  PlanarContact contact{.name = entry.key,
                        .law = made(law_kinds<patch::AnyBristleLaw>(), *node.find("law"), files),
                        .pressure = made(pressure_kinds(), *node.find("pressure"), files),
                        .options = read_fields<ContactOptions>(node),
                        .normal_force = profile_of(*node.find("normal_force"), files)};
  if (contact.options.model == PatchModel::reduced && !(contact.pressure.r() > 0.0)) {
    throw WrongAt(node.find("pressure")->place(), "a single point has no torsional bristle: take model: distributed");
  }
  return contact;
}

PlanarSceneBody body_of(const NodeEntry& entry, PlanarContact contact, const SceneFiles& files) {
  const Node& node = entry.value;
  PlanarSceneBody body{.name = entry.key, .body = read_fields<sim::PlanarBody>(node), .contact = std::move(contact)};
  body.body.pose = Pose2::from_coordinates(vector_or<3>(node, "pose", Vec<3>::Zero()));
  body.body.twist = vector_or<3>(node, "twist", Vec<3>::Zero());
  if (const Node* motion = given(node, "motion")) {
    body.motion = profiles_of<3>(*motion, files);
    if (const Node* twist = given(node, "twist")) {
      throw WrongAt(twist->place(), "a body that is moved as told has no twist of its own");
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

PlanarScene planar_scene(const Node& root, const SceneFiles& files, Mistakes& mistakes) {
  PlanarScene scene;
  // The contact of each body.
  std::map<std::string, PlanarContact> contacts;
  for (const NodeEntry& entry : entries_of(root, "contacts")) {
    attempt(mistakes, entry.value.place(), "contacts." + entry.key, [&] {
      const Node& body = *entry.value.find("body");
      if (const auto there = contacts.find(body.text()); there != contacts.end()) {
        throw WrongAt(body.place(), "the body '" + body.text() + "' has the contact '" + there->second.name +
                                        "' already; a planar body has one, of which count says how many equal ones");
      }
      contacts.emplace(body.text(), contact_of(entry, files));
    });
  }
  if (!mistakes.empty()) return scene;
  for (const NodeEntry& entry : entries_of(root, "bodies")) {
    attempt(mistakes, entry.value.place(), "bodies." + entry.key, [&] {
      const auto contact = contacts.find(entry.key);
      if (contact == contacts.end()) throw InvalidArgument("no contact holds or carries it");
      scene.bodies.push_back(body_of(entry, contact->second, files));
    });
  }
  for (const NodeEntry& entry : entries_of(root, "loads")) {
    attempt(mistakes, entry.value.place(), "loads." + entry.key, [&] {
      const Node& name = *entry.value.find("body");
      const auto body = std::find_if(scene.bodies.begin(), scene.bodies.end(),
                                     [&](const PlanarSceneBody& one) { return one.name == name.text(); });
      if (body == scene.bodies.end()) return;  // it is wrong itself
      if (body->motion) throw WrongAt(name.place(), "a load on a body that is moved as told moves nothing");
      body->loads.push_back(profiles_of<3>(*entry.value.find("wrench"), files));
    });
  }
  const Node& run = *root.find("run");
  attempt(mistakes, run.place(), "run", [&] {
    read_fields(run, scene.run);
    scene.run.t_end = read_fields<PlanarRunOptions>(run).until;
    require_at(run, check_fields(scene.run));
  });
  if (const Node* record = given(root, "record")) read_fields(*record, scene.record);
  if (scene.bodies.empty() && mistakes.empty()) mistakes.add(root.place(), "the scene has no bodies");
  return scene;
}

PointScene point_scene(const Node& root, const SceneFiles& files, Mistakes& mistakes) {
  // A law of any parameters, until there is the scene's.
  PointScene scene{.law = friction::Coulomb({.mu_c = 1.0, .mu_s = 1.0}), .position = {}, .run = {}};
  attempt(mistakes, root.find("law")->place(), "law",
          [&] { scene.law = made(law_kinds<friction::AnyLaw>(), *root.find("law"), files); });
  attempt(mistakes, root.find("position")->place(), "position", [&] {
    for (const Node& component : root.find("position")->items()) scene.position.push_back(profile_of(component, files));
  });
  if (const Node* fn = given(root, "normal_force")) {
    attempt(mistakes, fn->place(), "normal_force", [&] { scene.normal_force = profile_of(*fn, files); });
  }
  read_fields(*root.find("run"), scene.run);
  return scene;
}

}  // namespace stickslip::scene::detail
