#include "stickslip/sim/joint.hpp"

namespace stickslip::sim {

std::string describe(const Joint& joint, int number) {
  const auto [a, b] = joint.body;
  const std::string bodies = b == the_world ? "body " + std::to_string(a) + " and the world"
                                            : "bodies " + std::to_string(a) + " and " + std::to_string(b);
  return "joint " + std::to_string(number) + " (" + std::string(name_of(joint.kind)) + " of " + bodies + ")";
}

}  // namespace stickslip::sim
