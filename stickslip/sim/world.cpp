#include "stickslip/sim/world.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "stickslip/core/at.hpp"
#include "stickslip/core/shortened.hpp"
#include "stickslip/sim/detail/joint_friction.hpp"
#include "stickslip/sim/detail/joint_geometry.hpp"
#include "stickslip/sim/detail/joint_rows.hpp"
#include "stickslip/sim/detail/state_bytes.hpp"
#include "stickslip/sim/detail/velocity_fit.hpp"

namespace stickslip::sim {

namespace {

// Farther than this, rounding of positions is coarser than the contacts' compliance. Nothing that fast is a rigid body.
constexpr double farthest = 1e9, fastest = 1e9;

// A motion that goes on as it is.
void begin_motion(BodyState& state) noexcept {
  state.velocity_before = state.velocity_middle = state.velocity;
  state.spin_before = state.spin_middle = state.spin;
}

// For which Simpson's rule gives the velocity after a jump: (before + 4 middle + after)/6 = after.
Vec<3> middle_of_jump(const Vec<3>& before, const Vec<3>& after) noexcept {
  return 0.25 * (5.0 * after - before);
}

std::string name_of(int body) {
  return "body " + std::to_string(body);
}

void check_vector(const std::string& subject, const char* what, const Vec<3>& value, const char* unit,
                  double most = std::numeric_limits<double>::max()) {
  for (int k = 0; k < 3; ++k) {
    if (std::abs(value[k]) <= most) continue;
    throw InvalidArgument(subject + ": " + what + "[" + std::to_string(k) + "] = " + to_text(value[k]) +
                          " must be finite" + (most < 1e300 ? " and at most " + to_text(most) + " in size" : "") +
                          " [" + unit + "]");
  }
}

Eigen::Quaterniond unit_quaternion(const std::string& subject, const Eigen::Quaterniond& given) {
  const double length = norm(given.coeffs());
  if (!std::isfinite(length) || length < smallest_positive)
    throw InvalidArgument(subject + ": orientation has length " + to_text(length) +
                          ", must be a quaternion w, x, y, z that is finite and not zero");
  return Eigen::Quaterniond(given.coeffs() / length).normalized();
}

// The turn that takes the z axis to a direction of length 1: (1 + cos, axis sin) of the angle between them; of an obtuse angle after half
// a turn about x.
Eigen::Quaterniond turn_to(const Vec<3>& axis) {
  if (axis.z() < 0.0) return turn_to(-axis) * Eigen::Quaterniond(0.0, 1.0, 0.0, 0.0);
  return Eigen::Quaterniond(1.0 + axis.z(), -axis.y(), axis.x(), 0.0).normalized();
}

constexpr double most_open = 0.01;  // of a joint's lever, when bodies are placed

Model::Pair ascending(int a, int b) {
  return std::minmax(a, b);
}

}  // namespace

World::World(const ModelOptions& options) {
  check(options);
  model_.options = options;
}

World::World(Model model) : model_(std::move(model)) {
  check(model_.options);
  for (std::size_t j = 0; j < model_.joints.size(); ++j) {
    if (model_.joints[j]) check(model_, *model_.joints[j], static_cast<int>(j), "World");
  }
  state_.bodies.resize(model_.bodies.size());
  state_.joints.resize(model_.joints.size());
}

World::World(const World& other) : model_(other.model_), state_(other.state_), is_placed_anew_(other.is_placed_anew_) {}

World& World::operator=(const World& other) {
  if (this != &other) *this = World(other);
  return *this;
}

int World::add_plane(const Vec<3>& normal, double offset, const Surface& surface) {
  const std::string subject = "World.add_plane";
  check_vector(subject, "normal", normal, "1");
  const double length = norm(normal);
  if (length < smallest_positive) throw InvalidArgument(subject + ": normal must not be zero");
  if (!(std::abs(offset / length) <= farthest))
    throw InvalidArgument(subject + ": offset = " + to_text(offset) + " must be finite and at most " +
                          to_text(farthest) + " in size [m]");
  model_.bodies.emplace_back(
      make_body({{geometry::Plane{normal / length, offset / length}, Pose3()}}, 0.0, {}, surface, subject));
  state_.bodies.emplace_back();
  is_placed_anew_ = true;
  return model_.size() - 1;
}

int World::add_body(const BodyDescription& description) {
  const std::string subject = "World.add_body";
  check_vector(subject, "position", description.position, "m", farthest);
  check_vector(subject, "velocity", description.velocity, "m/s", fastest);
  check_vector(subject, "angular_velocity", description.angular_velocity, "rad/s", fastest);
  BodyState state;
  state.position = description.position;
  state.orientation = unit_quaternion(subject, description.orientation);
  state.velocity = description.velocity;
  state.spin = state.orientation.conjugate() * description.angular_velocity;
  const bool is_of_frame = description.origin == BodyOrigin::frame;
  RigidBody body = make_body(description.shapes, description.mass, description.inertia, description.surface, subject,
                             description.origin != BodyOrigin::centroid);
  if (std::isinf(body.radius)) throw InvalidArgument(subject + ": a plane is added by add_plane");
  if (is_of_frame) {
    const Vec<3> arm = state.orientation * body.origin;
    state.position += arm;
    state.velocity += description.angular_velocity.cross(arm);
    check_vector(subject, "position", state.position, "m", farthest);
    check_vector(subject, "velocity", state.velocity, "m/s", fastest);
  }
  begin_motion(state);
  model_.bodies.emplace_back(std::move(body));
  state_.bodies.push_back(state);
  is_placed_anew_ = true;
  return model_.size() - 1;
}

void World::remove(int body) {
  static_cast<void>(checked(body, "World.remove"));
  const auto concerns = [body](const Model::Pair& pair) { return pair.first == body || pair.second == body; };
  std::erase_if(model_.friction, [&](const auto& entry) { return concerns(entry.first); });
  std::erase_if(model_.restitution, [&](const auto& entry) { return concerns(entry.first); });
  std::erase_if(model_.contact_models, [&](const auto& entry) { return concerns(entry.first); });
  std::erase_if(model_.not_colliding, concerns);
  for (std::size_t j = 0; j < model_.joints.size(); ++j) {
    if (model_.joints[j] && std::ranges::count(model_.joints[j]->body, body) > 0) remove_joint(static_cast<int>(j));
  }
  model_.bodies[static_cast<std::size_t>(body)].reset();
  state_.bodies[static_cast<std::size_t>(body)] = {};
  contact::ContactSet contacts;
  std::vector<Vec<3>> impulses, shocks;
  std::vector<double> slips;
  for (std::size_t i = 0; i < state_.contacts.points.size(); ++i) {
    const contact::ContactPoint& point = state_.contacts.points[i];
    if (point.id.body_a == body || point.id.body_b == body) continue;
    contacts.points.push_back(point);
    impulses.push_back(state_.impulses[i]);
    shocks.push_back(state_.shocks[i]);
    slips.push_back(state_.slips[i]);
  }
  state_.contacts = std::move(contacts);
  state_.impulses = std::move(impulses);
  state_.slips = std::move(slips);
  state_.shocks = std::move(shocks);
  forget_volumes(body);
}

void World::add_contact_model(const Volume& volume) {
  require("Volume", check_fields(volume));
  model_.volume = volume;
}

void World::set_contact_model(int a, int b, const std::optional<Volume>& volume) {
  check_pair(a, b, "World.set_contact_model");
  if (volume) require("Volume", check_fields(*volume));
  const Model::Pair pair = ascending(a, b);
  const Volume* const old = model_.volume_between(a, b);
  const bool is_alike = old != nullptr ? volume && *volume == *old : !volume;
  model_.contact_models[pair] = volume;
  if (is_alike) return;
  // What bristles and overlaps were to the old model means nothing to the new one.
  std::erase_if(state_.volumes,
                [&pair](const VolumeState& of) { return ascending(of.id.body_a, of.id.body_b) == pair; });
}

// Bristles do not follow a body that is put elsewhere.
void World::forget_volumes(int body) noexcept {
  std::erase_if(state_.volumes,
                [body](const VolumeState& volume) { return volume.id.body_a == body || volume.id.body_b == body; });
}

BodyState& World::checked(int body, const char* what) {
  if (!model_.has(body)) throw InvalidArgument(std::string(what) + ": there is no " + name_of(body));
  return state_.bodies[static_cast<std::size_t>(body)];
}

int World::add_spring(int a, int b, const Vec<3>& point_a, const Vec<3>& point_b, const Spring& spring) {
  check_vector("World.add_spring", "point_b", point_b, "m", farthest);
  Joint joint{JointKind::spring, {a, b}, {}, {.spring = spring}};
  const int number = add_joint(std::move(joint), point_a, Vec<3>::UnitZ(), "World.add_spring");
  Joint& made = *model_.joints[at(number)];
  const BodyState place = b == the_world ? BodyState{} : state_.bodies[at(b)];
  made.frame[1] = Pose3(place.orientation.conjugate() * (point_b - place.position), made.frame[1].rotation());
  state_.joints[at(number)].position = norm(Vec<3>(point_a - point_b));
  if (!spring.rest) made.options.spring->rest = state_.joints[at(number)].position;
  return number;
}

int World::add_joint(Joint joint, const Vec<3>& point, const Vec<3>& axis, const char* what) {
  const std::string subject = what;
  check(model_, joint, static_cast<int>(model_.joints.size()), subject);
  check_vector(subject, "point", point, "m", farthest);
  check_vector(subject, "axis", axis, "1");
  const double length = norm(axis);
  if (length < smallest_positive) throw InvalidArgument(subject + ": axis must not be zero");
  double levers = 0.0;
  int movers = 0;
  for (const int body : joint.body) {
    if (body == the_world || !model_[body].is_moved_by_forces()) continue;
    levers += model_[body].radius;
    ++movers;
  }
  joint.lever = levers / movers;
  const Eigen::Quaterniond axes = turn_to(axis / length);
  for (std::size_t side = 0; side < 2; ++side) {
    const int body = joint.body[side];
    const BodyState place = body == the_world ? BodyState{} : state_.bodies[at(body)];
    const Eigen::Quaterniond back = place.orientation.conjugate();
    joint.frame[side] = Pose3(back * (point - place.position), back * axes);
  }
  if (joint.body[1] != the_world && joint.kind != JointKind::spring) set_collision(joint.body[0], joint.body[1], false);
  if (joint.options.spring && joint.has_axis() && !joint.options.spring->rest) joint.options.spring->rest = 0.0;
  JointState state;
  if (joint.options.friction) state.friction = detail::friction_at_rest(*joint.options.friction, 0.0);
  model_.joints.emplace_back(std::move(joint));
  state_.joints.push_back(state);
  return static_cast<int>(model_.joints.size()) - 1;
}

int World::add_fixed(int a, int b) {
  const Vec<3> point = checked(a, "World.add_fixed").position;
  return add_joint({JointKind::fixed, {a, b}, {}}, point, Vec<3>::UnitZ(), "World.add_fixed");
}

int World::add_ball(int a, int b, const Vec<3>& point) {
  return add_joint({JointKind::ball, {a, b}, {}}, point, Vec<3>::UnitZ(), "World.add_ball");
}

int World::add_hinge(int a, int b, const Vec<3>& point, const Vec<3>& axis, const JointOptions& options) {
  return add_joint({JointKind::hinge, {a, b}, {}, options}, point, axis, "World.add_hinge");
}

int World::add_slider(int a, int b, const Vec<3>& axis, const JointOptions& options) {
  const Vec<3> point = checked(a, "World.add_slider").position;
  return add_joint({JointKind::slider, {a, b}, {}, options}, point, axis, "World.add_slider");
}

JointState& World::checked_joint(int joint, const char* what, bool with_axis) {
  if (!has_joint(joint)) throw InvalidArgument(std::string(what) + ": there is no joint " + std::to_string(joint));
  if (with_axis && !model_.joints[at(joint)]->has_axis())
    throw InvalidArgument(std::string(what) + ": " + describe(*model_.joints[at(joint)], joint) +
                          " cannot be driven, must be a hinge or a slider");
  return state_.joints[at(joint)];
}

void World::remove_joint(int joint) {
  checked_joint(joint, "World.remove_joint", false) = {};
  model_.joints[at(joint)].reset();
}

void World::drive(int joint, const Drive& drive) {
  JointState& state = checked_joint(joint, "World.drive", true);
  require("World.drive", check_fields(drive));
  if (drive.stiffness == 0.0 && drive.damping == 0.0)
    throw InvalidArgument("World.drive: stiffness and damping of " + describe(*model_.joints[at(joint)], joint) +
                          " are both zero, one must be > 0; release() lets go");
  state.drive = drive;
}

void World::release(int joint) {
  checked_joint(joint, "World.release", true).drive.reset();
}

void World::set_spring(int joint, const Spring& spring) {
  if (!has_joint(joint)) throw InvalidArgument("World.set_spring: there is no joint " + std::to_string(joint));
  Joint& to = *model_.joints[at(joint)];
  if (!to.has_position())
    throw InvalidArgument("World.set_spring: " + describe(to, joint) +
                          " has no spring, must be a hinge, a slider or a spring");
  check(spring, to.kind, "World.set_spring");
  to.options.spring = spring;
  if (!spring.rest) to.options.spring->rest = to.kind == JointKind::spring ? state_.joints[at(joint)].position : 0.0;
}

void World::check_has_axis(int joint, const char* what) const {
  if (model_.joints[at(joint)]->has_axis()) return;
  throw InvalidArgument(std::string(what) + ": " + describe(*model_.joints[at(joint)], joint) +
                        " cannot be placed, must be a hinge or a slider");
}

// What moves when a joint does.
World::HangingBodies World::hanging_on(int joint, const char* what) const {
  const auto moves = [this](int b) { return b != the_world && model_[b].is_moved_by_forces(); };
  const auto [a, b] = model_.joints[at(joint)]->body;
  for (const auto& [from, other, sign] : {std::tuple{a, b, 1.0}, std::tuple{b, a, -1.0}}) {
    if (!moves(from)) continue;
    std::vector<int> reached = {from};
    bool is_held = false;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      for (std::size_t j = 0; j < model_.joints.size(); ++j) {
        if (static_cast<int>(j) == joint || !model_.joints[j] || model_.joints[j]->kind == JointKind::spring) continue;
        const auto& body = model_.joints[j]->body;
        if (body[0] != reached[next] && body[1] != reached[next]) continue;
        const int there = body[0] == reached[next] ? body[1] : body[0];
        is_held = is_held || !moves(there) || there == other;
        if (moves(there) && std::ranges::count(reached, there) == 0) reached.push_back(there);
      }
    }
    if (!is_held) return {reached, sign};
  }
  throw InvalidArgument(std::string(what) + ": " + describe(*model_.joints[at(joint)], joint) +
                        " is part of a loop, or both of its bodies are held: place the bodies instead");
}

