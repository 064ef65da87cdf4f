#include "stickslip/solvers/detail/nsgs_core.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/solvers/detail/cone_kernels.hpp"

namespace stickslip::solvers::detail {

namespace {

constexpr long window = 8;  // sweeps over which the rate of convergence is taken

}  // namespace

// The defect of r; keeps the best point.
double NsgsCore::look(const ConeSystem& system, const double* r) noexcept {
  multiply(system, r, u_.data());
  for (std::size_t k = 0; k < u_.size(); ++k) u_[k] += system.q[k];
  const double defect = std::sqrt(squared_defect(system, r, u_.data()));
  if (defect < best_defect_) {
    best_defect_ = defect;
    std::copy_n(r, best_.size(), best_.data());
  }
  return defect;
}

double NsgsCore::run(const ConeSystem& system, double* r, double target, Budget& budget, const Patience& patience) {
  const std::size_t size = 4 * static_cast<std::size_t>(system.n);
  u_.resize(size);
  best_.assign(r, r + size);
  best_defect_ = std::numeric_limits<double>::infinity();
  sweeps_.prepare(system);
  double window_start = std::numeric_limits<double>::infinity();
  long next_look = 16;
  // A start that is zero is no warm start, and is not looked at before the first sweep, which costs the same.
  const bool is_cold = std::all_of(r, r + size, [](double value) { return value == 0.0; });
  bool is_reached = !is_cold && look(system, r) <= target;
  for (long k = 1; !is_reached && budget.spend(8); ++k) {
    const double defect = std::sqrt(sweeps_.advance(system, system.q.data(), r));
    // The sweep's own measure is of the point before it, more or less: it is now at least as good.
    if (defect <= target || k == next_look) {
      is_reached = look(system, r) <= target;
      if (k == next_look) next_look *= 2;
    }
    if (!std::isfinite(defect)) break;
    if (is_reached || k % window != 0) continue;
    const double rate = std::log(defect / window_start) / window;  // of the logarithm, per sweep
    window_start = defect;
    const double left = rate < 0.0 ? std::log(target / defect) / rate : std::numeric_limits<double>::infinity();
    // A quarter is spent before anything is believed of a rate: conjugate gradients need a while to pick up speed.
    if (static_cast<double>(k) >= 0.25 * patience.sweeps && left > patience.sweeps) break;
    if (static_cast<double>(k) >= 2.0 * patience.sweeps) break;
  }
  if (!is_reached) look(system, r);
  if (!is_reached && is_cold) {  // what is returned is never worse than the start
    std::fill(r, r + size, 0.0);
    look(system, r);
  }
  std::copy_n(best_.data(), size, r);
  return best_defect_;
}

}  // namespace stickslip::solvers::detail
