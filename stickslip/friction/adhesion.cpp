#include "stickslip/friction/adhesion.hpp"

namespace stickslip::friction {

Adhesion::Adhesion(const Parameters& parameters) : Adhesion(parameters, unchecked) {
  require("Adhesion", check(parameters));
}

}  // namespace stickslip::friction
