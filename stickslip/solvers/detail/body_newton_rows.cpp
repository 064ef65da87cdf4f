// Rows with bounds in a BodyNewton: their part of its matrix, and problems that have nothing else.
#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/core/at.hpp"
#include "stickslip/solvers/detail/body_newton.hpp"

namespace stickslip::solvers::detail {

void BodyNewton::add_rows(const BodyRows& system, const BodyLu& lu, bool is_symmetric) noexcept {
  const std::size_t contacts = system.rows.size(), count = system.bounded.size();
  weight_.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    weight_[i] = states_[contacts + i] == ContactState::off ? 0.0 : system.bounded[i].stiffness;
  const auto block = [this](int k) { return k >= 0 ? blocks_.data() + BodyLu::block_size * at(k) : nullptr; };
  for (std::size_t i = 0, next = 0; i < count; i = next) {
    const BoundedRow& row = system.bounded[i];
    while (next < count && std::ranges::equal(system.bounded[next].body, row.body)) ++next;
    const BodyPattern::Places& place = pattern_.places[contacts + i];
    // Of a symmetric matrix one half is read.
    const bool is_first_before = place.upper >= 0 && lu.is_before(row.body[0], row.body[1]);
    const int upper = is_symmetric && !is_first_before ? -1 : place.upper;
    const int lower = is_symmetric && is_first_before ? -1 : place.lower;
    double* const blocks[4] = {block(place.first), block(place.second), block(upper), block(lower)};
    add_row_products(&row, weight_.data() + i, static_cast<int>(next - i), blocks);
  }
}

//   (1)  (M + Jᵀ D J) δ = −Jᵀ D y,   y = J v + d + ε r,   r ← r − D (y + J δ),   D = 1/ε, 0 at a bound
// is exact but for rounding, and what rounding leaves is so small that the same again removes it. Rows that pass a bound stop there;
// those that would leave it become equations again.
double BodyNewton::run_rows(const BodyConeProblem& problem, const BodyRows& system, BodyFactor& factor, double* r,
                            double* v, double goal, long& spent) {
  constexpr int most_steps = 40;
  constexpr double least_decrease = 0.9;  // of the defect: what a new factor lowers more slowly is rounding
  double before = std::numeric_limits<double>::infinity();
  bool is_new = false;
  std::copy(system.free.begin(), system.free.end(), v);
  add_impulses(system, r, v);
  for (int step = 0;; ++step) {
    std::fill(step_.begin(), step_.end(), 0.0);
    const double defect = std::sqrt(push_rows(system, r, v, states_.data(), r_.data(), step_.data()) / system.items());
    if (defect <= goal || step == most_steps) return defect;
    ++spent;
    const bool is_same = factor.is_valid && factor.states == states_, is_slow = defect > least_decrease * before;
    if (is_same && is_slow && is_new) return defect;
    before = defect;
    if (!is_same || is_slow) {
      if (!refactor(problem, system, factor, first_alpha)) return defect;
      is_new = true;
    }
    factor.lu.solve(step_.data());
    std::fill_n(step_.end() - 8, 8, 0.0);  // of the place without a body
    std::copy(system.free.begin(), system.free.end(), v);
    move_rows(system, states_.data(), r_.data(), step_.data(), r, v);
  }
}

}  // namespace stickslip::solvers::detail
