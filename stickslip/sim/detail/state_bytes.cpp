#include "stickslip/sim/detail/state_bytes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

#include "stickslip/core/at.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/sim/detail/joint_friction.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double no_bound = std::numeric_limits<double>::infinity();
constexpr char magic[16] = "stickslip state";
constexpr std::int64_t version = 7;

class Writer {
 public:
  template <class Number>
  void put(Number value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
  }
  void put_count(std::size_t count) { put(static_cast<std::int64_t>(count)); }
  void put_vector(const Vec<3>& value) {
    for (const double entry : value) put(entry);
  }

  std::vector<std::byte> bytes;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class Number>
  Number get() {
    Number value;
    if (left_.size() < sizeof value) fail("they end too soon");
    std::memcpy(&value, left_.data(), sizeof value);
    left_ = left_.subspan(sizeof value);
    return value;
  }
  // Of things that take at least `bytes_each`.
  std::size_t get_count(std::size_t bytes_each) {
    const auto count = get<std::int64_t>();
    if (count < 0 || static_cast<std::size_t>(count) > left_.size() / bytes_each) fail("a count in them is wrong");
    return static_cast<std::size_t>(count);
  }
  double get_finite() {
    const auto value = get<double>();
    if (!std::isfinite(value)) fail("a number in them is not finite");
    return value;
  }
  Vec<3> get_vector() {
    const double x = get_finite(), y = get_finite(), z = get_finite();
    return {x, y, z};
  }
  bool is_at_end() const noexcept { return left_.empty(); }

  [[noreturn]] static void fail(const std::string& why) {
    throw InvalidArgument("World.restore: the bytes are not a state that save() made: " + why);
  }

 private:
  std::span<const std::byte> left_;
};

void put_id(Writer& to, const contact::ContactId& id) {
  to.put<std::int32_t>(id.body_a);
  to.put<std::int32_t>(id.body_b);
  to.put(id.shape_a);
  to.put(id.shape_b);
  to.put(id.feature);
}

contact::ContactId get_id(Reader& from, const Model& model) {
  contact::ContactId id{};
  id.body_a = from.get<std::int32_t>();
  id.body_b = from.get<std::int32_t>();
  id.shape_a = from.get<std::uint16_t>();
  id.shape_b = from.get<std::uint16_t>();
  id.feature = from.get<std::uint32_t>();
  if (id.body_a < 0 || id.body_a >= model.size() || id.body_b < 0 || id.body_b >= model.size())
    Reader::fail("a contact in them is of no body");
  return id;
}

// A number that differs between bodies that differ in mass, inertia, size or shapes, and between joints [FNV-1a].
std::uint64_t fingerprint_of(const Model& model) {
  std::uint64_t sum = 14695981039346656037U;
  const auto add = [&sum](double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    for (int k = 0; k < 8; ++k, bits >>= 8U) sum = (sum ^ (bits & 0xffU)) * 1099511628211U;
  };
  for (const std::optional<RigidBody>& body : model.bodies) {
    add(body ? 1.0 : 0.0);
    if (!body) continue;
    for (const double entry : body->inertia.reshaped()) add(entry);
    add(body->mass);
    add(body->radius);
    add(body->size);
    for (const PlacedShape& placed : body->shapes) add(static_cast<double>(placed.shape.index()));
  }
  for (const std::optional<Joint>& joint : model.joints) {
    add(joint ? 1.0 + static_cast<double>(joint->kind) : 0.0);
    if (!joint) continue;
    for (const int body : joint->body) add(body);
    add(joint->options.friction ? 1.0 + static_cast<double>(joint->options.friction->index()) : 0.0);
    add(joint->options.limits ? joint->options.limits->low : -no_bound);
    add(joint->options.limits ? joint->options.limits->high : no_bound);
    for (const Pose3& frame : joint->frame) {
      for (const double entry : frame.position()) add(entry);
      for (const double entry : frame.quaternion()) add(entry);
    }
  }
  return sum;
}

void put_joint(Writer& to, const JointState& joint) {
  to.put(joint.position);
  to.put<std::uint8_t>(joint.drive ? 1 : 0);
  if (joint.drive) {
    const Drive& drive = *joint.drive;
    for (const double number : {drive.target, drive.stiffness, drive.damping, drive.target_velocity,
                                drive.max_effort ? *drive.max_effort : no_bound}) {
      to.put(number);
    }
  }
  to.put(static_cast<std::uint8_t>(joint.friction.index()));
  if (const auto* bristle = std::get_if<friction::Bristle<1>>(&joint.friction)) to.put(bristle->z[0]);
  if (const auto* adhesion = std::get_if<friction::AdhesionState<1>>(&joint.friction)) {
    to.put(adhesion->w[0]);
    to.put(adhesion->x[0]);
    to.put(static_cast<std::uint8_t>(adhesion->regime));
  }
  to.put(joint.effort);
  for (const double number : joint.reaction) to.put(number);
  for (const double number : joint.impulses) to.put(number);
}

