#include <cmath>
#include <limits>

#include "stickslip/core/error.hpp"

#include "arguments.hpp"
#include "formulation/objects.hpp"
#include "solvers/objects.hpp"

namespace stickslip::python {

using formulation::Bodies;
using formulation::Contacts;
using formulation::Joints;

namespace formulation_scene_bindings {
namespace {

constexpr const char* bodies_doc =
    R"(__init__(self, *, mass, inertia, position, velocity, angular_velocity, orientation=None, force=None, torque=None)
--

mass              (nb,) [kg], > 0
inertia           about the centre of mass, body axes [kg m²]: principal moments (nb, 3) or matrices (nb, 3, 3)
position          (nb, 3), centre of mass, world axes [m]
velocity          (nb, 3), of the centre of mass, world axes [m/s]
angular_velocity  (nb, 3), world axes [rad/s]
orientation       (nb, 4), quaternions w, x, y, z from body axes to world axes; None: all parallel
force, torque     (nb, 3) each, world axes, about the centre of mass [N], [N m]; gravity is one of them, the
                  gyroscopic torque is not: it is added. None: zero)";

constexpr const char* contacts_doc =
    R"(__init__(self, *, bodies, point, normal, mu, gap=None, tangent=None, ground_velocity=None)
--

bodies           (n, 2), first and second by index; the second may be the ground, −1
point            (n, 3), world axes [m]
normal           (n, 3), from the second body to the first, of any length but zero
mu               (n,), or (n, 2): mu_s while a contact sticks, mu_k while it slides; ≥ 0
gap              (n,) [m], negative where bodies overlap; None: zero
tangent          (n, 3), the first axis in the tangent plane is its part there; None: the x axis, the y axis where
                 |n_x| > 0.9
ground_velocity  (n, 3), of contacts with the ground: how its surface moves at the point, world axes [m/s]; ignored for
                 others; None: zero)";

constexpr const char* joints_doc =
    R"(__init__(self, *, bodies, jacobian, velocity=None, violation=None, stiffness=None, damping=None)
--

bodies     (m, 2), first and second by index; the second may be the ground, −1
jacobian   (m, 12), the first body's six columns, then the second's: J v⁺ = velocity
velocity   (m,); None: zero
violation  (m,), how far each constraint is open; None: zero
stiffness  (m,), and damping (m,), of rows that are relaxed; where both are zero, or None, a row is rigid)";

// What an array of a scene may look like: rows of one number are (n,).
struct Shape {
  std::vector<py::ssize_t> widths;  // 1 means (n,)
  const char* allowed;
};

// The array of an argument, kept in the recipe; no rows where it is not given.
template <class Matrix>
Matrix taken(const Arguments& arguments, const char* name, const Shape& shape, py::dict& parts) {
  if (!arguments.has(name)) return {};
  const InputArray array = real_array(name, arguments.object(name));
  py::ssize_t width = array.ndim() == 1 ? 1 : 0;
  if (array.ndim() == 2 && array.shape(1) > 1) width = array.shape(1);
  if (array.ndim() == 3 && array.shape(1) == 3 && array.shape(2) == 3) width = 9;
  if (std::find(shape.widths.begin(), shape.widths.end(), width) == shape.widths.end() ||
      (array.ndim() == 2 && width == 9)) {
    refuse_shape(name, array, shape.allowed);
  }
  parts[name] = kept(array);
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      array.data(), array.shape(0), width);
}

template <class Matrix>
Matrix needed(const Arguments& arguments, const char* name, const Shape& shape, py::dict& parts) {
  static_cast<void>(arguments.object(name));
  if (!arguments.has(name)) arguments.refuse(name, "an array");
  return taken<Matrix>(arguments, name, shape, parts);
}

formulation::Pairs pairs(const Arguments& arguments, py::dict& parts) {
  const auto numbers = needed<formulation::Rows<2>>(arguments, "bodies", {{2}, "(n, 2)"}, parts);
  formulation::Pairs indices(numbers.rows(), 2);
  for (Eigen::Index i = 0; i < numbers.rows(); ++i) {
    for (Eigen::Index j = 0; j < 2; ++j) {
      const double index = numbers(i, j);
      if (index != std::floor(index) || std::abs(index) > std::numeric_limits<int>::max()) {
        throw InvalidArgument("bodies[" + std::to_string(i) + ", " + std::to_string(j) + "] = " + to_text(index) +
                              " must be the index of a body, or -1 for the ground");
      }
      indices(i, j) = static_cast<int>(index);
    }
  }
  return indices;
}

const Shape numbers = {{1}, "(n,)"};
const Shape vectors = {{3}, "(n, 3)"};

BodiesObject make_bodies(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments(
      "Bodies", {}, {"mass", "inertia", "position", "velocity", "angular_velocity", "orientation", "force", "torque"},
      args, kwargs);
  using Vectors = formulation::Rows<3>;
  py::dict parts;
  Bodies bodies;
  bodies.mass = needed<Eigen::VectorXd>(arguments, "mass", numbers, parts);
  bodies.inertia =
      needed<formulation::Rows<Eigen::Dynamic>>(arguments, "inertia", {{3, 9}, "(n, 3) or (n, 3, 3)"}, parts);
  bodies.position = needed<Vectors>(arguments, "position", vectors, parts);
  bodies.velocity = needed<Vectors>(arguments, "velocity", vectors, parts);
  bodies.angular_velocity = needed<Vectors>(arguments, "angular_velocity", vectors, parts);
  bodies.orientation = taken<formulation::Rows<4>>(arguments, "orientation", {{4}, "(n, 4)"}, parts);
  bodies.force = taken<Vectors>(arguments, "force", vectors, parts);
  bodies.torque = taken<Vectors>(arguments, "torque", vectors, parts);
  check(bodies);
  return {std::move(bodies), {constructor, std::move(parts)}};
}

