// What the runs of a study say together: how often events happen, and which variables matter to which output.
#pragma once

#include <vector>

#include "stickslip/sweep/results.hpp"
#include "stickslip/sweep/statistics/proportion.hpp"
#include "stickslip/sweep/statistics/sobol_indices.hpp"

namespace stickslip::sweep {

struct Analysis {
  std::vector<Proportion> events = {};     // one per event, of the samples in which it is known whether it happened
  std::vector<SobolIndices> indices = {};  // one per output, of a design for indices; otherwise none
  // Otherwise of ranks, of at most 10⁵ samples: of output o with variable v at [o][v].
  std::vector<std::vector<double>> correlations = {};
};

// At most so many of the samples, rising: the first, which of any random design are spread as all are; of a grid every so many.
std::vector<std::uint64_t> some_samples(const Design& design, std::uint64_t most);

// Throws InvalidArgument where runs are missing.
Analysis analyse(const Results& results);

}  // namespace stickslip::sweep
