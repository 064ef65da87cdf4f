// The schema of scene files, one per kind of scene.
#pragma once

#include <cstdint>
#include <string>

#include "stickslip/core/names.hpp"
#include "stickslip/scene/node.hpp"
#include "stickslip/scene/schema.hpp"

namespace stickslip::scene {

enum class SceneKind : std::uint8_t { rigid, planar, point };

// Whether the key is there and true.
bool is_true(const Node& scene, const char* key) noexcept;

// As the scene says by `planar: true` or `point: true`; rigid otherwise.
SceneKind kind_of(const Node& scene) noexcept;

const Schema& scene_schema(SceneKind kind);

// A JSON Schema (draft 2020-12) of all three, for editors that complete and check YAML.
std::string json_schema();

// The reference of every key as markdown: tables of keys, units, ranges, defaults and meanings, kind by kind.
std::string reference_page();

}  // namespace stickslip::scene

template <>
struct stickslip::Names<stickslip::scene::SceneKind> {
  using K = scene::SceneKind;
  static constexpr Named<K> table[] = {{K::rigid, "rigid"}, {K::planar, "planar"}, {K::point, "point"}};
};
