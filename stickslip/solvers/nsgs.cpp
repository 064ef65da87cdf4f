#include "stickslip/solvers/nsgs.hpp"

#include <limits>

#include "stickslip/solvers/detail/nsgs_core.hpp"
#include "stickslip/solvers/detail/whole_cone.hpp"

namespace stickslip::solvers {

namespace {

constexpr long most_sweeps = 100000;

}  // namespace

struct Nsgs::Work {
  detail::WholeCone whole;
  detail::NsgsCore core;
};

Nsgs::Nsgs() : work_(std::make_unique<Work>()) {}
Nsgs::~Nsgs() = default;
Nsgs::Nsgs(Nsgs&&) noexcept = default;
Nsgs& Nsgs::operator=(Nsgs&&) noexcept = default;

SolveReport Nsgs::solve(const ConeProblem& problem, std::span<double> r, const SolverOptions& options) {
  detail::check_cone_solve(problem, r, options);
  detail::NsgsCore& core = work_->core;
  return work_->whole.solve(
      problem, r, options, most_sweeps, "nsgs",
      [&core](const detail::ConeSystem& system, double* point, double target, detail::Budget& budget) {
        core.run(system, point, target, budget, {std::numeric_limits<double>::infinity()});
      });
}

}  // namespace stickslip::solvers
