// Proximal point iterations on a BodyConeProblem, each solved by Newton's method in the velocities of bodies: body_cone_solver.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "stickslip/solvers/detail/block_lu.hpp"
#include "stickslip/solvers/detail/body_lu.hpp"
#include "stickslip/solvers/detail/body_pattern.hpp"
#include "stickslip/solvers/detail/body_rows.hpp"

namespace stickslip::solvers::detail {

inline constexpr double first_alpha = 1e-3;  // the largest of body_cone_solver.hpp (1), with which a run begins

// The factor of M + Jᵀ D J, and what it was made for.
struct BodyFactor {
  BodyLu lu;
  std::vector<int> row_begin, columns;  // which bodies share a contact
  std::vector<ContactState> states;
  double alpha = 0.0;
  bool is_valid = false;
};

class BodyNewton {
 public:
  // The pattern of the problem's bodies, and where blocks of contacts go in it. A factor of another pattern is no longer valid.
  void prepare(const BodyRows& system, BodyFactor& factor);

  // From r, as body_rows.hpp has it, and v, 8 per body, to the best point found, with v = v_free + Σ Y r. Ends at `goal`, after one
  // step at least; where progress ends at or below `target`; after `most_steps` steps, which are counted in `spent`.
  void run(const BodyConeProblem& problem, const BodyRows& system, BodyFactor& factor, double* r, double* v,
           double target, double goal, int most_steps, long& spent);

  // The same for a problem without contacts, whose rows are equations but for those at their bounds: r and v with as few products as that
  // takes. Ends at `goal`; r and v are the last point in any case, whose defect it returns.
  double run_rows(const BodyConeProblem& problem, const BodyRows& system, BodyFactor& factor, double* r, double* v,
                  double goal, long& spent);

 private:
  enum class Outcome { solved, failed, reached, spent };

  Outcome solve_step(const BodyConeProblem& problem, const BodyRows& system, BodyFactor& factor, double alpha,
                     double target, double goal, int most_steps, long& spent);
  double evaluate(const BodyConeProblem& problem, const BodyRows& system, double alpha) noexcept;
  bool refactor(const BodyConeProblem& problem, const BodyRows& system, BodyFactor& factor, double alpha) noexcept;
  double note_defect(const BodyRows& system) noexcept;
  void add_rows(const BodyRows& system, const BodyLu& lu, bool is_symmetric) noexcept;
  bool note_pairs(const BodyRows& system);

  std::vector<BodyPattern::Pair> pairs_;  // bodies of contacts, then of rows
  BodyPattern pattern_;
  std::vector<ContactState> states_;
  numerics::AlignedVector blocks_;
  // Of the point: velocities, r(v), v_free + Σ Y r(v), and the velocities at contacts of both.
  numerics::AlignedVector v_, r_, pushed_, u_, u_pushed_, force_, centre_, step_, start_, best_, best_v_;
  numerics::AlignedVector weight_;  // 1/ε of rows, 0 where they are at a bound
  double best_defect_ = 0.0;
};

}  // namespace stickslip::solvers::detail
