#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "stickslip/scene/build.hpp"
#include "stickslip/scene/detail/builder.hpp"
#include "stickslip/scene/detail/laws.hpp"
#include "stickslip/scene/detail/profiles.hpp"
#include "stickslip/scene/detail/shapes.hpp"
#include "stickslip/scene/field_schema.hpp"

namespace stickslip::scene::detail {

namespace {

std::pair<double, double> mu_of(const Node& node) {
  if (node.is(NodeKind::number)) return {node.number(), node.number()};
  const Vec<2> mu = vector_of<2>(node);
  return {mu[0], mu[1]};
}

Eigen::Quaterniond quaternion_of(const Node& map) {
  const Vec<4> q = vector_or<4>(map, "orientation", {1.0, 0.0, 0.0, 0.0});
  return {q[0], q[1], q[2], q[3]};
}

class RigidBuilder {
 public:
  RigidBuilder(const Node& root, const SceneFiles& files, Mistakes& mistakes)
      : root_(root), files_(files), mistakes_(mistakes) {}

  RigidScene build() {
    attempt(mistakes_, place_of("world"), "world", [&] { scene_.options = options(); });
    if (const Node* model = given(root_, "contact_model"); model != nullptr && model->find("volume") != nullptr) {
      scene_.volume = sim::Volume{};
      if (const Node* volume = given(*model, "volume")) read_fields(*volume, *scene_.volume);
    }
    attempt(mistakes_, place_of("run"), "run", [&] { scene_.run = run(*root_.find("run")); });
    if (const Node* record = given(root_, "record")) read_fields(*record, scene_.record);
    // Things are put into a world one by one, so that what it refuses has a place.
    sim::World world(mistakes_.empty() ? scene_.options : sim::ModelOptions{});
    for (const NodeEntry& entry : entries_of(root_, "bodies")) {
      attempt(mistakes_, entry.value.place(), "bodies." + entry.key, [&] {
        scene_.bodies.push_back(body(entry));
        add(scene_.bodies.back(), world);
      });
    }
    // Joints, pairs and loads go by the bodies' numbers, which are right only where all bodies are there.
    if (!mistakes_.empty()) return std::move(scene_);
    for (const SceneBody& body : scene_.bodies) numbers_.emplace(body.name, static_cast<int>(numbers_.size()));
    for (const NodeEntry& entry : entries_of(root_, "joints")) {
      attempt(mistakes_, entry.value.place(), "joints." + entry.key, [&] {
        scene_.joints.push_back(joint(entry));
        add(scene_.joints.back(), world);
      });
    }
    if (const Node* pairs = given(root_, "pairs")) {
      for (std::size_t i = 0; i < pairs->items().size(); ++i) {
        attempt(mistakes_, pairs->items()[i].place(), "pairs[" + std::to_string(i) + "]", [&] {
          scene_.pairs.push_back(pair(pairs->items()[i]));
          add(scene_.pairs.back(), world);
        });
      }
    }
    for (const NodeEntry& entry : entries_of(root_, "loads")) {
      attempt(mistakes_, entry.value.place(), "loads." + entry.key, [&] { scene_.loads.push_back(load(entry)); });
    }
    return std::move(scene_);
  }

 private:
  Place place_of(const char* key) const {
    const Node* const value = root_.find(key);
    return value == nullptr ? root_.place() : value->place();
  }

  sim::ModelOptions options() const {
    sim::ModelOptions options;
    if (const Node* gravity = given(root_, "gravity")) options.gravity = vector_of<3>(*gravity);
    const Node* const world = given(root_, "world");
    if (world != nullptr) {
      read_fields(*world, options);
      if (const Node* solver = given(*world, "solver")) options.solver = solver->text();
      if (const Node* normal = given(*world, "normal_relaxation")) {
        options.normal_relaxation = read_fields<formulation::Relaxation>(*normal);
      }
      if (const Node* tangent = given(*world, "tangent_relaxation")) {
        options.tangent_relaxation = read_fields<formulation::Relaxation>(*tangent);
      }
    }
    sim::check(options);
    return options;
  }

