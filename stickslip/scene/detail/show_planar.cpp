#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "stickslip/patch/cells.hpp"
#include "stickslip/scene/build.hpp"
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

// What all cells of a distributed contact deflect by together: Σ p z and Σ p ρ × z, which are to its elastic force and torque what the three
// deflections of a reduced contact are to its own; and the largest deflection of a cell that bears load.
Series deflection_series(const PlanarTrack& track, const PlanarContact& contact) {
  const patch::DistributedPatch patch = distributed_patch_of(contact);
  patch::ShapeMemory<patch::DistributedPatch> shape;
  Series series("deflection_" + track.contact,
                "Deflections of the bristles of " + track.contact + ", weighted by pressure",
                {{"t", "s"}, {"zx", "m"}, {"zy", "m"}, {"ztau", "m2"}, {"largest", "m"}});
  const std::size_t width = track.bristles.size() / track.trajectory.t.size();
  for (std::size_t k = 0; k < track.trajectory.t.size(); ++k) {
    const patch::Cells& cells = patch.at(track.trajectory.normal_force[k], shape).cells();
    const double *const x = track.bristles.data() + k * width, *const y = x + width / 2;
    Vec<3> sum = Vec<3>::Zero();
    double largest = 0.0;
    for (std::size_t i = 0; i < cells.weight.size(); ++i) {
      if (!(cells.weight[i] > 0.0)) continue;
      sum += cells.weight[i] * Vec<3>(x[i], y[i], cells.x[i] * y[i] - cells.y[i] * x[i]);
      largest = std::max(largest, std::hypot(x[i], y[i]));
    }
    series.append({track.trajectory.t[k], sum[0], sum[1], sum[2], largest});
  }
  return series;
}

// Where the energy of one of several bodies went.
Series energy_series(const PlanarTrack& track, const PlanarSceneBody& body) {
  const sim::Trajectory& path = track.trajectory;
  const Vec<3> mass = body.motion ? Vec<3>(Vec<3>::Zero()) : Vec<3>(body.body.mass, body.body.mass, body.body.inertia);
  Series series(
      "energy_" + track.body, "Where the energy of " + track.body + " went",
      {{"t", "s"}, {"kinetic", "J"}, {"stored", "J"}, {"external", "J"}, {"dissipated", "J"}, {"unaccounted", "J"}});
  double at_start = 0.0;
  for (std::size_t k = 0; k < path.t.size(); ++k) {
    const auto& [stored, load, normal, dissipated] = path.energy[k];
    const double kinetic = 0.5 * path.twist[k].cwiseAbs2().dot(mass), held = kinetic + stored;
    if (k == 0) at_start = held;
    series.append(
        {path.t[k], kinetic, stored, load + normal, dissipated, load + normal - (held - at_start) - dissipated});
  }
  return series;
}

// Of the tracks whose series, named after its body or its contact, has the column.
record::Panel panel(const PlanarRun& run, const record::Result& result, const char* prefix, const char* column,
                    const char* unit) {
  record::Panel panel{
      .title = "", .x = {.label = "time", .unit = "s"}, .y = {.label = column, .unit = unit}, .marks = {}};
  const auto has_column = [&](const std::string& series) {
    const auto found = std::find_if(result.series.begin(), result.series.end(),
                                    [&](const Series& one) { return one.name() == series; });
    return found != result.series.end() && std::any_of(found->columns().begin(), found->columns().end(),
                                                       [&](const record::Column& one) { return one.name == column; });
  };
  for (std::size_t i = 0; i < std::min(run.tracks.size(), std::size(colours)); ++i) {
    const PlanarTrack& track = run.tracks[i];
    const std::string_view kind = prefix;
    const bool is_body = kind == "body_" || kind == "energy_";
    const std::string& name = is_body ? track.body : track.contact;
    std::string series = prefix + name;
    if (kind == "bristles_" && !has_column(series)) series = "deflection_" + name;
    if (!has_column(series)) continue;
    panel.marks.push_back({.kind = MarkKind::line,
                           .series = series,
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
    if (!track.bristles.empty() && body.contact.options.model == PatchModel::distributed) {
      result.series.push_back(deflection_series(track, body.contact));
    }
    if (scene.bodies.size() > 1) result.series.push_back(energy_series(track, body));
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
  // A figure of the panels that have a line.
  struct Quantity {
    const char *prefix, *column, *unit;
    const char* label = column;
  };
  const auto plot = [&](const char* name, const char* title, const char* caption, std::size_t columns,
                        const std::vector<Quantity>& quantities) {
    record::Figure figure{.name = name, .title = title, .caption = caption, .panels = {}, .columns = columns};
    for (const Quantity& of : quantities) {
      record::Panel one = panel(run, result, of.prefix, of.column, of.unit);
      one.y.label = of.label;
      if (!one.marks.empty()) figure.panels.push_back(std::move(one));
    }
    if (!figure.panels.empty()) result.figures.push_back(std::move(figure));
  };
  plot("poses", "Poses", "Of the centres of mass in the world.", 0,
       {{"body_", "x", "m"}, {"body_", "y", "m"}, {"body_", "theta", "rad"}});
  plot("twists", "Twists", "Of the centres of mass, world axes.", 0,
       {{"body_", "vx", "m/s"}, {"body_", "vy", "m/s"}, {"body_", "omega", "rad/s"}});
  const bool follows_load = std::any_of(scene.bodies.begin(), scene.bodies.end(), [](const PlanarSceneBody& body) {
    return std::holds_alternative<patch::HertzContact>(body.contact.pressure);
  });
  plot("contacts", "Contacts",
       follows_load
           ? "Normal force and friction of one contact of each kind, and the radius of those that follow the load."
           : "Normal force and friction of one contact of each kind.",
       2,
       {{"contact_", "fn", "N"},
        {"contact_", "fx", "N"},
        {"contact_", "fy", "N"},
        {"contact_", "tau", "N m"},
        {"contact_", "radius", "m"}});
  plot("bristles", "Deflections of the bristles",
       "Of one contact of each kind. Reduced: its three bristles. Distributed: the sums over all cells that stand for "
       "the same force and "
       "torque, weighted by pressure, Σ p z and Σ p ρ × z, and the largest deflection of a cell that bears load.",
       2,
       {{"bristles_", "zx", "m"},
        {"bristles_", "zy", "m"},
        {"bristles_", "ztau", "m2"},
        {"deflection_", "largest", "m", "largest deflection"}});
  plot("energies", "Energy of each body", "The figure after this one has the sum over all bodies.", 2,
       {{"energy_", "kinetic", "J"},
        {"energy_", "stored", "J"},
        {"energy_", "external", "J"},
        {"energy_", "dissipated", "J"}});
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