void World::set_joint_position(int joint, double position) {
  constexpr const char* what = "World.set_joint_position";
  JointState& state = checked_joint(joint, what, false);
  check_has_axis(joint, what);
  if (!(std::abs(position) <= farthest))
    throw InvalidArgument(std::string(what) + ": position = " + to_text(position) + " must be finite and at most " +
                          to_text(farthest) + " in size");
  const Joint& given = *model_.joints[at(joint)];
  if (const auto& limits = given.options.limits; limits && !(position >= limits->low && position <= limits->high))
    throw InvalidArgument(std::string(what) + ": position = " + to_text(position) + " of " + describe(given, joint) +
                          " must be within its limits, " + to_text(limits->low) + " to " + to_text(limits->high));
  const HangingBodies hanging = hanging_on(joint, what);
  const detail::JointGeometry geometry = detail::geometry_of(given, state_.bodies);
  const double by = hanging.sign * (position - state.position);
  const Vec<3> axis = geometry.axis();
  const bool turns = given.kind == JointKind::hinge;
  const Eigen::Quaterniond turn =
      turns ? Eigen::Quaterniond(Eigen::AngleAxisd(by, axis)) : Eigen::Quaterniond::Identity();
  const Vec<3> way = turns ? Vec<3>(Vec<3>::Zero()) : Vec<3>(by * axis);
  const int from = given.body[hanging.sign > 0.0 ? 0 : 1];
  const Vec<3> centre = state_.bodies[at(from)].position + geometry.arm[hanging.sign > 0.0 ? 0 : 1];
  state.position = position;
  for (const int b : hanging.bodies) {
    BodyState& body = state_.bodies[at(b)];
    body.position = centre + turn * Vec<3>(body.position - centre) + way;
    body.orientation = (turn * body.orientation).normalized();
    body.velocity = turn * body.velocity;
    forget_volumes(b);
  }
  for (const int b : hanging.bodies) follow_body(b);
  is_placed_anew_ = true;
}

