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
inline Reading reading(const std::shared_ptr<ResultObject>& result) {
  ++result->readers;
  return {&result->value, [result](const record::Result*) { --result->readers; }};
}

void write_page(const std::vector<Reading>& results, const std::filesystem::path& path);

}  // namespace stickslip::python
