// Numbers from text, one after the other, with the line of each: what the readers of problem files share.
//
// A byte order mark at the beginning is skipped. White space separates numbers; '#' begins a comment that ends with the line. All that is wrong is a ParseError with file and line.
// Allocates nothing but messages.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "stickslip/core/error.hpp"

namespace stickslip::solvers::detail {

class NumberReader {
 public:
  // `file` stands for the text in messages. Both must outlive the reader.
  NumberReader(std::string_view text, const std::string& file)
      : text_(text), file_(file), at_(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0) {}

  // A finite number. `what` names it in messages; with an index ≥ 0 "what[index]".
  double number(const char* what, long index = -1) {
    const std::string_view token = next(what, index);
    double value = 0.0;
    const char* const begin = token.data() + (token.front() == '+' && token.size() > 1 && token[1] != '-' ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, token.data() + token.size(), value);
    if (error == std::errc::result_out_of_range) fail(name(what, index) + " = " + shown(token) + " is out of range");
    if (error != std::errc() || end != token.data() + token.size()) {
      fail(name(what, index) + " = " + shown(token) + " is no number");
    }
    if (!std::isfinite(value)) fail(name(what, index) + " = " + shown(token) + " must be finite");
    return value;
  }

  // A whole number from 0 to `most`.
  long count(const char* what, long most = std::numeric_limits<long>::max()) {
    const std::string_view token = next(what, -1);
    long value = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    if (error == std::errc::invalid_argument || end != token.data() + token.size()) {
      fail(std::string(what) + " = " + shown(token) + " is no whole number");
    }
    if (error != std::errc() || value < 0 || value > most) {
      fail(std::string(what) + " = " + shown(token) + " must be 0 to " + std::to_string(most));
    }
    return value;
  }

  // Refuses a count by which so many numbers follow that the rest of the text has no room for them, with a space before each:
  // what is allocated for them then is in proportion to the text.
  void expect_room(const char* what, long count, double numbers) const {
    if (2.0 * numbers <= static_cast<double>(text_.size() - at_)) return;
    fail(std::string(what) + " = " + std::to_string(count) + " asks for more numbers than the text has room for");
  }

  void expect_end() {
    skip();
    if (at_ < text_.size()) fail(shown(token()) + " stands behind the last number");
  }

  // About the number read last.
  [[noreturn]] void fail(const std::string& what) const { throw ParseError(file_, line_, what); }

 private:
  // Of UTF-8, as some editors begin a text.
  static constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

  static bool is_space(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
  }
  static std::string name(const char* what, long index) {
    return index < 0 ? what : std::string(what) + "[" + std::to_string(index) + "]";
  }
  // In quotes, what no terminal should meet replaced; long ones cut.
  static std::string shown(std::string_view token) {
    constexpr std::size_t most = 40;
    std::string text = "'";
    for (const char c : token.substr(0, most)) text += c >= ' ' && c <= '~' ? c : '?';
    return text + (token.size() > most ? "…'" : "'");
  }

  // To the next number.
  void skip() noexcept {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
        if (at_ == text_.size()) return;
      }
      if (!is_space(text_[at_])) return;
      if (text_[at_] == '\n') ++line_;
    }
  }
  std::string_view token() noexcept {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '#') ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::string_view next(const char* what, long index) {
    skip();
    if (at_ == text_.size()) fail("the text ends before " + name(what, index));
    return token();
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_;
  std::size_t line_ = 1;
};

}  // namespace stickslip::solvers::detail
