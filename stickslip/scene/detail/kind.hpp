// One of several things that a tagged map may stand for: its name, what it is, which values it has, and how it is made of them.
//
// Each family (shapes, pressures, profiles) is a list of these: schema, reference page and builder follow from the list.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/node.hpp"
#include "stickslip/scene/scene_files.hpp"
#include "stickslip/scene/schema.hpp"

namespace stickslip::scene::detail {

template <class Value>
struct Kind {
  std::string name;
  std::string meaning;
  Schema schema;
  std::function<Value(const Node&, const SceneFiles&)> make;  // of a value that the schema found good
};

template <class Value>
Schema schema_of(const std::vector<Kind<Value>>& kinds) {
  std::vector<SchemaKey> tags;
  tags.reserve(kinds.size());
  for (const Kind<Value>& kind : kinds) tags.push_back({kind.name, kind.schema, kind.meaning});
  return Schema::tagged(std::move(tags));
}

// Of a tagged map that the schema found good.
template <class Value>
Value made(const std::vector<Kind<Value>>& kinds, const Node& node, const SceneFiles& files) {
  const NodeEntry& entry = node.entries().front();
  for (const Kind<Value>& kind : kinds) {
    if (kind.name == entry.key) return kind.make(entry.value, files);
  }
  throw InvalidArgument("unknown key '" + entry.key + "'");
}

// What is wrong with a value that the schema found good, at a place of its own.
class WrongAt : public InvalidArgument {
 public:
  WrongAt(const Place& place, const std::string& text, std::string key = "")
      : InvalidArgument(text), place_(place), key_(std::move(key)) {}
  const Place& place() const noexcept { return place_; }
  // What it speaks of, below what is being built; may be empty.
  const std::string& key() const noexcept { return key_; }

 private:
  Place place_;
  std::string key_;
};

// Throws WrongAt, at the value of the argument that is wrong.
inline void require_at(const Node& map, const std::optional<Violation>& violation) {
  if (!violation) return;
  const Node* const value = map.find(violation->argument);
  throw WrongAt(value == nullptr ? map.place() : value->place(), to_text(*violation));
}

template <int Dim>
Vec<Dim> vector_of(const Node& list) {
  Vec<Dim> v;
  for (int i = 0; i < Dim; ++i) v[i] = list.items()[static_cast<std::size_t>(i)].number();
  return v;
}

template <int Dim>
std::vector<Vec<Dim>> vectors_of(const Node& list) {
  std::vector<Vec<Dim>> all;
  all.reserve(list.items().size());
  for (const Node& item : list.items()) all.push_back(vector_of<Dim>(item));
  return all;
}

inline std::vector<double> numbers_of(const Node& list) {
  std::vector<double> all;
  all.reserve(list.items().size());
  for (const Node& item : list.items()) all.push_back(item.number());
  return all;
}

// That of a key of a map, or a default.
template <int Dim>
Vec<Dim> vector_or(const Node& map, const char* key, const Vec<Dim>& otherwise) {
  const Node* const value = map.find(key);
  return value == nullptr || value->is(NodeKind::null) ? otherwise : vector_of<Dim>(*value);
}

// The value of a key; null also where the key has none.
inline const Node* given(const Node& map, const char* key) {
  const Node* const value = map.find(key);
  return value == nullptr || value->is(NodeKind::null) ? nullptr : value;
}

}  // namespace stickslip::scene::detail
