// A round contact that grows and changes shape with the load: Hertz pressure whose radius and exponent depend on fn.
//
// radius(fn) [m] and exponent(fn) [–] are functions of the normal force [N]; `side` [m] is that of a square that holds
// the contact at any load: the distributed model keeps its bristles on it, whatever the load does.
// [Waltersson 2024, Eqs. 42, 43].
#pragma once

#include <functional>

namespace stickslip::patch {

struct HertzContact {
  std::function<double(double)> radius;
  std::function<double(double)> exponent;
  double side;
};

}  // namespace stickslip::patch
