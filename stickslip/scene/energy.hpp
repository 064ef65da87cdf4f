// Where the energy of a run went.
//
//   (1)  external(t) = kinetic + potential + stored + dissipated − their sum at the start + unaccounted
//
// external      work of loads, drives and bodies that move as told, since the start [J]
// stored        in the bristles of planar contacts and points [J]
// dissipated    by friction and impacts, since the start: by what contacts did, not as what is missing in (1) [J]. Of contact volumes it
//               includes what their springs and bristles hold
// unaccounted   what (1) leaves over: the error of the time steps [J]
// put_in        what there was to lose: kinetic energy at the start, external work and potential energy that became free, each counted
//               where it is positive [J]
//
// All have one value per record.
#pragma once

#include <string>
#include <vector>

namespace stickslip::scene {

struct Energy {
  std::vector<double> kinetic, potential, stored, external, dissipated, unaccounted;
  double put_in = 0.0;
  double negligible = 1e-14;  // put_in of a scene that rests: the give of its contacts [J]
  // Where (1) does not close: what that is due to.
  std::string reason = {};

  static constexpr double tolerance = 1e-6;  // share of put_in within which (1) closes

  // The largest of |unaccounted|, as a share of put_in; 0 where that is negligible.
  double open_share() const noexcept;
  bool closes() const noexcept { return open_share() <= tolerance; }
  // One sentence on how well it closes, and why not better.
  std::string summary() const;
};

}  // namespace stickslip::scene
