// The steady friction wrench of a raster of cells, each under its own uniform pressure: exact for the raster.
//
// With ρ measured from the centre of rotation, integrals over all cells are sums over the corners of the raster,
// detail/edge_integrals.hpp, Eq. 7:
//   (1)  ∫ p ρ/‖ρ‖ dA = Σ q (U, V),   ∫ p ‖ρ‖ dA = Σ q W
//   (2)  q = p(below left) − p(below right) − p(above left) + p(above right)
// and the wrench follows as for polygons (polygon_surface.hpp, Eq. 1). Corners with q = 0 are left out: a patch of ones
// costs its outline, whatever the number of its cells. From R ≥ 4 ℓ on (R, ℓ: distances of the centre of rotation and
// of the farthest loaded corner from the CoP) the sums cancel, and a series in the moments of the pressure takes over
// (detail/multipoles.hpp), which goes on to pure sliding.
//
// Twists and wrenches at the CoP, μ = 1, fn = 1. wrench(0) = 0; a twist that is not finite gives NaN. Rounding
// grows with the raster, to 1e-14 times the number of cells along a side at most. Ours. Cost: two logarithms per corner;
// from afar the same for every raster, at most 406 terms. No allocation.
#pragma once

#include <memory>
#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch {

namespace detail {
class Multipoles;
struct ScaledTwist;
}  // namespace detail

class GridSurface {
 public:
  GridSurface(const Grid& grid, const Vec<2>& cop);

  Wrench2 wrench(const Twist2& v) const noexcept;

 private:
  struct Corner {
    double x, y;  // from the CoP, in units of ℓ
    double jump;  // q ℓ²
  };

  Wrench2 near_wrench(const detail::ScaledTwist& v) const noexcept;

  std::vector<Corner> corners_;
  double length_ = 0.0;                            // ℓ
  std::shared_ptr<const detail::Multipoles> far_;  // constant, so copies share it
};

}  // namespace stickslip::patch