void World::set_joint_velocity(int joint, double velocity) {
  constexpr const char* what = "World.set_joint_velocity";
  static_cast<void>(checked_joint(joint, what, false));
  check_has_axis(joint, what);
  if (!(std::abs(velocity) <= fastest))
    throw InvalidArgument(std::string(what) + ": velocity = " + to_text(velocity) + " must be finite and at most " +
                          to_text(fastest) + " in size");
  const HangingBodies hanging = hanging_on(joint, what);
  const Joint& given = *model_.joints[at(joint)];
  const detail::JointGeometry geometry = detail::geometry_of(given, state_.bodies);
  const Vec<3> by = hanging.sign * (velocity - this->joint(joint).velocity) * geometry.axis();
  const int from = given.body[hanging.sign > 0.0 ? 0 : 1];
  const Vec<3> centre = state_.bodies[at(from)].position + geometry.arm[hanging.sign > 0.0 ? 0 : 1];
  for (const int b : hanging.bodies) {
    BodyState& body = state_.bodies[at(b)];
    if (given.kind == JointKind::slider) {
      body.velocity += by;
      continue;
    }
    body.velocity += by.cross(Vec<3>(body.position - centre));
    body.spin += body.orientation.conjugate() * by;
  }
}

std::vector<FittedVelocity> World::fit_velocities() {
  return detail::fit_velocities(model_, state_, "World.fit_velocities");
}

