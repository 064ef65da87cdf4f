#include "stickslip/solvers/auto_lcp.hpp"

#include "stickslip/solvers/detail/bases.hpp"
#include "stickslip/solvers/detail/boxed_run.hpp"
#include "stickslip/solvers/detail/dantzig_walk.hpp"
#include "stickslip/solvers/detail/dense_run.hpp"
#include "stickslip/solvers/detail/lemke_ladder.hpp"
#include "stickslip/solvers/detail/mixed_form.hpp"
#include "stickslip/solvers/detail/principal_pivoting.hpp"
#include "stickslip/solvers/detail/projected_sweeps.hpp"

namespace stickslip::solvers {

using detail::Budget;
using detail::LemkeLadder;
using detail::ProjectedSweeps;

namespace {

// From here on sweeps are cheaper than the pivots of Lemke's method.
constexpr int large = 800;

// What a stage came to: the next one is tried where it is neither solved nor proved to have no solution, and something is left to spend.
bool is_final(SolveStatus status) noexcept {
  return status != SolveStatus::stalled;
}

}  // namespace

struct AutoLcp::Work {
  detail::DenseRun run;
  detail::BlockWalk blocks;
  LemkeLadder ladder;
  ProjectedSweeps sweeps;
  detail::Bases bases;
  std::string_view method;

  SolveStatus after(std::string_view name, SolveStatus status) noexcept {
    method = name;
    return status;
  }
  SolveStatus attempt(const LcpProblem& problem, std::span<const double> z, Budget& budget) {
    const detail::DenseProblem& p = run.problem();
    detail::Best& best = run.best();
    if (run.try_start(z, budget)) return after("auto: active set of the start", SolveStatus::converged);
    if (blocks.run(p, z.data(), best, budget) == detail::WalkEnd::solved) {
      return after("auto: block pivoting", SolveStatus::converged);
    }
    if (is_final(stopped(budget))) return after("auto: block pivoting", budget.status());
    const auto sweep = [&](ProjectedSweeps::Kind kind) {
      return sweeps.run(detail::arrays_of(p), best.z(), kind, best, budget, ProjectedSweeps::most_sweeps);
    };
    SolveStatus status = SolveStatus::stalled;
    if (p.n >= large) {
      status = after("auto: nncg", sweep(ProjectedSweeps::Kind::conjugate_gradients));
      if (is_final(status)) return status;
    }
    status = after("auto: lemke", ladder.run(p, best, budget));
    if (is_final(status)) return status;
    if (problem.size() <= detail::Bases::most_rows) return after("auto: enumerate", bases.run(p, best, budget));
    if (p.n < large) {
      status = after("auto: nncg", sweep(ProjectedSweeps::Kind::conjugate_gradients));
      if (is_final(status)) return status;
    }
    return after("auto: pgs", sweep(ProjectedSweeps::Kind::plain));
  }
  // Stalled while there is something left to spend.
  static SolveStatus stopped(const Budget& budget) noexcept {
    return budget.status() == SolveStatus::converged ? SolveStatus::stalled : budget.status();
  }
};

AutoLcp::AutoLcp() : work_(std::make_unique<Work>()) {}
AutoLcp::~AutoLcp() = default;
AutoLcp::AutoLcp(AutoLcp&&) noexcept = default;
AutoLcp& AutoLcp::operator=(AutoLcp&&) noexcept = default;

SolveReport AutoLcp::solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options) {
  const auto n = static_cast<long>(problem.size());
  Budget budget(options, 5000 + 2 * ProjectedSweeps::most_sweeps + LemkeLadder::most_pivots(n));
  SolveStatus status = SolveStatus::stalled;
  work_->method = "auto";
  if (work_->run.begin(problem, z, options)) status = work_->attempt(problem, z, budget);
  return work_->run.finish(problem, z, status, work_->method, options, budget);
}

struct AutoMixedLcp::Work {
  detail::DenseRun run;
  detail::BlockWalk blocks;
  LemkeLadder ladder;
};

