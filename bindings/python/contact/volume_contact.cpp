#include "stickslip/contact/volume_contact.hpp"

#include <optional>
#include <string>

#include "arguments.hpp"
#include "arrays.hpp"
#include "geometry/objects.hpp"
#include "patch/objects.hpp"
#include "recipe.hpp"
#include "rows.hpp"

namespace stickslip::python {

namespace volume_contact_bindings {
namespace {

using contact::StaticFriction;
using contact::VolumeContact;
using VolumeContactObject = Made<VolumeContact>;

constexpr const char* contact_module = "stickslip.contact";

constexpr const char* class_doc =
    R"(The contact of two bodies that overlap in a volume: one normal, one plane, one wrench.

    c = VolumeContact(overlap(a, pose_a, b, pose_b))

The normal points from b to a: the direction in which moving a shrinks the volume fastest. The contact plane lies across
it, through point; polygon is the outline of the volume seen along the normal. Wrenches (fx, fy, fz, τx, τy, τz) act on
a, about point, in world axes [N, N m]. Never changes, and can be compared, hashed, pickled and copied.)";

constexpr const char* init_doc = R"(__init__(self, overlap)
--

overlap  an Overlap that is not empty. One body inside the other, or right through it, has no normal: a ValueError)";

constexpr const char* static_friction_doc = R"(static_friction(self, wrench, *, mu, sides=None)
--

(holds, certificate): whether forces at the corners of the polygon, each in its friction cone, produce the wrench.

wrench  (6,) on a, about point, world axes [N, N m]
mu      coefficient of friction, ≥ 0
sides   rays per cone, 3 or more; None: exact, round cones

The certificate proves the answer. Where it holds it is, with sides, the weights ≥ 0 of the rays (corners, sides): the
ray k at a corner is normal + mu (cos(2πk/sides) t1 + sin(2πk/sides) t2), t1 along the tangential force of the wrench
(axes[0] where there is none), t2 = normal × t1; without sides it is the forces at the corners (corners, 3), in world
axes [N]. Where it does not hold it is a twist (6,) of a along which the wrench does work and no wrench that could be
borne does.)";

constexpr const char* margin_doc = R"(margin(self, wrench, *, mu, sides=None)
--

Share of the friction that is not needed: 1 − μ'/mu, μ' the least coefficient of friction that holds the wrench.
0: about to slip; negative: slips; −inf: no friction would hold it, for it pulls or acts beside the polygon.

wrench, mu, sides  as for static_friction)";

constexpr const char* kinetic_wrench_doc = R"(kinetic_wrench(self, wrench, twist, *, mu)
--

Wrench (6,) of a contact that slides: friction at each corner against its motion, with the normal force and the
centre of pressure of `wrench`, and otherwise as near to it as corners' normal forces ≥ 0 allow.

wrench  (6,), as it would be without slip
twist   (6,) of a against b at point, world axes [m/s, rad/s]
mu      coefficient of friction, ≥ 0)";

VolumeContactObject make(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("VolumeContact", {"overlap"}, {}, args, kwargs);
  const auto& overlap = arguments.instance<OverlapObject>("overlap");
  return {VolumeContact(overlap.value), {constructor, py::dict(py::arg("overlap") = arguments.object("overlap"))}};
}

Vec<6> six(const Arguments& arguments, const char* name, const char* unit) {
  return vector_argument<6>(name, arguments.object(name), unit);
}

std::optional<int> sides_of(const Arguments& arguments) {
  if (!arguments.has("sides")) return {};
  return arguments.integer("sides", 0);
}

py::tuple static_friction(const VolumeContactObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("static_friction", {"wrench"}, {"mu", "sides"}, args, kwargs);
  const std::optional<int> sides = sides_of(arguments);
  const StaticFriction found =
      self.value.static_friction(six(arguments, "wrench", "N, N m"), arguments.number("mu"), sides);
  if (!found.holds) return py::make_tuple(false, vector_result({found.direction.data(), 6}));
  if (sides) return py::make_tuple(true, matrix_result(found.weights));
  return py::make_tuple(true, matrix_result(found.forces.transpose()));
}

