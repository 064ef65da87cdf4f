#include "stickslip/scene/validate.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/utf8.hpp"

namespace stickslip::scene {

namespace {

// How a value is shown in a message.
std::string shown(const Node& node) {
  if (node.is(NodeKind::list) || node.is(NodeKind::map)) {
    const std::size_t count = node.is(NodeKind::list) ? node.items().size() : node.entries().size();
    return std::string(name_of_kind(node.kind())) + " of " + std::to_string(count);
  }
  if (node.is(NodeKind::null)) return "nothing";
  const std::string text = excerpt(node.text());
  return node.is(NodeKind::text) ? "'" + text + "'" : text;
}

class Validator {
 public:
  Validator(const Node& root, Mistakes& mistakes) : root_(root), mistakes_(mistakes) {}

  BrokenNodes take_broken() { return std::move(broken_); }

  void check(const Node& node, const Schema& schema, const std::string& path) {
    way_.push_back(&node);
    check_kind(node, schema, path);
    way_.pop_back();
  }

 private:
  void check_kind(const Node& node, const Schema& schema, const std::string& path) {
    switch (schema.kind()) {
      case SchemaKind::number:
      case SchemaKind::integer:
        return check_number(node, schema, path);
      case SchemaKind::boolean:
        return require(node, schema, path, node.is(NodeKind::boolean));
      case SchemaKind::text:
        return check_text(node, schema, path);
      case SchemaKind::name:
        return check_name(node, schema, path);
      case SchemaKind::file:
        return require(node, schema, path, node.is(NodeKind::text));
      case SchemaKind::list:
        return check_list(node, schema, path);
      case SchemaKind::object:
        return check_object(node, schema, path);
      case SchemaKind::tagged:
        return check_tagged(node, schema, path);
      case SchemaKind::named:
        return check_named(node, schema, path);
      case SchemaKind::either:
        return check_either(node, schema, path);
    }
  }

  void add(const Place& place, const std::string& path, const std::string& text) {
    broken_.insert(way_.begin(), way_.end());
    mistakes_.add(place, path.empty() ? text : path + text);
  }

  void require(const Node& node, const Schema& schema, const std::string& path, bool holds) {
    if (holds) return;
    add(node.place(), path.empty() ? "the scene" : path, " is " + shown(node) + ", must be " + schema.description());
  }

  void check_number(const Node& node, const Schema& schema, const std::string& path) {
    if (!node.is(NodeKind::number)) return require(node, schema, path, false);
    if (schema.kind() == SchemaKind::integer && std::trunc(node.number()) != node.number()) {
      return add(node.place(), path, " = " + shown(node) + " must be a whole number");
    }
    if (const auto bad = schema.check(node.number())) {
      const std::string bound = std::isnan(bad->bound) ? "" : " = " + to_text(bad->bound);
      add(node.place(), path, " = " + shown(node) + " " + bad->rule + bound);
    }
  }

  void check_text(const Node& node, const Schema& schema, const std::string& path) {
    const bool is_scalar = node.is(NodeKind::text) || node.is(NodeKind::number) || node.is(NodeKind::boolean);
    if (!is_scalar || schema.words().empty()) return require(node, schema, path, is_scalar);
    std::vector<std::string> words;
    for (const Word& word : schema.words()) words.push_back(word.name);
    if (std::find(words.begin(), words.end(), node.text()) != words.end()) return;
    add(node.place(), path,
        " is " + shown(node) + ", must be " + schema.description() + suggestion(node.text(), words));
  }

  void check_name(const Node& node, const Schema& schema, const std::string& path) {
    const bool is_scalar = node.is(NodeKind::text) || node.is(NodeKind::number) || node.is(NodeKind::boolean);
    if (!is_scalar) return require(node, schema, path, false);
    const Node* const there = root_.find(schema.of());
    if (names_.find(schema.of()) == names_.end()) {
      auto& names = names_[schema.of()];
      if (there != nullptr) {
        for (const NodeEntry& entry : there->entries()) names.insert(entry.key);
      }
    }
    const std::set<std::string>& names = names_[schema.of()];
    if (names.contains(node.text())) return;
    add(node.place(), path,
        ": there is no " + shown(node) + " in '" + schema.of() + "'" +
            suggestion(node.text(), {names.begin(), names.end()}));
  }

  void check_list(const Node& node, const Schema& schema, const std::string& path) {
    if (!node.is(NodeKind::list)) return require(node, schema, path, false);
    const std::size_t count = node.items().size();
    if (count < schema.least() || count > schema.most()) {
      const bool is_exact = schema.least() == schema.most();
      const std::size_t bound = count < schema.least() ? schema.least() : schema.most();
      add(node.place(), path,
          " has " + std::to_string(count) + " entries, must have " +
              (is_exact                 ? ""
               : count < schema.least() ? "at least "
                                        : "at most ") +
              std::to_string(bound) + (schema.item().unit() == "1" ? "" : " [" + schema.item().unit() + "]") +
              (schema.note().empty() ? "" : ": " + schema.note()));
    }
    for (std::size_t i = 0; i < count; ++i) {
      check(node.items()[i], schema.item(), path + "[" + std::to_string(i) + "]");
    }
  }

  static std::string joined(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + "." + key;
  }