// How many bodies there are is known only to the formulation, which checks the indices again.
constexpr int any_number = std::numeric_limits<int>::max();

ContactsObject make_contacts(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Contacts", {}, {"bodies", "point", "normal", "mu", "gap", "tangent", "ground_velocity"},
                            args, kwargs);
  using Vectors = formulation::Rows<3>;
  py::dict parts;
  Contacts contacts;
  contacts.bodies = pairs(arguments, parts);
  contacts.point = needed<Vectors>(arguments, "point", vectors, parts);
  contacts.normal = needed<Vectors>(arguments, "normal", vectors, parts);
  contacts.mu = needed<formulation::Rows<Eigen::Dynamic>>(arguments, "mu", {{1, 2}, "(n,) or (n, 2)"}, parts);
  contacts.gap = taken<Eigen::VectorXd>(arguments, "gap", numbers, parts);
  contacts.tangent = taken<Vectors>(arguments, "tangent", vectors, parts);
  contacts.ground_velocity = taken<Vectors>(arguments, "ground_velocity", vectors, parts);
  check(contacts, any_number);
  return {std::move(contacts), {constructor, std::move(parts)}};
}

JointsObject make_joints(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Joints", {}, {"bodies", "jacobian", "velocity", "violation", "stiffness", "damping"}, args,
                            kwargs);
  py::dict parts;
  Joints joints;
  joints.bodies = pairs(arguments, parts);
  joints.jacobian = needed<formulation::Rows<12>>(arguments, "jacobian", {{12}, "(n, 12)"}, parts);
  joints.velocity = taken<Eigen::VectorXd>(arguments, "velocity", numbers, parts);
  joints.violation = taken<Eigen::VectorXd>(arguments, "violation", numbers, parts);
  joints.stiffness = taken<Eigen::VectorXd>(arguments, "stiffness", numbers, parts);
  joints.damping = taken<Eigen::VectorXd>(arguments, "damping", numbers, parts);
  check(joints, any_number);
  return {std::move(joints), {constructor, std::move(parts)}};
}

// A read-only property per array, None where it was not given.
template <class T>
void bind_arrays(py::class_<Made<T>>& bound, const std::vector<std::pair<const char*, const char*>>& arrays) {
  for (const auto& [name, doc] : arrays) {
    const std::string key = name;
    bound.def_property_readonly(
        name,
        [key](const Made<T>& self) -> py::object {
          const py::dict& parts = self.recipe.arguments();
          if (!parts.contains(key)) return py::none();
          return parts[key.c_str()];
        },
        doc);
  }
}

}  // namespace
}  // namespace formulation_scene_bindings

void bind_formulation_scene(py::module_& m) {
  using namespace formulation_scene_bindings;
  py::class_<BodiesObject> bodies(m, "Bodies", "The rigid bodies of a step: nb of them.");
  bind_made<Bodies>(bodies, "Bodies", formulation_module, {{constructor, &make_bodies, bodies_doc}});
  bind_arrays(bodies, {{"mass", "(nb,) [kg]"},
                       {"inertia", "(nb, 3) or (nb, 3, 3) [kg m²]"},
                       {"position", "(nb, 3) [m]"},
                       {"velocity", "(nb, 3) [m/s]"},
                       {"angular_velocity", "(nb, 3) [rad/s]"},
                       {"orientation", "(nb, 4) or None"},
                       {"force", "(nb, 3) [N] or None"},
                       {"torque", "(nb, 3) [N m] or None"}});
  py::class_<ContactsObject> contacts(m, "Contacts", "The n points where bodies touch, or may touch within the step.");
  bind_made<Contacts>(contacts, "Contacts", formulation_module, {{constructor, &make_contacts, contacts_doc}});
  bind_arrays(contacts, {{"bodies", "(n, 2)"},
                         {"point", "(n, 3) [m]"},
                         {"normal", "(n, 3)"},
                         {"mu", "(n,) or (n, 2)"},
                         {"gap", "(n,) [m] or None"},
                         {"tangent", "(n, 3) or None"},
                         {"ground_velocity", "(n, 3) [m/s] or None"}});
  py::class_<JointsObject> joints(m, "Joints", "The m rows that velocities must obey: hinges, sliders, motors.");
  bind_made<Joints>(joints, "Joints", formulation_module, {{constructor, &make_joints, joints_doc}});
  bind_arrays(joints, {{"bodies", "(m, 2)"},
                       {"jacobian", "(m, 12)"},
                       {"velocity", "(m,) or None"},
                       {"violation", "(m,) or None"},
                       {"stiffness", "(m,) or None"},
                       {"damping", "(m,) or None"}});
}

}  // namespace stickslip::python
