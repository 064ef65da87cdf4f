// Outputs and events against each variable.
#include <algorithm>
#include <string>

#include "stickslip/sweep/detail/show/shown_study.hpp"
#include "stickslip/sweep/statistics/quantile.hpp"

namespace stickslip::sweep::detail {

namespace {

std::string numbered(const char* what, std::size_t first, std::size_t second) {
  return std::string(what) + "_" + std::to_string(first + 1) + "_" + std::to_string(second + 1);
}

void add_quantile_lines(const ShownColumn& variable, const ShownColumn& output, const std::string& name,
                        record::Panel& panel, record::Result& result) {
  const std::vector<Part> parts = parts_of(variable.values, output.values);
  if (parts.size() < 2) return;
  record::Series lines(name, "Quantiles of " + output.key + " by " + variable.key,
                       {{variable.key, variable.unit},
                        {"5 %", output.unit},
                        {"50 %", output.unit},
                        {"95 %", output.unit},
                        {"runs", "1"}});
  for (const Part& part : parts) {
    lines.append({part.x, quantile(part.y, 0.05), quantile(part.y, 0.5), quantile(part.y, 0.95),
                  static_cast<double>(part.y.size())});
  }
  result.series.push_back(std::move(lines));
  const auto line = [&](const char* column, const char* label, record::Dash dash) {
    panel.marks.push_back({.kind = record::MarkKind::line,
                           .series = name,
                           .columns = {variable.key, column},
                           .label = label,
                           .colour = record::Colour::red,
                           .dash = dash});
  };
  line("50 %", "median", record::Dash::solid);
  line("5 %", "5 % and 95 %", record::Dash::dashed);
  line("95 %", "5 % and 95 %", record::Dash::dashed);
}

}  // namespace

void show_responses(const ShownStudy& shown, record::Result& result) {
  for (std::size_t o = 0; o < shown.outputs.size(); ++o) {
    const ShownColumn& output = shown.outputs[o];
    if (spread(shown.results, o).numbers == 0) continue;
    record::Figure figure{.name = "response_" + std::to_string(o + 1),
                          .title = output.key + " against each variable",
                          .caption = {},
                          .panels = {}};
    figure.caption =
        "One dot per run: at most " + std::to_string(most_runs_shown) +
        ", and the worst. Lines: quantiles in parts of the variable's range with equal counts, of at most " +
        std::to_string(most_ranked) + " runs.";
    for (std::size_t v = 0; v < shown.variables.size(); ++v) {
      const ShownColumn& variable = shown.variables[v];
      record::Panel panel{.title = variable.key, .x = variable.axis(), .y = output.axis(), .marks = {}};
      panel.marks.push_back({.kind = record::MarkKind::points,
                             .series = "shown",
                             .columns = {variable.key, output.key},
                             .label = "runs",
                             .colour = record::Colour::blue});
      add_quantile_lines(variable, output, numbered("response", o, v), panel, result);
      figure.panels.push_back(std::move(panel));
    }
    if (!figure.panels.empty()) result.figures.push_back(std::move(figure));
  }
}

void show_events(const ShownStudy& shown, record::Result& result) {
  if (shown.study.events().empty()) return;
  record::Series table("events", "How often events happened",
                       {{"runs with it", "1"}, {"of", "1"}, {"probability", "1"}, {"low", "1"}, {"high", "1"}});
  const bool is_grid = shown.study.design().kind() == DesignKind::grid;
  std::vector<std::string> labels;
  for (std::size_t e = 0; e < shown.study.events().size(); ++e) {
    const Event& event = shown.study.events()[e];
    const Proportion& p = shown.analysis.events[e];
    table.append({static_cast<double>(p.count), static_cast<double>(p.of), p.share, p.low, p.high});
    labels.push_back(event.name + ": " + condition_of(event, shown.study.outputs()));
    // The answer that many studies are run for, at the top of the page.
    const std::string what = is_grid ? "share of runs with " : "probability of ";
    result.parameters.insert(result.parameters.begin(), {what + labels.back(), p.share});
  }
  result.series.push_back(std::move(table));
  result.tables.push_back({is_grid ? "Shares of the grid's runs in which events happened"
                                   : "Probabilities of events, with 95 % intervals (Wilson)",
                           "events", std::move(labels)});
  for (std::size_t e = 0; e < std::min(shown.study.events().size(), most_outputs_shown); ++e) {
    const Event& event = shown.study.events()[e];
    std::vector<double> happened;  // 1, 0, or not known
    for (const std::uint64_t i : shown.samples) {
      const std::span<const double> outputs = shown.results.outputs(i);
      happened.push_back(!event.is_known(outputs) ? not_a_number : event.happens(outputs) ? 1.0 : 0.0);
    }
    record::Figure figure{.name = "event_" + std::to_string(e + 1),
                          .title = "Probability of " + event.name + " (" + condition_of(event, shown.study.outputs()) +
                                   ") against each variable",
                          .caption = {},
                          .panels = {}};
    figure.caption = is_grid ? "Shares of the runs with each value of the variable."
                             : "In parts of the variable's range with equal counts of runs, with 95 % intervals.";
    for (std::size_t v = 0; v < shown.variables.size(); ++v) {
      const ShownColumn& variable = shown.variables[v];
      const std::vector<Part> parts = parts_of(variable.values, happened);
      if (parts.size() < 2) continue;
      const std::string name = numbered("event", e, v);
      record::Series series(
          name, "Probability of " + event.name + " by " + variable.key,
          {{variable.key, variable.unit}, {"probability", "1"}, {"low", "1"}, {"high", "1"}, {"runs", "1"}});
      for (const Part& part : parts) {
        const auto count = static_cast<std::uint64_t>(std::count(part.y.begin(), part.y.end(), 1.0));
        const Proportion p = proportion(count, part.y.size());
        series.append({part.x, p.share, p.low, p.high, static_cast<double>(p.of)});
      }
      result.series.push_back(std::move(series));
      record::Panel panel{.title = variable.key,
                          .x = variable.axis(),
                          .y = {.label = "probability of " + event.name, .min = 0.0, .max = 1.0},
                          .marks = {}};
      panel.marks.push_back({record::MarkKind::line, name, {variable.key, "probability"}, "", record::Colour::blue});
      if (is_grid) {
        panel.marks.push_back(
            {record::MarkKind::points, name, {variable.key, "probability"}, "", record::Colour::blue});
      } else {
        panel.marks.push_back({record::MarkKind::error_bars,
                               name,
                               {variable.key, "probability", "low", "high"},
                               "",
                               record::Colour::blue});
      }
      figure.panels.push_back(std::move(panel));
    }
    if (!figure.panels.empty()) result.figures.push_back(std::move(figure));
  }
}

}  // namespace stickslip::sweep::detail
