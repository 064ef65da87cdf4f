// Normal impulses of the step before, as friction needs them where it is not coupled to those of this step.
#pragma once

#include "stickslip/formulation/detail/dense_step.hpp"
#include "stickslip/formulation/detail/system.hpp"
#include "stickslip/solvers/workspace.hpp"

namespace stickslip::formulation::detail {

class Loads {
 public:
  // Sets contact.load where it is not known to the impulse of the same problem without friction.
  void fill(System& system, const DenseStep& step);
  // ε_l of relaxation.hpp, Eq. 4, of contact i, which slides; 0 where nothing presses its manifold or μ = 0: then it has no friction
  // to be relaxed. Call prepare() first.
  double lateral_epsilon(const System& system, std::size_t i) const noexcept;
  // The loads that ε_l divides by: those of the step before; without friction where they are not known, and in manifolds where all
  // of them are zero. What `system` has stays as it is: bounds follow from it.
  void prepare(const System& system, const DenseStep& step);

 private:
  void solve_without_friction(const System& system, const DenseStep& step);
  void set_means(const System& system);

  solvers::Workspace workspace_;
  solvers::LcpProblem problem_;
  Eigen::VectorXd impulse_;
  std::vector<double> load_;  // per contact, of ε_l only
  std::vector<double> mean_;  // per manifold; NaN: not known
};

}  // namespace stickslip::formulation::detail
