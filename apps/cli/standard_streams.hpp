// Standard output and standard error, which may be closed, full, or a terminal that is gone.
#pragma once

#include <string>
#include <string_view>

namespace stickslip::cli {

// From here on nothing is written: of several processes that do the same, one speaks.
void silence() noexcept;

// To standard output, at once. That it failed is told at the end, by require_printed(): work goes on without a reader.
void print(std::string_view text) noexcept;
// Throws std::runtime_error if anything could not be printed.
void require_printed();

// To standard error. Where that cannot be written to, nobody is left to be told.
void complain(std::string_view text) noexcept;

}  // namespace stickslip::cli
