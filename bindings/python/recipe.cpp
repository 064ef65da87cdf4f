#include "recipe.hpp"

#include <cstddef>
#include <utility>

namespace stickslip::python {

namespace {

std::string text_of(const py::handle& value) {
  if (py::isinstance<py::array>(value)) {
    return "<array " + shape_text(py::reinterpret_borrow<py::array>(value)) + ">";
  }
  if (!py::isinstance<py::tuple>(value)) return py::repr(value).cast<std::string>();
  const auto parts = py::reinterpret_borrow<py::tuple>(value);
  std::string text;
  for (const py::handle part : parts) text += (text.empty() ? "" : ", ") + text_of(part);
  return "(" + text + (parts.size() == 1 ? ",)" : ")");
}

// Arrays compare entry by entry and have no hash; their bytes have one.
py::object key_of(const py::handle& value) {
  if (py::isinstance<py::array>(value)) {
    return py::make_tuple(value.attr("shape"), value.attr("tobytes")());
  }
  if (!py::isinstance<py::tuple>(value)) return py::reinterpret_borrow<py::object>(value);
  py::list keys;
  for (const py::handle part : value) keys.append(key_of(part));
  const py::tuple key(keys);  // a list could not be hashed
  return key;
}

}  // namespace

Recipe::Recipe(std::string call, py::dict arguments) : call_(std::move(call)), arguments_(std::move(arguments)) {}

std::string Recipe::text(const std::string& class_name) const {
  std::string text;
  for (const auto& item : arguments_) {
    text += (text.empty() ? "" : ", ") + item.first.cast<std::string>() + "=" + text_of(item.second);
  }
  return class_name + (call_ == constructor ? "" : "." + call_) + "(" + text + ")";
}

py::tuple Recipe::key() const {
  py::list keys;
  keys.append(call_);
  for (const auto& item : arguments_) keys.append(py::make_tuple(item.first, key_of(item.second)));
  return py::tuple(keys);  // NOLINT(modernize-return-braced-init-list): in braces it would stay a list
}

py::array kept(const InputArray& array) {
  py::array copy = array.attr("copy")();
  copy.attr("setflags")(py::arg("write") = false);
  return copy;
}

}  // namespace stickslip::python
