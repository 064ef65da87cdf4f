// The inner loops of the distributed model: a law's equations for one chunk of cells at a time, as vector code.
//
// Deflections are counted in units of z_unit = μC/σ0 inside the loops, friction coefficients in units of μC, so that no
// square over- or underflows whatever the parameters are. Speeds below 1e-130 m/s count as rest. Each kernel goes over
// its chunk in several short loops, whose results stay in the first-level cache: one long chain of operations per cell
// would leave most of the processor waiting. Structs are handed over by value, for a loop that writes through one
// pointer must not fear for what lies behind another. Cells are padded to a multiple of `lanes` by cells without load.
#pragma once

#include <cstddef>

#include "stickslip/friction/yield.hpp"

namespace stickslip::patch::detail::cellwise {

inline constexpr std::size_t lanes = 8;
inline constexpr std::size_t chunk_size = 128;  // of the buffers on the stack; a multiple of lanes

constexpr std::size_t padded(std::size_t count) noexcept {
  return (count + lanes - 1) / lanes * lanes;
}

// A law's numbers in the units of the loops.
struct LawNumbers {
  double sigma1, sigma2;  // [s/m]
  double mu_c;            // = σ0 z_unit
  double z_unit;          // μC/σ0 [m]
  double per_z_unit;      // σ0/μC [1/m]
  double rise;            // μS/μC − 1
  double per_v_s, gamma;  // 1/v_s [s/m], at most 1e140, for it is squared; Stribeck's exponent
  friction::Yield yield;  // of bristles that are springs at first
};

// Of the CoP.
struct PlainTwist {
  double vx, vy, omega;  // [m/s], [rad/s]
};

struct Chunk {
  std::size_t size;     // multiple of lanes
  const double *x, *y;  // from the CoP [m]
  const double* p;      // share of the normal force
  const double* g;      // g(‖v_i‖)/μC: z_max in units of z_unit
};

// What the twist means to each cell of a chunk.
struct alignas(64) Drives {
  double per_g[chunk_size];      // μC/g
  double per_speed[chunk_size];  // 1/‖v_i‖ [s/m]
  double rate[chunk_size];       // a = ‖v_i‖/z_max [1/s]
};

// Cells side by side in one row of a raster, all within one chunk.
struct Run {
  int row;
  int first_column;
  int length;
};

struct Bristles {
  double *x, *y;  // deflection [m]
};

struct ConstBristles {
  const double *x, *y;
};

// Σ p l and Σ p ρ×l: what the bristles pull with per newton of normal force.
struct Traction {
  double fx = 0.0, fy = 0.0, torque = 0.0;

  void add(double more_fx, double more_fy, double more_torque) noexcept {
    fx += more_fx;
    fy += more_fy;
    torque += more_torque;
  }
};

// The same with its derivative by (vx, vy, ω), row-major.
struct TractionAndSlope {
  Traction traction;
  double slope[9] = {};
};

// g/μC of each cell: for γ = 2 one exp per cell, for any γ one pow more.
void stribeck_gaussian(LawNumbers law, Chunk cells, PlainTwist v, double* g) noexcept;
void stribeck_general(LawNumbers law, Chunk cells, PlainTwist v, double* g) noexcept;
// exp(−s²/v_s²) of each of `count` speeds base + factor · position, count a multiple of lanes: with γ = 2 the cells of
// a raster need them per column and per row only, for exp(−‖v‖²/v_s²) is a product.
void gaussians(LawNumbers law, std::size_t count, const double* position, double base, double factor,
               double* out) noexcept;
// g/μC of a chunk that consists of runs. Writes up to lanes − 1 numbers beyond, and reads as many beyond of_column.
void stribeck_runs(LawNumbers law, const Run* begin, const Run* end, const double* of_row, const double* of_column,
                   double* g) noexcept;
// One square root and one division per cell.
void find_drives(LawNumbers law, Chunk cells, PlainTwist v, Drives& drives) noexcept;
// −n g'(n)/μC of each cell.
void stribeck_slope(LawNumbers law, Chunk cells, PlainTwist v, double* slope) noexcept;

// The loops of bristles that yield in one way.
struct BristleKernels {
  void (*step)(LawNumbers law, Chunk cells, const Drives& drives, PlainTwist v, double dt, Bristles z,
               Traction& traction) noexcept;
  void (*step_mean)(LawNumbers law, Chunk cells, const Drives& drives, PlainTwist v, double dt, Bristles z,
                    Traction& traction) noexcept;
  void (*rate)(LawNumbers law, Chunk cells, const Drives& drives, PlainTwist v, ConstBristles z,
               Bristles rate) noexcept;
  void (*implicit)(LawNumbers law, Chunk cells, const Drives& drives, const double* stribeck_slope, PlainTwist v,
                   double h, ConstBristles base, Bristles end, TractionAndSlope& sum) noexcept;
  bool has_springs;  // up to law.yield.s_ba: stays_elastic and elastic_step hold
};
const BristleKernels& kernels_of(const friction::FullSlip& yield) noexcept;
const BristleKernels& kernels_of(const friction::Yield& yield) noexcept;

// Whether no bristle of the chunk can reach break-away within dt.
bool stays_elastic(LawNumbers law, Chunk cells, PlainTwist v, double dt, ConstBristles z) noexcept;
// What is left of every step then: end = z + dt v.
void elastic_step(LawNumbers law, Chunk cells, PlainTwist v, double dt, ConstBristles z, Bristles end,
                  TractionAndSlope& sum) noexcept;

// Σ p l of given deflections and rates.
void traction_of(LawNumbers law, Chunk cells, PlainTwist v, ConstBristles z, ConstBristles rate,
                 Traction& traction) noexcept;
void advance(Chunk cells, double dt, ConstBristles rate, Bristles z) noexcept;
// Σ p ‖z‖² [m²].
double weighted_square(Chunk cells, ConstBristles z) noexcept;

}  // namespace stickslip::patch::detail::cellwise
