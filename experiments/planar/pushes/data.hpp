// The measured pushes of [Zhou 2016], which are not part of the sources.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "stickslip/core/planar.hpp"

namespace stickslip::experiments::planar {

struct Push {
  std::string log;
  Wrench2 pusher;  // mean wrench on the plate
  Twist2 moved;    // displacement
};

// Columns log, push, fx, fy, tau, dx, dy, dtheta. Throws ParseError for a bad line, as record::InputFile does if it
// cannot be read.
std::vector<Push> read_pushes(const std::filesystem::path& path);

}  // namespace stickslip::experiments::planar
