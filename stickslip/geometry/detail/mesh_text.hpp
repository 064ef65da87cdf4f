// Words of a mesh's text, with their lines. All that is wrong is a ParseError with file and line.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>

#include "stickslip/core/error.hpp"

namespace stickslip::geometry::detail {

class MeshText {
 public:
  // Both must outlive the reader. A byte order mark at the beginning is skipped.
  MeshText(std::string_view text, const std::string& file) : text_(text), file_(file) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }

  std::size_t line() const noexcept { return line_; }

  // The next word of this line, empty at its end. '#' begins a comment; a backslash before the end of a line continues it.
  std::string_view word_of_line() noexcept {
    while (at_ < text_.size()) {
      if (const std::size_t skipped = continuation(); skipped > 0) {
        at_ += skipped;
        ++line_;
      } else if (text_[at_] == '\n' || text_[at_] == '#') {
        return {};
      } else if (is_space(text_[at_])) {
        ++at_;
      } else {
        const std::size_t begin = at_;
        while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '#' && continuation() == 0) ++at_;
        return text_.substr(begin, at_ - begin);
      }
    }
    return {};
  }

  // To the next line; false at the end of the text.
  bool next_line() noexcept {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    if (at_ == text_.size()) return false;
    ++at_;
    ++line_;
    return true;
  }

  // The next word, wherever it is; empty at the end of the text.
  std::string_view word() noexcept {
    for (;;) {
      const std::string_view found = word_of_line();
      if (!found.empty() || !next_line()) return found;
    }
  }

  // A finite number, at most 1e50 in size.
  double number(std::string_view word, const char* what) const {
    if (word.empty()) fail(std::string(what) + " is missing");
    const std::size_t sign = word.size() > 1 && word[0] == '+' && word[1] != '-' ? 1 : 0;
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data() + sign, word.data() + word.size(), value);
    if (error == std::errc::invalid_argument || end != word.data() + word.size()) {
      fail(std::string(what) + " = " + shown(word) + " is no number");
    }
    if (error != std::errc() || !(std::abs(value) <= 1e50)) {
      fail(std::string(what) + " = " + shown(word) + " must be finite and at most 1e50 in size [m]");
    }
    return value;
  }

  [[noreturn]] void fail(const std::string& what) const { throw ParseError(file_, line_, what); }

  // In quotes, what no terminal should meet replaced; long ones cut.
  static std::string shown(std::string_view word) {
    constexpr std::size_t most = 40;
    std::string text = "'";
    for (const char c : word.substr(0, most)) text += c >= ' ' && c <= '~' ? c : '?';
    return text + (word.size() > most ? "…'" : "'");
  }

 private:
  static bool is_space(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
  }
  // Length of a backslash with the end of line behind it; 0 where there is none.
  std::size_t continuation() const noexcept {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("\\\n")) return 2;
    return rest.starts_with("\\\r\n") ? 3 : 0;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace stickslip::geometry::detail