JointReading World::joint(int joint) const {
  if (!has_joint(joint)) throw InvalidArgument("World.joint: there is no joint " + std::to_string(joint));
  return joint_reading(model_, state_, joint);
}

// Positions of joints after a body was placed.
void World::follow_body(int body) noexcept {
  for (std::size_t j = 0; j < model_.joints.size(); ++j) {
    if (!model_.joints[j] || !model_.joints[j]->has_position() || std::ranges::count(model_.joints[j]->body, body) == 0)
      continue;
    const Joint& joint = *model_.joints[j];
    JointState& state = state_.joints[j];
    state.position = detail::geometry_of(joint, state_.bodies).position(joint.kind, state.position);
    // An adhesion point is a place, which goes along; bristles are not.
    if (std::holds_alternative<friction::AdhesionState<1>>(state.friction))
      state.friction = detail::friction_at_rest(*joint.options.friction, state.position);
  }
}

void World::check_pair(int a, int b, const char* what) const {
  for (const int body : {a, b}) {
    if (!model_.has(body)) throw InvalidArgument(std::string(what) + ": there is no " + name_of(body));
  }
  if (a == b) throw InvalidArgument(std::string(what) + ": " + name_of(a) + " is given twice");
}

void World::set_friction(int a, int b, double mu_s, double mu_k) {
  check_pair(a, b, "World.set_friction");
  check(Surface{.mu_s = mu_s, .mu_k = mu_k}, "World.set_friction");
  model_.friction[ascending(a, b)] = {mu_s, mu_k};
}

