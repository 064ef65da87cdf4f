// A patch with one bristle a cell: the full model of friction over an area.
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
// [Waltersson 2024, Eqs. 13–21]. State: 16 bytes a cell. Cost of a step on a raster with γ = 2, in units of one
// vectorised square root and division a cell: LuGre 2.5, Elasto-Plastic 7, or 1 where all bristles of a stretch of
// cells stay springs. No allocation in a step.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stickslip/numerics/aligned_vector.hpp"
#include "stickslip/patch/bristle_law.hpp"
#include "stickslip/patch/cells.hpp"
#include "stickslip/patch/detail/distributed_kernels.hpp"
#include "stickslip/patch/hertz_contact.hpp"
#include "stickslip/patch/patch_friction.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch {

class DistributedPatch {
 public:
  // Deflections of the bristles, all zx, then all zy [m]. Each half ends with a few bristles that carry no load and
  // only fill the last vector: cell i has values()[i] and values()[values().size()/2 + i].
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

  // n as in cells_of. Throw InvalidArgument.
  DistributedPatch(const BristleLaw& law, const Pressure& pressure, int n = 0);
  // n × n cells over the square that holds the contact, n = 0 means 21; pressure for fn = 0 until adapt_to.
  DistributedPatch(const BristleLaw& law, HertzContact contact, int n = 0);
  // The cells as given: positions finite, weights ≥ 0 with sum 1.
  DistributedPatch(const BristleLaw& law, Cells cells);

  // Gives a contact that depends on the load its pressure at fn; else does nothing. Keeps the bristles. Throws
  // InvalidArgument unless fn ≥ 0 and the contact's radius ≥ 0 and exponent > 0 are finite there.
  void adapt_to(double fn);

  const BristleLaw& law() const noexcept { return law_; }
  const Cells& cells() const noexcept { return cells_; }
  Vec<2> cop() const noexcept { return cells_.cop; }

  State state() const { return State(2 * x_.size()); }
  Wrench2 step(State& state, const Twist2& v, double fn, double dt) const noexcept;
  Wrench2 step_mean(State& state, const Twist2& v, double fn, double dt) const noexcept;
  Wrench2 step_euler(State& state, const Twist2& v, double fn, double dt) const noexcept;
  // `end` may be `base` itself.
  Response implicit_step(const State& base, const Twist2& v, double fn, double h, State& end) const noexcept;
  void rate(const State& state, const Twist2& v, State& rate) const noexcept;
  Wrench2 wrench(const State& state, const State& rate, const Twist2& v, double fn) const noexcept;
  double stored_energy(const State& state, double fn) const noexcept;

 private:
  // How g of all cells is found.
  enum class Stribeck { flat, gaussian, separable, general };

  void find_runs();
  void spread(double fn);
  double speed(const Twist2& v) const noexcept;
  bool accepts(const Twist2& v, double fn, double dt) const noexcept;
  template <class Visit>
  void for_each_chunk(const Twist2& v, Visit visit) const noexcept;

  BristleLaw law_;
  Cells cells_;
  HertzContact contact_{};  // without functions unless the pressure depends on the load
  double adapted_to_ = 0.0;
  double reach_ = 0.0;  // of the farthest cell from the CoP [m]

  detail::cellwise::Numbers numbers_;
  Stribeck stribeck_;
  numerics::AlignedVector x_, y_, weight_;    // of the cells, padded
  numerics::AlignedVector column_x_, row_y_;  // of the raster, padded; empty unless separable
  std::vector<detail::cellwise::Run> runs_;   // of all cells in turn; empty unless separable
  std::vector<std::size_t> first_run_;        // of each chunk, and the end
};

static_assert(PatchFriction<DistributedPatch>);

}  // namespace stickslip::patch
