// What the parts of stickslip.scene share: scenes, and runs of them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/scene/run.hpp"

#include "arguments.hpp"
#include "files.hpp"

namespace stickslip::python {

inline constexpr const char* scene_module = "stickslip.scene";

// Each fills in a part of the module.
void bind_scene_description(py::module_& m);
void bind_scene_records(py::module_& m);
void bind_scene_energy(py::module_& m);
void bind_scene_fitted_velocity(py::module_& m);
void bind_scene_run(py::module_& m);

using FileContents = std::map<std::string, std::string>;  // by name

// A scene with all it was made of: what has been read is not read again, and what it names goes along with a pickle.
struct SceneObject : std::enable_shared_from_this<SceneObject> {
  SceneObject(scene::SceneDescription description, std::string name, scene::SceneFiles others, FileContents read)
      : value(std::move(description)), file(std::move(name)), files(std::move(others)), named(std::move(read)) {}

  scene::SceneDescription value;
  std::string file;         // as messages call it
  scene::SceneFiles files;  // where those come from that it does not name yet
  FileContents named;       // those that it names
};

struct SceneRunObject {
  std::shared_ptr<const scene::SceneRun> value;
  std::shared_ptr<SceneObject> scene;
};

// Of a run: they keep it.
struct EnergyObject {
  std::shared_ptr<const scene::Energy> value;
};
struct PointRecordObject {
  std::shared_ptr<const scene::PointRun> value;
};
struct PairRecordObject {
  std::string body, other;
  std::shared_ptr<const scene::PairRecord> value;
};

// Pickle, copies, equality and hash of a run.
void bind_scene_run_parts(py::class_<SceneRunObject>& bound);

// Text from a file, with marks in place of bytes that are none.
inline py::object decoded(const std::string& text) {
  return py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

// Calls f without the GIL. Mistakes in a scene are a ValueError, whatever bytes of the file are in its text; a file that cannot be opened is
// an OSError.
template <class Function>
void on_scene(Function f) {
  try {
    on_disk(f);
  } catch (const InvalidArgument& wrong) {
    PyErr_SetObject(PyExc_ValueError, decoded(wrong.what()).ptr());
    throw py::error_already_set();
  }
}

// The arguments overrides, until and dt, where the call has them.
std::vector<scene::Override> changes_of(const Arguments& arguments);

// A Scene, a path, the name of a shipped one or a dict, with these changes.
std::shared_ptr<SceneObject> scene_argument(const Arguments& arguments, const char* name,
                                            const std::vector<scene::Override>& changes);
std::shared_ptr<SceneObject> changed(const std::shared_ptr<SceneObject>& scene,
                                     const std::vector<scene::Override>& changes);

// With the argument progress, and Ctrl-C.
SceneRunObject run_scene(const std::shared_ptr<SceneObject>& scene, const Arguments& arguments);

}  // namespace stickslip::python
