// What came of an iteration: never thrown, never a bare bool.
//
// A run of many solves is summed up in one report:
//   (1)  combine(a, b) = (worse status, a.iterations + b.iterations, larger residual)
// in the order of SolveStatus, in which a later status is worse: it is total, so (1) is commutative and associative, and a
// report as constructed, of nothing done, changes nothing. Allocates nothing.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "stickslip/core/names.hpp"

namespace stickslip {

// By how little of the result may be used, the worst last. Meanings stand in the table below.
enum class SolveStatus : std::uint8_t {
  converged,
  stalled,
  max_iterations,
  time_limit,
  cancelled,
  infeasible,
  not_finite,
};

struct SolveStatusRow {
  SolveStatus value;
  std::string_view name;
  std::string_view meaning;
};

template <>
struct Names<SolveStatus> {
  static constexpr SolveStatusRow table[] = {
      {SolveStatus::converged, "converged", "the tolerance is met"},
      {SolveStatus::stalled, "stalled", "the best that was found does not meet the tolerance"},
      {SolveStatus::max_iterations, "max_iterations", "the allowed iterations ended before the tolerance was met"},
      {SolveStatus::time_limit, "time_limit", "the allowed time ended before the tolerance was met"},
      {SolveStatus::cancelled, "cancelled", "the caller stopped it"},
      {SolveStatus::infeasible, "infeasible", "the problem has no solution"},
      {SolveStatus::not_finite, "not_finite", "a number is infinite or not a number"},
  };
};

struct [[nodiscard]] SolveReport {
  SolveStatus status = SolveStatus::converged;
  std::string_view method = {};  // a literal, such as "newton"; empty: nothing done
  long iterations = 0;           // of all solves together
  double residual = 0.0;         // the largest left over, ≥ 0, in the unit that the solver states; NaN: unknown

  bool operator==(const SolveReport&) const = default;
};

constexpr SolveStatus worse(SolveStatus a, SolveStatus b) noexcept {
  return a < b ? b : a;
}

// Eq. 1. NaN counts as the largest residual. The method is that of both, or "several".
inline SolveReport combine(const SolveReport& a, const SolveReport& b) noexcept {
  std::string_view method = a.method.empty() ? b.method : a.method;
  if (!b.method.empty() && b.method != method) method = "several";
  const double residual = std::isnan(a.residual) || a.residual > b.residual ? a.residual : b.residual;
  return {worse(a.status, b.status), method, a.iterations + b.iterations, residual};
}

}  // namespace stickslip
