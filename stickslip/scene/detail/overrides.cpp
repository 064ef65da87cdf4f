#include "stickslip/scene/detail/overrides.hpp"

#include <algorithm>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/utf8.hpp"
#include "stickslip/scene/yaml.hpp"

namespace stickslip::scene {

namespace {

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '.') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// The entry of a list that a part such as "2" names; null where there is none.
Node* item_of(Node& list, const std::string& part) {
  const bool is_number = !part.empty() && part.size() < 8 &&
                         std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number) return nullptr;
  const std::size_t index = std::stoul(part);
  return index < list.items().size() ? &list.items()[index] : nullptr;
}

// Whether the key holds things by name.
bool holds_names(const std::string& key) {
  return key == "bodies" || key == "contacts" || key == "joints" || key == "loads";
}

std::vector<std::string> keys_of(const Node& map) {
  std::vector<std::string> keys;
  for (const NodeEntry& entry : map.entries()) keys.push_back(entry.key);
  return keys;
}

}  // namespace

Override override_from(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InvalidArgument("'" + text + "' must be PATH=VALUE, such as bodies.plate.mass=0.3");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

namespace detail {

std::vector<std::string> shown(const std::vector<Override>& overrides) {
  std::vector<std::string> all;
  all.reserve(overrides.size());
  for (const Override& change : overrides) all.push_back(excerpt(change.path) + "=" + excerpt(change.value));
  return all;
}

void apply(const std::vector<Override>& overrides, Node& root, Mistakes& mistakes) {
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    const Override& change = overrides[i];
    const Place own{0, static_cast<int>(i + 1)};
    Node value;
    try {
      value = read_yaml(change.value, change.path);
    } catch (const SceneError& error) {
      mistakes.add(own, std::string("cannot set ") + error.what());
      continue;
    }
    std::vector<std::string> parts = parts_of(change.path);
    if (root.is(NodeKind::null)) root = Node::map();
    Node* at = &root;
    std::string way;
    for (std::size_t k = 0; k < parts.size() && at != nullptr; ++k) {
      const std::string& part = parts[k];
      std::string why = std::string(" is ") + std::string(name_of_kind(at->kind())) + " without '" + part + "'";
      Node* next = nullptr;
      if (at->is(NodeKind::list)) {
        next = item_of(*at, part);
      } else if (at->is(NodeKind::map) || at->is(NodeKind::null)) {
        next = at->find(part);
        // A part of a body that is not there is a slip of the pen; a whole body may be new.
        const bool is_slip = next == nullptr && k == 1 && parts.size() > 2 && holds_names(parts[0]);
        if (is_slip) {
          why = " has no '" + part + "'" + suggestion(part, keys_of(*at));
        } else if (next == nullptr) {
          // A key that is not there may have a default. Whether it may be there is for the schema to say.
          if (at->is(NodeKind::null)) *at = Node::map();
          at->entries().push_back({part, own, Node()});
          next = &at->entries().back().value;
          next->put(own);
        }
      }
      if (next == nullptr) {
        mistakes.add(own, (way.empty() ? "the scene" : way) + why);
      }
      way += (way.empty() ? "" : ".") + part;
      at = next;
    }
    if (at != nullptr) {
      *at = std::move(value);
      at->put_all(own);
    }
  }
}

}  // namespace detail

}  // namespace stickslip::scene
