// Numbers in sentences: three digits of what was computed. What a user wrote is shown as to_text (error.hpp) has it.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <string>

namespace stickslip {

inline std::string shortened(double value) {
  constexpr int digits = 3;
  std::array<char, 32> text{};
  const auto* const end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits).ptr;
  return {text.data(), static_cast<std::size_t>(end - text.data())};
}

}  // namespace stickslip
