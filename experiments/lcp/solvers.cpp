// Which solver solves which formulation? [Peiret 2017] has Anitescu and Potra's problems solved by Lemke's method only, those with phantom
// inertia by all, and block pivoting in trouble with more than two directions.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stickslip/core/names.hpp"
#include "stickslip/formulation/formulations.hpp"
#include "stickslip/solvers/methods.hpp"

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/scenes.hpp"

namespace stickslip::experiments::lcp {

namespace solvers_experiment {
namespace {

using formulation::Formulated;
using formulation::Relaxation;

constexpr double h = 0.01, tolerance = 1e-8;
// Iterative solvers and cycles end here: what is not solved by then is not solved.
constexpr double seconds_per_solve = 0.05;
const Relaxation rigid{.epsilon = 0.0};

std::vector<Scene> scenes() {
  std::vector<Scene> all = {paper_box(1.0), paper_box(0.5)};
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    all.push_back(stack(2, 3, seed));
    all.push_back(stack(3, 4, seed));
  }
  return all;
}

// The pyramids without relaxation, as their authors have them: their normals are redundant here.
struct Form {
  std::string label, short_label;  // in tables and under the heat map
  bool is_phantom;
  int k;
  Formulated (*formulate)(const Scene&, int k);
};

std::vector<Form> forms() {
  std::vector<Form> all;
  struct Kind {
    std::string name, short_name;
    Formulated (*formulate)(const Scene&, int);
  };
  const std::vector<Kind> kinds = {
      {"Stewart-Trinkle", "ST",
       [](const Scene& s, int k) {
         return stewart_trinkle(s.bodies, s.contacts, {.h = h, .directions = k, .normal_relaxation = rigid});
       }},
      {"Anitescu-Potra", "AP",
       [](const Scene& s, int k) {
         return anitescu_potra(s.bodies, s.contacts, {.h = h, .directions = k, .normal_relaxation = rigid});
       }},
      {"phantom inertia", "PI",
       // Directions matter where contacts stick: here all do.
       [](const Scene& s, int k) {
         return phantom_inertia(s.bodies, s.contacts, {.h = h, .directions = k, .v_th = 1e6});
       }}};
  for (const auto& [name, short_name, formulate] : kinds) {
    for (const int k : {2, 3, 4, 8}) {
      all.push_back({name + ", k = " + std::to_string(k), short_name + " " + std::to_string(k), short_name == "PI", k,
                     formulate});
    }
  }
  return all;
}

struct Score {
  double solved = 0.0, fallbacks = 0.0, worst = 0.0, iterations = 0.0;
};

Score score(const std::vector<Formulated>& problems, std::string_view method) {
  Score score;
  solvers::SolverOptions options;
  options.tolerance = tolerance;
  options.time_limit = seconds_per_solve;
  for (const Formulated& problem : problems) {
    const SolveReport report = problem.solve(method, options).report;
    if (report.status == SolveStatus::converged) ++score.solved;
    if (report.method != method) ++score.fallbacks;
    score.worst = std::max(score.worst, report.residual);
    score.iterations += static_cast<double>(report.iterations) / static_cast<double>(problems.size());
  }
  return score;
}

// A row per formulation and method, with their places in the heat map.
record::Series scores_series() {
  return {"scores",
          "What each solver does with each formulation",
          {{"formulation", "1"},
           {"method", "1"},
           {"solved", "%"},
           {"fallbacks", "%"},
           {"worst_residual", "1"},
           {"mean_iterations", "1"}}};
}

void pyramids(Result& result, std::vector<std::string>& labels, std::vector<std::string>& places,
              const Progress& progress) {
  const std::vector<Scene> all = scenes();
  record::Series series = scores_series();
  double lemke_missed = 0.0, auto_missed = 0.0, phantom_missed = 0.0, fallbacks_two = 0.0, fallbacks_more = 0.0;
  double place = 0.0;
  for (const Form& form : forms()) {
    places.push_back(form.short_label);
    std::vector<Formulated> problems;
    problems.reserve(all.size());
    for (const Scene& scene : all) problems.push_back(form.formulate(scene, form.k));
    const auto count = static_cast<double>(problems.size());
    double method_place = 0.0;
    for (const auto& method : Names<solvers::LcpMethod>::table) {
      if (method.value == solvers::LcpMethod::enumerate) continue;  // for a dozen rows at the most
      const Score s = score(problems, method.name);
      const bool is_auto = method.value == solvers::LcpMethod::automatic;
      series.append({place, method_place++, 100.0 * s.solved / count, is_auto ? 0.0 : 100.0 * s.fallbacks / count,
                     s.worst, s.iterations});
      labels.push_back(form.label + ": " + std::string(method.name));
      if (method.value == solvers::LcpMethod::lemke) lemke_missed += count - s.solved;
      if (is_auto) auto_missed += count - s.solved;
      if (form.is_phantom && method.value == solvers::LcpMethod::judice_pires) {
        phantom_missed += count - s.solved;
        (form.k == 2 ? fallbacks_two : fallbacks_more) += s.fallbacks;
      }
      progress((place + method_place / 6.0) / 12.0);
    }
    ++place;
  }
  result.series.push_back(std::move(series));
  result.checks.push_back(equal("problems of all pyramids that Lemke's method misses", "1", 0.0, lemke_missed, 0.0));
  result.checks.push_back(equal("problems of all pyramids that auto misses", "1", 0.0, auto_missed, 0.0));
  result.checks.push_back(
      equal("phantom inertia: problems that Júdice-Pires misses, fallbacks included", "1", 0.0, phantom_missed, 0.0));
  result.parameters.push_back({"fallbacks of Júdice-Pires with phantom inertia, k = 2", fallbacks_two});
  result.parameters.push_back({"the same, k = 3, 4, 8 together", fallbacks_more});
}

// Box and hybrid by the solvers of boxed problems, the exact cone by those of cones.
void others(Result& result, std::vector<std::string>& labels, const Progress& progress) {
  const std::vector<Scene> all = scenes();
  record::Series series("others", "Box, hybrid and the exact cone",
                        {{"solved", "%"}, {"worst_residual", "1"}, {"mean_iterations", "1"}});
  double auto_missed = 0.0;
  const auto add = [&](const std::vector<Formulated>& problems, const std::string& label, std::string_view method) {
    const Score s = score(problems, method);
    const auto count = static_cast<double>(problems.size());
    series.append({100.0 * s.solved / count, s.worst, s.iterations});
    labels.push_back(label + ": " + std::string(method));
    if (method == "auto") auto_missed += count - s.solved;
  };
  std::vector<Formulated> boxes, hybrids, cones;
  for (const Scene& s : all) {
    boxes.push_back(box(s.bodies, s.contacts, {.h = h}));
    hybrids.push_back(hybrid(s.bodies, s.contacts, {.h = h}));
    cones.push_back(exact_cone(s.bodies, s.contacts, {.h = h, .normal_relaxation = rigid}));
  }
  for (const auto& method : Names<solvers::BoxedLcpMethod>::table) {
    add(boxes, "box", method.name);
    add(hybrids, "hybrid", method.name);
  }
  progress(0.5);
  for (const auto& method : Names<solvers::ConeMethod>::table) add(cones, "exact cone", method.name);
  progress(1.0);
  result.series.push_back(std::move(series));
  result.checks.push_back(equal("box, hybrid, exact cone: problems that auto misses", "1", 0.0, auto_missed, 0.0));
}

Result run(const Progress& progress) {
  Result result;
  std::vector<std::string> labels, places, other_labels;
  pyramids(result, labels, places, [&](double share) { progress(0.9 * share); });
  others(result, other_labels, [&](double share) { progress(0.9 + 0.1 * share); });
  record::Axis formulations{"formulation"}, methods{"solver"};
  formulations.categories = places;
  for (const auto& method : Names<solvers::LcpMethod>::table) {
    if (method.value != solvers::LcpMethod::enumerate) methods.categories.emplace_back(method.name);
  }
  result.figures = {
      {"solved",
       "Which solver solves which formulation",
       "Share of the problems solved to a residual of 1e-8: the paper's box at two coefficients of friction, and ten "
       "stacks of two and "
       "three cubes, whose normal forces are redundant. ST: Stewart-Trinkle, AP: Anitescu-Potra, PI: phantom inertia, "
       "with k = 2, 3, 4, 8. "
       "Júdice-Pires counts with its fallbacks.",
       {{"", formulations, methods, {{record::MarkKind::heat_map, "scores", {"formulation", "method", "solved"}}}}}}};
  result.tables = {{"Pyramids", "scores", labels}, {"Box, hybrid and the exact cone", "others", other_labels}};
  result.parameters.insert(result.parameters.begin(),
                           {{"h", h, "s"},
                            {"tolerance", tolerance},
                            {"time per solve, at the most", seconds_per_solve, "s"},
                            {"problems per formulation", static_cast<double>(scenes().size())}});
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace solvers_experiment

Experiment solvers() {
  return {.name = "lcp-solvers",
          .paper = "Peiret2017",
          .figure = "which algorithm solves which formulation",
          .summary = "six solvers on pyramids with 2, 3, 4 and 8 directions; boxes and cones by theirs",
          .run = &solvers_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::lcp
