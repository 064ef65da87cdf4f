#include "stickslip/friction/dahl.hpp"

namespace stickslip::friction {

Dahl::Dahl(const Parameters& parameters) : Dahl(parameters, unchecked) {
  require("Dahl", check(parameters));
}

}  // namespace stickslip::friction
