#include "stickslip/patch/reduced_batch.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/detail/reduced_kernel.hpp"
#include "stickslip/patch/run.hpp"

namespace stickslip::patch {

namespace {

using detail::reduced_block;
using detail::ReducedBlock;

}  // namespace

ReducedBatch::ReducedBatch(ReducedPatch patch, std::size_t count)
    : patch_(std::move(patch)), count_(count), z_(3 * count, 0.0) {
  if (!std::holds_alternative<TabulatedSurface>(patch_.surface().form())) {
    throw InvalidArgument(
        "ReducedBatch: the patch's limit surface must be a table (LimitSurface.tabulated), which the steps look up");
  }
}

void ReducedBatch::set_bristles(std::size_t i, const Vec<3>& z) noexcept {
  z_[i] = z(0);
  z_[count_ + i] = z(1);
  z_[2 * count_ + i] = z(2);
}

void ReducedBatch::step(std::span<const double> twists, const friction::NormalForce& fn, double dt,
                        std::span<double> wrenches) {
  require_twists(twists);
  friction::require_size("twists", twists.size(), 3 * count_);
  friction::require_size("wrenches", wrenches.size(), 3 * count_);
  fn.require_valid_for(count_);
  friction::require_step(dt);

  const auto& surface = std::get<TabulatedSurface>(patch_.surface().form());
  const detail::ReducedTable table{surface.data(), surface.n()};
  const ReducedLaw& law = patch_.numbers();
  ReducedBlock block{};
  for (std::size_t first = 0; first < count_; first += reduced_block) {
    const std::size_t size = std::min(reduced_block, count_ - first);
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t k = first + i;
      block.vx[i] = twists[3 * k];
      block.vy[i] = twists[3 * k + 1];
      block.spin[i] = twists[3 * k + 2];
      block.fn[i] = fn[k];
      block.zx[i] = z_[k];
      block.zy[i] = z_[count_ + k];
      block.zt[i] = z_[2 * count_ + k];
    }
    detail::reduced_drives(block, patch_.r(), table);
    if (law.gaussian) {
      detail::reduced_gaussian(block, law);
    } else {
      std::transform(block.speed, block.speed + reduced_block, block.g, patch_.law().g);
    }
    std::visit([&](const auto& yield) { detail::reduced_steps(yield, block, law, dt); }, law.yield);
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t k = first + i;
      z_[k] = block.zx[i];
      z_[count_ + k] = block.zy[i];
      z_[2 * count_ + k] = block.zt[i];
      wrenches[3 * k] = block.fx[i];
      wrenches[3 * k + 1] = block.fy[i];
      wrenches[3 * k + 2] = block.torque[i];
    }
  }
}

}  // namespace stickslip::patch
