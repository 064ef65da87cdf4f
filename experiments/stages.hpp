// The progress of work that is done in stages, each with its share of the whole.
#pragma once

#include <algorithm>
#include <cmath>

#include "experiments/experiment.hpp"

namespace stickslip::experiments {

class Stages {
 public:
  // `total`: of the weights that next() will be called with. Reports 0 at once, so that a run can be stopped before its
  // first stage.
  Stages(const Progress& progress, double total) : progress_(progress), total_(total) { progress_(0.0); }

  // For the next stage: takes its own share, 0 to 1. Use before this object and the one it reports to are gone.
  Progress next(double weight) {
    const double from = std::min(1.0, done_ / total_), to = std::min(1.0, (done_ + weight) / total_);
    done_ += weight;
    return [this, from, to](double share) { progress_(std::lerp(from, to, std::clamp(share, 0.0, 1.0))); };
  }

  // Reports 1.
  void finish() const { progress_(1.0); }

 private:
  const Progress& progress_;
  double total_;
  double done_ = 0.0;
};

}  // namespace stickslip::experiments
