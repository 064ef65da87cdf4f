#include "stickslip/solvers/dantzig.hpp"

#include "stickslip/solvers/detail/boxed_run.hpp"
#include "stickslip/solvers/detail/dantzig_walk.hpp"

namespace stickslip::solvers {

struct Dantzig::Work {
  detail::BoxedRun run;
  detail::DantzigWalk walk;
};

Dantzig::Dantzig() : work_(std::make_unique<Work>()) {}
Dantzig::~Dantzig() = default;
Dantzig::Dantzig(Dantzig&&) noexcept = default;
Dantzig& Dantzig::operator=(Dantzig&&) noexcept = default;

SolveReport Dantzig::solve(const BoxedLcpProblem& problem, std::span<double> x, const SolverOptions& options) {
  auto& [run, walk] = *work_;
  detail::Budget budget(options, detail::DantzigWalk::most_events(static_cast<long>(problem.size())));
  SolveStatus status = SolveStatus::stalled;
  if (run.begin(problem, x, options)) {
    walk.try_pattern(run.problem(), x.data(), run.best(), budget);
    if (!(run.best().defect() <= run.problem().target)) status = walk.run(run.problem(), run.best(), budget);
  }
  return run.finish(problem, x, status, "dantzig", options, budget);
}

}  // namespace stickslip::solvers
