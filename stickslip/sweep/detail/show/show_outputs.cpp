// Each output by itself: its quantiles, and a histogram.
#include <algorithm>
#include <cmath>
#include <string>

#include "stickslip/sweep/detail/show/shown_study.hpp"
#include "stickslip/sweep/statistics/histogram.hpp"
#include "stickslip/sweep/statistics/quantile.hpp"

namespace stickslip::sweep::detail {

namespace {

// Of all samples, in order of size.
std::vector<double> sorted_output(const ShownStudy& shown, std::size_t output) {
  std::vector<double> values;
  for (std::uint64_t i = 0; i < shown.results.runs(); ++i) {
    if (shown.study.design().is_sample(i)) values.push_back(shown.results.outputs(i)[output]);
  }
  return in_order(values);
}

record::Panel histogram_panel(const ShownColumn& output, std::size_t number, const std::vector<double>& sorted,
                              const Histogram& bins, record::Result& result) {
  const std::string name = "histogram_" + std::to_string(number);
  // Its outline, from bin to bin.
  record::Series outline(name, "How many runs have which " + output.key, {{output.key, output.unit}, {"runs", "1"}});
  double tallest = 0.0;
  outline.append({bins.edges.front(), 0.0});
  for (std::size_t i = 0; i < bins.counts.size(); ++i) {
    const auto count = static_cast<double>(bins.counts[i]);
    outline.append({bins.edges[i], count});
    outline.append({bins.edges[i + 1], count});
    tallest = std::max(tallest, count);
  }
  outline.append({bins.edges.back(), 0.0});
  result.series.push_back(std::move(outline));
  record::Series strokes(name + "_quantiles", "Quantiles of " + output.key,
                         {{"quantile", "1"}, {output.key, output.unit}, {"from", "1"}, {"to", "1"}});
  for (const double q : {0.05, 0.5, 0.95}) {
    const double x = quantile(sorted, q);
    if (std::isfinite(x)) strokes.append({q, x, 0.0, tallest});
  }
  result.series.push_back(std::move(strokes));
  record::Panel panel{.title = output.key, .x = output.axis(), .y = {.label = "runs", .min = 0.0}, .marks = {}};
  panel.x.log = bins.is_log;
  panel.marks.push_back({record::MarkKind::line, name, {output.key, "runs"}, "runs"});
  panel.marks.push_back({.kind = record::MarkKind::segments,
                         .series = name + "_quantiles",
                         .columns = {output.key, "from", output.key, "to"},
                         .label = "quantiles: 5 %, 50 %, 95 %",
                         .colour = record::Colour::red,
                         .dash = record::Dash::dashed});
  return panel;
}

}  // namespace

void show_outputs(const ShownStudy& shown, record::Result& result) {
  record::Series quantiles("quantiles", "What the outputs are: mean, least, greatest and quantiles",
                           {{"numbers", "1"},
                            {"infinite", "1"},
                            {"mean of the finite", "1"},
                            {"least", "1"},
                            {"5 %", "1"},
                            {"50 %", "1"},
                            {"95 %", "1"},
                            {"greatest", "1"}});
  std::vector<std::string> labels;
  record::Figure figure{
      .name = "outputs", .title = "How often the outputs take which values", .caption = {}, .panels = {}};
  figure.caption = "The number of runs in equal parts of the range, or of its logarithm where it spreads over decades.";
  for (std::size_t o = 0; o < shown.outputs.size(); ++o) {
    const ShownColumn& output = shown.outputs[o];
    const std::vector<double> sorted = sorted_output(shown, o);
    if (sorted.empty()) continue;
    const Spread all = spread(shown.results, o);
    quantiles.append({static_cast<double>(all.numbers), static_cast<double>(all.infinite), all.mean, sorted.front(),
                      quantile(sorted, 0.05), quantile(sorted, 0.5), quantile(sorted, 0.95), sorted.back()});
    labels.push_back(output.key + (output.unit == "1" ? "" : " [" + output.unit + "]"));
    const Histogram bins = histogram(sorted);
    if (bins.edges.empty()) continue;  // no finite number
    figure.panels.push_back(histogram_panel(output, o + 1, sorted, bins, result));
  }
  if (!labels.empty()) {
    result.series.push_back(std::move(quantiles));
    result.tables.push_back({"The outputs: mean, least, greatest and quantiles", "quantiles", std::move(labels)});
  }
  if (!figure.panels.empty()) result.figures.push_back(std::move(figure));
}

}  // namespace stickslip::sweep::detail
