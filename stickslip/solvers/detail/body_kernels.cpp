// The loops of body_rows.hpp, in which the solver of bodies spends its time.
#include <cmath>

#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/solvers/detail/body_rows.hpp"
#include "stickslip/solvers/detail/four.hpp"
#include "stickslip/solvers/detail/natural_map.hpp"

namespace stickslip::solvers::detail {

namespace {

using Eight [[gnu::vector_size(64), gnu::may_alias]] = double;

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
  const Four all = sum + rest, halves = all + __builtin_shufflevector(all, all, 2, 3, 0, 1);
  return row.d + (halves[0] + halves[1]);
}

STICKSLIP_KERNEL_PART void add_multiple(const double* of, double factor, double* to) noexcept {
  store(load(to) + load(of) * factor, to);
  store(load(to + 4) + load(of + 4) * factor, to + 4);
}

STICKSLIP_KERNEL_PART void push(const BoundedRow& row, double r, double* v) noexcept {
  for (int side = 0; side < 2; ++side) add_multiple(row.Y[side], r, v + place(row.body[side]));
}

}  // namespace

// Y and w as well.
STICKSLIP_KERNEL void set_bounded_rows(const BodyConeProblem& problem, BoundedRow* row) noexcept {
  const int none = static_cast<int>(problem.bodies.size());
  for (const BodyConeProblem::Row& from : problem.rows) {
    row->d = from.d;
    row->epsilon = from.epsilon;
    row->low = from.low;
    row->high = from.high;
    double w = 0.0;
    for (int side = 0; side < 2; ++side) {
      const int body = side == 0 ? from.first : from.second;
      double* const J = row->J[side];
      double* const Y = row->Y[side];
      row->body[side] = body == BodyConeProblem::none ? none : body;
      if (body == BodyConeProblem::none) {
        for (double* to : {J, J + 4, Y, Y + 4}) store(Four{}, to);
        continue;
      }
      const BodyConeProblem::Body& of = problem.bodies[static_cast<std::size_t>(body)];
      const double* const given = (side == 0 ? from.J_first : from.J_second).data();
      const double* const I = of.inverse_inertia.data();
      for (int k = 0; k < 3; ++k) {
        J[k] = given[k];
        J[3 + k] = given[3 + k];
        Y[k] = of.inverse_mass * given[k];
        Y[3 + k] = I[k] * given[3] + I[3 + k] * given[4] + I[6 + k] * given[5];
        w += Y[k] * given[k] + Y[3 + k] * given[3 + k];
      }
      J[6] = J[7] = Y[6] = Y[7] = 0.0;
    }
    row->w = w;
    row->stiffness = 1.0 / from.epsilon;
    row->give = 1.0 / (w + from.epsilon);
    ++row;
  }
}

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

STICKSLIP_KERNEL double push_rows(const BodyRows& system, const double* r, const double* v, ContactState* states,
                                  double* push, double* force) noexcept {
  double sum = 0.0;
  for (const BoundedRow& row : system.bounded) {
    const double y = velocity(row, v) + row.epsilon * *r;
    const double defect = row.w * natural_row(*r, y * row.give, row.low, row.high);
    sum += defect * defect;
    const bool stays = (*r <= row.low && y >= 0.0) || (*r >= row.high && y <= 0.0);
    *states++ = stays ? ContactState::off : ContactState::sticking;
    *push = stays ? 0.0 : -y * row.stiffness;
    for (int side = 0; side < 2; ++side) add_multiple(row.J[side], *push, force + place(row.body[side]));
    ++r;
    ++push;
  }
  return sum;
}

STICKSLIP_KERNEL void move_rows(const BodyRows& system, const ContactState* states, const double* push,
                                const double* step, double* r, double* v) noexcept {
  for (const BoundedRow& row : system.bounded) {
    const double moved = *r + *push - (velocity(row, step) - row.d) * row.stiffness;
    if (*states != ContactState::off) *r = moved < row.low ? row.low : (moved > row.high ? row.high : moved);
    stickslip::solvers::detail::push(row, *r, v);
    ++states;
    ++push;
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
    const double defect = row.w * natural_row(*r, (*u + row.epsilon * *r) * row.give, row.low, row.high);
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
    const double next = *r - (velocity(row, v) + row.epsilon * *r) * row.give;
    const double change = (next < row.low ? row.low : next > row.high ? row.high : next) - *r;
    *r++ += change;
    if (change == 0.0) continue;
    push(row, change, v);
    sum += row.w * row.w * change * change;
  }
  return sum;
}

}  // namespace stickslip::solvers::detail