JointState get_joint(Reader& from, const std::optional<Joint>& of) {
  JointState joint;
  joint.position = from.get_finite();
  if (from.get<std::uint8_t>() != 0) {
    Drive drive;
    for (double* number : {&drive.target, &drive.stiffness, &drive.damping, &drive.target_velocity})
      *number = from.get_finite();
    const auto effort = from.get<double>();
    if (effort != no_bound) drive.max_effort = effort;
    if (!of || !of->has_axis() || check_fields(drive)) Reader::fail("a drive in them is of no joint, or out of range");
    joint.drive = drive;
  }
  const JointFrictionState at_rest =
      of && of->options.friction ? friction_at_rest(*of->options.friction, 0.0) : JointFrictionState();
  if (from.get<std::uint8_t>() != at_rest.index()) Reader::fail("friction of a joint in them is another");
  joint.friction = at_rest;
  if (auto* bristle = std::get_if<friction::Bristle<1>>(&joint.friction)) bristle->z[0] = from.get_finite();
  if (auto* adhesion = std::get_if<friction::AdhesionState<1>>(&joint.friction)) {
    adhesion->w[0] = from.get_finite();
    adhesion->x[0] = from.get_finite();
    adhesion->regime = static_cast<friction::Regime>(from.get<std::uint8_t>());
    if (name_of(adhesion->regime).empty()) Reader::fail("friction of a joint in them is another");
  }
  joint.effort = from.get_finite();
  for (double& number : joint.reaction) number = from.get_finite();
  for (double& number : joint.impulses) number = from.get_finite();
  return joint;
}

// The numbers of a volume, in order.
template <class Volume, class Function>
void for_each_number(Volume& volume, Function f) {
  for (auto* vector :
       {&volume.point, &volume.normal, &volume.stretch, &volume.slip, &volume.acted_at[0], &volume.acted_at[1]}) {
    for (auto& entry : *vector) f(entry);
  }
  f(volume.turn);
  f(volume.slip_turn);
  f(volume.slip_speed);
  f(volume.unpressed);
  for (auto& entry : volume.wrench) f(entry);
}

void put_volume(Writer& to, const VolumeState& volume) {
  put_id(to, volume.id);
  for_each_number(volume, [&](double number) { to.put(number); });
}

VolumeState get_volume(Reader& from, const Model& model) {
  VolumeState volume{};
  volume.id = get_id(from, model);
  for_each_number(volume, [&](double& number) { number = from.get_finite(); });
  return volume;
}

}  // namespace

std::vector<std::byte> bytes_of(const Model& model, const State& state, bool is_placed_anew) {
  Writer to;
  for (const char letter : magic) to.put(letter);
  to.put(version);
  to.put(fingerprint_of(model));
  to.put(state.t);
  to.put(state.t_begin);
  to.put<std::int64_t>(state.steps);
  to.put(state.h);
  to.put(state.soft_h);
  to.put<std::uint8_t>(is_placed_anew ? 1 : 0);
  // Bodies that were removed leave no bytes.
  to.put_count(state.bodies.size());
  for (int i = 0; i < model.size(); ++i) {
    if (!model.has(i)) continue;
    const BodyState& body = state.bodies[at(i)];
    to.put<std::int32_t>(i);
    to.put_vector(body.position);
    for (const double entry : body.orientation.coeffs()) to.put(entry);
    for (const Vec<3>* vector : {&body.velocity, &body.spin, &body.force, &body.torque, &body.velocity_before,
                                 &body.velocity_middle, &body.spin_before, &body.spin_middle}) {
      to.put_vector(*vector);
    }
  }
  to.put_count(state.contacts.points.size());
  for (std::size_t i = 0; i < state.contacts.points.size(); ++i) {
    const contact::ContactPoint& point = state.contacts.points[i];
    put_id(to, point.id);
    to.put_vector(point.point);
    to.put_vector(point.normal);
    to.put(point.gap);
    to.put_vector(state.impulses[i]);
    to.put_vector(state.shocks[i]);
    to.put(state.slips[i]);
  }
  to.put_count(state.joints.size());
  for (const JointState& joint : state.joints) put_joint(to, joint);
  to.put_count(state.volumes.size());
  for (const VolumeState& volume : state.volumes) put_volume(to, volume);
  std::vector<double> numbers;
  const auto is_kept = [](const IslandMemory& memory) { return !memory.memory.is_empty(); };
  to.put_count(static_cast<std::size_t>(std::ranges::count_if(state.memories, is_kept)));
  for (std::size_t i = 0; i < state.memories.size(); ++i) {
    const IslandMemory& memory = state.memories[i];
    if (!is_kept(memory)) continue;
    memory.memory.write(numbers);
    to.put(static_cast<std::int32_t>(i));
    to.put_count(numbers.size());
    if (numbers.empty()) continue;
    to.put_count(memory.contacts.size());
    for (const contact::ContactId& id : memory.contacts) put_id(to, id);
    to.put_count(memory.joints.size());
    for (const int joint : memory.joints) to.put<std::int32_t>(joint);
    for (const double number : numbers) to.put(number);
  }
  return to.bytes;
}

