#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
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

constexpr double fastest = 1e9;  // of a World's bodies [m/s, rad/s]

double volume_of(const geometry::Shape& shape) {
  if (const auto* sphere = std::get_if<geometry::Sphere>(&shape)) {
    return 4.0 / 3.0 * std::numbers::pi * sphere->radius * sphere->radius * sphere->radius;
  }
  const auto* polyhedron = std::get_if<geometry::Polyhedron>(&shape);
  return polyhedron == nullptr ? 0.0 : polyhedron->volume();
}

class RigidBuilder {
 public:
  RigidBuilder(const Source& source, Mistakes& mistakes)
      : source_(source), root_(source.root), files_(source.files), mistakes_(mistakes) {}

  RigidScene build() {
    if (const Node* gravity = source_.good("gravity")) scene_.options.gravity = vector_of<3>(*gravity);
    const Node* const world_node = source_.good("world");
    if (world_node != nullptr) attempt(mistakes_, *world_node, "world", [&] { read_options(*world_node); });
    if (const Node* model = source_.good("contact_model")) scene_.contact_model = contact_model(*model);
    if (const Node* record = source_.good("record")) scene_.record = record_of(root_, *record);
    if (const Node* run = source_.good("run")) {
      attempt(mistakes_, *run, "run", [&] { scene_.run = run_options(*run); });
    }
    for (const NodeEntry& entry : entries_of(root_, "bodies")) names_.push_back(entry.key);
    if (names_.empty() && source_.has(root_.find("bodies"))) {
      mistakes_.add(root_.find("bodies")->place(), "bodies: the scene has none, must have at least one");
    }
    for (const std::string& name : names_) numbers_.emplace(name, static_cast<int>(numbers_.size()));
    // Things are put into a world one by one, so that what it refuses has a place.
    sim::World world(mistakes_.empty() ? scene_.options : sim::ModelOptions{});
    for (const NodeEntry& entry : entries_of(root_, "bodies")) add_body(entry, world);
    for (const NodeEntry& entry : entries_of(root_, "joints")) {
      if (!source_.has(&entry.value)) continue;
      const auto make = [&] {
        scene_.joints.push_back(joint(entry));
        add(scene_.joints.back(), world);
      };
      attempt(mistakes_, entry.value.entries().front().value, "joints." + entry.key, make, names_);
    }
    if (const Node* pairs = given(root_, "pairs")) add_pairs(*pairs, world);
    if (mistakes_.empty()) start_joints(world);
    if (world_node != nullptr) refuse_beside_volume(*world_node);
    for (const NodeEntry& entry : entries_of(root_, "loads")) {
      if (!source_.has(&entry.value)) continue;
      attempt(mistakes_, entry.value, "loads." + entry.key, [&] { scene_.loads.push_back(load(entry)); });
    }
    if (mistakes_.empty()) check_placement(world);
    return std::move(scene_);
  }

 private:
  // A body that is wrong is a ball, so that the others have their numbers and what names it can be checked.
  void add_body(const NodeEntry& entry, sim::World& world) {
    const auto make = [&] {
      SceneBody made = body(entry);
      add(made, world);
      scene_.bodies.push_back(std::move(made));
    };
    if (source_.has(&entry.value) && attempt(mistakes_, entry.value, "bodies." + entry.key, make, names_)) return;
    scene_.bodies.push_back(
        {.name = entry.key, .description = {.shapes = {{geometry::Sphere{1.0}, Pose3()}}, .mass = 1.0}});
    add(scene_.bodies.back(), world);
  }

  void add_pairs(const Node& pairs, sim::World& world) {
    std::map<std::pair<int, int>, std::size_t> first;  // where a pair was met
    for (std::size_t i = 0; i < pairs.items().size(); ++i) {
      const Node& node = pairs.items()[i];
      if (!source_.has(&node)) continue;
      const auto make = [&] {
        const ScenePair made = pair(node);
        const auto [place, is_new] = first.try_emplace(std::minmax(made.a, made.b), i);
        if (!is_new) {
          throw InvalidArgument("the same two bodies as in pairs[" + std::to_string(place->second) + "]");
        }
        add(made, world);
        scene_.pairs.push_back(made);
      };
      attempt(mistakes_, node, "pairs[" + std::to_string(i) + "]", make, names_);
    }
  }

