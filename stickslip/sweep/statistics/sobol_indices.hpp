// How much of an output's variance each variable causes: Sobol's indices.
//
//   (1)  S_i = Var(E(y | x_i))/V              first order: what x_i causes by itself
//   (2)  T_i = 1 − Var(E(y | all but x_i))/V      total: what it causes by itself and together with others; T_i ≥ S_i
//
// From runs at pairs of points A and B, and at A with coordinate i of B in place of its own (Design::for_indices), f_A, f_B and f_i:
//
//   (3)  S_i = (⟨f_B f_i⟩ − μ²)/(v − μ²),   μ = ⟨f_B + f_i⟩/2,  v = ⟨f_B² + f_i²⟩/2             [Janon 2014, Eq. 6]
//   (4)  T_i = 1 − the same with f_A in place of f_B
//
// The pairs belong to sixteen sequences that are scrambled independently. An interval is the estimate ± t s, with s the deviation of
// estimates from a thousand times sixteen sequences drawn from these with replacement (a bootstrap), and t Student's for 95 %. Points of one
// sequence are no independent draws: drawing points instead would make intervals several times too wide.
//
// Variables must be independent of each other. Samples with an output that is not finite are left out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stickslip/sweep/design.hpp"

namespace stickslip::sweep {

struct Estimate {
  double value, low, high;  // 95 %
};

struct SobolIndices {
  std::uint64_t samples = 0;                     // pairs that have all their outputs
  std::vector<Estimate> first = {}, total = {};  // one per variable; NaN where the output does not vary
};

// One output, run after run. Throws InvalidArgument unless the design is one for indices and has as many runs.
SobolIndices sobol_indices(const Design& design, std::span<const double> outputs);

}  // namespace stickslip::sweep
