#include "stickslip/scene/scene_schema.hpp"
#include "stickslip/scene/shipped.hpp"

#include "scene/objects.hpp"

namespace stickslip::python {

namespace scene_bindings {
namespace {

constexpr const char* run_doc = R"(run(scene, *, overrides=None, until=None, dt=None, progress=None)
--

Runs a scene to its end, and returns a SceneRun.

scene      path of a file, name of a shipped scene, a Scene, or a dict as Scene takes it
overrides  {path: value} that replace or add values of the scene, such as {'bodies.plate.mass': 0.3}
until, dt  in place of those of the scene's run [s]
progress   callable of the share of time done, 0 to 1; what it raises ends the run

Mistakes in the scene are a ValueError with all of them, one per line: file:line:column in a file, and the path of the
value in what was built in code. Steps that do not converge, and a motion that blows up, raise nothing: see status.)";

constexpr const char* shipped_doc = R"(shipped()
--

{name: title} of the scenes that come with stickslip, which run and Scene.read take by name.)";

constexpr const char* schema_doc = R"(schema()
--

The JSON Schema of scene files, as a dict.)";

SceneRunObject run(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("run", {"scene"}, {"overrides", "until", "dt", "progress"}, args, kwargs);
  return run_scene(scene_argument(arguments, "scene", changes_of(arguments)), arguments);
}

py::dict shipped() {
  py::dict titles;
  for (const scene::ShippedScene& one : scene::shipped_scenes()) titles[py::str(one.name)] = one.title;
  return titles;
}

py::object schema() {
  return py::module_::import("json").attr("loads")(scene::json_schema());
}

}  // namespace
}  // namespace scene_bindings

void bind_scene(py::module_& m) {
  using namespace scene_bindings;
  // The documentation begins with the call already.
  py::options options;
  options.disable_function_signatures();
  bind_scene_description(m);
  bind_scene_records(m);
  bind_scene_energy(m);
  bind_scene_fitted_velocity(m);
  bind_scene_run(m);
  m.def("run", &run, run_doc);
  m.def("shipped", &shipped, shipped_doc);
  m.def("schema", &schema, schema_doc);
  for (const char* name : {"run", "shipped", "schema"}) m.attr(name).attr("__module__") = scene_module;
}

}  // namespace stickslip::python
