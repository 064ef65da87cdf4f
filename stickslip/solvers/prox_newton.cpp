#include "stickslip/solvers/prox_newton.hpp"

#include <limits>

#include "stickslip/solvers/detail/cone_run.hpp"
#include "stickslip/solvers/detail/cone_system.hpp"
#include "stickslip/solvers/detail/islands.hpp"
#include "stickslip/solvers/detail/newton_core.hpp"

namespace stickslip::solvers {

namespace {

constexpr long most_iterations = 5000;
constexpr int first_sweeps = 10;

}  // namespace

struct ProxNewton::Work {
  detail::Islands whole;
  detail::ConeSystem system;
  detail::NewtonCore core;
  numerics::AlignedVector r;
};

ProxNewton::ProxNewton() : work_(std::make_unique<Work>()) {}
ProxNewton::~ProxNewton() = default;
ProxNewton::ProxNewton(ProxNewton&&) noexcept = default;
ProxNewton& ProxNewton::operator=(ProxNewton&&) noexcept = default;

SolveReport ProxNewton::solve(const ConeProblem& problem, std::span<double> r, const SolverOptions& options) {
  detail::check_cone_solve(problem, r, options);
  detail::Budget budget(options, most_iterations);
  Work& work = *work_;
  work.whole.take_whole(problem.contacts());
  work.system.assign(problem, work.whole.contacts(0), work.whole.place());
  work.r.resize(4 * work.whole.place().size());
  detail::gather(r, work.whole.contacts(0), work.r.data());
  const double target = detail::safety * options.tolerance * detail::scale_of(problem);
  work.core.prepare(work.system);
  work.core.run(work.system, work.r.data(), target, budget, first_sweeps, std::numeric_limits<long>::max() / 2);
  detail::scatter(work.r.data(), work.whole.contacts(0), r);
  return detail::finish_cone_solve(problem, r, budget.status(), "prox_newton", options, budget);
}

}  // namespace stickslip::solvers
