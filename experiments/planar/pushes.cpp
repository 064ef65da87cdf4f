// 250 measured pushes of a plate on hardboard: which way will it move under this wrench?
//
// The plate rests on three known points, or on its whole area, with the centre of mass at the origin: its pressure
// follows without any fit, and so does its limit surface. The friction wrench of a slow push is the pusher's, reversed,
// and the motion is the surface's normal there. The measurements are not part of the sources.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/pressure.hpp"

#include "experiments/planar/planar.hpp"

namespace stickslip::experiments::planar {

namespace {

using patch::LimitSurface;
using patch::Pressure;

constexpr double mm = 1e-3;
constexpr double length = 0.05;  // makes a rotation a displacement where directions of motion are compared [m]

struct Push {
  std::string log;
  Wrench2 pusher;  // mean wrench on the plate
  Twist2 moved;    // displacement
};

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
      {"patch", "whole area", corners({0, 0, 150, 0, 0, 150}), true, {10.5, 10.5}, {9.5, 10.8}}};
}

Pressure pressure_of(const Log& log) {
  if (log.whole_area) return Pressure::polygon(log.corners);
  // The shares of the weight for which the centre of mass, the origin, is the centre of pressure.
  const auto twice_area = [](const Vec<2>& a, const Vec<2>& b) { return a(0) * b(1) - a(1) * b(0); };
  const Vec<2>&a = log.corners[0], &b = log.corners[1], &c = log.corners[2];
  const std::array<double, 3> shares{twice_area(b, c), twice_area(c, a), twice_area(a, b)};
  return Pressure::points(log.corners, shares);
}

// In $STICKSLIP_REFERENCE, or beside the sources.
std::optional<std::filesystem::path> data_file() {
  const std::filesystem::path name = std::filesystem::path("cmu") / "pushes_hardboard.csv";
  std::error_code ignored;
  if (const char* folder = std::getenv("STICKSLIP_REFERENCE"); folder != nullptr) {
    const std::filesystem::path file = folder / name;
    if (std::filesystem::is_regular_file(file, ignored)) return file;
  }
  std::filesystem::path here = std::filesystem::current_path(ignored);
  while (!here.empty()) {
    const std::filesystem::path file = here / "shared" / "reference" / name;
    if (std::filesystem::is_regular_file(file, ignored)) return file;
    if (here == here.parent_path()) break;
    here = here.parent_path();
  }
  return std::nullopt;
}

// Columns log, push, fx, fy, tau, dx, dy, dtheta.
std::vector<Push> read_pushes(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<Push> pushes;
  for (std::size_t number = 2; std::getline(file, line); ++number) {
    const auto wrong = [&] { return ParseError(path.string(), number, "a log's name and seven numbers belong here"); };
    const std::size_t comma = line.find(',');
    if (comma == std::string::npos) throw wrong();
    std::array<double, 7> value{};
    const char* at = line.data() + comma;
    const char* const end = line.data() + line.size();
    for (double& v : value) {
      if (at == end || *at != ',') throw wrong();
      const auto [next, error] = std::from_chars(at + 1, end, v);
      if (error != std::errc()) throw wrong();
      at = next;
    }
    pushes.push_back({line.substr(0, comma), {value[1], value[2], value[3]}, {value[4], value[5], value[6]}});
  }
  return pushes;
}

// Angle between measured and predicted motion [deg].
double angle(const LimitSurface& surface, const Push& push) {
  const Vec<3> weight(1.0, 1.0, length);
  const Vec<3> predicted = weight.cwiseProduct(surface.twist(-push.pusher)), seen = weight.cwiseProduct(push.moved);
  const double cosine = predicted.dot(seen) / (norm(predicted) * norm(seen));
  return std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::numbers::pi;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Result run(const Progress& progress) {
  progress(0.0);
  const std::optional<std::filesystem::path> path = data_file();
  if (!path) {
    return {{},
            {},
            "the measured pushes (cmu/pushes_hardboard.csv) are in no folder that STICKSLIP_REFERENCE or the "
            "current folder leads to"};
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
  Result result;
  const std::vector<Log> all_logs = logs();
  std::array<std::vector<double>, 3> all;
  const auto add_row = [&](double number, const std::array<std::vector<double>, 3>& a) {
    table.append({number, static_cast<double>(a[0].size()), median(a[0]), mean(a[0]), median(a[1]), mean(a[1]),
                  median(a[2]), mean(a[2])});
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
    const auto number = static_cast<double>(i);
    add_row(number, of_log);
    // 0.3°: those values come from quadratures of their own, printed to 0.1°.
    const auto compare = [&](const char* form, const Angles& found, const std::vector<double>& angles) {
      const std::string what = std::string(log.label) + ", " + form + ": ";
      result.checks.push_back(equal(what + "median angle", "deg", found.median, median(angles), 0.3));
      result.checks.push_back(equal(what + "mean angle", "deg", found.mean, mean(angles), 0.3));
    };
    compare("limit surface", log.surface, of_log[0]);
    compare("ellipsoid", log.ellipsoid, of_log[1]);
    progress((number + 1.0) / static_cast<double>(all_logs.size() + 1));
  }
  add_row(static_cast<double>(all_logs.size()), all);
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
  progress(1.0);
  return result;
}

}  // namespace

Experiment pushes() {
  return {"planar-pushes", "Zhou2016", "250 pushes on hardboard",
          "the limit surface tells which way a pushed plate moves, measured wrench by measured wrench", run};
}

}  // namespace stickslip::experiments::planar
