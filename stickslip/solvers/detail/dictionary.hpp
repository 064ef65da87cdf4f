// A complementarity problem solved for a choice of its variables: the basic ones as affine functions of the others.
//
//   (1)  w = q + M z + d z₀ at first;   x_basic = b + T x_others after exchanges
//
// Variables are numbered: z_i is i, w_i is n + i, z₀, which exists for Lemke's method only, is 2 n; the complement of z_i is w_i.
// Columns 0 … n + 1 are the others, at first z and z₀, and b. T is n × (n + 2), exchanged in place: O(n²) per exchange,
// less where the row of the exchange has zeros. Rounding adds up over exchanges: error() measures it, rebuild() removes it.
// The matrix may be scaled, R M C and R q: then the variables are C⁻¹ z and R w.
// What takes many exchanges looks at the budget between them, counts nothing, and returns false where it ended: load again.
// Allocates only where the problem is larger than any before.
#pragma once

#include <vector>

#include "stickslip/numerics/aligned_vector.hpp"
#include "stickslip/solvers/detail/budget.hpp"
#include "stickslip/solvers/detail/dense_problem.hpp"

namespace stickslip::solvers::detail {

class Dictionary {
 public:
  enum class Scaling : unsigned char { none, equilibrated };
  // Pivots between two looks at the rounding, and the rounding at which the dictionary is computed anew.
  static constexpr int pivots_per_look = 50;
  static constexpr double too_inexact = 1e-9;

  void resize(const DenseProblem& problem);
  // Eq. 1 as at first, without z₀.
  void load(const DenseProblem& problem, Scaling scaling);
  // Makes every free variable basic, by pivots as large as can be had, in pairs with a row that is not free where the rows of the
  // free ones alone do not suffice. False where some equations are left over: they depend on the others, or contradict them.
  bool eliminate_free(const DenseProblem& problem, Budget& budget);
  // Adds z₀, with d as given in the rows that have a sign to keep, 0 in the others.
  void cover(const DenseProblem& problem, const double* d);

  void exchange(int row, int column) noexcept;
  // The largest difference between w of the basic variables' values and w as the dictionary has it, over the largest of both.
  double error(const DenseProblem& problem) noexcept;
  // The same choice of variables, computed anew from the problem. False where that fails.
  bool rebuild(const DenseProblem& problem, Budget& budget);
  // After load: makes z_i basic where `member` is set, in place of w_i. False where these rows and columns are singular: load
  // again.
  bool choose(const DenseProblem& problem, const unsigned char* member, Budget& budget);

  int rows() const noexcept { return n_; }
  int z0() const noexcept { return 2 * n_; }
  int complement(int variable) const noexcept { return variable < n_ ? variable + n_ : variable - n_; }
  int basic(int row) const noexcept { return basic_[static_cast<std::size_t>(row)]; }
  // The row of a basic variable, −1 of another; the column of one that is not basic, −1 of one that is.
  int row_of(int variable) const noexcept { return std::max(-1, place_[static_cast<std::size_t>(variable)]); }
  int column_of(int variable) const noexcept { return std::max(-1, -2 - place_[static_cast<std::size_t>(variable)]); }
  const double* column(int j) const noexcept { return table_.data() + j * stride_; }
  const double* values() const noexcept { return column(n_ + 1); }
  // Rows whose variable has a sign to keep.
  const unsigned char* is_bounded() const noexcept { return is_bounded_.data(); }

  // z of the problem itself, from the basic variables' values.
  void point(double* z) const noexcept;
  // The scales R and C: 1 without scaling.
  double row_scale(int i) const noexcept { return row_scale_[static_cast<std::size_t>(i)]; }
  double column_scale(int j) const noexcept { return column_scale_[static_cast<std::size_t>(j)]; }

 private:
  void equilibrate(const DenseProblem& problem);
  void fill(const DenseProblem& problem);
  bool choose_wanted(const DenseProblem& problem, Budget& budget);
  void mark_free(const DenseProblem& problem) noexcept;
  // Exchanges for which one look at the clock is worth it.
  int rare() const noexcept { return n_ < 100 ? 16 : 1; }
  bool eliminate_pair(const DenseProblem& problem, double smallest);

  int n_ = 0;
  bool has_cover_ = false;
  std::ptrdiff_t stride_ = 0;
  numerics::AlignedVector table_;
  std::vector<int> basic_, other_, place_;
  std::vector<unsigned char> is_dead_, is_bounded_;
  std::vector<unsigned char> wanted_;  // scratch of choose_wanted, by variable
  std::vector<double> row_scale_, column_scale_, cover_, z_, w_;
};

}  // namespace stickslip::solvers::detail
