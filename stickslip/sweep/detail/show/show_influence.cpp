// Which variables matter to which output: Sobol's indices, or correlations of ranks.
#include <algorithm>
#include <cmath>
#include <string>

#include "stickslip/sweep/detail/show/shown_study.hpp"

namespace stickslip::sweep::detail {

namespace {

record::Panel panel_of(const ShownStudy& shown, std::size_t output, const char* label) {
  record::Panel panel{.title = shown.outputs[output].key, .x = {.label = ""}, .y = {.label = label}, .marks = {}};
  for (const ShownColumn& variable : shown.variables) panel.x.categories.push_back(variable.short_name);
  return panel;
}

void show_indices(const ShownStudy& shown, record::Result& result) {
  record::Series series("indices", "Sobol's indices of each output and variable, with 95 % intervals",
                        {{"output", "1"},
                         {"variable", "1"},
                         {"beside", "1"},
                         {"first", "1"},
                         {"first low", "1"},
                         {"first high", "1"},
                         {"total", "1"},
                         {"total low", "1"},
                         {"total high", "1"}});
  std::vector<std::string> labels;
  record::Figure figure{
      .name = "indices",
      .title = "How much of an output's variance each variable causes",
      .caption =
          "Sobol's indices with 95 % intervals. First order: by itself; total: by itself and together "
          "with others.",
      .panels = {}};
  constexpr double apart = 0.2;  // so that the two intervals of a variable stand side by side
  for (std::size_t o = 0; o < shown.outputs.size(); ++o) {
    const SobolIndices& indices = shown.analysis.indices[o];
    const auto number = static_cast<double>(o);
    for (std::size_t v = 0; v < shown.variables.size(); ++v) {
      const Estimate &first = indices.first[v], &total = indices.total[v];
      const auto place = static_cast<double>(v);
      series.append(
          {number, place, place + apart, first.value, first.low, first.high, total.value, total.low, total.high});
      labels.push_back(shown.outputs[o].key + " by " + shown.variables[v].key);
    }
    record::Panel panel = panel_of(shown, o, "share of the variance");
    const std::uint64_t samples = shown.study.runs() / (shown.study.variables().size() + 2);
    if (indices.samples < samples) {
      panel.title += ", from " + std::to_string(indices.samples) + " of " + std::to_string(samples) + " samples";
    }
    const record::RowFilter only{"output", number};
    panel.marks.push_back({.kind = record::MarkKind::error_bars,
                           .series = "indices",
                           .columns = {"variable", "first", "first low", "first high"},
                           .label = "first order",
                           .colour = record::Colour::blue,
                           .only = only});
    panel.marks.push_back({.kind = record::MarkKind::error_bars,
                           .series = "indices",
                           .columns = {"beside", "total", "total low", "total high"},
                           .label = "total",
                           .colour = record::Colour::red,
                           .only = only});
    figure.panels.push_back(std::move(panel));
  }
  result.series.push_back(std::move(series));
  result.tables.push_back({"Sobol's indices", "indices", std::move(labels)});
  result.figures.push_back(std::move(figure));
}

void show_correlations(const ShownStudy& shown, record::Result& result) {
  record::Series series("rank_correlations", "Spearman's rank correlation of each output with each variable",
                        {{"output", "1"}, {"variable", "1"}, {"zero", "1"}, {"correlation", "1"}});
  record::Figure figure{
      .name = "rank_correlations",
      .title = "With which variable each output grows or falls",
      .caption =
          "Spearman's rank correlation: 1 where the output grows with the variable, −1 where it falls, "
          "near 0 where it does neither, or both.",
      .panels = {}};
  for (std::size_t o = 0; o < shown.outputs.size(); ++o) {
    const auto number = static_cast<double>(o);
    for (std::size_t v = 0; v < shown.variables.size(); ++v) {
      series.append({number, static_cast<double>(v), 0.0, shown.analysis.correlations[o][v]});
    }
    const std::vector<double>& row = shown.analysis.correlations[o];
    // Where the output does not vary, nothing varies with it.
    if (std::all_of(row.begin(), row.end(), [](double x) { return std::isnan(x); })) continue;
    record::Panel panel = panel_of(shown, o, "rank correlation");
    panel.y.min = -1.0;
    panel.y.max = 1.0;
    const record::RowFilter only{"output", number};
    panel.marks.push_back({.kind = record::MarkKind::segments,
                           .series = "rank_correlations",
                           .columns = {"variable", "zero", "variable", "correlation"},
                           .colour = record::Colour::blue,
                           .only = only});
    panel.marks.push_back({.kind = record::MarkKind::points,
                           .series = "rank_correlations",
                           .columns = {"variable", "correlation"},
                           .colour = record::Colour::blue,
                           .only = only});
    figure.panels.push_back(std::move(panel));
  }
  result.series.push_back(std::move(series));
  if (!figure.panels.empty()) result.figures.push_back(std::move(figure));
}

}  // namespace

void show_influence(const ShownStudy& shown, record::Result& result) {
  if (shown.variables.empty() || shown.outputs.empty()) return;
  if (shown.study.design().has_indices()) {
    show_indices(shown, result);
  } else {
    show_correlations(shown, result);
  }
}

}  // namespace stickslip::sweep::detail
