#include "sim/contact_set.hpp"

#include <cstdint>

#include "sim/array_set.hpp"

namespace stickslip::python {

namespace contact_set_bindings {
namespace {

constexpr const char* class_doc = R"(The n contacts of the last step of a World, one row per contact.

Points that touch, or that might have touched within the step: those whose impulse is zero did not. The first tangent
axis t1 is the part of the x axis in the tangent plane, of the y axis where |n_x| > 0.9: world axes, or the first body's
where axes='body'; t2 = n × t1. The arrays cannot be written to, and stay as they are while the world goes on.)";

constexpr ArrayRow<ContactSetObject> rows[] = {
    {"bodies", &ContactSetObject::bodies, 2, true, "(n, 2), ids of the first and the second body"},
    {"points", &ContactSetObject::points, 3, false, "(n, 3), midway between the two surfaces, world axes [m]"},
    {"normals", &ContactSetObject::normals, 3, false, "(n, 3), of length 1, from the second body to the first"},
    {"gaps", &ContactSetObject::gaps, 1, false, "(n,) at the start of the step [m], negative where bodies overlap"},
    {"impulses", &ContactSetObject::impulses, 3, false, "(n, 3), on the first body along n, t1, t2 [N s]"},
    {"ids", &ContactSetObject::ids, 1, true,
     "(n,), a number per contact that it keeps while the same corners, edges and faces touch"},
};

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
  bind_array_set(m, "ContactSet", "contacts", class_doc, rows);
}

}  // namespace stickslip::python
