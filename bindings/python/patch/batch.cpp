#include <span>
#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/reduced_batch.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "friction/law.hpp"
#include "parts.hpp"
#include "patch/objects.hpp"

namespace stickslip::python {

namespace batch_bindings {
namespace {

using patch::ReducedBatch;

constexpr const char* batch_doc = R"(Many reduced patches of one kind, stepped together; each has its own bristles.

patch  a ReducedPatch whose limit surface is tabulated, as that of a Pressure is
count  how many, 1 to 10⁸

A step is that of the patch for each of them, to rounding. The batch remembers the bristles: it belongs to one call at
a time. It can be copied, pickled and compared.)";

constexpr const char* batch_init_doc = R"(__init__(self, patch, count)
--

See the class.)";

constexpr const char* batch_step_doc = R"(step(self, twists, *, normal_force=1.0, dt)
--

One step of every patch: the wrench on each B about its CoP at the end [N, N·m], (count, 3).

twists        of each B relative to A at the CoP [m/s, rad/s], held over the step: (count, 3), finite
normal_force  [N], finite and ≥ 0: a number for all, or (count,)
dt            length of the step [s], > 0

Everything is checked first; if something is wrong the bristles stay as they were.)";

struct BatchObject {
  ReducedBatch value;
  py::object patch;  // as given
};

BatchObject batch_from(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("ReducedBatch", {"patch", "count"}, {}, args, kwargs);
  const patch::ReducedPatch& kind = arguments.instance<ReducedObject>("patch").value;
  if (!arguments.has("count")) throw py::type_error("ReducedBatch: the argument count is missing");
  const int count = arguments.integer("count", 0);
  if (count < 1 || count > 100'000'000) {
    throw InvalidArgument("ReducedBatch: count = " + std::to_string(count) + " must be 1 to 100000000");
  }
  return {ReducedBatch(kind, static_cast<std::size_t>(count)), arguments.object("patch")};
}

ResultArray step(BatchObject& self, const py::args& args, const py::kwargs& kwargs) {
  ReducedBatch& batch = self.value;
  const Arguments arguments("step", {"twists"}, {"normal_force", "dt"}, args, kwargs);
  const Rows twists("twists", arguments.object("twists"));
  if (twists.count() != batch.count()) {
    throw InvalidArgument("twists has " + std::to_string(twists.count()) + " rows, but the batch has " +
                          std::to_string(batch.count()) + " patches");
  }
  const LoadArgument normal_force(load_argument(arguments), batch.count());
  const double dt = arguments.number("dt");
  ResultArray result = twists.like();
  const std::span<double> out = span_of(result);
  const py::gil_scoped_release without_gil;
  batch.step(twists.values(), normal_force.load(), dt, out);
  return result;
}

ResultArray bristles(const BatchObject& self) {
  const ReducedBatch& batch = self.value;
  ResultArray result = fresh_array<double>({static_cast<py::ssize_t>(batch.count()), 3});
  const std::span<double> out = span_of(result);
  for (std::size_t i = 0; i < batch.count(); ++i) {
    const Vec<3> z = batch.bristles(i);
    for (std::size_t k = 0; k < 3; ++k) out[3 * i + k] = z(static_cast<Eigen::Index>(k));
  }
  return read_only(result);
}

void set_bristles(BatchObject& self, const py::object& value) {
  ReducedBatch& batch = self.value;
  const Rows z("bristles", value);
  if (z.count() != batch.count()) {
    throw InvalidArgument("bristles has " + std::to_string(z.count()) + " rows, but the batch has " +
                          std::to_string(batch.count()) + " patches");
  }
  z.require_finite("m, m, m2");
  for (std::size_t i = 0; i < batch.count(); ++i) {
    batch.set_bristles(i, Eigen::Map<const Vec<3>>(z.values().data() + 3 * i));
  }
}

py::dict parts_of(const BatchObject& self) {
  return py::dict(py::arg("patch") = self.patch, py::arg("bristles") = bristles(self));
}

BatchObject from_parts(const py::dict& parts) {
  const py::object z = parts["bristles"];
  const py::dict keywords(py::arg("patch") = parts["patch"], py::arg("count") = py::len(z));
  BatchObject batch = batch_from(py::args(), py::kwargs(keywords));
  set_bristles(batch, z);
  return batch;
}

}  // namespace
}  // namespace batch_bindings

void bind_patch_batch(py::module_& m) {
  using namespace batch_bindings;
  py::class_<BatchObject> batch(m, "ReducedBatch", batch_doc);
  batch.def(py::init(&batch_from), batch_init_doc);
  batch.def("step", &step, batch_step_doc);
  batch.def_property("bristles", &bristles, &set_bristles,
                     "deflections of all patches [m, m, m²], (count, 3), a read-only copy; assign to change them");
  batch.def("__len__", [](const BatchObject& self) { return self.value.count(); });
  batch.def("__repr__",
            [](const BatchObject& self) { return "<ReducedBatch of " + std::to_string(self.value.count()) + ">"; });
  bind_parts(batch, &parts_of, &from_parts);
  batch.attr("__module__") = patch_module;
}

}  // namespace stickslip::python
