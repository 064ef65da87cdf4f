// Arguments that make a model, and models taken apart and put together again.
#pragma once

#include <optional>
#include <vector>

#include "sim/objects.hpp"

namespace stickslip::python {

Arguments::Names option_names();
// `recipe` receives the arguments.
sim::ModelOptions options_from(const Arguments& arguments, py::dict& recipe);

// What a body is made of; where it is comes apart from that.
struct BodyMaterial {
  std::vector<sim::PlacedShape> shapes;
  double mass = 0.0;
  std::optional<Eigen::Matrix3d> inertia;
  std::optional<sim::BodyOrigin> origin;
  sim::Surface surface;
  py::dict recipe;
};

// The arguments mu and restitution; those that are not given have the defaults of sim::Surface.
sim::Surface surface_from(const Arguments& arguments);
// The argument mu: a number, or (mu_s, mu_k).
void read_mu(const Arguments& arguments, sim::Surface& surface);
// The arguments shape or shapes, mass, inertia, origin, mu, restitution.
BodyMaterial material_from(const Arguments& arguments);

struct PlaneMaterial {
  Vec<3> normal;
  double offset;
  sim::Surface surface;
  py::dict recipe;
};

// The arguments normal, offset, mu, restitution.
PlaneMaterial plane_from(const Arguments& arguments);

// The arguments limits, friction and spring.
sim::JointOptions joint_options(const Arguments& arguments);
// A Volume, or 'points': none. `name` is that of the argument which is refused if it is another thing.
std::optional<sim::Volume> contact_model_from(const py::handle& model, const Arguments& arguments, const char* name);
// A law as Python has it.
py::object law_object(const friction::AnyLaw& law);

py::dict model_parts(const ModelRecipe& recipe, const sim::Model& model);
// A world of these bodies and joints; where they are is not among the parts. `recipe` receives what the parts say.
sim::World world_from(const py::dict& parts, ModelRecipe& recipe);

}  // namespace stickslip::python
