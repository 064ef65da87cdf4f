// Scenes of each kind, made of nodes that their schema has checked. What is wrong beyond it is added to the mistakes, each thing with its
// place.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/detail/kind.hpp"
#include "stickslip/scene/detail/messages.hpp"
#include "stickslip/scene/field_schema.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/scene_description.hpp"
#include "stickslip/scene/validate.hpp"

namespace stickslip::scene::detail {

// What scenes are made of. Parts that the schema found broken are left out: their mistakes are known.
struct Source {
  const Node& root;
  const SceneFiles& files;
  const BrokenNodes& broken;

  // Whether it is there and good.
  bool has(const Node* node) const { return node != nullptr && !broken.contains(node); }
  // The value of a key of the scene that has one and is good; null otherwise.
  const Node* good(const char* key) const {
    const Node* const node = given(root, key);
    return has(node) ? node : nullptr;
  }
};

// Each of a scene in which nothing is missing where no mistake was found.
RigidScene rigid_scene(const Source& source, Mistakes& mistakes);
PlanarScene planar_scene(const Source& source, Mistakes& mistakes);
PointScene point_scene(const Source& source, Mistakes& mistakes);

// Calls f; what it throws about bad input becomes a mistake at the value of `map` that it speaks of, or where the exception knows better.
// Returns whether it threw nothing. `bodies`: names by number, for messages.
template <class Function>
bool attempt(Mistakes& mistakes, const Node& map, const std::string& path, Function f,
             const std::vector<std::string>& bodies = {}) {
  try {
    f();
    return true;
  } catch (const WrongAt& error) {
    const std::string dot = path.empty() || error.key().empty() ? "" : ".";
    mistakes.add(error.place(), path + dot + error.key() + ": " + error.what());
  } catch (const InvalidArgument& error) {
    const std::string text = with_names(without_function(error.what()), bodies);
    mistakes.add(place_of_subject(map, text), path + ": " + text);
  } catch (const ParseError& error) {
    mistakes.add(map.place(), path + ": " + error.what());
  }
  return false;
}

// f of the value of a key; what it throws is a mistake there.
template <class Function>
auto at_key(const Node& map, const char* key, Function f) {
  const Node& value = *map.find(key);
  try {
    return f(value);
  } catch (const WrongAt& error) {
    throw WrongAt(error.place(), error.what(), error.key().empty() ? key : std::string(key) + "." + error.key());
  } catch (const InvalidArgument& error) {
    throw WrongAt(value.place(), without_function(error.what()), key);
  } catch (const ParseError& error) {
    throw WrongAt(value.place(), error.what(), key);
  }
}

// Throws WrongAt unless the profile stays between two bounds until the end of the run.
inline void require_between(const Profile& profile, double until, double low, double high, const Node& node,
                            const std::string& rule) {
  const auto [least, most] = profile.range(0.0, until);
  if (least >= low && most <= high) return;
  const double value = least >= low ? most : least;
  throw WrongAt(node.place(), "its value reaches " + to_text(value) + ", must be " + rule);
}

// The entries of a map at the top of a scene; none where it is absent.
inline const std::vector<NodeEntry>& entries_of(const Node& root, const char* key) {
  static const std::vector<NodeEntry> none;
  const Node* const map = given(root, key);
  return map == nullptr ? none : map->entries();
}

// What a scene says is kept.
inline RecordOptions record_of(const Node& root, const Node& record) {
  auto options = read_fields<RecordOptions>(record);
  const Node* const names = given(record, "bodies");
  if (names == nullptr) return options;
  std::set<std::string> kept;
  for (const Node& name : names->items()) kept.insert(name.text());
  options.bodies.emplace();
  for (int place = 0; const NodeEntry& entry : entries_of(root, "bodies")) {
    if (kept.contains(entry.key)) options.bodies->push_back(place);
    ++place;
  }
  return options;
}

}  // namespace stickslip::scene::detail
