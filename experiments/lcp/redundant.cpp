// Stacks and walls whose normal forces are not determined: the problems that solvers of complementarity problems are known to fail at.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/formulation/formulations.hpp"

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/scenes.hpp"

namespace stickslip::experiments::lcp {

namespace redundant_experiment {
namespace {

using formulation::Formulated;
using formulation::Relaxation;
using record::Colour;
using record::MarkKind;

constexpr double h = 0.01, tolerance = 1e-8;
constexpr std::uint32_t seeds = 10;

struct Family {
  const char* name;
  const char* label;
  Scene (*scene)(int n, std::uint32_t seed);
};

constexpr std::array families = {
    Family{"stack3", "stack on 3 points", [](int n, std::uint32_t seed) { return stack(n, 3, seed); }},
    Family{"stack4", "stack on 4 points", [](int n, std::uint32_t seed) { return stack(n, 4, seed); }},
    Family{"wall", "wall", [](int n, std::uint32_t seed) { return wall(n, seed); }}};
constexpr std::array sizes = {1, 2, 3, 5, 10};
constexpr std::array methods = {"lemke", "auto"};

Result run(const Progress& progress) {
  Result result;
  solvers::SolverOptions options;
  options.tolerance = tolerance;
  record::Series series("problems", "One row per problem",
                        {{"family", "1"},
                         {"bodies", "1"},
                         {"contacts", "1"},
                         {"rows", "1"},
                         {"rank", "1"},
                         {"lemke", "1"},
                         {"auto", "1"},
                         {"lemke_pivots", "1"}});
  std::array<double, methods.size()> solved{}, worst{};
  double problems = 0.0, deficient = 0.0;
  for (std::size_t f = 0; f < families.size(); ++f) {
    for (const int n : sizes) {
      for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
        const Scene scene = families[f].scene(n, seed);
        const Formulated step =
            anitescu_potra(scene.bodies, scene.contacts, {.h = h, .normal_relaxation = Relaxation{.epsilon = 0.0}});
        const int rank = step.rank();
        std::array<SolveReport, methods.size()> reports;
        for (std::size_t m = 0; m < methods.size(); ++m) {
          reports[m] = step.solve(methods[m], options).report;
          if (reports[m].residual <= tolerance) ++solved[m];
          worst[m] = std::max(worst[m], reports[m].residual);
        }
        ++problems;
        if (rank < step.size()) ++deficient;
        // A residual of zero has no place on a logarithmic axis.
        constexpr double least = 1e-17;
        series.append({static_cast<double>(f), static_cast<double>(n), static_cast<double>(step.contacts()),
                       static_cast<double>(step.size()), static_cast<double>(rank),
                       std::max(least, reports[0].residual), std::max(least, reports[1].residual),
                       static_cast<double>(reports[0].iterations)});
        progress(problems / (families.size() * sizes.size() * seeds));
      }
    }
  }
  result.series.push_back(std::move(series));
  result.checks.push_back(
      equal("problems whose matrix is rank-deficient", "%", 100.0, 100.0 * deficient / problems, 0.0));
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const std::string name = methods[m];
    result.checks.push_back(equal(name + ": solved to 1e-8", "%", 100.0, 100.0 * solved[m] / problems, 0.0));
    result.checks.push_back(at_most(name + ": worst residual", "1", tolerance, worst[m]));
  }
  result.parameters = {
      {"h", h, "s"}, {"rays per contact", 4.0}, {"seeds", static_cast<double>(seeds)}, {"problems", problems}};
  record::Panel residuals{"residual by Lemke's method", {"contacts", "1"}, {"residual", "1", 1.0, true}, {}};
  record::Panel pivots{"its pivots", {"contacts", "1"}, {"pivots", "1"}, {}};
  constexpr std::array colours = {Colour::blue, Colour::red, Colour::green};
  for (std::size_t f = 0; f < families.size(); ++f) {
    const record::RowFilter only{"family", static_cast<double>(f)};
    residuals.marks.push_back({MarkKind::points,
                               "problems",
                               {"contacts", "lemke"},
                               families[f].label,
                               colours[f],
                               record::Dash::solid,
                               only});
    pivots.marks.push_back({MarkKind::points,
                            "problems",
                            {"contacts", "lemke_pivots"},
                            families[f].label,
                            colours[f],
                            record::Dash::solid,
                            only});
  }
  result.figures = {{"redundant",
                     "Redundant stacks and walls by Lemke's method",
                     "Steps of Anitescu and Potra with four rays per contact and no relaxation: the matrix is "
                     "rank-deficient in every one. Random "
                     "masses, velocities and coefficients of friction, ten of each size.",
                     {residuals, pivots}}};
  return result;
}

}  // namespace
}  // namespace redundant_experiment

Experiment redundant() {
  return {.name = "lcp-redundant",
          .paper = "Anitescu1997",
          .figure = "solvability with redundant contacts",
          .summary = "150 rank-deficient stacks and walls by Lemke's method and by auto",
          .run = &redundant_experiment::run};
}

}  // namespace stickslip::experiments::lcp
