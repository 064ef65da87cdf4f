// Measured and shared data that are not part of the sources.
#pragma once

#include <filesystem>
#include <optional>

namespace stickslip::experiments {

// A file or folder of the reference data, such as "cmu/pushes_hardboard.csv": in $STICKSLIP_REFERENCE, or beside the sources.
std::optional<std::filesystem::path> reference_data(const std::filesystem::path& name);

}  // namespace stickslip::experiments