void World::set_restitution(int a, int b, double restitution) {
  check_pair(a, b, "World.set_restitution");
  require("World.set_restitution", check_fields(Surface{.restitution = restitution}));
  model_.restitution[ascending(a, b)] = restitution;
}

void World::set_collision(int a, int b, bool may_touch) {
  check_pair(a, b, "World.set_collision");
  const Model::Pair pair = ascending(a, b);
  const auto place = std::ranges::lower_bound(model_.not_colliding, pair);
  const bool is_listed = place != model_.not_colliding.end() && *place == pair;
  if (may_touch && is_listed) model_.not_colliding.erase(place);
  if (!may_touch && !is_listed) model_.not_colliding.insert(place, pair);
  is_placed_anew_ = true;
}

const BodyState& World::body(int body) const {
  if (!model_.has(body)) throw InvalidArgument("World: there is no " + name_of(body));
  return state_.bodies[static_cast<std::size_t>(body)];
}

void World::set_position(int body, const Vec<3>& position) {
  BodyState& state = checked(body, "World");
  check_vector(name_of(body), "position", position, "m", farthest);
  if (state.position != position) forget_volumes(body);
  state.position = position;
  follow_body(body);
  is_placed_anew_ = true;
}

void World::set_orientation(int body, const Eigen::Quaterniond& orientation) {
  BodyState& state = checked(body, "World");
  const Eigen::Quaterniond turned = unit_quaternion(name_of(body), orientation);
  const Eigen::Quaterniond back = turned.conjugate() * state.orientation;  // in world axes it stays
  for (Vec<3>* spin : {&state.spin, &state.spin_before, &state.spin_middle}) *spin = back * *spin;
  if (state.orientation.coeffs() != turned.coeffs()) forget_volumes(body);
  state.orientation = turned;
  follow_body(body);
  is_placed_anew_ = true;
}

