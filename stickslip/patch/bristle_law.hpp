// The law that the bristles of a patch follow: ż = v − β a z, a = σ0 ‖v‖/g(‖v‖), as numbers for loops over many bristles.
//
// Every law of friction/any_law.hpp that has this form can be one. Laws differ in β alone, that is in how their bristles
// yield (friction/yield.hpp). A law that yields in a new way needs its loops in detail/ (distributed_kernels.hpp) as well.
#pragma once

#include <type_traits>
#include <variant>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/friction/stribeck.hpp"
#include "stickslip/friction/yield.hpp"

namespace stickslip::patch {

template <class Law>
using CanSpread = std::bool_constant<friction::SpreadableLaw<Law>>;
using AnyBristleLaw = friction::LawsWith<CanSpread>;

// All ways to yield.
using AnyYield = std::variant<friction::FullSlip, friction::Yield>;

struct BristleLaw {
  template <friction::SpreadableLaw Law>
  BristleLaw(const Law& law) noexcept  // NOLINT(google-explicit-constructor)
      : sigma0(law.parameters().sigma0),
        sigma1(law.parameters().sigma1),
        sigma2(law.parameters().sigma2),
        g(law.steady_coefficient()),
        yield(law.yield()) {}
  BristleLaw(const AnyBristleLaw& law) noexcept  // NOLINT(google-explicit-constructor)
      : BristleLaw(std::visit([](const auto& any) { return BristleLaw(any); }, law)) {}

  // Whether its bristles are springs up to break-away, so that they hold without drifting.
  bool has_springs() const noexcept {
    return std::visit([](const auto& way) { return way.has_springs; }, yield);
  }

  double sigma0, sigma1, sigma2;  // [1/m], [s/m], [s/m]
  friction::Stribeck g;           // steady friction coefficient of a speed
  AnyYield yield;
};

}  // namespace stickslip::patch