  static SceneContactModel contact_model(const Node& node) {
    SceneContactModel model;
    if (node.find("volume") == nullptr) return model;
    model.volume = sim::Volume{};
    if (const Node* volume = given(node, "volume")) read_fields(*volume, *model.volume);
    return model;
  }

  // Formulation and solver are of points, of which there may be none.
  void refuse_beside_volume(const Node& world) {
    const auto touches_at_points = [](const ScenePair& pair) {
      return pair.contact_model && !pair.contact_model->volume;
    };
    if (!scene_.contact_model.volume || std::ranges::any_of(scene_.pairs, touches_at_points)) return;
    for (const char* key : {"formulation", "solver"}) {
      if (const Node* value = given(world, key)) {
        mistakes_.add(value->place(), std::string("world.") + key +
                                          " does not count where bodies touch by volumes: leave it out, or take "
                                          "contact_model: {points: {}}");
      }
    }
  }

  // As start() does for a scene without mistakes.
  void start_joints(sim::World& world) {
    if (scene_.joints.empty()) return;
    start_motions(scene_, world);
    const auto start_each = [&](const char* key, auto set) {
      for (int j = 0; const NodeEntry& entry : entries_of(root_, "joints")) {
        const SceneJoint& joint = scene_.joints[static_cast<std::size_t>(j)];
        const Node* const value = given(entry.value.entries().front().value, key);
        const auto make = [&] { set(joint, j, world); };
        if (value != nullptr) attempt(mistakes_, *value, "joints." + entry.key, make, names_);
        ++j;
      }
    };
    start_each("position", start_position);
    start_each("velocity", start_velocity);
    if (!mistakes_.empty()) return;
    attempt_named("joints", [&] { static_cast<void>(world.fit_velocities()); });
  }

  void check_placement(sim::World& world) {
    attempt_named("bodies", [&] { world.check_placement(scene_.run.dt); });
  }

  // The place of a mistake is that of the body or joint which comes last of those that the message names.
  template <class Function>
  void attempt_named(const char* key, Function f) {
    try {
      f();
    } catch (const InvalidArgument& error) {
      std::vector<std::string> joints;
      for (const SceneJoint& joint : scene_.joints) joints.push_back(joint.name);
      const std::string text = with_names(without_function(error.what()), names_, joints);
      const Node& all = *root_.find(key);
      Place place = all.place();
      for (const NodeEntry& entry : all.entries()) {
        if (text.find("'" + entry.key + "'") != std::string::npos) place = entry.value.place();
      }
      mistakes_.add(place, std::string(key) + ": " + text);
    }
  }

  void read_options(const Node& world) {
    sim::ModelOptions& options = scene_.options;
    read_fields(world, options);
    if (const Node* solver = given(world, "solver")) options.solver = solver->text();
    if (const Node* normal = given(world, "normal_relaxation")) {
      options.normal_relaxation = read_fields<formulation::Relaxation>(*normal);
    }
    if (const Node* tangent = given(world, "tangent_relaxation")) {
      options.tangent_relaxation = read_fields<formulation::Relaxation>(*tangent);
    }
    sim::check(options);
  }

