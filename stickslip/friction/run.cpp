#include "stickslip/friction/run.hpp"

#include "stickslip/core/error.hpp"

namespace stickslip::friction {

void require_compatible(const RunOptions& options) {
  if (options.scheme == Scheme::euler && options.force == ForceOf::mean) {
    throw InvalidArgument(
        "force = \"mean\" needs scheme = \"exponential\"; explicit Euler has the force at the "
        "beginning of a step only");
  }
}

}  // namespace stickslip::friction
