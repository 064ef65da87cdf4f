// Many reduced patches of one kind, stepped together: the feet of a thousand robots, the fingers of a planner's samples.
//
// All share a ReducedPatch, whose surface must be a table; each has its own bristles, twist and normal force. A step is
// that of ReducedPatch::step for each of them, to rounding, as vector code.
// Memory: 24 bytes per patch. No allocation in a step.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stickslip/friction/samples.hpp"
#include "stickslip/patch/reduced_patch.hpp"

namespace stickslip::patch {

class ReducedBatch {
 public:
  // `count` relaxed patches. Throws InvalidArgument unless the surface is tabulated and does not depend on the load.
  ReducedBatch(ReducedPatch patch, std::size_t count);

  std::size_t count() const noexcept { return count_; }
  const ReducedPatch& patch() const noexcept { return patch_; }
  // Bristles of patch i [m, m, m²].
  Vec<3> bristles(std::size_t i) const noexcept { return {z_[i], z_[count_ + i], z_[2 * count_ + i]}; }
  void set_bristles(std::size_t i, const Vec<3>& z) noexcept;

  // Twists and wrenches at the CoP, row-major, count × 3; fn one for all or one per patch. Throws InvalidArgument that
  // names the entry which is wrong; nothing has moved then.
  void step(std::span<const double> twists, const friction::NormalForce& fn, double dt, std::span<double> wrenches);

 private:
  ReducedPatch patch_;
  std::size_t count_;
  std::vector<double> z_;  // zx of all, zy of all, zτ of all
};

}  // namespace stickslip::patch
