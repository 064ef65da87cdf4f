// Text as one word of a command line.
#pragma once

#include <string>

namespace stickslip::sweep {

// In single quotes where a shell would take some of it for more than letters.
std::string shell_word(const std::string& text);

}  // namespace stickslip::sweep
