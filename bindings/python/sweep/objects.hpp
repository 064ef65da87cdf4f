// What the parts of stickslip.sweep share: studies, and what came of their runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/sweep/analysis.hpp"
#include "stickslip/sweep/results.hpp"

#include "arguments.hpp"

namespace stickslip::python {

inline constexpr const char* sweep_module = "stickslip.sweep";

// Each fills in a part of the module.
void bind_sweep_study(py::module_& m);
void bind_sweep_results(py::module_& m);

// A study with what it was read from, so that it can be read again with further changes.
struct StudyObject : std::enable_shared_from_this<StudyObject> {
  StudyObject(sweep::Study study, std::string name, std::filesystem::path below, std::vector<scene::Override> all)
      : value(std::move(study)), file(std::move(name)), folder(std::move(below)), overrides(std::move(all)) {}

  sweep::Study value;
  std::string file;              // as messages call it
  std::filesystem::path folder;  // absolute; its scene lies below
  std::vector<scene::Override> overrides;
};

// Of a study that is finished.
struct ResultsObject {
  std::shared_ptr<const sweep::Results> value;
  std::shared_ptr<StudyObject> study;
  std::shared_ptr<const sweep::Analysis> analysis = {};  // once somebody has asked for it
};

// Pickle, copies, equality and hash.
void bind_sweep_results_parts(py::class_<ResultsObject>& bound);

// A Study or the path of its file, with the argument overrides.
std::shared_ptr<StudyObject> study_argument(const Arguments& arguments, const char* name);

// The argument `index`: of a run that the study has. Throws an IndexError otherwise.
std::uint64_t index_argument(const Arguments& arguments, const sweep::Study& study);

// What came of one run, as a row of sweep.csv without the seconds.
py::dict row_of(const sweep::Study& study, std::uint64_t index, const sweep::Outcome& outcome);

// A named tuple of the Python module.
template <class... Values>
py::object named_tuple(const char* name, Values&&... values) {
  return py::module_::import(sweep_module).attr(name)(std::forward<Values>(values)...);
}

}  // namespace stickslip::python
