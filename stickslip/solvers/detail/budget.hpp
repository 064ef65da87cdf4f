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
      const double now = share(seconds);
      if (now > reported_) reported_ = now;
      options_.progress(reported_);
    }
    ++spent_;
    return true;
  }

  // Whether there is time left and the caller has not stopped the solve; counts no iteration and tells no progress. For long pieces
  // of work within one iteration, which end as they are where it says no. The clock is read every `rare` calls.
  bool may_go_on(int rare = 1) noexcept {
    if (status_ == SolveStatus::time_limit || status_ == SolveStatus::cancelled) return false;
    if (looks_++ % rare != 0) return true;
    if (options_.stop.stop_requested()) return stop(SolveStatus::cancelled);
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return seconds > seconds_ ? stop(SolveStatus::time_limit) : true;
  }

  // The same for another part of the work, which has spent `spent` iterations of its own so far: that an earlier part had too few is
  // nothing to it. Its end of time is the same, and progress does not go back.
  Budget for_part(long spent) const {
    Budget part = *this;
    part.spent_ = spent;
    if (part.status_ == SolveStatus::max_iterations) part.status_ = SolveStatus::converged;
    return part;
  }
  // What became of a part. Iterations are those of the part that needed most.
  void take(const Budget& part) noexcept {
    status_ = worse(status_, part.status_);
    reported_ = part.reported_;
    if (part.spent_ > spent_) spent_ = part.spent_;
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
    const double larger = of_iterations > of_time ? of_iterations : of_time;
    return larger < 1.0 ? larger : 1.0;
  }

  const SolverOptions& options_;
  long most_;
  double seconds_;
  Clock::time_point start_ = Clock::now();
  long spent_ = 0;
  long looks_ = 0;
  double reported_ = 0.0;
  SolveStatus status_ = SolveStatus::converged;
};

}  // namespace stickslip::solvers::detail