  // Within what time and memory allow: records take 200 bytes per body.
  sim::RunOptions run(const Node& node) const {
    constexpr double most_steps = 1e10, most_records = 5e6;
    sim::RunOptions options;
    read_fields(node, options);
    const auto refuse = [&](const char* key, const std::string& text) {
      const Node* const value = given(node, key);
      throw WrongAt(value == nullptr ? node.place() : value->place(), text);
    };
    if (!(options.until > 0.0)) refuse("until", "until = " + to_text(options.until) + " must be > 0 [s]");
    if (options.until / options.dt > most_steps) {
      refuse("dt", "dt = " + to_text(options.dt) + " must be at least until/1e10 [s]");
    }
    const auto bodies = static_cast<double>(entries_of(root_, "bodies").size());
    const double records = options.until / std::max(options.record_dt, options.dt) * bodies;
    if (records > most_records) {
      refuse("record_dt", "record_dt = " + to_text(options.record_dt) + " gives " + to_text(std::round(records)) +
                              " records of bodies, at most 5e6 are kept: record less often [s]");
    }
    return options;
  }

  // Many bodies in a row often have one shape: it is made once, and shared.
  const geometry::Shape& shape(const Node& node) {
    if (last_shape_ == nullptr || !(*last_shape_ == node)) {
      shape_ = made(shape_kinds(), node, files_);
      last_shape_ = &node;
    }
    return shape_;
  }

  std::vector<sim::PlacedShape> shapes(const Node& node) {
    const Node *one = given(node, "shape"), *several = given(node, "shapes");
    if ((one == nullptr) == (several == nullptr)) throw InvalidArgument("it needs a shape or shapes, and not both");
    if (one != nullptr) return {{shape(*one), Pose3()}};
    std::vector<sim::PlacedShape> placed;
    for (const Node& entry : several->items()) {
      placed.push_back(
          {shape(*entry.find("shape")), Pose3(vector_or<3>(entry, "position", Vec<3>::Zero()), quaternion_of(entry))});
    }
    return placed;
  }

  SceneBody body(const NodeEntry& entry) {
    const Node& node = entry.value;
    SceneBody body{.name = entry.key, .description = {.shapes = shapes(node), .mass = 0.0}};
    sim::BodyDescription& description = body.description;
    if (const Node* mu = given(node, "mu")) {
      std::tie(description.surface.mu_s, description.surface.mu_k) = mu_of(*mu);
    }
    if (const Node* restitution = given(node, "restitution")) description.surface.restitution = restitution->number();
    const Node* const mass = given(node, "mass");
    if (description.shapes.size() == 1) {
      if (const auto* plane = std::get_if<geometry::Plane>(&description.shapes.front().shape)) {
        body.plane = *plane;
        description.shapes.clear();
        if (mass != nullptr && mass->number() != 0.0) throw WrongAt(mass->place(), "a plane has no mass");
        for (const char* key : {"position", "orientation", "velocity", "angular_velocity", "inertia", "motion"}) {
          if (const Node* value = given(node, key)) throw WrongAt(value->place(), std::string("a plane has no ") + key);
        }
        return body;
      }
    }
    if (mass == nullptr) throw InvalidArgument("the key 'mass' is missing [kg]; 0: fixed, or moved as told");
    description.mass = mass->number();
    description.position = vector_or<3>(node, "position", description.position);
    description.orientation = quaternion_of(node);
    description.velocity = vector_or<3>(node, "velocity", description.velocity);
    description.angular_velocity = vector_or<3>(node, "angular_velocity", description.angular_velocity);
    if (const Node* inertia = given(node, "inertia")) description.inertia = inertia_of(*inertia);
    if (const Node* motion = given(node, "motion")) {
      if (description.mass > 0.0) throw WrongAt(motion->place(), "a body that is moved as told has mass: 0");
      body.velocity = Profiles<3>{};
      body.angular_velocity = Profiles<3>{};
      if (const Node* v = given(*motion, "velocity")) body.velocity = profiles_of<3>(*v, files_);
      if (const Node* w = given(*motion, "angular_velocity")) body.angular_velocity = profiles_of<3>(*w, files_);
      description.velocity = value_at<3>(*body.velocity, 0.0);
      description.angular_velocity = value_at<3>(*body.angular_velocity, 0.0);
    }
    return body;
  }

