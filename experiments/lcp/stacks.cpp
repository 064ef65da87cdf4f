#include "experiments/lcp/stacks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "experiments/lcp/pictures.hpp"

namespace stickslip::experiments::lcp {

namespace {

using record::Colour;
using record::Dash;
using record::MarkKind;

constexpr double height_of(int course) {
  return stack_side * (course + 0.5);
}

// Body 0 is the ground; box i is body i + 1.
sim::World world_of(const std::vector<StackedBox>& boxes) {
  sim::World world;
  const sim::Surface surface{.mu_s = stack_mu, .mu_k = stack_mu};
  world.add_plane({0.0, 0.0, 1.0}, 0.0, surface);
  const geometry::Polyhedron cube = geometry::Polyhedron::box(Vec<3>::Constant(stack_side));
  for (const StackedBox& box : boxes)
    world.add_body({.shapes = {{cube}}, .mass = box.mass, .surface = surface, .position = box.position});
  return world;
}

// Of any corner, against where the box was put.
double displacement(const sim::World& world, const std::vector<StackedBox>& boxes) {
  double largest = 0.0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const sim::BodyState& body = world.body(static_cast<int>(i) + 1);
    for (int k = 0; k < 8; ++k) {
      const Vec<3> corner =
          0.5 * stack_side * Vec<3>(k % 2 == 0 ? -1.0 : 1.0, k / 2 % 2 == 0 ? -1.0 : 1.0, k < 4 ? -1.0 : 1.0);
      // R c − c without cancellation: q is close to 1.
      const Vec<3> half = body.orientation.vec().cross(corner);
      const Vec<3> turned = 2.0 * (body.orientation.w() * half + body.orientation.vec().cross(half));
      largest = std::max(largest, norm(Vec<3>(body.position - boxes[i].position + turned)));
    }
  }
  return largest;
}

double speed(const sim::World& world, std::size_t boxes) {
  double largest = 0.0;
  for (std::size_t i = 0; i < boxes; ++i) {
    const sim::BodyState& body = world.body(static_cast<int>(i) + 1);
    largest = std::max(largest, norm(body.velocity) + 0.5 * std::sqrt(3.0) * stack_side * norm(body.spin));
  }
  return largest;
}

}  // namespace

std::vector<StackedBox> ten_towers() {
  std::vector<StackedBox> boxes;
  for (int tower = 0; tower < 10; ++tower) {
    for (int course = 0; course < 10; ++course) boxes.push_back({{0.3 * tower, 0.0, height_of(course)}});
  }
  return boxes;
}

std::vector<StackedBox> heavy_top_tower() {
  std::vector<StackedBox> boxes;
  boxes.reserve(10);
  for (int course = 0; course < 10; ++course) boxes.push_back({{0.0, 0.0, height_of(course)}});
  boxes.back().mass = 100.0 * stack_mass;
  return boxes;
}

std::vector<StackedBox> wall_of_boxes() {
  std::vector<StackedBox> boxes;
  for (int course = 0; course < 10; ++course) {
    for (int i = 0; i < 10; ++i)
      boxes.push_back({{0.102 * i + (course % 2 == 0 ? 0.0 : 0.025), 0.0, height_of(course)}});
  }
  return boxes;
}

StackRow let_stand(Result& result, const StackSetting& setting, const Progress& progress) {
  sim::World world = world_of(setting.boxes);
  record::Series series(setting.name, setting.label, {{"t", "s"}, {"displacement", "m"}, {"speed", "m/s"}});
  StackRow row{setting.label, 0.0, 0.0, 0.0};
  const auto steps = std::lround(stack_until / setting.h);
  double unsolved = 0.0;
  // Rows at about equal distances on a logarithmic axis of time.
  long next_row = 1;
  for (long i = 1; i <= steps; ++i) {
    const sim::StepReport report = world.step(setting.h);
    if (!report.converged()) ++unsolved;
    row.residual = std::max(row.residual, report.residual);
    const double moved = displacement(world, setting.boxes);
    row.displacement = std::max(row.displacement, moved);
    if (i == next_row || i == steps) {
      // What is exactly nothing has no place on a logarithmic axis.
      series.append({static_cast<double>(i) * setting.h, std::max(1e-18, moved),
                     std::max(1e-18, speed(world, setting.boxes.size()))});
      next_row = std::max(i + 1, std::lround(1.1 * static_cast<double>(i)));
    }
    progress(static_cast<double>(i) / static_cast<double>(steps));
  }
  row.speed = speed(world, setting.boxes.size());
  result.series.push_back(std::move(series));
  result.checks.push_back(
      at_most(setting.label + ": largest displacement", "µm", 1e6 * setting.largest, 1e6 * row.displacement));
  result.checks.push_back(at_most(setting.label + ": speed after 5 s", "m/s", 1e-9, row.speed));
  result.checks.push_back(equal(setting.label + ": steps not solved to the tolerance", "1", 0.0, unsolved, 0.0));
  return row;
}

