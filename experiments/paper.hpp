// The papers that experiments stand for, as docs/references.bib has them.
#pragma once

#include <string>

namespace stickslip::experiments {

// "Hayward and Armstrong 2000, A New Computational Model of Friction Applied to Haptic Rendering" for its key. Throws
// InvalidArgument if there is no such entry.
std::string citation(const std::string& key);

}  // namespace stickslip::experiments
