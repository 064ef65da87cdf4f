// Rank and condition of the lead matrix of the paper's box, against the phantom inertia.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "stickslip/formulation/formulations.hpp"
#include "stickslip/formulation/spectrum.hpp"

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/scenes.hpp"

namespace stickslip::experiments::lcp {

namespace rank_experiment {
namespace {

using formulation::Formulated;
using formulation::PhantomInertiaOptions;
using formulation::Relaxation;
using formulation::spectrum;
using formulation::Spectrum;
using record::Colour;
using record::Dash;
using record::MarkKind;

constexpr double h = 0.01;
constexpr int steps_per_decade = 4;
constexpr double papers_rho = 1e-8;  // [kg] below which the paper finds the matrix rank-deficient
constexpr double largest_condition = 1e20;

// What (40) relaxes with: the shares of W that the library takes by default, or the paper's stiffness and damping.
enum class Relaxed { by_default, by_table_1 };

struct Setting {
  const char* name;  // of its series
  const char* title;
  Relaxed relaxed;
  bool slides;  // as the box begins; otherwise it rests, and all its contacts stick
};

constexpr std::array settings = {Setting{"default_rest", "default relaxation, at rest", Relaxed::by_default, false},
                                 Setting{"table1_rest", "Table 1, at rest", Relaxed::by_table_1, false},
                                 Setting{"table1_sliding", "Table 1, sliding", Relaxed::by_table_1, true}};

Scene scene_of(const Setting& setting) {
  Scene scene = paper_box(1.0);
  if (!setting.slides) {
    scene.bodies.velocity.setZero();
    scene.bodies.angular_velocity.setZero();
  }
  return scene;
}

PhantomInertiaOptions options_of(const Setting& setting) {
  PhantomInertiaOptions options{.h = h};
  if (setting.relaxed == Relaxed::by_table_1) {
    options.normal_relaxation = Relaxation{.stiffness = 1e10, .damping = 1e8};
    options.tangent_relaxation = Relaxation{.stiffness = 1e8, .damping = 1e5};
  }
  return options;
}

// From where on matrices have full rank, counted downwards from 100 kg, and the bound on ρ.
struct Found {
  double mixed_from = std::numeric_limits<double>::infinity();
  double reduced_from = std::numeric_limits<double>::infinity();
  double rho_bound = 0.0;
};

Found scan(const Setting& setting, Result& result, const Progress& progress) {
  const Scene scene = scene_of(setting);
  PhantomInertiaOptions options = options_of(setting);
  Found found;
  found.rho_bound = phantom_inertia(scene.bodies, scene.contacts, options).rho_bound();
  record::Series series(setting.name, std::string("Rank and condition, ") + setting.title,
                        {{"rho", "kg"},
                         {"mixed_rank", "1"},
                         {"mixed_condition", "1"},
                         {"reduced_rank", "1"},
                         {"reduced_condition", "1"}});
  constexpr int count = 14 * steps_per_decade;
  bool is_mixed_full = true, is_reduced_full = true;
  for (int i = 0; i <= count; ++i) {
    const double rho = std::pow(10.0, 2.0 - static_cast<double>(i) / steps_per_decade);
    options.rho = rho;
    const Formulated step = phantom_inertia(scene.bodies, scene.contacts, options);
    const Spectrum mixed = spectrum(step.mixed().M),
                   reduced = spectrum(std::get<solvers::LcpProblem>(step.problem()).M);
    is_mixed_full = is_mixed_full && mixed.rank() == mixed.singular_values.size();
    is_reduced_full = is_reduced_full && reduced.rank() == reduced.singular_values.size();
    if (is_mixed_full) found.mixed_from = rho;
    if (is_reduced_full) found.reduced_from = rho;
    // A condition that is infinite has no place in the figure: rank tells.
    const auto shown = [](double condition) { return std::min(condition, largest_condition); };
    series.append({rho, static_cast<double>(mixed.rank()), shown(mixed.condition()),
                   static_cast<double>(reduced.rank()), shown(reduced.condition())});
    progress(static_cast<double>(i) / count);
  }
  result.series.push_back(std::move(series));
  return found;
}

record::Panel panel(const char* title, const char* quantity, bool log, const std::string& column) {
  record::Panel panel{title, {"phantom inertia ρ", "kg", 1.0, true}, {quantity, "1", 1.0, log}, {}};
  const auto add = [&](const char* series, const char* matrix, const std::string& label, Colour colour, Dash dash) {
    panel.marks.push_back({MarkKind::line, series, {"rho", matrix + column}, label, colour, dash});
  };
  add("default_rest", "mixed_", "mixed, default relaxation", Colour::blue, Dash::solid);
  add("table1_rest", "mixed_", "mixed, Table 1", Colour::blue, Dash::dashed);
  add("table1_sliding", "mixed_", "mixed, Table 1, sliding", Colour::blue, Dash::dotted);
  add("default_rest", "reduced_", "reduced, default relaxation", Colour::red, Dash::solid);
  add("table1_rest", "reduced_", "reduced, Table 1", Colour::red, Dash::dashed);
  panel.marks.push_back(
      {MarkKind::segments, "lines_" + column, {"paper", "low", "paper", "high"}, "1e-8 kg of the paper", Colour::grey});
  panel.marks.push_back({MarkKind::segments,
                         "lines_" + column,
                         {"bound", "low", "bound", "high"},
                         "bound 2 λ_min(K), default relaxation",
                         Colour::green});
  return panel;
}

record::Series lines(const std::string& column, double bound, double low, double high) {
  record::Series series("lines_" + column, "Lines in the panel of the " + column,
                        {{"paper", "kg"}, {"bound", "kg"}, {"low", "1"}, {"high", "1"}});
  series.append({papers_rho, bound, low, high});
  return series;
}

Result run(const Progress& progress) {
  Result result;
  std::array<Found, settings.size()> found;
  for (std::size_t s = 0; s < settings.size(); ++s) {
    const auto begin = static_cast<double>(s);
    found[s] = scan(settings[s], result, [&](double share) { progress((begin + share) / settings.size()); });
  }
  const auto& [by_default, table1, sliding] = found;
  const Scene scene = paper_box(1.0);
  const Formulated step = phantom_inertia(scene.bodies, scene.contacts, {.h = h});
  const Formulated pyramid =
      anitescu_potra(scene.bodies, scene.contacts, {.h = h, .normal_relaxation = Relaxation{.epsilon = 0.0}});
  result.checks = {
      equal("rows of the mixed matrix (35)", "1", 34.0, static_cast<double>(step.mixed().size()), 0.0),
      equal("rows of the reduced matrix", "1", 20.0, static_cast<double>(step.size()), 0.0),
      at_most("mixed matrix of full rank from, default relaxation", "kg", 1e-6, by_default.mixed_from),
      at_most("mixed matrix of full rank from, Table 1", "kg", 1e-6, table1.mixed_from),
      // The paper says below 1e-8, without the tolerance of its rank: a decade either way.
      equal("log10 of that against the paper's 1e-8 kg", "1", std::log10(papers_rho), std::log10(table1.mixed_from),
            1.0),
      at_least("reduced matrix of full rank from, Table 1: later than the mixed one", "kg", 1e-4, table1.reduced_from),
      at_most("Anitescu-Potra: rank of its 24 rows", "1", 23.0, static_cast<double>(pyramid.rank()))};
  result.series.push_back(lines("rank", by_default.rho_bound, 10.0, 36.0));
  result.series.push_back(lines("condition", by_default.rho_bound, 1e6, largest_condition));
  result.parameters = {{"h", h, "s"},
                       {"mu", 1.0},
                       {"tolerance of the rank", "rows × 2.2e-16 × largest singular value"},
                       {"bound 2 λ_min(K), default relaxation", by_default.rho_bound, "kg"},
                       {"bound 2 λ_min(K), Table 1", table1.rho_bound, "kg"},
                       {"mixed matrix of full rank from, Table 1, sliding", sliding.mixed_from, "kg"},
                       {"reduced matrix of full rank from, default relaxation", by_default.reduced_from, "kg"},
                       {"rank of Anitescu-Potra's 24 rows", static_cast<double>(pyramid.rank())}};
  result.figures = {
      {"rank",
       "Rank and condition of the lead matrix against the phantom inertia",
       "The paper's box at rest; dotted while it slides, where the lateral relaxation (43) makes the largest singular "
       "value, "
       "and the tolerance with it, larger. The mixed matrix (35) has 34 rows, the reduced one 20. Without phantom "
       "inertia both lose rank, the reduced one earlier.",
       {panel("rank", "rank", false, "rank"), panel("condition", "condition", true, "condition")}}};
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace rank_experiment

Experiment rank() {
  return {.name = "lcp-rank",
          .paper = "Peiret2017",
          .figure = "the claim of full rank, ρ below 1e-8 kg",
          .summary = "rank and condition of the lead matrix for phantom inertias from 1e-12 to 100 kg",
          .run = &rank_experiment::run};
}

}  // namespace stickslip::experiments::lcp
