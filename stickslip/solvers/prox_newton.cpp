#include "stickslip/solvers/prox_newton.hpp"

#include <limits>

#include "stickslip/solvers/detail/newton_core.hpp"
#include "stickslip/solvers/detail/whole_cone.hpp"

namespace stickslip::solvers {

namespace {

constexpr long most_newton_iterations = 5000;
constexpr int sweeps_before_newton = 10;

}  // namespace

struct ProxNewton::Work {
  detail::WholeCone whole;
  detail::NewtonCore core;
};

ProxNewton::ProxNewton() : work_(std::make_unique<Work>()) {}
ProxNewton::~ProxNewton() = default;
ProxNewton::ProxNewton(ProxNewton&&) noexcept = default;
ProxNewton& ProxNewton::operator=(ProxNewton&&) noexcept = default;

SolveReport ProxNewton::solve(const ConeProblem& problem, std::span<double> r, const SolverOptions& options) {
  detail::check_cone_solve(problem, r, options);
  detail::NewtonCore& core = work_->core;
  return work_->whole.solve(
      problem, r, options, most_newton_iterations, "prox_newton",
      [&core](const detail::ConeSystem& system, double* point, double target, detail::Budget& budget) {
        core.prepare(system);
        core.run(system, point, target, budget, sweeps_before_newton, std::numeric_limits<long>::max() / 2);
      });
}

}  // namespace stickslip::solvers