  static Eigen::Matrix3d inertia_of(const Node& node) {
    if (node.items().front().is(NodeKind::number)) return vector_of<3>(node).asDiagonal();
    Eigen::Matrix3d inertia;
    for (int i = 0; i < 3; ++i) inertia.row(i) = vector_of<3>(node.items()[static_cast<std::size_t>(i)]).transpose();
    return inertia;
  }

  SceneJoint joint(const NodeEntry& entry) const {
    const NodeEntry& tag = entry.value.entries().front();
    const Node& node = tag.value;
    SceneJoint joint{.name = entry.key,
                     .kind = *value_named<sim::JointKind>(tag.key),
                     .a = number_of(*node.find("a")),
                     .b = sim::the_world};
    if (const Node* b = given(node, "b")) joint.b = number_of(*b);
    joint.point = vector_or<3>(node, "point", joint.point);
    joint.axis = vector_or<3>(node, "axis", joint.axis);
    if (const Node* limits = given(node, "limits")) {
      const Vec<2> bounds = vector_of<2>(*limits);
      joint.options.limits = sim::JointLimits{bounds[0], bounds[1]};
    }
    if (const Node* law = given(node, "friction")) {
      joint.options.friction = made(law_kinds<friction::AnyLaw>(), *law, files_);
    }
    if (const Node* drive = given(node, "drive")) joint.drive = drive_of(*drive);
    return joint;
  }

  SceneDrive drive_of(const Node& node) const {
    // Targets may be profiles, which no field is.
    Node numbers = Node::map();
    for (const NodeEntry& entry : node.entries()) {
      if (entry.value.is(NodeKind::number)) numbers.set(entry.key, entry.value);
    }
    SceneDrive drive{.settings = read_fields<sim::Drive>(numbers), .target = {}, .target_velocity = {}};
    require_at(node, check_fields(drive.settings));
    if (const Node* target = given(node, "target")) drive.target = profile_of(*target, files_);
    const Node* const velocity = given(node, "target_velocity");
    if (velocity != nullptr) drive.target_velocity = profile_of(*velocity, files_);
    // A target in steps has no velocity but at its jumps, where it would be a blow that depends on the time step.
    drive.follows_target = velocity == nullptr && !drive.target.is_constant() && drive.target.steps() == nullptr;
    return drive;
  }

  ScenePair pair(const Node& node) const {
    ScenePair pair{.a = number_of(*node.find("a")), .b = number_of(*node.find("b"))};
    if (const Node* mu = given(node, "mu")) pair.mu = mu_of(*mu);
    if (const Node* restitution = given(node, "restitution")) pair.restitution = restitution->number();
    if (const Node* collision = given(node, "collision")) pair.collision = collision->boolean();
    return pair;
  }

  SceneLoad load(const NodeEntry& entry) const {
    SceneLoad load{.name = entry.key, .body = number_of(*entry.value.find("body"))};
    if (!(scene_.bodies[static_cast<std::size_t>(load.body)].description.mass > 0.0)) {
      throw WrongAt(entry.value.find("body")->place(), "a load on a body without mass moves nothing");
    }
    if (const Node* force = given(entry.value, "force")) load.force = profiles_of<3>(*force, files_);
    if (const Node* torque = given(entry.value, "torque")) load.torque = profiles_of<3>(*torque, files_);
    return load;
  }

  int number_of(const Node& name) const { return numbers_.at(name.text()); }

  const Node& root_;
  const SceneFiles& files_;
  Mistakes& mistakes_;
  std::map<std::string, int> numbers_;
  geometry::Shape shape_;
  const Node* last_shape_ = nullptr;  // of which shape_ was made
  RigidScene scene_;
};

}  // namespace

RigidScene rigid_scene(const Node& root, const SceneFiles& files, Mistakes& mistakes) {
  return RigidBuilder(root, files, mistakes).build();
}

}  // namespace stickslip::scene::detail
