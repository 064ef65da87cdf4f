// Results that are read while other threads run.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "files.hpp"
#include "record/objects.hpp"

namespace stickslip::python {

// The result, to be read without the GIL: while this lives, nothing is added to it. Made and destroyed with the GIL.
using Reading = std::shared_ptr<const record::Result>;
inline Reading reading(ResultObject& result) {
  ++result.readers;
  return {&result.value, [owner = result.shared_from_this()](const record::Result*) { --owner->readers; }};
}

void write_page(const std::vector<Reading>& results, const std::filesystem::path& path);

}  // namespace stickslip::python
