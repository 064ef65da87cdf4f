// Fig. 10: the steady force of a line of 21 cells jumps as the centre of rotation passes over them; with the bilinear
// rule it does not.
//
// For a line of length L along y and a spin about (0, c), |c| ≤ L/2, friction is
//   (1)  fx = −2c/L
// A point cell that is passed turns its force, 1/N of the whole, round: a jump of 2/N. The bilinear rule joins values
// at the lines between cells, which differ by 2/N at most: its slope is never steeper than that of Eq. 1.
#include <cmath>

#include "stickslip/patch/cells.hpp"
#include "stickslip/patch/surface/cell_surface.hpp"

#include "experiments/planar/given_motion/given_motion.hpp"
#include "experiments/planar/picture/pictures.hpp"
#include "experiments/planar/planar.hpp"

namespace stickslip::experiments::planar {

namespace bilinear_rule_experiment {
namespace {

struct Steps {
  double largest = 0.0;
  int jumps = 0;  // steps larger than the threshold
};

Steps steps_of(const std::vector<double>& values, double threshold) {
  Steps steps;
  for (std::size_t k = 1; k < values.size(); ++k) {
    const double step = std::abs(values[k] - values[k - 1]);
    steps.largest = larger(steps.largest, step);
    steps.jumps += step > threshold ? 1 : 0;
  }
  return steps;
}

using record::Colour;
using record::Dash;
using record::MarkKind;

record::Figure figure_10() {
  const auto line = [](const char* column, const char* label, Colour colour, Dash dash) {
    return record::Mark{MarkKind::line, "fig10", {"t", column}, label, colour, dash};
  };
  const auto panel = [&](const char* title, const record::Axis& x, const char* kind) {
    const std::string end = std::string("_").append(kind);
    return record::Panel{title,
                         x,
                         force_axis("f"),
                         {line(("fx" + end).c_str(), "fx", Colour::blue, Dash::solid),
                          line(("fy" + end).c_str(), "fy", Colour::red, Dash::solid)}};
  };
  const auto torque = [&](const char* title, const record::Axis& x) {
    return record::Panel{title,
                         x,
                         torque_axis("τ"),
                         {line("tau_single", "single point", Colour::blue, Dash::solid),
                          line("tau_bilinear", "bilinear", Colour::red, Dash::solid)}};
  };
  record::Axis passing = time_axis();
  passing.min = 0.8, passing.max = 1.3;
  return {"fig10",
          "Fig. 10: steady friction of a line, single point and bilinear interpolation",
          "As the centre of rotation moves along the line, each cell that it passes turns its force round: stairs. The "
          "bilinear rule makes a slope of them. The panels named \"part\" show the first passage.",
          {panel("single point", time_axis(), "single"), panel("bilinear interpolation", time_axis(), "bilinear"),
           panel("single point, part", passing, "single"), panel("bilinear interpolation, part", passing, "bilinear"),
           torque("torque", time_axis()), torque("torque, part", passing)},
          2};
}

record::Figure passage_figure() {
  return {
      "passage",
      "Force against the place of the centre of rotation",
      "Both follow fx = −2c/L, which is the friction of a line with c from its middle; point cells in steps of 2/N.",
      {{"",
        place_axis("c"),
        force_axis("fx"),
        {{MarkKind::line, "passage", {"c", "fx_single"}, "single point", Colour::blue},
         {MarkKind::line, "passage", {"c", "fx_bilinear"}, "bilinear", Colour::red},
         {MarkKind::line, "passage", {"c", "fx_line"}, "−2c/L", Colour::ink, Dash::dashed}}}}};
}

Result run(const Progress& progress) {
  constexpr int n = 21, samples = 50'000;
  constexpr double length = 0.02, dt = 1e-4;
  progress(0.0);
  const patch::CellSurface cells(patch::cells_of(surface("Line", n, length)));
  record::Series series("fig10", "Fig. 10: steady friction of a line, p = 0",
                        {{"t", "s"},
                         {"fx_single", "N"},
                         {"fy_single", "N"},
                         {"tau_single", "N·m"},
                         {"fx_bilinear", "N"},
                         {"fy_bilinear", "N"},
                         {"tau_bilinear", "N·m"}});
  record::Series passage("passage", "Force against the place of the centre of rotation, which moves off the line",
                         {{"c", "m"}, {"fx_single", "N"}, {"fx_bilinear", "N"}, {"fx_line", "N"}});
  std::vector<double> single, bilinear;
  double largest_error = 0.0;
  for (int k = 0; k < samples; ++k) {
    const double t = k * dt;
    const Twist2 v = fixed_velocity_twist(t);
    const Wrench2 sum = cells.summed(v), mean = cells.wrench(v);
    if (k % 20 == 0) series.append({t, sum(0), sum(1), sum(2), mean(0), mean(1), mean(2)});
    if (k % 500 == 0) progress(static_cast<double>(k) / samples);
    // the centre of rotation moves along the line, past its end and back
    const double c = v(0);
    if (t <= 0.8 || t >= 2.2 || c >= 0.5 * length) continue;
    if (t < 1.5 && k % 5 == 0) passage.append({c, sum(0), mean(0), -2.0 * c / length});
    single.push_back(sum(0));
    bilinear.push_back(mean(0));
    largest_error = larger(largest_error, std::abs(mean(0) + 2.0 * c / length));
  }
  constexpr double jump = 2.0 / n, way = 0.015 / 0.6 * dt, steepest = 2.0 / length * way;
  const Steps one = steps_of(single, 0.5 * jump), blurred = steps_of(bilinear, 0.5 * jump);
  Result result;
  result.series = {std::move(series), std::move(passage)};
  add_grid(result, n, length);
  result.parameters.push_back({"time between evaluations", dt, "s"});
  result.parameters.push_back({"friction", "steady Coulomb friction, μ = 1, fn = 1 N"});
  result.figures = {figure_10(), passage_figure()};
  // 1e-12: rounding
  result.checks = {
      equal("single evaluation: jumps, ten cells passed twice", "1", 20.0, one.jumps, 0.0),
      equal("single evaluation: largest step of fx, 2/N", "N", jump, one.largest, 1e-12),
      equal("bilinear rule: jumps", "1", 0.0, blurred.jumps, 0.0),
      at_most("bilinear rule: largest step of fx, that of Eq. 1", "N", steepest + 1e-12, blurred.largest),
      // the force of one cell: Eq. 1 is met up to what the blur across the line takes away near its ends
      at_most("bilinear rule: largest distance of fx from −2c/L", "N", 1.0 / n, largest_error),
  };
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace bilinear_rule_experiment

Experiment bilinear_rule() {
  return {"planar-bilinear-rule", "Waltersson2024", "Fig. 10",
          "steady force of a line of cells: jumps without the bilinear rule, none with it",
          bilinear_rule_experiment::run};
}

}  // namespace stickslip::experiments::planar
