// The velocities of a BodyForceProblem by Newton's method over all bodies at once.
//
//   (1)  g = v − v_free − M⁻¹ Σ Jᵀ r,   (M + Σ Jᵀ D J) δ = −M g,   D = −∂r/∂u;   v ← v + δ
//   (2)  ‖g‖² = Σ |g_t|² + g_ω·I g_ω/m over the bodies: a velocity [m/s]
//
// Where whole steps do not make ‖g‖ fall within six of them, it goes back to where they began, and shortens the first.
// D need not be symmetric: sliding friction follows the pressure. The matrix is factored by blocks, one per body (body_lu.hpp). Rows are
// r = −(J v + d)/ε between their bounds. Ends at
//   (4)  ‖g‖ ≤ absolute + relative ‖v‖ + Σ ρ ‖r_t‖/m,   r_t the impulses along lines, m the mass of the body they act on
// `stalled` where no step length helps. ρ is the law's rounding(): what rounding leaves of g no step can take away. It is 1e-14 and less of
// forces over areas, and counts where a force has an area as thin as that of a sharp edge.
// No allocation from the second solve of a pattern on. For one thread at a time.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/body_force_problem.hpp"

namespace stickslip::solvers {

struct BodyForceOptions {
  double absolute = 1e-11;  // [m/s]
  double relative = 1e-9;
  int most_steps = 60;
};

class BodyForceSolver {
 public:
  BodyForceSolver();
  ~BodyForceSolver();
  BodyForceSolver(BodyForceSolver&&) noexcept;
  BodyForceSolver& operator=(BodyForceSolver&&) noexcept;

  // v: start, six per body, and best point found. r: impulses of the rows there. Sizes are not checked. The residual is ‖g‖.
  SolveReport solve(const BodyForceProblem& problem, BodyForceLaw& law, std::span<double> v, std::span<double> r,
                    const BodyForceOptions& options = {});
  // Where the last solve of this problem ended: what impulses at the first forces do to the velocities there, six rows and columns each,
  //   (3)  A = J (M + Σ Jᵀ D J)⁻¹ Jᵀ
  // False, and A is not set, where the matrix is singular.
  [[nodiscard]] bool find_responses(const BodyForceProblem& problem, int forces, Eigen::MatrixXd& A);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
