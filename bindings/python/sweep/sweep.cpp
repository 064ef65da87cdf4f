#include "stickslip/sweep/run.hpp"

#include "interrupts.hpp"
#include "scene/objects.hpp"
#include "sweep/objects.hpp"

namespace stickslip::python {

namespace sweep_bindings {
namespace {

constexpr const char* run_doc = R"(run(study, *, overrides=None, folder=None, threads=0, resume=False, strict=False,
    progress=None)
--

Computes all runs of a study, and returns Results: what `stickslip sweep` does.

study      path of a file, or a Study
overrides  {key: value} that replace or add values of the study, such as {'samples': 64}
folder     for sweep.csv, sweep.h5 and the journal of finished runs, made where it is not there; None: nothing is
           written
threads    0: as many as cores. The results are the same bits for any number
resume     goes on with what the folder's journal has, if anything
strict     begins no more runs once one is not ok, and raises a RunNotOk that names it and has the finished runs
progress   callable of a SweepProgress, ten times per second and when all runs are finished; what it raises ends the
           study

Mistakes in the study or its scene are a ValueError with all of them, one per line. A run that fails raises nothing: see
Results.status. Ctrl-C, and what progress raises, let the runs that are under way finish; those of a study with a folder
are kept for resume.)";

void tell(const py::object& progress, const sweep::SweepProgress& now) {
  const py::gil_scoped_acquire gil;
  progress(named_tuple("SweepProgress", now.finished, now.runs, now.not_ok, now.seconds, now.remaining));
}

// As the exception of the Python module, which has what was finished.
[[noreturn]] void raise(const sweep::RunNotOk& stopped, const std::shared_ptr<StudyObject>& study) {
  const py::object kind = py::module_::import(sweep_module).attr("RunNotOk");
  PyErr_SetObject(kind.ptr(), kind(stopped.index(), ResultsObject{stopped.finished(), study}).ptr());
  throw py::error_already_set();
}

ResultsObject run(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("run", {"study"}, {"overrides", "folder", "threads", "resume", "strict", "progress"}, args,
                            kwargs);
  const py::object progress = arguments.has("progress") ? arguments.object("progress") : py::object();
  if (progress && PyCallable_Check(progress.ptr()) == 0) arguments.refuse("progress", "callable");
  InterruptWatch watch;
  const sweep::SweepOptions options{
      .folder = arguments.has("folder") ? path_argument(arguments, "folder") : std::filesystem::path(),
      .threads = arguments.integer("threads", 0),
      .resume = arguments.flag("resume", false),
      .strict = arguments.flag("strict", false),
      .progress = [&](const sweep::SweepProgress& now) {
        watch.poll();
        if (progress) tell(progress, now);
      }};
  if (options.resume && options.folder.empty()) throw py::value_error("run: resume needs the folder of the journal");
  const std::shared_ptr<StudyObject> study = study_argument(arguments, "study");
  std::shared_ptr<const sweep::Results> results;
  try {
    on_scene([&] { results = std::make_shared<const sweep::Results>(sweep::run(study->value, options)); });
  } catch (const sweep::RunNotOk& stopped) {
    raise(stopped, study);
  }
  return {std::move(results), study};
}

}  // namespace
}  // namespace sweep_bindings

void bind_sweep(py::module_& m) {
  using namespace sweep_bindings;
  // The documentation begins with the call already.
  py::options options;
  options.disable_function_signatures();
  bind_sweep_study(m);
  bind_sweep_results(m);
  m.def("run", &run, run_doc);
  m.attr("run").attr("__module__") = sweep_module;
}

}  // namespace stickslip::python
