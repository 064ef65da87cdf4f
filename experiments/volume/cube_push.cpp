// Which pushes and torques at its base a cube bears without slipping.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/contact/volume_contact.hpp"
#include "stickslip/patch/limit_surface.hpp"

#include "experiments/volume/break_away.hpp"
#include "experiments/volume/volume.hpp"

namespace stickslip::experiments::volume {

namespace cube_push_experiment {
namespace {

using contact::VolumeContact;
using record::Colour;
using record::MarkKind;

constexpr double side = cube_side, mass = cube_mass, mu = 0.5;
constexpr double weight = mass * gravity, half = 0.5 * side, limit = mu * weight;
constexpr double published = 2.2;  // the paper's own largest force [N]

VolumeContact contact_with_ground() {
  const geometry::Polyhedron cube = geometry::Polyhedron::box({side, side, side}),
                             ground = geometry::Polyhedron::box({1.0, 1.0, 0.2});
  const auto straight = Eigen::Quaterniond::Identity();
  return VolumeContact(
      geometry::overlap(cube, Pose3({0.0, 0.0, half - 1e-8}, straight), ground, Pose3({0.0, 0.0, -0.1}, straight)));
}

// A direction in the plane of force and torque, (cos, c sin), c half the side.
struct Direction {
  explicit Direction(double angle) : force(std::cos(angle)), torque(half * std::sin(angle)) {}
  double force, torque;
};

// How far the region reaches in a direction, by the share of the friction that a small push needs.
double reach(const VolumeContact& contact, const Direction& d, std::optional<int> sides) {
  const double size = 0.1 * limit;
  Wrench3 w;
  w << size * d.force, 0.0, weight, 0.0, 0.0, size * d.torque;
  return size / (1.0 - contact.margin(w, mu, sides));
}

// From the support function H(a, b) = μ m g (s1 + s2)/2, s = √((a ∓ b c)² + (b c)²): the least H/(d·w) over the directions (a, b).
double closed_form(const Direction& d) {
  const auto bound = [&](double angle) {
    const double a = std::cos(angle), b = std::sin(angle) / half, along = a * d.force + b * d.torque;
    if (!(along > 1e-9)) return std::numeric_limits<double>::infinity();
    return 0.5 * limit * (std::hypot(a - b * half, b * half) + std::hypot(a + b * half, b * half)) / along;
  };
  double best = 0.0, step = 1e-3;
  for (double angle = -std::numbers::pi; angle <= std::numbers::pi; angle += step) {
    if (bound(angle) < bound(best) || bound(best) == std::numeric_limits<double>::infinity()) best = angle;
  }
  for (; step > 1e-10; step *= 0.5) {
    for (const double angle : {best - step, best + step}) best = bound(angle) < bound(best) ? angle : best;
  }
  return bound(best);
}

// The same in motion: the load grows until the cube slips. Points of the border for the figure, and the largest difference from it.
void step_to_the_border(Result& result, const VolumeContact& contact, const patch::LimitSurface& surface,
                        const Progress& progress) {
  constexpr int directions = 6;
  const std::pair<const char*, sim::VolumeFriction> models[] = {{"bristle", sim::VolumeFriction::bristle},
                                                                {"cone", sim::VolumeFriction::cone}};
  std::vector<record::Column> columns;
  for (const auto& [name, friction] : models) {
    std::vector<double> force, torque;
    double worst = 0.0;
    int unsolved = 0;
    for (int i = 0; i <= directions; ++i) {
      const Direction d(0.5 * std::numbers::pi * i / directions);
      const bool is_bristle = friction == sim::VolumeFriction::bristle;
      const double border = is_bristle ? limit / surface.gauge({d.force, 0.0, d.torque}) : reach(contact, d, {});
      const BreakAway found = break_away({d.force, d.torque}, rough(mu), {.friction = friction}, border, 5e-4);
      force.push_back(found.size * d.force);
      torque.push_back(found.size * d.torque);
      worst = std::max(worst, std::abs(found.size / border - 1.0));
      unsolved += found.unsolved;
      progress((is_bristle ? 0.0 : 0.5) + 0.5 * (i + 1.0) / (directions + 1.0));
    }
    columns.push_back({std::string("fx_") + name, "N", std::move(force)});
    columns.push_back({std::string("tz_") + name, "N m", std::move(torque)});
    const std::string what = std::string("load that grows until it slips, ") + name;
    result.checks.push_back(at_most(what + ": largest relative difference from the border", "1", 1e-3, worst));
    check_solved(result, what, unsolved);
  }
  result.series.emplace_back("stepped", "Loads at which the cube slipped", std::move(columns));
}

record::Figure figure() {
  const auto line = [](const char* column, const char* label, Colour colour) {
    return record::Mark{.kind = MarkKind::line,
                        .series = "regions",
                        .columns = {"fx_" + std::string(column), "tz_" + std::string(column)},
                        .label = label,
                        .colour = colour};
  };
  const auto points = [](const char* column, const char* label, Colour colour) {
    return record::Mark{.kind = MarkKind::points,
                        .series = "stepped",
                        .columns = {"fx_" + std::string(column), "tz_" + std::string(column)},
                        .label = label,
                        .colour = colour};
  };
  return {
      "regions",
      "What the cube bears without slipping",
      "Force along x and torque about the vertical at the middle of the base. Forces at the four corners, in cones "
      "of 4 to 32 "
      "rays and in exact ones, allow any pressure, even all of it in the corners; uniform pressure bears less "
      "torque. The largest "
      "force without torque is μ m g = 2.4525 N in all of them; the paper found 2.2 N. Points: a cube in motion, its "
      "load "
      "growing until it slips, by bristles under the pressure and by least squares with exact cones.",
      {{"",
        {"force", "N"},
        {"torque", "N m"},
        {line("4", "4 rays", Colour::grey), line("8", "8 rays", Colour::green), line("16", "16 rays", Colour::purple),
         line("32", "32 rays", Colour::blue), line("exact", "exact cones", Colour::red),
         line("pressure", "uniform pressure", Colour::ink), points("cone", "stepped, exact cones", Colour::red),
         points("bristle", "stepped, bristles", Colour::ink)}}}};
}

Result run(const Progress& progress) {
  Result result;
  const VolumeContact contact = contact_with_ground();
  const patch::LimitSurface surface(contact.pressure());
  const std::vector<std::pair<std::string, std::optional<int>>> models{
      {"4", 4}, {"8", 8}, {"16", 16}, {"32", 32}, {"exact", std::nullopt}};
  std::vector<record::Column> columns;
  for (const auto& [name, sides] : models) columns.insert(columns.end(), {{"fx_" + name, "N"}, {"tz_" + name, "N m"}});
  columns.insert(columns.end(), {{"fx_pressure", "N"}, {"tz_pressure", "N m"}});
  constexpr int quarter = 45;
  double worst = 0.0;
  std::vector<double> least(models.size(), 2.0), most(models.size(), 0.0);
  for (int i = 0; i <= 4 * quarter; ++i) {
    progress(0.5 * i / (4.0 * quarter));
    const Direction d(0.5 * std::numbers::pi * i / quarter);
    const double truth = closed_form(d);
    auto column = columns.begin();
    const auto append = [&](double size) {
      (column++)->values.push_back(size * d.force);
      (column++)->values.push_back(size * d.torque);
    };
    for (std::size_t k = 0; k < models.size(); ++k) {
      const double size = reach(contact, d, models[k].second);
      append(size);
      least[k] = std::min(least[k], size / truth);
      most[k] = std::max(most[k], size / truth);
    }
    worst = std::max({worst, std::abs(least.back() - 1.0), std::abs(most.back() - 1.0)});
    append(limit / surface.gauge({d.force, 0.0, d.torque}));
  }
  const Direction push(0.0), turn(0.5 * std::numbers::pi);
  for (const auto& [name, sides] : models) {
    result.checks.push_back(
        equal("largest force without torque, rays: " + name, "N", limit, reach(contact, push, sides), 1e-7));
  }
  result.checks.push_back(at_least("beyond the paper's own largest force", "N", published, reach(contact, push, 8)));
  result.checks.push_back(
      at_most("exact cones against the closed form, largest relative difference", "1", 1e-7, worst));
  for (std::size_t k = 0; k + 1 < models.size(); ++k) {
    const double chord = std::cos(std::numbers::pi / *models[k].second);
    result.checks.push_back(at_least(models[k].first + " rays / exact, least: cos(π/p)", "1", chord - 1e-9, least[k]));
    result.checks.push_back(at_most(models[k].first + " rays / exact, most", "1", 1.0 + 1e-7, most[k]));
  }
  result.checks.push_back(equal("torque alone in the corners: √2 c μ m g", "N m", std::numbers::sqrt2 * half * limit,
                                half * reach(contact, turn, std::nullopt), 1e-8));
  // Uniform pressure: the mean distance from the middle of a square is (√2 + asinh 1)/6 of its side.
  const double spread = side * (std::numbers::sqrt2 + std::asinh(1.0)) / 6.0;
  result.checks.push_back(
      equal("torque alone under uniform pressure", "N m", limit * spread, limit * surface.r(), 1e-12));
  result.checks.push_back(equal("force at an arm of 20 mm under uniform pressure", "N", 2.0719,
                                limit / surface.gauge({1.0, 0.0, 0.02}), 5e-5));
  step_to_the_border(result, contact, surface, [&](double share) { progress(0.5 + 0.5 * share); });
  result.series.emplace_back("regions", "Borders of what is borne", std::move(columns));
  result.figures = {figure()};
  result.parameters = {{"side", side, "m"}, {"mass", mass, "kg"}, {"mu", mu}, {"g", gravity, "m/s2"}};
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace cube_push_experiment

Experiment cube_push() {
  return {
      .name = "volume-cube-push",
      .paper = "Wakisaka2017",
      .figure = "Figs. 9 and 10",
      .summary = "a cube pushed and turned at its base: what static friction bears, by rays, exact cones and pressure",
      .run = &cube_push_experiment::run};
}

}  // namespace stickslip::experiments::volume
