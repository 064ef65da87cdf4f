// What to tell a user of a file that could not be opened, read or written.
#pragma once

#include <filesystem>
#include <string>

namespace stickslip::record {

// What failed, the file, and the system's reason: "cannot write results/x.csv: No space left on device".
std::string reason_of(const std::filesystem::filesystem_error& error);

}  // namespace stickslip::record
