// Boxes that lie on others, and where they are on them.
#pragma once

#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test {

inline constexpr Surface rough_surface{.mu_s = 0.8, .mu_k = 0.8};

inline BodyDescription rough_box(const Vec<3>& sides, double mass, const Vec<3>& position) {
  return {.shapes = {{geometry::Polyhedron::box(sides)}}, .mass = mass, .surface = rough_surface, .position = position};
}

// Of one body in the axes of another.
inline Vec<3> place_on(const World& world, int body, int support) {
  const BodyState &a = world.body(body), &b = world.body(support);
  return b.orientation.conjugate() * (a.position - b.position);
}

}  // namespace stickslip::sim::test
