// From which side flat facets approximate a round cone.
//
//   inner   contained in the cone: its rays lie on it          safe for planning
//   outer   contains the cone: its facets touch it              necessary conditions, relaxations
//
// With k facets a cross-section of the inner one is cos(π/k) times that of the outer one.
#pragma once

#include "stickslip/core/names.hpp"

namespace stickslip::cone {

enum class Approximation { inner, outer };

}  // namespace stickslip::cone

template <>
struct stickslip::Names<stickslip::cone::Approximation> {
  static constexpr Named<cone::Approximation> table[] = {{cone::Approximation::inner, "inner"},
                                                         {cone::Approximation::outer, "outer"}};
};
