// A body that slides and spins on its flat base until it rests, by quadrature: what area contact must give, without the library's own sums.
//
//   (1)  p = [a0 + a1 x + a2 y]₊ holds up the weight and the moment of friction below the centre of mass: three equations for a
//   (2)  f = −μ ∫ p v̂ dA,   τ = −μ ∫ p ρ × v̂ dA,   v̂ the direction of sliding at ρ
//   (3)  m v̇ = f,   I ω̇ = τ
//
// x, y   in the base, from below the centre of mass, body axes [m]
//
// (2) by triangles from the centre of rotation to the edges: v̂ depends on the angle alone, so that what is along a ray is a polynomial, and
// what is along an edge is smooth in asinh(s/d). (1) by Newton's method on the part that is pressed. (3) by Runge and Kutta's method of
// fourth order, steps shortened towards rest.
#pragma once

#include <vector>

#include "stickslip/core/vector.hpp"

namespace stickslip::experiments::volume {

struct SlidingBase {
  std::vector<Vec<2>> outline;  // convex, counter-clockwise [m]
  double mass, inertia;         // the latter about the vertical [kg, kg m²]
  double height;                // of the centre of mass [m]
  double mu;
  Vec<2> velocity;  // [m/s]
  double spin;      // [rad/s]
};

// Where it came to rest.
struct BaseEnd {
  double x, y, yaw, t;  // [m, m, rad, s]
};

// Steps of at most dt. Throws InvalidArgument where the body would tip.
BaseEnd integrate(const SlidingBase& base, double dt);

}  // namespace stickslip::experiments::volume
