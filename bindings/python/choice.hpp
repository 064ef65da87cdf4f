// Words that stand for the values of an enum with a table of names (core/names.hpp).
#pragma once

#include <optional>
#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/core/names.hpp"

namespace stickslip::python {

// The value called `word`; an InvalidArgument that lists the words if there is none.
template <HasNames Enum>
Enum choose(const char* argument, const std::string& word) {
  if (const std::optional<Enum> value = value_named<Enum>(word)) return *value;
  throw InvalidArgument(std::string(argument) + " = '" + word + "' must be one of " + listed_names<Enum>("'"));
}

}  // namespace stickslip::python
