// What a solver may still spend: iterations and time, unless the caller stops it before.
#pragma once

#include <chrono>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers::detail {

class Budget {
 public:
  static constexpr double default_seconds = 10.0;

  // `iterations` is the solver's own limit, where the options give none.
  Budget(const SolverOptions& options, long iterations)
      : options_(options),
        most_(options.max_iterations ? *options.max_iterations : iterations),
        seconds_(options.time_limit.value_or(default_seconds)) {}

  // Counts one iteration. False where none is left: status() says why. The clock is read, the caller asked and progress told
  // about every `rare` calls: what an iteration costs decides; 1 where it takes a microsecond or more.
  bool spend(int rare = 1) {
    if (status_ != SolveStatus::converged) return false;
    if (spent_ >= most_) return stop(SolveStatus::max_iterations);
    if (spent_ % rare == 0) {
      if (options_.stop.stop_requested()) return stop(SolveStatus::cancelled);
      const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
      if (seconds > seconds_) return stop(SolveStatus::time_limit);
      options_.progress(share(seconds));
    }
    ++spent_;
    return true;
  }

  long spent() const noexcept { return spent_; }
  // Why spend() said no; converged while it has not.
  SolveStatus status() const noexcept { return status_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool stop(SolveStatus why) noexcept {
    status_ = why;
    return false;
  }
  double share(double seconds) const noexcept {
    const double of_iterations = static_cast<double>(spent_) / static_cast<double>(most_);
    const double of_time = seconds / seconds_;
    return of_iterations > of_time ? of_iterations : of_time;
  }

  const SolverOptions& options_;
  long most_;
  double seconds_;
  Clock::time_point start_ = Clock::now();
  long spent_ = 0;
  SolveStatus status_ = SolveStatus::converged;
};

}  // namespace stickslip::solvers::detail
