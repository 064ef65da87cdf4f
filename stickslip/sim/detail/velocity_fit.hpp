// Velocities at the start, made to fit the joints: what was given is kept, and the rest follows.
//
// Velocities x of all bodies, those closest to what comes first in this list, then among these those closest to the next:
//
//   (1)  joints are closed: J x = 0;  and hinges keep their rates where the angular velocities of both bodies were given, or that of
//        one where the other does not move by forces; sliders likewise by velocities. Exactly, else refused
//   (2)  angular velocities that were given
//   (3)  velocities that were given
//   (4)  rates of the other joints: of hinges beside a body whose angular velocity was given as they are with zeros for the other, else 0
//   (5)  zero for the angular velocities that were not given
//   (6)  least Σ m ‖v‖² of the velocities that were not given: what floats and was only turned does not drift
//
// Least squares, the same for bodies of any mass but for (6). What was given is what is not zero. Of two given angular velocities that
// exclude each other one would have to yield in (2): refused, where the joint that they are on is a hinge or fixed.
//
// Each level moves within what the ones before left free: x = x₀ + Z y, Z orthonormal, by a sparse QR of the rows of (1), and dense ones
// after it. Bodies whose joints are closed to a millionth of their speed are left as they are, bit for bit. Allocates.
#pragma once

#include <string>
#include <vector>

#include "stickslip/core/vector.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"

namespace stickslip::sim::detail {

// Changes velocities of bodies that move by forces. Throws InvalidArgument, beginning with `subject`, that names a joint which no such
// velocities fit; the state is then as it was.
std::vector<FittedVelocity> fit_velocities(const Model& model, State& state, const std::string& subject);

}  // namespace stickslip::sim::detail
