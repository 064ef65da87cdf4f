// Names that are also names of files, the same on every system.
#pragma once

#include <string>

namespace stickslip::record::detail {

inline constexpr const char* file_name_letters = "1 to 100 lower-case letters, digits, '_' and '-'";

inline bool names_a_file(const std::string& name) {
  return !name.empty() && name.size() <= 100 &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string::npos;
}

}  // namespace stickslip::record::detail
