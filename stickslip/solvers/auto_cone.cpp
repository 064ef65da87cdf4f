#include "stickslip/solvers/auto_cone.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "stickslip/solvers/admm.hpp"
#include "stickslip/solvers/detail/admm_core.hpp"
#include "stickslip/solvers/detail/cone_run.hpp"
#include "stickslip/solvers/detail/cone_system.hpp"
#include "stickslip/solvers/detail/islands.hpp"
#include "stickslip/solvers/detail/newton_core.hpp"
#include "stickslip/solvers/detail/nsgs_core.hpp"

namespace stickslip::solvers {

namespace {

constexpr long most_island_iterations = 100000;  // of one island
constexpr int rounds = 4;                        // of all methods, each with twice the patience of the one before
constexpr long newton_iterations = 300, admm_iterations = 1000;

// Costs in units of one product of a block with a vector, about 3 ns: measured.
constexpr double cost_of_local_solve = 8.0, cost_of_block_product = 3.0, cost_per_block_of_newton = 4.0,
                 cost_per_contact_of_newton = 20.0, usual_newton_steps = 6.0;

}  // namespace

struct AutoCone::Work {
  enum class Method : std::uint8_t { nsgs, prox_newton, admm };

  detail::Islands islands;
  detail::ConeSystem system;
  detail::NsgsCore sweeps;
  detail::NewtonCore newton;
  detail::AdmmCore admm;
  numerics::AlignedVector r;
  std::vector<std::size_t> unsolved;
  std::vector<long> spent;
  Method used = Method::nsgs, tried = Method::nsgs;  // the heaviest that solved an island, and that did not

  // How many sweeps cost as much as Newton's method usually does.
  double sweeps_for_newton() const noexcept {
    const auto blocks = static_cast<double>(system.block_count()), contacts = static_cast<double>(system.n);
    const double step = cost_of_block_product * newton.products() + cost_per_block_of_newton * blocks +
                        cost_per_contact_of_newton * contacts;
    return usual_newton_steps * step / (blocks + cost_of_local_solve * contacts);
  }

  // Works on the island in `system` from r. True where the target is reached.
  bool try_island(double target, int round, bool may_use_admm, detail::Budget& budget) {
    // Most islands are done within a few sweeps, and nothing need be prepared for others.
    if (round == 0 && sweeps.run(system, r.data(), target, budget, {.sweeps = 8.0}) <= target) return true;
    if (budget.status() != SolveStatus::converged) return false;
    newton.prepare(system);
    const double patience = std::ldexp(sweeps_for_newton(), round);
    if (sweeps.run(system, r.data(), target, budget, {.sweeps = patience}) <= target) return true;
    if (budget.status() != SolveStatus::converged) return false;
    tried = std::max(tried, Method::prox_newton);
    if (newton.run(system, r.data(), target, budget, 0, newton_iterations << (2 * round)) <= target) {
      used = std::max(used, Method::prox_newton);
      return true;
    }
    if (budget.status() != SolveStatus::converged || round == 0 || !may_use_admm) return false;
    tried = Method::admm;
    if (admm.run(system, r.data(), target, budget, admm_iterations << round) > target) return false;
    used = Method::admm;
    return true;
  }
};

AutoCone::AutoCone() : work_(std::make_unique<Work>()) {}
AutoCone::~AutoCone() = default;
AutoCone::AutoCone(AutoCone&&) noexcept = default;
AutoCone& AutoCone::operator=(AutoCone&&) noexcept = default;

SolveReport AutoCone::solve(const ConeProblem& problem, std::span<double> r, const SolverOptions& options) {
  detail::check_cone_solve(problem, r, options);
  detail::Budget budget(options, most_island_iterations);
  Work& work = *work_;
  work.used = work.tried = Work::Method::nsgs;
  work.islands.find(problem.W);
  work.unsolved.resize(work.islands.count());
  std::iota(work.unsolved.begin(), work.unsolved.end(), std::size_t{0});
  work.spent.assign(work.islands.count(), 0);
  const double target = detail::target_of(problem, options);
  bool is_any_given_up = false;
  for (int round = 0; round < rounds && !work.unsolved.empty(); ++round) {
    const bool may_use_admm = round > 0 && problem.W.asymmetry() <= Admm::most_asymmetry;
    std::size_t kept = 0;
    for (const std::size_t island : work.unsolved) {
      if (budget.status() == SolveStatus::time_limit || budget.status() == SolveStatus::cancelled) break;
      const std::span<const int> contacts = work.islands.contacts(island);
      work.system.assign(problem, contacts, work.islands.place());
      work.r.resize(4 * contacts.size());
      detail::gather(r, contacts, work.r.data());
      // Squares of defects add up: each contact may have its share.
      const double share = std::sqrt(static_cast<double>(contacts.size()) / problem.contacts());
      detail::Budget part = budget.for_part(work.spent[island]);
      const bool is_solved = work.try_island(share * target, round, may_use_admm, part);
      detail::scatter(work.r.data(), contacts, r);
      work.spent[island] = part.spent();
      budget.take(part);
      if (is_solved) continue;
      if (part.status() == SolveStatus::converged) {
        work.unsolved[kept++] = island;
      } else {
        is_any_given_up = true;
      }
    }
    work.unsolved.resize(kept);
  }
  constexpr std::string_view names[] = {"auto: nsgs", "auto: prox_newton", "auto: admm"};
  const Work::Method method = work.unsolved.empty() && !is_any_given_up ? work.used : work.tried;
  return detail::finish_cone_solve(problem, r, budget.status(), names[static_cast<std::size_t>(method)], options,
                                   budget);
}

}  // namespace stickslip::solvers
