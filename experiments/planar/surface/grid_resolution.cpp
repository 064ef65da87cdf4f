// Figs 9 and 36: the error of the distributed and of the reduced model against the number of cells, and what is left
// of it where the shape is taken as it is.
#include <array>
#include <cmath>
#include <string>

#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/limit_surface.hpp"

#include "experiments/planar/given_motion/given_motion.hpp"
#include "experiments/planar/paper/models.hpp"
#include "experiments/planar/paper/reference.hpp"
#include "experiments/planar/picture/pictures.hpp"
#include "experiments/planar/planar.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::planar {

namespace grid_resolution_experiment {
namespace {

using patch::DistributedPatch;
using patch::LimitSurface;
using patch::Pressure;

constexpr int fewest = 5, most = 35, baseline_cells = 101;
constexpr double row = 5e-3;  // between the instants compared [s]

// N = 101 against the reference runs: what the coarse step costs.
double step_error(const std::string& surface, int p, const Wrenches& run) {
  const record::Series file = reference("fixedvel_n101_" + lower_case(surface) + "_p" + std::to_string(p));
  std::vector<double> times = file["t"];
  Wrenches truth = wrenches_of(file, "dep");
  times.pop_back(), truth.pop_back();  // the last row, 4.9975 s, is none of ours
  const Difference d = rms_difference(rows_at(times, run, row), truth);
  return larger(d.force, d.torque);
}

struct Sweep {
  const char* surface;
  int p;
  // Distributed, N = 21, from the reference runs, printed with four decimals; 0 where there is none.
  double published_force, published_torque;
};

// One curve of each figure. The motion is given at the CoP of the baseline whatever N is, as published: the errors of
// LineGrad, whose CoP moves with N, contain that.
void sweep(Result& result, const Sweep& s, double& largest_step_error, Stages& stages) {
  const patch::BristleLaw law = bristle_law(true, s.p);
  const std::string name = std::string(s.surface) + " p = " + std::to_string(s.p);
  const DistributedPatch finest(law, surface(s.surface, baseline_cells));
  const Wrenches truth = graded_run(finest, stages.next(baseline_cells * baseline_cells), row);
  if (std::string(s.surface) != "LineGrad") {
    largest_step_error = larger(largest_step_error, step_error(s.surface, s.p, truth));
  }
  record::Series series(resolution_series(s.surface, s.p), "Figs 9, 36: RMSE/greatest value, " + name,
                        {{"n", "1"},
                         {"distributed_force", "1"},
                         {"distributed_torque", "1"},
                         {"reduced_force", "1"},
                         {"reduced_torque", "1"}});
  for (int n = fewest; n <= most; n += 2) {
    const Pressure pressure = surface(s.surface, n);
    const DistributedPatch distributed(law, pressure);
    const Vec<2> offset = finest.cop() - distributed.cop();
    const Difference d = rms_difference(graded_run(distributed, stages.next(n * n), row, offset), truth);
    const Difference r = rms_difference(graded_run(paper_reduced(law, pressure), stages.next(0.0), row, offset), truth);
    series.append({static_cast<double>(n), d.force, d.torque, r.force, r.torque});
    if (n == 21 && s.published_force > 0.0) {
      // printed with four decimals
      result.checks.push_back(equal(name + ", N = 21: RMSE of the force", "1", s.published_force, d.force, 5e-5));
      result.checks.push_back(equal(name + ", N = 21: RMSE of the torque", "1", s.published_torque, d.torque, 5e-5));
    }
  }
  // The curves of both figures fall; discs jump with N as their rim does, so the ends of a curve are compared.
  const auto last_over_first = [&](const char* column) { return series[column].back() / series[column].front(); };
  result.checks.push_back(at_most(name + ", distributed: RMSE of the force, N = 35 / N = 5", "1", 0.5,
                                  last_over_first("distributed_force")));
  result.checks.push_back(
      at_most(name + ", reduced: RMSE of the force, N = 35 / N = 5", "1", 0.5, last_over_first("reduced_force")));
  result.series.push_back(std::move(series));
}

// Twists about centres of rotation in and around a square of side 20 mm, on no line of symmetry.
std::vector<Twist2> probes() {
  std::vector<Twist2> twists;
  for (int k = 0; k < 200; ++k) {
    const double angle = 2.4 * k + 0.3, distance = 0.0201 * (k + 0.5) / 200;  // a sunflower
    twists.emplace_back(distance * std::sin(angle), -distance * std::cos(angle), k % 2 == 0 ? 1.0 : -1.0);
  }
  return twists;
}

// Steady friction of a square, without bristles: the grid's error goes like 1/N², the exact forms have none.
void exact_square(Result& result, const Progress& progress) {
  constexpr double side = 0.02;
  const LimitSurface polygon(Pressure::rectangle({side, side}));
  const std::vector<Twist2> twists = probes();
  const auto error = [&](const LimitSurface& surface) {
    Wrenches run, truth;
    for (const Twist2& v : twists) {
      run.push_back(surface.wrench(v));
      truth.push_back(polygon.wrench(v));
    }
    const Difference d = largest_difference(run, truth);
    return larger(d.force, d.torque);
  };
  record::Series series("exact_square", "Largest error of the steady wrench of a square against its exact polygon",
                        {{"n", "1"}, {"cells", "1"}, {"exact_grid", "1"}});
  double grid_worst = 0.0;
  for (const int n : {5, 7, 9, 11, 15, 21, 27, 35, 51, 71, 101}) {
    const Pressure grid = surface("Square", n, side);
    const double cells_error = error(LimitSurface::cells(grid)), grid_error = error(LimitSurface(grid));
    grid_worst = larger(grid_worst, grid_error);
    series.append({static_cast<double>(n), cells_error, grid_error});
    progress(n / 101.0);
  }
  const std::vector<double>& cells_error = series["cells"];
  // A hundredfold of cells along a side divides an error of order 2 by 10⁴; 21-fold here, by 408. Half of it, as the
  // probes meet each grid differently.
  result.checks.push_back(at_least("square, steady: error of 5² cells / error of 101² cells", "1", 200.0,
                                   cells_error.front() / cells_error.back()));
  // Both are exact for the square; 1e-12 is rounding.
  result.checks.push_back(at_most("square, steady: exact grid of any N against exact polygon", "1", 1e-12, grid_worst));
  result.series.push_back(std::move(series));
}

void show(Result& result) {
  add_table_1(result);
  result.parameters.push_back({"side of the contact's square", surface_side, "m"});
  result.parameters.push_back({"N_ls, cells of the table over 90°", static_cast<double>(table_cells)});
  result.parameters.push_back({"cells along a side, baseline", static_cast<double>(baseline_cells)});
  result.parameters.push_back({"time between instants compared", row, "s"});
  const std::string truth = std::to_string(baseline_cells) + "² cells";
  result.figures = {
      resolution_figure("fig9", "Fig. 9: error of the distributed model against the number of cells",
                        "Against the distributed model of " + truth +
                            ". Discs jump with N as their rim does; so does the force of "
                            "the gradient line.",
                        {"N"}, {"n", "distributed_force", "distributed_torque"}),
      resolution_figure("fig36", "Fig. 36: error of the reduced model against the number of cells of its table",
                        "Against the distributed model of " + truth +
                            ". Errors are of the size of Fig. 9, without the zigzag of the line.",
                        {"N"}, {"n", "reduced_force", "reduced_torque"}),
      {"exact_square",
       "Error of a square's steady friction against the number of cells",
       "Cells err like 1/N²; the grid taken as the area that it is, and the polygon, have nothing left but rounding.",
       {{"",
         log_axis("N"),
         log_axis("largest error of the wrench"),
         {{record::MarkKind::line, "exact_square", {"n", "cells"}, "cells", record::Colour::blue},
          {record::MarkKind::points, "exact_square", {"n", "cells"}, "cells", record::Colour::blue},
          {record::MarkKind::line, "exact_square", {"n", "exact_grid"}, "exact grid", record::Colour::green},
          {record::MarkKind::points, "exact_square", {"n", "exact_grid"}, "exact grid", record::Colour::green}}}}}};
}

Result run(const Progress& progress) {
  constexpr std::array<Sweep, 6> sweeps = {{{"Square", 0, 0.0008, 0.0010},
                                            {"Circle", 0, 0.0110, 0.0301},
                                            {"LineGrad", 0, 0.0, 0.0},
                                            {"Square", 1, 0.0008, 0.0009},
                                            {"Circle", 1, 0.0093, 0.0256},
                                            {"LineGrad", 1, 0.0, 0.0}}};
  double cells = baseline_cells * baseline_cells;
  for (int n = fewest; n <= most; n += 2) cells += n * n;
  constexpr double square_weight = 1000.0;
  Stages stages(progress, square_weight + sweeps.size() * cells);
  Result result;
  exact_square(result, stages.next(square_weight));
  double largest_step_error = 0.0;
  for (const Sweep& s : sweeps) sweep(result, s, largest_step_error, stages);
  // The errors under study are 2e-4 and more, and both sides of a comparison are stepped alike. Most of what is left here
  // is the reference's own: explicit Euler lags by half of its step.
  result.checks.push_back(at_most("N = 101, graded steps against Euler at 10 µs: RMSE", "1", 5e-5, largest_step_error));
  show(result);
  stages.finish();
  return result;
}

}  // namespace
}  // namespace grid_resolution_experiment

Experiment grid_resolution() {
  return {"planar-grid-resolution",
          "Waltersson2024",
          "Figs 9, 36",
          "error against the number of cells; the exact polygon has none",
          grid_resolution_experiment::run,
          true};
}

}  // namespace stickslip::experiments::planar
