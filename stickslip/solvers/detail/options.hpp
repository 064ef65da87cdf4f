// Checks that come before every solve by name.
#pragma once

#include <cmath>
#include <span>
#include <string>

#include "stickslip/solvers/detail/checks.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers::detail {

// Throws InvalidArgument where options are out of range, or the start has the wrong size or is not finite.
inline void require_start(const char* name, std::span<const double> start, Eigen::Index size,
                          const SolverOptions& options) {
  require("SolverOptions", check_fields(options));
  require_size("solve", name, static_cast<Eigen::Index>(start.size()), size);
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (std::isfinite(start[i])) continue;
    throw InvalidArgument("solve: " + std::string(name) + "[" + std::to_string(i) + "] = " + to_text(start[i]) +
                          " must be finite");
  }
}

}  // namespace stickslip::solvers::detail
