#include <limits>
#include <optional>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/record/input_file.hpp"
#include "stickslip/scene/scene_schema.hpp"
#include "stickslip/scene/shipped.hpp"
#include "stickslip/scene/yaml.hpp"

#include "parts.hpp"
#include "record/objects.hpp"
#include "scene/node.hpp"
#include "scene/objects.hpp"

namespace stickslip::python {

namespace scene_description_bindings {
namespace {

using scene::Node;
using scene::Override;
using scene::SceneDescription;
using scene::SceneFiles;
using SharedScene = std::shared_ptr<SceneObject>;

constexpr const char* class_doc =
    R"(Bodies, contacts, friction, loads and how long to run, checked; it never changes.

description  a dict with the keys of a scene file: numbers, str, bool, lists, numpy arrays and dicts
folder       below which the files lie that it names; None: it names none
overrides    {path: value} that replace or add values, such as {'bodies.plate.mass': 0.3}

A ValueError has all mistakes, one per line. Scene.read takes a file, Scene.from_yaml its text.
Equal are scenes of the same text, name of the file, overrides and contents of the files that they name.)";

constexpr const char* init_doc = R"(__init__(self, description, *, folder=None, overrides=None)
--

See the class.)";

constexpr const char* read_doc = R"(read(path, *, overrides=None)
--

The scene in a file, or the shipped one of that name. Files that it names are read now, from below its folder.)";

constexpr const char* from_yaml_doc = R"(from_yaml(text, *, folder=None, overrides=None)
--

The scene that is written in a text, as a file has it.)";

constexpr const char* run_doc = R"(run(self, *, overrides=None, until=None, dt=None, progress=None)
--

Runs the scene, or one with these changes; see stickslip.scene.run.)";

constexpr const char* to_yaml_doc = R"(to_yaml(self)
--

The scene as a file: its values, overrides among them.)";

constexpr const char* to_dict_doc = R"(to_dict(self)
--

The scene as the dict that makes it, overrides among its values.)";

// A scene whose files come from what it names already, then from `files`.
template <class Describe>
SharedScene made(const std::string& file, const SceneFiles& files, const FileContents& named, Describe describe) {
  SharedScene made;
  on_scene([&] {
    FileContents used;
    const SceneFiles noted([&](const std::string& name) {
      const auto known = named.find(name);
      constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
      return used[name] = known != named.end() ? known->second : files.read(name, any);
    });
    SceneDescription description = describe(noted);
    made = std::make_shared<SceneObject>(std::move(description), file, files, std::move(used));
  });
  return made;
}

SharedScene from_text(const std::string& text, const std::string& file, const SceneFiles& files,
                      const std::vector<Override>& overrides, const FileContents& named = {}) {
  return made(file, files, named,
              [&](const SceneFiles& noted) { return SceneDescription::from_text(text, file, noted, overrides); });
}

SharedScene from_file(const std::filesystem::path& path, const std::vector<Override>& overrides) {
  std::string text;
  on_scene([&] { text = record::InputFile(path).read(scene::largest_file + 1); });
  return from_text(text, path.string(), SceneFiles::below(path.parent_path()), overrides);
}

SharedScene from_name(const std::string& name, const std::vector<Override>& overrides) {
  std::string text;
  on_scene([&] { text = scene::shipped_scene(name).text; });
  return from_text(text, name + ".yaml", scene::shipped_files(), overrides);
}

SharedScene from_dict(const py::object& description, const SceneFiles& files, const std::vector<Override>& overrides) {
  Node node = node_of(description, "");
  const std::string file = "scene";
  return made(file, files, {}, [&](const SceneFiles& noted) {
    return SceneDescription::from_node(std::move(node), file, noted, overrides);
  });
}

SharedScene from_path_or_name(const Arguments& arguments, const char* name, const std::vector<Override>& overrides) {
  const py::object given = arguments.object(name);
  if (py::isinstance<py::str>(given)) {
    const std::string text = text_of(name, given);
    if (scene::is_shipped_name(text)) return from_name(text, overrides);
  }
  return from_file(path_argument(arguments, name), overrides);
}

SceneFiles files_below(const Arguments& arguments) {
  return arguments.has("folder") ? SceneFiles::below(path_argument(arguments, "folder")) : SceneFiles();
}

SharedScene made_scene(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Scene", {"description"}, {"folder", "overrides"}, args, kwargs);
  const py::object description = arguments.object("description");
  if (!py::hasattr(description, "keys")) arguments.refuse("description", "a dict; Scene.read takes a path");
  return from_dict(description, files_below(arguments), changes_of(arguments));
}

SharedScene read(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Scene.read", {"path"}, {"overrides"}, args, kwargs);
  return from_path_or_name(arguments, "path", changes_of(arguments));
}

