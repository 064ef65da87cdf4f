// Every force that Coulomb friction can exert at one contact point.
//
//   (1)  K = { f : ‖Tᵀ f‖ ≤ μ n·f }                      second-order cone
//        ‖(I − n nᵀ) f‖ ≤ μ n·f                           the same without a tangent basis
//   (2)  margin(f) = −‖f‖ where c f_n + s f_t < 0 (in the polar cone), else s f_n − c f_t
//   (3)  project(f) = f inside, 0 in the polar cone, else (c f_n + s f_t)(c n + s t̂)
//   (4)  dual: { y : y·f ≥ 0 for all f in K } is the cone of 1/μ about n
//
// f        reaction force [N], any frame; f_n = n·f, f_t = ‖f − f_n n‖, t̂ the direction of the tangential part
// n        unit normal, out of the surface that pushes
// T        [t1 t2]: t1 is the x axis projected to the tangent plane (the y axis where |n_x| > 0.9), t2 = n × t1
// μ        coefficient of friction [–], 0 … ∞: 0 is the ray along n, ∞ the half-space n·f ≥ 0, each other's dual
// c, s     (1, μ)/√(1 + μ²): cosine and sine of the angle between the normal and the surface
// margin   signed Euclidean distance to the cone's surface [N], positive inside
//
// Linearised with k ≥ 3 facets: angles start at t1. `inner` has its rays at angles 2πi/k on the cone; `outer` touches
// the cone at angles 2πi/k and has its rays between them, at μ/cos(π/k). Four outer facets are |f_t1| ≤ μ f_n and
// |f_t2| ≤ μ f_n. Without friction there are neither k rays nor k facets: the ray n, and the rows ±t1, ±t2, −n. A
// half-space has the rays ±t1, ±t2, n and the row −n.
//
// Isotropic friction without adhesion. The cone says which forces are possible, not which of them acts while sliding.
// Forces of any size, 1e-300 or 1e300. One force: no allocation; an entry that is not finite gives NaN (contains:
// false). Arrays: no allocation, a few ns a force. Rays and rows: one allocation a matrix.
#pragma once

#include <limits>
#include <optional>
#include <span>

#include "stickslip/cone/approximation.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/geometry/half_spaces.hpp"

namespace stickslip::cone {

// ‖Tᵀ f‖ ≤ μ n·f as an optimiser wants it.
struct SecondOrder {
  Eigen::Matrix<double, 3, 2> t;
  double mu;
  Vec<3> n;
};

class FrictionCone {
 public:
  // How far outside a force may be, in units of its length, and still count as contained.
  static constexpr double default_tolerance = 1e-9;

  // How many sides a linearised cone may have.
  static constexpr int min_sides = 3, max_sides = 1'000'000;

  // The normal is scaled to unit length; one that has it to rounding is kept. Throws InvalidArgument for a normal that
  // is zero or not finite, and for μ < 0 or NaN.
  explicit FrictionCone(double mu, const Vec<3>& normal = Vec<3>::UnitZ());

  double mu() const noexcept { return mu_; }
  const Vec<3>& normal() const noexcept { return normal_; }
  const Eigen::Matrix<double, 3, 2>& tangents() const noexcept { return tangents_; }
  SecondOrder second_order() const noexcept { return {tangents_, mu_, normal_}; }
  Eigen::Matrix3d projector() const noexcept;                   // I − n nᵀ
  Vec<2> opening() const noexcept { return {cosine_, sine_}; }  // (c, s) of (2)

  // margin(f) ≥ −tolerance ‖f‖
  bool contains(const Vec<3>& f, double tolerance = default_tolerance) const noexcept;
  double margin(const Vec<3>& f) const noexcept;
  Vec<3> project(const Vec<3>& f) const noexcept;
  // Largest d·f over the forces of the cone whose normal part is at most f_max [N]. Without that bound it is 0 in the
  // polar cone, to rounding, and infinite elsewhere. NaN for f_max < 0.
  double support(const Vec<3>& d, double f_max = std::numeric_limits<double>::infinity()) const noexcept;
  FrictionCone dual() const noexcept;
  // { y : y·f ≤ 0 for all f in the cone }: the dual about the opposite normal.
  FrictionCone polar() const noexcept;

  // All three throw InvalidArgument for k outside 3 … 10⁶, also where k has no meaning (μ = 0, ∞), and where a result
  // would overflow.
  //
  // Rays as rows, each with n·v = 1 (tangents of a half-space excepted).
  Eigen::MatrixX3d generators(int k, Approximation kind) const;
  // The cone cut off at n·f = height [N], > 0: the origin, then the corners of the cap. Not for μ = ∞, which has none.
  Eigen::MatrixX3d vertices(int k, Approximation kind, double height) const;
  // Rows of unit length: the facets, then n·f ≤ f_max and −n·f ≤ −f_min where they are asked for [N],
  // 0 ≤ f_min ≤ f_max; f_max = ∞ asks for none. Where −n·f ≤ 0 is itself a facet (μ = 0, ∞) the row of f_min takes its
  // place.
  geometry::HalfSpaces facets(int k, Approximation kind, std::optional<double> f_min = {},
                              std::optional<double> f_max = {}) const;

 private:
  // Checked parameters, the normal of unit length.
  FrictionCone(double mu, const Vec<3>& normal, Unchecked) noexcept;

  double mu_, cosine_, sine_;
  Vec<3> normal_;
  Eigen::Matrix<double, 3, 2> tangents_;
};

// The same for many forces, row-major N × 3. They throw InvalidArgument for an entry that is not finite, naming its
// row, for a tolerance that is negative or not finite, and for sizes that do not match; nothing is written then.
// `project` may write over the forces; otherwise results must not overlap them.
void contains(const FrictionCone& cone, std::span<const double> forces, double tolerance, std::span<bool> out);
void margins(const FrictionCone& cone, std::span<const double> forces, std::span<double> out);
void project(const FrictionCone& cone, std::span<const double> forces, std::span<double> out);

}  // namespace stickslip::cone
