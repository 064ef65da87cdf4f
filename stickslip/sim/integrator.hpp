// How a simulation steps through time.
//
// sdirk2  the stiffly accurate diagonally implicit Runge–Kutta scheme of two stages, γ = 1 − 1/√2: order 2 where smooth, no
//         limit of stability. A step whose Newton iteration stalls is halved, up to twelve times. [Alexander 1977]
// rk4     the classical explicit Runge–Kutta scheme: order 4, the reference to measure sdirk2 against. Bristles are stiff:
//         dt must stay below about 2 z_max/‖v‖ and 2 m/(c σ1 fn), or the motion blows up
#pragma once

#include <cstdint>

#include "stickslip/core/names.hpp"

namespace stickslip::sim {

enum class Integrator : std::uint8_t { sdirk2, rk4 };

}  // namespace stickslip::sim

template <>
struct stickslip::Names<stickslip::sim::Integrator> {
  static constexpr Named<sim::Integrator> table[] = {{sim::Integrator::sdirk2, "sdirk2"},
                                                     {sim::Integrator::rk4, "rk4"}};
};
