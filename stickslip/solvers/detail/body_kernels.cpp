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

STICKSLIP_KERNEL_PART const Four& load(const double* from) noexcept {
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
  const double* v_1 = v + place(row.body[0]);
  const double* v_2 = v + place(row.body[1]);
  const Four sum = load(row.J[0]) * load(v_1) + load(row.J[1]) * load(v_2);
  const Four rest = load(row.J[0] + 4) * load(v_1 + 4) + load(row.J[1] + 4) * load(v_2 + 4);
  return row.d + ((sum[0] + sum[1]) + (sum[2] + sum[3])) + (rest[0] + rest[1]);
}

STICKSLIP_KERNEL_PART void add_multiple(const double* of, double factor, double* to) noexcept {
  store(load(to) + load(of) * factor, to);
  store(load(to + 4) + load(of + 4) * factor, to + 4);
}

STICKSLIP_KERNEL_PART void push(const BoundedRow& row, double r, double* v) noexcept {
  for (int side = 0; side < 2; ++side) add_multiple(row.Y[side], r, v + place(row.body[side]));
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
    double* const to_first = v + place(first);
    double* const to_second = v + place(second);
    // Halves of four: g++ 12 keeps vectors of eight that live through a loop in memory.
    Four a = load(to_first), b = load(to_first + 4);
    for (const BoundedRow* of = row; of != end && of->body[0] == first && of->body[1] == second; ++of) {
      a += load(of->Y[0]) * r[of - row];
      b += load(of->Y[0] + 4) * r[of - row];
    }
    store(a, to_first);
    store(b, to_first + 4);
    a = load(to_second);
    b = load(to_second + 4);
    for (; row != end && row->body[0] == first && row->body[1] == second; ++row, ++r) {
      a += load(row->Y[1]) * *r;
      b += load(row->Y[1] + 4) * *r;
    }
    store(a, to_second);
    store(b, to_second + 4);
  }
}

STICKSLIP_KERNEL void add_row_forces(const BodyRows& system, const double* r, double* force) noexcept {
  for (const BoundedRow& row : system.bounded) {
    for (int side = 0; side < 2; ++side) add_multiple(row.J[side], *r, force + place(row.body[side]));
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
  alignas(64) double m[48], x[48] = {}, multiple[8];
  for (int k = 0; k < 48; ++k) m[k] = a[k];
  for (int k = 0; k < 6; ++k) x[9 * k] = 1.0;
  double least = 0.0, most = 0.0;
  for (int k = 0; k < 6; ++k) {
    int row = k;
    for (int i = k + 1; i < 6; ++i) {
      if (std::abs(m[8 * k + i]) > std::abs(m[8 * k + row])) row = i;
    }
    const double pivot = m[8 * k + row], size = std::abs(pivot);
    least = k == 0 ? size : std::min(least, size);
    most = std::max(most, size);
    if (!(size > 0.0)) return false;
    if (row != k) {
      for (int j = 0; j < 48; j += 8) {
        std::swap(m[j + k], m[j + row]);
        std::swap(x[j + k], x[j + row]);
      }
    }
    const double over = 1.0 / pivot;
    for (int i = 0; i < 8; ++i) multiple[i] = m[8 * k + i] * over;
    multiple[k] = 1.0 - over;  // the row of the pivot itself is divided by it
    const Four upper = load(multiple), lower = load(multiple + 4);
    for (int j = 0; j < 48; j += 8) {
      const double p = m[j + k], q = x[j + k];
      store(load(m + j) - upper * p, m + j);
      store(load(m + j + 4) - lower * p, m + j + 4);
      store(load(x + j) - upper * q, x + j);
      store(load(x + j + 4) - lower * q, x + j + 4);
    }
  }
  if (!(least > 1e-15 * most) || !std::isfinite(most)) return false;
  for (int k = 0; k < 48; ++k) inverse[k] = x[k];
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
  for (int half = 0; half < 8; half += 4) {
    const Four a = load(left + half), b = load(left + 8 + half), c = load(left + 16 + half), d = load(left + 24 + half),
               e = load(left + 32 + half), f = load(left + 40 + half);
    for (int j = 0; j < 48; j += 8) {
      const double* of = right + j;
      store((a * of[0] + b * of[1]) + (c * of[2] + d * of[3]) + (e * of[4] + f * of[5]), product + j + half);
    }
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