SharedScene from_yaml(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Scene.from_yaml", {"text"}, {"folder", "overrides"}, args, kwargs);
  return from_text(needed_text(arguments, "text"), "scene", files_below(arguments), changes_of(arguments));
}

SceneRunObject run(SceneObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Scene.run", {}, {"overrides", "until", "dt", "progress"}, args, kwargs);
  return run_scene(changed(self.shared_from_this(), changes_of(arguments)), arguments);
}

py::tuple parts_of(const SceneObject& self) {
  py::list overrides;
  for (const Override& change : self.value.overrides()) overrides.append(py::make_tuple(change.path, change.value));
  py::dict named;
  for (const auto& [name, bytes] : self.named) named[py::str(name)] = py::bytes(bytes);
  return py::make_tuple(py::bytes(self.value.text()), py::bytes(self.file), py::tuple(overrides), named);
}

SharedScene from_parts(const py::tuple& parts) {
  std::vector<Override> overrides;
  for (const py::handle change : parts[2]) {
    const auto pair = py::reinterpret_borrow<py::tuple>(change);
    overrides.push_back({pair[0].cast<std::string>(), pair[1].cast<std::string>()});
  }
  FileContents named;
  for (const auto& [name, bytes] : py::dict(parts[3])) named[name.cast<std::string>()] = bytes.cast<std::string>();
  return from_text(parts[0].cast<std::string>(), parts[1].cast<std::string>(), {}, overrides, named);
}

py::object overrides_of(const SceneObject& self) {
  py::dict overrides;
  for (const Override& change : self.value.overrides()) {
    overrides[py::str(change.path)] = to_python(scene::read_yaml(change.value, change.path));
  }
  return read_only(overrides);
}

std::string repr(const SceneObject& self) {
  const std::string& title = self.value.title();
  return "<Scene " + self.value.name() + ", " + std::string(name_of(scene::kind_of(self.value.node()))) +
         (title.empty() ? "" : ": " + title) + ">";
}

}  // namespace
}  // namespace scene_description_bindings

std::vector<scene::Override> changes_of(const Arguments& arguments) {
  std::vector<scene::Override> changes;
  for (const auto& [path, value] : items(arguments, "overrides")) {
    changes.push_back({path, scene::write_yaml_line(node_of(value, path))});
  }
  for (const char* name : {"until", "dt"}) {
    if (arguments.has(name))
      changes.push_back({std::string("run.") + name, scene::write_yaml_line(arguments.number(name))});
  }
  return changes;
}

std::shared_ptr<SceneObject> changed(const std::shared_ptr<SceneObject>& scene,
                                     const std::vector<scene::Override>& changes) {
  if (changes.empty()) return scene;
  std::vector<scene::Override> all = scene->value.overrides();
  all.insert(all.end(), changes.begin(), changes.end());
  return scene_description_bindings::from_text(scene->value.text(), scene->file, scene->files, all, scene->named);
}

std::shared_ptr<SceneObject> scene_argument(const Arguments& arguments, const char* name,
                                            const std::vector<scene::Override>& changes) {
  const py::object given = arguments.object(name);
  if (py::isinstance<SceneObject>(given)) return changed(given.cast<SceneObject&>().shared_from_this(), changes);
  if (py::hasattr(given, "keys")) return scene_description_bindings::from_dict(given, {}, changes);
  return scene_description_bindings::from_path_or_name(arguments, name, changes);
}

void bind_scene_description(py::module_& m) {
  using namespace scene_description_bindings;
  py::class_<SceneObject, SharedScene> bound(m, "Scene", class_doc);
  bound.def(py::init(&made_scene), init_doc);
  bound.def_static("read", &read, read_doc);
  bound.def_static("from_yaml", &from_yaml, from_yaml_doc);
  bound.def("run", &run, run_doc);
  bound.def(
      "to_yaml", [](const SceneObject& self) { return scene::write_yaml(self.value.node()); }, to_yaml_doc);
  bound.def(
      "to_dict", [](const SceneObject& self) { return to_python(self.value.node()); }, to_dict_doc);
  bound.def_property_readonly(
      "name", [](const SceneObject& self) { return self.value.name(); }, "of its results; that of its file");
  bound.def_property_readonly(
      "title", [](const SceneObject& self) { return self.value.title(); }, "one line that says what it shows");
  bound.def_property_readonly(
      "kind", [](const SceneObject& self) { return to_python(scene::kind_of(self.value.node())); },
      "'rigid', 'planar' or 'point'");
  bound.def_property_readonly(
      "text", [](const SceneObject& self) { return decoded(self.value.text()); },
      "the file as it was read, comments included and overrides not");
  bound.def_property_readonly("overrides", &overrides_of, "{path: value}");
  bound.def("__repr__", &repr);
  bind_constant_parts(bound, &parts_of, &from_parts);
  bound.attr("__module__") = scene_module;
}

}  // namespace stickslip::python
