// What came of one run of a study.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/core/names.hpp"

namespace stickslip::sweep {

enum class RunStatus : std::uint8_t { ok, not_converged, ended_early, time_limit, failed, not_found, failed_checks };

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Whether outputs of such a run are numbers.
constexpr bool is_whole(RunStatus status) noexcept {
  return status == RunStatus::ok || status == RunStatus::not_converged || status == RunStatus::failed_checks;
}

struct Outcome {
  RunStatus status = RunStatus::ok;
  std::string reason = {};           // one line; empty where all is well
  std::vector<double> outputs = {};  // one per column; those of runs that did not come to their end are not a number
};

}  // namespace stickslip::sweep

namespace stickslip {

struct RunStatusRow {
  sweep::RunStatus value;
  std::string_view name;
  std::string_view meaning;
};

template <>
struct Names<sweep::RunStatus> {
  using S = sweep::RunStatus;
  static constexpr RunStatusRow table[] = {
      {S::ok, "ok", "it ran to its end, every step converged, and no verdict failed"},
      {S::not_converged, "not_converged", "it ran to its end, but some step did not converge"},
      {S::ended_early, "ended_early", "the motion became infinite"},
      {S::time_limit, "time_limit", "it was cut off by run_time_limit"},
      {S::failed, "failed", "it could not be run with these values"},
      {S::not_found, "not_found", "find: the output does not cross the value"},
      {S::failed_checks, "failed_checks", "it ran to its end, but a verdict failed"}};
};

}  // namespace stickslip
