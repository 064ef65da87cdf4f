// A hint about a mistake that is easily made: a slider holds what it joins in all directions but one, and so carries the weight of a body that was
// meant to rest on another, where friction is then none.
#pragma once

#include <string>
#include <vector>

#include "stickslip/scene/scene_description.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"

namespace stickslip::scene::detail {

// One sentence for each slider whose reaction across its axis carried, in the last step, nine tenths of the weight of one of its bodies or more,
// while less than a hundredth of it pressed on another body that is just below: within a millimetre of it, in a direction of at most 60 degrees
// from that of gravity. A slider with friction of its own stands for the contact of its two bodies. `before`: bodies at the start of the step.
std::vector<std::string> carried_weight_hints(const RigidScene& scene, const sim::Model& model,
                                              const std::vector<sim::BodyState>& before, const sim::State& state);

}  // namespace stickslip::scene::detail
