// Docstrings made from tables: their lines fit a terminal and the source's own width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stickslip::python {

// `begin` and `text`, broken at spaces so that no line has more than 120 letters; where it is broken, `text` stays in its
// column.
std::string wrapped(const std::string& begin, std::string_view text);

}  // namespace stickslip::python
