// A BodyConeProblem as the loops over its contacts need it: padded blocks, and the response of bodies to impulses.
//
//   (1)  u = J v + d,   y = u + ε r_n n
//   (2)  v = v_free + Σ Y r,   Y = M⁻¹ Jᵀ
//   (3)  A = J Y + ε n nᵀ: of a contact alone
//
//   (4)  u = J v + d,   y = u + ε r,   v = v_free + Σ Y r: of a row
//
// Eight doubles per body, four per contact, then one per row. A side of a contact or row without a body is the place after the last
// body, where all is zero.
// Memory is kept; functions that are noexcept allocate nothing.
#pragma once

#include <vector>

#include "stickslip/numerics/aligned_vector.hpp"
#include "stickslip/solvers/body_cone_problem.hpp"
#include "stickslip/solvers/detail/block_lu.hpp"
#include "stickslip/solvers/detail/local_contact.hpp"

namespace stickslip::solvers::detail {

struct BodyRow {
  alignas(64) double J[2][24];  // 4 × 6 by columns: n, t1, t2, 0
  double Y[2][24];              // 8 × 3 by columns
  double d[4];
  double A[12];  // 4 × 3 by columns
  double epsilon, mu, w;
  int body[2];
};

struct BoundedRow {
  alignas(64) double J[2][8];
  double Y[2][8];
  double d, epsilon, low, high, w;
  double stiffness, give;  // 1/ε, 1/(w + ε)
  int body[2];
};

class BodyRows {
 public:
  void set(const BodyConeProblem& problem);

  int size() const noexcept { return static_cast<int>(rows.size()); }  // contacts
  double items() const noexcept { return static_cast<double>(rows.size() + bounded.size()); }
  std::size_t impulses() const noexcept { return 4 * rows.size() + bounded.size(); }
  int bodies() const noexcept { return bodies_; }

  std::vector<BodyRow> rows;
  std::vector<BoundedRow> bounded;
  numerics::AlignedVector free;  // 8 per body, one place more

 private:
  int bodies_ = 0;
};

// The rows of a problem, one after the other.
void set_bounded_rows(const BodyConeProblem& problem, BoundedRow* row) noexcept;
// Impulses of a BodyConeProblem, three per contact and one per row, as they stand here, and back.
void pad(const BodyRows& system, const double* r, double* padded) noexcept;
void unpad(const BodyRows& system, const double* padded, double* r) noexcept;
// Eq. 2.
void add_impulses(const BodyRows& system, const double* r, double* v) noexcept;
// u of all contacts and rows.
void contact_velocities(const BodyRows& system, const double* v, double* u) noexcept;
// Σ of the squares that residual() of body_cone_problem.hpp means, u = J v + d given.
double squared_defect(const BodyRows& system, const double* r, const double* u) noexcept;
// Σ J_aᵀ D J_b over `count` rows of the same two bodies, added to the blocks of body_lu.hpp that are not null: those of the first body,
// of the second, of the first with the second, and of the second with the first. weight: D, one per row.
void add_row_products(const BoundedRow* rows, const double* weight, int count, double* const blocks[4]) noexcept;
// A step of Newton's method for problems of rows alone, body_newton_rows.cpp. First, at r and its velocities v: the states of rows, −D y of
// those that are equations, else 0, and J of that added to the force of each body. Returns the squared defect.
double push_rows(const BodyRows& system, const double* r, const double* v, ContactState* states, double* push,
                 double* force) noexcept;
// Then, with the velocities δ that the force leads to: r moved, and Σ Y r added to v.
void move_rows(const BodyRows& system, const ContactState* states, const double* push, const double* step, double* r,
               double* v) noexcept;
// Each contact and row solved with the others as they are, in order; v follows. Returns Σ (w ‖change of r‖)².
double sweep(const BodyRows& system, LocalContact* contacts, double* r, double* v) noexcept;

}  // namespace stickslip::solvers::detail
