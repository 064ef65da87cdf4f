#include "stickslip/patch/hertz_contact.hpp"

#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/surface/hertz_family.hpp"

namespace stickslip::patch {

namespace {

[[noreturn]] void refuse(const char* item, double fn, double value, const std::string& rule) {
  throw InvalidArgument(std::string("HertzContact: ") + item + " = " + to_text(value) + " at fn = " + to_text(fn) +
                        " N must be " + rule);
}

}  // namespace

void HertzContact::require_complete() const {
  require("HertzContact", check_positive("side", side, "must be finite and > 0 [m]"));
  if (!radius || !exponent) {
    throw InvalidArgument("HertzContact: radius or exponent is empty; both must be functions of fn");
  }
}

HertzContact::Shape HertzContact::at(double fn) const {
  require("HertzContact", check_not_negative("fn", fn, "must be finite and >= 0 [N]"));
  if (fn == 0.0) return {0.5 * side, 2.0};
  const Shape shape{radius(fn), exponent(fn)};
  // A radius computed to be half the side may be that to rounding only.
  if (check_positive("radius", shape.radius, "") || shape.radius > 0.5 * side * (1.0 + 1e-12)) {
    refuse("radius", fn, shape.radius, "> 0 and at most half the side, " + to_text(0.5 * side) + " m");
  }
  if (!(shape.exponent >= HertzFamily::lowest_exponent && shape.exponent <= HertzFamily::highest_exponent)) {
    refuse("exponent", fn, shape.exponent,
           "between " + to_text(HertzFamily::lowest_exponent) + " and " + to_text(HertzFamily::highest_exponent));
  }
  return shape;
}

}  // namespace stickslip::patch
