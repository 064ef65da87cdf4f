// The loops of body_rows.hpp and body_lu.hpp in which the solver of bodies spends its time.
#include <algorithm>
#include <cmath>

#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/solvers/detail/body_lu.hpp"
#include "stickslip/solvers/detail/body_rows.hpp"
#include "stickslip/solvers/detail/natural_map.hpp"

namespace stickslip::solvers::detail {

namespace {

using Four [[gnu::vector_size(32), gnu::may_alias]] = double;
using Eight [[gnu::vector_size(64), gnu::may_alias]] = double;

STICKSLIP_KERNEL_PART Four load(const double* from) noexcept {
  return *reinterpret_cast<const Four*>(from);
}

STICKSLIP_KERNEL_PART void store(const Four& value, double* to) noexcept {
  *reinterpret_cast<Four*>(to) = value;
}

STICKSLIP_KERNEL_PART std::size_t place(int body) noexcept {
  return 8 * static_cast<std::size_t>(body);
}

STICKSLIP_KERNEL_PART void velocity(const BodyRow& row, const double* v, double* u) noexcept {
  const double* v_1 = v + place(row.body[0]);
  const double* v_2 = v + place(row.body[1]);
  const auto* J_1 = reinterpret_cast<const Four*>(row.J[0]);
  const auto* J_2 = reinterpret_cast<const Four*>(row.J[1]);
  Four a = *reinterpret_cast<const Four*>(row.d), b{};
  for (int k = 0; k < 6; ++k) {
    a += J_1[k] * v_1[k];
    b += J_2[k] * v_2[k];
  }
  *reinterpret_cast<Four*>(u) = a + b;
}

STICKSLIP_KERNEL_PART void push(const BodyRow& row, const double* r, double* v) noexcept {
  for (int side = 0; side < 2; ++side) {
    const auto* Y = reinterpret_cast<const Eight*>(row.Y[side]);
    auto* to = reinterpret_cast<Eight*>(v + place(row.body[side]));
    *to += Y[0] * r[0] + Y[1] * r[1] + Y[2] * r[2];
  }
}

STICKSLIP_KERNEL_PART double velocity(const BoundedRow& row, const double* v) noexcept {
  Eight sum = *reinterpret_cast<const Eight*>(row.J[0]) * *reinterpret_cast<const Eight*>(v + place(row.body[0]));
  sum += *reinterpret_cast<const Eight*>(row.J[1]) * *reinterpret_cast<const Eight*>(v + place(row.body[1]));
  return row.d + ((sum[0] + sum[1]) + (sum[2] + sum[3])) + (sum[4] + sum[5]);
}

STICKSLIP_KERNEL_PART void push(const BoundedRow& row, double r, double* v) noexcept {
  for (int side = 0; side < 2; ++side) {
    auto* to = reinterpret_cast<Eight*>(v + place(row.body[side]));
    *to += *reinterpret_cast<const Eight*>(row.Y[side]) * r;
  }
}

}  // namespace

STICKSLIP_KERNEL void add_impulses(const BodyRows& system, const double* r, double* v) noexcept {
  for (const BodyRow& row : system.rows) {
    push(row, r, v);
    r += 4;
  }
  // Rows of the same two bodies follow one another: what they add stays in registers.
  const BoundedRow* row = system.bounded.data();
  const BoundedRow* const end = row + system.bounded.size();
  while (row != end) {
    const int first = row->body[0], second = row->body[1];
    auto* to_first = reinterpret_cast<Eight*>(v + place(first));
    auto* to_second = reinterpret_cast<Eight*>(v + place(second));
    Eight a{}, b{};
    for (; row != end && row->body[0] == first && row->body[1] == second; ++row, ++r) {
      a += *reinterpret_cast<const Eight*>(row->Y[0]) * *r;
      b += *reinterpret_cast<const Eight*>(row->Y[1]) * *r;
    }
    *to_first += a;
    *to_second += b;
  }
}

STICKSLIP_KERNEL void add_row_forces(const BodyRows& system, const double* r, double* force) noexcept {
  for (const BoundedRow& row : system.bounded) {
    for (int side = 0; side < 2; ++side) {
      auto* to = reinterpret_cast<Eight*>(force + place(row.body[side]));
      *to += *reinterpret_cast<const Eight*>(row.J[side]) * *r;
    }
    ++r;
  }
}

STICKSLIP_KERNEL void add_row_products(const BoundedRow* rows, const double* weight, int count,
                                       double* const blocks[4]) noexcept {
  constexpr int left[4] = {0, 1, 0, 1}, right[4] = {0, 1, 1, 0};
  for (int which = 0; which < 4; ++which) {
    if (blocks[which] == nullptr) continue;
    // Half a block at a time: its six columns fit into registers.
    for (int half = 0; half < 8; half += 4) {
      double* to = blocks[which] + half;
      Four a = load(to), b = load(to + 8), c = load(to + 16), d = load(to + 24), e = load(to + 32), f = load(to + 40);
      for (int i = 0; i < count; ++i) {
        const Four J = load(rows[i].J[left[which]] + half) * weight[i];
        const double* other = rows[i].J[right[which]];
        a += J * other[0];
        b += J * other[1];
        c += J * other[2];
        d += J * other[3];
        e += J * other[4];
        f += J * other[5];
      }
      store(a, to);
      store(b, to + 8);
      store(c, to + 16);
      store(d, to + 24);
      store(e, to + 32);
      store(f, to + 40);
    }
  }
}

STICKSLIP_KERNEL void contact_velocities(const BodyRows& system, const double* v, double* u) noexcept {
  for (const BodyRow& row : system.rows) {
    velocity(row, v, u);
    u += 4;
  }
  for (const BoundedRow& row : system.bounded) *u++ = velocity(row, v);
}

STICKSLIP_KERNEL double squared_defect(const BodyRows& system, const double* r, const double* u) noexcept {
  double sum = 0.0;
  for (const BodyRow& row : system.rows) {
    const double over = 1.0 / row.w;
    const double y[3] = {(u[0] + row.epsilon * r[0]) * over, u[1] * over, u[2] * over};
    sum += row.w * row.w * natural_defect(r, y, row.mu);
    r += 4;
    u += 4;
  }
  for (const BoundedRow& row : system.bounded) {
    const double defect = row.w * natural_row(*r, (*u + row.epsilon * *r) / (row.w + row.epsilon), row.low, row.high);
    sum += defect * defect;
    ++r;
    ++u;
  }
  return sum;
}

STICKSLIP_KERNEL double sweep(const BodyRows& system, LocalContact* contacts, double* r, double* v) noexcept {
  double sum = 0.0;
  for (const BodyRow& row : system.rows) {
    alignas(32) double u[4];
    velocity(row, v, u);
    const double before[3] = {r[0], r[1], r[2]};
    const double* A = row.A;
    u[0] += row.epsilon * r[0] - (A[0] * r[0] + A[4] * r[1] + A[8] * r[2]);
    u[1] -= A[1] * r[0] + A[5] * r[1] + A[9] * r[2];
    u[2] -= A[2] * r[0] + A[6] * r[1] + A[10] * r[2];
    contacts->solve(u, r);
    const double change[3] = {r[0] - before[0], r[1] - before[1], r[2] - before[2]};
    if (change[0] != 0.0 || change[1] != 0.0 || change[2] != 0.0) {
      push(row, change, v);
      sum += row.w * row.w * (change[0] * change[0] + change[1] * change[1] + change[2] * change[2]);
    }
    ++contacts;
    r += 4;
  }
  for (const BoundedRow& row : system.bounded) {
    const double next = *r - (velocity(row, v) + row.epsilon * *r) / (row.w + row.epsilon);
    const double change = (next < row.low ? row.low : next > row.high ? row.high : next) - *r;
    *r++ += change;
    if (change == 0.0) continue;
    push(row, change, v);
    sum += row.w * row.w * change * change;
  }
  return sum;
}

STICKSLIP_KERNEL bool invert_body_block(const double* a, double* inverse) noexcept {
  // Columns of the matrix, which becomes the identity, and of the inverse.
  Eight m[6], x[6];
  const auto* from = reinterpret_cast<const Eight*>(a);
  for (int k = 0; k < 6; ++k) {
    m[k] = from[k];
    x[k] = Eight{};
    x[k][k] = 1.0;
  }
  double least = 0.0, most = 0.0;
  for (int k = 0; k < 6; ++k) {
    int row = k;
    for (int i = k + 1; i < 6; ++i) {
      if (std::abs(m[k][i]) > std::abs(m[k][row])) row = i;
    }
    const double pivot = m[k][row], size = std::abs(pivot);
    least = k == 0 ? size : std::min(least, size);
    most = std::max(most, size);
    if (!(size > 0.0)) return false;
    if (row != k) {
      for (int j = 0; j < 6; ++j) {
        const double upper = m[j][k], other = x[j][k];
        m[j][k] = m[j][row];
        m[j][row] = upper;
        x[j][k] = x[j][row];
        x[j][row] = other;
      }
    }
    Eight multiple = m[k] / pivot;
    multiple[k] = 1.0 - 1.0 / pivot;  // the row of the pivot itself is divided by it
    for (int j = 0; j < 6; ++j) {
      m[j] -= multiple * m[j][k];
      x[j] -= multiple * x[j][k];
    }
  }
  if (!(least > 1e-15 * most) || !std::isfinite(most)) return false;
  auto* to = reinterpret_cast<Eight*>(inverse);
  for (int k = 0; k < 6; ++k) {
    x[k][6] = x[k][7] = 0.0;
    to[k] = x[k];
  }
  return true;
}

STICKSLIP_KERNEL void multiply_body_blocks(const double* left, const double* right, bool is_left_transposed,
                                           double* product) noexcept {
  alignas(64) double turned[48] = {};
  if (is_left_transposed) {
    for (int j = 0; j < 6; ++j) {
      for (int i = 0; i < 6; ++i) turned[8 * j + i] = left[8 * i + j];
    }
    left = turned;
  }
  const auto* l = reinterpret_cast<const Eight*>(left);
  auto* to = reinterpret_cast<Eight*>(product);
  for (int j = 0; j < 6; ++j) {
    const double* b = right + 8 * j;
    Eight sum = l[0] * b[0] + l[1] * b[1];
    sum += l[2] * b[2] + l[3] * b[3];
    sum += l[4] * b[4] + l[5] * b[5];
    to[j] = sum;
  }
}

STICKSLIP_KERNEL void subtract_body_products(const double* factor, const double* blocks, const int* columns, int count,
                                             double* work) noexcept {
  const auto* f = reinterpret_cast<const Eight*>(factor);
  for (int n = 0; n < count; ++n, blocks += BodyLu::block_size) {
    auto* to = reinterpret_cast<Eight*>(work + BodyLu::block_size * static_cast<std::size_t>(columns[n]));
    for (int j = 0; j < 6; ++j) {
      const double* b = blocks + 8 * j;
      Eight sum = f[0] * b[0] + f[1] * b[1];
      sum += f[2] * b[2] + f[3] * b[3];
      sum += f[4] * b[4] + f[5] * b[5];
      to[j] -= sum;
    }
  }
}

STICKSLIP_KERNEL void subtract_body_rows(const double* blocks, const int* columns, int count, const double* x,
                                         double* y) noexcept {
  Eight sum = *reinterpret_cast<const Eight*>(y);
  for (int n = 0; n < count; ++n, blocks += BodyLu::block_size) {
    const auto* block = reinterpret_cast<const Eight*>(blocks);
    const double* at = x + place(columns[n]);
    Eight part = block[0] * at[0] + block[1] * at[1];
    part += block[2] * at[2] + block[3] * at[3];
    part += block[4] * at[4] + block[5] * at[5];
    sum -= part;
  }
  *reinterpret_cast<Eight*>(y) = sum;
}

}  // namespace stickslip::solvers::detail
