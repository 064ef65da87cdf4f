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

}  // namespace

Recipe::Recipe(std::string call, py::dict arguments) : call_(std::move(call)), arguments_(std::move(arguments)) {}

std::string Recipe::text(const std::string& class_name) const {
  std::string text;
  for (const auto& item : arguments_) {
    text += (text.empty() ? "" : ", ") + item.first.cast<std::string>() + "=" + text_of(item.second);
  }
  return class_name + (call_ == constructor ? "" : "." + call_) + "(" + text + ")";
}

py::array kept(const InputArray& array) {
  py::array copy = array.attr("copy")();
  copy.attr("setflags")(py::arg("write") = false);
  return copy;
}

}  // namespace stickslip::python
