#include "stickslip/solvers/detail/cone_kernels.hpp"

#include "stickslip/numerics/kernel_target.hpp"
#include "stickslip/solvers/detail/natural_map.hpp"

namespace stickslip::solvers::detail {

namespace {

// Four doubles as one register, or two: what the compiler has.
using Four [[gnu::vector_size(32), gnu::may_alias]] = double;

STICKSLIP_KERNEL_PART void row_product(const ConeSystem& system, std::size_t i, const double* x, const double* start,
                                       double* y) noexcept {
  const int first = system.row_begin[i], last = system.row_begin[i + 1];
  const int* column = system.columns.data() + first;
  const double* block = system.block(first);
  // Three sums, so that one addition need not wait for the one before.
  Four a = *reinterpret_cast<const Four*>(start), b{}, c{};
  for (int k = first; k < last; ++k, ++column, block += 12) {
    const double* at = x + 4 * static_cast<std::ptrdiff_t>(*column);
    const auto* columns = reinterpret_cast<const Four*>(block);
    a += columns[0] * at[0];
    b += columns[1] * at[1];
    c += columns[2] * at[2];
  }
  *reinterpret_cast<Four*>(y) = a + b + c;
}

}  // namespace

STICKSLIP_KERNEL void multiply(const ConeSystem& system, const double* x, double* y) noexcept {
  alignas(32) constexpr double zero[4] = {};
  for (std::size_t i = 0; i < static_cast<std::size_t>(system.n); ++i) row_product(system, i, x, zero, y + 4 * i);
}

STICKSLIP_KERNEL double sweep(const ConeSystem& system, LocalContact* contacts, const double* q, double* r) noexcept {
  double defect = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(system.n); ++i) {
    alignas(32) double u[4];
    row_product(system, i, r, q + 4 * i, u);
    double* own = r + 4 * i;
    defect += natural_defect(own, u, system.mu[i]);
    const double* a = system.block(system.diagonal[i]);
    u[0] -= a[0] * own[0] + a[4] * own[1] + a[8] * own[2];
    u[1] -= a[1] * own[0] + a[5] * own[1] + a[9] * own[2];
    u[2] -= a[2] * own[0] + a[6] * own[1] + a[10] * own[2];
    contacts[i].solve(u, own);
  }
  return defect;
}

STICKSLIP_KERNEL void subtract_products(const double* factor, const double* blocks, const int* columns, int count,
                                        double* work) noexcept {
  const auto* f = reinterpret_cast<const Four*>(factor);
  const Four f_0 = f[0], f_1 = f[1], f_2 = f[2];
  for (int k = 0; k < count; ++k, blocks += 12) {
    auto* to = reinterpret_cast<Four*>(work + 12 * static_cast<std::ptrdiff_t>(columns[k]));
    for (int j = 0; j < 3; ++j) to[j] -= f_0 * blocks[4 * j] + f_1 * blocks[4 * j + 1] + f_2 * blocks[4 * j + 2];
  }
}

}  // namespace stickslip::solvers::detail
