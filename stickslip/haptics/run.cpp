#include "stickslip/haptics/run.hpp"

#include <string>

#include "stickslip/core/error.hpp"

namespace stickslip::haptics::detail {

namespace {

void require_count(const char* name, std::size_t size, std::size_t expected, const char* also) {
  if (size == expected) return;
  throw InvalidArgument(std::string(name) + " has " + std::to_string(size) + " values, must have " +
                        std::to_string(expected) + also);
}

}  // namespace

std::size_t require_sizes(const Recording& recording, std::size_t dim, std::size_t force, std::size_t status) {
  if (recording.x.size() % dim != 0) {
    throw InvalidArgument("x has " + std::to_string(recording.x.size()) +
                          " values, must be a multiple of the dimension " + std::to_string(dim));
  }
  const std::size_t count = recording.x.size() / dim;
  if (!recording.t.empty()) require_count("t", recording.t.size(), count, ", one per sample, or none");
  if (recording.normal_force.size() != 1) {
    require_count("normal_force", recording.normal_force.size(), count, ", one per sample, or 1");
  }
  require_count("force", force, count * dim, "");
  require_count("status", status, count, "");
  return count;
}

}  // namespace stickslip::haptics::detail
