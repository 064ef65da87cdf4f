// From a wrench to the motion that it resists: the inverse of wrench(v) = −∇ψ(v) on a limit surface.
//
//   (1)  minimise ψ(v) subject to −w·v = 1;   gauge(w) = 1/ψ(v)
//
// Solved in the scaled coordinates (vx, vy, r ω) and (fx, fy, τ/r). There ψ lies between 1/√5 and √2 of the twist's
// length, whatever the pressure: ‖v_t‖ ≤ ψ because the CoP is the origin, r|ω| − ‖v_t‖ ≤ ψ ≤ r|ω| + ‖v_t‖ by the
// triangle inequality. So Eq. 1 is a convex problem in the two coordinates of the plane −w·v = 1, and its solution lies
// within √10 of the foot of that plane.
// Where ψ is smooth, Newton's method on its gradient finds it, with secants for the slope. Where it is not, a polygon
// that holds the solution is cut along the gradient through its centroid (enclosure.hpp), so that ψ's error falls by a
// fifth a cut whether ψ has kinks or flat stretches: any twist found there belongs to the wrench's normal cone.
// Error of the twist: some 1e-14 over the least curvature of ψ. Below 1e-11 unless an edge of the surface is near, as
// with the centre of rotation within r/100 of a line contact's extension beyond its ends: up to 2e-5 was seen there.
// Cost: 9 to 20 evaluations of wrench(v), 190 at a kink, never more than 510. No allocation.
#pragma once

#include <concepts>
#include <type_traits>

#include "stickslip/core/planar.hpp"

namespace stickslip::patch::detail {

// wrench(v) of a surface that outlives this.
class WrenchOf {
 public:
  template <class Function>
  requires(std::is_nothrow_invocable_r_v<Wrench2, const Function&, const Twist2&> && !std::same_as<Function, WrenchOf>)
      WrenchOf(const Function& function)  // NOLINT(google-explicit-constructor)
  noexcept
      : object_(&function), call_([](const void* object, const Twist2& v) noexcept -> Wrench2 {
          return (*static_cast<const Function*>(object))(v);
        }) {}

  Wrench2 operator()(const Twist2& v) const noexcept { return call_(object_, v); }

 private:
  const void* object_;
  Wrench2 (*call_)(const void*, const Twist2&) noexcept;
};

struct Normal {
  Twist2 twist;     // ‖(vx, vy, r ω)‖ = 1
  double gauge;     // of the wrench
  int evaluations;  // of wrench(v)
};

// w: finite, not zero. r > 0. Where wrench(v) is interpolated and therefore not exactly a gradient, the twist is one
// whose wrench points along w, if there is one, else one of least ψ.
Normal normal_map(WrenchOf wrench, const Wrench2& w, double r) noexcept;

}  // namespace stickslip::patch::detail
