#include "stickslip/solvers/projected_gauss_seidel.hpp"

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/detail/boxed_run.hpp"
#include "stickslip/solvers/detail/dense_run.hpp"
#include "stickslip/solvers/detail/projected_sweeps.hpp"

namespace stickslip::solvers {

struct ProjectedGaussSeidel::Work {
  double relaxation = 1.0;
  detail::DenseRun run;
  detail::BoxedRun boxed;
  detail::ProjectedSweeps sweeps;
};

ProjectedGaussSeidel::ProjectedGaussSeidel(double relaxation) : work_(std::make_unique<Work>()) {
  if (!(relaxation > 0.0 && relaxation < 2.0)) {
    throw InvalidArgument("ProjectedGaussSeidel: relaxation = " + to_text(relaxation) + " must be > 0 and < 2");
  }
  work_->relaxation = relaxation;
}
ProjectedGaussSeidel::~ProjectedGaussSeidel() = default;
ProjectedGaussSeidel::ProjectedGaussSeidel(ProjectedGaussSeidel&&) noexcept = default;
ProjectedGaussSeidel& ProjectedGaussSeidel::operator=(ProjectedGaussSeidel&&) noexcept = default;

SolveReport ProjectedGaussSeidel::solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options) {
  using detail::ProjectedSweeps;
  detail::Budget budget(options, ProjectedSweeps::most_sweeps);
  detail::DenseRun& run = work_->run;
  SolveStatus status = SolveStatus::stalled;
  if (run.begin(problem, z, options)) {
    status = work_->sweeps.run(detail::arrays_of(run.problem()), z.data(), ProjectedSweeps::Kind::plain, run.best(),
                               budget, detail::no_limit, work_->relaxation);
  }
  return run.finish(problem, z, status, "pgs", options, budget);
}

SolveReport ProjectedGaussSeidel::solve(const BoxedLcpProblem& problem, std::span<double> x,
                                        const SolverOptions& options) {
  using detail::ProjectedSweeps;
  detail::Budget budget(options, ProjectedSweeps::most_sweeps);
  detail::BoxedRun& run = work_->boxed;
  SolveStatus status = SolveStatus::stalled;
  if (run.begin(problem, x, options)) {
    status = work_->sweeps.run(run.problem(), x.data(), ProjectedSweeps::Kind::plain, run.best(), budget,
                               detail::no_limit, work_->relaxation);
  }
  return run.finish(problem, x, status, "pgs", options, budget);
}

}  // namespace stickslip::solvers
