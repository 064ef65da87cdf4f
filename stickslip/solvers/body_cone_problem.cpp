#include "stickslip/solvers/body_cone_problem.hpp"

#include <cmath>
#include <limits>

#include "stickslip/solvers/detail/body_rows.hpp"

namespace stickslip::solvers {

double residual(const BodyConeProblem& problem, std::span<const double> r) {
  if (problem.items() == 0) return 0.0;
  detail::BodyRows system;
  system.set(problem);
  numerics::AlignedVector padded(system.impulses(), 0.0), u(padded.size(), 0.0), v = system.free;
  pad(system, r.data(), padded.data());
  add_impulses(system, padded.data(), v.data());
  contact_velocities(system, v.data(), u.data());
  const double value = std::sqrt(squared_defect(system, padded.data(), u.data()) / system.items());
  return std::isfinite(value) ? value : std::numeric_limits<double>::infinity();
}

}  // namespace stickslip::solvers
