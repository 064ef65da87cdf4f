#include "stickslip/solvers/enumeration.hpp"

#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/detail/bases.hpp"
#include "stickslip/solvers/detail/dense_run.hpp"

namespace stickslip::solvers {

struct Enumeration::Work {
  detail::DenseRun run;
  detail::Bases bases;
};

Enumeration::Enumeration() : work_(std::make_unique<Work>()) {}
Enumeration::~Enumeration() = default;
Enumeration::Enumeration(Enumeration&&) noexcept = default;
Enumeration& Enumeration::operator=(Enumeration&&) noexcept = default;

SolveReport Enumeration::solve(const LcpProblem& problem, std::span<double> z, const SolverOptions& options) {
  if (problem.size() > detail::Bases::most_rows) {
    throw InvalidArgument("Enumeration: the problem has " + std::to_string(problem.size()) +
                          " rows, must have at most " + std::to_string(detail::Bases::most_rows));
  }
  auto& [run, bases] = *work_;
  detail::Budget budget(options, 1L << detail::Bases::most_rows);
  SolveStatus status = SolveStatus::stalled;
  if (run.begin(problem, z, options)) status = bases.run(run.problem(), run.best(), budget);
  return run.finish(problem, z, status, "enumerate", options, budget);
}

}  // namespace stickslip::solvers