AutoMixedLcp::AutoMixedLcp() : work_(std::make_unique<Work>()) {}
AutoMixedLcp::~AutoMixedLcp() = default;
AutoMixedLcp::AutoMixedLcp(AutoMixedLcp&&) noexcept = default;
AutoMixedLcp& AutoMixedLcp::operator=(AutoMixedLcp&&) noexcept = default;

SolveReport AutoMixedLcp::solve(const MixedLcpProblem& problem, std::span<double> z, const SolverOptions& options) {
  auto& [run, blocks, ladder] = *work_;
  Budget budget(options, 5000 + LemkeLadder::most_pivots(static_cast<long>(problem.size())));
  SolveStatus status = SolveStatus::stalled;
  std::string_view method = "auto";
  if (run.begin(problem, z, options)) {
    method = "auto: block pivoting";
    const bool is_solved = blocks.run(run.problem(), z.data(), run.best(), budget) == detail::WalkEnd::solved;
    status = budget.status();
    if (!is_solved && status == SolveStatus::converged) {
      method = "auto: lemke";
      status = ladder.run(run.problem(), run.best(), budget);
    }
  }
  return run.finish(problem, z, status, method, options, budget);
}

struct AutoBoxedLcp::Work {
  detail::BoxedRun run;
  detail::DantzigWalk dantzig;
  ProjectedSweeps sweeps;
  MixedLcpProblem mixed;
  detail::DenseRun mixed_run;
  LemkeLadder ladder;
  std::vector<double> start;

  bool is_solved() noexcept { return run.best().defect() <= run.problem().target; }
  std::string_view attempt(std::span<const double> x, const SolverOptions& options, Budget& budget,
                           SolveStatus& status);
};

AutoBoxedLcp::AutoBoxedLcp() : work_(std::make_unique<Work>()) {}
AutoBoxedLcp::~AutoBoxedLcp() = default;
AutoBoxedLcp::AutoBoxedLcp(AutoBoxedLcp&&) noexcept = default;
AutoBoxedLcp& AutoBoxedLcp::operator=(AutoBoxedLcp&&) noexcept = default;

std::string_view AutoBoxedLcp::Work::attempt(std::span<const double> x, const SolverOptions& options, Budget& budget,
                                             SolveStatus& status) {
  const detail::BoxedArrays& problem = run.problem();
  detail::Best& best = run.best();
  dantzig.try_pattern(problem, x.data(), best, budget);
  if (is_solved()) return "auto: pattern of the start";
  status = dantzig.run(problem, best, budget);
  if (is_final(status)) return "auto: dantzig";
  if (problem.n < large && detail::can_be_mixed(problem)) {
    detail::write_mixed(problem, mixed);
    start.assign(static_cast<std::size_t>(mixed.size()), 0.0);
    // Ten times as sharp: what is left over in u, v and their rows adds up in x.
    SolverOptions sharper;
    sharper.tolerance = 0.1 * options.tolerance;
    if (mixed_run.begin(mixed, start, sharper)) {
      status = ladder.run(mixed_run.problem(), mixed_run.best(), budget);
    }
    start.assign(mixed_run.best().z(), mixed_run.best().z() + problem.n);
    detail::offer(problem, start.data(), best);
    if (is_solved() || is_final(status)) return "auto: lemke";
  }
  status = sweeps.run(problem, best.z(), ProjectedSweeps::Kind::conjugate_gradients, best, budget,
                      ProjectedSweeps::most_sweeps);
  if (is_final(status)) return "auto: nncg";
  status = sweeps.run(problem, best.z(), ProjectedSweeps::Kind::plain, best, budget, ProjectedSweeps::most_sweeps);
  return "auto: pgs";
}

SolveReport AutoBoxedLcp::solve(const BoxedLcpProblem& problem, std::span<double> x, const SolverOptions& options) {
  const auto n = static_cast<long>(problem.size());
  Budget budget(options, detail::DantzigWalk::most_events(n) + LemkeLadder::most_pivots(3 * n) +
                             2 * ProjectedSweeps::most_sweeps);
  SolveStatus status = SolveStatus::stalled;
  std::string_view method = "auto";
  if (work_->run.begin(problem, x, options)) method = work_->attempt(x, options, budget, status);
  return work_->run.finish(problem, x, status, method, options, budget);
}

}  // namespace stickslip::solvers
