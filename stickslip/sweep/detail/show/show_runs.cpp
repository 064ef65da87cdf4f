// Runs by themselves: the worst with the command that replays each, and some thousands to explore.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "stickslip/sweep/detail/show/shown_study.hpp"

namespace stickslip::sweep::detail {

namespace {

constexpr std::size_t most_worst = 10, most_tables = 4;

// Runs with the most of something, the most first; those without a number are left out.
template <class Badness>
std::vector<std::uint64_t> worst_by(const Results& results, Badness badness) {
  std::set<std::pair<double, std::uint64_t>> worst;  // the worst first
  for (std::uint64_t i = 0; i < results.runs(); ++i) {
    const double bad = badness(results.outputs(i));
    if (std::isnan(bad)) continue;
    if (worst.size() == most_worst && -bad >= worst.rbegin()->first) continue;
    worst.emplace(-bad, i);
    if (worst.size() > most_worst) worst.erase(std::prev(worst.end()));
  }
  std::vector<std::uint64_t> runs;
  runs.reserve(worst.size());
  for (const auto& one : worst) runs.push_back(one.second);
  return runs;
}

// A few runs with what is wanted of them.
record::Series series_of(const ShownStudy& shown, const std::string& name, const std::string& title,
                         const std::vector<std::uint64_t>& runs) {
  std::vector<record::Column> columns = {{"index", "1"}};
  for (const ShownColumn& variable : shown.variables) columns.push_back({variable.key, variable.unit});
  for (const ShownColumn& output : shown.outputs) columns.push_back({output.key, output.unit});
  for (const std::uint64_t i : runs) {
    std::size_t column = 0;
    columns[column++].values.push_back(static_cast<double>(i));
    const std::vector<double> x = shown.study.values(i);
    for (std::size_t v = 0; v < shown.variables.size(); ++v) columns[column++].values.push_back(x[v]);
    for (std::size_t o = 0; o < shown.outputs.size(); ++o)
      columns[column++].values.push_back(shown.results.outputs(i)[o]);
  }
  return {name, title, std::move(columns)};
}

void add_worst(const ShownStudy& shown, const std::string& title, const std::vector<std::uint64_t>& runs,
               std::size_t number, record::Result& result) {
  if (runs.empty()) return;
  const std::string name = "worst_" + std::to_string(number);
  std::vector<std::string> commands;
  commands.reserve(runs.size());
  for (const std::uint64_t i : runs) commands.push_back(shown.study.replay(i, shown.results.outputs(i)));
  if (commands.front().empty()) commands.clear();  // a study of a function
  result.series.push_back(series_of(shown, name, title, runs));
  record::Table table{.title = title, .series = name, .row_labels = std::move(commands)};
  table.labels_are_commands = !table.row_labels.empty();
  result.tables.push_back(std::move(table));
}

// Those furthest beyond the limit of each event; of a study without events those with the most of each output. Returns them all.
std::set<std::uint64_t> add_all_worst(const ShownStudy& shown, record::Result& result) {
  std::set<std::uint64_t> all;
  const auto take = [&](const std::string& title, const std::vector<std::uint64_t>& runs, std::size_t number) {
    add_worst(shown, title, runs, number, result);
    all.insert(runs.begin(), runs.end());
  };
  const auto& events = shown.study.events();
  for (std::size_t e = 0; e < std::min(events.size(), most_tables); ++e) {
    const auto excess = [&](std::span<const double> outputs) {
      return events[e].happens(outputs) ? events[e].excess(outputs) : not_a_number;
    };
    take("The worst cases of " + events[e].name + ": " + condition_of(events[e], shown.study.outputs()),
         worst_by(shown.results, excess), e + 1);
  }
  if (!events.empty()) return all;
  for (std::size_t o = 0; o < std::min(shown.outputs.size(), most_tables); ++o) {
    take("The runs with the greatest " + shown.outputs[o].key,
         worst_by(shown.results, [o](std::span<const double> outputs) { return outputs[o]; }), o + 1);
  }
  return all;
}

}  // namespace

void show_runs(const ShownStudy& shown, record::Result& result) {
  std::set<std::uint64_t> chosen = add_all_worst(shown, result);
  const std::vector<std::uint64_t> samples = some_samples(shown.study.design(), most_runs_shown);
  chosen.insert(samples.begin(), samples.end());
  result.series.push_back(
      series_of(shown, "shown", "Runs that the figures show one by one", {chosen.begin(), chosen.end()}));
  record::Explorer explorer{
      .name = "explorer",
      .title = "Runs to explore",
      .caption = "One line per run: at most " + std::to_string(most_runs_shown) + ", and the worst.",
      .series = "shown",
      .columns = {},
      .rows = "runs"};
  for (const std::vector<ShownColumn>* columns : {&shown.variables, &shown.outputs}) {
    for (const ShownColumn& column : *columns) {
      explorer.columns.push_back(column.key);
      explorer.axes.push_back(column.axis());
    }
  }
  if (!shown.outputs.empty()) explorer.colour_by = shown.outputs.front().key;
  if (explorer.columns.size() >= 2) result.explorers.push_back(std::move(explorer));
}

}  // namespace stickslip::sweep::detail
