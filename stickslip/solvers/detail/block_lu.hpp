// A sparse matrix of 3 × 3 blocks factored as L U, on the pattern of a cone problem.
//
//   (1)  A_ij = H_i W_ij + δ_ij G_i     over the contacts that are active; H_i = 1 for those that stick
//
// Contacts are ordered by elimination.hpp, once per pattern; pivots are the 3 × 3 blocks on the diagonal, without exchange of rows
// between contacts: right for the matrices of Newton's method here, which are near positive definite. factor() reports a pivot that
// is nearly singular. Where A is symmetric only one half is computed.
// analyze() allocates as elimination.hpp says, factor() and solve() nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "stickslip/solvers/detail/cone_system.hpp"
#include "stickslip/solvers/detail/elimination.hpp"

namespace stickslip::solvers::detail {

// What Newton's method holds for each contact.
enum class ContactState : std::uint8_t { off, sticking, sliding };

struct BlockRows {
  const ContactState* state;  // contacts that are off have no row and no column
  const double* H;            // 12 per contact, read where it slides
  const double* G;            // 12 per contact
};

class BlockLu {
 public:
  void analyze(const ConeSystem& system);
  // False where a pivot is nearly singular or not finite.
  bool factor(const ConeSystem& system, const BlockRows& rows, bool is_symmetric) noexcept;
  // x ← A⁻¹ x, 4 entries per contact; those of contacts that are off are not touched.
  void solve(double* x) noexcept;

  // Products of blocks in a factorisation of all contacts, for those who weigh its cost.
  double products() const noexcept { return pattern_.products(); }

 private:
  void load_row(const ConeSystem& system, const BlockRows& rows, std::size_t i, bool is_symmetric) noexcept;

  std::size_t n_ = 0;
  Elimination pattern_;
  std::vector<std::uint8_t> active_;  // by place
  numerics::AlignedVector upper_, lower_, inverse_, work_, solution_;
};

}  // namespace stickslip::solvers::detail