void World::set_velocity(int body, const Vec<3>& velocity) {
  BodyState& state = checked(body, "World");
  check_vector(name_of(body), "velocity", velocity, "m/s", fastest);
  state.velocity = velocity;
  if (state_.h == 0.0) state.velocity_before = velocity;
  state.velocity_middle = middle_of_jump(state.velocity_before, velocity);
}

void World::set_angular_velocity(int body, const Vec<3>& angular_velocity) {
  BodyState& state = checked(body, "World");
  check_vector(name_of(body), "angular_velocity", angular_velocity, "rad/s", fastest);
  if (std::isinf(model_[body].radius) && !angular_velocity.isZero(0.0))
    throw InvalidArgument(name_of(body) + ": a plane cannot turn; a large box can");
  state.spin = state.orientation.conjugate() * angular_velocity;
  if (state_.h == 0.0) state.spin_before = state.spin;
  state.spin_middle = middle_of_jump(state.spin_before, state.spin);
}

void World::set_motion(int body, const Motion& motion) {
  BodyState& state = checked(body, "World.set_motion");
  if (model_[body].is_moved_by_forces())
    throw InvalidArgument("World.set_motion: " + name_of(body) + " has a mass, must have none: it is moved by forces");
  const BodyState as_it_is = state;
  try {
    for (const Vec<6>* twist : {&motion.start, &motion.middle, &motion.end}) {
      check_vector(name_of(body), "velocity", twist->head<3>(), "m/s", fastest);
      set_angular_velocity(body, twist->tail<3>());
    }
  } catch (const InvalidArgument&) {
    state = as_it_is;
    throw;
  }
  const Eigen::Quaterniond back = state.orientation.conjugate();
  state.velocity_before = motion.start.head<3>();
  state.velocity_middle = motion.middle.head<3>();
  state.velocity = motion.end.head<3>();
  state.spin_before = back * Vec<3>(motion.start.tail<3>());
  state.spin_middle = back * Vec<3>(motion.middle.tail<3>());
}

