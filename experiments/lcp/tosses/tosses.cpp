// 268 real tosses of a cube [Pfrommer 2020], simulated from where each began: how far is the simulated cube from the measured one?
//
// Nothing is fitted toss by toss. Errors: mean distance of the centres over the rows of a toss, and mean angle between the
// orientations; then the mean over tosses. The first bounce: the same over the rows up to the 15th from the first touch. A cube that
// tumbles forgets its start: whole tosses are decided by which edge it happens to fall over, the first bounce by the law of impact.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/world.hpp"

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/tosses/scene.hpp"
#include "experiments/lcp/tosses/toss.hpp"
#include "experiments/reference_data.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp {

namespace tosses_experiment {
namespace {

using record::Colour;
using record::MarkKind;

constexpr double mu = 0.18, restitution = 0.2;
constexpr int steps_per_frame = 8;
constexpr std::size_t bounce_rows = 15;
constexpr std::size_t shown_rows = 45;  // from the first touch on, in the figure of growing errors
constexpr std::size_t map_every = 4;    // tosses of the map: this one of so many
constexpr std::array map_mu = {0.10, 0.14, 0.18, 0.22, 0.26};
constexpr std::array map_e = {0.0, 0.1, 0.2, 0.3, 0.4};

sim::Surface surface_with(double mu_of_pair, double e) {
  return {.mu_s = mu_of_pair, .mu_k = mu_of_pair, .restitution = e};
}

struct Simulated {
  std::vector<Pose> rows;
  int unsolved = 0;  // steps
};

Simulated simulate(const Toss& toss, const sim::Surface& surface) {
  sim::World world({.gravity = {0.0, 0.0, -gravity_of_data}});
  world.add_plane(Vec<3>::UnitZ(), 0.0, surface);
  const int body = world.add_body(cube(surface));
  world.set_position(body, toss.start.position);
  world.set_orientation(body, toss.start.orientation);
  world.set_velocity(body, toss.start.velocity);
  world.set_angular_velocity(body, toss.start.angular_velocity());
  Simulated simulated;
  for (std::size_t k = 0; k < toss.rows.size(); ++k) {
    simulated.rows.push_back({world.body(body).position, world.body(body).orientation});
    for (int i = 0; i < steps_per_frame; ++i) {
      if (!world.step(frame / steps_per_frame).converged()) ++simulated.unsolved;
    }
  }
  return simulated;
}

// Of one toss, or their means.
struct Errors {
  double position = 0.0, rotation = 0.0;                // whole toss [% of the width, deg]
  double bounce_position = 0.0, bounce_rotation = 0.0;  // first bounce
  double right_face = 0.0;                              // 1: it ends on the measured face

