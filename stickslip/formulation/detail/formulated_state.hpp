// What a Formulated holds.
#pragma once

#include <limits>
#include <vector>

#include "stickslip/formulation/detail/system.hpp"
#include "stickslip/formulation/formulated.hpp"

namespace stickslip::formulation::detail {

enum class Kind { none, pyramid, boxed, phantom_inertia, exact_cone };

// A direction in the tangent plane of a contact: a ray of a pyramid, or a line e_j of phantom inertia.
struct Direction {
  int contact;  // in the system
  int component;
  Vec<2> e;
  double mu;
};

struct FormulatedState {
  Kind kind = Kind::none;
  System system;
  Eigen::MatrixXd joint_factor;
  Formulated::Problem problem;
  std::vector<Row> rows;
  std::vector<Direction> directions;  // of pyramids and phantom inertia, in the order of their rows
  std::vector<Vec<2>> axes;           // boxed problems: first tangent axis of each contact, in t1, t2
  double rho = 0.0;
  double rho_bound = std::numeric_limits<double>::infinity();

  // Phantom inertia: Λ_t = L⁻ᵀ (F (w_up − w_lo) − B Λ_n − c), T = A_tt + ε_t = L Lᵀ, F = L⁻¹ E, B = L⁻¹ A_tn, c = L⁻¹ (a_t + d_t).
  std::vector<int> bounded;              // contacts that have tangential rows: all but those with explicit friction
  std::vector<Eigen::Matrix2d> epsilon;  // ε_t of each of them
  Eigen::MatrixXd tangent_factor;        // L
  Eigen::MatrixXd F, B;
  Eigen::VectorXd c;

  Eigen::Index mixed_size() const noexcept;

  template <class Problem>
  Problem& hold() {
    if (!std::holds_alternative<Problem>(problem)) problem.emplace<Problem>();
    return std::get<Problem>(problem);
  }
};

solvers::MixedLcpProblem mixed_problem(const FormulatedState& state);
std::vector<Row> mixed_rows(const FormulatedState& state);

}  // namespace stickslip::formulation::detail
