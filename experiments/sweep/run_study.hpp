// A study within an experiment: on one thread, since several experiments run at a time, and without files.
#pragma once

#include "stickslip/sweep/run.hpp"

#include "experiments/experiment.hpp"

namespace stickslip::experiments::sweep {

inline stickslip::sweep::Results run_study(const stickslip::sweep::Study& study, const Progress& progress) {
  const auto told = [&](const stickslip::sweep::SweepProgress& now) {
    progress(static_cast<double>(now.finished) / static_cast<double>(now.runs));
  };
  return stickslip::sweep::run(study, {.threads = 1, .progress = told});
}

}  // namespace stickslip::experiments::sweep
