#include "stickslip/solvers/problem_file.hpp"

#include <algorithm>

namespace stickslip::solvers {

namespace {

constexpr char small(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool ends_with(std::string_view name, std::string_view extension) noexcept {
  return name.size() >= extension.size() && std::equal(extension.rbegin(), extension.rend(), name.rbegin(),
                                                       [](char a, char b) { return small(a) == small(b); });
}

}  // namespace

std::optional<ProblemFile> problem_file_of(std::string_view file_name) noexcept {
  for (const ProblemFileRow& row : Names<ProblemFile>::table) {
    std::string_view rest = row.extensions;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      if (ends_with(file_name, rest.substr(0, end))) return row.value;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return {};
}

}  // namespace stickslip::solvers
