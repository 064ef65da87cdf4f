#include "stickslip/sweep/detail/study_overrides.hpp"

#include <string>
#include <utility>

#include "stickslip/scene/yaml.hpp"

namespace stickslip::sweep::detail {

namespace {

using scene::Node;
using scene::NodeKind;

std::vector<std::string> parts_of(const std::string& path) {
  const std::string variables = "variables.";
  if (path.starts_with(variables)) return {"variables", path.substr(variables.size())};
  return scene::parts_of(path);
}

// The value at the path, made where there is none; null where the path leads through something that is no map.
Node* value_at(Node& root, const std::vector<std::string>& parts, const scene::Place& own) {
  Node* at = &root;
  for (const std::string& part : parts) {
    if (at->is(NodeKind::null)) *at = Node::map();
    if (!at->is(NodeKind::map)) return nullptr;
    if (at->find(part) == nullptr) at->entries().push_back({part, own, Node()});
    at = at->find(part);
  }
  return at;
}

}  // namespace

void override_study(Node& root, const std::vector<scene::Override>& overrides, scene::Mistakes& mistakes) {
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    const scene::Place own{0, static_cast<int>(i + 1)};
    try {
      Node value = scene::read_yaml(overrides[i].value, overrides[i].path);
      value.put_all(own);
      if (Node* const at = value_at(root, parts_of(overrides[i].path), own)) {
        *at = std::move(value);
      } else {
        mistakes.add(own, "the path leads through a value that is no map");
      }
    } catch (const scene::SceneError& error) {
      mistakes.add(own, std::string("cannot set ") + error.what());
    }
  }
}

}  // namespace stickslip::sweep::detail
