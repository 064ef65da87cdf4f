#include "stickslip/sweep/results.hpp"

#include <algorithm>
#include <vector>

#include "stickslip/scene/mistake.hpp"

#include "arrays.hpp"
#include "record/reading.hpp"
#include "scene/objects.hpp"
#include "sweep/objects.hpp"

namespace stickslip::python {

namespace sweep_results_bindings {
namespace {

using sweep::Analysis;
using sweep::not_a_number;
using sweep::Results;
using sweep::Study;

constexpr const char* class_doc = R"(What came of all runs of a study, in the order of their indices.

results[key] is an array with one number per run, of the variable with that key or the output of that name. Outputs of
runs that did not come to their end are NaN: results['slip'][results.ok] are those of runs that did.

Those of a RunNotOk may lack runs. These have the status 'not_begun', and what needs all runs is a ValueError: events,
indices, correlations, result, write, to_html, plot.

Equal are results of equal studies that came to the same numbers, however long that took.)";

constexpr const char* keys_doc = R"(keys(self)
--

What results[...] takes: keys of the variables, then names of the outputs.)";

constexpr const char* result_doc = R"(result(self)
--

The study as a stickslip.record.Result, as sweep.h5 has it: every run, histograms, responses, what variables matter.)";

constexpr const char* write_doc = R"(write(self, folder)
--

Writes sweep.csv and sweep.h5 into the folder, which is made where it is not there.)";

constexpr const char* to_html_doc = R"(to_html(self, path)
--

Writes the report, one interactive page that needs nothing else. A ValueError where stickslip.record.can_write_html() is
False.)";

constexpr const char* plot_doc = R"(plot(self, name=None, *, figure=None)
--

Draws the figure of that name with matplotlib; without a name all of them, as {name: matplotlib figure}. See
Result.plot.)";

constexpr const char* replay_doc = R"(replay(self, index)
--

The command that runs the scene as that run did, in the folder of the study; '' of a model.)";

// One entry per run.
template <class Entry, class Function>
py::array_t<Entry, py::array::c_style> per_run(const ResultsObject& self, Function f) {
  auto array = fresh_array<Entry>({static_cast<py::ssize_t>(self.value->runs())});
  const std::span<Entry> entries = span_of(array);
  const py::gil_scoped_release without_gil;
  for (std::uint64_t i = 0; i < entries.size(); ++i) entries[i] = f(i);
  return array;
}

// Of one run; NaN where it is missing.
std::vector<double> outputs_of(const Results& results, std::uint64_t index) {
  const std::span<const double> outputs = results.outputs(index);
  std::vector<double> values(outputs.begin(), outputs.end());
  if (!results.has(index)) std::ranges::fill(values, not_a_number);
  return values;
}

std::vector<std::string> names_of(const Study& study) {
  std::vector<std::string> names;
  for (const sweep::VariableName& variable : study.variables()) names.push_back(variable.key);
  for (const sweep::OutputColumn& output : study.outputs()) names.push_back(output.name);
  return names;
}

py::tuple keys_of(const ResultsObject& self) {
  py::list keys;
  for (const std::string& name : names_of(self.value->study())) keys.append(decoded(name));
  return keys;
}

[[noreturn]] void refuse_key(const ResultsObject& self, const py::handle& key) {
  const std::vector<std::string> names = names_of(self.value->study());
  std::string message = "the results have no " + py::repr(key).cast<std::string>();
  if (py::isinstance<py::str>(key)) message += scene::suggestion(text_of("key", key), names);
  message += "; there are: ";
  for (std::size_t i = 0; i < names.size(); ++i) message += (i == 0 ? "'" : ", '") + names[i] + "'";
  PyErr_SetObject(PyExc_KeyError, decoded(message).ptr());
  throw py::error_already_set();
}

