#include "stickslip/solvers/judice_pires.hpp"

#include "stickslip/solvers/detail/dense_run.hpp"
#include "stickslip/solvers/detail/lemke_ladder.hpp"
#include "stickslip/solvers/detail/principal_pivoting.hpp"

namespace stickslip::solvers {

struct JudicePires::Work {
  detail::DenseRun run;
  detail::BlockWalk blocks;
  detail::LeastIndexWalk least_index;
  detail::LemkeLadder ladder;

  template <class Problem>
  SolveReport solve(const Problem& problem, std::span<double> z, const SolverOptions& options) {
    using detail::WalkEnd;
    const auto n = static_cast<long>(problem.size());
    detail::Budget budget(options, 20 * n + 2000 + detail::LemkeLadder::most_pivots(n));
    std::string_view method = "judice_pires";
    SolveStatus status = SolveStatus::stalled;
    if (run.begin(problem, z, options)) {
      WalkEnd end = blocks.run(run.problem(), z.data(), run.best(), budget);
      bool was_singular = end == WalkEnd::singular;
      if (end == WalkEnd::idle || end == WalkEnd::inexact) {
        method = "judice_pires: murty after no progress";
        end = least_index.run(run.problem(), blocks.basis(), run.best(), budget, 20 * n + 100);
        was_singular = end == WalkEnd::singular;
      }
      status = budget.status();
      if (end != WalkEnd::solved && status == SolveStatus::converged) {
        method = was_singular ? "judice_pires: lemke after a singular basis" : "judice_pires: lemke after no progress";
        status = ladder.run(run.problem(), run.best(), budget);
      }
    }
    return run.finish(problem, z, status, method, options, budget);
  }
};

JudicePires::JudicePires() : work_(std::make_unique<Work>()) {}
JudicePires::~JudicePires() = default;
JudicePires::JudicePires(JudicePires&&) noexcept = default;
JudicePires& JudicePires::operator=(JudicePires&&) noexcept = default;

SolveReport JudicePires::solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options) {
  return work_->solve(problem, z, options);
}

SolveReport JudicePires::solve(const MixedLcpProblem& problem, std::span<double> z, const SolverOptions& options) {
  return work_->solve(problem, z, options);
}

}  // namespace stickslip::solvers
