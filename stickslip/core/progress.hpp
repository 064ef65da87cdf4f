// How long work tells how far it is, and how it is stopped.
//
// Work that may take seconds takes a Progress and calls it now and then with the share done: from 0 to 1, never back, 1 at
// the end. What the function throws ends the work and reaches the caller: that is how Ctrl-C stops a computation. A
// Progress as constructed tells nobody.
#pragma once

#include <concepts>
#include <functional>
#include <utility>

namespace stickslip {

class Progress {
 public:
  Progress() = default;
  template <std::invocable<double> Function>
  Progress(Function f) : function_(std::move(f)) {}  // NOLINT(google-explicit-constructor)

  void operator()(double share) const {
    if (function_) function_(share);
  }

 private:
  std::function<void(double)> function_;
};

}  // namespace stickslip
