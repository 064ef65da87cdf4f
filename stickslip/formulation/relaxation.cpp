#include "stickslip/formulation/relaxation.hpp"

#include <string>

namespace stickslip::formulation {

Relaxation::Terms Relaxation::terms(double h) const noexcept {
  if (epsilon) return {*epsilon, *epsilon > 0.0 ? default_beta : 0.0, 0.0};
  const double k = stiffness.value_or(0.0), b = damping.value_or(0.0);
  const double of_step = 1.0 / (k * h * h + b * h);
  return {of_step, k * h * h * of_step, b};
}

void check(const Relaxation& relaxation, const char* name) {
  require(name, check_fields(relaxation));
  const bool has_spring = relaxation.stiffness.value_or(0.0) > 0.0 || relaxation.damping.value_or(0.0) > 0.0;
  if (relaxation.epsilon.has_value() == has_spring) {
    throw InvalidArgument(std::string(name) + ": must be epsilon, or stiffness and damping of which one is > 0");
  }
}

}  // namespace stickslip::formulation