  // Within what time and memory allow: records take 200 bytes per body.
  sim::RunOptions run_options(const Node& node) const {
    constexpr double most_steps = 1e10, most_records = 5e6;
    sim::RunOptions options;
    read_fields(node, options);
    const auto refuse = [&](const char* key, const std::string& text) {
      const Node* const value = given(node, key);
      throw WrongAt(value == nullptr ? node.place() : value->place(), text);
    };
    if (given(node, "dt") == nullptr) options.dt = std::min(options.dt, options.until);
    if (options.dt > options.until) {
      refuse("dt", "dt = " + to_text(options.dt) + " must be at most until = " + to_text(options.until) + " [s]");
    }
    if (options.until / options.dt > most_steps) {
      refuse("dt", "dt = " + to_text(options.dt) + " must be at least until/1e10 [s]");
    }
    const std::size_t bodies = scene_.record.bodies ? scene_.record.bodies->size() : entries_of(root_, "bodies").size();
    const double records = options.until / std::max(options.record_dt, options.dt) * static_cast<double>(bodies);
    const bool knows_record = given(root_, "record") == nullptr || source_.good("record") != nullptr;
    if (knows_record && records > most_records) {
      refuse("record_dt",
             "record_dt = " + to_text(options.record_dt) + " gives " + to_text(std::round(records)) +
                 " records of bodies, at most 5e6 are kept: record less often, or fewer bodies by record.bodies [s]");
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
    const auto shape_in = [&](const Node& map) {
      return at_key(map, "shape", [&](const Node& value) { return shape(value); });
    };
    if (one != nullptr) return {{shape_in(node), Pose3()}};
    std::vector<sim::PlacedShape> placed;
    for (const Node& entry : several->items()) {
      placed.push_back({shape_in(entry), Pose3(vector_or<3>(entry, "position", Vec<3>::Zero()), quaternion_of(entry))});
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
        const Pose3& place = description.shapes.front().X_BS;
        const Vec<3> normal = place.rotation() * plane->normal;
        body.plane = geometry::Plane::with_normal(normal, plane->offset + normal.dot(place.position()));
        description.shapes.clear();
        if (mass != nullptr && mass->number() != 0.0) throw WrongAt(mass->place(), "a plane has no mass");
        for (const char* key :
             {"density", "origin", "position", "orientation", "velocity", "angular_velocity", "inertia", "motion"}) {
          if (const Node* value = given(node, key)) throw WrongAt(value->place(), std::string("a plane has no ") + key);
        }
        return body;
      }
    }
    const Node* const density = given(node, "density");
    if (mass == nullptr && density == nullptr) {
      throw InvalidArgument("the key 'mass' is missing [kg], or 'density'; mass 0: fixed, or with a prescribed motion");
    }
    if (mass != nullptr && density != nullptr) throw WrongAt(density->place(), "it has a mass or a density, not both");
    description.mass = mass != nullptr ? mass->number() : 0.0;
    if (density != nullptr) {
      for (const sim::PlacedShape& placed : description.shapes) {
        description.mass += density->number() * volume_of(placed.shape);
      }
    }
    if (const Node* origin = given(node, "origin")) description.origin = value_named<sim::BodyOrigin>(origin->text());
    description.position = vector_or<3>(node, "position", description.position);
    description.orientation = quaternion_of(node);
    description.velocity = vector_or<3>(node, "velocity", description.velocity);
    description.angular_velocity = vector_or<3>(node, "angular_velocity", description.angular_velocity);
    if (const Node* inertia = given(node, "inertia")) description.inertia = inertia_of(*inertia);
    if (const Node* motion = given(node, "motion")) {
      if (description.mass > 0.0) throw WrongAt(motion->place(), "a body with a prescribed motion has mass: 0");
      body.velocity = Profiles<3>{};
      body.angular_velocity = Profiles<3>{};
      at_key(node, "motion", [&](const Node& given_motion) {
        if (given(given_motion, "velocity") != nullptr) body.velocity = motion_of(given_motion, "velocity");
        if (given(given_motion, "angular_velocity") != nullptr) {
          body.angular_velocity = motion_of(given_motion, "angular_velocity");
        }
      });
      description.velocity = value_at<3>(*body.velocity, 0.0);
      description.angular_velocity = value_at<3>(*body.angular_velocity, 0.0);
    }
    return body;
  }

