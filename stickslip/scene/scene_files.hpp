// The files that a scene names: meshes and tables. They stay below the scene's folder.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace stickslip::scene {

class SceneFiles {
 public:
  // There are none: a scene that names one is refused.
  SceneFiles() = default;
  // Those below a folder. What leads out of it, also by links, is refused.
  static SceneFiles below(const std::filesystem::path& folder);
  // Those that a function gives for a name; it throws InvalidArgument for others.
  explicit SceneFiles(std::function<std::string(const std::string& name)> read) : read_(std::move(read)) {}

  // Throws InvalidArgument, naming the file, where it cannot be read or has more than `most` bytes.
  std::string read(const std::string& name, std::size_t most) const;

 private:
  std::function<std::string(const std::string&)> read_;
};

}  // namespace stickslip::scene
