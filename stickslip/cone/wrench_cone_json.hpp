// Wrench cones as JSON: rays and rows with the names and units of their components, every number to the last digit.
#pragma once

#include <string>

#include "stickslip/cone/wrench_cone.hpp"

namespace stickslip::cone {

std::string to_json(const WrenchCone& cone);
// Throws ParseError, which begins with `name`, if the text is not such a cone.
WrenchCone wrench_cone_from_json(const std::string& text, const std::string& name);

}  // namespace stickslip::cone
