#include "stickslip/solvers/body_cone_problem.hpp"

#include <cmath>
#include <limits>

#include "stickslip/solvers/detail/body_rows.hpp"

namespace stickslip::solvers {

double residual(const BodyConeProblem& problem, std::span<const double> r) {
  if (problem.contacts.empty()) return 0.0;
  detail::BodyRows system;
  system.set(problem);
  numerics::AlignedVector padded(4 * problem.contacts.size(), 0.0), u(padded.size(), 0.0), v = system.free;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) padded[4 * i + k] = r[3 * i + k];
  }
  add_impulses(system, padded.data(), v.data());
  contact_velocities(system, v.data(), u.data());
  const double value = std::sqrt(squared_defect(system, padded.data(), u.data()) / system.size());
  return std::isfinite(value) ? value : std::numeric_limits<double>::infinity();
}

}  // namespace stickslip::solvers
