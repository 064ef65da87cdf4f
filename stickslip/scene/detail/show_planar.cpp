#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "stickslip/patch/cells.hpp"
#include "stickslip/scene/detail/runner.hpp"

namespace stickslip::scene::detail {

namespace {

using record::Colour;
using record::MarkKind;
using record::Series;

constexpr double half_height = 0.004, above = half_height + 0.0005;  // as drawn [m]
constexpr Colour colours[] = {Colour::blue, Colour::red, Colour::green, Colour::purple, Colour::cyan, Colour::yellow};

// The columns of some fields of a trajectory, time first.
std::vector<record::Column> columns_of(const sim::Trajectory& path, const std::vector<std::string_view>& fields) {
  std::vector<record::Column> columns;
  for (const sim::TrajectoryField& field : sim::trajectory_fields) {
    if (std::find(fields.begin(), fields.end(), field.name) == fields.end()) continue;
    for (std::size_t i = 0; i < field.width(); ++i) {
      record::Column column{std::string(field.columns[i].name), std::string(field.columns[i].unit)};
      for (std::size_t k = 0; k < path.t.size(); ++k) column.values.push_back(field.entry(path, k, i));
      columns.push_back(std::move(column));
    }
  }
  return columns;
}

Series facets(const std::string& name, const std::string& title) {
  return {name, title, {{"facet", "1"}, {"x", "m"}, {"y", "m"}, {"z", "m"}}};
}

void append_facet(Series& body, const std::vector<Vec<3>>& corners) {
  const double facet = body.rows() == 0 ? 0.0 : body["facet"].back() + 1.0;
  for (const Vec<3>& c : corners) body.append({facet, c[0], c[1], c[2]});
}

Series prism(const std::string& name, const std::vector<Vec<2>>& outline) {
  Series body = facets(name, "The body about its centre of mass, as drawn");
  std::vector<Vec<3>> top, bottom;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec<2>&a = outline[i], &b = outline[(i + 1) % outline.size()];
    top.emplace_back(a[0], a[1], half_height);
    bottom.emplace_back(a[0], a[1], -half_height);
    append_facet(
        body,
        {{a[0], a[1], -half_height}, {b[0], b[1], -half_height}, {b[0], b[1], half_height}, {a[0], a[1], half_height}});
  }
  append_facet(body, top);
  append_facet(body, bottom);
  return body;
}

// One that follows the load as it is at first.
patch::Pressure drawn_pressure(const PlanarContact& contact) {
  if (const auto* pressure = std::get_if<patch::Pressure>(&contact.pressure)) return *pressure;
  const auto [radius, exponent] = std::get<patch::HertzContact>(contact.pressure).at(contact.normal_force(0.0));
  return patch::Pressure::hertz(radius, exponent);
}

// Of a contact that follows the load: its shape at each record. Without load there is none.
void add_shape(const patch::HertzContact& contact, const std::vector<double>& loads,
               std::vector<record::Column>& columns) {
  record::Column radius{"radius", "m"}, exponent{"exponent", "1"};
  for (const double fn : loads) {
    const patch::HertzContact::Shape shape = contact.at(fn);
    radius.values.push_back(fn > 0.0 ? shape.radius : 0.0);
    exponent.values.push_back(shape.exponent);
  }
  columns.push_back(std::move(radius));
  columns.push_back(std::move(exponent));
}

Series contact_series(const PlanarTrack& track, const PlanarContact& contact) {
  std::vector<record::Column> columns = columns_of(track.trajectory, {"t", "normal_force", "wrench"});
  if (const auto* follows = std::get_if<patch::HertzContact>(&contact.pressure)) {
    add_shape(*follows, track.trajectory.normal_force, columns);
  }
  return {"contact_" + track.contact,
          "Contact " + track.contact + ": wrench of one on " + track.body +
              ", world axes, about the origin of the patch's frame",
          std::move(columns)};
}

Series pad(const std::string& name, const patch::Pressure& pressure) {
  const patch::Cells cells = patch::cells_of(pressure);
  const Vec<2> size = pressure.upper() - pressure.lower();
  const double half = 0.5 * std::max(size.maxCoeff(), 1e-4) / 21.0;
  Series body = facets(name, "Where the contact presses, as drawn");
  for (std::size_t i = 0; i < cells.x.size(); ++i) {
    if (cells.weight[i] < 1e-9) continue;
    const double x = cells.cop[0] + cells.x[i], y = cells.cop[1] + cells.y[i];
    append_facet(body, {{x - half, y - half, above},
                        {x + half, y - half, above},
                        {x + half, y + half, above},
                        {x - half, y + half, above}});
  }
  return body;
}

Series motion(const std::string& name, const sim::Trajectory& path) {
  Series series(name, "Motion as drawn",
                {{"t", "s"}, {"x", "m"}, {"y", "m"}, {"z", "m"}, {"qw", "1"}, {"qx", "1"}, {"qy", "1"}, {"qz", "1"}});
  for (std::size_t k = 0; k < path.t.size(); ++k) {
    const Pose2& pose = path.pose[k];
    series.append({path.t[k], pose.x, pose.y, 0.0, std::cos(0.5 * pose.theta), 0.0, 0.0, std::sin(0.5 * pose.theta)});
  }
  return series;
}

Series bristle_series(const PlanarTrack& track) {
  const std::size_t records = track.trajectory.t.size(), width = track.bristles.size() / records;
  std::vector<record::Column> columns = {{"t", "s", track.trajectory.t}};
  const bool is_reduced = width == 3;
  for (std::size_t i = 0; i < width; ++i) {
    constexpr const char* names[] = {"zx", "zy", "ztau"};
    record::Column column{is_reduced ? names[i] : "z" + std::to_string(i), is_reduced && i == 2 ? "m2" : "m"};
    for (std::size_t k = 0; k < records; ++k) column.values.push_back(track.bristles[k * width + i]);
    columns.push_back(std::move(column));
  }
  return {"bristles_" + track.contact, "Deflections of the bristles of " + track.contact, std::move(columns)};
}

record::Panel panel(const PlanarRun& run, const char* prefix, const char* column, const char* unit) {
  record::Panel panel{
      .title = "", .x = {.label = "time", .unit = "s"}, .y = {.label = column, .unit = unit}, .marks = {}};
  for (std::size_t i = 0; i < std::min(run.tracks.size(), std::size(colours)); ++i) {
    const PlanarTrack& track = run.tracks[i];
    const bool is_body = std::string_view(prefix) == "body_";
    const std::string& name = is_body ? track.body : track.contact;
    panel.marks.push_back({.kind = MarkKind::line,
                           .series = prefix + name,
                           .columns = {"t", column},
                           .label = name,
                           .colour = colours[i],
                           // Bodies that move alike are seen all the same.
                           .dash = i % 2 == 0 ? record::Dash::solid : record::Dash::dashed});
  }
  return panel;
}

}  // namespace

