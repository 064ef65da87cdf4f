// Contacts whose friction is known in closed form.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "stickslip/patch/pressure.hpp"

#include "experiments/planar/surface/shape_integrals.hpp"

namespace stickslip::experiments::planar {

struct KnownShape {
  std::string name;
  std::string file;  // of the series
  patch::Pressure pressure;
  double size;         // distance from the CoP beyond which all is outside [m]
  double spin_torque;  // closed form [m]
  std::function<TurningIntegrals(const Vec<2>&)> integrals;
};

// Their sizes.
namespace known_size {
constexpr double radius = 0.01, inner = 0.006, length = 0.02, width = 0.012;  // [m]
constexpr double gradient = 60.0;                                             // [1/m]
}  // namespace known_size

// Disc, annulus, Hertz, line, gradient line, square and rectangle.
std::vector<KnownShape> all_known();

}  // namespace stickslip::experiments::planar
