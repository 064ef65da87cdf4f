// The step of a reduced patch in plain numbers: for one patch, and for many without branches. See reduced_patch.hpp.
#pragma once

#include <cstddef>

namespace stickslip::patch::detail {

// What all patches of a kind share.
struct ReducedKernelLaw {
  double sigma0, sigma1, sigma2;
  double s_ba;
  bool elasto_plastic;
  bool drift_free;
  double r, u;
};

// The table of a limit surface, as TabulatedSurface::data gives it.
struct ReducedTable {
  const double* nodes;
  int n;
};

constexpr std::size_t reduced_block = 64;

// Many patches as arrays, worked on in passes: reduced_drives fills `speed` and `h`; `g` is up to the caller, who knows
// the Stribeck curve (reduced_gaussian is its commonest form); reduced_steps does the rest.
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

void reduced_drives(ReducedBlock& block, double r, const ReducedTable& table) noexcept;
// base + rise exp(−(speed/v_s)²), into g.
void reduced_gaussian(ReducedBlock& block, double base, double rise, double v_s) noexcept;
void reduced_steps(ReducedBlock& block, const ReducedKernelLaw& law, double dt) noexcept;
// With branches: the processor foresees them, and then need not wait for one square root after the other.
ReducedWrench reduced_step(const ReducedMotion& m, ReducedBristles& z, const ReducedKernelLaw& law, double dt) noexcept;
// Fills m.speed and m.h from the twist.
void reduced_drive(ReducedMotion& m, double r, const ReducedTable& table) noexcept;

}  // namespace stickslip::patch::detail
