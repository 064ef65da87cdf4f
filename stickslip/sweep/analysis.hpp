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
  std::vector<std::vector<double>> correlations = {};  // otherwise of ranks: of output o with variable v at [o][v]
};

// Throws InvalidArgument where runs are missing.
Analysis analyse(const Results& results);

}  // namespace stickslip::sweep