  std::array<double, 5> values() const { return {position, rotation, bounce_position, bounce_rotation, right_face}; }
};

double distance(const Toss& toss, const std::vector<Pose>& rows, std::size_t k) {
  return 100.0 * (rows[k].position - toss.rows[k].position).norm() / width;
}

double angle(const Toss& toss, const std::vector<Pose>& rows, std::size_t k) {
  return angle_between(rows[k].orientation, toss.rows[k].orientation);
}

Errors errors_of(const Toss& toss, const std::vector<Pose>& rows) {
  Errors errors;
  const std::size_t all = rows.size(), bounce = std::min(all, toss.first_touch + bounce_rows);
  for (std::size_t k = 0; k < all; ++k) {
    const double d = distance(toss, rows, k), a = angle(toss, rows, k);
    errors.position += d / static_cast<double>(all);
    errors.rotation += a / static_cast<double>(all);
    if (k >= bounce) continue;
    errors.bounce_position += d / static_cast<double>(bounce);
    errors.bounce_rotation += a / static_cast<double>(bounce);
  }
  errors.right_face = face_below(rows.back().orientation) == face_below(toss.rows.back().orientation) ? 1.0 : 0.0;
  return errors;
}

// Mean and its standard error.
struct Mean {
  double value, error;
};
Mean mean_of(const std::vector<Errors>& all, std::size_t which) {
  const auto n = static_cast<double>(all.size());
  double sum = 0.0, squares = 0.0;
  for (const Errors& e : all) {
    const double value = e.values().at(which);
    sum += value;
    squares += value * value;
  }
  const double mean = sum / n;
  return {mean, std::sqrt(std::max(0.0, squares / n - mean * mean) / std::max(1.0, n - 1.0))};
}

// --- numbers -----------------------------------------------------------------------------------------------------------------

record::Series errors_by_toss(const std::vector<Toss>& tosses, const std::vector<Errors>& errors) {
  record::Series series("tosses", "One row per toss",
                        {{"toss", "1"},
                         {"rows", "1"},
                         {"position", "%"},
                         {"rotation", "deg"},
                         {"bounce_position", "%"},
                         {"bounce_rotation", "deg"},
                         {"right_face", "1"}});
  for (std::size_t i = 0; i < tosses.size(); ++i) {
    const Errors& e = errors[i];
    series.append({static_cast<double>(tosses[i].number), static_cast<double>(tosses[i].rows.size()), e.position,
                   e.rotation, e.bounce_position, e.bounce_rotation, e.right_face});
  }
  return series;
}

// The sorted errors of each kind beside the share of tosses that have no more.
record::Series shares_of(const std::vector<Errors>& errors) {
  record::Series series(
      "shares", "Share of the tosses with at most this error",
      {{"share", "1"}, {"position", "%"}, {"rotation", "deg"}, {"bounce_position", "%"}, {"bounce_rotation", "deg"}});
  std::array<std::vector<double>, 4> sorted;
  for (std::size_t which = 0; which < sorted.size(); ++which) {
    for (const Errors& e : errors) sorted[which].push_back(e.values()[which]);
    std::sort(sorted[which].begin(), sorted[which].end());
  }
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(errors.size());
    series.append({share, sorted[0][i], sorted[1][i], sorted[2][i], sorted[3][i]});
  }
  return series;
}

// Means over the tosses that are still followed so long after their first touch.
record::Series growth_of(const std::vector<Toss>& tosses, const std::vector<Simulated>& simulated) {
  record::Series series("growth", "Mean error against the time since the first touch",
                        {{"t", "s"}, {"position", "%"}, {"rotation", "deg"}, {"tosses", "1"}});
  for (std::size_t k = 0; k <= shown_rows; ++k) {
    double position = 0.0, rotation = 0.0, count = 0.0;
    for (std::size_t i = 0; i < tosses.size(); ++i) {
      const std::size_t row = tosses[i].first_touch + k;
      if (row >= tosses[i].rows.size()) continue;
      position += distance(tosses[i], simulated[i].rows, row);
      rotation += angle(tosses[i], simulated[i].rows, row);
      ++count;
    }
    if (count > 0.0) series.append({static_cast<double>(k) * frame, position / count, rotation / count, count});
  }
  return series;
}

void add_maps(Result& result, const std::vector<Toss>& tosses, const Progress& progress) {
  const std::vector<record::Column> columns = {{"mu", "1"}, {"e", "1"}, {"distance", "%"}, {"angle", "deg"}};
  record::Series whole("map", "Mean errors of whole tosses against friction and restitution", columns);
  record::Series bounce("map_bounce", "The same of the first bounce", columns);
  double done = 0.0;
  for (const double e : map_e) {
    for (const double mu_here : map_mu) {
      std::vector<Errors> errors;
      for (std::size_t i = 0; i < tosses.size(); i += map_every)
        errors.push_back(errors_of(tosses[i], simulate(tosses[i], surface_with(mu_here, e)).rows));
      whole.append({mu_here, e, mean_of(errors, 0).value, mean_of(errors, 1).value});
      bounce.append({mu_here, e, mean_of(errors, 2).value, mean_of(errors, 3).value});
      progress(++done / (map_e.size() * map_mu.size()));
    }
  }
  result.series.push_back(std::move(whole));
  result.series.push_back(std::move(bounce));
}

// --- beside engines ----------------------------------------------------------------------------------------------------------

// Same tosses, same measure; stated, not measured here.
struct Engine {
  const char* name;
  double position, rotation;
};
constexpr std::array engines = {Engine{"MuJoCo 2.2, tuned", 11.0, 14.7}, Engine{"Bullet 3.24, tuned", 11.7, 14.2},
                                Engine{"MuJoCo 2.2, as it comes", 25.9, 19.7},
                                Engine{"Bullet 3.24, as it comes", 13.5, 18.0}};
constexpr double mujoco_bounce_position = 2.30, mujoco_bounce_rotation = 3.01;

void compare_with_engines(Result& result, const std::vector<Errors>& errors) {
  const Mean position = mean_of(errors, 0), rotation = mean_of(errors, 1);
  record::Series whole("whole", "Whole tosses", {{"place", "1"}, {"position", "%"}, {"rotation", "deg"}});
  record::Series ours("ours", "Whole tosses, this library: mean and standard error",
                      {{"place", "1"},
                       {"position", "%"},
                       {"position_low", "%"},
                       {"position_high", "%"},
                       {"rotation", "deg"},
                       {"rotation_low", "deg"},
                       {"rotation_high", "deg"}});
  whole.append({0.0, position.value, rotation.value});
  ours.append({0.0, position.value, position.value - position.error, position.value + position.error, rotation.value,
               rotation.value - rotation.error, rotation.value + rotation.error});
  std::vector<std::string> names = {"stickslip, measured here"};
  for (const Engine& engine : engines) {
    whole.append({static_cast<double>(names.size()), engine.position, engine.rotation});
    names.emplace_back(engine.name);
  }
  record::Series bounce("bounce", "First bounce", {{"position", "%"}, {"rotation", "deg"}});
  bounce.append({mean_of(errors, 2).value, mean_of(errors, 3).value});
  bounce.append({mujoco_bounce_position, mujoco_bounce_rotation});
  result.tables = {{"Whole tosses; engines as stated, on the same tosses with the same measure", "whole", names},
                   {"First bounce", "bounce", {names[0], names[1]}}};
  for (record::Series* series : {&whole, &ours, &bounce}) result.series.push_back(std::move(*series));

  const record::Axis places{.label = "",
                            .categories = {"stickslip", "MuJoCo tuned", "Bullet tuned", "MuJoCo", "Bullet"}};
  const auto panel = [&](const char* title, const std::string& column, const char* unit) {
    return record::Panel{title,
                         places,
                         {.label = title, .unit = unit, .min = 0.0},
                         {{MarkKind::points, "whole", {"place", column}, "mean, as stated", Colour::grey},
                          {MarkKind::error_bars,
                           "ours",
                           {"place", column, column + "_low", column + "_high"},
                           "mean and standard error, measured here",
                           Colour::blue}}};
  };
  result.figures.push_back(
      {"engines",
       "Whole tosses beside engines",
       "On whole tosses exact friction and tuned engines agree within the error of the means: which edge the cube "
       "falls over "
       "in the end is decided by what no simulation knows well enough. Engines as they come are farther off. The first "
       "bounce, in the table, is where rigid impact wins.",
       {panel("distance of the centres", "position", "% of the width"), panel("angle", "rotation", "deg")}});
}

// --- pictures ----------------------------------------------------------------------------------------------------------------

void add_figures(Result& result) {
  const auto share = [](const char* column, const char* label, Colour colour) {
    return record::Mark{MarkKind::line, "shares", {column, "share"}, label, colour};
  };
  const record::Axis tosses{"tosses with at most this error", "%", 100.0};
  result.figures.push_back(
      {"errors",
       "Errors of the 268 tosses",
       "Most tosses are followed closely to the end; about one in eight falls over another edge "
       "than the real cube did and ends on another face.",
       {{"distance of the centres",
         {"mean distance", "% of the width"},
         tosses,
         {share("position", "whole toss", Colour::blue), share("bounce_position", "first bounce", Colour::red)}},
        {"angle between the orientations",
         {"mean angle", "deg"},
         tosses,
         {share("rotation", "whole toss", Colour::blue), share("bounce_rotation", "first bounce", Colour::red)}}}});
  const record::Axis time{"time since the first touch", "ms", 1e3};
  result.figures.push_back(
      {"growth",
       "How errors grow",
       "Mean over the tosses. Before the first touch the error is that of the start; each impact multiplies it.",
       {{"", time, {"distance of the centres", "% of the width"}, {{MarkKind::line, "growth", {"t", "position"}}}},
        {"", time, {"angle", "deg"}, {{MarkKind::line, "growth", {"t", "rotation"}}}}}});
  const auto map = [](const char* title, const char* series, const char* column) {
    return record::Panel{title, {"μ"}, {"e"}, {{MarkKind::heat_map, series, {"mu", "e", column}}}};
  };
  result.figures.push_back(
      {"map",
       "Errors over friction and restitution",
       "Mean over every fourth toss. Restitution matters to the first bounce, friction to where the cube comes to "
       "rest. "
       "The authors' own values are μ = 0.18 and e = 0.125.",
       {map("whole toss: distance", "map", "distance"), map("whole toss: angle", "map", "angle"),
        map("first bounce: distance", "map_bounce", "distance"), map("first bounce: angle", "map_bounce", "angle")},
       2});
}

Result run(const Progress& progress) {
  Result result;
  const double share_of_map = static_cast<double>(map_e.size() * map_mu.size()) / map_every;
  Stages stages(progress, 1.0 + share_of_map);
  const auto file = reference_data("tosses/tosses_even.csv");
  if (!file) {
    result.skipped =
        "the measured tosses (tosses/tosses_even.csv) are in no folder that STICKSLIP_REFERENCE or the current folder "
        "leads to";
    return result;
  }
  const std::vector<Toss> tosses = read_tosses(*file);
  std::vector<Simulated> simulated;
  std::vector<Errors> errors;
  int unsolved = 0;
  const Progress of_all = stages.next(1.0);
  for (const Toss& toss : tosses) {
    simulated.push_back(simulate(toss, surface_with(mu, restitution)));
    errors.push_back(errors_of(toss, simulated.back().rows));
    unsolved += simulated.back().unsolved;
    of_all(static_cast<double>(errors.size()) / static_cast<double>(tosses.size()));
  }
  const Mean position = mean_of(errors, 0), rotation = mean_of(errors, 1);
  const Mean bounce_position = mean_of(errors, 2), bounce_rotation = mean_of(errors, 3);
  result.checks = {equal("tosses", "1", 268.0, static_cast<double>(tosses.size()), 0.0),
                   equal("steps that were not solved", "1", 0.0, unsolved, 0.0),
                   at_most("whole toss: distance of the centres, of the width", "%", 11.7, position.value),
                   at_most("whole toss: angle between the orientations", "deg", 14.7, rotation.value),
                   at_most("first bounce: distance of the centres, of the width", "%", 2.0, bounce_position.value),
                   at_most("first bounce: angle between the orientations", "deg", 2.85, bounce_rotation.value),
                   at_least("tosses that end on the measured face", "%", 78.0, 100.0 * mean_of(errors, 4).value)};
  result.series = {errors_by_toss(tosses, errors), shares_of(errors), growth_of(tosses, simulated)};
  add_maps(result, tosses, stages.next(share_of_map));
  compare_with_engines(result, errors);
  add_figures(result);

  std::vector<std::size_t> order(tosses.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return errors[i].position; });
  const std::pair<const char*, std::size_t> shown[] = {
      {"best", order.front()}, {"median", order[order.size() / 2]}, {"worst", order.back()}};
  const auto rounded = [](double value) { return to_text(std::round(10.0 * value) / 10.0); };
  for (const auto& [name, i] : shown) {
    add_scene(result, tosses[i], simulated[i].rows, name);
    record::Scene& scene = result.scenes.back();
    scene.title = std::string("The ").append(name).append(" toss, number ") + std::to_string(tosses[i].number);
    scene.caption =
        "Measured (black path) and simulated (red path) from the same start, beside each other. Mean distance " +
        rounded(errors[i].position) + " % of the width, mean angle " + rounded(errors[i].rotation) + "°.";
  }

  result.parameters = {{"side", 2.0 * half_side, "m"},
                       {"mass", mass, "kg"},
                       {"inertia", inertia, "kg m²"},
                       {"gravity", gravity_of_data, "m/s²"},
                       {"mu", mu},
                       {"restitution", restitution},
                       {"steps per frame of 1/148 s", static_cast<double>(steps_per_frame)},
                       {"standard error of the distance", position.error, "%"},
                       {"standard error of the angle", rotation.error, "deg"},
                       {"standard error of the distance, first bounce", bounce_position.error, "%"},
                       {"standard error of the angle, first bounce", bounce_rotation.error, "deg"},
                       {"tosses of the map: one of", static_cast<double>(map_every)}};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace tosses_experiment

Experiment tosses() {
  return {.name = "lcp-tosses",
          .paper = "Pfrommer2020",
          .figure = "measured tosses",
          .summary = "268 measured tosses of a cube, simulated with exact friction and Newton's restitution",
          .run = &tosses_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::lcp
