// Sobol's indices of y = sin x1 + 7 sin² x2 + 0.1 x3⁴ sin x1 for uniform numbers from −π to π. With V the variance, a²/8 + b π⁴/5 + b² π⁸/18 + ½,
//   V1 = ½ (1 + b π⁴/5)²,  V2 = a²/8,  V3 = 0,  V13 = b² π⁸ (1/18 − 1/50)
// are the parts that variables cause alone, and x1 and x3 together [Ishigami 1990].
#include <cmath>
#include <numbers>
#include <string>

#include "stickslip/sweep/analysis.hpp"

#include "experiments/stages.hpp"
#include "experiments/sweep/run_study.hpp"
#include "experiments/sweep/sweep.hpp"

namespace stickslip::experiments::sweep {

namespace ishigami_experiment {
namespace {

using stickslip::sweep::Estimate;
using stickslip::sweep::SobolIndices;

constexpr std::size_t variables = 3;

struct Known {
  std::array<double, variables> first, total;
};

Known known_indices() {
  constexpr double a = 7.0, b = 0.1, pi = std::numbers::pi;
  const double b4 = b * std::pow(pi, 4.0), b8 = b * b * std::pow(pi, 8.0);
  const double v1 = 0.5 * (1.0 + b4 / 5.0) * (1.0 + b4 / 5.0), v2 = a * a / 8.0, v13 = b8 * (1.0 / 18.0 - 1.0 / 50.0);
  const double v = v1 + v2 + v13;
  return {{v1 / v, v2 / v, 0.0}, {(v1 + v13) / v, v2 / v, v13 / v}};
}

// As a user's file has it.
SobolIndices indices_of(int samples, int seed, const Progress& progress) {
  const std::string range = ": {uniform: [-3.141592653589793, 3.141592653589793]}";
  std::string text =
      "name: ishigami\nmodel: ishigami\nvariables: {x1" + range + ", x2" + range + ", x3" + range + "}\n";
  text += "design: sobol\nindices: true\nsamples: " + std::to_string(samples) + "\nseed: " + std::to_string(seed);
  const auto study = stickslip::sweep::Study::from_text(text + "\noutputs: {y: value}\n", "ishigami.yaml", ".");
  return stickslip::sweep::analyse(run_study(study, progress)).indices.front();
}

bool covers(const Estimate& estimate, double value) {
  return estimate.low <= value && value <= estimate.high;
}

record::Figure figure_of_indices() {
  record::Panel panel{.title = "Indices from 2¹⁴ samples",
                      .x = {.label = "", .categories = {"x1", "x2", "x3"}},
                      .y = {.label = "share of the variance", .min = 0.0, .max = 0.7},
                      .marks = {}};
  using record::Colour;
  using record::MarkKind;
  panel.marks.push_back(
      {MarkKind::error_bars, "indices", {"variable", "first", "first low", "first high"}, "first order", Colour::blue});
  panel.marks.push_back(
      {MarkKind::error_bars, "indices", {"beside", "total", "total low", "total high"}, "total", Colour::red});
  panel.marks.push_back({MarkKind::points, "indices", {"variable", "known first"}, "closed form", Colour::ink});
  panel.marks.push_back({MarkKind::points, "indices", {"beside", "known total"}, "closed form", Colour::ink});
  record::Panel seeds{.title = "S1 from 2¹⁰ samples, by seed",
                      .x = {.label = "seed"},
                      .y = {.label = "S1 with its 95 % interval"},
                      .marks = {}};
  seeds.marks.push_back({MarkKind::error_bars, "seeds", {"seed", "S1", "S1 low", "S1 high"}, "study", Colour::blue});
  seeds.marks.push_back({MarkKind::line, "seeds", {"seed", "known S1"}, "closed form", Colour::ink});
  return {.name = "indices",
          .title = "Sobol's indices of the Ishigami function",
          .caption =
              "Left: estimates with 95 % intervals and the closed form. Right: of the intervals of 50 seeds about 47 "
              "or 48 should hold the "
              "true value.",
          .panels = {std::move(panel), std::move(seeds)}};
}

Result run(const Progress& progress) {
  constexpr int samples = 1 << 14, few = 1 << 10, seeds = 200, shown = 50;
  Stages stages(progress, 2.0);
  Result result;
  result.title = "Sobol's indices of a function that has them in closed form";
  result.parameters = {{"base samples", static_cast<double>(samples)},
                       {"base samples per seed", static_cast<double>(few)},
                       {"seeds", static_cast<double>(seeds)}};
  const Known known = known_indices();
  const SobolIndices found = indices_of(samples, 1, stages.next(0.1));
  record::Series table("indices", "Indices from 2^14 samples, with 95 % intervals",
                       {{"variable", "1"},
                        {"beside", "1"},
                        {"first", "1"},
                        {"first low", "1"},
                        {"first high", "1"},
                        {"known first", "1"},
                        {"total", "1"},
                        {"total low", "1"},
                        {"total high", "1"},
                        {"known total", "1"}});
  for (std::size_t i = 0; i < variables; ++i) {
    const Estimate &first = found.first[i], &total = found.total[i];
    const auto place = static_cast<double>(i);
    table.append({place, place + 0.15, first.value, first.low, first.high, known.first[i], total.value, total.low,
                  total.high, known.total[i]});
    const std::string name = std::to_string(i + 1);
    result.checks.push_back(equal("S" + name + ", first order", "1", known.first[i], first.value, 0.01));
    result.checks.push_back(equal("T" + name + ", total", "1", known.total[i], total.value, 0.01));
  }
  record::Series intervals("seeds", "S1 from 2^10 samples, by seed",
                           {{"seed", "1"}, {"S1", "1"}, {"S1 low", "1"}, {"S1 high", "1"}, {"known S1", "1"}});
  std::array<double, 2 * variables> hits{};
  const Progress of_seeds = stages.next(1.9);
  for (int seed = 1; seed <= seeds; ++seed) {
    of_seeds(static_cast<double>(seed - 1) / seeds);
    const SobolIndices one = indices_of(few, seed, {});
    for (std::size_t i = 0; i < variables; ++i) {
      if (covers(one.first[i], known.first[i])) hits[i] += 1.0 / seeds;
      if (covers(one.total[i], known.total[i])) hits[variables + i] += 1.0 / seeds;
    }
    const Estimate& s1 = one.first[0];
    if (seed <= shown) intervals.append({static_cast<double>(seed), s1.value, s1.low, s1.high, known.first[0]});
  }
  record::Series coverage("coverage", "How many of the intervals hold the true value", {{"share", "1"}});
  double mean = 0.0;
  for (const double share : hits) {
    coverage.append({share});
    mean += share / static_cast<double>(hits.size());
  }
  // Of 1200 intervals: those of one index alone would be uncertain by 1.5 % themselves.
  result.checks.push_back(
      equal("share of 95 % intervals that hold the true index, over 200 seeds", "1", 0.95, mean, 0.03));
  result.series = {std::move(table), std::move(intervals), std::move(coverage)};
  result.tables.push_back(
      {"Intervals that hold the true value, of 200", "coverage", {"S1", "S2", "S3", "T1", "T2", "T3"}});
  result.figures.push_back(figure_of_indices());
  stages.finish();
  return result;
}

}  // namespace
}  // namespace ishigami_experiment

Experiment ishigami() {
  return {"sweep-ishigami", "Ishigami1990", "Sobol's indices, closed form",
          "sensitivities from a study, and how often their intervals hold", ishigami_experiment::run};
}

}  // namespace stickslip::experiments::sweep
