// The step of a reduced patch in plain numbers: for one patch, and for many without branches. See reduced_patch.hpp.
#pragma once

#include <cstddef>

#include "stickslip/friction/yield.hpp"
#include "stickslip/patch/reduced_law.hpp"

namespace stickslip::patch::detail {

// The table of a limit surface, as TabulatedSurface::data gives it.
struct ReducedTable {
  const double* nodes;
  int n;
};

constexpr std::size_t reduced_block = 64;

// Many patches as arrays, worked on in passes: reduced_drives fills `speed` and `h`; reduced_gaussian fills `g`, unless
// the caller does; reduced_steps does the rest.
struct ReducedBlock {
  alignas(64) double vx[reduced_block], vy[reduced_block], spin[reduced_block];  // twist
  alignas(64) double fn[reduced_block];
  alignas(64) double speed[reduced_block];                                     // ‖(vx, vy, r ω)‖
  alignas(64) double hx[reduced_block], hy[reduced_block], ht[reduced_block];  // of the limit surface
  alignas(64) double g[reduced_block];
  alignas(64) double zx[reduced_block], zy[reduced_block], zt[reduced_block];  // bristles, in and out
  alignas(64) double fx[reduced_block], fy[reduced_block], torque[reduced_block];
};

// One patch.
struct ReducedMotion {
  double vx, vy, spin;  // twist
  double fn;
  double speed;
  double hx, hy, ht;
  double g;
};

struct ReducedBristles {
  double x, y, t;
};

struct ReducedWrench {
  double fx, fy, torque;
};

struct ReducedStep {
  ReducedBristles z;     // at the end
  ReducedWrench wrench;  // at the end
  double beta;           // frozen during the step
};

void reduced_drives(ReducedBlock& block, double r, const ReducedTable& table) noexcept;
void reduced_gaussian(ReducedBlock& block, const ReducedLaw& law) noexcept;
// Steps exist once per way to yield, law.yield, and the caller chooses: a function that held all of them would save and
// restore for LuGre what only the others need.
void reduced_steps(const friction::FullSlip& yield, ReducedBlock& block, const ReducedLaw& law, double dt) noexcept;
void reduced_steps(const friction::Yield& yield, ReducedBlock& block, const ReducedLaw& law, double dt) noexcept;
// With speed, h and g of the motion known.
ReducedStep reduced_step(const friction::FullSlip& yield, const ReducedMotion& m, const ReducedBristles& z,
                         const ReducedLaw& law, double dt) noexcept;
ReducedStep reduced_step(const friction::Yield& yield, const ReducedMotion& m, const ReducedBristles& z,
                         const ReducedLaw& law, double dt) noexcept;
// The same for a table and a gaussian law, whole: z (zx, zy, zτ) in and out, wrench out. False, and nothing written,
// where twist, fn or dt are not ones to step with.
bool reduced_step(const friction::FullSlip& yield, const double* twist, double fn, double dt, const ReducedTable& table,
                  const ReducedLaw& law, double* z, double* wrench) noexcept;
bool reduced_step(const friction::Yield& yield, const double* twist, double fn, double dt, const ReducedTable& table,
                  const ReducedLaw& law, double* z, double* wrench) noexcept;

}  // namespace stickslip::patch::detail
