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

// From here on sweeps come first: half as many as there are rows cost about as much as one step of block pivoting.
constexpr int large = 800;
constexpr long first_sweeps(int n) noexcept {
  return n / 2;
}

// What a stage came to: the next one is tried where it is neither solved nor proved to have no solution, and something is left to
// spend.
bool is_final(SolveStatus status) noexcept {
  return status != SolveStatus::stalled;
}

bool is_spent(const Budget& budget) noexcept {
  return budget.status() != SolveStatus::converged;
}

}  // namespace

struct AutoLcp::Work {
  detail::DenseRun run;
  detail::BlockWalk blocks;
  LemkeLadder ladder;
  ProjectedSweeps sweeps;
  detail::Bases bases;
  std::vector<double> start;
  std::string_view method;

  SolveStatus after(std::string_view name, SolveStatus status) noexcept {
    method = name;
    return status;
  }
  SolveStatus attempt(const LcpProblem& problem, std::span<const double> z, Budget& budget) {
    const detail::DenseProblem& p = run.problem();
    detail::Best& best = run.best();
    if (run.try_start(z, budget)) return after("auto: active set of the start", SolveStatus::converged);
    const auto sweep = [&](ProjectedSweeps::Kind kind, const double* from, long most) {
      return sweeps.run(detail::arrays_of(p), from, kind, best, budget, most);
    };
    SolveStatus status = SolveStatus::stalled;
    start.assign(z.begin(), z.end());
    if (p.n >= large) {
      status = after("auto: nncg", sweep(ProjectedSweeps::Kind::conjugate_gradients, z.data(), first_sweeps(p.n)));
      if (is_final(status)) return status;
      // Most rows of the best point are on the right side by now.
      start.assign(best.z(), best.z() + p.n);
    }
    const bool is_solved = blocks.run(p, start.data(), best, budget) == detail::WalkEnd::solved;
    if (is_solved || is_spent(budget)) return after("auto: block pivoting", budget.status());
    status = after("auto: lemke", ladder.run(p, best, budget));
    if (is_final(status)) return status;
    if (problem.size() <= detail::Bases::most_rows) return after("auto: enumerate", bases.run(p, best, budget));
    // What pivots leave is often almost a solution; where it is far from one, the start is as good.
    start.assign(best.z(), best.z() + p.n);
    status = after("auto: nncg",
                   sweep(ProjectedSweeps::Kind::conjugate_gradients, start.data(), ProjectedSweeps::most_sweeps));
    if (is_final(status)) return status;
    return after("auto: pgs", sweep(ProjectedSweeps::Kind::plain, z.data(), ProjectedSweeps::most_sweeps));
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
  std::string_view attempt(std::span<const double> x, Budget& budget, SolveStatus& status);
};

AutoBoxedLcp::AutoBoxedLcp() : work_(std::make_unique<Work>()) {}
AutoBoxedLcp::~AutoBoxedLcp() = default;
AutoBoxedLcp::AutoBoxedLcp(AutoBoxedLcp&&) noexcept = default;
AutoBoxedLcp& AutoBoxedLcp::operator=(AutoBoxedLcp&&) noexcept = default;

std::string_view AutoBoxedLcp::Work::attempt(std::span<const double> x, Budget& budget, SolveStatus& status) {
  const detail::BoxedArrays& problem = run.problem();
  detail::Best& best = run.best();
  const auto sweep = [&](ProjectedSweeps::Kind kind, long most) {
    return sweeps.run(problem, x.data(), kind, best, budget, most);
  };
  const bool is_large = problem.n >= large;
  if (is_large) {
    status = sweep(ProjectedSweeps::Kind::conjugate_gradients, first_sweeps(problem.n));
    if (is_final(status)) return "auto: nncg";
  }
  start.assign(best.z(), best.z() + problem.n);
  dantzig.try_pattern(problem, start.data(), best, budget);
  if (is_solved()) return is_large ? "auto: pattern of nncg" : "auto: pattern of the start";
  status = dantzig.run(problem, best, budget);
  if (is_final(status)) return "auto: dantzig";
  if (!is_large && detail::can_be_mixed(problem)) {
    detail::write_mixed(problem, mixed);
    start.assign(static_cast<std::size_t>(mixed.size()), 0.0);
    // The same target, whatever the size of the bounds, which are part of q here; ten times as sharp: what is left over in u, v and
    // their rows adds up in x.
    const double scale = mixed.q.cwiseAbs().maxCoeff();
    SolverOptions sharper;
    sharper.tolerance = 0.1 * problem.target / (scale > 0.0 ? scale : 1.0);
    SolveStatus inner = SolveStatus::stalled;
    if (mixed_run.begin(mixed, start, sharper)) {
      inner = ladder.run(mixed_run.problem(), mixed_run.best(), budget);
    }
    start.assign(mixed_run.best().z(), mixed_run.best().z() + problem.n);
    detail::offer(problem, start.data(), best);
    // A solution of the mixed problem counts by what it is worth in this one.
    if (is_solved() || inner == SolveStatus::infeasible || is_spent(budget)) {
      status = inner;
      return "auto: lemke";
    }
  }
  status = sweep(ProjectedSweeps::Kind::conjugate_gradients, ProjectedSweeps::most_sweeps);
  if (is_final(status)) return "auto: nncg";
  status = sweep(ProjectedSweeps::Kind::plain, ProjectedSweeps::most_sweeps);
  return "auto: pgs";
}

SolveReport AutoBoxedLcp::solve(const BoxedLcpProblem& problem, std::span<double> x, const SolverOptions& options) {
  const auto n = static_cast<long>(problem.size());
  Budget budget(options, detail::DantzigWalk::most_events(n) + LemkeLadder::most_pivots(3 * n) +
                             2 * ProjectedSweeps::most_sweeps);
  SolveStatus status = SolveStatus::stalled;
  std::string_view method = "auto";
  if (work_->run.begin(problem, x, options)) method = work_->attempt(x, budget, status);
  return work_->run.finish(problem, x, status, method, options, budget);
}

}  // namespace stickslip::solvers
