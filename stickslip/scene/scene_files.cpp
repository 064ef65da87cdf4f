#include "stickslip/scene/scene_files.hpp"

#include <algorithm>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/record/input_file.hpp"

namespace stickslip::scene {

namespace {

constexpr std::size_t largest = std::size_t{256} << 20U;  // [byte]

bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

std::string read_below(const std::filesystem::path& folder, const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(name).lexically_normal();
  if (path.is_absolute() || path.empty() || *path.begin() == "..") {
    throw InvalidArgument("the file '" + name + "' must lie below the scene's folder");
  }
  try {
    // Links are followed before it is asked where they lead.
    const std::filesystem::path home = std::filesystem::canonical(folder.empty() ? "." : folder),
                                place = std::filesystem::canonical(home / path);
    if (!is_below(place, home)) {
      throw InvalidArgument("the file '" + name + "' must lie below the scene's folder, and leads to " +
                            place.string());
    }
    std::string bytes = record::InputFile(place).read(largest + 1);
    if (bytes.size() > largest) {
      throw InvalidArgument("the file '" + name + "' has more than " + std::to_string(largest) + " bytes");
    }
    return bytes;
  } catch (const std::filesystem::filesystem_error& error) {
    throw InvalidArgument("the file '" + name + "' cannot be read: " + error.code().message());
  }
}

}  // namespace

SceneFiles SceneFiles::below(const std::filesystem::path& folder) {
  return SceneFiles([folder](const std::string& name) { return read_below(folder, name); });
}

std::string SceneFiles::read(const std::string& name, std::size_t most) const {
  if (!read_) throw InvalidArgument("the file '" + name + "' is not there: the scene has no folder");
  std::string bytes = read_(name);
  if (bytes.size() > most) {
    throw InvalidArgument("the file '" + name + "' has " + std::to_string(bytes.size()) + " bytes, at most " +
                          std::to_string(most) + " are read");
  }
  return bytes;
}

}  // namespace stickslip::scene
