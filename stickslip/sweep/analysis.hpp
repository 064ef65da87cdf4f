// What the runs of a study say together: how often events happen, and which variables matter to which output.
#pragma once

#include <vector>

#include "stickslip/sweep/results.hpp"
#include "stickslip/sweep/statistics/proportion.hpp"
#include "stickslip/sweep/statistics/sobol_indices.hpp"

namespace stickslip::sweep {

// Of one output, over the samples.
struct Spread {
  std::uint64_t numbers = 0, infinite = 0;  // how many samples have one, and how many of these are infinite
  double mean = not_a_number;               // of the finite ones, as those that follow
  double least = not_a_number, greatest = not_a_number;
};
Spread spread(const Results& results, std::size_t output);

// One per event of the study, of the samples in which it is known whether it happened. Runs of a grid are no draws: without an interval.
std::vector<Proportion> event_proportions(const Results& results);

struct Analysis {
  std::vector<Proportion> events = {};     // as above
  std::vector<SobolIndices> indices = {};  // one per output, of a design for indices; otherwise none
  // Otherwise of ranks, of at most most_ranked samples: of output o with variable v at [o][v].
  std::vector<std::vector<double>> correlations = {};
};

inline constexpr std::uint64_t most_ranked = 100'000;

// At most so many of the samples, rising: the first, which of any random design are spread as all are; of a grid every so many.
std::vector<std::uint64_t> some_samples(const Design& design, std::uint64_t most);

// Throws InvalidArgument where runs are missing.
Analysis analyse(const Results& results);

}  // namespace stickslip::sweep
