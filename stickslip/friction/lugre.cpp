#include "stickslip/friction/lugre.hpp"

namespace stickslip::friction {

LuGre::LuGre(const Parameters& parameters) : LuGre(parameters, unchecked) {
  require("LuGre", check(parameters));
}

}  // namespace stickslip::friction
