#include "stickslip/solvers/admm.hpp"

#include <limits>

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/detail/admm_core.hpp"
#include "stickslip/solvers/detail/whole_cone.hpp"

namespace stickslip::solvers {

namespace {

constexpr long most_admm_iterations = 20000;

}  // namespace

struct Admm::Work {
  detail::WholeCone whole;
  detail::AdmmCore core;
};

Admm::Admm() : work_(std::make_unique<Work>()) {}
Admm::~Admm() = default;
Admm::Admm(Admm&&) noexcept = default;
Admm& Admm::operator=(Admm&&) noexcept = default;

SolveReport Admm::solve(const ConeProblem& problem, std::span<double> r, const SolverOptions& options) {
  detail::check_cone_solve(problem, r, options);
  if (const double asymmetry = problem.W.asymmetry(); asymmetry > most_asymmetry) {
    throw InvalidArgument("Admm: W differs from its transpose by " + to_text(asymmetry) +
                          " of its largest entry, must be at most " + to_text(most_asymmetry));
  }
  detail::AdmmCore& core = work_->core;
  return work_->whole.solve(
      problem, r, options, most_admm_iterations, "admm",
      [&core](const detail::ConeSystem& system, double* point, double target, detail::Budget& budget) {
        core.run(system, point, target, budget, std::numeric_limits<long>::max());
      });
}

}  // namespace stickslip::solvers
