#include "scene/node.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/yaml.hpp"

#include "record/objects.hpp"

namespace stickslip::python {

namespace scene_node_bindings {
namespace {

using scene::Node;
using scene::NodeKind;

class Reader {
 public:
  Node read(const py::handle& value, const std::string& path, std::size_t level) {
    if (level > scene::most_levels) throw InvalidArgument(path + " has more than 100 levels");
    if (++count_ > scene::most_values) throw InvalidArgument(path + ": the scene has more than 1000000 values");
    if (value.is_none()) return {};
    if (py::isinstance<py::bool_>(value)) return {value.cast<bool>()};
    if (py::isinstance<py::str>(value)) return {text_of(path, value)};
    if (PyFloat_Check(value.ptr()) != 0 || PyLong_Check(value.ptr()) != 0) return {number(value, path)};
    if (py::hasattr(value, "tolist")) return read(value.attr("tolist")(), path, level);  // of numpy
    if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) return list(value, path, level);
    if (py::hasattr(value, "keys")) return map(value, path, level);
    if (py::hasattr(value, "__fspath__")) return {text_of(path, py::str(value.attr("__fspath__")()))};
    throw py::type_error(path + " must be a number, a bool, a str, a list or a dict, not " +
                         py::str(py::type::handle_of(value).attr("__name__")).cast<std::string>());
  }

 private:
  static double number(const py::handle& value, const std::string& path) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() == nullptr) return number;
    PyErr_Clear();  // an int that no double holds
    throw InvalidArgument(path + " must be a finite number");
  }

  Node list(const py::handle& value, const std::string& path, std::size_t level) {
    std::vector<Node> items;
    for (const py::handle item : value) {
      items.push_back(read(item, path + "[" + std::to_string(items.size()) + "]", level + 1));
    }
    return {std::move(items)};
  }

  Node map(const py::handle& value, const std::string& path, std::size_t level) {
    Node map = Node::map();
    for (const auto& [key, item] : py::dict(py::reinterpret_borrow<py::object>(value))) {
      if (!py::isinstance<py::str>(key)) {
        throw py::type_error((path.empty() ? "the scene" : path) + " must have str as keys, not " +
                             py::repr(key).cast<std::string>());
      }
      std::string name = text_of(path, key);
      std::string place = path;
      place.append(path.empty() ? "" : ".").append(name);
      map.entries().push_back({std::move(name), {}, read(item, place, level + 1)});
    }
    return map;
  }

  std::size_t count_ = 0;
};

bool is_integer(const std::string& text) {
  constexpr std::size_t longest = 15;  // which a double holds
  const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  return text.size() > sign && text.size() <= longest &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(sign), text.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace
}  // namespace scene_node_bindings

scene::Node node_of(const py::handle& value, const std::string& path) {
  return scene_node_bindings::Reader().read(value, path, 0);
}

py::object to_python(const scene::Node& node) {
  using scene::NodeKind;
  switch (node.kind()) {
    case NodeKind::null:
      return py::none();
    case NodeKind::boolean:
      return py::bool_(node.boolean());
    case NodeKind::number:
      if (scene_node_bindings::is_integer(node.text())) return py::int_(static_cast<long>(node.number()));
      return py::float_(node.number());
    case NodeKind::text:
      return to_python(std::string_view(node.text()));
    case NodeKind::list: {
      py::list items;
      for (const scene::Node& item : node.items()) items.append(to_python(item));
      return items;
    }
    case NodeKind::map:
      break;
  }
  py::dict map;
  for (const scene::NodeEntry& entry : node.entries()) {
    map[to_python(std::string_view(entry.key))] = to_python(entry.value);
  }
  return map;
}

}  // namespace stickslip::python
