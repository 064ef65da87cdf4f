// Rows with bounds in a BodyNewton: their part of its matrix, and problems that have nothing else.
#include <algorithm>
#include <cmath>

#include "stickslip/core/at.hpp"
#include "stickslip/solvers/detail/body_newton.hpp"

namespace stickslip::solvers::detail {

void BodyNewton::add_rows(const BodyRows& system) noexcept {
  const std::size_t contacts = system.rows.size(), count = system.bounded.size();
  weight_.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    weight_[i] = states_[contacts + i] == ContactState::off ? 0.0 : 1.0 / system.bounded[i].epsilon;
  const auto block = [this](int k) { return k >= 0 ? blocks_.data() + BodyLu::block_size * at(k) : nullptr; };
  for (std::size_t i = 0, next = 0; i < count; i = next) {
    const BoundedRow& row = system.bounded[i];
    while (next < count && std::ranges::equal(system.bounded[next].body, row.body)) ++next;
    const Places& place = places_[contacts + i];
    double* const blocks[4] = {block(place.first), block(place.second), block(place.upper), block(place.lower)};
    add_row_products(&row, weight_.data() + i, static_cast<int>(next - i), blocks);
  }
}

//   (1)  (M + Jᵀ D J) δ = −Jᵀ D y,   y = J v + d + ε r,   r ← r − D (y + J δ),   D = 1/ε, 0 at a bound
// is exact but for rounding, and what rounding leaves is so small that the same again removes it. Rows that pass a bound stop there;
// those that would leave it become equations again.
void BodyNewton::run_rows(const BodyConeProblem& problem, const BodyRows& system, BodyFactor& factor, double* r,
                          double* v, double goal, long& spent) {
  constexpr int most_steps = 40;
  const std::size_t count = system.bounded.size();
  for (int step = 0; step <= most_steps; ++step) {
    std::copy(system.free.begin(), system.free.end(), v);
    add_impulses(system, r, v);
    contact_velocities(system, v, u_.data());
    if (std::sqrt(squared_defect(system, r, u_.data()) / system.items()) <= goal || step == most_steps) return;
    ++spent;
    for (std::size_t i = 0; i < count; ++i) {
      const BoundedRow& row = system.bounded[i];
      const double y = u_[i] + row.epsilon * r[i];
      u_[i] = y;
      const bool stays = (r[i] <= row.low && y >= 0.0) || (r[i] >= row.high && y <= 0.0);
      states_[i] = stays ? ContactState::off : ContactState::sticking;
    }
    const bool is_kept = factor.is_valid && factor.states == states_;
    if (!is_kept && !refactor(problem, system, factor, first_alpha)) return;
    for (std::size_t i = 0; i < count; ++i)
      r_[i] = states_[i] == ContactState::off ? 0.0 : -u_[i] / system.bounded[i].epsilon;
    std::fill(step_.begin(), step_.end(), 0.0);
    add_row_forces(system, r_.data(), step_.data());
    factor.lu.solve(step_.data());
    std::fill_n(step_.end() - 8, 8, 0.0);  // of the place without a body
    contact_velocities(system, step_.data(), u_pushed_.data());
    for (std::size_t i = 0; i < count; ++i) {
      if (states_[i] == ContactState::off) continue;
      const BoundedRow& row = system.bounded[i];
      const double moved = r[i] + r_[i] - (u_pushed_[i] - row.d) / row.epsilon;
      r[i] = moved < row.low ? row.low : (moved > row.high ? row.high : moved);
    }
  }
}

}  // namespace stickslip::solvers::detail
