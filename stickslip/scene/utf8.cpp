#include "stickslip/scene/utf8.hpp"

#include <algorithm>

namespace stickslip::scene {

namespace {

unsigned byte_at(std::string_view text, std::size_t i) noexcept {
  return static_cast<unsigned char>(text[i]);
}

// The length of the character that begins here; 0 where there is none.
std::size_t length_at(std::string_view text, std::size_t i) noexcept {
  const unsigned first = byte_at(text, i);
  if (first == 0) return 0;
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte_at(text, i + k) & 0xC0U) != 0x80U) return 0;
  }
  const unsigned second = byte_at(text, i + 1);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_surrogate = first == 0xED && second >= 0xA0, is_beyond = first == 0xF4 && second >= 0x90;
  return is_overlong || is_surrogate || is_beyond ? 0 : length;
}

void append_escape(std::string& out, unsigned byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  out.append("\\x").append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
}

// Of the character at i, and moves i behind it.
void append_printable(std::string& out, std::string_view text, std::size_t& i) {
  const std::size_t length = std::max<std::size_t>(1, length_at(text, i));
  const unsigned first = byte_at(text, i);
  const bool is_bad = length_at(text, i) == 0;
  if (is_bad || first < 0x20 || first == 0x7F) {
    append_escape(out, first);
  } else if (first == 0xC2 && byte_at(text, i + 1) < 0xA0) {
    append_escape(out, byte_at(text, i + 1));
  } else {
    out.append(text.substr(i, length));
  }
  i += length;
}

}  // namespace

std::size_t first_bad_byte(std::string_view text) noexcept {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t length = length_at(text, i);
    if (length == 0) return i;
    i += length;
  }
  return i;
}

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) append_printable(out, text, i);
  return out;
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string out;
  std::size_t i = 0;
  for (std::size_t count = 0; i < text.size() && count < longest; ++count) append_printable(out, text, i);
  return i < text.size() ? out + "…" : out;
}

}  // namespace stickslip::scene
