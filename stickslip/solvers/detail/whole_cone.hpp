// A cone problem taken as a whole, for solvers that do not look for islands: its arrays, the start copied in, the best point out.
#pragma once

#include <span>
#include <string_view>

#include "stickslip/solvers/detail/cone_run.hpp"
#include "stickslip/solvers/detail/cone_system.hpp"
#include "stickslip/solvers/detail/islands.hpp"

namespace stickslip::solvers::detail {

class WholeCone {
 public:
  // `run(system, r, target, budget)` improves r until its defect is at most the target, or the budget ends. The problem, r and options
  // have passed check_cone_solve().
  template <class Run>
  SolveReport solve(const ConeProblem& problem, std::span<double> r, const SolverOptions& options, long most_iterations,
                    std::string_view method, Run run) {
    Budget budget(options, most_iterations);
    whole_.take_whole(problem.contacts());
    const std::span<const int> contacts = whole_.contacts(0);
    system_.assign(problem, contacts, whole_.place());
    r_.resize(4 * contacts.size());
    gather(r, contacts, r_.data());
    run(system_, r_.data(), target_of(problem, options), budget);
    scatter(r_.data(), contacts, r);
    return finish_cone_solve(problem, r, budget.status(), method, options, budget);
  }

 private:
  Islands whole_;
  ConeSystem system_;
  numerics::AlignedVector r_;
};

}  // namespace stickslip::solvers::detail
