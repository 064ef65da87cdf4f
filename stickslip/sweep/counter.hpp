// Random numbers without a state: each is a function of the seed and of what it is for.
//
//   (1)  word(seed, stream, index, dimension) = mix(mix(mix(mix(seed) ⊕ stream) ⊕ index) ⊕ dimension)
//   (2)  uniform = (⌊word/2¹²⌋ + ½)/2⁵²                 above 0 and below 1
//
// mix is the finaliser of SplitMix64 after adding its increment [Steele 2014]: a bijection of 64 bits. So any run of a study can be drawn
// by any thread or machine, in any order, and is the same. Streams keep apart what one design draws for several purposes.
#pragma once

#include <cstdint>

namespace stickslip::sweep {

constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

// Eq. 1.
constexpr std::uint64_t word(std::uint64_t seed, std::uint64_t stream, std::uint64_t index,
                             std::uint64_t dimension) noexcept {
  return mix(mix(mix(mix(seed) ^ stream) ^ index) ^ dimension);
}

// Eq. 2.
constexpr double uniform_of(std::uint64_t word) noexcept {
  return (static_cast<double>(word >> 12U) + 0.5) * 0x1p-52;
}

// The place of `index` in a random order of 0 … count − 1, without a table: a Feistel network of twelve rounds on the least even number of
// bits that holds count, applied again where it leads beyond. `key` chooses the order. index < count.
std::uint64_t permuted(std::uint64_t index, std::uint64_t count, std::uint64_t key) noexcept;

}  // namespace stickslip::sweep
