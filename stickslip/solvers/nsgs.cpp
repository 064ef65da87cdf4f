#include "stickslip/solvers/nsgs.hpp"

#include <limits>

#include "stickslip/solvers/detail/cone_run.hpp"
#include "stickslip/solvers/detail/cone_system.hpp"
#include "stickslip/solvers/detail/islands.hpp"
#include "stickslip/solvers/detail/nsgs_core.hpp"

namespace stickslip::solvers {

namespace {

constexpr long most_sweeps = 100000;

}  // namespace

struct Nsgs::Work {
  detail::Islands whole;
  detail::ConeSystem system;
  detail::NsgsCore core;
  numerics::AlignedVector r;
};

Nsgs::Nsgs() : work_(std::make_unique<Work>()) {}
Nsgs::~Nsgs() = default;
Nsgs::Nsgs(Nsgs&&) noexcept = default;
Nsgs& Nsgs::operator=(Nsgs&&) noexcept = default;

SolveReport Nsgs::solve(const ConeProblem& problem, std::span<double> r, const SolverOptions& options) {
  detail::check_cone_solve(problem, r, options);
  detail::Budget budget(options, most_sweeps);
  Work& work = *work_;
  work.whole.take_whole(problem.contacts());
  work.system.assign(problem, work.whole.contacts(0), work.whole.place());
  work.r.resize(4 * work.whole.place().size());
  detail::gather(r, work.whole.contacts(0), work.r.data());
  const double target = detail::safety * options.tolerance * detail::scale_of(problem);
  work.core.run(work.system, work.r.data(), target, budget, {std::numeric_limits<double>::infinity()});
  detail::scatter(work.r.data(), work.whole.contacts(0), r);
  return detail::finish_cone_solve(problem, r, budget.status(), "nsgs", options, budget);
}

}  // namespace stickslip::solvers
