#include "stickslip/record/check.hpp"

#include <cmath>
#include <utility>

namespace stickslip::record {

const char* verdict(bool passed) noexcept {
  return passed ? "pass" : "FAIL";
}

bool Check::passed() const noexcept {
  switch (relation) {
    case Relation::equal:
      return std::abs(measured - published) <= tolerance;
    case Relation::at_most:
      return measured <= published;
    case Relation::at_least:
      return measured >= published;
  }
  return false;
}

Check equal(std::string quantity, std::string unit, double published, double measured, double tolerance) {
  return {std::move(quantity), std::move(unit), Relation::equal, published, measured, tolerance};
}

Check at_most(std::string quantity, std::string unit, double bound, double measured) {
  return {std::move(quantity), std::move(unit), Relation::at_most, bound, measured, 0.0};
}

Check at_least(std::string quantity, std::string unit, double bound, double measured) {
  return {std::move(quantity), std::move(unit), Relation::at_least, bound, measured, 0.0};
}

}  // namespace stickslip::record
