// Moving a contact with Dahl's law to a wanted deflection.
#pragma once

#include "stickslip/friction/dahl.hpp"

namespace stickslip::experiments::hayward {

// Moves the slider until the deflection is `target`; returns how far [m]. The law's step is exact for any
// length, so bisection on the length is exact too.
double move_until(const friction::Dahl& law, friction::Bristle<1>& state, double target);

}  // namespace stickslip::experiments::hayward
