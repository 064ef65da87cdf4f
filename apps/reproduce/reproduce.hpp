// `stickslip list` and `stickslip reproduce`.
#pragma once

#include <vector>

#include "apps/cli/experiment_options.hpp"
#include "experiments/experiment.hpp"

namespace stickslip::cli {

// Both return the exit code: 0 well, 1 a verdict failed. They print to stdout, progress to stderr.
int list(const ListOptions& options, const std::vector<experiments::Experiment>& available);
int reproduce(const ReproduceOptions& options, const std::vector<experiments::Experiment>& available);

}  // namespace stickslip::cli
