// What a World has many of, as arrays that cannot be written to: one row per contact, one per volume.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "stickslip/contact/contact_id.hpp"

#include "sim/objects.hpp"

namespace stickslip::python {

// The property of each array.
template <class Set>
struct ArrayRow {
  const char* name;
  py::array Set::*array;
  py::ssize_t width;  // 1: (n,)
  bool is_whole;      // integers
  const char* doc;
};

// 63 bits of the identity, mixed: two contacts of a world of 10⁴ share a number with a chance of 10⁻¹¹.
inline std::int64_t number_of(const contact::ContactId& id) {
  const auto mixed = [](std::uint64_t x) {  // the finaliser of splitmix64
    x ^= x >> 30U;
    x *= 0xbf58476d1ce4e5b9U;
    x ^= x >> 27U;
    x *= 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
  };
  const auto bodies = static_cast<std::uint64_t>(id.body_a) << 32U | static_cast<std::uint32_t>(id.body_b);
  const auto features = static_cast<std::uint64_t>(id.shape_a) << 48U | static_cast<std::uint64_t>(id.shape_b) << 32U |
                        static_cast<std::uint64_t>(id.feature);
  return static_cast<std::int64_t>(mixed(mixed(bodies + 0x9e3779b97f4a7c15U) + features) >> 1U);
}

// A class with these properties, len, repr, pickle, copies and equality. `many`: what the rows are.
template <class Set, std::size_t count>
void bind_array_set(py::module_& m, const char* name, const char* many, const char* doc,
                    const ArrayRow<Set> (&rows)[count]) {
  py::class_<Set> bound(m, name, doc);
  for (const ArrayRow<Set>& row : rows) {
    bound.def_property_readonly(
        row.name, [array = row.array](const Set& self) { return self.*array; }, row.doc);
  }
  const auto size = [&rows](const Set& self) { return (self.*rows[0].array).shape(0); };
  bound.def("__len__", size);
  bound.def("__repr__", [=](const Set& self) {
    return "<" + std::string(name) + " of " + std::to_string(size(self)) + " " + many + ">";
  });
  bind_constant_parts(
      bound,
      [&rows](const Set& self) {
        py::list parts;
        for (const ArrayRow<Set>& row : rows) parts.append(self.*row.array);
        py::tuple all = parts;
        return all;
      },
      [&rows, name](const py::tuple& parts) {
        const std::string subject = std::string(name) + ": ";
        if (parts.size() != count) throw py::value_error(subject + "there must be one array per property");
        Set made;
        py::ssize_t length = -1;
        for (std::size_t i = 0; i < count; ++i) {
          const ArrayRow<Set>& row = rows[i];
          const py::array array = py::cast<py::array>(parts[i]);
          if (length < 0) length = array.ndim() > 0 ? array.shape(0) : 0;
          const bool fits = array.dtype().kind() == (row.is_whole ? 'i' : 'f') &&
                            array.ndim() == (row.width == 1 ? 1 : 2) && array.shape(0) == length &&
                            (row.width == 1 || array.shape(1) == row.width);
          if (!fits) throw py::value_error(subject + row.name + " is not an array of its kind");
          made.*row.array = read_only(py::array(array.attr("copy")()));
        }
        return made;
      });
  bound.attr("__module__") = sim_module;
}

}  // namespace stickslip::python
