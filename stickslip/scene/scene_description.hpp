// What a scene file says, checked and typed: bodies, contacts, friction, loads, and how long to run.
//
//   const SceneDescription scene = SceneDescription::read("scene.yaml", {{"bodies.box.mass", "0.3"}});
//   const SceneRun run = scene::run(scene);                                           // run.hpp
//
// A scene is one of three kinds:
//   rigid    rigid bodies in space that touch at points or by volumes: what sim::World computes
//   planar   `planar: true`; bodies with x, y and θ, each held or carried by a friction patch, or with a prescribed motion: what sim::simulate computes
//   point    `point: true`; one point under a law of friction, with a prescribed motion
// docs/scene.md explains the file and lists every key. A description is constant.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/patch/bristle_law.hpp"
#include "stickslip/patch/hertz_contact.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/pressure.hpp"
#include "stickslip/patch/reduced_law.hpp"
#include "stickslip/scene/node.hpp"
#include "stickslip/scene/profile.hpp"
#include "stickslip/scene/scene_files.hpp"
#include "stickslip/scene/scene_options.hpp"
#include "stickslip/sim/planar_body.hpp"
#include "stickslip/sim/simulation_options.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::scene {

// Bodies, joints, contacts and loads are in the order of the file; indices are places in it. Numbers of bodies and joints in the World are
// the same.

struct SceneBody {
  std::string name;
  std::optional<geometry::Plane> plane = {};  // in place of shapes
  sim::BodyDescription description;           // of a plane the surface alone
  // Of a body without mass that has a prescribed motion, world axes [m/s, rad/s].
  std::optional<Profiles<3>> velocity = {}, angular_velocity = {};
};

struct SceneDrive {
  sim::Drive settings;  // targets apart
  Profile target, target_velocity;
  bool follows_target = false;  // the velocity is the change of the target over a step; not of steps
};

struct SceneJoint {
  std::string name;
  sim::JointKind kind;
  int a, b;                                               // bodies; b may be sim::the_world
  Vec<3> point = Vec<3>::Zero(), axis = Vec<3>::UnitZ();  // of a spring the point on a
  Vec<3> point_b = Vec<3>::Zero();                        // of a spring
  sim::JointOptions options = {};
  std::optional<SceneDrive> drive = {};
  std::optional<double> position = {}, velocity = {};  // at the start, in place of what bodies say

  bool has_position() const noexcept { return sim::Joint{.kind = kind, .body = {}, .frame = {}}.has_position(); }
};

// How bodies touch: by volumes, or, with none, at points.
struct SceneContactModel {
  std::optional<sim::Volume> volume = {};
};

// Of two bodies, in place of what follows from their surfaces, and of the scene's contact model.
struct ScenePair {
  int a, b;
  std::optional<std::pair<double, double>> mu = {};  // mu_s, mu_k
  std::optional<double> restitution = {};
  std::optional<bool> collision = {};
  std::optional<SceneContactModel> contact_model = {};
};

struct SceneLoad {
  std::string name;
  int body;
  Profiles<3> force = {}, torque = {};  // world axes, at the centre of mass [N, N·m]
};

struct RigidScene {
  sim::ModelOptions options;
  SceneContactModel contact_model = {};
  std::vector<SceneBody> bodies;
  std::vector<SceneJoint> joints = {};
  std::vector<ScenePair> pairs = {};
  std::vector<SceneLoad> loads = {};
  sim::RunOptions run;
  RecordOptions record = {};
};

// The same under any load, or a round contact that follows it.
using ScenePressure = std::variant<patch::Pressure, patch::HertzContact>;

struct PlanarContact {
  std::string name;
  patch::AnyBristleLaw law;
  ScenePressure pressure;
  ContactOptions options;
  Profile normal_force;  // of one contact [N]
};

struct PlanarSceneBody {
  std::string name;
  sim::PlanarBody body;
  // Where its motion is prescribed: its twist, world axes [m/s, rad/s]. Mass and inertia do not count then.
  std::optional<Profiles<3>> motion = {};
  std::vector<Vec<2>> outline = {};     // as drawn, about the centre of mass [m]
  std::vector<Profiles<3>> loads = {};  // wrenches about the centre of mass, world axes [N, N·m]: their sum acts
  PlanarContact contact;
};

struct PlanarScene {
  std::vector<PlanarSceneBody> bodies;
  sim::SimulationOptions run;  // contacts and frame are those of each contact
  RecordOptions record = {};
};

struct PointScene {
  friction::AnyLaw law;
  std::vector<Profile> position;  // one to three components [m]
  Profile normal_force = 1.0;     // [N]; load factor of laws that have none
  PointRunOptions run;
};

// A value that replaces the one at a path such as "bodies.plate.mass" or "loads.push.force.1", which may be written "loads.push.force[1]", as
// YAML: "0.3", "[0, 0, 1]".
struct Override {
  std::string path;
  std::string value;
};
// From "bodies.plate.mass=0.3". Throws InvalidArgument where there is no '=' or no path.
Override override_from(const std::string& text);
// "bodies", "plate", "mass"; "force", "1" of "force.1" and of "force[1]".
std::vector<std::string> parts_of(const std::string& path);

class SceneDescription {
 public:
  using Model = std::variant<RigidScene, PlanarScene, PointScene>;

  // All throw SceneError with every mistake. Files that the scene names are read now, from below its folder.
  // Throws std::filesystem::filesystem_error where the file cannot be read.
  static SceneDescription read(const std::filesystem::path& file, const std::vector<Override>& overrides = {});
  // `file` stands for the text in messages, and its stem for the name where the scene has none.
  static SceneDescription from_text(const std::string& text, const std::string& file, const SceneFiles& files = {},
                                    const std::vector<Override>& overrides = {});
  static SceneDescription from_node(Node node, const std::string& file = "scene", const SceneFiles& files = {},
                                    const std::vector<Override>& overrides = {});

  const std::string& name() const noexcept { return name_; }
  const std::string& title() const noexcept { return title_; }  // may be empty
  const Model& model() const noexcept { return model_; }
  const Node& node() const noexcept { return node_; }  // with overrides
  // The file as it was read, comments included; of a node its YAML. Overrides are not in it.
  const std::string& text() const noexcept { return text_; }
  const std::vector<Override>& overrides() const noexcept { return overrides_; }

 private:
  SceneDescription(Node node, std::string text, const std::string& file, const SceneFiles& files,
                   const std::vector<Override>& overrides);

  Node node_;
  std::string text_, name_, title_;
  std::vector<Override> overrides_;
  Model model_;
};

}  // namespace stickslip::scene
