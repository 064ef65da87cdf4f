#include "stickslip/scene/scene_schema.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "stickslip/formulation/relaxation.hpp"
#include "stickslip/patch/bristle_law.hpp"
#include "stickslip/scene/detail/laws.hpp"
#include "stickslip/scene/detail/pressures.hpp"
#include "stickslip/scene/detail/profiles.hpp"
#include "stickslip/scene/detail/shapes.hpp"
#include "stickslip/scene/field_schema.hpp"
#include "stickslip/scene/scene_options.hpp"
#include "stickslip/sim/planar_body.hpp"
#include "stickslip/sim/simulation_options.hpp"
#include "stickslip/sim/world.hpp"
#include "stickslip/solvers/methods.hpp"

namespace stickslip::scene {

namespace {

using Keys = std::vector<SchemaKey>;

struct BodyMass {
  std::optional<double> mass = {}, density = {};

  static constexpr auto fields() {
    return std::tuple{Field{"mass", &BodyMass::mass, "kg", not_negative, "of the body",
                            "0: fixed, or with a prescribed motion; required unless it is a plane or has a density"},
                      Field{"density", &BodyMass::density, "kg/m3", positive, "in place of the mass",
                            "mass = density × the volume of the shapes"}};
  }
};

SchemaKey key_named(Keys keys, const std::string& name) {
  return *std::find_if(keys.begin(), keys.end(), [&](const SchemaKey& key) { return key.name == name; });
}

Keys without(Keys keys, const std::vector<std::string>& names) {
  std::erase_if(keys,
                [&](const SchemaKey& key) { return std::find(names.begin(), names.end(), key.name) != names.end(); });
  return keys;
}

Keys operator+(Keys keys, Keys more) {
  for (SchemaKey& key : more) keys.push_back(std::move(key));
  return keys;
}

void replace(std::string& text, const std::string& part, const std::string& by) {
  if (const auto at = text.find(part); at != std::string::npos) text.replace(at, part.size(), by);
}

Keys optional(Keys keys) {
  for (SchemaKey& key : keys) key.is_required = false;
  return keys;
}

// The names of all solvers of all formulations.
Schema solver_schema() {
  std::vector<Word> words;
  const auto add = [&](const auto& table) {
    for (const auto& row : table) {
      const bool is_there =
          std::any_of(words.begin(), words.end(), [&](const Word& word) { return word.name == row.name; });
      if (!is_there) words.push_back({std::string(row.name), std::string(row.meaning)});
    }
  };
  add(Names<solvers::ConeMethod>::table);
  add(Names<solvers::LcpMethod>::table);
  add(Names<solvers::BoxedLcpMethod>::table);
  return Schema::one_of(std::move(words));
}

Schema mu_schema() {
  const Schema mu = key_named(field_keys<sim::Surface>(), "mu_k").schema;
  return Schema::either({mu, Schema::list(mu, 2, 2)});
}

Keys heading(SceneKind kind) {
  Keys keys = {
      {"name", Schema::text(), "of the scene and of its results' folder: lower-case letters, digits, '_' and '-'",
       false, "name of the file"},
      {"title", Schema::text(), "one line that says what it shows"}};
  if (kind == SceneKind::planar) keys.push_back({"planar", Schema::boolean(), "true: bodies have x, y and θ", true});
  if (kind == SceneKind::point)
    keys.push_back({"point", Schema::boolean(), "true: one point under a law, with a prescribed motion", true});
  if (kind == SceneKind::rigid) {
    keys.push_back({"planar", Schema::boolean(), "false: rigid bodies in space", false, "false"});
    keys.push_back({"point", Schema::boolean(), "false: rigid bodies in space", false, "false"});
  }
  return keys;
}

Schema record_schema() {
  return Schema::object(Keys{{"bodies", Schema::list(Schema::name("bodies"), 1),
                              "those that are kept, with their contacts and joints; absent: all"}} +
                        field_keys<RecordOptions>());
}

Schema body_schema() {
  const Schema shape = detail::schema_of(detail::shape_kinds());
  const SchemaKey position{"position", Schema::vector(3, "m"), "of the shape in the body's axes", false, "[0, 0, 0]"};
  const Schema quaternion = Schema::vector(
      4, "1", "w, x, y, z of a quaternion, such as [cos(φ/2), 0, 0, sin(φ/2)] for a turn by φ about the z axis");
  const SchemaKey orientation{"orientation", quaternion, "quaternion w, x, y, z to the world's axes", false,
                              "[1, 0, 0, 0]"};
  const Schema placed = Schema::object({{"shape", shape, "one of the shapes", true}, position, orientation});
  const Schema motion = Schema::object(
      {{"velocity", detail::profiles_schema("m/s", 3, 3), "of the origin", false, "[0, 0, 0]"},
       {"angular_velocity", detail::profiles_schema("rad/s", 3, 3), "about the origin", false, "[0, 0, 0]"}});
  SchemaKey restitution = key_named(field_keys<sim::Surface>(), "restitution");
  restitution.meaning += "; of a pair the geometric mean counts";
  return Schema::object(
      Keys{{"shape", shape, "its shape"},
           {"shapes", Schema::list(placed, 1),
            "instead, several, each where it is in the body's axes; their common centroid is the centre of mass"}} +
      field_keys<BodyMass>() +
      Keys{{"inertia", Schema::either({Schema::vector(3, "kg m2"), Schema::list(Schema::vector(3, "kg m2"), 3, 3)}),
            "about the centre of mass, body axes: the diagonal or the matrix; absent: of the shapes, uniform"},
           {"mu", mu_schema(), "coefficient of friction, or [mu_s, mu_k]; of a pair the geometric mean counts", false,
            "0.5"},
           restitution,
           {"origin", names_schema<sim::BodyOrigin>(),
            "what position and velocity are those of: the shapes' common centroid or the frame in which they are "
            "written; absent: centroid of a body with a mass, frame of one without"},
           {"position", Schema::vector(3, "m"), "of the origin", false, "[0, 0, 0]"},
           orientation,
           {"velocity", Schema::vector(3, "m/s"), "of the origin", false, "[0, 0, 0]"},
           {"angular_velocity", Schema::vector(3, "rad/s"), "world axes", false, "[0, 0, 0]"},
           {"motion", motion, "of a body without mass: its velocity over time"}});
}

Schema joint_schema() {
  const Keys sides = {
      {"a", Schema::name("bodies"), "the first body: positions, velocities and forces are its own", true},
      {"b", Schema::name("bodies"), "the second; absent: the world"}};
  const SchemaKey point{"point", Schema::vector(3, "m"), "where the joint is, world axes", true},
      axis{"axis", Schema::vector(3, "1"), "of the joint, world axes, of any length", true};
  Keys drive = without(field_keys<sim::Drive>(), {"target", "target_velocity"});
  drive =
      Keys{{"target", detail::profile_schema("rad or m"), "position that it pulls to", false, "0"},
           {"target_velocity", detail::profile_schema("rad/s or m/s"),
            "velocity that it damps to; absent: that of the target, 0 where it is constant or in steps", false, ""}} +
      std::move(drive);
  const Keys options = {
      {"position", Schema::number("rad or m"),
       "at the start. Write bodies as they are at position 0; a, and all that joints attach to it, is moved from there",
       false, "0"},
      {"velocity", Schema::number("rad/s or m/s"),
       "at the start, of a, and of all that joints attach to it, relative to b; absent: as bodies say"},
      {"spring", Schema::object(field_keys<sim::Spring>()), "a spring with a damper, in addition to the drive"},
      {"limits", Schema::list(Schema::number("rad or m"), 2, 2),
       "low and high of the position, which is 0 as bodies are written"},
      {"friction", detail::schema_of(detail::law_kinds<friction::AnyLaw>()), "a law for the motion along what is free"},
      {"drive", Schema::object(drive), "what moves it"}};
  return Schema::tagged(
      {{"fixed", Schema::object(sides), "nothing is free"},
       {"ball", Schema::object(sides + Keys{point}), "turns about a point are free"},
       {"hinge", Schema::object(sides + Keys{point, axis} + options), "the turn about an axis is free"},
       {"slider", Schema::object(sides + Keys{axis} + options), "the way along an axis is free"},
       {"spring",
        Schema::object(sides +
                       Keys{{"point_a", Schema::vector(3, "m"), "where it is fixed to a, world axes", true},
                            {"point_b", Schema::vector(3, "m"), "where it is fixed to b, or to the world", true}} +
                       field_keys<sim::Spring>()),
        "a spring with a damper between two points; all motions stay free"}});
}

Schema rigid_schema() {
  const Schema relaxation = Schema::object(field_keys<formulation::Relaxation>());
  const SchemaKey solver{"solver", solver_schema(), "which solver; each formulation has its own", false, "auto"};
  const Schema world =
      Schema::object(field_keys<sim::ModelOptions>() +
                     Keys{solver,
                          {"normal_relaxation", relaxation,
                           "compliance of contacts along their normals; absent: by the bodies' masses"},
                          {"tangent_relaxation", relaxation, "compliance of contacts across their normals"}});
  const Schema model = Schema::tagged(
      {{"points", Schema::object({}), "forces at points, by the world's formulation"},
       {"volume", Schema::object(field_keys<sim::Volume>()), "one wrench per volume in which bodies overlap"}});
  SchemaKey of_pair = key_named(field_keys<sim::Surface>(), "restitution");
  of_pair.meaning += "; absent: the geometric mean of those of the two";
  of_pair.default_text.clear();
  const Schema pair = Schema::object(
      {{"a", Schema::name("bodies"), "one body", true},
       {"b", Schema::name("bodies"), "the other", true},
       {"mu", mu_schema(), "coefficient of friction, or [mu_s, mu_k]; absent: the geometric mean of those of the two"},
       of_pair,
       {"may_touch", Schema::boolean(), "whether they may touch", false, "true"},
       {"contact_model", model, "how they touch, in place of the scene's"}});
  const Schema load = Schema::object(
      {{"body", Schema::name("bodies"), "on which it acts", true},
       {"force", detail::profiles_schema("N", 3, 3), "at the centre of mass, world axes", false, "[0, 0, 0]"},
       {"torque", detail::profiles_schema("N m", 3, 3), "world axes", false, "[0, 0, 0]"}});
  return Schema::object(
      heading(SceneKind::rigid) +
      Keys{
          {"gravity", Schema::vector(3, "m/s2"), "acceleration of free fall", false, "[0, 0, -9.81]"},
          {"world", world, "how contact is posed and solved"},
          {"contact_model", model, "how bodies touch", false, "{points: {}}"},
          {"bodies", Schema::named(body_schema()), "by name", true},
          {"joints", Schema::named(joint_schema()), "by name"},
          {"pairs", Schema::list(pair), "what holds between two bodies in place of the means and of the scene's model"},
          {"loads", Schema::named(load), "by name; gravity is not among them"},
          {"run", Schema::object(field_keys<PlanarRunOptions>() + without(field_keys<sim::RunOptions>(), {"until"})),
           "how long and how finely", true},
          {"record", record_schema(), "what is kept"}});
}

Schema planar_schema() {
  const Schema body =
      Schema::object(optional(field_keys<sim::PlanarBody>()) +
                     Keys{{"pose", Schema::list(Schema::number("m, m, rad"), 3, 3), "x, y, θ of the centre of mass",
                           false, "[0, 0, 0]"},
                          {"twist", Schema::list(Schema::number("m/s, m/s, rad/s"), 3, 3),
                           "vx, vy, ω of the centre of mass", false, "[0, 0, 0]"},
                          {"motion", detail::profiles_schema("m/s, m/s, rad/s", 3, 3),
                           "vx, vy, ω over time: a prescribed motion; the body needs neither mass nor inertia"},
                          {"outline", Schema::list(Schema::vector(2, "m"), 3),
                           "corners of the body as drawn, about the centre of mass; "
                           "convex"}});
  const Schema contact = Schema::object(
      Keys{{"body", Schema::name("bodies"), "which it holds or carries; a body has one contact", true},
           {"law", detail::schema_of(detail::law_kinds<patch::AnyBristleLaw>()), "of its bristles", true},
           {"pressure", detail::schema_of(detail::pressure_kinds()), "how the normal force is spread", true},
           {"normal_force", detail::profile_schema("N"), "of one contact, ≥ 0", true}} +
      field_keys<ContactOptions>());
  const Schema load = Schema::object(
      {{"body", Schema::name("bodies"), "on which it acts", true},
       {"wrench", detail::profiles_schema("N, N, N m", 3, 3), "fx, fy, τ about the centre of mass, world axes", true}});
  Keys run = field_keys<PlanarRunOptions>() +
             without(field_keys<sim::SimulationOptions>(), {"t_end", "contacts", "frame", "record_bristles"});
  for (SchemaKey& key : run) {
    // What they say there is of t_end, and of runs that are not kept whole.
    replace(key.meaning, "at least t_end/1e12", "at least until/2e7 and at most record_dt");
    replace(key.meaning, "at least t_end/1e8", "at least until/2e7");
  }
  return Schema::object(heading(SceneKind::planar) +
                        Keys{{"bodies", Schema::named(body), "by name", true},
                             {"contacts", Schema::named(contact), "by name", true},
                             {"loads", Schema::named(load), "by name"},
                             {"gravity", detail::profiles_schema("m/s2", 2, 2),
                              "acceleration of free fall within the plane, on every body with a mass", false, "[0, 0]"},
                             {"run", Schema::object(std::move(run)), "how long and how finely", true},
                             {"record", record_schema(), "what is kept"}});
}

Schema point_schema() {
  return Schema::object(
      heading(SceneKind::point) +
      Keys{{"law", detail::schema_of(detail::law_kinds<friction::AnyLaw>()), "of the point", true},
           {"position", detail::profiles_schema("m", 1, 3), "of the point over time, one to three components", true},
           {"normal_force", detail::profile_schema("N"), "on the point, ≥ 0; a factor where the law has no load", false,
            "1"},
           {"run", Schema::object(field_keys<PointRunOptions>()), "how long and how finely", true}});
}

}  // namespace

bool is_true(const Node& scene, const char* key) noexcept {
  const Node* const value = scene.find(key);
  return value != nullptr && value->is(NodeKind::boolean) && value->boolean();
}

SceneKind kind_of(const Node& scene) noexcept {
  return is_true(scene, "planar") ? SceneKind::planar : is_true(scene, "point") ? SceneKind::point : SceneKind::rigid;
}

const Schema& scene_schema(SceneKind kind) {
  static const Schema rigid = rigid_schema(), planar = planar_schema(), point = point_schema();
  return kind == SceneKind::planar ? planar : kind == SceneKind::point ? point : rigid;
}

}  // namespace stickslip::scene
