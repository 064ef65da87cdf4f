// The numbers of a pressure that follow from its shape: centre of pressure, r, u (pressure.hpp, Eqs. 1–3) and bounds.
#pragma once

#include <functional>

#include "stickslip/core/vector.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch::detail {

struct Moments {
  Vec<2> cop, lower, upper;  // [m]
  double r;                  // [m]
  double u;                  // [m²]
};

Moments moments_of(const Disc& disc);
Moments moments_of(const Annulus& annulus);
Moments moments_of(const Line& line);
Moments moments_of(const PolygonRegion& region);
Moments moments_of(const LinearPieces& shape);
Moments moments_of(const Hertz& hertz);
Moments moments_of(const Axisymmetric& pressure);
Moments moments_of(const Grid& grid);
Moments moments_of(const Points& points);

// ∫₀^radius profile(ρ) ρ^power dρ for power 0 and more, to about 1e-13 where the profile is smooth between its ends;
// 1e-11 where it is infinite at the rim like an inverse root, for ρ near the rim is itself rounded; 1e-5 if it jumps.
// Throws InvalidArgument where the profile is negative or not finite.
double radial_moment(const std::function<double(double)>& profile, double radius, int power);

}  // namespace stickslip::patch::detail
