// The values of an enum and their names, written once, beside the enum:
//
//   enum class Dash { solid, dashed };
//   …
//   template <>
//   struct stickslip::Names<Dash> {
//     static constexpr Named<Dash> table[] = {{Dash::solid, "solid"}, {Dash::dashed, "dashed"}};
//   };
//
// Files, messages, Python's arguments and the command line all take the spelling from there. A row may hold more than
// `value` and `name`: then the table is of a struct of one's own with these two members. Looking up neither allocates nor
// throws.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stickslip {

template <class Enum>
struct Named {
  Enum value;
  std::string_view name;
};

// Specialised for each enum with names, with a static constexpr array `table`, in the order in which names are listed.
template <class Enum>
struct Names;

template <class Enum>
concept HasNames = requires {
  Names<Enum>::table[0].value;
  Names<Enum>::table[0].name;
};

// Whether no value and no name stands in the table twice, and no name is empty. Its lookups refuse to compile otherwise.
template <HasNames Enum>
consteval bool names_are_distinct() {
  for (const auto& row : Names<Enum>::table) {
    if (row.name.empty()) return false;
    for (const auto& other : Names<Enum>::table) {
      if (&row != &other && (row.value == other.value || row.name == other.name)) return false;
    }
  }
  return true;
}

// Empty for a number that is no value of the enum.
template <HasNames Enum>
constexpr std::string_view name_of(Enum value) noexcept {
  static_assert(names_are_distinct<Enum>());
  for (const auto& row : Names<Enum>::table) {
    if (row.value == value) return row.name;
  }
  return {};
}

template <HasNames Enum>
constexpr std::optional<Enum> value_named(std::string_view name) noexcept {
  static_assert(names_are_distinct<Enum>());
  for (const auto& row : Names<Enum>::table) {
    if (row.name == name) return row.value;
  }
  return {};
}

// All names, for messages: "solid, dashed", or with the quote ' "'solid', 'dashed'".
template <HasNames Enum>
std::string listed_names(std::string_view quote = "") {
  std::string list;
  for (const auto& row : Names<Enum>::table) {
    if (!list.empty()) list += ", ";
    list.append(quote).append(row.name).append(quote);
  }
  return list;
}

}  // namespace stickslip