void show_planar(const PlanarScene& scene, const PlanarRun& run, record::Result& result) {
  record::Scene picture{
      .name = "motion",
      .title = "Motion",
      .caption = "Bodies as they moved, and where contacts press. Lines: paths of the centres of mass.",
      .x = {.label = "x", .unit = "m"},
      .y = {.label = "y", .unit = "m"},
      .z = {.label = "z", .unit = "m"},
      .shapes = {},
      .azimuth = -90.0,
      .elevation = 65.0};
  for (std::size_t i = 0; i < run.tracks.size(); ++i) {
    const PlanarTrack& track = run.tracks[i];
    const PlanarSceneBody& body = scene.bodies[scene.record.place_of(i)];
    const Colour colour = colours[i % std::size(colours)];
    result.series.emplace_back("body_" + track.body, "Body " + track.body,
                               columns_of(track.trajectory, {"t", "pose", "twist", "error"}));
    if (scene.record.contacts) result.series.push_back(contact_series(track, body.contact));
    if (!track.bristles.empty()) result.series.push_back(bristle_series(track));
    const std::string shape = "shape_" + track.body, way = "motion_" + track.body, contact = "pad_" + track.contact;
    result.series.push_back(prism(shape, body.outline));
    result.series.push_back(pad(contact, drawn_pressure(body.contact)));
    result.series.push_back(motion(way, track.trajectory));
    picture.shapes.push_back({.kind = record::ShapeKind::polygons,
                              .series = shape,
                              .columns = {"facet", "x", "y", "z"},
                              .label = track.body,
                              .colour = colour,
                              .opacity = 0.5,
                              .motion = record::Motion{.series = way}});
    record::Shape pads{.kind = record::ShapeKind::polygons,
                       .series = contact,
                       .columns = {"facet", "x", "y", "z"},
                       .label = "",
                       .colour = Colour::yellow};
    if (body.contact.options.frame == sim::Frame::body) pads.motion = record::Motion{.series = way};
    picture.shapes.push_back(std::move(pads));
    picture.shapes.push_back({.kind = record::ShapeKind::curve,
                              .series = way,
                              .columns = {"t", "x", "y", "z"},
                              .label = "",
                              .colour = colour});
  }
  result.scenes.push_back(std::move(picture));
  result.figures.push_back(
      {.name = "poses",
       .title = "Poses",
       .caption = "Of the centres of mass in the world.",
       .panels = {panel(run, "body_", "x", "m"), panel(run, "body_", "y", "m"), panel(run, "body_", "theta", "rad")}});
  result.figures.push_back({.name = "twists",
                            .title = "Twists",
                            .caption = "Of the centres of mass, world axes.",
                            .panels = {panel(run, "body_", "vx", "m/s"), panel(run, "body_", "vy", "m/s"),
                                       panel(run, "body_", "omega", "rad/s")}});
  if (scene.record.contacts) {
    result.figures.push_back({.name = "contacts",
                              .title = "Contacts",
                              .caption = "Normal force and friction of one contact of each kind.",
                              .panels = {panel(run, "contact_", "fn", "N"), panel(run, "contact_", "fx", "N"),
                                         panel(run, "contact_", "fy", "N"), panel(run, "contact_", "tau", "N m")},
                              .columns = 2});
  }
}