  // Three profiles within what a world allows.
  Profiles<3> profiles_at(const Node& map, const char* key, double most, const std::string& rule) const {
    return at_key(map, key, [&](const Node& list) {
      const Profiles<3> profiles = profiles_of<3>(list, files_);
      for (std::size_t i = 0; i < profiles.size() && scene_.run.until > 0.0; ++i) {
        require_between(profiles[i], scene_.run.until, -most, most, list.items()[i], rule);
      }
      return profiles;
    });
  }
  Profiles<3> motion_of(const Node& motion, const char* key) const {
    return profiles_at(motion, key, fastest, "at most 1e9 in size");
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
    if (const Node* b = given(node, "b")) {
      joint.b = number_of(*b);
      if (joint.a == joint.b) throw WrongAt(b->place(), "a and b are the same body");
    }
    joint.point = vector_or<3>(node, "point", joint.point);
    joint.axis = vector_or<3>(node, "axis", joint.axis);
    if (joint.kind == sim::JointKind::spring) {
      joint.point = vector_of<3>(*node.find("point_a"));
      joint.point_b = vector_of<3>(*node.find("point_b"));
      joint.options.spring = spring_of(node);
    }
    if (given(node, "spring") != nullptr) joint.options.spring = at_key(node, "spring", spring_of);
    if (const Node* position = given(node, "position")) joint.position = position->number();
    if (const Node* velocity = given(node, "velocity")) joint.velocity = velocity->number();
    if (const Node* limits = given(node, "limits")) {
      const Vec<2> bounds = vector_of<2>(*limits);
      joint.options.limits = sim::JointLimits{bounds[0], bounds[1]};
    }
    if (const Node* law = given(node, "friction")) {
      joint.options.friction = made(law_kinds<friction::AnyLaw>(), *law, files_);
    }
    if (given(node, "drive") != nullptr) {
      joint.drive = at_key(node, "drive", [&](const Node& drive) { return drive_of(drive); });
    }
    return joint;
  }

  // Of a map that may have other keys.
  static sim::Spring spring_of(const Node& node) {
    Node own = Node::map();
    for (const NodeEntry& entry : node.entries()) {
      if (entry.value.is(NodeKind::number)) own.set(entry.key, entry.value);
    }
    const auto spring = read_fields<sim::Spring>(own);
    require_at(node, check_fields(spring));
    return spring;
  }

  SceneDrive drive_of(const Node& node) const {
    // Targets may be profiles, which no field is.
    Node numbers = Node::map();
    for (const NodeEntry& entry : node.entries()) {
      if (entry.value.is(NodeKind::number)) numbers.set(entry.key, entry.value);
    }
    SceneDrive drive{.settings = read_fields<sim::Drive>(numbers), .target = {}, .target_velocity = {}};
    require_at(node, check_fields(drive.settings));
    if (drive.settings.stiffness == 0.0 && drive.settings.damping == 0.0) {
      throw InvalidArgument("stiffness and damping are both zero, one must be > 0");
    }
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
    if (const Node* may_touch = given(node, "may_touch")) pair.collision = may_touch->boolean();
    if (const Node* model = given(node, "contact_model")) pair.contact_model = contact_model(*model);
    if (pair.a == pair.b) throw WrongAt(node.find("b")->place(), "a and b are the same body");
    if (!pair.mu && !pair.restitution && !pair.collision && !pair.contact_model) {
      throw InvalidArgument("it says nothing about the two: mu, restitution, may_touch or contact_model");
    }
    return pair;
  }

  SceneLoad load(const NodeEntry& entry) const {
    SceneLoad load{.name = entry.key, .body = number_of(*entry.value.find("body"))};
    if (!(scene_.bodies[static_cast<std::size_t>(load.body)].description.mass > 0.0)) {
      throw WrongAt(entry.value.find("body")->place(), "a load on a body without mass moves nothing");
    }
    const bool pushes = given(entry.value, "force") != nullptr, turns = given(entry.value, "torque") != nullptr;
    if (!pushes && !turns) throw InvalidArgument("it needs a force, a torque, or both");
    constexpr double most = std::numeric_limits<double>::max();
    if (pushes) load.force = profiles_at(entry.value, "force", most, "finite");
    if (turns) load.torque = profiles_at(entry.value, "torque", most, "finite");
    return load;
  }

  int number_of(const Node& name) const { return numbers_.at(name.text()); }

  const Source& source_;
  const Node& root_;
  const SceneFiles& files_;
  Mistakes& mistakes_;
  std::vector<std::string> names_;  // of bodies
  std::map<std::string, int> numbers_;
  geometry::Shape shape_;
  const Node* last_shape_ = nullptr;  // of which shape_ was made
  RigidScene scene_;
};

}  // namespace

RigidScene rigid_scene(const Source& source, Mistakes& mistakes) {
  return RigidBuilder(source, mistakes).build();
}

}  // namespace stickslip::scene::detail
