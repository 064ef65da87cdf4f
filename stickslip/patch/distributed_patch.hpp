// A patch with one bristle per cell: the full model of friction over an area.
//
//   (1)  v_i = (vx − ω y_i, vy + ω x_i)
//   (2)  ż_i = v_i − β_i a_i z_i,   a_i = σ0 ‖v_i‖/g(‖v_i‖)          β = 1: LuGre; else elasto_plastic.hpp, Eqs. 2, 3
//   (3)  l_i = (σ0 z_i + σ1 ż_i + σ2 v_i) p_i fn
//   (4)  wrench = −Σ (l_i, ρ_i × l_i)
//
// ρ_i = (x_i, y_i)  position of cell i from the CoP [m]
// p_i               share of the normal force on cell i
// The other symbols, units and signs are those of patch_friction.hpp and friction/lugre.hpp.
//
// Each bristle takes the step of its point law: exact for LuGre at constant twist, of order 2 for Elasto-Plastic,
// stable for any dt. Twists that move a cell at more than 1e60 m/s, or by 1e80 μC/σ0 in an implicit step, count as not
// finite.
// [Waltersson 2024, Eqs. 13–21]. State: 16 bytes per cell. Cost of a step on a raster with γ = 2, in units of one
// vectorised square root and division per cell: LuGre 2.5, Elasto-Plastic 7, or 1 where all bristles of a stretch of
// cells stay springs. No allocation in a step.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "stickslip/numerics/aligned_vector.hpp"
#include "stickslip/patch/bristle_law.hpp"
#include "stickslip/patch/cells.hpp"
#include "stickslip/patch/hertz_contact.hpp"
#include "stickslip/patch/patch_friction.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch {

namespace detail {
class CellLayout;
}

class DistributedPatch {
 public:
  // Deflections of the bristles, all zx, then all zy [m]. Each half ends with a few bristles that carry no load and
  // only fill the last vector: cell i has values()[i] and values()[values().size()/2 + i]. The filling stays zero, so
  // that a state is what its cells say.
  class State {
   public:
    std::span<double> values() noexcept { return values_; }
    std::span<const double> values() const noexcept { return values_; }
    friend bool operator==(const State&, const State&) = default;

   private:
    friend class DistributedPatch;
    explicit State(std::size_t count) : values_(count, 0.0) {}

    numerics::AlignedVector values_;
  };

  // cells: along each side, as in cells_of. Throw InvalidArgument.
  DistributedPatch(const BristleLaw& law, const Pressure& pressure, int cells = 0);
  // Follows the load, with cells × cells bristles over the square that holds the contact; 0 means 21. The weights of
  // cells() are those without load.
  DistributedPatch(const BristleLaw& law, HertzContact contact, int cells = 0);
  // The cells as given: positions finite, weights ≥ 0 with sum 1.
  DistributedPatch(const BristleLaw& law, Cells cells);

  // See patch_friction.hpp. A new load costs the pressure of an eighth of the cells.
  const DistributedPatch& at(double fn, ShapeMemory<DistributedPatch>& memory) const;

  const BristleLaw& law() const noexcept { return law_; }
  const Cells& cells() const noexcept { return cells_; }
  Vec<2> cop() const noexcept { return cells_.cop; }

  State state() const { return State(2 * weight_.size()); }
  Wrench2 step(State& state, const Twist2& v, double fn, double dt) const noexcept;
  Wrench2 step_mean(State& state, const Twist2& v, double fn, double dt) const noexcept;
  Wrench2 step_euler(State& state, const Twist2& v, double fn, double dt) const noexcept;
  // `end` may be `base` itself.
  Response implicit_step(const State& base, const Twist2& v, double fn, double h, State& end) const noexcept;
  void rate(const State& state, const Twist2& v, State& rate) const noexcept;
  Wrench2 wrench(const State& state, const State& rate, const Twist2& v, double fn) const noexcept;
  double stored_energy(const State& state, double fn) const noexcept;

 private:
  void reshape(const HertzContact::Shape& shape) noexcept;
  bool follows_load() const noexcept { return contact_ != nullptr; }
  bool accepts(const Twist2& v, double fn, double dt) const noexcept;
  void clear_filling(State& state) const noexcept;

  BristleLaw law_;
  Cells cells_;
  std::shared_ptr<const detail::CellLayout> layout_;
  numerics::AlignedVector weight_;               // that of the cells, padded
  std::shared_ptr<const HertzContact> contact_;  // null unless the patch follows the load
};

static_assert(PatchFriction<DistributedPatch>);

}  // namespace stickslip::patch
