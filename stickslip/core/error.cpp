#include "stickslip/core/error.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace stickslip {

InvalidArgument::InvalidArgument(const std::string& subject, const Violation& violation)
    : std::invalid_argument(subject + ": " + to_text(violation)) {}

ParseError::ParseError(const std::string& file, std::size_t line, const std::string& what)
    : std::runtime_error(file + ":" + std::to_string(line) + ": " + what) {}

void require(const char* subject, const std::optional<Violation>& violation) {
  if (violation) throw InvalidArgument(subject, *violation);
}

void require_count(const std::string& subject, const char* argument, long value, long most) {
  if (value >= 1 && value <= most) return;
  throw InvalidArgument(subject + ": " + argument + " = " + std::to_string(value) + " must be 1 to " +
                        std::to_string(most));
}

std::string to_text(double value) {
  if (std::isnan(value)) return "nan";  // its sign means nothing
  std::array<char, 32> buffer{};
  const auto* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
}

std::string to_text(const Violation& violation) {
  std::string text = std::string(violation.argument) + " = " + to_text(violation.value) + " " + violation.rule;
  if (!std::isnan(violation.bound)) text += " = " + to_text(violation.bound);
  return text;
}

}  // namespace stickslip
