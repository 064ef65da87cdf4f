#include "experiments/reference_data.hpp"

#include <cstdlib>
#include <system_error>

namespace stickslip::experiments {

std::optional<std::filesystem::path> reference_data(const std::filesystem::path& name) {
  std::error_code ignored;
  if (const char* folder = std::getenv("STICKSLIP_REFERENCE"); folder != nullptr) {
    const std::filesystem::path path = folder / name;
    if (std::filesystem::exists(path, ignored)) return path;
  }
  std::filesystem::path here = std::filesystem::current_path(ignored);
  while (!here.empty()) {
    const std::filesystem::path path = here / "shared" / "reference" / name;
    if (std::filesystem::exists(path, ignored)) return path;
    if (here == here.parent_path()) break;
    here = here.parent_path();
  }
  return std::nullopt;
}

}  // namespace stickslip::experiments
