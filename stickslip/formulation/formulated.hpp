// A step as a complementarity problem, together with what its rows stand for: a solution becomes impulses and velocities in one call.
//
//   (1)  M (v⁺ − v_free) = Jᵀ Λ + J_bᵀ Λ_b,   M v_free = M v + h (f − c)
//
// Λ   (Λ_n, Λ_t1, Λ_t2) per contact on its first body [N·s], contact axes;  Λ_b impulses of joints
// v⁺  velocity of the centre of mass and angular velocity per body, world axes
//
// phantom_inertia has two problems: the reduced one in (Λ_n, w_up, w_lo), which solve() solves, and the mixed one, mixed(), in
// (v, Λ_b, Λ_t, Λ_n, w_up, w_lo) [Peiret 2017, Eq. 35]. Functions of a solution z take either; its size tells which it is.
// Made by formulations.hpp or by a Formulator, which writes into an object that exists and keeps its memory. A value: copies are
// independent; one that was moved from can only be assigned to, written by a Formulator, or destroyed. Functions throw
// InvalidArgument for a z of the wrong size.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/formulation/arrays.hpp"
#include "stickslip/formulation/row.hpp"
#include "stickslip/solvers/workspace.hpp"

namespace stickslip::formulation {

namespace detail {
struct FormulatedState;
}

// What a solution does.
struct Motion {
  Rows<3> impulses;                // Λ; zero for contacts that the formulation leaves out
  Eigen::VectorXd joint_impulses;  // Λ_b
  Rows<6> velocities;              // v⁺
};

struct Solution {
  Eigen::VectorXd z;
  SolveReport report;
};

class Formulated {
 public:
  using Problem = std::variant<solvers::LcpProblem, solvers::BoxedLcpProblem, solvers::ConeProblem>;
  // Redundant normals are told apart by residuals this small only: they must be far below ε_n Λ_n.
  static constexpr double default_tolerance = 1e-11;

  Formulated();  // of nothing
  ~Formulated();
  Formulated(const Formulated& other);
  Formulated& operator=(const Formulated& other);
  Formulated(Formulated&&) noexcept;
  Formulated& operator=(Formulated&&) noexcept;

  const Problem& problem() const noexcept;
  const std::vector<Row>& rows() const noexcept;  // one per row of problem(); three per contact for a cone problem
  Eigen::Index size() const noexcept;
  int contacts() const noexcept;  // those left out included
  int bodies() const noexcept;
  int joints() const noexcept;

  // Of phantom_inertia only: mixed() throws InvalidArgument otherwise. Built anew by each call.
  bool has_mixed() const noexcept;
  solvers::MixedLcpProblem mixed() const;
  std::vector<Row> mixed_rows() const;

  // Phantom inertia [kg], and the bound below which the friction block is positive definite on the range of K, which is everything for
  // k = 2 lines: formulations.hpp. 0 and infinite where nothing has it.
  double rho() const noexcept;
  double rho_bound() const noexcept;

  // As spectrum.hpp counts them, of the mixed problem's M where there is one, else of M, A or W as a full matrix.
  int rank(std::optional<double> tolerance = {}) const;
  double condition() const;

  // By the name of a method for this kind of problem, solvers/methods.hpp. z0: start; empty: zero.
  Solution solve(std::string_view method = "auto", const solvers::SolverOptions& options = default_options(),
                 std::span<const double> z0 = {}) const;
  // The same with the caller's memory: repeated solves allocate nothing. z is start and result.
  SolveReport solve(solvers::Workspace& workspace, std::span<double> z, std::string_view method = "auto",
                    const solvers::SolverOptions& options = default_options()) const;
  static solvers::SolverOptions default_options();

  Rows<3> impulses(std::span<const double> z) const;
  Eigen::VectorXd joint_impulses(std::span<const double> z) const;
  Rows<6> velocities(std::span<const double> z) const;
  // All three. No allocation where `out` has the sizes already.
  void motion(std::span<const double> z, Motion& out) const;
  // solvers/residual.hpp
  double residual(std::span<const double> z) const;

 private:
  friend class Formulator;
  std::unique_ptr<detail::FormulatedState> state_;
};

}  // namespace stickslip::formulation
