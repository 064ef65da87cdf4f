#include "stickslip/solvers/detail/dantzig_walk.hpp"

#include "stickslip/core/at.hpp"

namespace stickslip::solvers::detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

void DantzigWalk::resize(int n) {
  places_.resize(at(n));
  moving_.resize(at(n));
  lu_.resize(n);
  for (auto* vector : {&x_, &w_, &dx_, &dw_, &side_, &column_}) vector->resize(at(n));
  zero_.assign(at(n), 0.0);
}

// What row i, at rest, is as a multiple of its master, or as it is where it has none.
double DantzigWalk::share(const BoxedArrays& problem, int i) const noexcept {
  const double low = problem.low(i), high = problem.high(i);
  const Place place = places_[at(i)];
  return place == Place::low ? low : place == Place::high ? high : clamp_to(0.0, {low, high});
}

// A bound of row i as it is at x.
double DantzigWalk::bound(const BoxedArrays& problem, double given, int i) const noexcept {
  const int j = problem.master(i);
  return j < 0 ? given : given * std::max(0.0, x_[at(j)]);
}

// How fast it changes with dx.
double DantzigWalk::bound_rate(const BoxedArrays& problem, double given, int i) const noexcept {
  const int j = problem.master(i);
  return j < 0 ? 0.0 : given * dx_[at(j)];
}

// Whether row i rests at a bound that is a multiple of another variable.
bool DantzigWalk::follows(const BoxedArrays& problem, int i) const noexcept {
  return !can_move(i) && i != driven_ && problem.master(i) >= 0;
}

// x of the rows that follow others.
void DantzigWalk::follow(const BoxedArrays& problem) noexcept {
  for (int i = 0; i < problem.n; ++i) {
    if (follows(problem, i)) x_[at(i)] = share(problem, i) * std::max(0.0, x_[at(problem.master(i))]);
  }
}

// The same for dx.
void DantzigWalk::follow_rates(const BoxedArrays& problem) noexcept {
  for (int i = 0; i < problem.n; ++i) {
    if (follows(problem, i)) dx_[at(i)] = share(problem, i) * dx_[at(problem.master(i))];
  }
}

// The rows between their bounds, and the matrix that maps their changes to changes of their w: what follows a row is part of its
// column.
bool DantzigWalk::factor(const BoxedArrays& problem, Budget& budget) {
  const int n = problem.n;
  count_ = 0;
  for (int i = 0; i < n; ++i) {
    if (can_move(i)) moving_[at(count_++)] = i;
  }
  lu_.resize(count_);
  for (int k = 0; k < count_; ++k) {
    const int j = moving_[at(k)];
    std::copy_n(problem.column(j), n, column_.begin());
    column_[at(j)] += relaxation_;
    if (problem.bound_of != nullptr && problem.master(j) < 0) {
      for (int i = 0; i < n; ++i) {
        if (problem.master(i) != j || can_move(i)) continue;
        const double c = share(problem, i);
        if (c != 0.0) add_scaled(column_.data(), problem.column(i), c, n);
      }
    }
    double* to = lu_.column(k);
    for (int i = 0; i < count_; ++i) to[i] = column_[at(moving_[at(i)])];
  }
  return lu_.factor(budget) > 1e-15;
}

// Eq. 2 of dantzig.hpp: dx and dw for a change `sign` of row `row`.
void DantzigWalk::direct(const BoxedArrays& problem, int row, double sign) noexcept {
  const int n = problem.n;
  std::fill(dx_.begin(), dx_.end(), 0.0);
  dx_[at(row)] = sign;
  follow_rates(problem);
  multiply_add(problem.matrix, n, dx_.data(), zero_.data(), dw_.data());
  for (int k = 0; k < count_; ++k) side_[at(k)] = -dw_[at(moving_[at(k)])];
  lu_.solve(side_.data());
  for (int k = 0; k < count_; ++k) dx_[at(moving_[at(k)])] = side_[at(k)];
  follow_rates(problem);
  multiply_add(problem.matrix, n, dx_.data(), zero_.data(), dw_.data());
  for (int i = 0; i < n; ++i) dw_[at(i)] += relaxation_ * dx_[at(i)];
}

