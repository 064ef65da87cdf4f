// A round contact that grows and changes shape with the load: Hertz pressure whose radius and exponent depend on fn.
//
// radius(fn) [m], above 0 and at most side/2, and exponent(fn) [–], 0.5 to 200, are functions of the normal force
// fn > 0 [N]; `side` [m] is that of a square that holds the contact at any load: the distributed model keeps its
// bristles on it, whatever the load does. Without load there is no contact, and the functions are not called: its shape
// is then taken to be the largest that fits, with exponent 2, whatever the load was before.
// [Waltersson 2024, Eqs. 42, 43].
#pragma once

#include <functional>

namespace stickslip::patch {

struct HertzContact {
  std::function<double(double)> radius;
  std::function<double(double)> exponent;
  double side;

  struct Shape {
    double radius, exponent;
  };
  // Throws InvalidArgument for a load that is negative or not finite, and for a shape that is not one.
  Shape at(double fn) const;
  // Throws InvalidArgument unless both functions are there and the side is positive.
  void require_complete() const;
};

}  // namespace stickslip::patch