py::object column_of(const ResultsObject& self, const py::object& key) {
  if (!py::isinstance<py::str>(key)) refuse_key(self, key);
  const Results& results = *self.value;
  const std::vector<std::string> names = names_of(results.study());
  const auto found = std::find(names.begin(), names.end(), text_of("key", key));
  if (found == names.end()) refuse_key(self, key);
  const auto column = static_cast<std::size_t>(found - names.begin());
  const std::size_t variables = results.study().variables().size();
  if (column >= variables) {
    return per_run<double>(
        self, [&](std::uint64_t i) { return results.has(i) ? results.outputs(i)[column - variables] : not_a_number; });
  }
  return per_run<double>(self, [&](std::uint64_t i) { return results.study().values(i)[column]; });
}

py::object status_of(const ResultsObject& self) {
  py::list names;
  for (const auto& row : Names<sweep::RunStatus>::table) names.append(to_python(row.name));
  const auto not_begun = static_cast<std::int64_t>(names.size());
  names.append("not_begun");
  const auto codes = per_run<std::int64_t>(self, [&](std::uint64_t i) {
    return self.value->has(i) ? static_cast<std::int64_t>(self.value->status(i)) : not_begun;
  });
  return py::module_::import("numpy").attr("array")(names)[codes];
}

py::list reason_of(const ResultsObject& self) {
  py::list reasons;
  for (std::uint64_t i = 0; i < self.value->runs(); ++i) {
    reasons.append(self.value->has(i) ? decoded(self.value->reason(i)) : py::str("another run is not ok"));
  }
  return reasons;
}

const Analysis& analysis_of(ResultsObject& self) {
  if (!self.analysis) {
    std::shared_ptr<const Analysis> made;
    {
      const py::gil_scoped_release without_gil;
      made = std::make_shared<const Analysis>(sweep::analyse(*self.value));
    }
    // Whoever was first is kept: another thread may look at it.
    if (!self.analysis) self.analysis = std::move(made);
  }
  return *self.analysis;
}

py::dict events_of(ResultsObject& self) {
  const Analysis& analysis = analysis_of(self);
  py::dict events;
  for (std::size_t i = 0; i < analysis.events.size(); ++i) {
    const sweep::Proportion& one = analysis.events[i];
    events[decoded(self.value->study().events()[i].name)] =
        named_tuple("Proportion", one.count, one.of, one.share, one.low, one.high);
  }
  return events;
}

// {output: {variable: f(output, variable)}}
template <class Function>
py::dict by_output_and_variable(const Study& study, Function f) {
  py::dict all;
  for (std::size_t o = 0; o < study.outputs().size(); ++o) {
    py::dict of_output;
    for (std::size_t v = 0; v < study.variables().size(); ++v) of_output[decoded(study.variables()[v].key)] = f(o, v);
    all[decoded(study.outputs()[o].name)] = of_output;
  }
  return all;
}

py::object indices_of(ResultsObject& self) {
  const Study& study = self.value->study();
  if (!study.design().has_indices()) return py::none();
  const Analysis& analysis = analysis_of(self);
  const auto estimate = [](const sweep::Estimate& one) {
    return named_tuple("Estimate", one.value, one.low, one.high);
  };
  return by_output_and_variable(study, [&](std::size_t o, std::size_t v) {
    const sweep::SobolIndices& of_output = analysis.indices[o];
    return named_tuple("SobolIndex", estimate(of_output.first[v]), estimate(of_output.total[v]));
  });
}

py::object correlations_of(ResultsObject& self) {
  const Study& study = self.value->study();
  if (study.design().has_indices()) return py::none();
  const Analysis& analysis = analysis_of(self);
  return by_output_and_variable(study, [&](std::size_t o, std::size_t v) { return analysis.correlations[o][v]; });
}

std::shared_ptr<ResultObject> record_of(const ResultsObject& self, record::Result (Results::*made)() const) {
  const auto result = std::make_shared<ResultObject>();
  const py::gil_scoped_release without_gil;
  result->value = ((*self.value).*made)();
  return result;
}

void write(const ResultsObject& self, const py::args& args, const py::kwargs& kwargs) {
  const auto folder = path_argument(Arguments("write", {"folder"}, {}, args, kwargs), "folder");
  on_disk([&] {
    self.value->require_finished();
    std::filesystem::create_directories(folder);
    self.value->write(folder);
  });
}