// What stops the change of `row` first.
DantzigWalk::Event DantzigWalk::next_event(const BoxedArrays& problem, int row) const noexcept {
  Event first{infinity, -1, Place::between};
  const auto offer = [&first](double gap, double rate, int i, Place next) {
    if (!(rate < 0.0) || !(gap < infinity)) return;
    const double time = std::max(0.0, gap) / -rate;
    if (time < first.time) first = {time, i, next};
  };
  // The row itself first: it wins ties.
  offer(std::abs(w_[at(row)]), w_[at(row)] < 0.0 ? -dw_[at(row)] : dw_[at(row)], row, Place::between);
  for (int i = 0; i < problem.n; ++i) {
    if (places_[at(i)] == Place::waiting && i != row) continue;
    if (can_move(i) || i == row) {
      const double low = problem.low(i), high = problem.high(i);
      offer(x_[at(i)] - bound(problem, low, i), dx_[at(i)] - bound_rate(problem, low, i), i, Place::low);
      offer(bound(problem, high, i) - x_[at(i)], bound_rate(problem, high, i) - dx_[at(i)], i, Place::high);
    } else {
      const int j = problem.master(i);
      const bool has_no_range = problem.low(i) == problem.high(i) || (j >= 0 && !can_move(j) && x_[at(j)] <= 0.0);
      if (has_no_range) continue;  // any w will do
      const double sign = places_[at(i)] == Place::low ? 1.0 : -1.0;
      offer(sign * w_[at(i)], sign * dw_[at(i)], i, Place::between);
    }
  }
  return first;
}

void DantzigWalk::settle(const BoxedArrays& problem, int row, Place next) noexcept {
  places_[at(row)] = next;
  if (next != Place::between) {
    x_[at(row)] = bound(problem, next == Place::low ? problem.low(row) : problem.high(row), row);
    return;
  }
  // A row that leaves zero opens the range of those that follow it: w says at which end they are.
  for (int i = 0; i < problem.n; ++i) {
    if (problem.master(i) != row || can_move(i) || places_[at(i)] == Place::waiting || x_[at(row)] > 0.0) continue;
    places_[at(i)] = w_[at(i)] > 0.0 ? Place::low : Place::high;
  }
}

bool DantzigWalk::drive(const BoxedArrays& problem, int row, Budget& budget) {
  const int n = problem.n;
  driven_ = row;
  const double small = 0.01 * problem.target;
  double sign = 0.0;
  int last = -1;
  int idle = 0;  // events in a row that moved nothing: degenerate, and beyond a few a cycle
  for (int events = 0; events < 10 * n + 50 && idle < 2 * count_ + 20; ++events) {
    if (!budget.spend(n < 30 ? 8 : 1)) return false;
    multiply_add(problem.matrix, n, x_.data(), problem.b, w_.data());
    for (int i = 0; i < n; ++i) w_[at(i)] += relaxation_ * x_[at(i)];
    const double w = w_[at(row)];
    const int j = problem.master(row);
    const auto [low, high] = problem.bounds(row, x_.data());
    const bool has_no_range = !(low < high);
    if (has_no_range || (x_[at(row)] <= low && w >= 0.0) || (x_[at(row)] >= high && w <= 0.0)) {
      settle(problem, row, x_[at(row)] <= low && (w >= 0.0 || !(x_[at(row)] >= high)) ? Place::low : Place::high);
      if (has_no_range && j >= 0) places_[at(row)] = w > 0.0 ? Place::low : Place::high;
      return true;
    }
    if (std::abs(w) <= small && factor(problem, budget)) {
      settle(problem, row, Place::between);
      return true;
    }
    if (!factor(problem, budget)) return false;
    if (events == 0) sign = w < 0.0 ? 1.0 : -1.0;
    direct(problem, row, sign);
    Event event = next_event(problem, row);
    // What has just changed place would change back at once: friction has turned the path, which goes on with the row
    // driven the other way.
    if (event.row >= 0 && event.row == last && event.time == 0.0) {
      sign = -sign;
      direct(problem, row, sign);
      event = next_event(problem, row);
    }
    if (event.row < 0 || (event.row == row && event.next == (w < 0.0 ? Place::low : Place::high))) return false;
    last = event.row;
    idle = event.time > 0.0 ? 0 : idle + 1;
    for (int i = 0; i < n; ++i) x_[at(i)] += event.time * dx_[at(i)];
    for (int i = 0; i < n; ++i) w_[at(i)] += event.time * dw_[at(i)];
    settle(problem, event.row, event.next);
    follow(problem);
    if (event.row == row) return true;
  }
  return false;
}

