// The reference runs of [Waltersson 2024]'s experiments, built into the program (experiments/planar/reference).
#pragma once

#include <string>

#include "stickslip/record/series.hpp"

namespace stickslip::experiments::planar {

// By the file's stem, e.g. "fixedvel_circle_p0". Throws InvalidArgument for another.
record::Series reference(const std::string& stem);

}  // namespace stickslip::experiments::planar
