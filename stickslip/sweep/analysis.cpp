#include "stickslip/sweep/analysis.hpp"

#include "stickslip/sweep/statistics/rank_correlation.hpp"

namespace stickslip::sweep {

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
  analysis.correlations.resize(outputs);
  for (std::size_t v = 0; v < study.variables().size(); ++v) {
    const std::vector<double> x = results.variable(v);
    for (std::size_t o = 0; o < outputs; ++o) {
      analysis.correlations[o].push_back(rank_correlation(x, results.output(o)));
    }
  }
  return analysis;
}

}  // namespace stickslip::sweep
