// The cone problem of a step: formulations.hpp, Eq. 7. Blocks only where contacts share a moving body, unless there are joints.
#pragma once

#include <vector>

#include "stickslip/formulation/detail/dense_step.hpp"
#include "stickslip/formulation/detail/formulated_state.hpp"

namespace stickslip::formulation::detail {

class ConeRows {
 public:
  // `step` is memory for systems with joints, whose matrix is full.
  void set(FormulatedState& state, DenseStep& step);

 private:
  void set_sparse(const System& system, solvers::ConeProblem& problem);
  void set_full(const System& system, const DenseStep& step, solvers::ConeProblem& problem);

  std::vector<int> body_begin_, body_contacts_;  // contacts of each body, one body after the other
  std::vector<int> row_begin_, columns_;
};

}  // namespace stickslip::formulation::detail
