// Contact of bodies by the volume in which they overlap: one 6-axis wrench per touching pair of shapes, instead of forces at points.
//
// The overlap gives a pressure on a polygon, the pressure a limit surface, and bristles under it stick without drift and slide with
// sliding and spinning coupled: contact/bristle_volume.hpp. All forces are implicit in the velocities after the step.
//
// Or, as in [Wakisaka 2017], the overlap gives a plane and its outline, and the wrench is the impulse at the outline's corners with
// which the surfaces part at a speed that grows with their depth, in the sense of least squares: sim/detail/volume_fit.hpp.
//
// friction    'bristle': bristles under the limit surface of the pressure
//             'p_gon': least squares; a contact sticks where forces at its corners can hold it, each in a cone of `sides` rays
//             'cone': the same with exact cones
// v_s         friction falls from mu_s to mu_k as exp(−(v/v_s)²) with the speed v of slip [m/s]; 0: at once, after any slip
// push_out    how fast bodies found in each other part [m/s]
//
// With bristles:
// stiffness   k [Pa/m]; unless given k = m_e/(λ h² A), λ = 1e-3, m_e = 1/(1/m_a + 1/m_b), A the area of all overlaps of the two bodies:
//             a body at rest sinks λ g h². Of a layer it is Young's modulus over the thickness; two in series are k_a k_b/(k_a + k_b)
// relaxation  τ [s]; 4 h unless given: an overlap shrinks by τ/(h + τ) per step, and impacts do not bounce
// surface     'exact': of the pressure; 'ellipsoid': with the same force and the same torque about the centre of pressure, to compare with
// sigma0      stiffness of the bristles per unit of load [1/m]: they give by μ/σ0 before they slide
//
// By least squares:
// normal      'faded': faces at the side of the overlap do not count, as with bristles; 'face_sum': all faces of a body count
// sides       rays per corner
// regularisation  λ̂: what an impulse costs, beside the velocity that it removes. Large values let dropped bodies turn too far, and
//             bodies under a side load creep
// impulse_penalty λ in place of it, the same for forces and torques: what squared impulses cost [m²/kg² for forces, 1/kg² for torques]
// recovery    κ: surfaces are to part at κ/h times their height over the middle of the overlap, so that half of κ of it goes per step
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>

#include "stickslip/core/field.hpp"
#include "stickslip/core/names.hpp"
#include "stickslip/patch/plastic_bristle.hpp"

namespace stickslip::sim {

enum class VolumeFriction : std::uint8_t { bristle, p_gon, cone };
enum class VolumeNormal : std::uint8_t { faded, face_sum };

struct Volume {
  VolumeFriction friction = VolumeFriction::bristle;
  std::optional<double> stiffness = {};
  std::optional<double> relaxation = {};
  patch::BristleSurface surface = patch::BristleSurface::exact;
  double sigma0 = 1e6;
  double v_s = 1e-3;
  double push_out = 0.2;
  VolumeNormal normal = VolumeNormal::faded;
  int sides = 8;
  double regularisation = 1e-8;
  std::optional<double> impulse_penalty = {};
  double recovery = 0.2;

  bool is_fitted() const noexcept { return friction != VolumeFriction::bristle; }
  // Whether positions may follow the mean of velocities: a recovery beyond it would carry surfaces past each other, and let go.
  bool moves_by_mean() const noexcept { return !is_fitted() || recovery <= 0.6; }

  friend bool operator==(const Volume&, const Volume&) = default;

  static constexpr auto fields() {
    using V = Volume;
    constexpr Range stiff{.low = 0.0, .high = 1e30, .high_included = true};
    constexpr Range times{.low = 0.0, .high = 1e3, .low_included = true, .high_included = true};
    return std::tuple{
        Field{"friction", &V::friction, "how friction follows from the pressure"},
        Field{"stiffness", &V::stiffness, "Pa/m", stiff, "pressure per depth of overlap",
              "None: such that a body at rest sinks 1e-3 g h²"},
        Field{"relaxation", &V::relaxation, "s", times, "time in which an overlap dies away", "None: four steps"},
        Field{"surface", &V::surface, "limit surface of the pressure, or an ellipsoid of the same force and torque"},
        Field{"sigma0", &V::sigma0, "1/m", stiff, "stiffness of the bristles per unit of load"},
        Field{"v_s", &V::v_s, "m/s", not_negative,
              "friction falls from mu_s to mu_k with the speed v as exp(−(v/v_s)²)"},
        Field{"push_out", &V::push_out, "m/s", positive_or_infinite, "how fast bodies found in each other part"},
        Field{"normal", &V::normal, "least squares: which faces of the overlap make its normal"},
        Field{"sides", &V::sides, "1", Range{.low = 3, .high = 1000, .low_included = true, .high_included = true},
              "'p_gon': rays of each cone"},
        Field{"regularisation", &V::regularisation, "1", positive,
              "least squares: what an impulse costs, beside the velocity that it removes"},
        Field{"impulse_penalty", &V::impulse_penalty, "m²/kg²", positive,
              "least squares: what squared impulses cost, forces and torques alike", "None: by regularisation"},
        Field{"recovery", &V::recovery, "1", Range{.low = 0.0, .high = 1.0, .high_included = true},
              "least squares: surfaces part by half this share of their depth in a step"}};
  }
};

}  // namespace stickslip::sim

template <>
struct stickslip::Names<stickslip::sim::VolumeFriction> {
  static constexpr Named<sim::VolumeFriction> table[] = {{sim::VolumeFriction::bristle, "bristle"},
                                                         {sim::VolumeFriction::p_gon, "p_gon"},
                                                         {sim::VolumeFriction::cone, "cone"}};
};

template <>
struct stickslip::Names<stickslip::sim::VolumeNormal> {
  static constexpr Named<sim::VolumeNormal> table[] = {{sim::VolumeNormal::faded, "faded"},
                                                       {sim::VolumeNormal::face_sum, "face_sum"}};
};