void show_stacks(Result& result, const std::vector<StackSetting>& settings, const std::vector<StackRow>& rows,
                 const std::string& title, const std::string& caption) {
  const record::Axis time{"time", "s", 1.0, true};
  record::Panel moved{"displacement", time, {"largest displacement", "m", 1.0, true}, {}};
  record::Panel speeds{"speed", time, {"largest speed", "m/s", 1.0, true}, {}};
  for (const StackSetting& setting : settings) {
    const Dash dash = setting.h > 0.002 ? Dash::dashed : Dash::solid;
    moved.marks.push_back({MarkKind::line, setting.name, {"t", "displacement"}, setting.label, setting.colour, dash});
    speeds.marks.push_back({MarkKind::line, setting.name, {"t", "speed"}, setting.label, setting.colour, dash});
  }
  result.figures.push_back({"displacement", title, caption, {moved, speeds}});
  record::Series table("stacks", title, {{"displacement", "µm"}, {"speed at the end", "m/s"}, {"residual", "1"}});
  std::vector<std::string> labels;
  for (const StackRow& row : rows) {
    table.append({1e6 * row.displacement, row.speed, row.residual});
    labels.push_back(row.label);
  }
  result.series.push_back(std::move(table));
  result.tables.push_back(
      {"Largest displacement of a corner, fastest corner at the end, largest residual of a step", "stacks", labels});
}

void show_engines(Result& result, const std::string& title, const std::vector<EngineTime>& engines) {
  record::Series table("engines", title, {{"time per step", "µs"}});
  std::vector<std::string> labels;
  for (const EngineTime& engine : engines) {
    table.append({engine.microseconds});
    labels.emplace_back(engine.label);
  }
  result.series.push_back(std::move(table));
  result.tables.push_back({title, "engines", labels});
}

record::Scene settling_scene(Result& result, const StackSetting& setting, double magnified, double slower,
                             const std::string& title, const std::string& caption) {
  constexpr int frames = 40;
  sim::World world = world_of(setting.boxes);
  std::vector<record::Column> columns = {{"t", "s"}};
  constexpr std::array<std::pair<const char*, const char*>, 7> parts = {
      {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"qw", "1"}, {"qx", "1"}, {"qy", "1"}, {"qz", "1"}}};
  const auto name_of = [](const char* part, std::size_t box) { return part + std::string("_") + std::to_string(box); };
  for (std::size_t b = 0; b < setting.boxes.size(); ++b) {
    for (const auto& [part, unit] : parts) columns.push_back({name_of(part, b), unit});
  }
  for (int i = 0; i <= frames; ++i) {
    columns[0].values.push_back(slower * world.time());
    for (std::size_t b = 0; b < setting.boxes.size(); ++b) {
      const sim::BodyState& body = world.body(static_cast<int>(b) + 1);
      const Vec<3> place = setting.boxes[b].position + magnified * (body.position - setting.boxes[b].position);
      Eigen::Quaterniond turned = body.orientation;
      turned.vec() *= magnified;
      turned.normalize();
      const std::array values = {place[0], place[1], place[2], turned.w(), turned.x(), turned.y(), turned.z()};
      for (std::size_t k = 0; k < values.size(); ++k) columns[1 + 7 * b + k].values.push_back(values[k]);
    }
    if (i < frames) static_cast<void>(world.step(setting.h));
  }
  const std::string motion = "scene_motion", outline = "scene_cube";
  result.series.emplace_back(motion, "The boxes as drawn: displacement " + to_text(magnified) + " times larger",
                             std::move(columns));
  result.series.push_back(
      box_series(outline, "A box, as drawn", {{Vec<3>::Constant(0.97 * stack_side), Vec<3>::Zero()}}));
  constexpr std::array colours = {Colour::blue, Colour::cyan};
  std::vector<record::Shape> shapes;
  Vec<3> low = setting.boxes.front().position, high = low;
  for (std::size_t b = 0; b < setting.boxes.size(); ++b) {
    const StackedBox& box = setting.boxes[b];
    const auto course = static_cast<std::size_t>(std::lround(box.position[2] / stack_side - 0.5));
    record::Shape shape{.kind = record::ShapeKind::polygons, .series = outline, .columns = {"facet", "x", "y", "z"}};
    shape.colour = box.mass > stack_mass ? Colour::red : colours[course % 2];
    shape.label = box.mass > stack_mass ? "100 times the mass" : "";
    record::Motion moves{.series = motion, .columns = {"t"}};
    for (const auto& [part, unit] : parts) moves.columns.push_back(name_of(part, b));
    shape.motion = std::move(moves);
    shapes.push_back(std::move(shape));
    low = low.cwiseMin(box.position);
    high = high.cwiseMax(box.position);
  }
  const Vec<3> middle(0.5 * (low[0] + high[0]), 0.0, 0.0);
  shapes.push_back(ground_shape(result, "scene_ground", middle, {high[0] - low[0] + 0.4, 0.5}));
  record::Scene scene = scene_of("scene_settling", title, caption, std::move(shapes));
  scene.azimuth = -70.0;
  scene.elevation = 12.0;
  return scene;
}

}  // namespace stickslip::experiments::lcp
