#include "stickslip/solvers/murty.hpp"

#include <limits>

#include "stickslip/solvers/detail/dense_run.hpp"
#include "stickslip/solvers/detail/principal_pivoting.hpp"

namespace stickslip::solvers {

struct Murty::Work {
  detail::DenseRun run;
  detail::ActiveSet start;
  detail::LeastIndexWalk walk;
};

Murty::Murty() : work_(std::make_unique<Work>()) {}
Murty::~Murty() = default;
Murty::Murty(Murty&&) noexcept = default;
Murty& Murty::operator=(Murty&&) noexcept = default;

SolveReport Murty::solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options) {
  auto& [run, start, walk] = *work_;
  detail::Budget budget(options, 50 * static_cast<long>(problem.size()) + 5000);
  SolveStatus status = SolveStatus::stalled;
  std::string_view method = "murty";
  if (run.begin(problem, z, options)) {
    start.resize(run.problem());
    start.take_positive(run.problem(), z.data());
    const detail::WalkEnd end =
        walk.run(run.problem(), start.member(), run.best(), budget, std::numeric_limits<long>::max());
    if (end == detail::WalkEnd::spent) status = budget.status();
    if (end == detail::WalkEnd::repeats) method = "murty: bases repeat";
    if (end == detail::WalkEnd::singular) method = "murty: singular basis";
  }
  return run.finish(problem, z, status, method, options, budget);
}

}  // namespace stickslip::solvers
