// Solves a problem by the method of a given name. z is the start and receives the best point found; its size is the problem's.
//
// A Workspace keeps the memory of all methods it was used with: repeated solves of the same size allocate nothing. It is for one
// thread at a time; results do not depend on what it solved before. Throws InvalidArgument for a bad problem (check), a start of
// the wrong size or not finite, options out of range, and `enumerate` beyond 12 rows. All else stands in the report.
#pragma once

#include <memory>
#include <span>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/boxed_lcp_problem.hpp"
#include "stickslip/solvers/cone_problem.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/methods.hpp"
#include "stickslip/solvers/mixed_lcp_problem.hpp"
#include "stickslip/solvers/solver_options.hpp"

namespace stickslip::solvers {

class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  SolveReport solve(const LcpProblem& problem, std::span<double> z, LcpMethod method = LcpMethod::automatic,
                    const SolverOptions& options = {});
  SolveReport solve(const MixedLcpProblem& problem, std::span<double> z,
                    MixedLcpMethod method = MixedLcpMethod::automatic, const SolverOptions& options = {});
  SolveReport solve(const BoxedLcpProblem& problem, std::span<double> x,
                    BoxedLcpMethod method = BoxedLcpMethod::automatic, const SolverOptions& options = {});
  SolveReport solve(const ConeProblem& problem, std::span<double> r, ConeMethod method = ConeMethod::automatic,
                    const SolverOptions& options = {});

 private:
  struct Solvers;
  std::unique_ptr<Solvers> solvers_;
};

// With a workspace for this call alone.
template <class Problem, class Method>
SolveReport solve(const Problem& problem, std::span<double> z, Method method, const SolverOptions& options = {}) {
  return Workspace().solve(problem, z, method, options);
}

}  // namespace stickslip::solvers
