#include "stickslip/solvers/nonlinear_conjugate_gradients.hpp"

#include "stickslip/solvers/detail/dense_run.hpp"
#include "stickslip/solvers/detail/projected_sweeps.hpp"

namespace stickslip::solvers {

struct NonlinearConjugateGradients::Work {
  detail::DenseRun run;
  detail::ProjectedSweeps sweeps;
};

NonlinearConjugateGradients::NonlinearConjugateGradients() : work_(std::make_unique<Work>()) {}
NonlinearConjugateGradients::~NonlinearConjugateGradients() = default;
NonlinearConjugateGradients::NonlinearConjugateGradients(NonlinearConjugateGradients&&) noexcept = default;
NonlinearConjugateGradients& NonlinearConjugateGradients::operator=(NonlinearConjugateGradients&&) noexcept = default;

SolveReport NonlinearConjugateGradients::solve(const LcpProblem& problem, std::span<double> z,
                                               const SolverOptions& options) {
  using detail::ProjectedSweeps;
  detail::Budget budget(options, ProjectedSweeps::most_sweeps);
  detail::DenseRun& run = work_->run;
  SolveStatus status = SolveStatus::stalled;
  if (run.begin(problem, z, options)) {
    status = work_->sweeps.run(detail::arrays_of(run.problem()), z.data(), ProjectedSweeps::Kind::conjugate_gradients,
                               run.best(), budget, detail::no_limit);
  }
  return run.finish(problem, z, status, "nncg", options, budget);
}

}  // namespace stickslip::solvers