// w = 0 in the rows between their bounds, for the problem itself: the relaxed matrix only serves to correct.
void DantzigWalk::refine(const BoxedArrays& problem, Best& best, Budget& budget) {
  const int n = problem.n;
  driven_ = -1;
  const bool is_factored = factor(problem, budget);
  double before = infinity;
  for (int pass = 0; pass < 20; ++pass) {
    follow(problem);
    multiply_add(problem.matrix, n, x_.data(), problem.b, w_.data());
    best.offer(x_.data(), defect(problem, x_.data(), w_.data()));
    if (best.defect() <= problem.target || !is_factored) return;
    double left = 0.0;
    for (int k = 0; k < count_; ++k) left = std::max(left, std::abs(w_[at(moving_[at(k)])]));
    if (!(left < 0.9 * before) || left == 0.0) return;
    before = left;
    for (int k = 0; k < count_; ++k) side_[at(k)] = -w_[at(moving_[at(k)])];
    lu_.solve(side_.data());
    for (int k = 0; k < count_; ++k) x_[at(moving_[at(k)])] += side_[at(k)];
  }
}

void DantzigWalk::try_pattern(const BoxedArrays& problem, const double* x, Best& best, Budget& budget) {
  resize(problem.n);
  std::copy_n(x, problem.n, x_.begin());
  double mean = 0.0;
  for (int i = 0; i < problem.n; ++i) {
    mean += std::abs(problem.column(i)[i]) / problem.n;
    const auto bounds = problem.bounds(i, x);
    places_[at(i)] = x[i] <= bounds.first ? Place::low : x[i] >= bounds.second ? Place::high : Place::between;
  }
  relaxation_ = 1e-10 * mean;
  refine(problem, best, budget);
}

SolveStatus DantzigWalk::run(const BoxedArrays& problem, Best& best, Budget& budget) {
  const int n = problem.n;
  resize(n);
  double mean = 0.0;
  for (int i = 0; i < n; ++i) mean += std::abs(problem.column(i)[i]) / n;
  for (const double relative : {1e-10, 1e-8, 1e-6}) {
    relaxation_ = relative * mean;
    for (int i = 0; i < n; ++i) {
      places_[at(i)] = Place::waiting;
      x_[at(i)] = problem.master(i) < 0 ? share(problem, i) : 0.0;
    }
    driven_ = -1;
    follow(problem);
    bool is_done = true;
    // Those with bounds of their own first: the others are multiples of them.
    for (const bool has_master : {false, true}) {
      for (int i = 0; i < n && is_done; ++i) {
        if ((problem.master(i) >= 0) == has_master) is_done = drive(problem, i, budget);
      }
    }
    refine(problem, best, budget);
    if (best.defect() <= problem.target) return SolveStatus::converged;
    if (budget.status() != SolveStatus::converged) return budget.status();
  }
  return SolveStatus::stalled;
}

}  // namespace stickslip::solvers::detail
