// A sparse matrix of 6 × 6 blocks, one row of blocks per body, factored as L U.
//
//   (1)  A = M + Jᵀ D J: coupled are bodies that share a contact
//
//   (2)  A = L U,   pivot of body i = A_i − Σ L_ik U_ki = P⁻¹ L_i U_i,   U_ij = L_i⁻¹ P A_ij,   L_ji = A_ji U_i⁻¹
//
// Ordered by elimination.hpp; pivots are the blocks on the diagonal, split with exchange of rows within the block alone: right for
// (1), whose symmetric part is positive definite while nothing slides and nearly so otherwise. Where A is symmetric one half is computed,
// and (2) is Cholesky's, U = Lᵀ.
// What a pivot holds is a million times stiffer in one direction than in another where rows are: each factor of (2) has the square root
// of that. With the inverses of whole pivots in their place round-off would grow with the square of that ratio, and joints of many loops
// push with what is round-off.
// Blocks are 8 × 6 by columns, the last two rows zero; vectors have 8 entries per body. Memory is kept; a value that can be copied.
#pragma once

#include <cstddef>
#include <vector>

#include "stickslip/core/at.hpp"
#include "stickslip/numerics/aligned_vector.hpp"
#include "stickslip/solvers/detail/elimination.hpp"

namespace stickslip::solvers::detail {

class BodyLu {
 public:
  static constexpr std::size_t block_size = 48;

  // The pattern of A by rows, the diagonal among them. True where it is another than that of the last call: there is no factor then.
  bool analyze(const std::vector<int>& row_begin, const std::vector<int>& columns);
  // Whether a body is eliminated before another.
  bool is_before(int body, int other) const noexcept { return pattern_.place[at(body)] < pattern_.place[at(other)]; }
  // `blocks`: of A, in the order of that pattern; where it is symmetric, of each two bodies that of the row eliminated first suffices.
  // False where a pivot is nearly singular or not finite.
  bool factor(const std::vector<int>& row_begin, const std::vector<int>& columns, const double* blocks,
              bool is_symmetric) noexcept;
  // x ← A⁻¹ x.
  void solve(double* x) noexcept;

  double products() const noexcept { return pattern_.products(); }

  // The numbers of the factor, for those who keep it in a file: analyze() with the same pattern, then read what was written.
  template <class Archive>
  void numbers(Archive&& archive) {
    archive(upper_);
    archive(lower_);
    archive(left_);
    archive(right_);
  }

 private:
  Elimination pattern_;
  numerics::AlignedVector upper_, lower_, left_, right_, work_, solution_;
};

// left ← L⁻¹ P, right ← U⁻¹ of a = P⁻¹ L U, blocks of 8 × 6; false where a pivot is lost in round-off. By Gauss, exchanging rows.
bool split_body_block(const double* a, double* left, double* right) noexcept;
// The same for one that is symmetric and positive definite, which needs no exchange: by Cholesky, right = leftᵀ.
bool split_symmetric_body_block(const double* a, double* left, double* right) noexcept;
void transpose_body_block(const double* from, double* to) noexcept;
// product ← left right.
void multiply_body_blocks(const double* left, const double* right, double* product) noexcept;
// work[columns[k]] −= factor · blocks[k], k = 0 … count − 1.
void subtract_body_products(const double* factor, const double* blocks, const int* columns, int count,
                            double* work) noexcept;
// x ← U⁻¹ L⁻¹ x in that pattern, by way of `solution`, in its order.
void solve_with_body_factor(const Elimination& pattern, const double* lower, const double* upper, const double* left,
                            const double* right, double* solution, double* x) noexcept;

}  // namespace stickslip::solvers::detail
