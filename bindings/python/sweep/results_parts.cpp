// Results taken apart and put together again.
#include <algorithm>
#include <iterator>

#include "stickslip/core/error.hpp"

#include "arrays.hpp"
#include "columns.hpp"
#include "parts.hpp"
#include "scene/objects.hpp"
#include "sweep/objects.hpp"

namespace stickslip::python {

namespace sweep_results_parts {
namespace {

using sweep::Results;
using sweep::RunStatus;

constexpr const char* subject = "Results";

[[noreturn]] void refuse() {
  throw InvalidArgument("Results: its parts are not those of its study");
}

// The status with this code; a number that is the code of none is refused before it is cast, which would wrap it.
RunStatus status_from(double code) {
  const auto& table = Names<RunStatus>::table;
  const auto* const row = std::find_if(std::begin(table), std::end(table),
                                       [&](const auto& one) { return static_cast<double>(one.value) == code; });
  if (row == std::end(table)) refuse();
  return row->value;
}

// What two results are compared by.
py::dict parts_without_time(const ResultsObject& self) {
  const Results& results = *self.value;
  const auto runs = static_cast<py::ssize_t>(results.runs());
  const auto width = static_cast<py::ssize_t>(results.study().outputs().size());
  auto status = fresh_array<double>({runs}), outputs = fresh_array<double>({runs * width});
  py::dict reasons;
  py::list missing;
  for (std::uint64_t i = 0; i < results.runs(); ++i) {
    if (!results.has(i)) missing.append(i);
    span_of(status)[i] = results.has(i) ? static_cast<double>(results.status(i)) : 0.0;
    const std::span<const double> of_run = results.outputs(i);
    std::copy(of_run.begin(), of_run.end(), span_of(outputs).begin() + static_cast<std::ptrdiff_t>(i) * width);
    if (!results.reason(i).empty()) reasons[py::int_(i)] = decoded(results.reason(i));
  }
  return py::dict(py::arg("study") = self.study, py::arg("status") = status, py::arg("outputs") = outputs,
                  py::arg("reasons") = reasons, py::arg("missing") = py::tuple(missing));
}

py::dict all_parts(const ResultsObject& self) {
  py::dict parts = parts_without_time(self);
  auto seconds = fresh_array<double>({static_cast<py::ssize_t>(self.value->runs())});
  for (std::uint64_t i = 0; i < self.value->runs(); ++i) span_of(seconds)[i] = self.value->seconds(i);
  parts["seconds"] = seconds;
  return parts;
}

py::object key(const ResultsObject& self) {
  return key_of(py::make_tuple(parts_without_time(self)));
}

ResultsObject from_parts(const py::dict& parts) {
  auto study = parts["study"].cast<StudyObject&>().shared_from_this();
  const std::size_t runs = study->value.runs(), width = study->value.outputs().size();
  const auto status = numbers_of<double>(subject, parts["status"], runs);
  const auto seconds = numbers_of<double>(subject, parts["seconds"], runs);
  const auto outputs = numbers_of<double>(subject, parts["outputs"], runs * width);
  const auto reasons = parts["reasons"].cast<py::dict>();
  std::vector<bool> is_missing(runs, false);
  for (const py::handle index : parts["missing"]) {
    const auto i = index.cast<std::size_t>();
    if (i >= runs) refuse();
    is_missing[i] = true;
  }
  auto results = std::make_shared<Results>(study->value);
  for (std::size_t i = 0; i < runs; ++i) {
    if (is_missing[i]) continue;
    const auto first = outputs.begin() + static_cast<std::ptrdiff_t>(i * width);
    const py::int_ index(i);
    results->add({.index = i,
                  .seconds = seconds[i],
                  .outcome = {.status = status_from(status[i]),
                              .reason = reasons.contains(index) ? reasons[index].cast<std::string>() : "",
                              .outputs = {first, first + static_cast<std::ptrdiff_t>(width)}}});
  }
  return {std::move(results), std::move(study)};
}

}  // namespace
}  // namespace sweep_results_parts

void bind_sweep_results_parts(py::class_<ResultsObject>& bound) {
  using namespace sweep_results_parts;
  bound.def(py::pickle(&all_parts, &from_parts));
  bound.def(
      "__eq__", [](const ResultsObject& a, const ResultsObject& b) { return key(a).equal(key(b)); }, py::is_operator());
  bound.def("__hash__", [](const ResultsObject& self) { return py::hash(key(self)); });
}

}  // namespace stickslip::python
