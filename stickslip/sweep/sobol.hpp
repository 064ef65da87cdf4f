// Sobol's sequence: points that fill the unit cube evenly.
//
//   (1)  x_i = ⊕ over the bits j of i of v_j,   v_j = m_j 2^(32 − j)           one word of 32 bits per dimension
//   (2)  m_j = 2 a₁ m_(j−1) ⊕ … ⊕ 2^(s−1) a_(s−1) m_(j−s+1) ⊕ 2^s m_(j−s) ⊕ m_(j−s)
//   (3)  bit k of the scrambled x = bit k of x ⊕ one random bit that belongs to the bits above it
//
// Of 2^m consecutive points that begin at a multiple of 2^m each of the 2^m equal intervals of a dimension has one, before and after the
// scrambling (3), which makes every point uniform by itself, so that means are without bias and seeds differ [Owen 1995]. Directions: those
// of [Joe 2008], which also spread pairs of dimensions well.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stickslip::sweep {

inline constexpr std::size_t most_sobol_dimensions = 100;
inline constexpr std::uint64_t most_sobol_points = std::uint64_t{1} << 32U;

// Eq. 1: 32 bits, the first the highest. dimension < most_sobol_dimensions.
std::uint32_t sobol(std::uint64_t index, std::size_t dimension) noexcept;

// Eq. 3. `key` stands for seed and dimension: 64 random bits.
std::uint32_t scrambled(std::uint32_t x, std::uint64_t key) noexcept;

}  // namespace stickslip::sweep
