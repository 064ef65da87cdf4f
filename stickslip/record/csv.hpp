// A series as comma-separated values: one header line "name [unit],…", then one line a row.
//
// Numbers are written with the fewest digits that read back as the same double; NaN and infinities as nan,
// inf, -inf. Header cells are quoted as RFC 4180 asks where they hold a comma, a quote or a line break.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "stickslip/record/atomic_file.hpp"
#include "stickslip/record/check.hpp"
#include "stickslip/record/series.hpp"

namespace stickslip::record {

// Writes whole or not at all (AtomicFile). Throws std::filesystem::filesystem_error if it cannot.
void write_csv(const Series& series, const std::filesystem::path& path, Links links = Links::followed);

// The same for a table of checks: quantity, unit, relation, published, measured, tolerance, verdict (pass or FAIL).
void write_csv(const std::vector<Check>& checks, const std::filesystem::path& path, Links links = Links::followed);

// Reads what write_csv wrote, and files like it. The file's stem names the series; a header cell without
// [unit] gives the unit "1". Throws ParseError with file and line, std::filesystem::filesystem_error if it
// cannot be read (InputFile).
Series read_csv(const std::filesystem::path& path);
// The same from text already open, as a series of that name; `label` stands for the file in messages.
Series read_csv(std::istream& text, const std::string& name, const std::string& label);

}  // namespace stickslip::record