  void add_unknown_key(const NodeEntry& entry, const Schema& schema, const std::string& path) {
    std::vector<std::string> names;
    for (const SchemaKey& key : schema.keys()) names.push_back(key.name);
    const std::string near = suggestion(entry.key, names);
    std::string there;
    if (near.empty()) {
      for (const std::string& name : names) there += (there.empty() ? "; there are: " : ", ") + name;
    }
    add(entry.place, path.empty() ? "" : path + ": ", "unknown key '" + excerpt(entry.key) + "'" + near + there);
  }

  void check_object(const Node& node, const Schema& schema, const std::string& path) {
    if (!node.is(NodeKind::map)) return require(node, schema, path, false);
    for (const NodeEntry& entry : node.entries()) {
      const SchemaKey* const key = schema.find(entry.key);
      if (key == nullptr) {
        add_unknown_key(entry, schema, path);
      } else if (entry.value.is(NodeKind::null)) {
        // Nothing is what an absent key is; where one is required it was forgotten.
        if (key->is_required) add(entry.place, joined(path, entry.key), " has no value");
      } else {
        check(entry.value, key->schema, joined(path, entry.key));
      }
    }
    for (const SchemaKey& key : schema.keys()) {
      if (!key.is_required || node.find(key.name) != nullptr) continue;
      add(node.place(), path.empty() ? "" : path + ": ",
          "the key '" + key.name + "' is missing: " + key.meaning + ", " + key.schema.description());
    }
  }

  void check_tagged(const Node& node, const Schema& schema, const std::string& path) {
    if (!node.is(NodeKind::map)) return require(node, schema, path, false);
    std::vector<const NodeEntry*> tags;
    bool are_known = true;
    for (const NodeEntry& entry : node.entries()) {
      const SchemaKey* const key = schema.find(entry.key);
      if (key == nullptr && schema.has_keys_beside()) {
        add_unknown_key(entry, schema, path);
        are_known = false;
      } else if (key == nullptr || schema.is_tag(*key)) {
        tags.push_back(&entry);
      } else {
        check(entry.value, key->schema, joined(path, entry.key));
      }
    }
    if (!are_known) return;
    if (tags.size() != 1) {
      const std::string count = schema.has_keys_beside() ? "" : "has " + std::to_string(tags.size()) + " keys, ";
      return add(node.place(), path, " " + count + "must be " + schema.description());
    }
    const NodeEntry& entry = *tags.front();
    const SchemaKey* const key = schema.find(entry.key);
    if (key == nullptr) return add_unknown_key(entry, schema, path);
    // A tag without value has all defaults.
    static const Node nothing = Node::map();
    const bool is_empty = entry.value.is(NodeKind::null) && key->schema.kind() == SchemaKind::object;
    check(is_empty ? nothing : entry.value, key->schema, joined(path, entry.key));
  }

  void check_named(const Node& node, const Schema& schema, const std::string& path) {
    if (!node.is(NodeKind::map)) return require(node, schema, path, false);
    for (const NodeEntry& entry : node.entries()) {
      if (!schema.is_by_path() && !is_name(entry.key)) {
        add(entry.place, path, ": '" + excerpt(entry.key) + "' is not a valid name; it must be made of " + name_rule);
      }
      if (schema.is_by_path() && entry.value.is(NodeKind::null)) {
        add(entry.place, joined(path, excerpt(entry.key)), " has no value");
        continue;
      }
      check(entry.value, schema.item(), joined(path, excerpt(entry.key)));
    }
  }

  void check_either(const Node& node, const Schema& schema, const std::string& path) {
    for (const Schema& alternative : schema.alternatives()) {
      if (alternative.fits(node)) return check(node, alternative, path);
    }
    require(node, schema, path, false);
  }

  const Node& root_;
  Mistakes& mistakes_;
  std::vector<const Node*> way_;  // from the root to what is being checked
  BrokenNodes broken_;
  std::map<std::string, std::set<std::string>> names_;
};

}  // namespace

BrokenNodes validate(const Node& root, const Schema& schema, Mistakes& mistakes) {
  Validator validator(root, mistakes);
  validator.check(root, schema, "");
  return validator.take_broken();
}

void make_texts(Node& node, const Schema& schema) {
  switch (schema.kind()) {
    case SchemaKind::text:
    case SchemaKind::name:
    case SchemaKind::file:
      if (node.is(NodeKind::number) || node.is(NodeKind::boolean)) {
        Node text(node.text());
        text.put(node.place());
        node = std::move(text);
      }
      return;
    case SchemaKind::list:
      for (Node& item : node.items()) make_texts(item, schema.item());
      return;
    case SchemaKind::named:
      for (NodeEntry& entry : node.entries()) make_texts(entry.value, schema.item());
      return;
    case SchemaKind::object:
    case SchemaKind::tagged:
      for (NodeEntry& entry : node.entries()) {
        if (const SchemaKey* const key = schema.find(entry.key)) make_texts(entry.value, key->schema);
      }
      return;
    case SchemaKind::either:
      for (const Schema& alternative : schema.alternatives()) {
        if (alternative.fits(node)) return make_texts(node, alternative);
      }
      return;
    case SchemaKind::number:
    case SchemaKind::integer:
    case SchemaKind::boolean:
      return;
  }
}

bool is_name(const std::string& text) noexcept {
  constexpr std::size_t longest = 40;
  return is_scene_name(text) && text.size() <= longest && text.front() != '_' && text.back() != '_' &&
         text.find("__") == std::string::npos;
}

bool is_scene_name(const std::string& text) noexcept {
  constexpr std::size_t longest = 64;
  return !text.empty() && text.size() <= longest && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

}  // namespace stickslip::scene
