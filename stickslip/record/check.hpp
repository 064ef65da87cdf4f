// One line of the table published against measured: quantity, published, measured, tolerance, verdict.
#pragma once

#include <string>

namespace stickslip::record {

enum class Relation {
  equal,     // |measured − published| ≤ tolerance
  at_most,   // measured ≤ published
  at_least,  // measured ≥ published
};

// "equal", "at_most" or "at_least"
const char* name_of(Relation relation) noexcept;

struct Check {
  std::string quantity;
  std::string unit;  // "1" for a pure number
  Relation relation;
  double published;
  double measured;
  double tolerance;  // absolute, in `unit`; 0 for bounds

  // False for a measured NaN, whatever the relation.
  bool passed() const noexcept;
};

// "pass" or "FAIL"
const char* verdict(bool passed) noexcept;

Check equal(std::string quantity, std::string unit, double published, double measured, double tolerance);
Check at_most(std::string quantity, std::string unit, double bound, double measured);
Check at_least(std::string quantity, std::string unit, double bound, double measured);

}  // namespace stickslip::record
