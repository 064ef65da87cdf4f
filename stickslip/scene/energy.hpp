// Where the energy of a run went.
//
//   (1)  external(t) = kinetic + potential + stored + dissipated − their sum at the start + unaccounted
//
// external      work of loads, drives, bodies and points with a prescribed motion, and changing normal forces, since the start [J].
//               Bristles z hold energy U(z, fn), in proportion to fn unless the contact grows with it: a change of fn does the work
//               ∫ ∂U/∂fn dfn
// stored        in the bristles of planar contacts, points and the friction of joints [J]
// dissipated    by friction and impacts, since the start, counted from what contacts, joints and laws do, and not as what is missing in
//               (1) [J]. Of contact volumes it includes what their springs and bristles hold
// unaccounted   what (1) leaves over: the error of the time steps [J]
// put_in        the most energy that there ever was to account for: the largest of kinetic + stored + dissipated + potential above its
//               lowest, over the records [J]. What swings to and fro counts once
//
// All but put_in have one value per record.
//
// A balance is judged by two bounds: |unaccounted| ≤ bound · put_in, and dissipated ≥ −1e-6 put_in, for friction takes energy and gives
// none. The bound is 1e-6, or follows from what the time steps cannot do; then `reason` says what that is.
#pragma once

#include <string>
#include <vector>

namespace stickslip::scene {

// Energies at one time [J].
struct EnergyRecord {
  double kinetic = 0.0, potential = 0.0, stored = 0.0, external = 0.0, dissipated = 0.0;
};

struct Energy {
  static constexpr double tolerance = 1e-6;  // share of put_in within which (1) closes

  std::vector<double> kinetic, potential, stored, external, dissipated, unaccounted;
  double put_in = 0.0;
  // The least that shares are taken of: below, energies are rounding, or what contacts deflect by in a scene that rests [J].
  double negligible = 1e-14;
  double bound = tolerance;  // largest share that may be unaccounted for
  std::string reason = {};   // why bound is more than the tolerance, or what else (1) may be open by
  bool has_moved = true;     // whether anything went further than contacts deflect

  void add(const EnergyRecord& at);
  // After the last record: put_in.
  void finish();

  // The largest of |unaccounted|, as a share of put_in, or of what is negligible where that is more. NaN where any is not finite.
  double open_share() const noexcept;
  // The lowest value of dissipated as such a share: below zero where friction gave energy. NaN where any is not finite.
  double lowest_dissipated_share() const noexcept;
  bool closes() const noexcept { return open_share() <= tolerance; }
  // Whether both bounds hold.
  bool passes() const noexcept;
  // One sentence on how well it closes, and why not better.
  std::string summary() const;

 private:
  double share(double value) const noexcept;
};

}  // namespace stickslip::scene
