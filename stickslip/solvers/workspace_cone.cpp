#include "stickslip/core/error.hpp"
#include "stickslip/solvers/admm.hpp"
#include "stickslip/solvers/auto_cone.hpp"
#include "stickslip/solvers/detail/workspace_solvers.hpp"
#include "stickslip/solvers/nsgs.hpp"
#include "stickslip/solvers/prox_newton.hpp"
#include "stickslip/solvers/workspace.hpp"

namespace stickslip::solvers {

// Each is a few empty vectors until it is used.
struct detail::ConeSolvers {
  AutoCone automatic;
  Nsgs nsgs;
  ProxNewton prox_newton;
  Admm admm;
};

// The solvers themselves check the problem, the start and the options.
SolveReport Workspace::solve(const ConeProblem& problem, std::span<double> r, ConeMethod method,
                             const SolverOptions& options) {
  if (!solvers_->cone) solvers_->cone = std::make_shared<detail::ConeSolvers>();
  switch (method) {
    case ConeMethod::automatic:
      return solvers_->cone->automatic.solve(problem, r, options);
    case ConeMethod::nsgs:
      return solvers_->cone->nsgs.solve(problem, r, options);
    case ConeMethod::prox_newton:
      return solvers_->cone->prox_newton.solve(problem, r, options);
    case ConeMethod::admm:
      return solvers_->cone->admm.solve(problem, r, options);
  }
  throw InvalidArgument("solve: method must be one of those in methods.hpp");
}

}  // namespace stickslip::solvers
