#include "stickslip/solvers/admm.hpp"

#include <limits>

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/detail/admm_core.hpp"
#include "stickslip/solvers/detail/cone_run.hpp"
#include "stickslip/solvers/detail/cone_system.hpp"
#include "stickslip/solvers/detail/islands.hpp"

namespace stickslip::solvers {

namespace {

constexpr long most_iterations = 20000;

}  // namespace

struct Admm::Work {
  detail::Islands whole;
  detail::ConeSystem system;
  detail::AdmmCore core;
  numerics::AlignedVector r;
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
  detail::Budget budget(options, most_iterations);
  Work& work = *work_;
  work.whole.take_whole(problem.contacts());
  work.system.assign(problem, work.whole.contacts(0), work.whole.place());
  work.r.resize(4 * work.whole.place().size());
  detail::gather(r, work.whole.contacts(0), work.r.data());
  const double target = detail::safety * options.tolerance * detail::scale_of(problem);
  work.core.run(work.system, work.r.data(), target, budget, std::numeric_limits<long>::max());
  detail::scatter(work.r.data(), work.whole.contacts(0), r);
  return detail::finish_cone_solve(problem, r, budget.status(), "admm", options, budget);
}

}  // namespace stickslip::solvers
