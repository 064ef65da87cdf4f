#include "sim/volume.hpp"

#include <string>

#include "stickslip/core/error.hpp"

#include "fields.hpp"
#include "sim/array_set.hpp"

namespace stickslip::python {

namespace volume_bindings {
namespace {

using sim::Volume;

constexpr const char* class_doc_begin =
    R"(Contact by the volume in which bodies overlap, for World.add_contact_model: one 6-axis wrench per touching pair.

The overlap gives a pressure on a polygon, the pressure a limit surface, and bristles under it, which stick without
drift and slide with sliding and spinning coupled. Or, with friction="p_gon" or "cone", the wrench is found by least
squares over forces at the corners of the overlap's outline. Impacts are inelastic.
)";

constexpr const char* set_doc = R"(The n contact volumes that pushed in the last step of a World, one row per volume.

Points between spheres and other bodies are among them, as volumes of no area. The arrays cannot be written to, and stay
as they are while the world goes on.)";

constexpr ArrayRow<VolumeSetObject> rows[] = {
    {"bodies", &VolumeSetObject::bodies, 2, true, "(n, 2), ids of the first and the second body"},
    {"points", &VolumeSetObject::points, 3, false, "(n, 3), where the wrench is taken, world axes [m]"},
    {"normals", &VolumeSetObject::normals, 3, false, "(n, 3), of length 1, from the second body to the first"},
    {"wrenches", &VolumeSetObject::wrenches, 6, false,
     "(n, 6), fx, fy, fz, τx, τy, τz on the first body about the point, world axes [N, N m]"},
    {"slips", &VolumeSetObject::slips, 1, false, "(n,), speed of sliding and spinning [m/s]; 0: it sticks"},
    {"ids", &VolumeSetObject::ids, 1, true, "(n,), a number per volume that it keeps while the same shapes touch"},
};

Volume volume_from(const Arguments& arguments) {
  const auto volume = read_fields<Volume>(arguments);
  require("Volume", check_fields(volume));
  return volume;
}

}  // namespace
}  // namespace volume_bindings

VolumeSetObject volume_set(const std::vector<sim::VolumeState>& volumes) {
  const auto n = static_cast<py::ssize_t>(volumes.size());
  auto bodies = fresh_array<std::int64_t>({n, 2}), ids = fresh_array<std::int64_t>({n});
  ResultArray points = fresh_array<double>({n, 3}), normals = fresh_array<double>({n, 3});
  ResultArray wrenches = fresh_array<double>({n, 6}), slips = fresh_array<double>({n});
  for (py::ssize_t i = 0; i < n; ++i) {
    const sim::VolumeState& volume = volumes[static_cast<std::size_t>(i)];
    bodies.mutable_at(i, 0) = volume.id.body_a;
    bodies.mutable_at(i, 1) = volume.id.body_b;
    ids.mutable_at(i) = number_of(volume.id);
    slips.mutable_at(i) = volume.slip_speed;
    for (py::ssize_t k = 0; k < 3; ++k) {
      points.mutable_at(i, k) = volume.point[k];
      normals.mutable_at(i, k) = volume.normal[k];
    }
    for (py::ssize_t k = 0; k < 6; ++k) wrenches.mutable_at(i, k) = volume.wrench[k];
  }
  return {read_only(bodies),   read_only(points), read_only(normals),
          read_only(wrenches), read_only(slips),  read_only(ids)};
}

void bind_volume(py::module_& m) {
  using namespace volume_bindings;
  const std::string class_doc = class_doc_begin + field_docs<Volume>();
  py::class_<Volume> volume(m, "Volume", class_doc.c_str());
  const std::string init_doc = "__init__(self, *" + field_signature<Volume>() + ")\n--\n\nSee the class.";
  volume.def(py::init([](const py::args& args, const py::kwargs& kwargs) {
               return volume_from(Arguments("Volume", {}, with_field_names<Volume>({}), args, kwargs));
             }),
             init_doc.c_str());
  for_each_field<Volume>([&](const auto& field) {
    const std::string meaning = wrapped("", field_doc(field));
    volume.def_property_readonly(
        field.name(), [&field](const Volume& self) { return to_python(field.of(self)); }, meaning.c_str());
  });
  volume.def("__repr__", [](const Volume& self) {
    std::string text;
    for (const auto& item : field_values(self))
      text +=
          (text.empty() ? "" : ", ") + item.first.cast<std::string>() + "=" + py::repr(item.second).cast<std::string>();
    return "Volume(" + text + ")";
  });
  bind_constant_parts(
      volume, [](const Volume& self) { return field_values(self); },
      [](const py::dict& parts) {
        return volume_from(Arguments("Volume", {}, with_field_names<Volume>({}), py::args(), py::kwargs(parts)));
      });
  volume.attr("__module__") = sim_module;
  bind_array_set(m, "VolumeSet", "volumes", set_doc, rows);
}

}  // namespace stickslip::python
