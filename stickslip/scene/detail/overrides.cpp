#include "stickslip/scene/detail/overrides.hpp"

#include <algorithm>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/scene_schema.hpp"
#include "stickslip/scene/utf8.hpp"
#include "stickslip/scene/yaml.hpp"

namespace stickslip::scene {

namespace {

// The entry of a list that a part such as "2" names; null where there is none.
Node* item_of(Node& list, const std::string& part) {
  // "00" would be a second name of "0".
  const bool is_number = !part.empty() && part.size() < 8 && (part == "0" || part.front() != '0') &&
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

// What a value at the end of a path may be: one schema, or each of several alternatives.
class Expected {
 public:
  explicit Expected(const Schema& schema) { add(schema); }

  // One of several ways to say a thing, such as the `constant` of a force.
  bool is_tag(const std::string& part) const {
    return std::any_of(all_.begin(), all_.end(), [&](const Schema* one) {
      return one->kind() == SchemaKind::tagged && one->find(part) != nullptr;
    });
  }
  // Of a key; empty where it has none.
  std::string default_of(const std::string& part) const {
    for (const Schema* one : all_) {
      const SchemaKey* key = one->kind() == SchemaKind::object ? one->find(part) : nullptr;
      if (key != nullptr && !key->default_text.empty()) return key->default_text;
    }
    return "";
  }
  void step_into(const std::string& part) {
    const std::vector<const Schema*> before = std::move(all_);
    all_.clear();
    for (const Schema* one : before) {
      if (one->kind() == SchemaKind::named || one->kind() == SchemaKind::list) {
        add(one->item());
      } else if (const SchemaKey* key = one->find(part)) {
        add(key->schema);
      }
    }
  }

 private:
  void add(const Schema& schema) {
    if (schema.kind() != SchemaKind::either) return all_.push_back(&schema);
    for (const Schema& alternative : schema.alternatives()) add(alternative);
  }

  std::vector<const Schema*> all_;
};

}  // namespace

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::size_t end = path[i] == '[' ? path.find_first_not_of("0123456789", i + 1) : std::string::npos;
    if (path[i] == '.') {
      parts.emplace_back();
    } else if (end != std::string::npos && end > i + 1 && path[end] == ']') {
      parts.push_back(path.substr(i + 1, end - i - 1));
      i = end;
    } else {
      parts.back() += path[i];
    }
  }
  return parts;
}

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
    Expected expected(scene_schema(kind_of(root)));
    std::string way;
    for (std::size_t k = 0; k < parts.size() && at != nullptr; ++k) {
      const std::string& part = parts[k];
      std::string why = std::string(" is ") + std::string(name_of_kind(at->kind())) + " without '" + part + "'";
      Node* next = nullptr;
      // normal_force.constant=5 takes the place of whatever the force was.
      if (expected.is_tag(part) && !(at->is(NodeKind::map) && at->find(part) != nullptr)) *at = Node::map();
      const std::string default_text = expected.default_of(part);
      expected.step_into(part);
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
          // An entry of a list that has a default takes its place in that.
          if (k + 1 < parts.size() && default_text.starts_with('[')) *next = read_yaml(default_text, change.path);
          next->put_all(own);
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
