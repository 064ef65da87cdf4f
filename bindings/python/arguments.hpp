// The arguments of a Python call, by name.
//
// pybind11's own matching answers a misspelt or missing argument with all signatures and the contents of
// every array. Read here, the message names the argument that is wrong, and defaults can be those of C++.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

namespace stickslip::python {

namespace py = pybind11;

class Arguments {
 public:
  using Names = std::vector<const char*>;

  // Throws a TypeError that begins with `subject` unless each argument has one of the names and none comes
  // twice. The names in `positional` may also be given by keyword.
  Arguments(std::string subject, const Names& positional, const Names& keyword_only, const py::args& args,
            const py::kwargs& kwargs);

  // What is called, as messages begin with it.
  const std::string& subject() const noexcept { return subject_; }
  // Whether it is given; None counts as not given.
  bool has(const char* name) const;
  // Each of these throws a TypeError if the argument is missing and has no fallback, or is of the wrong type,
  // and a ValueError if it is a number that C++ cannot hold.
  py::object object(const char* name, const py::object& fallback = {}) const;
  double number(const char* name, std::optional<double> fallback = std::nullopt) const;
  int integer(const char* name, int fallback) const;
  bool flag(const char* name, bool fallback) const;
  std::string text(const char* name, const std::string& fallback) const;

  template <class T>
  T& instance(const char* name) const {
    const py::object value = object(name);
    if (!py::isinstance<T>(value))
      refuse(name, "of type " + py::str(py::type::of<T>().attr("__name__")).cast<std::string>());
    return value.cast<T&>();
  }
  // Null where it is not given.
  template <class T>
  T* optional_instance(const char* name) const {
    return has(name) ? &instance<T>(name) : nullptr;
  }
  // Throws the TypeError that says of which type the argument must be: `wanted`, "of type State".
  [[noreturn]] void refuse(const char* name, const std::string& wanted) const;

 private:
  // Throws the exception that Python has set while it converted the argument, in our words where they say more.
  [[noreturn]] void refuse_number(const char* name, const std::string& wanted, const char* type) const;

  std::string subject_;
  py::dict values_;
};

// "LuGre(sigma0=1000000.0, …)"
std::string call_text(const std::string& name, const py::dict& keywords);

}  // namespace stickslip::python
