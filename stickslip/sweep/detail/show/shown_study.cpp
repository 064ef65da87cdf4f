#include "stickslip/sweep/detail/show/shown_study.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "stickslip/scene/scene_description.hpp"
#include "stickslip/sweep/detail/show/show.hpp"
#include "stickslip/sweep/statistics/histogram.hpp"
#include "stickslip/sweep/statistics/quantile.hpp"

namespace stickslip::sweep::detail {

namespace {

std::string last_parts(const std::string& key, std::size_t count) {
  const std::vector<std::string> parts = scene::parts_of(key);
  std::string text;
  for (std::size_t i = parts.size() - std::min(count, parts.size()); i < parts.size(); ++i) {
    text += (text.empty() ? "" : ".") + parts[i];
  }
  return text;
}

}  // namespace

std::vector<std::string> short_names(const std::vector<std::string>& keys) {
  std::vector<std::string> names(keys.size());
  std::vector<std::size_t> left(keys.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (std::size_t count = 2; !left.empty(); ++count) {
    std::map<std::string, int> uses;
    for (const std::string& key : keys) ++uses[last_parts(key, count)];
    std::vector<std::size_t> not_yet;
    for (const std::size_t i : left) {
      names[i] = last_parts(keys[i], count);
      if (uses[names[i]] > 1 && names[i] != keys[i]) not_yet.push_back(i);
    }
    left = std::move(not_yet);
  }
  return names;
}

ShownStudy::ShownStudy(const Results& all) : results(all), study(all.study()), analysis(analyse(all)) {
  samples = some_samples(study.design(), most_ranked);
  std::vector<std::string> keys;
  for (const VariableName& variable : study.variables()) keys.push_back(variable.key);
  for (const OutputColumn& output : study.outputs()) keys.push_back(output.name);
  const std::vector<std::string> names = short_names(keys);
  for (std::size_t v = 0; v < std::min(study.variables().size(), most_variables_shown); ++v) {
    variables.push_back({.key = keys[v], .short_name = names[v], .unit = study.variables()[v].unit});
  }
  for (std::size_t o = 0; o < std::min(study.outputs().size(), most_outputs_shown); ++o) {
    const std::size_t name = study.variables().size() + o;
    outputs.push_back({.key = keys[name], .short_name = names[name], .unit = study.outputs()[o].unit});
  }
  for (const std::uint64_t i : samples) {
    const std::vector<double> x = study.values(i);
    for (std::size_t v = 0; v < variables.size(); ++v) variables[v].values.push_back(x[v]);
    for (std::size_t o = 0; o < outputs.size(); ++o) outputs[o].values.push_back(all.outputs(i)[o]);
  }
  for (std::vector<ShownColumn>* columns : {&variables, &outputs}) {
    for (ShownColumn& column : *columns) column.is_log = spreads_over_decades(in_order(column.values));
  }
}

std::vector<Part> parts_of(std::span<const double> x, std::span<const double> y) {
  constexpr std::size_t most_values = 24, parts = 16, least_per_part = 20;
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < x.size(); ++i) {
    if (std::isfinite(x[i]) && !std::isnan(y[i])) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return x[a] < x[b]; });
  std::vector<std::size_t> ends;  // of runs of equal values
  for (std::size_t i = 0; i < order.size() && ends.size() <= most_values; ++i) {
    if (i + 1 == order.size() || x[order[i + 1]] != x[order[i]]) ends.push_back(i + 1);
  }
  const bool has_few_values = ends.size() <= most_values && ends.size() * 2 <= order.size();
  if (!has_few_values) {
    const std::size_t count = std::min(parts, order.size() / least_per_part);
    ends.clear();
    for (std::size_t i = 1; i <= count; ++i) ends.push_back(i * order.size() / count);
  }
  std::vector<Part> all;
  for (std::size_t i = 0, begin = 0; i < ends.size(); begin = ends[i++]) {
    Part part{.x = x[order[begin + (ends[i] - begin) / 2]], .y = {}};
    for (std::size_t k = begin; k < ends[i]; ++k) part.y.push_back(y[order[k]]);
    std::sort(part.y.begin(), part.y.end());
    all.push_back(std::move(part));
  }
  return all;
}

void show(const Results& results, record::Result& result) {
  if (results.runs() == 0) return;
  const ShownStudy shown(results);
  show_events(shown, result);
  show_outputs(shown, result);
  show_influence(shown, result);
  show_responses(shown, result);
  show_runs(shown, result);
}

}  // namespace stickslip::sweep::detail
