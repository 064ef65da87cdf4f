#include "stickslip/sweep/analysis.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/sweep/statistics/rank_correlation.hpp"

namespace stickslip::sweep {

std::vector<std::uint64_t> some_samples(const Design& design, std::uint64_t most) {
  std::vector<std::uint64_t> runs;
  if (design.kind() == DesignKind::grid) {
    const std::uint64_t count = std::min(most, design.runs());
    for (std::uint64_t k = 0; k < count; ++k) runs.push_back(k * design.runs() / count);
    return runs;
  }
  for (std::uint64_t i = 0; i < design.runs() && runs.size() < most; ++i) {
    if (design.is_sample(i)) runs.push_back(i);
  }
  return runs;
}

Spread spread(const Results& results, std::size_t output) {
  Spread all;
  for (std::uint64_t i = 0; i < results.runs(); ++i) {
    const double y = results.outputs(i)[output];
    if (!results.study().design().is_sample(i) || std::isnan(y)) continue;
    ++all.numbers;
    if (std::isinf(y)) {
      ++all.infinite;
      continue;
    }
    const auto finite = static_cast<double>(all.numbers - all.infinite);
    const bool is_first = all.numbers - all.infinite == 1;
    all.mean = is_first ? y : all.mean + (y - all.mean) / finite;
    all.least = is_first ? y : std::min(all.least, y);
    all.greatest = is_first ? y : std::max(all.greatest, y);
  }
  return all;
}

std::vector<Proportion> event_proportions(const Results& results) {
  const Study& study = results.study();
  std::vector<Proportion> all;
  for (const Event& event : study.events()) {
    std::uint64_t count = 0, of = 0;
    for (std::uint64_t i = 0; i < results.runs(); ++i) {
      if (!study.design().is_sample(i) || !event.is_known(results.outputs(i))) continue;
      ++of;
      if (event.happens(results.outputs(i))) ++count;
    }
    Proportion p = proportion(count, of);
    if (study.design().kind() == DesignKind::grid) p.low = p.high = not_a_number;
    all.push_back(p);
  }
  return all;
}

Analysis analyse(const Results& results) {
  results.require_finished();
  const Study& study = results.study();
  Analysis analysis{.events = event_proportions(results)};
  const std::size_t outputs = study.outputs().size();
  if (study.design().has_indices()) {
    for (std::size_t o = 0; o < outputs; ++o) {
      analysis.indices.push_back(sobol_indices(study.design(), results.output(o)));
    }
    return analysis;
  }
  const std::size_t variables = study.variables().size();
  std::vector<std::vector<double>> x(variables), y(outputs);
  for (const std::uint64_t i : some_samples(study.design(), most_ranked)) {
    const std::vector<double> values = study.values(i);
    for (std::size_t v = 0; v < variables; ++v) x[v].push_back(values[v]);
    for (std::size_t o = 0; o < outputs; ++o) y[o].push_back(results.outputs(i)[o]);
  }
  for (const std::vector<double>& output : y) {
    analysis.correlations.emplace_back();
    for (const std::vector<double>& variable : x) {
      analysis.correlations.back().push_back(rank_correlation(variable, output));
    }
  }
  return analysis;
}

}  // namespace stickslip::sweep
