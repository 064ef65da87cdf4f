// A cone problem, or one island of it, laid out for vector code: what the cone solvers' loops read.
//
// Columns of blocks and vectors have four entries each, the last one zero, and begin on a multiple of 32 bytes. Contacts are
// numbered within the island. assign() allocates only where an island is larger than any before it in this object.
#pragma once

#include <span>
#include <vector>

#include "stickslip/numerics/aligned_vector.hpp"
#include "stickslip/solvers/cone_problem.hpp"

namespace stickslip::solvers::detail {

struct ConeSystem {
  int n = 0;                       // contacts
  std::vector<int> row_begin;      // n + 1
  std::vector<int> columns;        // of each block, rising within a row
  std::vector<int> diagonal;       // index of the diagonal block of each row
  numerics::AlignedVector blocks;  // 12 per block, by columns
  numerics::AlignedVector q;       // 4 per contact
  std::vector<double> mu;
  std::vector<double> weight;  // mean of the diagonal of each diagonal block [1/kg], positive: the scale of the contact

  // The contacts named, all of whose neighbours are among them; `place[i]` is the number within the island of contact i.
  void assign(const ConeProblem& problem, std::span<const int> contacts, std::span<const int> place);

  const double* block(int k) const noexcept { return blocks.data() + 12 * static_cast<std::ptrdiff_t>(k); }
  // The block (column, row) for the block (row, column), or null where there is none.
  const double* mirror(int row, int column) const noexcept;
  // Whether W is its own transpose to rounding: |W − Wᵀ| ≤ 10⁻¹² of the scales of the two contacts.
  bool is_symmetric() const noexcept;
  std::size_t block_count() const noexcept { return columns.size(); }
};

// From three entries per contact to four, and back, for the contacts named.
void gather(std::span<const double> r, std::span<const int> contacts, double* padded) noexcept;
void scatter(const double* padded, std::span<const int> contacts, std::span<double> r) noexcept;

// Σ ‖r − P_K(r − (u + μ ‖u_t‖ n))‖² over the contacts (residual.hpp, Eq. 4, before its division), u given.
double squared_defect(const ConeSystem& system, const double* r, const double* u) noexcept;

}  // namespace stickslip::solvers::detail