double margin(const VolumeContactObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("margin", {"wrench"}, {"mu", "sides"}, args, kwargs);
  return self.value.margin(six(arguments, "wrench", "N, N m"), arguments.number("mu"), sides_of(arguments));
}

ResultArray kinetic_wrench(const VolumeContactObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("kinetic_wrench", {"wrench", "twist"}, {"mu"}, args, kwargs);
  const Vec<6> found = self.value.kinetic_wrench(six(arguments, "wrench", "N, N m"),
                                                 six(arguments, "twist", "m/s, rad/s"), arguments.number("mu"));
  return vector_result({found.data(), 6});
}

ResultArray polygon(const VolumeContactObject& self) {
  const std::vector<Vec<2>>& corners = self.value.polygon();
  ResultArray result = fresh_array<double>({static_cast<py::ssize_t>(corners.size()), 2});
  for (std::size_t i = 0; i < corners.size(); ++i) {
    for (int axis = 0; axis < 2; ++axis) result.mutable_at(static_cast<py::ssize_t>(i), axis) = corners[i](axis);
  }
  return result;
}

}  // namespace
}  // namespace volume_contact_bindings

void bind_contact(py::module_& m) {
  using namespace volume_contact_bindings;
  // The documentation begins with the call already.
  py::options options;
  options.disable_function_signatures();
  m.doc() = "Contact volumes, as bound from C++: use stickslip.contact.";
  py::class_<VolumeContactObject> bound(m, "VolumeContact", class_doc);
  bind_made<VolumeContact>(bound, "VolumeContact", contact_module, {{constructor, &make, init_doc}});
  bound.def("static_friction", &static_friction, static_friction_doc);
  bound.def("margin", &margin, margin_doc);
  bound.def("kinetic_wrench", &kinetic_wrench, kinetic_wrench_doc);
  const auto vector = [&](const char* name, const Vec<3>& (VolumeContact::*get)() const noexcept, const char* doc) {
    bound.def_property_readonly(
        name,
        [get](const VolumeContactObject& self) {
          return vector_result({(self.value.*get)().data(), 3});
        },
        doc);
  };
  vector("normal", &VolumeContact::normal, "(3,), of length 1, from b to a");
  vector("point", &VolumeContact::point, "(3,) [m]: the barycentre of the volume");
  bound.def_property_readonly(
      "axes",
      [](const VolumeContactObject& self) {
        Eigen::Matrix3d rows;
        rows << self.value.e1().transpose(), self.value.e2().transpose(), self.value.normal().transpose();
        return matrix_result(rows);
      },
      "(3, 3): rows e1, e2, normal. polygon and pressure have their coordinates along e1 and e2, from point");
  bound.def_property_readonly("polygon", &polygon,
                              "(M, 2) [m]: corners of the outline; in the world they are point + polygon @ axes[:2]");
  bound.def_property_readonly(
      "area", [](const VolumeContactObject& self) { return self.value.area(); }, "of the polygon [m²]");
  bound.def_property_readonly(
      "Q", [](const VolumeContactObject& self) { return matrix_result(self.value.Q()); },
      "(6, 6): ∫ KᵀK dA over the upper and the lower faces, K(p) = [1, −[p]×], world axes");
  bound.def_property_readonly(
      "c",
      [](const VolumeContactObject& self) {
        const Vec<6> c = self.value.c();
        return vector_result({c.data(), 6});
      },
      "(6,): ∫ h Kᵀn dA over the same, h the height: volume times (normal, 0)");
  bound.def_property_readonly(
      "pressure",
      [](const VolumeContactObject& self) {
        const patch::Pressure found = self.value.pressure();
        return pressure_of_pieces(std::get<patch::LinearPieces>(found.shape()));
      },
      "patch.Pressure that grows with the thickness of the volume, linear on each of its pieces");
}

}  // namespace stickslip::python
