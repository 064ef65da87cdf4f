// The combination of given directions, none taken backwards, that comes closest to a target.
//
//   (1)  minimise ‖A x − b‖ over x ≥ 0
//   (2)  optimal where r = b − A x has a_j·r = 0 for the columns in use, a_j·r ≤ 0 for the others; then ‖r‖² = r·b
//
// A   columns a_j as given to the class: unit length, or zero, which is never used
// b   target
// x   weights; at most rows(A) of them are positive, those of the columns in use
// r   the rest, the part of b that lies outside the cone of the columns
//
// The active-set method [Lawson 1974, Ch. 23]: a column enters where the rest says that it would help most, and columns
// leave before their weights turn negative. The columns in use are held as an orthonormal basis times a triangle,
// changed column by column; the rest is orthogonalised twice, so that (2) holds to rounding relative to ‖r‖ however
// small r is beside b. A rest that is rounding of b is zero. Linearly dependent, repeated, nearly parallel columns and
// any scale of b are fine; so are no columns.
//
// Columns that nearly cancel may reach b by weights that are huge beside it. The rest is as good as ever then, but the
// rounding of A x drowns b. Who needs the weights asks for Weights::bounded: where they would add up to more than
// `heaviest` ‖b‖ they are held down,
//   (3)  minimise ‖A x − b‖² + max(0, Σ x/heaviest − ‖b‖)² over x ≥ 0
// so that A x + r = b to 1e-9 ‖b‖ however the columns lie. Held down, a_j·r may be positive, up to ‖r‖/heaviest: the fit
// has stalled then, and its residual says how far. (3) is (1) with one more row, Σ x/heaviest → ‖b‖, and one more column,
// which takes up what Σ x leaves of it.
// Cost O(rows · columns) per round; about as many rounds as columns in use at the end. Rounds that no longer shorten the
// rest are counted and bounded: past the bound the fit has stalled. NonNegativeFit<few_rows> takes few_rows rows at most and
// allocates nothing; NonNegativeFit<> takes any number of rows and allocates. There are these two: they are compiled once,
// in non_negative_fit.cpp.
#pragma once

#include <cstdint>

#include <Eigen/Core>

#include "stickslip/core/solve_report.hpp"

namespace stickslip::numerics {

enum class Weights : std::uint8_t { any, bounded };

// Rows of wrenches, of faces one dimension up, and one more.
inline constexpr int few_rows = 9;

template <int MaxRows = Eigen::Dynamic>
class NonNegativeFit {
 public:
  static constexpr int most_rows = MaxRows == Eigen::Dynamic ? Eigen::Dynamic : MaxRows + 1;  // of Eq. 3
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, most_rows, 1>;
  using Columns = Eigen::Ref<const Eigen::MatrixXd>;
  using Target = Eigen::Ref<const Eigen::VectorXd>;

  // Below this share of ‖r‖ a_j·r counts as zero.
  static constexpr double optimal = 1e-13;
  // Σ x/‖b‖ beyond which the rounding of A x, epsilon Σ x, would pass 1e-9 ‖b‖.
  static constexpr double heaviest = 4e6;

  NonNegativeFit(const Columns& columns, const Target& b, Weights weights = Weights::any);

  // Converged, stalled, or not_finite where b is not; that columns are finite is not checked: the caller guarantees it.
  // Iterations are rounds; the residual is an upper bound of what Eq. 2 lacks: the largest a_j·r, as a share of ‖b‖.
  SolveReport report() const noexcept { return report_; }
  // The columns in use and their weights, k = 0 … count() − 1.
  Eigen::Index count() const noexcept { return count_; }
  Eigen::Index column(Eigen::Index k) const noexcept { return used_(k); }
  double weight(Eigen::Index k) const noexcept { return weights_(k); }
  // b − A x; not a number where b is not finite.
  const Vector& rest() const noexcept { return rest_; }
  // A x, precise relative to itself.
  Vector fitted(const Columns& columns) const;

 private:
  using Index = Eigen::Index;
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, most_rows, most_rows>;
  using Indices = Eigen::Matrix<Index, Eigen::Dynamic, 1, Eigen::ColMajor, most_rows, 1>;
  struct Lifted;

  void provide(Index rows, Index columns);
  void fit_by_length(const Columns& columns);
  void hold_down(const Columns& columns);
  template <class Any>
  double largest_gain(const Any& columns) const;
  template <int Rows, class Any>
  void fit(const Any& columns);
  bool is_used(Index column) const noexcept;
  template <int Rows, class V>
  void subtract(Index first, V& v, double* sums) noexcept;
  template <int Rows>
  bool append(const Eigen::Ref<const Eigen::VectorXd>& column) noexcept;
  template <int Rows>
  void settle();
  template <int Rows>
  void solve(Vector& goal, bool is_last_new) noexcept;
  void remove(Index gone) noexcept;

  Vector rest_, target_, weights_;
  Vector parts_, along_;  // of the target and of what is being orthogonalised, along the basis
  Matrix basis_, triangle_;
  Indices used_;
  Index count_ = 0;
  SolveReport report_;
};

extern template class NonNegativeFit<few_rows>;
extern template class NonNegativeFit<>;

// Columns as the class wants them, and their lengths; a zero column stays zero. Any scale.
struct UnitColumns {
  explicit UnitColumns(Eigen::MatrixXd a);
  UnitColumns() = default;

  Eigen::MatrixXd columns;
  Eigen::VectorXd lengths;
};

// (1), by bounded weights, for columns of any length; x receives the weights of all of them. Not_finite where a or b is
// not. Allocates.
SolveReport non_negative_fit(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, Eigen::VectorXd& x);

}  // namespace stickslip::numerics
