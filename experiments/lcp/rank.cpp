// Rank and condition of the lead matrix of the paper's box, against the phantom inertia.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include <Eigen/SVD>

#include "stickslip/formulation/formulations.hpp"

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/scenes.hpp"

namespace stickslip::experiments::lcp {

namespace {

using formulation::Formulated;
using formulation::PhantomInertiaOptions;
using formulation::Relaxation;
using record::Colour;
using record::Dash;
using record::MarkKind;

constexpr double h = 0.01;
constexpr int steps_per_decade = 4;
constexpr double papers_rho = 1e-8;  // [kg] below which the paper finds the matrix rank-deficient

struct RankAndCondition {
  double rank, condition;
};

// As Formulated::rank and condition count them, of the reduced matrix.
RankAndCondition reduced(const Formulated& step) {
  const Eigen::MatrixXd& M = std::get<solvers::LcpProblem>(step.problem()).M;
  const Eigen::VectorXd values = M.bdcSvd().singularValues();
  const double least = static_cast<double>(M.rows()) * std::numeric_limits<double>::epsilon() * values.maxCoeff();
  return {static_cast<double>((values.array() > least).count()), values.maxCoeff() / values.minCoeff()};
}

struct Setting {
  const char* name;  // of its series
  const char* title;
  Relaxation normal, tangential;
  bool is_default;
};

// `default`: the shares of W that the library takes; `table1`: the paper's stiffness and damping.
constexpr std::array settings = {Setting{"relaxed", "ε_n = 1e-4 W_nn, ε_t = 1e-3 W_tt", {}, {}, true},
                                 Setting{"table1",
                                         "stiffness and damping of Table 1",
                                         {.stiffness = 1e10, .damping = 1e8},
                                         {.stiffness = 1e8, .damping = 1e5},
                                         false}};

PhantomInertiaOptions options_of(const Setting& setting) {
  PhantomInertiaOptions options{.h = h};
  if (!setting.is_default) {
    options.normal_relaxation = setting.normal;
    options.tangent_relaxation = setting.tangential;
  }
  return options;
}

// The bound, and where the mixed matrix has full rank, counted downwards from 100 kg.
struct Found {
  double rho_bound, full_from;
};

Found scan(const Setting& setting, Result& result, const Progress& progress) {
  const Scene scene = paper_box(1.0);
  PhantomInertiaOptions options = options_of(setting);
  Found found{phantom_inertia(scene.bodies, scene.contacts, options).rho_bound(),
              std::numeric_limits<double>::infinity()};
  record::Series series(setting.name, std::string("Rank and condition, ") + setting.title,
                        {{"rho", "kg"},
                         {"mixed_rank", "1"},
                         {"mixed_condition", "1"},
                         {"reduced_rank", "1"},
                         {"reduced_condition", "1"}});
  constexpr int count = 14 * steps_per_decade;
  bool full_so_far = true;
  for (int i = 0; i <= count; ++i) {
    options.rho = std::pow(10.0, 2.0 - static_cast<double>(i) / steps_per_decade);
    const Formulated step = phantom_inertia(scene.bodies, scene.contacts, options);
    const int rank = step.rank();
    full_so_far = full_so_far && rank == static_cast<int>(step.mixed().size());
    if (full_so_far) found.full_from = *options.rho;
    const RankAndCondition small = reduced(step);
    series.append({*options.rho, static_cast<double>(rank), step.condition(), small.rank, small.condition});
    progress(static_cast<double>(i) / count);
  }
  result.series.push_back(std::move(series));
  return found;
}

record::Panel panel(const char* title, const char* quantity, bool log, const std::string& column) {
  record::Panel panel{title, {"phantom inertia ρ", "kg", 1.0, true}, {quantity, "1", 1.0, log}, {}};
  panel.marks = {
      {MarkKind::line, "relaxed", {"rho", "mixed_" + column}, "mixed matrix, default relaxation", Colour::blue},
      {MarkKind::line, "table1", {"rho", "mixed_" + column}, "mixed matrix, Table 1", Colour::blue, Dash::dashed},
      {MarkKind::line, "relaxed", {"rho", "reduced_" + column}, "reduced matrix, default relaxation", Colour::red},
      {MarkKind::line, "table1", {"rho", "reduced_" + column}, "reduced matrix, Table 1", Colour::red, Dash::dashed},
      {MarkKind::segments, "marks_" + column, {"paper", "low", "paper", "high"}, "1e-8 kg of the paper", Colour::grey},
      {MarkKind::segments, "marks_" + column, {"bound", "low", "bound", "high"}, "bound 2 λ_min(K)", Colour::green}};
  return panel;
}

Result run(const Progress& progress) {
  Result result;
  Found relaxed{}, table1{};
  for (std::size_t s = 0; s < settings.size(); ++s) {
    const auto begin = static_cast<double>(s) / settings.size();
    const Found found = scan(settings[s], result, [&](double share) { progress(begin + share / settings.size()); });
    (settings[s].is_default ? relaxed : table1) = found;
  }
  const Scene scene = paper_box(1.0);
  const Formulated step = phantom_inertia(scene.bodies, scene.contacts, options_of(settings[1]));
  const Formulated pyramid =
      anitescu_potra(scene.bodies, scene.contacts, {.h = h, .normal_relaxation = Relaxation{.epsilon = 0.0}});
  result.checks.push_back(
      equal("rows of the mixed matrix (35)", "1", 34.0, static_cast<double>(step.mixed().size()), 0.0));
  result.checks.push_back(equal("rows of the reduced matrix", "1", 20.0, static_cast<double>(step.size()), 0.0));
  result.checks.push_back(at_most("mixed matrix of full rank from, Table 1", "kg", 1e-6, table1.full_from));
  result.checks.push_back(at_most("mixed matrix of full rank from, default relaxation", "kg", 1e-6, relaxed.full_from));
  // The paper says "below 1e-8": a decade either way, since the tolerance of its rank is not told.
  result.checks.push_back(equal("log10 of that, Table 1, against the paper's 1e-8 kg", "1", std::log10(papers_rho),
                                std::log10(table1.full_from), 1.0));
  result.checks.push_back(
      at_most("Anitescu-Potra: rank of its 24 rows", "1", 23.0, static_cast<double>(pyramid.rank())));
  for (const char* column : {"rank", "condition"}) {
    const bool is_rank = std::string(column) == "rank";
    record::Series marks(std::string("marks_") + column, std::string("Lines in the figure of the ") + column,
                         {{"paper", "kg"}, {"bound", "kg"}, {"low", "1"}, {"high", "1"}});
    marks.append({papers_rho, relaxed.rho_bound, is_rank ? 10.0 : 1e2, is_rank ? 36.0 : 1e20});
    result.series.push_back(std::move(marks));
  }
  result.parameters = {{"h", h, "s"},
                       {"mu", 1.0},
                       {"tolerance of the rank", "rows × 2.2e-16 × largest singular value"},
                       {"bound 2 λ_min(K), default relaxation", relaxed.rho_bound, "kg"},
                       {"bound 2 λ_min(K), Table 1", table1.rho_bound, "kg"}};
  result.figures = {{"rank",
                     "Rank and condition of the lead matrix against the phantom inertia",
                     "The paper's box. The mixed matrix (35) has 34 rows, the reduced one 20. Without phantom inertia "
                     "both lose rank; the "
                     "reduced one does so earlier, because eliminating the velocities squares what is small.",
                     {panel("rank", "rank", false, "rank"), panel("condition", "condition", true, "condition")}}};
  progress(1.0);
  return result;
}

}  // namespace

Experiment rank() {
  return {.name = "lcp-rank",
          .paper = "Peiret2017",
          .figure = "the claim of full rank, ρ below 1e-8 kg",
          .summary = "rank and condition of the lead matrix for phantom inertias from 1e-12 to 100 kg",
          .run = &run};
}

}  // namespace stickslip::experiments::lcp
