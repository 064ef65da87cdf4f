// Programs beside this one that carry out some of its commands: parts that need long to compile, or libraries that others do without.
#pragma once

#include <string>

namespace stickslip::cli {

// Becomes the program of that name, which stands beside this one, with the same arguments. Throws InvalidArgument with the text `missing`, and
// where it should be, if it is not there.
[[noreturn]] void become(const char* program, char** argv, const std::string& missing);

}  // namespace stickslip::cli
