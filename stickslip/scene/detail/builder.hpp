// Scenes of each kind, made of nodes that their schema found good. What is wrong beyond it is added to the mistakes, each thing with its
// place.
#pragma once

#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/detail/kind.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/scene_description.hpp"

namespace stickslip::scene::detail {

RigidScene rigid_scene(const Node& root, const SceneFiles& files, Mistakes& mistakes);
PlanarScene planar_scene(const Node& root, const SceneFiles& files, Mistakes& mistakes);
PointScene point_scene(const Node& root, const SceneFiles& files, Mistakes& mistakes);

// Calls f; what it throws about bad input becomes a mistake at `place`, or where the exception knows better.
template <class Function>
void attempt(Mistakes& mistakes, const Place& place, const std::string& path, Function f) {
  try {
    f();
  } catch (const WrongAt& error) {
    mistakes.add(error.place(), path + ": " + error.what());
  } catch (const InvalidArgument& error) {
    // "World.add_body: mass = …": which function found it says nothing to whoever wrote the scene.
    std::string text = error.what();
    if (text.starts_with("World.")) text.erase(0, text.find(": ") == std::string::npos ? 0 : text.find(": ") + 2);
    mistakes.add(place, path + ": " + text);
  } catch (const ParseError& error) {
    mistakes.add(place, path + ": " + error.what());
  }
}

// The entries of a map at the top of a scene; none where it is absent.
inline const std::vector<NodeEntry>& entries_of(const Node& root, const char* key) {
  static const std::vector<NodeEntry> none;
  const Node* const map = given(root, key);
  return map == nullptr ? none : map->entries();
}

}  // namespace stickslip::scene::detail
