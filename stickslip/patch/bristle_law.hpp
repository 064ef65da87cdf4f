// The law that the bristles of a patch follow: LuGre, or Elasto-Plastic where `elasto_plastic` is set.
//
// A patch asks it for numbers only, in loops over many bristles, so both laws are one struct here.
#pragma once

#include <variant>

#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"

namespace stickslip::patch {

using AnyBristleLaw = std::variant<friction::LuGre, friction::ElastoPlastic>;

struct BristleLaw {
  BristleLaw(const friction::LuGre& law) noexcept;          // NOLINT(google-explicit-constructor)
  BristleLaw(const friction::ElastoPlastic& law) noexcept;  // NOLINT(google-explicit-constructor)
  BristleLaw(const AnyBristleLaw& law) noexcept;            // NOLINT(google-explicit-constructor)

  double sigma0, sigma1, sigma2;  // [1/m], [s/m], [s/m]
  friction::Stribeck g;           // steady friction coefficient of a speed
  bool elasto_plastic;
  double s_ba;  // break-away ratio; unused for LuGre
};

}  // namespace stickslip::patch
