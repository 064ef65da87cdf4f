#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"

#include "columns.hpp"
#include "parts.hpp"
#include "scene/objects.hpp"

namespace stickslip::python {

namespace scene_record_bindings {
namespace {

using scene::PairRecord;
using scene::PointRun;

constexpr const char* pair_doc =
    R"(What one rigid body received from another at R instants: world axes, means over the step before. Zero where they did
not touch.)";

constexpr const char* point_doc = "How the point of a point scene moved, and what its law answered, at R instants.";

// (R, 6): force, then torque.
py::array wrench_of(const PairRecordObject& self) {
  const PairRecord& pair = *self.value;
  ResultArray wrench = fresh_array<double>({static_cast<py::ssize_t>(pair.force.size()), 6});
  double* out = wrench.mutable_data();
  for (std::size_t k = 0; k < pair.force.size(); ++k) {
    for (const Vec<3>& part : {pair.force[k], pair.torque[k]}) {
      for (const double entry : part) *out++ = entry;
    }
  }
  return read_only(py::array(wrench));
}

py::tuple parts_of_pair(const PairRecordObject& self) {
  const PairRecord& pair = *self.value;
  return py::make_tuple(self.body, self.other, pair.a, pair.b, view(self.value, pair.force),
                        view(self.value, pair.torque), view(self.value, pair.normal_force),
                        view(self.value, pair.contacts));
}

PairRecordObject pair_from_parts(const py::tuple& parts) {
  constexpr const char* subject = "PairRecord";
  const auto count = static_cast<std::size_t>(py::len(parts[4]));
  auto pair = std::make_shared<PairRecord>(PairRecord{.a = parts[2].cast<int>(),
                                                      .b = parts[3].cast<int>(),
                                                      .force = rows_of<3>(subject, parts[4], count),
                                                      .torque = rows_of<3>(subject, parts[5], count),
                                                      .normal_force = numbers_of<double>(subject, parts[6], count),
                                                      .contacts = numbers_of<int>(subject, parts[7], count)});
  return {parts[0].cast<std::string>(), parts[1].cast<std::string>(), std::move(pair)};
}

// (R, D) of one list per component.
py::array table_of(const std::vector<std::vector<double>>& columns) {
  const std::size_t records = columns.front().size();
  ResultArray table =
      fresh_array<double>({static_cast<py::ssize_t>(records), static_cast<py::ssize_t>(columns.size())});
  double* out = table.mutable_data();
  for (std::size_t k = 0; k < records; ++k) {
    for (const std::vector<double>& column : columns) *out++ = column[k];
  }
  return read_only(py::array(table));
}

std::vector<std::vector<double>> columns_of(const py::handle& value, std::size_t count) {
  const InputArray table = real_array("PointRecord", value);
  const bool fits = table.ndim() == 2 && static_cast<std::size_t>(table.shape(0)) == count && table.shape(1) >= 1 &&
                    table.shape(1) <= 3;
  if (!fits) refuse_shape("PointRecord", table, "(R, 1) to (R, 3), one row per record");
  std::vector<std::vector<double>> columns(static_cast<std::size_t>(table.shape(1)));
  for (py::ssize_t k = 0; k < table.shape(0); ++k) {
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].push_back(table.at(k, static_cast<py::ssize_t>(i)));
  }
  return columns;
}

py::tuple parts_of_point(const PointRecordObject& self) {
  const PointRun& run = *self.value;
  return py::make_tuple(table_of(run.position), table_of(run.force), view(self.value, run.normal_force));
}

PointRecordObject point_from_parts(const py::tuple& parts) {
  const auto count = static_cast<std::size_t>(py::len(parts[2]));
  return {std::make_shared<PointRun>(PointRun{.position = columns_of(parts[0], count),
                                              .force = columns_of(parts[1], count),
                                              .normal_force = numbers_of<double>("PointRecord", parts[2], count)})};
}

}  // namespace
}  // namespace scene_record_bindings

void bind_scene_records(py::module_& m) {
  using namespace scene_record_bindings;
  py::class_<PairRecordObject> pair(m, "PairRecord", pair_doc);
  pair.def_readonly("body", &PairRecordObject::body, "name of the body that received it");
  pair.def_readonly("other", &PairRecordObject::other, "name of the body from which");
  pair.def_property_readonly(
      "force", [](const PairRecordObject& self) { return view(self.value, self.value->force); }, "(R, 3) [N]");
  pair.def_property_readonly(
      "torque", [](const PairRecordObject& self) { return view(self.value, self.value->torque); },
      "about the centre of mass of the body (R, 3) [N m]");
  pair.def_property_readonly("wrench", &wrench_of, "force, then torque (R, 6) [N, N m]");
  pair.def_property_readonly(
      "normal_force", [](const PairRecordObject& self) { return view(self.value, self.value->normal_force); },
      "sum over the contacts (R,) [N]");
  pair.def_property_readonly(
      "contacts", [](const PairRecordObject& self) { return view(self.value, self.value->contacts); },
      "how many points or volumes (R,)");
  pair.def("__repr__", [](const PairRecordObject& self) {
    return "<PairRecord of " + self.body + " by " + self.other + ", " + std::to_string(self.value->force.size()) +
           " records>";
  });
  bind_constant_parts(pair, &parts_of_pair, &pair_from_parts);
  pair.attr("__module__") = scene_module;

  py::class_<PointRecordObject> point(m, "PointRecord", point_doc);
  point.def_property_readonly(
      "position", [](const PointRecordObject& self) { return table_of(self.value->position); },
      "as prescribed, one to three components (R, D) [m]");
  point.def_property_readonly(
      "force", [](const PointRecordObject& self) { return table_of(self.value->force); },
      "of friction on the point (R, D) [N]");
  point.def_property_readonly(
      "normal_force", [](const PointRecordObject& self) { return view(self.value, self.value->normal_force); },
      "(R,) [N]");
  point.def("__repr__", [](const PointRecordObject& self) {
    return "<PointRecord of " + std::to_string(self.value->normal_force.size()) + " records>";
  });
  bind_constant_parts(point, &parts_of_point, &point_from_parts);
  point.attr("__module__") = scene_module;
}

}  // namespace stickslip::python
