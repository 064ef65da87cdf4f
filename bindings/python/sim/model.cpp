#include "sim/model.hpp"

#include <string>
#include <utility>
#include <variant>

#include "stickslip/core/error.hpp"

#include "fields.hpp"
#include "formulation/objects.hpp"
#include "friction/laws.hpp"
#include "geometry/objects.hpp"

namespace stickslip::python {

namespace model_bindings {
namespace {

using sim::ModelOptions;
using sim::PlacedShape;
using sim::Surface;

Eigen::Quaterniond quaternion_from(const Vec<4>& q) {
  return {q[0], q[1], q[2], q[3]};
}

py::tuple tuple_of_four(const Vec<4>& v) {
  return py::make_tuple(v[0], v[1], v[2], v[3]);
}

// shape, (shape, position) or (shape, position, orientation).
PlacedShape placed_shape(const Arguments& arguments, const py::handle& given, py::list& recipe) {
  const bool is_placed = py::isinstance<py::tuple>(given) || py::isinstance<py::list>(given);
  const py::tuple parts = is_placed ? py::tuple(py::reinterpret_borrow<py::object>(given)) : py::make_tuple(given);
  const Arguments entry(arguments.subject() + ": shapes[" + std::to_string(recipe.size()) + "]",
                        {"shape", "position", "orientation"}, {}, py::args(parts), {});
  const geometry::Shape shape = shape_argument(entry, "shape");
  Vec<3> position = Vec<3>::Zero();
  Vec<4> orientation = {1.0, 0.0, 0.0, 0.0};
  if (entry.has("position")) position = vector_argument<3>("position", entry.object("position"), "m");
  if (entry.has("orientation"))
    orientation = vector_argument<4>("orientation", entry.object("orientation"), "any length");
  recipe.append(py::make_tuple(entry.object("shape"), tuple_of(position), tuple_of_four(orientation)));
  return {shape, Pose3(position, quaternion_from(orientation))};
}

std::optional<Eigen::Matrix3d> inertia_from(const Arguments& arguments, py::dict& recipe) {
  if (!arguments.has("inertia")) return {};
  const InputArray array = real_array("inertia", arguments.object("inertia"));
  const bool is_diagonal = array.ndim() == 1 && array.shape(0) == 3;
  const bool is_matrix = array.ndim() == 2 && array.shape(0) == 3 && array.shape(1) == 3;
  if (!is_diagonal && !is_matrix) refuse_shape("inertia", array, "(3,) or (3, 3)");
  recipe["inertia"] = kept(array);
  if (is_diagonal) return Eigen::Matrix3d(Eigen::Map<const Vec<3>>(array.data()).asDiagonal());
  return Eigen::Matrix3d(Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(array.data()));
}

void keep_surface(const Surface& surface, py::dict& recipe) {
  recipe["mu"] = py::make_tuple(surface.mu_s, surface.mu_k);
  recipe["restitution"] = surface.restitution;
}

void add_by_recipe(sim::World& world, const py::dict& recipe, ModelRecipe& to) {
  if (recipe.empty()) {
    world.remove(world.add_plane(Vec<3>::UnitZ(), 0.0));  // an empty place
    to.bodies.emplace_back();
    return;
  }
  const Arguments arguments("World", {},
                            {"normal", "offset", "shapes", "mass", "inertia", "mu", "restitution", "origin"},
                            py::args(), py::kwargs(recipe));
  if (arguments.has("normal")) {
    PlaneMaterial plane = plane_from(arguments);
    world.add_plane(plane.normal, plane.offset, plane.surface);
    to.bodies.push_back(std::move(plane.recipe));
    return;
  }
  BodyMaterial material = material_from(arguments);
  world.add_body({.shapes = std::move(material.shapes),
                  .mass = material.mass,
                  .surface = material.surface,
                  .inertia = material.inertia,
                  .origin = material.origin});
  to.bodies.push_back(std::move(material.recipe));
}

// The entries of an argument that is a tuple of tuples.
std::vector<py::tuple> rows(const Arguments& arguments, const char* name, std::size_t width) {
  std::vector<py::tuple> all;
  for (const py::handle row : arguments.object(name)) {
    if (!py::isinstance<py::tuple>(row) || py::len(row) != width)
      arguments.refuse(name, "a tuple of tuples of " + std::to_string(width));
    all.push_back(py::reinterpret_borrow<py::tuple>(row));
  }
  return all;
}

// All that a joint is, as numbers, so that it is the same to the last bit wherever bodies are.
py::dict joint_parts(const sim::Joint& joint) {
  py::list frames;
  for (const Pose3& frame : joint.frame)
    frames.append(py::make_tuple(tuple_of(frame.position()), tuple_of_four(frame.quaternion())));
  py::dict parts(py::arg("kind") = to_python(joint.kind), py::arg("a") = joint.body[0], py::arg("b") = joint.body[1],
                 py::arg("frames") = py::tuple(frames), py::arg("lever") = joint.lever);
  if (const auto& limits = joint.options.limits) parts["limits"] = py::make_tuple(limits->low, limits->high);
  if (joint.options.friction) parts["friction"] = law_object(*joint.options.friction);
  if (joint.options.spring) parts["spring"] = field_values(*joint.options.spring);
  return parts;
}

// None where the joint was removed: of an empty dict.
std::optional<sim::Joint> joint_from(const py::dict& parts) {
  if (parts.empty()) return {};
  const Arguments arguments("World: joint", {}, {"kind", "a", "b", "frames", "lever", "limits", "friction", "spring"},
                            py::args(), py::kwargs(parts));
  sim::Joint joint{choose<sim::JointKind>(arguments, "kind", arguments.text("kind", "")),
                   {arguments.integer("a", sim::the_world), arguments.integer("b", sim::the_world)},
                   {},
                   joint_options(arguments),
                   arguments.number("lever")};
  require("World: joint", check_positive("lever", joint.lever, "must be finite and > 0 [m]"));
  const std::vector<py::tuple> frames = rows(arguments, "frames", 2);
  if (frames.size() != joint.frame.size()) arguments.refuse("frames", "two of (position, quaternion)");
  for (std::size_t side = 0; side < joint.frame.size(); ++side) {
    joint.frame[side] = Pose3(vector_argument<3>("frames: position", frames[side][0], "m"),
                              quaternion_from(vector_argument<4>("frames: quaternion", frames[side][1], "1")));
  }
  return joint;
}

}  // namespace
}  // namespace model_bindings

Arguments::Names option_names() {
  using namespace model_bindings;
  return with_field_names<ModelOptions>({"gravity"}, {"solver", "normal_relaxation", "tangent_relaxation"});
}

sim::ModelOptions options_from(const Arguments& arguments, py::dict& recipe) {
  using namespace model_bindings;
  auto options = read_fields<ModelOptions>(arguments);
  if (arguments.has("gravity"))
    options.gravity = vector_argument<3>("World: gravity", arguments.object("gravity"), "m/s^2");
  options.solver = arguments.text("solver", options.solver);
  recipe["gravity"] = tuple_of(options.gravity);
  for (const auto& item : field_values(options)) recipe[item.first] = item.second;
  recipe["solver"] = options.solver;
  options.normal_relaxation = relaxation_argument(arguments, "normal_relaxation", recipe);
  options.tangent_relaxation = relaxation_argument(arguments, "tangent_relaxation", recipe);
  sim::check(options);
  return options;
}

void read_mu(const Arguments& arguments, sim::Surface& surface) {
  if (!arguments.has("mu")) return;
  const InputArray mu = real_array("mu", arguments.object("mu"));
  const bool is_number = mu.ndim() == 0, is_pair = mu.ndim() == 1 && mu.shape(0) == 2;
  if (!is_number && !is_pair) refuse_shape("mu", mu, "a number or (2,): mu_s, mu_k");
  surface.mu_s = mu.data()[0];
  surface.mu_k = mu.data()[is_pair ? 1 : 0];
}

sim::Surface surface_from(const Arguments& arguments) {
  using namespace model_bindings;
  Surface surface;
  read_mu(arguments, surface);
  surface.restitution = arguments.number("restitution", surface.restitution);
  return surface;
}

sim::JointOptions joint_options(const Arguments& arguments) {
  sim::JointOptions options;
  if (arguments.has("limits")) {
    const InputArray limits = real_array("limits", arguments.object("limits"));
    if (limits.ndim() != 1 || limits.shape(0) != 2) refuse_shape("limits", limits, "(2,): low, high");
    options.limits = {limits.at(0), limits.at(1)};
  }
  if (arguments.has("spring")) {
    const py::object given = arguments.object("spring");
    if (!py::isinstance<py::dict>(given)) arguments.refuse("spring", "a dict of stiffness, damping and rest");
    const std::string subject = arguments.subject() + ": spring";
    options.spring = read_fields<sim::Spring>(
        Arguments(subject, {}, with_field_names<sim::Spring>({}), py::args(), py::kwargs(given)));
    require(subject.c_str(), check_fields(*options.spring));
  }
  if (arguments.has("friction")) options.friction = law_argument<friction::AnyLaw>(arguments, "friction");
  return options;
}

py::object law_object(const friction::AnyLaw& law) {
  return std::visit([](const auto& one) { return py::cast(one); }, law);
}

BodyMaterial material_from(const Arguments& arguments) {
  using namespace model_bindings;
  BodyMaterial material;
  py::list shapes;
  if (arguments.has("shape") && arguments.has("shapes"))
    throw py::type_error(arguments.subject() + " takes either a shape or shapes, not both");
  if (arguments.has("shapes")) {
    const py::object given = arguments.object("shapes");
    if (!py::isinstance<py::iterable>(given)) arguments.refuse("shapes", "a list of (shape, position, orientation)");
    for (const py::handle entry : given) material.shapes.push_back(placed_shape(arguments, entry, shapes));
  } else {
    material.shapes.push_back({shape_argument(arguments, "shape"), Pose3()});
    shapes.append(
        py::make_tuple(arguments.object("shape"), tuple_of(Vec<3>::Zero()), tuple_of_four({1.0, 0.0, 0.0, 0.0})));
  }
  material.mass = arguments.number("mass");
  material.surface = surface_from(arguments);
  material.recipe["shapes"] = py::tuple(shapes);
  material.recipe["mass"] = material.mass;
  material.inertia = inertia_from(arguments, material.recipe);
  if (arguments.has("origin")) {
    material.origin = choose<sim::BodyOrigin>(arguments, "origin", arguments.text("origin", ""));
    material.recipe["origin"] = to_python(*material.origin);
  }
  keep_surface(material.surface, material.recipe);
  return material;
}

PlaneMaterial plane_from(const Arguments& arguments) {
  using namespace model_bindings;
  PlaneMaterial plane{.normal = Vec<3>::UnitZ(),
                      .offset = arguments.number("offset", 0.0),
                      .surface = surface_from(arguments),
                      .recipe = {}};
  if (arguments.has("normal")) plane.normal = vector_argument<3>("normal", arguments.object("normal"), "any length");
  plane.recipe["normal"] = tuple_of(plane.normal);
  plane.recipe["offset"] = plane.offset;
  keep_surface(plane.surface, plane.recipe);
  return plane;
}

std::optional<sim::Volume> contact_model_from(const py::handle& model, const Arguments& arguments, const char* name) {
  if (py::isinstance<sim::Volume>(model)) return model.cast<sim::Volume>();
  if (!py::isinstance<py::str>(model)) arguments.refuse(name, "a stickslip.sim.Volume or 'points'");
  const auto word = model.cast<std::string>();
  if (word != "points")
    throw InvalidArgument(arguments.subject() + ": " + name + " = '" + word +
                          "' must be one of 'points', or a stickslip.sim.Volume");
  return {};
}

py::dict model_parts(const ModelRecipe& recipe, const sim::Model& model) {
  using namespace model_bindings;
  py::list bodies, friction, restitution, apart;
  for (const py::dict& body : recipe.bodies) bodies.append(body);
  for (const auto& [pair, mu] : model.friction)
    friction.append(py::make_tuple(pair.first, pair.second, mu.mu_s, mu.mu_k));
  for (const auto& [pair, e] : model.restitution) restitution.append(py::make_tuple(pair.first, pair.second, e));
  for (const auto& pair : model.not_colliding) apart.append(py::make_tuple(pair.first, pair.second));
  py::list contact_models;
  for (const auto& [pair, volume] : model.contact_models) {
    const py::object given = volume ? py::cast(*volume) : py::object(py::str("points"));
    contact_models.append(py::make_tuple(pair.first, pair.second, given));
  }
  py::list joints;
  for (const std::optional<sim::Joint>& joint : model.joints) joints.append(joint ? joint_parts(*joint) : py::dict());
  return py::dict(py::arg("options") = recipe.options, py::arg("bodies") = py::tuple(bodies),
                  py::arg("friction") = py::tuple(friction), py::arg("restitution") = py::tuple(restitution),
                  py::arg("apart") = py::tuple(apart), py::arg("joints") = py::tuple(joints),
                  py::arg("volume") = model.volume ? py::cast(*model.volume) : py::none(),
                  py::arg("contact_models") = py::tuple(contact_models));
}

sim::World world_from(const py::dict& parts, ModelRecipe& recipe) {
  using namespace model_bindings;
  const Arguments arguments(
      "World", {}, {"options", "bodies", "friction", "restitution", "apart", "joints", "volume", "contact_models"},
      py::args(), py::kwargs(parts));
  const py::dict keywords = arguments.object("options");
  const Arguments options("World", {}, option_names(), py::args(), py::kwargs(keywords));
  sim::World world(options_from(options, recipe.options));
  for (const py::handle body : arguments.object("bodies")) {
    if (!py::isinstance<py::dict>(body)) arguments.refuse("bodies", "a tuple of dicts");
    add_by_recipe(world, py::reinterpret_borrow<py::dict>(body), recipe);
  }
  for (const py::tuple& row : rows(arguments, "friction", 4)) {
    world.set_friction(row[0].cast<int>(), row[1].cast<int>(), row[2].cast<double>(), row[3].cast<double>());
  }
  for (const py::tuple& row : rows(arguments, "restitution", 3)) {
    world.set_restitution(row[0].cast<int>(), row[1].cast<int>(), row[2].cast<double>());
  }
  for (const py::tuple& row : rows(arguments, "apart", 2)) {
    world.set_collision(row[0].cast<int>(), row[1].cast<int>(), false);
  }
  for (const py::tuple& row : rows(arguments, "contact_models", 3)) {
    world.set_contact_model(row[0].cast<int>(), row[1].cast<int>(),
                            contact_model_from(row[2], arguments, "contact_models"));
  }
  sim::Model model = world.model();
  if (arguments.has("volume")) {
    const py::object volume = arguments.object("volume");
    if (!py::isinstance<sim::Volume>(volume)) arguments.refuse("volume", "a Volume");
    model.volume = volume.cast<sim::Volume>();
  }
  for (const py::handle joint : arguments.object("joints")) {
    if (!py::isinstance<py::dict>(joint)) arguments.refuse("joints", "a tuple of dicts");
    model.joints.push_back(joint_from(py::reinterpret_borrow<py::dict>(joint)));
  }
  return sim::World(std::move(model));
}

}  // namespace stickslip::python
