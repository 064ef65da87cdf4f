// Fig. 37: the error of the reduced model against the resolution of its table.
#include <algorithm>
#include <array>
#include <string>

#include "experiments/planar/given_motion/given_motion.hpp"
#include "experiments/planar/paper/models.hpp"
#include "experiments/planar/picture/pictures.hpp"
#include "experiments/planar/planar.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::planar {

namespace table_resolution_experiment {
namespace {

constexpr int fewest = 5, most = 35, baseline = 100;

Result run(const Progress& progress) {
  constexpr std::array names = {"Square", "Circle", "LineGrad"};
  constexpr std::size_t runs = (most - fewest) / 2 + 2;  // of a surface, with that of the baseline
  Stages stages(progress, static_cast<double>(2 * names.size() * runs));
  Result result;
  for (const int p : {0, 1}) {
    std::array<double, 3> force_at_end{}, torque_at_end{};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const patch::BristleLaw law = bristle_law(true, p);
      const patch::Pressure pressure = surface(names[i]);
      const std::string name = std::string(names[i]) + " p = " + std::to_string(p);
      const Wrenches truth = graded_run(paper_reduced(law, pressure, baseline), stages.next(1.0));
      record::Series series(resolution_series(names[i], p), "Fig. 37: RMSE/greatest value, " + name,
                            {{"n_ls", "1"}, {"force", "1"}, {"torque", "1"}});
      for (int n = fewest; n <= most; n += 2) {
        const Difference d = rms_difference(graded_run(paper_reduced(law, pressure, n), stages.next(1.0)), truth);
        series.append({static_cast<double>(n), d.force, d.torque});
      }
      force_at_end[i] = series["force"].back();
      torque_at_end[i] = series["torque"].back();
      const auto last_over_first = [&](const char* column) { return series[column].back() / series[column].front(); };
      result.checks.push_back(
          at_most(name + ": RMSE of the force, N_ls = 35 / N_ls = 5", "1", 0.2, last_over_first("force")));
      result.checks.push_back(
          at_most(name + ": RMSE of the torque, N_ls = 35 / N_ls = 5", "1", 0.2, last_over_first("torque")));
      result.series.push_back(std::move(series));
    }
    // The text: square and circle converge rapidly, the gradient line slower.
    const std::string set = "p = " + std::to_string(p);
    result.checks.push_back(at_least("LineGrad over the worse of Square and Circle, N_ls = 35, " + set + ": force", "1",
                                     1.0, force_at_end[2] / std::max(force_at_end[0], force_at_end[1])));
    result.checks.push_back(at_least("LineGrad over the worse of Square and Circle, N_ls = 35, " + set + ": torque",
                                     "1", 1.0, torque_at_end[2] / std::max(torque_at_end[0], torque_at_end[1])));
  }
  add_table_1(result);
  add_grid(result, surface_cells, surface_side);
  result.parameters.push_back({"N_ls of the baseline", static_cast<double>(baseline)});
  result.figures = {resolution_figure(
      "fig37", "Fig. 37: error of the reduced model against the resolution of its table",
      "Square and circle converge fast; the gradient line, whose forces crowd in few cells of the table, does not.",
      {"N_ls"}, {"n_ls", "force", "torque"})};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace table_resolution_experiment

Experiment table_resolution() {
  return {"planar-table-resolution",
          "Waltersson2024",
          "Fig. 37",
          "error of the reduced model against the resolution of its table",
          table_resolution_experiment::run,
          true};
}

}  // namespace stickslip::experiments::planar
