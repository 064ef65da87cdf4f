// The set of all friction wrenches that a patch can bear: a convex body in (fx, fy, τ), for μ = 1 and fn = 1.
//
//   (1)  ψ(v) = ∫ ‖v_t + ω ẑ×ρ‖ p dA                support function; the power that sliding with twist v dissipates
//   (2)  wrench(v) = −∇ψ(v)                          steady Coulomb wrench on B, on the surface of the body
//   (3)  gauge(w) = max over v of −w·v/ψ(v)          ≤ 1: the patch sticks under −w; = 1: on the surface
//   (4)  twist(w): v with wrench(v) = w/gauge(w),    scaled to ‖(vx, vy, r ω)‖ = 1
//
// v = (v_t, ω)  twist of B at the CoP [m/s, rad/s]; only its direction matters to the wrench
// w             wrench of friction on B about the CoP, the negative of what pushes it [N, N·m]
// p, ρ, r, CoP  see pressure.hpp
//
// At a wrench whose normal is not unique twist(w) is one member of the normal cone. A twist whose centre of rotation
// is a point load has a set of wrenches: wrench(v) is its centre. wrench(0) = 0. Non-finite input gives NaN.
// [Goyal 1991], [Waltersson 2024], exact polygons and grids ours.
#pragma once

#include <span>
#include <variant>

#include "stickslip/core/planar.hpp"
#include "stickslip/core/progress.hpp"
#include "stickslip/patch/patch_friction.hpp"
#include "stickslip/patch/pressure.hpp"
#include "stickslip/patch/surface/axisymmetric_surface.hpp"
#include "stickslip/patch/surface/cell_surface.hpp"
#include "stickslip/patch/surface/disc_surface.hpp"
#include "stickslip/patch/surface/ellipsoid_surface.hpp"
#include "stickslip/patch/surface/grid_surface.hpp"
#include "stickslip/patch/surface/line_surface.hpp"
#include "stickslip/patch/surface/points_surface.hpp"
#include "stickslip/patch/surface/polygon_surface.hpp"
#include "stickslip/patch/surface/quartic_surface.hpp"
#include "stickslip/patch/surface/tabulated_surface.hpp"

namespace stickslip::patch {

class LimitSurface {
 public:
  // Each form is a value with  Wrench2 wrench(const Twist2&) const noexcept.
  using Form = std::variant<DiscSurface, AnnulusSurface, LineSurface, PolygonSurface, GridSurface, PointsSurface,
                            AxisymmetricSurface, CellSurface, TabulatedSurface, EllipsoidSurface, QuarticSurface>;

  // The most exact form there is for this pressure.
  explicit LimitSurface(const Pressure& pressure);
  LimitSurface(Form form, const Vec<2>& cop, double r, double u);

  // Forms that take seconds for fine grids are made with a Progress, which may throw to stop it.

  // 4n × n nodes over the directions of twist, looked up bilinearly.
  static constexpr int default_n = 20;
  static LimitSurface tabulated(const Pressure& pressure, int n = default_n, const Progress& progress = {});
  // The paper's way: point cells with the bilinear rule around the centre of rotation. cells: along each side, as in
  // cells_of.
  static LimitSurface cells(const Pressure& pressure, int cells = 0, const Progress& progress = {});
  // (fx² + fy²) + (τ/r)² = 1.
  static LimitSurface ellipsoid(const Pressure& pressure);
  // A convex polynomial of degree four, fitted.
  static LimitSurface quartic(const Pressure& pressure, const Progress& progress = {});
  // The same surface as a table of its wrenches.
  LimitSurface as_table(int n = default_n, const Progress& progress = {}) const;

  Wrench2 wrench(const Twist2& v) const noexcept;
  Response response(const Twist2& v) const noexcept;  // wrench and ∂wrench/∂v
  double support(const Twist2& v) const noexcept;
  // Of friction on B: of a push its negative, twist(-push) is how the body goes.
  double gauge(const Wrench2& friction) const noexcept;
  Twist2 twist(const Wrench2& friction) const noexcept;

  const Vec<2>& cop() const noexcept { return cop_; }
  // Torque of a pure spin about the CoP, as this form has it, and viscous torque of a unit spin.
  double r() const noexcept { return r_; }
  double u() const noexcept { return u_; }
  const Form& form() const noexcept { return form_; }

 private:
  Form form_;
  Vec<2> cop_;
  double r_, u_;
};

// Row-major N × 3 in and out. Throws InvalidArgument naming the row of a non-finite entry; writes nothing then.
void wrenches(const LimitSurface& surface, std::span<const double> twists, std::span<double> out);
void supports(const LimitSurface& surface, std::span<const double> twists, std::span<double> out);
void gauges(const LimitSurface& surface, std::span<const double> frictions, std::span<double> out);
void twists(const LimitSurface& surface, std::span<const double> frictions, std::span<double> out);

}  // namespace stickslip::patch
