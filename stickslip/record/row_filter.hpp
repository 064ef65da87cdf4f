// Some of the rows of a series: those where a column holds a value.
#pragma once

#include <string>

namespace stickslip::record {

struct RowFilter {
  std::string column;
  double value;
};

}  // namespace stickslip::record
