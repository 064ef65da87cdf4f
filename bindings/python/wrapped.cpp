#include "wrapped.hpp"

#include <algorithm>

namespace stickslip::python {

namespace {

// Of UTF-8, where all bytes of a letter but the first begin with the bits 10.
std::size_t letters(std::string_view text) {
  const auto is_first = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_first));
}

}  // namespace

std::string wrapped(const std::string& begin, std::string_view text) {
  constexpr std::size_t width = 120;
  const std::size_t indent = letters(begin);
  std::string lines = begin;
  std::size_t used = indent;
  for (bool is_first = true; !text.empty(); is_first = false) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!is_first) {
      const bool fits = used + 1 + letters(word) <= width;
      lines += fits ? " " : "\n" + std::string(indent, ' ');
      used = fits ? used + 1 : indent;
    }
    lines += word;
    used += letters(word);
  }
  return lines;
}

}  // namespace stickslip::python
