#include "stickslip/sim/recording.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/core/at.hpp"
#include "stickslip/core/version.hpp"
#include "stickslip/record/timestamp.hpp"
#include "stickslip/sim/detail/outline.hpp"

namespace stickslip::sim {

namespace {

void add_to(BodyRecord& record, const BodyState& state) {
  const Eigen::Quaterniond& q = state.orientation;
  record.position.push_back(state.position);
  record.orientation.emplace_back(q.w(), q.x(), q.y(), q.z());
  record.velocity.push_back(state.velocity);
  record.angular_velocity.push_back(state.angular_velocity());
}

void add_to(JointRecord& record, const Model& model, const State& state) {
  const bool is_there = model.has_joint(record.joint);
  const JointReading now =
      is_there ? joint_reading(model, state, record.joint)
               : JointReading{required, required, required, Vec<6>::Constant(required), required, required};
  record.position.push_back(now.position);
  record.velocity.push_back(now.velocity);
  record.effort.push_back(now.effort);
  record.reaction.push_back(now.reaction);
  record.error.emplace_back(now.distance, now.angle);
}

// "joint_3": a hinge's or slider's position, velocity and effort, and every joint's reaction.
record::Series motion_of(const Recording& recording, const JointRecord& joint) {
  const Joint& given = *recording.model.joints[at(joint.joint)];
  std::vector<record::Column> columns = {{"t", "s", recording.t}};
  if (given.has_position()) {
    const bool turns = given.kind == JointKind::hinge;
    columns.push_back({"position", turns ? "rad" : "m", joint.position});
    columns.push_back({"velocity", turns ? "rad/s" : "m/s", joint.velocity});
    columns.push_back({"effort", turns ? "N m" : "N", joint.effort});
  }
  for (int k = 0; k < 6; ++k) {
    record::Column& column = columns.emplace_back();
    column.name = std::string(k < 3 ? "f" : "t") + "xyz"[k % 3];
    column.unit = k < 3 ? "N" : "N m";
    for (const Vec<6>& reaction : joint.reaction) column.values.push_back(reaction[k]);
  }
  return {"joint_" + std::to_string(joint.joint), describe(given, joint.joint), std::move(columns)};
}

// Positions of all joints of a kind over time; nothing where there is none.
std::optional<record::Panel> positions_of(const Recording& recording, JointKind kind) {
  record::Panel panel{.title = "",
                      .x = {.label = "time", .unit = "s"},
                      .y = kind == JointKind::hinge ? record::Axis{.label = "angle of hinges", .unit = "rad"}
                                                    : record::Axis{.label = "way of sliders", .unit = "m"},
                      .marks = {}};
  for (const JointRecord& joint : recording.joints) {
    if (recording.model.joints[at(joint.joint)]->kind != kind) continue;
    const std::string number = std::to_string(joint.joint);
    panel.marks.push_back({.kind = record::MarkKind::line,
                           .series = "joint_" + number,
                           .columns = {"t", "position"},
                           .label = "joint " + number});
  }
  return panel.marks.empty() ? std::nullopt : std::optional(panel);
}

record::Series motion_of(const Recording& recording, const BodyRecord& body, const std::string& name,
                         const std::string& title) {
  record::Series series(name, title,
                        {{"t", "s"},
                         {"x", "m"},
                         {"y", "m"},
                         {"z", "m"},
                         {"qw", "1"},
                         {"qx", "1"},
                         {"qy", "1"},
                         {"qz", "1"},
                         {"vx", "m/s"},
                         {"vy", "m/s"},
                         {"vz", "m/s"},
                         {"wx", "rad/s"},
                         {"wy", "rad/s"},
                         {"wz", "rad/s"}});
  for (std::size_t k = 0; k < recording.t.size(); ++k) {
    const Vec<3>&p = body.position[k], &v = body.velocity[k], &w = body.angular_velocity[k];
    const Vec<4>& q = body.orientation[k];
    series.append({recording.t[k], p[0], p[1], p[2], q[0], q[1], q[2], q[3], v[0], v[1], v[2], w[0], w[1], w[2]});
  }
  return series;
}

// By number, which rises.
template <class Record>
const Record* find(const std::vector<Record>& all, int number, int Record::*member) {
  const auto place = std::lower_bound(all.begin(), all.end(), number,
                                      [&](const Record& record, int least) { return record.*member < least; });
  return place == all.end() || (*place).*member != number ? nullptr : &*place;
}

}  // namespace

const BodyRecord& Recording::operator[](int body) const {
  if (const BodyRecord* const record = find(bodies, body, &BodyRecord::body)) return *record;
  throw InvalidArgument("Recording: there was no body " + std::to_string(body));
}

const JointRecord& Recording::joint(int joint) const {
  if (const JointRecord* const record = find(joints, joint, &JointRecord::joint)) return *record;
  throw InvalidArgument("Recording: there was no joint " + std::to_string(joint));
}

void Recording::begin(const Model& model_now, const State& state, const std::optional<std::vector<int>>& only) {
  model = model_now;
  const auto is_kept = [&](int body) { return !only || std::binary_search(only->begin(), only->end(), body); };
  for (int i = 0; i < model.size(); ++i) {
    if (model.has(i) && is_kept(i))
      bodies.push_back({.body = i, .position = {}, .orientation = {}, .velocity = {}, .angular_velocity = {}});
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (!model.joints[j]) continue;
    const auto& [a, b] = model.joints[j]->body;
    if (!is_kept(a) && !is_kept(b)) continue;
    joints.push_back(
        {.joint = static_cast<int>(j), .position = {}, .velocity = {}, .effort = {}, .reaction = {}, .error = {}});
  }
  add(model_now, state);
}

void Recording::add(const Model& model_now, const State& state) {
  t.push_back(state.t);
  for (BodyRecord& body : bodies) add_to(body, state.bodies[static_cast<std::size_t>(body.body)]);
  for (JointRecord& joint : joints) add_to(joint, model_now, state);
  kinetic_energy.push_back(sim::kinetic_energy(model_now, state));
  potential_energy.push_back(sim::potential_energy(model_now, state));
  contacts.push_back(state.contacts.size());
}

void Recording::count(const StepReport& step) {
  report.status = worse(report.status, step.status);
  report.residual = std::max(report.residual, step.residual);
  report.iterations = std::max(report.iterations, step.iterations);
  report.contacts = std::max(report.contacts, step.contacts);
  report.islands = std::max(report.islands, step.islands);
  ++steps;
}

record::Result Recording::to_result() const {
  record::Result result;
  result.name = "run";
  result.title = "Rigid bodies in contact";
  result.version = version;
  result.made = record::utc_now();
  result.parameters = {{"steps", static_cast<double>(steps)},
                       {"formulation", std::string(name_of(model.options.formulation))},
                       {"solver", model.options.solver},
                       {"tol", model.options.tolerance},
                       {"worst status of a step", std::string(name_of(report.status))}};
  record::Series energy("energy", "energy and contacts",
                        {{"t", "s"}, {"kinetic", "J"}, {"potential", "J"}, {"total", "J"}, {"contacts", "1"}});
  for (std::size_t k = 0; k < t.size(); ++k) {
    energy.append({t[k], kinetic_energy[k], potential_energy[k], kinetic_energy[k] + potential_energy[k],
                   static_cast<double>(contacts[k])});
  }
  result.series.push_back(std::move(energy));
  std::vector<record::Shape> shapes = draw(*this, "body", result);
  result.scenes.push_back({.name = "motion",
                           .title = "Motion",
                           .caption = "The bodies as they moved.",
                           .x = {.label = "x", .unit = "m"},
                           .y = {.label = "y", .unit = "m"},
                           .z = {.label = "z", .unit = "m"},
                           .shapes = std::move(shapes)});
  for (const JointRecord& joint : joints) result.series.push_back(motion_of(*this, joint));
  record::Figure positions{.name = "joints",
                           .title = "Joints",
                           .caption = "Angles of hinges, and how far sliders went, since they were added.",
                           .panels = {}};
  for (const JointKind kind : {JointKind::hinge, JointKind::slider}) {
    if (auto panel = positions_of(*this, kind)) positions.panels.push_back(std::move(*panel));
  }
  if (!positions.panels.empty()) result.figures.push_back(std::move(positions));
  const auto line = [](const char* column, const char* label) {
    return record::Mark{.kind = record::MarkKind::line, .series = "energy", .columns = {"t", column}, .label = label};
  };
  result.figures.push_back(
      {.name = "energy",
       .title = "Energy",
       .caption = "Kinetic and potential energy of the bodies that move, and their sum, which contacts may only lower.",
       .panels = {{.title = "",
                   .x = {.label = "time", .unit = "s"},
                   .y = {.label = "energy", .unit = "J"},
                   .marks = {line("kinetic", "kinetic"), line("potential", "potential"), line("total", "sum")}}}});
  return result;
}

std::vector<record::Shape> draw(const Recording& recording, const std::string& prefix, record::Result& result,
                                std::optional<record::Colour> colour, double opacity,
                                const std::vector<std::string>& names) {
  std::vector<record::Shape> shapes;
  // Planes are drawn as squares that reach a little farther than the bodies came.
  Eigen::AlignedBox3d room;
  for (const BodyRecord& body : recording.bodies) {
    const RigidBody& given = recording.model[body.body];
    if (std::isinf(given.radius)) continue;
    for (const Vec<3>& position : body.position) {
      room.extend(Vec<3>(position.array() - given.radius));
      room.extend(Vec<3>(position.array() + given.radius));
    }
  }
  if (room.isEmpty()) room.extend(Vec<3>(Vec<3>::Zero()));
  for (const BodyRecord& body : recording.bodies) {
    const RigidBody& given = recording.model[body.body];
    const std::string called = names.empty() ? std::to_string(body.body) : names[at(body.body)];
    std::string name = prefix;
    name.append("_").append(called);
    record::Series outline = detail::outline_of(given, room, name + "__shape");
    const bool is_plane = std::isinf(given.radius);
    record::Shape shape{.kind = record::ShapeKind::polygons,
                        .series = outline.name(),
                        .columns = {"facet", "x", "y", "z"},
                        .label = "",
                        .colour = is_plane ? std::optional(record::Colour::grey) : colour,
                        .opacity = is_plane ? 0.35 : opacity};
    result.series.push_back(std::move(outline));
    if (!is_plane) {
      result.series.push_back(motion_of(recording, body, name, "body " + called));
      shape.motion = record::Motion{.series = name};
    }
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

}  // namespace stickslip::sim
