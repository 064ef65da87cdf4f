// A bristle law and the size of a patch, as the numbers that a step of the three bristles reads. See reduced_patch.hpp.
#pragma once

#include <cstdint>

#include "stickslip/core/names.hpp"
#include "stickslip/patch/bristle_law.hpp"

namespace stickslip::patch {

// What a reduced patch whose bristles are springs at first follows in stick.
enum class Stick : std::uint8_t { drift_free, paper };

}  // namespace stickslip::patch

template <>
struct stickslip::Names<stickslip::patch::Stick> {
  using Stick = patch::Stick;
  static constexpr Named<Stick> table[] = {{Stick::drift_free, "drift_free"}, {Stick::paper, "paper"}};
};

namespace stickslip::patch {

struct ReducedLaw {
  // r > 0 [m], u > 0 [m²]; not checked.
  ReducedLaw(const BristleLaw& law, Stick stick, double r, double u) noexcept;

  double sigma0, sigma1, sigma2;  // [1/m], [s/m], [s/m]
  bool drift_free;
  double r, u;
  double per_sigma0, per_r;  // 1/σ0, 1/r
  // g(n) = base + rise exp(−(n/v_s)²) if `gaussian`; otherwise the caller knows g.
  bool gaussian;
  double base, rise, per_v_s;
  AnyYield yield;  // last: not every law reads it
};

}  // namespace stickslip::patch
