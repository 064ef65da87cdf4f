#include "stickslip/solvers/workspace.hpp"

#include "stickslip/solvers/auto_lcp.hpp"
#include "stickslip/solvers/dantzig.hpp"
#include "stickslip/solvers/detail/options.hpp"
#include "stickslip/solvers/detail/workspace_solvers.hpp"
#include "stickslip/solvers/enumeration.hpp"
#include "stickslip/solvers/judice_pires.hpp"
#include "stickslip/solvers/lemke.hpp"
#include "stickslip/solvers/murty.hpp"
#include "stickslip/solvers/nonlinear_conjugate_gradients.hpp"
#include "stickslip/solvers/projected_gauss_seidel.hpp"

namespace stickslip::solvers {

// Each is a few pointers until it is used.
struct detail::DenseSolvers {
  AutoLcp automatic;
  AutoMixedLcp automatic_mixed;
  AutoBoxedLcp automatic_boxed;
  Lemke lemke;
  Murty murty;
  JudicePires judice_pires;
  ProjectedGaussSeidel pgs;
  NonlinearConjugateGradients nncg;
  Enumeration enumeration;
  Dantzig dantzig;
};

namespace {

template <class Problem>
void require_sound(const Problem& problem, const char* name, std::span<const double> start,
                   const SolverOptions& options) {
  check(problem);
  detail::require_start(name, start, problem.size(), options);
}

detail::DenseSolvers& made(std::shared_ptr<detail::DenseSolvers>& solvers) {
  if (!solvers) solvers = std::make_shared<detail::DenseSolvers>();
  return *solvers;
}

[[noreturn]] void refuse_method() {
  throw InvalidArgument("solve: method must be one of those in methods.hpp");
}

}  // namespace

Workspace::Workspace() : solvers_(std::make_unique<Solvers>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

SolveReport Workspace::solve(const LcpProblem& problem, std::span<double> z, LcpMethod method,
                             const SolverOptions& options) {
  require_sound(problem, "z", z, options);
  detail::DenseSolvers& dense = made(solvers_->dense);
  switch (method) {
    case LcpMethod::automatic:
      return dense.automatic.solve(problem, z, options);
    case LcpMethod::lemke:
      return dense.lemke.solve(problem, z, options);
    case LcpMethod::murty:
      return dense.murty.solve(problem, z, options);
    case LcpMethod::judice_pires:
      return dense.judice_pires.solve(problem, z, options);
    case LcpMethod::pgs:
      return dense.pgs.solve(problem, z, options);
    case LcpMethod::nncg:
      return dense.nncg.solve(problem, z, options);
    case LcpMethod::enumerate:
      return dense.enumeration.solve(problem, z, options);
  }
  refuse_method();
}

SolveReport Workspace::solve(const MixedLcpProblem& problem, std::span<double> z, MixedLcpMethod method,
                             const SolverOptions& options) {
  require_sound(problem, "z", z, options);
  detail::DenseSolvers& dense = made(solvers_->dense);
  switch (method) {
    case MixedLcpMethod::automatic:
      return dense.automatic_mixed.solve(problem, z, options);
    case MixedLcpMethod::judice_pires:
      return dense.judice_pires.solve(problem, z, options);
    case MixedLcpMethod::lemke:
      return dense.lemke.solve(problem, z, options);
  }
  refuse_method();
}

SolveReport Workspace::solve(const BoxedLcpProblem& problem, std::span<double> x, BoxedLcpMethod method,
                             const SolverOptions& options) {
  require_sound(problem, "x", x, options);
  detail::DenseSolvers& dense = made(solvers_->dense);
  switch (method) {
    case BoxedLcpMethod::automatic:
      return dense.automatic_boxed.solve(problem, x, options);
    case BoxedLcpMethod::dantzig:
      return dense.dantzig.solve(problem, x, options);
    case BoxedLcpMethod::pgs:
      return dense.pgs.solve(problem, x, options);
  }
  refuse_method();
}

}  // namespace stickslip::solvers
