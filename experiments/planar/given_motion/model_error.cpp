// Fig. 22: how far the reduced models are from the distributed one, with the limit surface and with an ellipsoid.
#include <array>
#include <cmath>
#include <string>

#include "stickslip/patch/distributed_patch.hpp"

#include "experiments/planar/given_motion/given_motion.hpp"
#include "experiments/planar/paper/models.hpp"
#include "experiments/planar/picture/box.hpp"
#include "experiments/planar/picture/pictures.hpp"
#include "experiments/planar/planar.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::planar {

namespace model_error_experiment {
namespace {

using patch::DistributedPatch;

struct Boxes {
  Box force, torque;  // of the size of the error [N], [N·m]
};

Boxes boxes_of(const Wrenches& run, const Wrenches& truth) {
  std::vector<double> force, torque;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const Wrench2 error = run.at(k) - truth[k];
    force.push_back(std::hypot(error(0), error(1)));
    torque.push_back(std::abs(error(2)));
  }
  return {box_of(force), box_of(torque)};
}

constexpr std::array names = {"Circle", "Square", "Line", "LineGrad", "NonConvex1", "NonConvex2"};

record::Series box_series(const std::string& name, const std::string& title, const std::string& unit) {
  return {name,
          title + "; surfaces: 0 Circle, 1 Square, 2 Line, 3 LineGrad, 4 NonConvex1, 5 NonConvex2",
          {{"surface", "1"}, {"min", unit}, {"q1", unit}, {"median", unit}, {"q3", unit}, {"max", unit}}};
}

// The velocity held over 10 ms, p = 1, Elasto-Plastic; errors at the 500 instants.
void figure(Result& result, Stages& stages) {
  const patch::BristleLaw law = bristle_law(true, 1);
  std::array series = {box_series("fig22_force_limit_surface", "Fig. 22: force error, limit surface", "N"),
                       box_series("fig22_force_ellipsoid", "Fig. 22: force error, ellipsoid", "N"),
                       box_series("fig22_torque_limit_surface", "Fig. 22: torque error, limit surface", "N·m"),
                       box_series("fig22_torque_ellipsoid", "Fig. 22: torque error, ellipsoid", "N·m")};
  record::Series force =
      drawn_boxes("fig22_force", "Fig. 22 as drawn: force error; samples: 0 limit surface, 1 ellipsoid", "N");
  record::Series torque =
      drawn_boxes("fig22_torque", "Fig. 22 as drawn: torque error; samples: 0 limit surface, 1 ellipsoid", "N·m");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const patch::Pressure pressure = surface(names[i]);
    const Wrenches truth = held_run(DistributedPatch(law, pressure), stages.next(1.0));
    const Boxes ours = boxes_of(held_run(paper_reduced(law, pressure), stages.next(0.0)), truth);
    const Boxes ellipsoid = boxes_of(held_run(paper_ellipsoid(law, pressure), stages.next(0.0)), truth);
    const std::array boxes = {ours.force, ellipsoid.force, ours.torque, ellipsoid.torque};
    for (std::size_t k = 0; k < series.size(); ++k) {
      const Box& b = boxes[k];
      series[k].append({static_cast<double>(i), b.min, b.q1, b.median, b.q3, b.max});
    }
    append_box(force, i, 0, ours.force);
    append_box(force, i, 1, ellipsoid.force);
    append_box(torque, i, 0, ours.torque);
    append_box(torque, i, 1, ellipsoid.torque);
    // The text: "For all surfaces tested, the limit surface correction significantly outperforms the ellipsoid".
    const std::string name = names[i];
    const auto better = [&](const char* what, const Box& a, const Box& b) {
      result.checks.push_back(
          at_most(name + ", " + what + " error, limit surface/ellipsoid: median", "1", 1.0, a.median / b.median));
      result.checks.push_back(
          at_most(name + ", " + what + " error, limit surface/ellipsoid: third quartile", "1", 1.0, a.q3 / b.q3));
    };
    better("force", ours.force, ellipsoid.force);
    better("torque", ours.torque, ellipsoid.torque);
  }
  for (auto& s : series) result.series.push_back(std::move(s));
  result.series.push_back(std::move(force));
  result.series.push_back(std::move(torque));
  const std::vector<std::string> models = {"limit surface", "ellipsoid"};
  record::Axis surfaces{"contact surface"};
  surfaces.categories.assign(names.begin(), names.end());
  result.figures = {{"fig22",
                     "Fig. 22: error of the reduced model, limit surface and ellipsoid",
                     "Size of the difference from the distributed model at 500 instants of the given motion; boxes are "
                     "quartiles, whiskers reach the farthest values within 1.5 box heights. On every surface the limit "
                     "surface is closer.",
                     {box_panel("fig22_force", models, surfaces, force_axis("error of the force")),
                      box_panel("fig22_torque", models, surfaces, torque_axis("error of the torque"))}}};
}

