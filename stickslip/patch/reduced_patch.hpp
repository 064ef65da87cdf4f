// A patch with three bristles: two that slide and one that twists, coupled by the limit surface.
//
// In the scaled coordinates v_S = S v, y = S⁻¹ z, S = diag(1, 1, r), n = ‖v_S‖, with h(v) the limit surface's wrench
// divided by (1, 1, r), d = −h n the drive of full slip and e that of stick:
//   (1)  ẏ = (1 − β) e + β (d − a y),   a = σ0 n/g(n)
//   (2)  LuGre: β = 1.  Elasto-Plastic: β(y, d) of friction/elasto_plastic.hpp with z_max = ‖h‖ g/σ0
//   (3)  wrench = −fn (S (σ0 y + σ1 ẏ) + σ2 U v),   U = diag(1, 1, u)
// Elasto-Plastic in stick:
//   drift_free  e = v_S: y is a displacement, and a load that stays below break-away leaves no motion behind
//   paper       e = d: as published; d is not the rate of any position, so stick drifts a little
//
// z = (zx, zy, zτ)  bristle deflections [m, m, m²]
// r, u              see pressure.hpp
// The other symbols, units and signs are those of patch_friction.hpp and friction/lugre.hpp.
//
// Energy: with ½σ0‖y‖² fn as storage and σ1 = 0 the bristles lose βσ0 (y·(v_S − d) + a‖y‖²) fn of power. Elasto-Plastic and
// drift_free that is ≥ 0 where ‖v_S − d‖ ≤ s_ba ‖d‖ for every twist, for then a‖y‖ ≥ s_ba ‖d‖ wherever β > 0. Of LuGre, and
// in the paper's form, it is negative for short y: they are not passive, and may give more than they were given.
//
// The steady wrench is that of the limit surface at n = ‖(vx, vy, r ω)‖: against the distributed model the transient
// and the Stribeck effect of cells at different speeds are approximate. The step is exact for LuGre at constant twist,
// order 2 for Elasto-Plastic, stable at any dt.
// [Waltersson 2024, Eqs. 24–41; S and the sign of Eq. 31 corrected], drift_free ours. No allocation in a step.
#pragma once

#include <memory>
#include <span>

#include "stickslip/patch/bristle_law.hpp"
#include "stickslip/patch/hertz_contact.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/patch_friction.hpp"
#include "stickslip/patch/reduced_law.hpp"

namespace stickslip::patch {

namespace detail {
struct ReducedStep;
}

class ReducedPatch {
 public:
  struct State {
    Vec<3> z = Vec<3>::Zero();

    std::span<double> values() noexcept { return {z.data(), 3}; }
    std::span<const double> values() const noexcept { return {z.data(), 3}; }
    friend bool operator==(const State&, const State&) = default;
  };

  // Throws InvalidArgument where r = 0: a single point has no torsional bristle.
  ReducedPatch(const BristleLaw& law, LimitSurface surface, Stick stick = Stick::drift_free);
  // With the surface as a table of n = 20.
  ReducedPatch(const BristleLaw& law, const Pressure& pressure, Stick stick = Stick::drift_free);
  // Follows the load; needs no table for it (hertz_family.hpp). surface(), r() and u() are those without load.
  ReducedPatch(const BristleLaw& law, HertzContact contact, Stick stick = Stick::drift_free);

  // See patch_friction.hpp.
  const ReducedPatch& at(double fn, ShapeMemory<ReducedPatch>& memory) const;

  const BristleLaw& law() const noexcept { return law_; }
  const LimitSurface& surface() const noexcept { return surface_; }
  Stick stick() const noexcept { return stick_; }
  double r() const noexcept { return numbers_.r; }
  double u() const noexcept { return numbers_.u; }
  Vec<2> cop() const noexcept { return surface_.cop(); }

  State state() const { return {}; }
  Wrench2 step(State& state, const Twist2& v, double fn, double dt) const noexcept;
  Wrench2 step_mean(State& state, const Twist2& v, double fn, double dt) const noexcept;
  Wrench2 step_euler(State& state, const Twist2& v, double fn, double dt) const noexcept;
  Response implicit_step(const State& base, const Twist2& v, double fn, double h, State& end) const noexcept;
  void rate(const State& state, const Twist2& v, State& rate) const noexcept;
  Wrench2 wrench(const State& state, const State& rate, const Twist2& v, double fn) const noexcept;
  double stored_energy(const State& state, double fn) const noexcept;

  // For loops over many patches.
  const ReducedLaw& numbers() const noexcept { return numbers_; }

 private:
  struct Drive;  // what a twist means to the bristles
  struct Slope;  // and its derivatives
  struct Share;  // β and its derivative

  void reshape(LimitSurface surface);
  bool follows_load() const noexcept { return contact_ != nullptr; }
  bool accepts(const Twist2& v, double fn, double dt) const noexcept { return !follows_load() && steppable(v, fn, dt); }
  Vec<3> scale() const noexcept { return {1.0, 1.0, r()}; }
  Drive drive(const Twist2& v) const noexcept;
  Slope slope(const Drive& d) const noexcept;
  Vec<3> normalised(const Vec<3>& v_s) const noexcept;
  double beta(const Vec<3>& y, const Drive& d) const noexcept;
  Share share_of(const Vec<3>& y, const Drive& d) const noexcept;
  static Share share_of(const Vec<3>& y, const Drive& d, const friction::FullSlip& yield) noexcept;
  static Share share_of(const Vec<3>& y, const Drive& d, const friction::Yield& yield) noexcept;
  Vec<3> rate_of(const Vec<3>& y, double beta, const Drive& d) const noexcept;
  Wrench2 wrench_of(const Vec<3>& y, const Vec<3>& y_rate, const Twist2& v, double fn) const noexcept;

  detail::ReducedStep advance(State& state, const Twist2& v, const Drive& d, double fn, double dt) const noexcept;
  double implicit_beta(const Vec<3>& base, const Drive& d, double h) const noexcept;
  Vec<3> implicit_y(const Vec<3>& base, const Drive& d, double beta, double h) const noexcept;

  BristleLaw law_;
  LimitSurface surface_;
  Stick stick_;
  ReducedLaw numbers_;                           // of law and size
  std::shared_ptr<const HertzContact> contact_;  // null unless the patch follows the load
};

static_assert(PatchFriction<ReducedPatch>);

}  // namespace stickslip::patch
