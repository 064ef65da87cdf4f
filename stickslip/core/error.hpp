// How the library says that an input is wrong.
//
// Constructors and whole-array calls throw InvalidArgument; its text names the item, the value and the
// allowed range. Hot paths never throw: they return a non-finite result and leave the state untouched. The
// library neither prints nor exits.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

namespace stickslip {

// One broken rule, as plain data: it can cross a C interface and be made without allocating.
struct Violation {
  const char* argument;                                     // name as the user spelled it
  double value;                                             // what was given
  const char* rule;                                         // "must be …", with the unit
  double bound = std::numeric_limits<double>::quiet_NaN();  // the number the rule ends with, if it ends with one
};

class InvalidArgument : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
  // "LuGre: mu_s = 0.8 must be finite and at least mu_c = 1"
  InvalidArgument(const std::string& subject, const Violation& violation);
};

// A file whose text cannot be understood. The message begins with "file:line: ".
class ParseError : public std::runtime_error {
 public:
  ParseError(const std::string& file, std::size_t line, const std::string& what);
};

// Throws InvalidArgument about `subject` if there is a violation.
void require(const char* subject, const std::optional<Violation>& violation);

// Throws InvalidArgument unless `value` is 1 to `most`: "LimitSurface.cells: cells = 2001 must be 1 to 2000".
void require_count(const std::string& subject, const char* argument, long value, long most);

// The shortest text that reads back as the same number.
std::string to_text(double value);
// "mu_s = 0.8 must be finite and at least mu_c = 1"
std::string to_text(const Violation& violation);

// Positive numbers below it count as zero: their reciprocals overflow.
inline constexpr double smallest_positive = std::numeric_limits<double>::min();

// Of a value that is not positive, or too small to count as such; `rule` is that of the former.
constexpr Violation not_positive(const char* argument, double value, const char* rule) noexcept {
  if (value > 0.0 && value < smallest_positive) {
    return {argument, value, "must be at least the smallest normal number", smallest_positive};
  }
  return {argument, value, rule};
}

inline std::optional<Violation> check_positive(const char* argument, double value, const char* rule) noexcept {
  if (std::isfinite(value) && value >= smallest_positive) return {};
  return not_positive(argument, value, rule);
}

inline std::optional<Violation> check_not_negative(const char* argument, double value, const char* rule) noexcept {
  if (std::isfinite(value) && value >= 0.0) return {};
  return Violation{argument, value, rule};
}

// Tells constructors that the caller has checked the parameters already, so that nothing can be thrown.
struct Unchecked {};
inline constexpr Unchecked unchecked{};

}  // namespace stickslip
