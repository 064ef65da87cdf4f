// The scene of a study: read once, then run with other values.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "stickslip/scene/scene_description.hpp"

namespace stickslip::sweep::detail {

struct SceneNumber {
  std::string unit;
  bool is_whole;
};

class BaseScene {
 public:
  // `name`: its file, below `folder`, or a scene that ships. Throws scene::SceneError where the scene is wrong, InvalidArgument where it cannot be read.
  BaseScene(const std::filesystem::path& folder, const std::string& name);

  const std::string& name() const noexcept { return name_; }
  const scene::SceneDescription& description() const noexcept { return *description_; }
  // Its text, and those of the files that it names, by name.
  std::vector<std::string> texts() const;

  // With other values. Throws scene::SceneError; its mistakes name the file as the study does, so that they are the same wherever the
  // study lies.
  scene::SceneDescription with(const std::vector<scene::Override>& changes) const;

  // What number is at a path such as bodies.plate.mass, whether it stands in the file or has a default; none where the path leads to
  // something else.
  std::optional<SceneNumber> number_at(const std::string& path) const;

 private:
  // Files are read once, whoever asks first.
  struct Cache {
    std::mutex mutex;
    std::map<std::string, std::string> bytes;
  };

  std::string name_, text_;
  std::shared_ptr<Cache> cache_ = std::make_shared<Cache>();
  scene::SceneFiles files_;
  std::optional<scene::SceneDescription> description_;
};

}  // namespace stickslip::sweep::detail
