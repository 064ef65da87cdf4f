#include "stickslip/solvers/lemke.hpp"

#include "stickslip/solvers/detail/dense_run.hpp"
#include "stickslip/solvers/detail/lemke_ladder.hpp"

namespace stickslip::solvers {

struct Lemke::Work {
  detail::DenseRun run;
  detail::LemkeLadder ladder;

  template <class Problem>
  SolveReport solve(const Problem& problem, std::span<double> z, const SolverOptions& options) {
    detail::Budget budget(options, detail::LemkeLadder::most_pivots(static_cast<long>(problem.size())));
    SolveStatus status = SolveStatus::stalled;
    if (run.begin(problem, z, options) && !run.try_start(z, budget))
      status = ladder.run(run.problem(), run.best(), budget);
    return run.finish(problem, z, status, "lemke", options, budget);
  }
};

Lemke::Lemke() : work_(std::make_unique<Work>()) {}
Lemke::~Lemke() = default;
Lemke::Lemke(Lemke&&) noexcept = default;
Lemke& Lemke::operator=(Lemke&&) noexcept = default;

SolveReport Lemke::solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options) {
  return work_->solve(problem, z, options);
}

SolveReport Lemke::solve(const MixedLcpProblem& problem, std::span<double> z, const SolverOptions& options) {
  return work_->solve(problem, z, options);
}

}  // namespace stickslip::solvers
