// 250 measured pushes of a plate on hardboard: which way will it move under this wrench?
//
// The plate rests on three known points, or on its whole area, with the centre of mass at the origin: its pressure
// follows without any fit, and so does its limit surface. The friction wrench of a slow push is the pusher's, reversed,
// and the motion is the surface's normal there. The measurements are not part of the sources.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/pressure.hpp"

#include "experiments/planar/picture/box.hpp"
#include "experiments/planar/picture/pictures.hpp"
#include "experiments/planar/picture/scenes.hpp"
#include "experiments/planar/planar.hpp"
#include "experiments/planar/pushes/data.hpp"
#include "experiments/reference_data.hpp"

namespace stickslip::experiments::planar {

namespace pushes_experiment {
namespace {

using patch::LimitSurface;
using patch::Pressure;

constexpr double mm = 1e-3;
constexpr double plate_side = 150.0;  // of its right angle [mm]
constexpr double length = 0.05;       // makes a rotation a displacement where directions of motion are compared [m]

struct Angles {
  double median, mean;  // [deg]
};

// Where the plate is supported, and the errors of limit surface and ellipsoid found by quadrature.
struct Log {
  const char* name;
  const char* label;
  std::vector<Vec<2>> corners;  // about the centre of mass [m]: of the supports, or of the area if `whole_area`
  bool whole_area;
  Angles surface, ellipsoid;
};

std::vector<Log> logs() {
  const auto corners = [](std::array<double, 6> c) -> std::vector<Vec<2>> {
    const Vec<2> centre(50.0, 50.0);
    return {mm * (Vec<2>(c[0], c[1]) - centre), mm * (Vec<2>(c[2], c[3]) - centre), mm * (Vec<2>(c[4], c[5]) - centre)};
  };
  return {
      {"10_130_10_10_10_130", "wide supports", corners({10, 10, 130, 10, 10, 130}), false, {5.7, 7.4}, {11.4, 13.0}},
      {"10_90_10_10_30_130", "skew supports", corners({10, 10, 90, 30, 10, 130}), false, {5.1, 6.9}, {12.0, 12.7}},
      {"30_63.33_43.33_30_43.33_63.33",
       "narrow supports",
       corners({30, 30, 63.33, 43.33, 43.33, 63.33}),
       false,
       {10.6, 12.1},
       {14.4, 14.4}},
      {"30_90_30_30_30_90", "middle supports", corners({30, 30, 90, 30, 30, 90}), false, {7.5, 11.0}, {13.9, 13.9}},
      {"patch", "whole area", corners({0, 0, plate_side, 0, 0, plate_side}), true, {10.5, 10.5}, {9.5, 10.8}}};
}

Pressure pressure_of(const Log& log) {
  if (log.whole_area) return Pressure::polygon(log.corners);
  // The shares of the weight for which the centre of mass, the origin, is the centre of pressure.
  const auto twice_area = [](const Vec<2>& a, const Vec<2>& b) { return a(0) * b(1) - a(1) * b(0); };
  const Vec<2>&a = log.corners[0], &b = log.corners[1], &c = log.corners[2];
  const std::array<double, 3> shares{twice_area(b, c), twice_area(c, a), twice_area(a, b)};
  return Pressure::points(log.corners, shares);
}

// Angle between measured and predicted motion [deg].
double angle(const LimitSurface& surface, const Push& push) {
  const Vec<3> weight(1.0, 1.0, length);
  const Vec<3> predicted = weight.cwiseProduct(surface.twist(-push.pusher)), seen = weight.cwiseProduct(push.moved);
  const double cosine = predicted.dot(seen) / (norm(predicted) * norm(seen));
  return std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::numbers::pi;
}

double median(const std::vector<double>& values) {
  return box_of(values).median;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

using record::Colour;

std::vector<std::string> models() {
  return {"limit surface", "ellipsoid", "quartic"};
}

// The sorted angles of each model beside the share of pushes that have no more.
record::Series share_series(std::array<std::vector<double>, 3> angles) {
  record::Series series("shares", "Share of the pushes with at most this angle",
                        {{"share", "1"}, {"limit_surface", "deg"}, {"ellipsoid", "deg"}, {"quartic", "deg"}});
  for (std::vector<double>& a : angles) std::sort(a.begin(), a.end());
  for (std::size_t k = 0; k < angles[0].size(); ++k) {
    const double share = static_cast<double>(k + 1) / static_cast<double>(angles[0].size());
    series.append({share, angles[0][k], angles[1][k], angles[2][k]});
  }
  return series;
}

record::Series support_series(const std::vector<Log>& all_logs) {
  record::Series series("supports", "Supports, or the rim of the area, about the centre of mass",
                        {{"log", "1"}, {"x", "m"}, {"y", "m"}, {"x_end", "m"}, {"y_end", "m"}});
  for (std::size_t i = 0; i < all_logs.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec<2>&a = all_logs[i].corners[k], &b = all_logs[i].corners[(k + 1) % 3];
      series.append({static_cast<double>(i), a(0), a(1), b(0), b(1)});
    }
  }
  return series;
}

void add_figures(Result& result, const std::vector<Log>& all_logs) {
  record::Axis places{"log"};
  for (const Log& log : all_logs) places.categories.emplace_back(log.label);
  places.categories.emplace_back("all");
  record::Panel by_log = box_panel("boxes", models(), places, {"angle", "deg"});
  by_log.title = "log by log";
  const auto shares = [](const char* column, const std::string& label, Colour colour) {
    return record::Mark{record::MarkKind::line, "shares", {column, "share"}, label, colour};
  };
  result.figures = {
      {"angles",
       "Angle between measured and predicted motion",
       "Boxes are quartiles, whiskers reach the farthest values within 1.5 box heights. Nothing is fitted: the limit "
       "surface "
       "follows from where the plate rests. On point supports it beats the ellipsoid; on the whole area the two are "
       "alike.",
       {by_log,
        {"all pushes",
         {"angle", "deg"},
         percent_axis("pushes with at most this angle"),
         {shares("limit_surface", models()[0], Colour::blue), shares("ellipsoid", models()[1], Colour::red),
          shares("quartic", models()[2], Colour::green)}}}}};
  record::Panel rims{"", place_axis("x"), place_axis("y"), {}, true};
  constexpr std::array colours = {Colour::blue, Colour::red, Colour::green, Colour::yellow, Colour::purple};
  for (std::size_t i = 0; i < all_logs.size(); ++i) {
    const record::RowFilter only{"log", static_cast<double>(i)};
    rims.marks.push_back({record::MarkKind::segments,
                          "supports",
                          {"x", "y", "x_end", "y_end"},
                          all_logs[i].label,
                          colours.at(i),
                          record::Dash::solid,
                          only});
    rims.marks.push_back(
        {record::MarkKind::points, "supports", {"x", "y"}, "", colours.at(i), record::Dash::solid, only});
  }
  result.figures.push_back({"supports",
                            "Where the plate rests",
                            "Three points a log, and the whole triangle of the last; the centre of mass is the origin.",
                            {rims}});
}

// One log in the space of wrenches: where the measured friction lies on the limit surface, and which way the plate went.
void add_surface_scene(Result& result, const Log& log, const std::vector<Push>& pushes) {
  const LimitSurface surface(pressure_of(log));
  const Vec<3> weight(1.0, 1.0, length);
  record::Series series("surface_pushes", std::string("Pushes on the limit surface, ").append(log.label),
                        {{"fx", "N"},
                         {"fy", "N"},
                         {"ft", "N"},
                         {"measured_x", "1"},
                         {"measured_y", "1"},
                         {"measured_t", "1"},
                         {"predicted_x", "1"},
                         {"predicted_y", "1"},
                         {"predicted_t", "1"}});
  for (const Push& push : pushes) {
    if (push.log != log.name) continue;
    // the pusher's wrench lies on the surface where the motion, an outward normal, is along it
    const Vec<3> w = (push.pusher / surface.gauge(-push.pusher)).cwiseQuotient(weight);
    const Vec<3> seen = weight.cwiseProduct(push.moved).normalized();
    const Vec<3> predicted = weight.cwiseProduct(surface.twist(-push.pusher)).normalized();
    series.append({w(0), w(1), w(2), seen(0), seen(1), seen(2), predicted(0), predicted(1), predicted(2)});
  }
  result.series.push_back(std::move(series));
  result.series.push_back(surface_facets(
      "surface_facets", std::string("Facets of the limit surface, ").append(log.label).append("; ft = τ/50 mm"),
      surface, length));
  const auto arrows = [](const std::string& what, Colour colour) {
    record::Shape shape{record::ShapeKind::arrows,
                        "surface_pushes",
                        {"fx", "fy", "ft", what + "_x", what + "_y", what + "_t"},
                        what + " motion",
                        colour};
    shape.length = 0.3;
    return shape;
  };
  result.scenes = {
      {"surface",
       std::string("Pushes on the limit surface, ").append(log.label),
       "Each push at the place of its wrench, with the motion that was measured and the one that the surface "
       "predicts: its normal. τ is over 50 mm, as in the angles above.",
       {"fx"},
       {"fy"},
       {"τ"},
       {surface_shape("surface_facets", "limit surface", Colour::cyan, 0.5), arrows("measured", Colour::red),
        arrows("predicted", Colour::blue)}}};
}

Result run(const Progress& progress) {
  progress(0.0);
  Result result;
  const std::optional<std::filesystem::path> path = reference_data("cmu/pushes_hardboard.csv");
  if (!path) {
    result.skipped =
        "the measured pushes (cmu/pushes_hardboard.csv) are in no folder that STICKSLIP_REFERENCE or the current "
        "folder "
        "leads to";
    return result;
  }
  const std::vector<Push> pushes = read_pushes(*path);

  record::Series errors("angles", "Angle between measured and predicted motion, push by push",
                        {{"log", "1"}, {"limit_surface", "deg"}, {"ellipsoid", "deg"}, {"quartic", "deg"}});
  record::Series table("per_log", "Median and mean angle of each log, in the order of the checks, then of all pushes",
                       {{"log", "1"},
                        {"pushes", "1"},
                        {"limit_surface_median", "deg"},
                        {"limit_surface_mean", "deg"},
                        {"ellipsoid_median", "deg"},
                        {"ellipsoid_mean", "deg"},
                        {"quartic_median", "deg"},
                        {"quartic_mean", "deg"}});
  record::Series boxes = drawn_boxes(
      "boxes", "Boxes of the angles of each log, then of all; samples: 0 limit surface, 1 ellipsoid, 2 quartic", "deg");
  const std::vector<Log> all_logs = logs();
  std::array<std::vector<double>, 3> all;
  const auto add_row = [&](std::size_t number, const std::array<std::vector<double>, 3>& a) {
    for (std::size_t k = 0; k < a.size(); ++k) append_box(boxes, number, k, box_of(a[k]));
    table.append({static_cast<double>(number), static_cast<double>(a[0].size()), median(a[0]), mean(a[0]), median(a[1]),
                  mean(a[1]), median(a[2]), mean(a[2])});
  };
  for (std::size_t i = 0; i < all_logs.size(); ++i) {
    const Log& log = all_logs[i];
    const Pressure pressure = pressure_of(log);
    const std::array<LimitSurface, 3> surfaces{LimitSurface(pressure), LimitSurface::ellipsoid(pressure),
                                               LimitSurface::quartic(pressure)};
    std::array<std::vector<double>, 3> of_log;
    for (const Push& push : pushes) {
      if (push.log != log.name) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        of_log[k].push_back(angle(surfaces[k], push));
        all[k].push_back(of_log[k].back());
      }
      errors.append({static_cast<double>(i), all[0].back(), all[1].back(), all[2].back()});
    }
    if (of_log[0].empty())
      throw InvalidArgument("planar-pushes: the data hold no push of the log " + std::string(log.name));
    add_row(i, of_log);
    // 0.3°: those values come from quadratures of their own, printed to 0.1°.
    const auto compare = [&](const char* form, const Angles& found, const std::vector<double>& angles) {
      const std::string what = std::string(log.label) + ", " + form + ": ";
      result.checks.push_back(equal(what + "median angle", "deg", found.median, median(angles), 0.3));
      result.checks.push_back(equal(what + "mean angle", "deg", found.mean, mean(angles), 0.3));
    };
    compare("limit surface", log.surface, of_log[0]);
    compare("ellipsoid", log.ellipsoid, of_log[1]);
    progress(static_cast<double>(i + 1) / static_cast<double>(all_logs.size() + 1));
  }
  add_row(all_logs.size(), all);
  result.checks.push_back(equal("pushes", "1", 250.0, static_cast<double>(all[0].size()), 0.0));
  result.checks.push_back(at_most("all pushes, limit surface: median angle", "deg", 7.8, median(all[0])));
  result.checks.push_back(equal("all pushes, limit surface: mean angle", "deg", 9.6, mean(all[0]), 0.3));
  result.checks.push_back(equal("all pushes, ellipsoid: median angle", "deg", 12.4, median(all[1]), 0.3));
  result.checks.push_back(equal("all pushes, ellipsoid: mean angle", "deg", 13.0, mean(all[1]), 0.3));
  // The fitted quartic is there for planners, so it must at least beat the ellipsoid.
  result.checks.push_back(
      at_most("all pushes, quartic: median angle, against the ellipsoid's", "deg", median(all[1]), median(all[2])));
  result.series.push_back(std::move(table));
  result.series.push_back(std::move(errors));
  result.series.push_back(std::move(boxes));
  result.series.push_back(share_series(all));
  result.series.push_back(support_series(all_logs));
  result.parameters = {{"length that makes a rotation a displacement", length, "m"},
                       {"pushes", static_cast<double>(all[0].size())},
                       {"side of the plate's right angle", mm * plate_side, "m"}};
  std::vector<std::string> row_labels;
  row_labels.reserve(all_logs.size() + 1);
  for (const Log& log : all_logs) row_labels.emplace_back(log.label);
  row_labels.emplace_back("all");
  result.tables = {{"Angle between measured and predicted motion", "per_log", row_labels}};
  add_figures(result, all_logs);
  add_surface_scene(result, all_logs.front(), pushes);
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace pushes_experiment

Experiment pushes() {
  return {"planar-pushes", "Zhou2016", "250 pushes on hardboard",
          "the limit surface tells which way a pushed plate moves, measured wrench by measured wrench",
          pushes_experiment::run};
}

}  // namespace stickslip::experiments::planar
