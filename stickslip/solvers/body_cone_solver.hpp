// Friction at many contacts between bodies, by whatever does it: sweeps first, then proximal point iterations with Newton's method in
// the velocities of bodies.
//
//   (1)  M (v − v_free) = Jᵀ r(v):  the impulses of (2) about the centre r_k, α = 10⁻³ … 10⁻⁶ of the contact's w = tr(J M⁻¹ Jᵀ)/3
//   (2)  r_n = max(0, α r_kn − u_n)/(α + ε),   r_t = (α r_kt − u_t)/α cut to the length μ r_n,   u = J v + d
//        and of a row r = −u/ε cut to its bounds
//   (3)  (M + Jᵀ D J) δ = Jᵀ r(v) − M (v − v_free),   D = −∂r/∂u,   v ← v + t δ,   t = 1, ½, ¼ …;   then r_k ← r(v)
//
// Rows with bounds are stiff chains as often as not, which sweeps hardly move: problems that have some begin with Newton's method.
// Where a sweep promises to be cheaper than (3), whose cost is known from the pattern, sweeps of block Gauss–Seidel with nonlinear
// conjugate gradients go on. A BodyConeMemory keeps the factor of (3): as long as contacts, rows and their states are those it was made for,
// a step of (3) is one back-substitution. Decisions depend on the numbers, never on the clock.
// Newton's method goes on to a hundredth of the tolerance where it can: at rest the old impulses start the next step at 2v⁺ − v, so what
// is left over comes back.
// No allocation from the second solve of a pattern on, up to 2048 bodies. For one thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/body_cone_problem.hpp"

namespace stickslip::solvers {

// What the solves of one set of contacts and rows leave for the next. A value.
class BodyConeMemory {
 public:
  BodyConeMemory();
  ~BodyConeMemory();
  BodyConeMemory(const BodyConeMemory& other);
  BodyConeMemory& operator=(const BodyConeMemory& other);
  BodyConeMemory(BodyConeMemory&&) noexcept;
  BodyConeMemory& operator=(BodyConeMemory&&) noexcept;

  // To be called when the contacts or rows are not those of the last solve.
  void clear() noexcept;
  bool is_empty() const noexcept;

  // All of it as numbers, bit for bit: a solve with what was read does the same as one with what was written.
  void write(std::vector<double>& numbers) const;
  // Throws InvalidArgument where the numbers are not those of a memory.
  void read(std::span<const double> numbers);

 private:
  friend class BodyConeSolver;
  struct Data;
  std::unique_ptr<Data> data_;
};

struct BodyConeOptions {
  double tolerance;          // residual at which r counts as a solution [m/s]: body_cone_problem.hpp
  double most_effort = 1e4;  // what may be spent, in the cost of a sweep; a step of Newton's method counts several
};

namespace detail {
struct BodyFactor;
}

class BodyConeSolver {
 public:
  BodyConeSolver();
  ~BodyConeSolver();
  BodyConeSolver(BodyConeSolver&&) noexcept;
  BodyConeSolver& operator=(BodyConeSolver&&) noexcept;
  BodyConeSolver(const BodyConeSolver&) = delete;
  BodyConeSolver& operator=(const BodyConeSolver&) = delete;

  // r: start, 3 per contact and then 1 per row, and best point found. v_start: a guess of the velocities, 6 per body, used with what
  // `memory` holds: those before the step. Sizes are not checked. A problem that is not finite has the status not_finite and leaves r.
  // The residual is in m/s; `method` says what ended it: "sweeps" or "newton".
  SolveReport solve(const BodyConeProblem& problem, std::span<double> r, std::span<const double> v_start,
                    BodyConeMemory& memory, const BodyConeOptions& options);
  // v ← (M + Jᵀ D J)⁻¹ v, 6 per body, with the factor that `memory` holds: how far forces move bodies at once. False, and v untouched,
  // where there is no factor for as many bodies.
  bool respond(BodyConeMemory& memory, std::span<double> v);
  // v_free + M⁻¹ Jᵀ r of the last solve, 6 per body.
  void velocities(std::span<double> v) const noexcept;

 private:
  struct Work;
  void run(const BodyConeProblem& problem, std::span<const double> v_start, detail::BodyFactor& factor,
           double most_effort);
  std::unique_ptr<Work> work_;
};

}  // namespace stickslip::solvers
