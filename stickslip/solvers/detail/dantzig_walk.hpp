// Dantzig's walk over the patterns of a problem between bounds: dantzig.hpp says what it is.
#pragma once

#include <vector>

#include "stickslip/solvers/detail/boxed_arrays.hpp"
#include "stickslip/solvers/detail/budget.hpp"
#include "stickslip/solvers/detail/lu.hpp"

namespace stickslip::solvers::detail {

class DantzigWalk {
 public:
  static constexpr long most_events(long n) noexcept { return 3 * (30 * n + 100); }

  void resize(int n);
  // Solves the equations of the pattern of x: which rows are between their bounds, which at which.
  void try_pattern(const BoxedArrays& problem, const double* x, Best& best, Budget& budget);
  // Drives all rows. Converged, stalled, or why the budget ended.
  SolveStatus run(const BoxedArrays& problem, Best& best, Budget& budget);

 private:
  // Waiting: not yet driven, w of any sign, at 0 or the bound nearest to it.
  enum class Place : unsigned char { between, low, high, waiting };
  struct Event {
    double time;
    int row;
    Place next;
  };

  bool drive(const BoxedArrays& problem, int row, Budget& budget);
  bool factor(const BoxedArrays& problem, Budget& budget);
  void direct(const BoxedArrays& problem, int row, double sign) noexcept;
  Event next_event(const BoxedArrays& problem, int row) const noexcept;
  void settle(const BoxedArrays& problem, int row, Place next) noexcept;
  bool follows(const BoxedArrays& problem, int i) const noexcept;
  void follow(const BoxedArrays& problem) noexcept;
  void follow_rates(const BoxedArrays& problem) noexcept;
  void refine(const BoxedArrays& problem, Best& best, Budget& budget);
  bool can_move(int i) const noexcept { return places_[static_cast<std::size_t>(i)] == Place::between; }
  double share(const BoxedArrays& problem, int i) const noexcept;
  double bound(const BoxedArrays& problem, double given, int i) const noexcept;
  double bound_rate(const BoxedArrays& problem, double given, int i) const noexcept;

  double relaxation_ = 0.0;
  int driven_ = -1;  // the row that is driven: at rest, but following nobody
  std::vector<Place> places_;
  std::vector<int> moving_;
  int count_ = 0;
  Lu lu_;
  std::vector<double> x_, w_, dx_, dw_, side_, zero_, column_;
};

}  // namespace stickslip::solvers::detail
