// Numbers in sentences: three digits.
#pragma once

#include <cstdio>
#include <string>

namespace stickslip::scene::detail {

inline std::string shortened(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

}  // namespace stickslip::scene::detail
