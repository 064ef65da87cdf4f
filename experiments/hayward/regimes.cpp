// Fig. 3: a trajectory that meets all four regimes of the smooth map, each stretch where theory puts it.
//
// For steps of constant length y the smooth map with z_stick = 2 z_max has one equilibrium, α(z) z = 1, at z
// = z_stick. There d(αz)/dz = 2.5/z_max, so the iteration
//   y < 0.4 z_max        approaches it without overshoot: creeping;
//   0.4 z_max < y < z_max overshoots, jumps back to z_max and climbs again: oscillating;
//   y > z_max            jumps at every sample: sliding.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "experiments/hayward/adhesion_path.hpp"
#include "experiments/hayward/hayward.hpp"
#include "experiments/hayward/pictures.hpp"

namespace stickslip::experiments::hayward {

namespace regimes_experiment {
namespace {

using friction::Adhesion;
using friction::AdhesionMap;
using friction::Regime;
using record::Panel;
using Scalar = Vec<1>;

constexpr double z_max = 1e-4, z_stick = 2e-4;

class Journey {
 public:
  // Steps of y z_max.
  Stretch go(double y, int samples) {
    const std::size_t begin = path.size();
    for (int k = 0; k < samples; ++k) path.push_back({path.back().t + 1e-3, Scalar(path.back().x(0) + y * z_max)});
    return {begin, path.size()};
  }

  std::vector<PathPoint<1>> path = {{0.0, Scalar(0.0)}};
};

record::Figure figure_3() {
  Panel smooth = {"stick-creep-slip-slide", time_axis(), micrometres("z"), by_regime("fig3_smooth_map", "t", "z")};
  smooth.y.min = -250.0;
  smooth.y.max = 250.0;
  smooth.labels = {{0.09, 75.0, "(1)"}, {0.7, 225.0, "(2)"}, {1.17, 225.0, "(3)"}, {1.26, 75.0, "(4)"},
                   {1.35, 15.0, "(5)"}, {1.5, -70.0, "(7)"}, {1.6, -130.0, "(8)"}};
  const Panel piecewise = {"stick-slip-slide", time_axis(), micrometres("z"),
                           by_regime("fig3_piecewise_map", "t", "z")};
  return {"fig3_regimes",
          "Fig. 3: trajectories when z_max < z_stick",
          "Deflection over one journey, a sample a millisecond: (1) stuck, (2) slow motion, creeping, (3) faster, (4) "
          "oscillating, "
          "(5) reversal, (7) slow after it, (8) sliding. The piecewise map slips where the smooth one creeps.",
          {smooth, piecewise},
          1};
}

Result run(const Progress& progress) {
  Journey journey;
  // (1) stuck: back and forth within z_stick/2, where the smooth map hardly moves
  const Stretch stuck = journey.go(0.02, 40);
  journey.go(-0.02, 80);
  journey.go(0.02, 40);
  // (2) slow motion creeps along; the last part in equilibrium
  journey.go(0.01, 600);
  const Stretch creeping = journey.go(0.01, 400);
  // (3) a faster motion, z rises with x less the creep; (4) oscillation
  journey.go(0.6, 20);
  const Stretch oscillating = journey.go(0.6, 180);
  // (5) reversal: through zero; (7) slow at first after it, (8) then fast enough to slide
  journey.go(-0.05, 120);
  journey.go(-0.6, 60);
  journey.go(-1.5, 5);
  const Stretch sliding = journey.go(-1.5, 100);
  progress(0.3);

  const Adhesion smooth({.z_max = z_max, .z_stick = z_stick, .map = AdhesionMap::stick_creep_slip_slide});
  const Adhesion piecewise({.z_max = z_max, .z_stick = z_stick, .map = AdhesionMap::stick_slip_slide});
  const auto samples = follow(smooth, journey.path);
  const auto sawtooth = follow(piecewise, journey.path);
  progress(0.8);

  const auto tension = [&](std::size_t k) { return norm(samples[k].z) / z_max; };
  double lowest = tension(oscillating.begin), highest = lowest, sliding_error = 0.0, sawtooth_top = 0.0;
  for (std::size_t k = oscillating.begin; k < oscillating.end; ++k) {
    lowest = std::min(lowest, tension(k));
    highest = std::max(highest, tension(k));
  }
  for (std::size_t k = sliding.begin; k < sliding.end; ++k) {
    sliding_error = std::max(sliding_error, std::abs(tension(k) - 1.0));
  }
  for (std::size_t k = creeping.begin; k < creeping.end; ++k) {
    sawtooth_top = std::max(sawtooth_top, norm(sawtooth[k].z) / z_max);
  }

  Result result;
  result.series.push_back(to_series("fig3_smooth_map", "Fig. 3: stick-creep-slip-slide", samples));
  result.series.push_back(to_series("fig3_piecewise_map", "The same path, stick-slip-slide", sawtooth));
  result.parameters = {{"z_max", z_max, "m"}, {"z_stick", z_stick, "m"}, {"sampling interval", 1e-3, "s"}};
  result.figures = {figure_3()};
  result.checks = {
      equal("(1) within z_stick/2: share stuck", "1", 1.0, share(samples, stuck, Regime::stuck), 0.0),
      equal("(2) y = 0.01 z_max: share creeping", "1", 1.0, share(samples, creeping, Regime::creeping), 0.0),
      // z after the step is y short of the equilibrium that z before it approaches
      equal("(2) creeping: z/z_max in equilibrium, less y", "1", 2.0 - 0.01, tension(creeping.end - 1), 1e-6),
      at_least("(4) y = 0.6 z_max: share slipping", "1", 0.2, share(samples, oscillating, Regime::slipping)),
      equal("(4) y = 0.6 z_max: share sliding", "1", 0.0, share(samples, oscillating, Regime::sliding), 0.0),
      equal("(4) oscillation: lowest z/z_max, where w jumps to", "1", 1.0, lowest, 1e-9),
      at_most("(4) oscillation: highest z/z_max", "1", 2.0, highest),
      equal("(8) y = 1.5 z_max: share sliding", "1", 1.0, share(samples, sliding, Regime::sliding), 0.0),
      at_most("(8) sliding: largest |z/z_max − 1|", "1", 1e-9, sliding_error),
      at_least("stick-slip-slide, slow: share slipping > 0", "1", 1e-3, share(sawtooth, creeping, Regime::slipping)),
      at_most("stick-slip-slide, slow: highest z/z_max", "1", 2.0, sawtooth_top),
      equal("stick-slip-slide, fast: share sliding", "1", 1.0, share(sawtooth, sliding, Regime::sliding), 0.0),
  };
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace regimes_experiment

Experiment regimes() {
  return {"hayward-regimes", "Hayward2000", "Fig. 3",
          "a trajectory through all regimes: stuck, creeping, oscillating, sliding", regimes_experiment::run};
}

}  // namespace stickslip::experiments::hayward
