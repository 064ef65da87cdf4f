#include "stickslip/solvers/detail/mixed_form.hpp"

namespace stickslip::solvers::detail {

namespace {

bool is_plain(const BoxedArrays& problem, int i) noexcept {
  return problem.master(i) < 0 && problem.low(i) == 0.0 && std::isinf(problem.high(i));
}

}  // namespace

bool can_be_mixed(const BoxedArrays& problem) noexcept {
  for (int i = 0; i < problem.n; ++i) {
    const int j = problem.master(i);
    if (j >= 0 && !(problem.low(j) >= 0.0)) return false;
  }
  return true;
}

void write_mixed(const BoxedArrays& problem, MixedLcpProblem& mixed) {
  const int n = problem.n;
  int size = n;
  for (int i = 0; i < n; ++i) {
    if (is_plain(problem, i)) continue;
    size += (std::isfinite(problem.low(i)) ? 1 : 0) + (std::isfinite(problem.high(i)) ? 1 : 0);
  }
  mixed.M.setZero(size, size);
  mixed.q.setZero(size);
  mixed.free.assign(static_cast<std::size_t>(size), false);
  for (int j = 0; j < n; ++j) std::copy_n(problem.column(j), n, mixed.M.col(j).data());
  std::copy_n(problem.b, n, mixed.q.data());
  int next = n;
  for (int i = 0; i < n; ++i) {
    if (is_plain(problem, i)) continue;
    mixed.free[static_cast<std::size_t>(i)] = true;
    for (const double sign : {1.0, -1.0}) {
      const double bound = sign > 0.0 ? problem.low(i) : problem.high(i);
      if (!std::isfinite(bound)) continue;
      mixed.M(i, next) = -sign;
      mixed.M(next, i) = sign;
      if (problem.master(i) < 0) {
        mixed.q[next] = -sign * bound;
      } else {
        mixed.M(next, problem.master(i)) -= sign * bound;
      }
      ++next;
    }
  }
}

}  // namespace stickslip::solvers::detail