void show_point(const PointScene& /*scene*/, const std::vector<double>& t, const PointRun& run,
                record::Result& result) {
  std::vector<record::Column> columns = {{"t", "s", t}};
  std::vector<record::Panel> panels;
  for (std::size_t i = 0; i < run.position.size(); ++i) {
    const std::string axis(1, "xyz"[i]);
    columns.push_back({axis, "m", run.position[i]});
    columns.push_back({"f" + axis, "N", run.force[i]});
    panels.push_back({.title = "",
                      .x = {.label = axis, .unit = "m"},
                      .y = {.label = "f" + axis, .unit = "N"},
                      .marks = {{.kind = MarkKind::line, .series = "contact_point", .columns = {axis, "f" + axis}}}});
    panels.push_back({.title = "",
                      .x = {.label = "time", .unit = "s"},
                      .y = {.label = "f" + axis, .unit = "N"},
                      .marks = {{.kind = MarkKind::line, .series = "contact_point", .columns = {"t", "f" + axis}}}});
  }
  columns.push_back({"fn", "N", run.normal_force});
  result.series.emplace_back("contact_point", "Force on the point", std::move(columns));
  result.figures.push_back({.name = "force",
                            .title = "Friction of the point",
                            .caption = "Against the way, and over time.",
                            .panels = std::move(panels),
                            .columns = 2});
}

}  // namespace stickslip::scene::detail
