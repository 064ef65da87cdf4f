// One line of the table published against measured: quantity, published, measured, tolerance, verdict.
#pragma once

#include <string>
#include <string_view>

#include "stickslip/core/names.hpp"

namespace stickslip::record {

enum class Relation { equal, at_most, at_least };

struct RelationDescription {
  Relation value;
  std::string_view name;
  std::string_view meaning;
};

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

template <>
struct stickslip::Names<stickslip::record::Relation> {
  static constexpr record::RelationDescription table[] = {
      {record::Relation::equal, "equal", "|measured − published| ≤ tolerance"},
      {record::Relation::at_most, "at_most", "measured ≤ published"},
      {record::Relation::at_least, "at_least", "measured ≥ published"},
  };
};
