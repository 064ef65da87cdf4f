// Bodies and contacts that the experiments are about.
#pragma once

#include <cstdint>

#include "stickslip/formulation/bodies.hpp"
#include "stickslip/formulation/contacts.hpp"

namespace stickslip::experiments::lcp {

inline constexpr double gravity = 9.81;  // [m/s²]

struct Scene {
  formulation::Bodies bodies;
  formulation::Contacts contacts;
};

// A body of 1 kg on one point below its weight: a push does not turn it.
Scene block_on_point(double mu);
// [Peiret 2017, Table 1]: a cube of 1 kg and 1 m on its four lower corners, 5 m/s along y, one turn per second about z.
Scene paper_box(double mu);
// n cubes of 1 m and random mass on each other, each on 3 or 4 points near the rim of its lower face, with random speeds and μ.
Scene stack(int n, int points, std::uint32_t seed);
// n bricks in courses, the lowest on the ground, each on two points per brick below it, four on the ground.
Scene wall(int n, std::uint32_t seed);

}  // namespace stickslip::experiments::lcp
