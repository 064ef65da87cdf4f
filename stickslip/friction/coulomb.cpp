#include "stickslip/friction/coulomb.hpp"

namespace stickslip::friction {

Coulomb::Coulomb(const Parameters& parameters)
    : parameters_(parameters),
      stribeck_({parameters.mu_c, parameters.mu_s, parameters.v_s, parameters.gamma}, unchecked) {
  require("Coulomb", check(parameters));
}

}  // namespace stickslip::friction
