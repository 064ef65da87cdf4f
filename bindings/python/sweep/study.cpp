#include "stickslip/sweep/study.hpp"

#include <exception>

#include "stickslip/core/error.hpp"
#include "stickslip/record/input_file.hpp"
#include "stickslip/scene/utf8.hpp"
#include "stickslip/scene/yaml.hpp"

#include "interrupts.hpp"
#include "record/objects.hpp"
#include "scene/node.hpp"
#include "scene/objects.hpp"
#include "sweep/objects.hpp"

namespace stickslip::python {

namespace sweep_study_bindings {
namespace {

using scene::Override;
using sweep::Study;
using SharedStudy = std::shared_ptr<StudyObject>;

constexpr const char* class_doc =
    R"(Which scene or model is run, what varies and how, and what is kept of each run; checked, and it never changes.

Study.read takes a file, Study.from_yaml its text. A ValueError has all mistakes, one per line.

Equal are studies that have the same runs: of the same text and overrides, the same scene and the same version of
stickslip. A pickle holds the text but not the scene, which is read again from where it was; it is refused where the
scene has changed.)";

constexpr const char* read_doc = R"(read(path, *, overrides=None)
--

The study in a file, whose scene lies below the file's folder.

overrides  {key: value} that replace or add values of the study, such as {'samples': 64} or
           {'variables.bodies.plate.mass': {'uniform': [0.1, 0.2]}})";

constexpr const char* from_yaml_doc = R"(from_yaml(text, *, folder=None, overrides=None)
--

The study that is written in a text, as a file has it. Its scene lies below the folder; None: the current one.)";

constexpr const char* values_doc = R"(values(self, index)
--

{key: value} of the variables in that run.)";

constexpr const char* changes_doc = R"(changes(self, index)
--

{key: value} of the scene in that run: what stickslip.run takes as overrides. As values(), but of variables that stand
for several keys these, each with its factor.)";

constexpr const char* run_doc = R"(run(self, index)
--

Computes that run alone, and returns its row of sweep.csv as a dict: index, the variables by key, the outputs by name,
status and reason.)";

// Not derived from std::exception, which a study would take for an error of the run.
struct Interrupted {
  std::exception_ptr by;
};

SharedStudy from_text(const std::string& text, const std::string& file, const std::filesystem::path& folder,
                      const std::vector<Override>& overrides) {
  SharedStudy study;
  on_scene([&] {
    study = std::make_shared<StudyObject>(Study::from_text(text, file, folder, overrides), file,
                                          std::filesystem::absolute(folder.empty() ? "." : folder).lexically_normal(),
                                          overrides);
  });
  return study;
}

SharedStudy from_file(const std::filesystem::path& path, const std::vector<Override>& overrides) {
  std::string text;
  on_scene([&] { text = record::InputFile(path).read(scene::largest_file + 1); });
  return from_text(text, path.string(), path.parent_path(), overrides);
}

SharedStudy read(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Study.read", {"path"}, {"overrides"}, args, kwargs);
  return from_file(path_argument(arguments, "path"), changes_of(arguments));
}

SharedStudy from_yaml(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("Study.from_yaml", {"text"}, {"folder", "overrides"}, args, kwargs);
  const auto folder = arguments.has("folder") ? path_argument(arguments, "folder") : std::filesystem::path();
  return from_text(needed_text(arguments, "text"), "study", folder, changes_of(arguments));
}

py::tuple variables_of(const StudyObject& self) {
  py::list keys;
  for (const sweep::VariableName& variable : self.value.variables()) keys.append(decoded(variable.key));
  return keys;
}

py::tuple outputs_of(const StudyObject& self) {
  py::list names;
  for (const sweep::OutputColumn& output : self.value.outputs()) names.append(decoded(output.name));
  return names;
}

py::object units_of(const StudyObject& self) {
  py::dict units;
  for (const sweep::VariableName& variable : self.value.variables()) units[decoded(variable.key)] = variable.unit;
  for (const sweep::OutputColumn& output : self.value.outputs()) units[decoded(output.name)] = output.unit;
  return read_only(units);
}

py::object events_of(const StudyObject& self) {
  py::dict events;
  for (const sweep::Event& event : self.value.events()) {
    events[decoded(event.name)] = decoded(sweep::condition_of(event, self.value.outputs()));
  }
  return read_only(events);
}

py::object overrides_of(const StudyObject& self) {
  py::dict overrides;
  for (const Override& change : self.overrides) {
    overrides[decoded(change.path)] = to_python(scene::read_yaml(change.value, change.path));
  }
  return read_only(overrides);
}

py::dict values_of(const StudyObject& self, const py::args& args, const py::kwargs& kwargs) {
  const std::uint64_t index = index_argument(Arguments("Study.values", {"index"}, {}, args, kwargs), self.value);
  const std::vector<double> values = self.value.values(index);
  py::dict all;
  for (std::size_t i = 0; i < values.size(); ++i) all[decoded(self.value.variables()[i].key)] = values[i];
  return all;
}

py::dict changes_in(const StudyObject& self, const py::args& args, const py::kwargs& kwargs) {
  const std::uint64_t index = index_argument(Arguments("Study.changes", {"index"}, {}, args, kwargs), self.value);
  py::dict all;
  for (const auto& [key, value] : self.value.changes(index)) all[decoded(key)] = value;
  return all;
}

