#include "stickslip/sweep/detail/tidied.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "stickslip/core/error.hpp"

namespace stickslip::sweep::detail {

double tidied(double value, double rounding) {
  std::array<char, 32> text{};
  constexpr int safe_digits = 15;
  std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, safe_digits);
  double near = value;
  std::from_chars(text.data(), text.data() + text.size(), near);
  const bool is_short = to_text(near).size() + 2 < to_text(value).size();
  return is_short && std::abs(near - value) <= rounding ? near : value;
}

}  // namespace stickslip::sweep::detail
