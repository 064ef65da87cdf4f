// Fig. 2: the loops and ladders of Dahl's law, and the drift-free path beside them.
#include <cmath>

#include "stickslip/friction/dahl.hpp"

#include "experiments/hayward/adhesion_path.hpp"
#include "experiments/hayward/dahl_path.hpp"
#include "experiments/hayward/hayward.hpp"
#include "experiments/hayward/pictures.hpp"

namespace stickslip::experiments::hayward {

namespace ladders_experiment {
namespace {

using friction::Adhesion;
using friction::AdhesionMap;
using friction::Bristle;
using friction::Dahl;
using record::Colour;
using record::MarkKind;
using record::Panel;
using Scalar = Vec<1>;

constexpr double z_max = 1e-4;
constexpr double step_length = 0.01 * z_max;

record::Series x_z_series(const char* name, const char* title) {
  return {name, title, {{"x", "m"}, {"z", "m"}}};
}

// Moves x by `distance` in small steps, recording x and z.
void stroke(const Dahl& law, Bristle<1>& state, double& x, double distance, record::Series& series) {
  const int steps = static_cast<int>(std::ceil(std::abs(distance) / step_length - 1e-9));
  for (int k = 0; k < steps; ++k) {
    law.step(state, Scalar(distance / steps), 1.0, 1.0);  // one second at this velocity is this length
    x += distance / steps;
    series.append({x, state.z(0)});
  }
}

// dz/dx where the deflection is z and the slider moves in the given direction.
double slope(const Dahl& law, double z, double direction) {
  return law.rate(Scalar(z), Scalar(direction))(0) / direction;
}

// (a) Between ends further apart than 2 z_max, cycled until it closes.
record::Series major_loop(const Dahl& law, double& gap) {
  record::Series series = x_z_series("fig2a_major_loop", "Fig. 2a: major loop of Dahl's law");
  Bristle<1> state;
  double x = 0.0;
  stroke(law, state, x, 5.0 * z_max, series);
  double z_right = 0.0;
  for (int cycle = 0; cycle < 3; ++cycle) {
    z_right = state.z(0);
    stroke(law, state, x, -10.0 * z_max, series);
    stroke(law, state, x, 10.0 * z_max, series);
  }
  gap = std::abs(state.z(0) - z_right);
  return series;
}

// (b) x cycles with a small stroke n around a tense contact: z relaxes to zero, geometrically.
record::Series converging(const Dahl& law, double n, double& ratio) {
  record::Series series = x_z_series("fig2b_converging_ladder", "Fig. 2b: z relaxes while x cycles");
  Bristle<1> state;
  double x = 0.0;
  stroke(law, state, x, 3.0 * z_max, series);
  double before = 0.0;
  for (int cycle = 0; cycle < 20; ++cycle) {
    before = state.z(0);
    stroke(law, state, x, -n, series);
    stroke(law, state, x, n, series);
  }
  // Past the middle of the stroke the ladder's extremes settle at ± n/2; the ratio is that of the distances from there.
  const double rest = z_max * std::tanh(n / z_max / 2);
  ratio = (state.z(0) - rest) / (before - rest);
  return series;
}

// (c) z cycles between two tensions: x runs away.
record::Series diverging(const Dahl& law, double low, double high, double& advance) {
  record::Series series = x_z_series("fig2c_diverging_ladder", "Fig. 2c: x drifts while z cycles");
  Bristle<1> state;
  double x = 0.0;
  constexpr int cycles = 20, points_a_leg = 20;
  const auto until = [&](double target) {
    const double start = state.z(0);
    for (int k = 1; k <= points_a_leg; ++k) {
      x += move_until(law, state, start + (target - start) * k / points_a_leg);
      series.append({x, state.z(0)});
    }
  };
  until(high);
  const double start = x;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    until(low);
    until(high);
  }
  advance = (x - start) / cycles;
  return series;
}

// (d) The stick-slide law on a major loop with minor cycles on its way.
std::vector<AdhesionSample<1>> drift_free(const Adhesion& law) {
  std::vector<PathPoint<1>> path = {{0.0, Scalar(0.0)}};
  const auto go = [&](double distance) {
    const double x = path.back().x(0);
    const int steps = static_cast<int>(std::lround(std::abs(distance) / step_length));
    for (int k = 1; k <= steps; ++k) path.push_back({path.back().t + 1e-3, Scalar(x + distance * k / steps)});
  };
  for (const double distance : {3.0, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, 2.0, -3.0, 0.5, -0.5, 0.5, -0.5, -2.0, 5.0}) {
    go(distance * z_max);
  }
  return follow(law, path);
}

// Over the minor cycles of the way up (samples 300 to 600): largest difference of z at the same x.
double largest_gap(const std::vector<AdhesionSample<1>>& samples) {
  double gap = 0.0;
  constexpr std::size_t begin = 300, leg = 50;
  for (std::size_t cycle = 0; cycle < 3; ++cycle) {
    for (std::size_t k = 0; k <= leg; ++k) {
      const auto& down = samples[begin + cycle * 2 * leg + k];
      const auto& up = samples[begin + cycle * 2 * leg + 2 * leg - k];
      gap = std::max(gap, norm(down.z - up.z));
    }
  }
  return gap;
}

// One panel of Fig. 2.
Panel panel(const char* title, const char* series, Colour colour) {
  return {title, micrometres("x"), micrometres("z"), {{MarkKind::line, series, {"x", "z"}, "", colour}}};
}

record::Figure figure_2() {
  Panel a = panel("(a) Dahl: major loop", "fig2a_major_loop", Colour::red);
  a.y.min = -125.0;
  a.y.max = 125.0;
  a.labels = {{350.0, 112.0, "(1)"}, {455.0, 60.0, "(2)"}, {380.0, -5.0, "(3)"}, {0.0, -112.0, "(4)"}};
  return {"fig2_loops_and_ladders",
          "Fig. 2: loops and ladders",
          "Deflection z against position x. Dahl's law closes only its major loop (a): with small cycles of x it "
          "relaxes (b), with "
          "small cycles of z it runs away (c). The stick-slide law retraces its way (d).",
          {a, panel("(b) Dahl: z relaxes while x cycles", "fig2b_converging_ladder", Colour::red),
           panel("(c) Dahl: x drifts while z cycles", "fig2c_diverging_ladder", Colour::red),
           panel("(d) stick-slide: minor cycles leave no trace", "fig2d_drift_free", Colour::blue)},
          2};
}

Result run(const Progress& progress) {
  const Dahl law({.sigma0 = 1.0 / z_max, .f_c = 1.0});
  Result result;
  double gap = 0.0, ratio = 0.0, advance = 0.0;
  result.series.push_back(major_loop(law, gap));
  progress(0.2);
  const double n = 0.1 * z_max;
  result.series.push_back(converging(law, n, ratio));
  progress(0.4);
  const double m = 0.1 * z_max, beta = 0.5, low = beta - 0.05, high = beta + 0.05;
  result.series.push_back(diverging(law, low * z_max, high * z_max, advance));
  progress(0.8);
  const Adhesion adhesion({.z_max = z_max, .map = AdhesionMap::stick_slide});
  const auto path = drift_free(adhesion);
  result.series.push_back(to_series("fig2d_drift_free", "Fig. 2d: stick-slide, minor cycles and all", path));
  result.parameters = {{"z_max", z_max, "m"},
                       {"sigma0", law.parameters().sigma0, "N/m"},
                       {"f_c", law.parameters().f_c, "N"},
                       {"step of x", step_length, "m"},
                       {"(b) stroke of x", n, "m"},
                       {"(c) swing of z", m, "m"},
                       {"(c) mean of z", beta * z_max, "m"}};
  result.figures = {figure_2()};
  const std::vector<AdhesionSample<1>> minor(path.begin() + 300, path.begin() + 601);

  // slopes: exact values of dz/dx = 1 ∓ a z at the four labels; 1e-12 is rounding
  result.checks = {
      equal("dz/dx (1) sliding: dx > 0, z = z_max", "1", 0.0, slope(law, z_max, 1.0), 1e-12),
      equal("dz/dx (2) start relaxing: dx < 0, z = z_max", "1", 2.0, slope(law, z_max, -1.0), 1e-12),
      equal("dz/dx (3) relaxed: dx < 0, z = 0", "1", 1.0, slope(law, 0.0, -1.0), 1e-12),
      equal("dz/dx (4) finish tensing: dx < 0, z = −z_max", "1", 0.0, slope(law, -z_max, -1.0), 1e-12),
      // each stroke of 10 z_max forgets all but e^{−10} of where it began, twice a cycle: e^{−20} = 2e-9 after one more
      at_most("(a) major loop: gap after a cycle / z_max", "1", 2.1e-9, gap / z_max),
      // Δz/z = −2an to first order in n; e^{−2an} exactly
      equal("(b) converging ladder: z a cycle later / z", "1", std::exp(-2.0 * n / z_max), ratio, 1e-9),
      // the paper's formula is of first order in m; at m = 0.1 z_max the next order adds 0.48 %
      equal("(c) diverging ladder: x a cycle / (2mβ/(1−β²))", "1", 1.0,
            advance / (2.0 * m * beta / (1.0 - beta * beta)), 0.005),
      equal("(c) diverging ladder: x a cycle / z_max, all orders", "1",
            std::log((1.0 - low) / (1.0 - high)) + std::log((1.0 + low) / (1.0 + high)), advance / z_max, 1e-12),
      // rounding of x of the order of 1e-4 m
      at_most("(d) drift-free: gap between branches / z_max", "1", 1e-12, largest_gap(path) / z_max),
      at_most("(d) drift-free: way of w over the minor cycles", "m", 0.0, way_of_w(minor)),
  };
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace ladders_experiment

Experiment ladders() {
  return {"hayward-ladders", "Hayward2000", "Fig. 2", "loops and ladders of Dahl's law, and the drift-free loop",
          ladders_experiment::run};
}

}  // namespace stickslip::experiments::hayward
