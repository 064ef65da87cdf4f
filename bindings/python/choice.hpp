// Words that stand for the values of an enum.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/core/names.hpp"

namespace stickslip::python {

template <class Enum, std::size_t Count>
using Choices = std::array<std::pair<std::string_view, Enum>, Count>;

// The value called `word`; an InvalidArgument that lists the words if there is none.
template <class Enum, std::size_t Count>
Enum choose(const char* argument, const std::string& word, const Choices<Enum, Count>& choices) {
  std::string words;
  for (const auto& [name, value] : choices) {
    if (name == word) return value;
    words += (words.empty() ? "'" : ", '") + std::string(name) + "'";
  }
  throw InvalidArgument(std::string(argument) + " = '" + word + "' must be one of " + words);
}

// The same for an enum with a table of names.
template <HasNames Enum>
Enum choose(const char* argument, const std::string& word) {
  if (const std::optional<Enum> value = value_named<Enum>(word)) return *value;
  throw InvalidArgument(std::string(argument) + " = '" + word + "' must be one of " + listed_names<Enum>("'"));
}

// The word for a value.
template <class Enum, std::size_t Count>
std::string_view word_for(Enum value, const Choices<Enum, Count>& choices) {
  for (const auto& [name, candidate] : choices) {
    if (candidate == value) return name;
  }
  return {};
}

}  // namespace stickslip::python
