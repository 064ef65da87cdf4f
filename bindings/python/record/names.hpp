// The tables of names of stickslip.record as documentation, and as data that _plot.py draws by and tests compare with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <pybind11/pybind11.h>

#include "stickslip/core/names.hpp"
#include "stickslip/record/check.hpp"
#include "stickslip/record/mark.hpp"
#include "stickslip/record/shape.hpp"

#include "wrapped.hpp"

namespace stickslip::python {

// `"solid", "dashed" or "dotted"`
template <HasNames Enum>
std::string names_doc() {
  const std::string list = listed_names<Enum>("\"");
  const std::size_t comma = list.rfind(", ");
  return list.substr(0, comma) + " or " + list.substr(comma + 2);
}

inline std::string colour_doc() {
  return names_doc<record::Colour>() + ", the colour of text; None: the next in turn";
}

inline std::string columns_text(const record::MarkDescription& mark) {
  return mark.columns.text() + ": ";
}
inline std::string columns_text(const record::ShapeDescription& shape) {
  return shape.columns_text() + ": ";
}
inline std::string columns_text(const record::RelationDescription& /*has none*/) {
  return "";
}

// One line per kind, indented to stand below the argument's text:
//   "error_bars"  x, y, low, high: a point with the interval [low, high]
template <HasNames Enum>
std::string kinds_doc(std::size_t indent) {
  std::size_t width = 0;
  for (const auto& row : Names<Enum>::table) width = std::max(width, row.name.size());
  std::string lines;
  for (const auto& row : Names<Enum>::table) {
    const std::string begin =
        std::string(indent, ' ') + '"' + std::string(row.name) + '"' + std::string(width - row.name.size() + 2, ' ');
    lines += wrapped(begin, columns_text(row) + std::string(row.meaning)) + "\n";
  }
  return lines;
}

// _names: {"Colour": (name, …), …}; _marks and _shapes: {name: {"columns": (role, …), …}}.
void bind_record_names(pybind11::module_& m);

}  // namespace stickslip::python