py::dict run(const StudyObject& self, const py::args& args, const py::kwargs& kwargs) {
  const std::uint64_t index = index_argument(Arguments("Study.run", {"index"}, {}, args, kwargs), self.value);
  InterruptWatch watch;
  sweep::Outcome outcome;
  try {
    const py::gil_scoped_release without_gil;
    outcome = self.value.run(index, [&](double /*share*/) {
      try {
        watch.poll();
      } catch (const py::error_already_set&) {
        throw Interrupted{std::current_exception()};
      }
    });
  } catch (const Interrupted& interrupted) {
    std::rethrow_exception(interrupted.by);
  }
  return row_of(self.value, index, outcome);
}

py::tuple parts_of(const StudyObject& self) {
  py::list overrides;
  for (const Override& change : self.overrides) overrides.append(py::make_tuple(change.path, change.value));
  const sweep::Fingerprint& print = self.value.fingerprint();
  return py::make_tuple(py::bytes(self.value.text()), py::bytes(self.file), py::bytes(self.folder.string()),
                        py::tuple(overrides), py::make_tuple(print[0], print[1]));
}

SharedStudy from_parts(const py::tuple& parts) {
  std::vector<Override> overrides;
  for (const py::handle change : parts[3]) {
    const auto pair = py::reinterpret_borrow<py::tuple>(change);
    overrides.push_back({pair[0].cast<std::string>(), pair[1].cast<std::string>()});
  }
  SharedStudy study =
      from_text(parts[0].cast<std::string>(), parts[1].cast<std::string>(), parts[2].cast<std::string>(), overrides);
  const auto print = parts[4].cast<py::tuple>();
  if (study->value.fingerprint() !=
      sweep::Fingerprint{print[0].cast<std::uint64_t>(), print[1].cast<std::uint64_t>()}) {
    throw InvalidArgument("Study: the scene, or the version of stickslip, is another than when this was pickled");
  }
  return study;
}

std::string repr(const StudyObject& self) {
  const Study& study = self.value;
  const sweep::Design& design = study.design();
  const std::string runs = design.is_single_run()
                               ? "a single run"
                               : std::string(name_of(design.kind())) + " of " + std::to_string(study.runs()) + " runs";
  return "<Study " + study.name() + ", " + runs + ", " + std::to_string(study.variables().size()) + " variables, " +
         std::to_string(study.outputs().size()) + " outputs>";
}

}  // namespace
}  // namespace sweep_study_bindings

std::shared_ptr<StudyObject> study_argument(const Arguments& arguments, const char* name) {
  using namespace sweep_study_bindings;
  const std::vector<Override> changes = changes_of(arguments);
  const py::object given = arguments.object(name);
  if (!py::isinstance<StudyObject>(given)) return from_file(path_argument(arguments, name), changes);
  const SharedStudy study = given.cast<StudyObject&>().shared_from_this();
  if (changes.empty()) return study;
  std::vector<Override> all = study->overrides;
  all.insert(all.end(), changes.begin(), changes.end());
  return from_text(study->value.text(), study->file, study->folder, all);
}

std::uint64_t index_argument(const Arguments& arguments, const sweep::Study& study) {
  static_cast<void>(arguments.object("index"));  // without which there is no call
  const int index = arguments.integer("index", 0);
  if (index < 0 || static_cast<std::uint64_t>(index) >= study.runs()) {
    throw py::index_error("index = " + std::to_string(index) + ": the study has " + std::to_string(study.runs()) +
                          " runs, counted from 0");
  }
  return static_cast<std::uint64_t>(index);
}

py::dict row_of(const sweep::Study& study, std::uint64_t index, const sweep::Outcome& outcome) {
  py::dict row(py::arg("index") = index);
  const std::vector<double> values = study.values(index);
  for (std::size_t i = 0; i < values.size(); ++i) row[decoded(study.variables()[i].key)] = values[i];
  for (std::size_t i = 0; i < outcome.outputs.size(); ++i) {
    row[decoded(study.outputs()[i].name)] = outcome.outputs[i];
  }
  row["status"] = to_python(outcome.status);
  row["reason"] = decoded(scene::printable(outcome.reason));
  return row;
}

void bind_sweep_study(py::module_& m) {
  using namespace sweep_study_bindings;
  py::class_<StudyObject, SharedStudy> bound(m, "Study", class_doc);
  bound.def_static("read", &read, read_doc);
  bound.def_static("from_yaml", &from_yaml, from_yaml_doc);
  bound.def("values", &values_of, values_doc);
  bound.def("changes", &changes_in, changes_doc);
  bound.def("run", &run, run_doc);
  bound.def_property_readonly(
      "name", [](const StudyObject& self) { return self.value.name(); }, "of the study and of its results");
  bound.def_property_readonly(
      "runs", [](const StudyObject& self) { return self.value.runs(); }, "how many it has");
  bound.def_property_readonly("variables", &variables_of, "their keys, those of the scene");
  bound.def_property_readonly("outputs", &outputs_of, "their names; 'threshold' is the last where the study finds one");
  bound.def_property_readonly("events", &events_of, "{name: condition}, such as {'slips': 'slip > 1e-04'}");
  bound.def_property_readonly("units", &units_of, "{key: unit} of variables and outputs; '1' of a pure number");
  bound.def_property_readonly(
      "text", [](const StudyObject& self) { return decoded(self.value.text()); },
      "the file as it was read, comments included and overrides not");
  bound.def_property_readonly("overrides", &overrides_of, "{key: value}");
  bound.def("__repr__", &repr);
  bound.def(py::pickle(&parts_of, &from_parts));
  bound.def(
      "__eq__",
      [](const StudyObject& a, const StudyObject& b) { return a.value.fingerprint() == b.value.fingerprint(); },
      py::is_operator());
  bound.def("__hash__", [](const StudyObject& self) { return py::hash(py::int_(self.value.fingerprint()[0])); });
  bound.attr("__module__") = sweep_module;
}

}  // namespace stickslip::python