void World::set_force(int body, const Vec<3>& force) {
  BodyState& state = checked(body, "World");
  check_vector(name_of(body), "force", force, "N");
  state.force = force;
}

void World::set_torque(int body, const Vec<3>& torque) {
  BodyState& state = checked(body, "World");
  check_vector(name_of(body), "torque", torque, "N m");
  state.torque = torque;
}

void World::check_joints_placed() const {
  for (std::size_t j = 0; is_placed_anew_ && j < model_.joints.size(); ++j) {
    if (!model_.joints[j]) continue;
    const Joint& joint = *model_.joints[j];
    const detail::JointGeometry geometry = detail::geometry_of(joint, state_.bodies);
    const double distance = geometry.open_distance(joint.kind), angle = geometry.open_angle(joint.kind);
    if (std::max(distance, joint.lever * angle) <= most_open * joint.lever) continue;
    throw InvalidArgument("World.step: " + describe(joint, static_cast<int>(j)) + " is open by " + shortened(distance) +
                          " m and " + shortened(angle) + " rad where bodies were placed, must be at most " +
                          shortened(most_open * joint.lever) + " m and " + to_text(most_open) + " rad");
  }
}

void World::check_placement(double dt) {
  require("World.check_placement", check_positive("dt", dt, "must be finite and > 0 [s]"));
  check_joints_placed();
  if (is_placed_anew_) stepper_.refuse_overlap(model_, state_, dt);
}

StepReport World::step(double dt) {
  require("World.step", check_positive("dt", dt, "must be finite and > 0 [s]"));
  check_joints_placed();
  const StepReport report = stepper_.step(model_, state_, dt, is_placed_anew_);
  if (report.status != SolveStatus::not_finite) is_placed_anew_ = false;
  return report;
}

Recording World::run(const RunOptions& options) {
  require("World.run", check_fields(options));
  const double begin = state_.t, span = options.until - begin;
  if (!(span > 0.0))
    throw InvalidArgument("World.run: until = " + to_text(options.until) +
                          " must be after the present time = " + to_text(begin) + " s");
  constexpr double most_steps = 1e12;
  if (span / options.dt > most_steps)
    throw InvalidArgument("World.run: dt = " + to_text(options.dt) + " must be at least a 1e12th of the run [s]");
  // The last step is shorter where dt does not divide the span; a remainder of rounding is none.
  const auto whole = static_cast<long>(std::floor(span / options.dt * (1.0 + 1e-12)));
  const double rest = span - static_cast<double>(whole) * options.dt;
  const long steps = rest > 1e-9 * options.dt ? whole + 1 : whole;
  const long every = std::max(1L, std::lround(std::min(options.record_dt / options.dt, static_cast<double>(steps))));
  Recording recording;
  recording.begin(model_, state_);
  for (long k = 0; k < steps; ++k) {
    const StepReport report = step(k < whole ? options.dt : rest);
    recording.count(report);
    if (report.status == SolveStatus::not_finite) break;
    if (k + 1 == steps) state_.t = options.until;  // but for rounding it is
    if ((k + 1) % every == 0 || k + 1 == steps) recording.add(model_, state_);
    options.progress(static_cast<double>(k + 1) / static_cast<double>(steps));
  }
  return recording;
}

std::vector<std::byte> World::save() const {
  return detail::bytes_of(model_, state_, is_placed_anew_);
}

void World::restore(std::span<const std::byte> bytes) {
  auto [state, is_placed_anew] = detail::state_of(bytes, model_);
  state_ = std::move(state);
  is_placed_anew_ = is_placed_anew;
}

}  // namespace stickslip::sim
