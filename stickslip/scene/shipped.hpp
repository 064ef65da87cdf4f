// The scenes that come with stickslip: those of the folder scenes/, held by the library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stickslip/scene/scene_description.hpp"

namespace stickslip::scene {

struct ShippedScene {
  std::string name;
  std::string title;
  std::string_view text;           // of its file, <name>.yaml
  std::vector<std::string> files;  // that it names
};

// The flagship first, the others by name.
const std::vector<ShippedScene>& shipped_scenes();

// Throws InvalidArgument, naming the nearest, where there is none of that name.
const ShippedScene& shipped_scene(const std::string& name);

// The text of a file of the folder scenes/. Throws InvalidArgument where there is none.
std::string_view shipped_file(const std::string& name);

// These files, as a scene that names them reads them.
SceneFiles shipped_files();

// Whether what a user calls a scene is the name of a shipped one: not where there is such a file, or where it looks like a path; a folder of that name, as of results, does not count.
bool is_shipped_name(const std::string& name);

// Throws as SceneDescription does.
SceneDescription read_shipped(const std::string& name, const std::vector<Override>& overrides = {});

}  // namespace stickslip::scene
