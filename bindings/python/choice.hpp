// Arguments that are words for the values of an enum with a table of names (core/names.hpp).
#pragma once

#include <optional>
#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/core/names.hpp"

#include "arguments.hpp"

namespace stickslip::python {

// The value called `word`, which is what the argument `name` holds; an InvalidArgument that lists the words if there is none.
template <HasNames Enum>
Enum choose(const Arguments& arguments, const char* name, const std::string& word) {
  if (const std::optional<Enum> value = value_named<Enum>(word)) return *value;
  throw InvalidArgument(arguments.subject() + ": " + name + " = '" + word + "' must be one of " +
                        listed_names<Enum>("'"));
}

}  // namespace stickslip::python
