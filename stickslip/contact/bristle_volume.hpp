// The 6-axis wrench of two bodies that overlap: a pressure that grows with the thickness of the overlap, and bristles under its limit surface.
//
//   (1)  t_s = t − shift + a (u_n + ω_x y − ω_y x) of the free motion: the thickness as the step begins; negative: a gap
//   (2)  p = [k_s t_s − K (u_n + ω_x y − ω_y x)]₊,   K = k (h + τ),   k_s = k where t_s > 0, K/h where t_s < 0
//        that is p = k (t⁺ + τ ṫ) with the thickness t⁺ after the step, and no damping in a gap
//   (3)  f_n = ∫ p dA,   τ_x = ∫ p y dA,   τ_y = −∫ p x dA;   friction f_x, f_y, τ_n by plastic_bristle.hpp of patch
//   (4)  bodies found deep in each other: k_s = k (1 − t_0/max t_s),   t_0 ← min(t_0, max t_s − v_out (h + τ)), ≥ 0
//        so that they part at v_out, and any load that presses them deeper is borne by k
//   (5)  e* = κ e₀ + what the step moves,   κ = min(1, √(E/(½ σ0 e₀ᵀ C e₀))): bristles that were turned under a corner would store a
//        thousand times as much when it becomes a face, and push along; E bounds what they may bring into the step. C of (2)'s p
//
// x, y, t    of thickness.hpp, for bodies where they would be after the time a ≤ h without contacts
// twist      (u_x, u_y, u_n; ω_x, ω_y, ω_n) of A against B at the contact point, along e1, e2, n [m/s, rad/s], after the step
// wrench     on A there (f_x, f_y, f_n; τ_x, τ_y, τ_n) [N, N·m]
// k [Pa/m]   stiffness, > 0;  τ [s] relaxation, ≥ 0;  h [s] the step, > 0;  shift [m]: how far A was moved towards B beforehand
// σ0 [1/m]   stiffness of the bristles per unit of load, > 0;  v_out [m/s]: how fast bodies found in each other part
// t_0 [m]    the depth that presses nothing, of contacts that were found with it; ∞ before the first step of a contact
//
// Exact for the polygons at hand: moments of degree 3, and the moving edge p = 0 adds nothing to derivatives because p vanishes there.
// Memory is kept. Ours.
#pragma once

#include <limits>
#include <vector>

#include <Eigen/Core>

#include "stickslip/contact/thickness.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/patch/plastic_bristle.hpp"

namespace stickslip::contact {

struct VolumeStiffness {
  double k, tau, h, v_out;
  double t_0 = std::numeric_limits<double>::infinity();
};

class BristleVolume {
 public:
  // normal_motion: a (u_n, ω_x, ω_y) of the free motion.
  void begin(const Thickness& thickness, double shift, const Vec<3>& normal_motion, const VolumeStiffness& stiffness);

  struct Bristles {
    double mu, sigma0;
    Vec<3> displacement;  // e₀ = (e_x, e_y, θ) before the step
    Vec<3> guess;         // a slip to start from; zero: none
    double share = 1.0;   // of the step for which the twist holds: e* = κ e₀ + moved + share h (u_x, u_y, ω_n)
    patch::BristleSurface surface = patch::BristleSurface::exact;
    Vec<3> moved = Vec<3>::Zero();                            // what of the step does not depend on the twist
    double energy = std::numeric_limits<double>::infinity();  // the most that e₀ may store [J]
  };
  struct Response {
    Vec<6> wrench;
    Eigen::Matrix<double, 6, 6> by_twist;
    Vec<3> displacement, slip;  // after the step, and how much of it the step slid
    double kept = 1.0;          // κ
    double u;                   // of the pressure about its centre, plastic_bristle.hpp [m²]
    int evaluations;
    bool is_solved;
  };
  void respond(const Vec<6>& twist, const Bristles& bristles, Response& to);

  // The pressures of the last response.
  const patch::PressedPolygons& pressed() const noexcept { return pressed_; }
  // What share of the last wrench rounding may have changed: 32 eps ℓ²/A. Of a strip as long as ℓ and A/ℓ wide, askew to the axes, the
  // corners are rounded to eps ℓ: beside its width that is 4e-9 for a blade of half angle 0.2° that stands on its edge. No more than 1e-6,
  // ten times the tolerance of a world's step under the weight it bears: a wrench less certain than that is not to count as found.
  double rounding() const noexcept;
  double reach() const noexcept { return reach_; }          // of the farthest corner from the contact point [m]
  double unpressed() const noexcept { return unpressed_; }  // t_0 after the last begin()
  // The largest p/k at this twist: how deep bodies are that press with it, and nothing else [m].
  double pressed_depth(const Vec<6>& twist) const noexcept;

 private:
  struct Piece {
    int first, count;
    patch::AreaMoments moments;
    Vec<3> base;  // k_s t_s
  };
  void add(std::span<const Vec<2>> corners, const Vec<3>& base);

  double h_ = 0.0, k_ = 0.0, damping_ = 0.0, reach_ = 0.0, unpressed_ = 0.0;  // damping: K
  std::vector<Piece> pieces_;
  std::vector<Vec<2>> corners_;
  patch::PressedPolygons pressed_;
  geometry::Outline whole_, part_;
};

}  // namespace stickslip::contact
