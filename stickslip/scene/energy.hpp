// Where the energy of a run went, and whether that can be true.
//
//   (1)  external(t) = kinetic + potential + stored + dissipated + corrected − their sum at the start + unaccounted
//
// external      work of loads, drives, bodies and points with a prescribed motion, and changing normal forces, since the start [J].
//               Bristles z hold energy U(z, fn), in proportion to fn unless the contact grows with it: a change of fn does the work
//               ∫ ∂U/∂fn dfn
// stored        in the bristles of planar contacts, points and the friction of joints [J]
// dissipated    by friction and impacts, since the start, counted from what contacts, joints and laws do, and not as what is missing in
//               (1) [J]. Of contact volumes it includes what their springs and bristles hold
// corrected     taken by corrections since the start [J]: contacts push overlapping bodies apart and joints are closed by displacements,
//               velocities untouched, and gravity and loads do work over these; and velocities are lowered at the end of steps that would give
//               energy. Below zero where bodies were lifted so
// unaccounted   what (1) leaves over: the error of the time steps [J]
// put_in        the most energy that there ever was to account for: the largest of kinetic + stored + dissipated + potential above its
//               lowest, over the records [J]. What swings to and fro counts once
// lift          what it takes to lift the rigid bodies that moved by their own size, Σ m g R [J]: a box that slides by a micrometre puts in
//               next to nothing, and its balance is that of a box all the same
//
// All but put_in and lift have one value per record.
//
// Three verdicts, each by a fixed bound on a share of put_in + lift, the energy of the scene: that (1) closes; that friction and impacts take energy, by how far
// `dissipated` ever fell below an earlier value; that corrections are small. Bounds depend on the kind of scene, and on whether its bodies
// turn; detail/bounds.hpp has them, and the reason of each. What a run is too coarse for is not judged, which is not a pass; nor is what a law of friction
// gives that need not take energy. Planar bodies, which do not touch each other, are judged one by one, and the worst of them counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/core/names.hpp"

namespace stickslip::scene {

// Energies at one time [J].
struct EnergyRecord {
  double kinetic = 0.0, potential = 0.0, stored = 0.0, external = 0.0, dissipated = 0.0, corrected = 0.0;
};

enum class Judgement : std::uint8_t { pass, fail, not_judged };

// What part of put_in + lift something may be.
struct EnergyBounds {
  double unaccounted = 1e-6, fall = 1e-6, corrected = 2e-3;
  // What is open by more than the first and no more than this is not judged: the run is too coarse.
  double unresolved = 0.0;
  // Whether the law of friction may give energy: not passive. What it gives beyond `fall` is not judged, up to Energy::most_unresolved.
  bool may_give = false;
  bool is_watched = true;  // whether watch() was called after every step. Else such a law is not judged at all
};

// One of the verdicts.
struct EnergyVerdict {
  std::string quantity;  // without its unit, "1"
  double share;          // NaN where an energy is not finite
  double bound;
  Judgement judgement;
  std::string reason = {};  // where it is no pass: what it may come from, if that is known
};

struct Energy {
  // What is open by more fails, whatever the reason.
  static constexpr double most_unresolved = 1e-2;

  std::vector<double> kinetic, potential, stored, external, dissipated, corrected, unaccounted;
  double put_in = 0.0, lift = 0.0;
  double largest_fall =
      0.0;  // of dissipated below an earlier value, also between records where watch() was called there [J]
  EnergyBounds bounds = {};
  std::string reason = {};  // what (1) may be open by
  std::string law = {};     // which may give energy
  bool has_moved = true;    // whether anything went further than contacts deflect

  // The verdicts of bodies that do not touch each other, of those that moved. Names are theirs.
  static constexpr std::size_t verdicts_of_one = 3;
  struct Part {
    std::string name;
    std::vector<EnergyVerdict> verdicts;
  };
  std::vector<Part> parts = {};

  void add(const EnergyRecord& at);
  // Takes note of `dissipated` between two records.
  void watch(double dissipated_now) noexcept;
  // After the last record: put_in.
  void finish();

  // As shares of put_in + lift. NaN where any energy is not finite.
  double open_share() const noexcept;       // the largest |unaccounted|
  double fall_share() const noexcept;       // the largest fall
  double corrected_share() const noexcept;  // the largest |corrected|

  std::vector<EnergyVerdict> verdicts() const;
  // Fails where one of the verdicts does, passes where all do.
  Judgement judgement() const;
  // One sentence on how well it closes, and why not better.
  std::string summary() const;

 private:
  bool is_finite() const noexcept;
  double share(double value) const noexcept;

  std::vector<EnergyVerdict> own_verdicts() const;

  double peak_ = 0.0;  // of dissipated
};

}  // namespace stickslip::scene

template <>
struct stickslip::Names<stickslip::scene::Judgement> {
  struct Row {
    scene::Judgement value;
    std::string_view name;
    std::string_view meaning;
  };
  static constexpr Row table[] = {
      {scene::Judgement::pass, "pass", "within the bound"},
      {scene::Judgement::fail, "fail", "beyond the bound"},
      {scene::Judgement::not_judged, "not judged", "the run is too coarse, or too still, to tell"},
  };
};