// Root-mean-square errors over the greatest value, as computed from the reference runs (every 2.5 ms of explicit
// Euler at 10 µs), printed with two or three digits: force, torque for p = 0, then for p = 1.
struct Published {
  const char* surface;
  std::array<double, 4> lugre;           // reduced against distributed
  std::array<double, 4> elasto_plastic;  // likewise
  std::array<double, 4> ellipsoid;       // LuGre
};
constexpr std::array<Published, 5> published = {{
    {"Circle", {0.0015, 0.0032, 0.0015, 0.0035}, {0.0016, 0.0037, 0.0015, 0.0041}, {0.055, 0.063, 0.046, 0.054}},
    {"Square", {0.0012, 0.0028, 0.0011, 0.0031}, {0.0012, 0.0036, 0.0011, 0.0036}, {0.058, 0.052, 0.049, 0.045}},
    {"LineGrad", {0.0173, 0.0198, 0.0175, 0.0214}, {0.0186, 0.0213, 0.0189, 0.0228}, {0.089, 0.158, 0.076, 0.139}},
    {"NonConvex1", {0.0096, 0.0103, 0.0106, 0.0116}, {0.0100, 0.0107, 0.0109, 0.0118}, {0.244, 0.133, 0.206, 0.116}},
    {"NonConvex2", {0.0033, 0.0048, 0.0040, 0.0054}, {0.0037, 0.0053, 0.0043, 0.0058}, {0.094, 0.067, 0.080, 0.059}},
}};

// How far a value lies beyond the rounding of a printed one, relative to it.
double beyond_rounding(double measured, double printed, double last_digit) {
  return larger(0.0, std::abs(measured - printed) - 0.5 * last_digit) / printed;
}

void table(Result& result, Stages& stages) {
  record::Series series("rmse",
                        "RMSE/greatest value against the distributed model; surfaces: 0 Circle, 1 Square, 2 LineGrad, "
                        "3 NonConvex1, 4 NonConvex2",
                        {{"surface", "1"},
                         {"p", "1"},
                         {"lugre_force", "1"},
                         {"lugre_torque", "1"},
                         {"elasto_plastic_force", "1"},
                         {"elasto_plastic_torque", "1"},
                         {"ellipsoid_force", "1"},
                         {"ellipsoid_torque", "1"}});
  std::vector<std::string> row_labels;
  double lugre_worst = 0.0, elasto_plastic_worst = 0.0, ellipsoid_worst = 0.0;
  for (std::size_t i = 0; i < published.size(); ++i) {
    const Published& row = published[i];
    const patch::Pressure pressure = surface(row.surface);
    for (const std::size_t p : {0U, 1U}) {
      const auto lugre = bristle_law(false, static_cast<int>(p)), ep = bristle_law(true, static_cast<int>(p));
      const Wrenches d = graded_run(DistributedPatch(lugre, pressure), stages.next(0.5));
      const Wrenches dep = graded_run(DistributedPatch(ep, pressure), stages.next(0.5));
      const Progress rest = stages.next(0.0);
      const Difference r = rms_difference(graded_run(paper_reduced(lugre, pressure), rest), d);
      const Difference rep = rms_difference(graded_run(paper_reduced(ep, pressure), rest), dep);
      const Difference e = rms_difference(graded_run(paper_ellipsoid(lugre, pressure), rest), d);
      series.append({static_cast<double>(i), static_cast<double>(p), r.force, r.torque, rep.force, rep.torque, e.force,
                     e.torque});
      row_labels.push_back(std::string(row.surface).append(", p = ").append(std::to_string(p)));
      const auto compare = [&](double& worst, const Difference& measured, const std::array<double, 4>& printed,
                               double last_digit) {
        worst = larger(worst, beyond_rounding(measured.force, printed[2 * p], last_digit));
        worst = larger(worst, beyond_rounding(measured.torque, printed[2 * p + 1], last_digit));
      };
      compare(lugre_worst, r, row.lugre, 1e-4);
      compare(elasto_plastic_worst, rep, row.elasto_plastic, 1e-4);
      compare(ellipsoid_worst, e, row.ellipsoid, 1e-3);
    }
  }
  result.series.push_back(std::move(series));
  result.tables.push_back({"RMSE over the greatest value, reduced against distributed", "rmse", row_labels});
  // 5 %: our table rounds the cell of the centre of rotation down, theirs towards zero, which moves nodes near the low
  // rims by up to a hundredth. The ellipsoid has no table; 1 % is for its u, see paper/models.hpp.
  result.checks.push_back(at_most("RMSE, reduced LuGre: largest deviation beyond rounding", "1", 0.05, lugre_worst));
  result.checks.push_back(
      at_most("RMSE, reduced Elasto-Plastic: largest deviation beyond rounding", "1", 0.05, elasto_plastic_worst));
  result.checks.push_back(
      at_most("RMSE, ellipsoid LuGre: largest deviation beyond rounding", "1", 0.01, ellipsoid_worst));
}

Result run(const Progress& progress) {
  Stages stages(progress, 6.0 + 10.0);
  Result result;
  add_table_1(result);
  add_grid(result, surface_cells, surface_side);
  result.parameters.push_back({"N_ls, cells of the table over 90°", static_cast<double>(table_cells)});
  result.parameters.push_back({"Fig. 22", "Elasto-Plastic, p = 1, fn = 1 N"});
  figure(result, stages);
  table(result, stages);
  stages.finish();
  return result;
}

}  // namespace
}  // namespace model_error_experiment

Experiment model_error() {
  return {"planar-model-error",
          "Waltersson2024",
          "Fig. 22",
          "reduced against distributed: the limit surface beats the ellipsoid on every surface",
          model_error_experiment::run,
          true};
}

}  // namespace stickslip::experiments::planar
