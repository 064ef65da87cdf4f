#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>

#include <Eigen/Geometry>

#include "stickslip/core/at.hpp"
#include "stickslip/scene/detail/runner.hpp"

namespace stickslip::scene::detail {

namespace {

using record::MarkKind;

// More lines than this in one panel cannot be told apart.
constexpr std::size_t most_lines = 8;

record::Series contact_series(const PairRecord& pair, const RigidScene& scene, const std::vector<double>& t) {
  const std::string &a = scene.bodies[at(pair.a)].name, &b = scene.bodies[at(pair.b)].name;
  record::Series series("contact_" + a + "__" + b, "Contact: on " + a + " by " + b,
                        {{"t", "s"},
                         {"fx", "N"},
                         {"fy", "N"},
                         {"fz", "N"},
                         {"tx", "N m"},
                         {"ty", "N m"},
                         {"tz", "N m"},
                         {"fn", "N"},
                         {"ft", "N"},
                         {"contacts", "1"}});
  for (std::size_t k = 0; k < t.size(); ++k) {
    const Vec<3>&f = pair.force[k], &m = pair.torque[k];
    // What is across the normal, where the contacts of the pair have one normal.
    const double fn = pair.normal_force[k], ft = std::sqrt(std::max(0.0, f.squaredNorm() - fn * fn));
    series.append({t[k], f[0], f[1], f[2], m[0], m[1], m[2], fn, ft, static_cast<double>(pair.contacts[k])});
  }
  return series;
}

record::Series joint_series(const SceneJoint& joint, const sim::JointRecord& records, const std::vector<double>& t) {
  const bool turns = joint.kind == sim::JointKind::hinge;
  std::vector<record::Column> columns = {{"t", "s", t}};
  if (joint.has_position()) {
    columns.push_back({"position", turns ? "rad" : "m", records.position});
    columns.push_back({"velocity", turns ? "rad/s" : "m/s", records.velocity});
    columns.push_back({"effort", turns ? "N m" : "N", records.effort});
  }
  for (int i = 0; i < 6; ++i) {
    record::Column& column = columns.emplace_back();
    column.name = std::string(i < 3 ? "f" : "t") + "xyz"[i % 3];
    column.unit = i < 3 ? "N" : "N m";
    for (const Vec<6>& reaction : records.reaction) column.values.push_back(reaction[i]);
  }
  return {"joint_" + joint.name, "Joint " + joint.name, std::move(columns)};
}

// The turn of a body since the first record as a rotation vector, world axes: along the axis, as long as the angle [rad]. Vectors that are
// a full turn apart mean the same orientation; of these it is the one nearest to that of the record before.
std::vector<Vec<3>> turns_of(const std::vector<Vec<4>>& orientations) {
  const auto quaternion = [](const Vec<4>& q) { return Eigen::Quaterniond(q[0], q[1], q[2], q[3]); };
  std::vector<Vec<3>> turns;
  Vec<3> last = Vec<3>::Zero();
  for (const Vec<4>& orientation : orientations) {
    const Eigen::Quaterniond turn = quaternion(orientation) * quaternion(orientations.front()).conjugate();
    const Vec<3> part = turn.vec();
    const double length = norm(part);
    // Of whole turns and of none the axis is not seen: then it is that before.
    const Vec<3> axis = length > 1e-9      ? Vec<3>(part / length)
                        : norm(last) > 0.0 ? Vec<3>(last.normalized())
                                           : Vec<3>(Vec<3>::UnitZ());
    constexpr double whole = 2.0 * std::numbers::pi;
    const double angle = 2.0 * std::atan2(part.dot(axis), turn.w());
    last = (angle + whole * std::round((last.dot(axis) - angle) / whole)) * axis;
    turns.push_back(last);
  }
  return turns;
}

// The series of a body with its turn as well.
record::Series with_turn(const record::Series& series, const sim::BodyRecord& body) {
  std::vector<record::Column> columns = series.columns();
  const std::vector<Vec<3>> turns = turns_of(body.orientation);
  for (int i = 0; i < 3; ++i) {
    record::Column& column = columns.emplace_back();
    column.name = std::string("r") + "xyz"[i];
    column.unit = "rad";
    for (const Vec<3>& turn : turns) column.values.push_back(turn[i]);
  }
  return {series.name(), series.title(), std::move(columns)};
}

record::Panel over_time(const record::Axis& y) {
  return {.title = "", .x = {.label = "time", .unit = "s"}, .y = y, .marks = {}};
}

record::Mark line(const std::string& series, const char* column, const std::string& label) {
  return {.kind = MarkKind::line, .series = series, .columns = {"t", column}, .label = label};
}

std::string rest_of(std::size_t count) {
  return count <= most_lines ? "" : " The first " + std::to_string(most_lines) + " of " + std::to_string(count) + ".";
}

}  // namespace

void show_rigid(const RigidScene& scene, const RigidRun& run, record::Result& result) {
  const sim::Recording& recording = run.recording;
  const auto name_of_model = [&](const SceneContactModel& model) {
    return model.volume ? "volume, " + std::string(name_of(model.volume->friction))
                        : "points, " + std::string(name_of(scene.options.formulation));
  };
  result.parameters.push_back({"contact model", name_of_model(scene.contact_model)});
  for (const ScenePair& pair : scene.pairs) {
    if (!pair.contact_model) continue;
    result.parameters.push_back(
        {"contact model of " + scene.bodies[at(pair.a)].name + " and " + scene.bodies[at(pair.b)].name,
         name_of_model(*pair.contact_model)});
  }
  std::string start;
  for (const std::string& line : run.fitted_lines(scene)) start += (start.empty() ? "" : "; ") + line;
  if (!start.empty()) result.parameters.push_back({"start", start});
  std::string hints;
  for (const std::string& hint : run.hints) hints += (hints.empty() ? "" : "; ") + hint;
  if (!hints.empty()) result.parameters.push_back({"hint", hints});
  result.parameters.push_back({"solver", scene.options.solver});
  result.parameters.push_back({"dt", scene.run.dt, "s"});
  std::vector<std::string> names, moving;
  std::map<std::string, int> numbers;  // of bodies that are kept, by the names of their series
  for (const SceneBody& body : scene.bodies) {
    names.push_back(body.name);
    const int number = static_cast<int>(names.size()) - 1;
    if (!scene.record.keeps(number)) continue;
    numbers.emplace("body_" + body.name, number);
    const bool has_velocity =
        !body.plane && !(body.description.velocity.isZero(0.0) && body.description.angular_velocity.isZero(0.0));
    if (body.description.mass > 0.0 || body.velocity || has_velocity) moving.push_back(body.name);
  }
  result.scenes.push_back({.name = "motion",
                           .title = "Motion",
                           .caption = "The bodies as they moved.",
                           .x = {.label = "x", .unit = "m"},
                           .y = {.label = "y", .unit = "m"},
                           .z = {.label = "z", .unit = "m"},
                           .shapes = sim::draw(recording, "body", result, {}, 1.0, names)});
  for (record::Series& series : result.series) {
    const auto body = numbers.find(series.name());
    if (body != numbers.end()) series = with_turn(series, recording[body->second]);
  }
  const auto plot = [&](const char* name, const char* title, const char* what, const char* unit,
                        const std::vector<const char*>& columns) {
    record::Figure figure{.name = name, .title = title, .caption = what + rest_of(moving.size()), .panels = {}};
    for (const char* column : columns) {
      record::Panel panel = over_time({.label = column, .unit = unit});
      for (std::size_t i = 0; i < std::min(moving.size(), most_lines); ++i) {
        panel.marks.push_back(line("body_" + moving[i], column, moving[i]));
      }
      if (!panel.marks.empty()) figure.panels.push_back(std::move(panel));
    }
    if (!figure.panels.empty()) result.figures.push_back(std::move(figure));
  };
  plot("positions", "Positions of the centres of mass", "Of bodies that move.", "m", {"x", "y", "z"});
  plot("orientations", "Orientations",
       "Turns since the start as rotation vectors, world axes: the direction is the axis, the length the angle. A turn "
       "about one axis "
       "shows as its angle, also beyond a full turn if records are less than half a turn apart.",
       "rad", {"rx", "ry", "rz"});
  plot("velocities", "Velocities", "Of the centres of mass, world axes.", "m/s", {"vx", "vy", "vz"});
  plot("spins", "Angular velocities", "World axes.", "rad/s", {"wx", "wy", "wz"});
  record::Figure joints{.name = "joints",
                        .title = "Joints",
                        .caption = "Angles of hinges, how far sliders went, and lengths of springs.",
                        .panels = {}};
  std::size_t with_axis = 0;
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    const SceneJoint& joint = scene.joints[j];
    if (!scene.record.keeps_any(joint.a, joint.b)) continue;
    result.series.push_back(joint_series(joint, recording.joint(static_cast<int>(j)), recording.t));
    const bool turns = joint.kind == sim::JointKind::hinge;
    if (!joint.has_position() || ++with_axis > most_lines) continue;
    record::Panel panel = over_time({.label = joint.name, .unit = turns ? "rad" : "m"});
    panel.marks.push_back(line("joint_" + joint.name, "position", ""));
    joints.panels.push_back(std::move(panel));
  }
  joints.caption += rest_of(with_axis);
  if (!joints.panels.empty()) result.figures.push_back(std::move(joints));
  record::Panel pushes = over_time({.label = "normal force", .unit = "N"}),
                rubs = over_time({.label = "friction", .unit = "N"});
  for (const PairRecord& pair : run.pairs) {
    result.series.push_back(contact_series(pair, scene, recording.t));
    if (pushes.marks.size() >= most_lines) continue;
    pushes.marks.push_back(line(result.series.back().name(), "fn", result.series.back().title().substr(9)));
    rubs.marks.push_back(line(result.series.back().name(), "ft", result.series.back().title().substr(9)));
  }
  if (!pushes.marks.empty()) {
    result.figures.push_back(
        {.name = "contacts",
         .title = "Contacts",
         .caption = "Normal force and friction of each pair of bodies, mean over the step before the record." +
                    rest_of(run.pairs.size()),
         .panels = {std::move(pushes), std::move(rubs)}});
  }
  record::Series solver("solver", "How the steps were solved, the worst since the record before",
                        {{"t", "s"}, {"residual", "1"}, {"iterations", "1"}, {"contacts", "1"}});
  for (std::size_t k = 0; k < recording.t.size(); ++k) {
    solver.append({recording.t[k], run.solver[k].residual, static_cast<double>(run.solver[k].iterations),
                   static_cast<double>(recording.contacts[k])});
  }
  result.series.push_back(std::move(solver));
  record::Panel residual = over_time({.label = "residual", .unit = "1"}),
                iterations = over_time({.label = "iterations", .unit = "1"});
  residual.marks.push_back(line("solver", "residual", ""));
  iterations.marks.push_back(line("solver", "iterations", ""));
  result.figures.push_back({.name = "solver",
                            .title = "Solver",
                            .caption = "The largest of the steps since the record before.",
                            .panels = {std::move(residual), std::move(iterations)}});
}

}  // namespace stickslip::scene::detail
