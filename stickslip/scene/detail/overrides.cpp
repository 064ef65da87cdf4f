#include "stickslip/scene/detail/overrides.hpp"

#include <algorithm>

#include "stickslip/core/error.hpp"
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

}  // namespace

Override override_from(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InvalidArgument("'" + text + "' must be PATH=VALUE, such as bodies.plate.mass=0.3");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

namespace detail {

void apply(const std::vector<Override>& overrides, Node& root, Mistakes& mistakes) {
  for (const Override& change : overrides) {
    Node value;
    try {
      value = read_yaml(change.value, change.path);
    } catch (const SceneError& error) {
      mistakes.add({}, std::string("cannot set ") + error.what());
      continue;
    }
    std::vector<std::string> parts = parts_of(change.path);
    if (root.is(NodeKind::null)) root = Node::map();
    Node* at = &root;
    std::string way;
    for (const std::string& part : parts) {
      Node* next = nullptr;
      if (at->is(NodeKind::list)) {
        next = item_of(*at, part);
      } else if (at->is(NodeKind::map) || at->is(NodeKind::null)) {
        // A key that is not there may have a default. Whether it may be there is for the schema to say.
        if (at->is(NodeKind::null)) *at = Node::map();
        if (at->find(part) == nullptr) at->set(part, Node());
        next = at->find(part);
      }
      if (next == nullptr) {
        mistakes.add({}, "cannot set " + change.path + ": " + (way.empty() ? "the scene" : way) + " is " +
                             std::string(name_of_kind(at->kind())) + " without '" + part + "'");
      }
      way += (way.empty() ? "" : ".") + part;
      at = next;
      if (at == nullptr) break;
    }
    if (at != nullptr) {
      *at = std::move(value);
      at->take_out();
    }
  }
}

}  // namespace detail

}  // namespace stickslip::scene