void to_html(const ResultsObject& self, const py::args& args, const py::kwargs& kwargs) {
  const auto path = path_argument(Arguments("to_html", {"path"}, {}, args, kwargs), "path");
  write_page({reading(*record_of(self, &Results::page))}, path);
}

py::object replay(const ResultsObject& self, const py::args& args, const py::kwargs& kwargs) {
  const Study& study = self.value->study();
  const std::uint64_t index = index_argument(Arguments("replay", {"index"}, {}, args, kwargs), study);
  return decoded(study.replay(index, outputs_of(*self.value, index)));
}

std::string repr(const ResultsObject& self) {
  const Results& results = *self.value;
  const std::string all = std::to_string(results.runs());
  const std::string runs =
      results.finished() == results.runs() ? all : std::to_string(results.finished()) + " of " + all;
  return "<Results of " + results.study().name() + ", " + runs + " runs, " +
         std::to_string(results.count(sweep::RunStatus::ok)) + " ok>";
}

}  // namespace
}  // namespace sweep_results_bindings

void bind_sweep_results(py::module_& m) {
  using namespace sweep_results_bindings;
  py::class_<ResultsObject> bound(m, "Results", class_doc);
  bound.def("__getitem__", &column_of);
  bound.def("__contains__",
            [](const ResultsObject& self, const py::object& key) { return keys_of(self).contains(key); });
  bound.def("__iter__", [](const ResultsObject& self) { return py::iter(keys_of(self)); });
  bound.def("__len__", [](const ResultsObject& self) { return keys_of(self).size(); });
  bound.def("keys", &keys_of, keys_doc);
  bound.def_property_readonly(
      "study", [](const ResultsObject& self) { return self.study; }, "the Study, with the changes it was run with");
  bound.def_property_readonly(
      "index",
      [](const ResultsObject& self) {
        return per_run<std::int64_t>(self, [](std::uint64_t i) { return static_cast<std::int64_t>(i); });
      },
      "0, 1, 2, … (N,)");
  bound.def_property_readonly("status", &status_of,
                              "'ok', 'not_converged', 'ended_early', 'time_limit', 'failed', 'not_found' or "
                              "'failed_checks' (N,); 'not_begun'\n"
                              "where the study was stopped before: see RunNotOk");
  bound.def_property_readonly(
      "ok",
      [](const ResultsObject& self) {
        return per_run<bool>(self, [&](std::uint64_t i) { return self.value->status(i) == sweep::RunStatus::ok; });
      },
      "whether the status is 'ok' (N,)");
  bound.def_property_readonly("reason", &reason_of, "why a run is not ok, as a list of str; '' where it is");
  bound.def_property_readonly(
      "seconds",
      [](const ResultsObject& self) {
        return per_run<double>(self, [&](std::uint64_t i) { return self.value->seconds(i); });
      },
      "that each run took (N,) [s]; 0 where it was not begun");
  bound.def_property_readonly(
      "is_sample",
      [](const ResultsObject& self) {
        return per_run<bool>(self, [&](std::uint64_t i) { return self.value->study().design().is_sample(i); });
      },
      "whether a run stands for the variables' distribution (N,): not those that a study with indices adds");
  bound.def_property_readonly("events", &events_of, "{name: Proportion}: how often each event of the study happened");
  bound.def_property_readonly("indices", &indices_of,
                              "{output: {variable: SobolIndex}}; None of a study without indices");
  bound.def_property_readonly("correlations", &correlations_of,
                              "{output: {variable: rank correlation}}; None of a study with indices");
  bound.def(
      "result", [](const ResultsObject& self) { return record_of(self, &Results::result); }, result_doc);
  bound.def("write", &write, write_doc);
  bound.def("to_html", &to_html, to_html_doc);
  bound.def(
      "plot",
      [](const ResultsObject& self, const py::args& args, const py::kwargs& kwargs) {
        return py::cast(record_of(self, &Results::page)).attr("plot")(*args, **kwargs);
      },
      plot_doc);
  bound.def("replay", &replay, replay_doc);
  bound.def("__repr__", &repr);
  bind_sweep_results_parts(bound);
  bound.attr("__module__") = sweep_module;
}

}  // namespace stickslip::python
