// Sweeps of projected Gauss–Seidel, plain or with conjugate gradients over them: projected_gauss_seidel.hpp and
// nonlinear_conjugate_gradients.hpp say what they are.
#pragma once

#include <vector>

#include "stickslip/solvers/detail/boxed_arrays.hpp"
#include "stickslip/solvers/detail/budget.hpp"

namespace stickslip::solvers::detail {

// Of sweeps: the budget alone decides.
inline constexpr long no_limit = std::numeric_limits<long>::max();

class ProjectedSweeps {
 public:
  enum class Kind : unsigned char { plain, conjugate_gradients };
  static constexpr long most_sweeps = 20000;

  // From x, improves `best`; at most `most` sweeps, each with the relaxation factor given. Converged, stalled, or why the budget
  // ended.
  SolveStatus run(const BoxedArrays& problem, const double* x, Kind kind, Best& best, Budget& budget, long most,
                  double relaxation = 1.0);

 private:
  void prepare(const BoxedArrays& problem, const double* x);
  void sweep(const BoxedArrays& problem, double relaxation) noexcept;

  std::vector<double> x_, w_, before_, direction_, divisor_;
};

}  // namespace stickslip::solvers::detail
