#include "sim/contact_set.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"

namespace stickslip::python {

namespace contact_set_bindings {
namespace {

constexpr const char* class_doc = R"(The n contacts of the last step of a World, one row per contact.

Points that touch, or that might have touched within the step: those whose impulse is zero did not. The first tangent
axis t1 is the part of the x axis in the tangent plane, of the y axis where |n_x| > 0.9: world axes, or the first body's
where axes='body'; t2 = n × t1. The arrays cannot be written to, and stay as they are while the world goes on.)";

// The property of each array.
struct Row {
  const char* name;
  py::array ContactSetObject::*array;
  py::ssize_t width;  // 1: (n,)
  bool is_whole;      // integers
  const char* doc;
};
constexpr Row rows[] = {
    {"bodies", &ContactSetObject::bodies, 2, true, "(n, 2), ids of the first and the second body"},
    {"points", &ContactSetObject::points, 3, false, "(n, 3), midway between the two surfaces, world axes [m]"},
    {"normals", &ContactSetObject::normals, 3, false, "(n, 3), of length 1, from the second body to the first"},
    {"gaps", &ContactSetObject::gaps, 1, false, "(n,) at the start of the step [m], negative where bodies overlap"},
    {"impulses", &ContactSetObject::impulses, 3, false, "(n, 3), on the first body along n, t1, t2 [N s]"},
    {"ids", &ContactSetObject::ids, 1, true,
     "(n,), a number per contact that it keeps while the same corners, edges and faces touch"},
};

// 63 bits of the identity, mixed: two contacts of a world of 10⁴ share a number with a chance of 10⁻¹¹.
std::int64_t number_of(const contact::ContactId& id) {
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

py::tuple parts_of(const ContactSetObject& self) {
  py::list parts;
  for (const Row& row : rows) parts.append(self.*row.array);
  py::tuple all = parts;
  return all;
}

ContactSetObject from_parts(const py::tuple& parts) {
  if (parts.size() != std::size(rows)) throw py::value_error("ContactSet: there must be one array per property");
  ContactSetObject made;
  py::ssize_t count = -1;
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const Row& row = rows[i];
    const py::array array = py::cast<py::array>(parts[i]);
    if (count < 0) count = array.ndim() > 0 ? array.shape(0) : 0;
    const bool fits = array.dtype().kind() == (row.is_whole ? 'i' : 'f') && array.ndim() == (row.width == 1 ? 1 : 2) &&
                      array.shape(0) == count && (row.width == 1 || array.shape(1) == row.width);
    if (!fits) throw py::value_error(std::string("ContactSet: ") + row.name + " is not an array of its kind");
    made.*row.array = read_only(py::array(array.attr("copy")()));
  }
  return made;
}

}  // namespace
}  // namespace contact_set_bindings

ContactSetObject contact_set(const contact::ContactSet& contacts, const std::vector<Vec<3>>& impulses) {
  using namespace contact_set_bindings;
  const auto n = static_cast<py::ssize_t>(contacts.points.size());
  auto bodies = fresh_array<std::int64_t>({n, 2}), ids = fresh_array<std::int64_t>({n});
  ResultArray points = fresh_array<double>({n, 3}), normals = fresh_array<double>({n, 3});
  ResultArray gaps = fresh_array<double>({n}), pushes = fresh_array<double>({n, 3});
  for (py::ssize_t i = 0; i < n; ++i) {
    const contact::ContactPoint& point = contacts.points[static_cast<std::size_t>(i)];
    const Vec<3>& impulse = impulses[static_cast<std::size_t>(i)];
    bodies.mutable_at(i, 0) = point.id.body_a;
    bodies.mutable_at(i, 1) = point.id.body_b;
    ids.mutable_at(i) = number_of(point.id);
    gaps.mutable_at(i) = point.gap;
    for (py::ssize_t k = 0; k < 3; ++k) {
      points.mutable_at(i, k) = point.point[k];
      normals.mutable_at(i, k) = point.normal[k];
      pushes.mutable_at(i, k) = impulse[k];
    }
  }
  return {read_only(bodies), read_only(points), read_only(normals), read_only(gaps), read_only(pushes), read_only(ids)};
}

void bind_contact_set(py::module_& m) {
  using namespace contact_set_bindings;
  py::class_<ContactSetObject> contacts(m, "ContactSet", class_doc);
  for (const Row& row : rows) {
    contacts.def_property_readonly(
        row.name, [array = row.array](const ContactSetObject& self) { return self.*array; }, row.doc);
  }
  contacts.def("__len__", [](const ContactSetObject& self) { return self.gaps.size(); });
  contacts.def("__repr__", [](const ContactSetObject& self) {
    return "<ContactSet of " + std::to_string(self.gaps.size()) + " contacts>";
  });
  bind_constant_parts(contacts, &parts_of, &from_parts);
  contacts.attr("__module__") = sim_module;
}

}  // namespace stickslip::python