RestoredState state_of(std::span<const std::byte> bytes, const Model& model) {
  Reader from(bytes);
  for (const char letter : magic) {
    if (from.get<char>() != letter) Reader::fail("they begin with something else");
  }
  if (from.get<std::int64_t>() != version) Reader::fail("they are of another version");
  const bool is_of_these_bodies = from.get<std::uint64_t>() == fingerprint_of(model);
  RestoredState restored{};
  State& state = restored.state;
  state.t = from.get_finite();
  state.t_begin = from.get_finite();
  state.steps = from.get<std::int64_t>();
  state.h = from.get_finite();
  state.soft_h = from.get_finite();
  restored.is_placed_anew = from.get<std::uint8_t>() != 0;
  constexpr std::size_t bytes_of_contact = 128, bytes_of_id = 16, bytes_of_memory = 20, bytes_of_volume = 240;
  const auto bodies = from.get<std::int64_t>();
  if (bodies != model.size())
    Reader::fail("they have " + std::to_string(bodies) + " bodies, the world has " + std::to_string(model.size()));
  if (!is_of_these_bodies) Reader::fail("they are of other bodies, by mass, inertia or shape");
  state.bodies.resize(model.bodies.size());
  for (int i = 0; i < model.size(); ++i) {
    if (!model.has(i)) continue;
    BodyState& body = state.bodies[at(i)];
    if (from.get<std::int32_t>() != i) Reader::fail("body " + std::to_string(i) + " is in one of the two only");
    body.position = from.get_vector();
    for (double& entry : body.orientation.coeffs()) entry = from.get_finite();
    if (std::abs(body.orientation.norm() - 1.0) > 1e-6) Reader::fail("an orientation in them is not of unit length");
    for (Vec<3>* vector : {&body.velocity, &body.spin, &body.force, &body.torque, &body.velocity_before,
                           &body.velocity_middle, &body.spin_before, &body.spin_middle}) {
      *vector = from.get_vector();
    }
  }
  const std::size_t contacts = from.get_count(bytes_of_contact);
  for (std::size_t i = 0; i < contacts; ++i) {
    contact::ContactPoint point{};
    point.id = get_id(from, model);
    point.point = from.get_vector();
    point.normal = from.get_vector();
    point.gap = from.get_finite();
    if (i > 0 && !(state.contacts.points.back().id < point.id)) Reader::fail("contacts in them are out of order");
    state.contacts.points.push_back(point);
    state.impulses.push_back(from.get_vector());
    state.shocks.push_back(from.get_vector());
    state.slips.push_back(from.get_finite());
  }
  constexpr std::size_t bytes_of_joint = 146;
  state.joints.resize(from.get_count(bytes_of_joint));
  if (state.joints.size() != model.joints.size()) Reader::fail("they have another number of joints");
  for (std::size_t j = 0; j < state.joints.size(); ++j) state.joints[j] = get_joint(from, model.joints[j]);
  const std::size_t volumes = from.get_count(bytes_of_volume);
  for (std::size_t i = 0; i < volumes; ++i) {
    state.volumes.push_back(get_volume(from, model));
    if (i > 0 && !(state.volumes[i - 1].id < state.volumes[i].id)) Reader::fail("volumes in them are out of order");
  }
  if (!model.has_volumes()) state.volumes.clear();  // of a model that was added later
  const std::size_t memories = from.get_count(bytes_of_memory);
  state.memories.resize(state.bodies.size());
  std::vector<double> numbers;
  for (std::size_t k = 0; k < memories; ++k) {
    const auto first = from.get<std::int32_t>();
    if (first < 0 || first >= model.size()) Reader::fail("what the solver kept is of no body");
    IslandMemory& memory = state.memories[at(first)];
    memory.contacts.clear();
    numbers.resize(from.get_count(sizeof(double)));
    if (numbers.empty()) continue;
    const std::size_t ids = from.get_count(bytes_of_id);
    for (std::size_t i = 0; i < ids; ++i) memory.contacts.push_back(get_id(from, model));
    memory.joints.resize(from.get_count(sizeof(std::int32_t)));
    for (int& joint : memory.joints) joint = from.get<std::int32_t>();
    for (double& number : numbers) number = from.get<double>();
    try {
      memory.memory.read(numbers);
    } catch (const InvalidArgument&) {
      Reader::fail("what the solver kept is not in them");
    }
  }
  if (!from.is_at_end()) Reader::fail("there are more of them than that");
  return restored;
}

}  // namespace stickslip::sim::detail
