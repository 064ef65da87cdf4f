#include "stickslip/friction/elasto_plastic.hpp"

namespace stickslip::friction {

ElastoPlastic::ElastoPlastic(const Parameters& parameters) : ElastoPlastic(parameters, unchecked) {
  require("ElastoPlastic", check(parameters));
}

}  // namespace stickslip::friction
