// A column of numbers as text that fits into a page: base64 of zlib-compressed bytes. The eight bytes of all numbers are
// regrouped first, all first bytes before all second ones: numbers that change slowly share their upper bytes, and runs of
// equal bytes compress well.
#pragma once

#include <span>
#include <string>

namespace stickslip::record::detail {

std::string packed_column(std::span<const double> values);

}  // namespace stickslip::record::detail
