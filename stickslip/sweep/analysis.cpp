#include "stickslip/sweep/analysis.hpp"

#include <algorithm>

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

Analysis analyse(const Results& results) {
  results.require_finished();
  const Study& study = results.study();
  Analysis analysis;
  for (const Event& event : study.events()) {
    std::uint64_t count = 0, of = 0;
    for (std::uint64_t i = 0; i < results.runs(); ++i) {
      if (!study.design().is_sample(i) || !event.is_known(results.outputs(i))) continue;
      ++of;
      if (event.happens(results.outputs(i))) ++count;
    }
    analysis.events.push_back(proportion(count, of));
  }
  const std::size_t outputs = study.outputs().size();
  if (study.design().has_indices()) {
    for (std::size_t o = 0; o < outputs; ++o) {
      analysis.indices.push_back(sobol_indices(study.design(), results.output(o)));
    }
    return analysis;
  }
  constexpr std::uint64_t most_ranked = 100'000;
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
