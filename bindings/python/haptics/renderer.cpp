#include "stickslip/haptics/renderer.hpp"

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <pybind11/stl.h>

#include "stickslip/core/error.hpp"
#include "stickslip/haptics/run.hpp"

#include "arguments.hpp"
#include "arrays.hpp"
#include "fields.hpp"
#include "friction/laws.hpp"
#include "parts.hpp"
#include "state.hpp"

namespace stickslip::python {

namespace renderer_bindings {
namespace {

using haptics::Conditions;
using haptics::Law;
using haptics::RendererOptions;
using haptics::Status;

// Between the parts stand the laws, those without clock, and the options.
constexpr const char* class_doc_begin =
    R"(The friction that a tool held in the hand should feel, from the stream of its positions.

law          )";
constexpr const char* class_doc_clock = " of stickslip.friction; no clock is needed for ";
constexpr const char* class_doc_dim = R"(
dim          dimension of the motion: 1, 2 or 3)";
constexpr const char* class_doc_end = R"(

The first sample sets the origin of the contact, with zero force. A sample that cannot be used is refused: nothing
changes, the force is the last one given, and the status, a code of Status, says why.

Threads may share a law, but a renderer belongs to one call at a time: what another thread writes into it meanwhile is
lost. It can be copied, pickled and compared, memory included.)";

constexpr const char* render_doc = R"(render(self, x, *, t=None, normal_force=1.0)
--

Take one position and return (force on the tool [N], code of Status).

x             position [m], (dim,); a number where dim is 1. The force has the same shape
t             time of the sample [s], after that of the last; None: one period after it
normal_force  factor of the law's force [N], ≥ 0)";

constexpr const char* renderer_run_doc = R"(run(self, x, *, t=None, normal_force=1.0)
--

Take a whole recording and return (forces [N], codes of Status): render, sample by sample.

x             positions [m], (N,), (N, 2) or (N, 3) as dim asks; NaN is refused in its place, not an error
t             times [s], (N,); None: samples come one period apart
normal_force  a number, or one value per sample (N,)

The forces have the shape of x, the statuses are (N,) uint8. The renderer carries on from call to call.)";

constexpr const char* reset_doc = R"(reset(self)
--

Forget contact, clock and last force, as when the tool is lifted from the surface.)";

template <class Law>
using NeedsNoClock = std::bool_constant<friction::PositionLaw<Law> || friction::is_rate_independent<Law>>;

// A renderer whose dimension is chosen at run time.
class AnyDimRenderer {
 public:
  AnyDimRenderer(const Law& law, int dim, const RendererOptions& options) : renderer_(make(law, dim, options)) {}

  int dim() const noexcept { return static_cast<int>(renderer_.index()) + 1; }
  Owner owner() const noexcept { return {"renderer", dim()}; }

  template <int Dim>
  haptics::Renderer<Dim>& in() {
    return std::get<haptics::Renderer<Dim>>(renderer_);
  }
  template <int Dim>
  const haptics::Renderer<Dim>& in() const {
    return std::get<haptics::Renderer<Dim>>(renderer_);
  }
  // Calls f with the renderer of whatever dimension.
  template <class Function>
  decltype(auto) visit(Function&& f) const {
    return std::visit(std::forward<Function>(f), renderer_);
  }
  void reset() {
    std::visit([](auto& renderer) { renderer.reset(); }, renderer_);
  }

 private:
  using Any = std::variant<haptics::Renderer<1>, haptics::Renderer<2>, haptics::Renderer<3>>;

  static Any make(const Law& law, int dim, const RendererOptions& options) {
    if (dim < 1 || dim > 3) throw InvalidArgument("Renderer: dim = " + std::to_string(dim) + " must be 1, 2 or 3");
    return with_dim(dim, [&](auto d) -> Any { return haptics::Renderer<d()>(law, options); });
  }

  Any renderer_;
};

template <int Dim>
py::object point_of(const Vec<Dim>& vector) {
  return point_result({vector.data(), Dim});
}

AnyDimRenderer renderer_from(const Arguments& arguments) {
  return {law_argument<Law>(arguments), arguments.integer("dim", 3), read_fields<RendererOptions>(arguments)};
}

AnyDimRenderer made(const py::args& args, const py::kwargs& kwargs) {
  return renderer_from(Arguments("Renderer", {"law"}, with_field_names<RendererOptions>({"dim"}), args, kwargs));
}

py::tuple render(AnyDimRenderer& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("render", {"x"}, {"t", "normal_force"}, args, kwargs);
  const Point point("x", arguments.object("x"), self.owner());
  Conditions conditions{.normal_force = arguments.number("normal_force", 1.0)};
  if (arguments.has("t")) conditions.t = arguments.number("t");
  return with_dim(self.dim(), [&](auto d) {
    const auto rendered = self.in<d()>().render(point.vector<d()>(), conditions);
    return py::make_tuple(point_of(rendered.force), static_cast<int>(rendered.status));
  });
}

py::tuple run(AnyDimRenderer& self, const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("run", {"x"}, {"t", "normal_force"}, args, kwargs);
  const Samples samples("x", arguments.object("x"));
  samples.require_dim_of(self.owner());
  const LoadArgument load(arguments.object("normal_force", py::float_(1.0)), samples.count());
  const bool timed = arguments.has("t");
  const InputArray times = timed ? real_array("t", arguments.object("t")) : InputArray(0);
  if (timed && (times.ndim() != 1 || static_cast<std::size_t>(times.size()) != samples.count())) {
    throw InvalidArgument("t has shape " + shape_text(times) + "; allowed: (" + std::to_string(samples.count()) +
                          ",), one time per sample, or None");
  }
  ResultArray force = samples.like();
  auto status = samples.one_per_sample<std::uint8_t>();
  const std::span<double> force_out = span_of(force);
  static_assert(sizeof(Status) == sizeof(std::uint8_t));
  const std::span<Status> status_out(reinterpret_cast<Status*>(status.mutable_data()), samples.count());
  with_dim(self.dim(), [&](auto d) {
    // On a copy: threads that meanwhile look at the object see it between two calls.
    haptics::Renderer<d()> working = self.in<d()>();
    {
      const py::gil_scoped_release without_gil;
      haptics::run(working,
                   {.x = samples.values(),
                    .t = {times.data(), static_cast<std::size_t>(times.size())},
                    .normal_force = load.values()},
                   force_out, status_out);
    }
    self.in<d()>() = working;
  });
  return py::make_tuple(force, status);
}

py::object law_of(const AnyDimRenderer& self) {
  return self.visit(
      [](const auto& renderer) { return std::visit([](const auto& law) { return py::cast(law); }, renderer.law()); });
}

RendererOptions options_of(const AnyDimRenderer& self) {
  return self.visit([](const auto& renderer) { return renderer.options(); });
}

py::dict status_codes() {
  py::dict codes;
  for (const auto& row : Names<Status>::table) {
    codes[to_python(row.value).attr("upper")()] = static_cast<int>(row.value);
  }
  return codes;
}

py::dict parts_of(const AnyDimRenderer& self) {
  py::dict parts = field_values(options_of(self));
  parts["law"] = law_of(self);
  parts["dim"] = self.dim();
  with_dim(self.dim(), [&](auto d) {
    const auto& renderer = self.in<d()>();
    const auto& state = renderer.state();
    AdhesionState adhesion(d());
    adhesion.in<d()>() = state.adhesion;
    BristleState bristle(d());
    bristle.in<d()>() = state.bristle;
    parts["adhesion"] = adhesion;
    parts["bristle"] = bristle;
    parts["x"] = vector_result({state.x.data(), d()});
    parts["time"] = state.time;
    parts["started"] = state.started;
    parts["force"] = vector_result({renderer.last().force.data(), d()});
    parts["status"] = static_cast<int>(renderer.last().status);
  });
  return parts;
}

AnyDimRenderer from_parts(const py::dict& parts) {
  const Arguments arguments("Renderer", {},
                            with_field_names<RendererOptions>(
                                {"law", "dim", "adhesion", "bristle", "x", "time", "started", "force", "status"}),
                            py::args(), py::kwargs(parts));
  AnyDimRenderer renderer = renderer_from(arguments);
  const auto& adhesion = arguments.instance<AdhesionState>("adhesion");
  const auto& bristle = arguments.instance<BristleState>("bristle");
  if (adhesion.dim() != renderer.dim() || bristle.dim() != renderer.dim()) {
    throw InvalidArgument("Renderer: its states must have dim " + std::to_string(renderer.dim()));
  }
  const Point x("x", arguments.object("x"), renderer.owner()),
      force("force", arguments.object("force"), renderer.owner());
  x.require_finite("m");
  force.require_finite("N");
  const double time = arguments.number("time");
  if (std::isinf(time)) throw InvalidArgument("Renderer", {"time", time, "must be finite, or NaN for none [s]"});
  const int status = arguments.integer("status", 0);
  if (status != static_cast<int>(Status::ok) && status != static_cast<int>(Status::limited)) {
    throw InvalidArgument("Renderer: status = " + std::to_string(status) + " is not that of a force given");
  }
  with_dim(renderer.dim(), [&](auto d) {
    renderer.in<d()>().restore(
        {adhesion.in<d()>(), bristle.in<d()>(), x.vector<d()>(), time, arguments.flag("started", false)},
        {force.vector<d()>(), static_cast<Status>(status)});
  });
  return renderer;
}

std::string repr(const AnyDimRenderer& self) {
  const RendererOptions options = options_of(self);
  return "<Renderer " + py::repr(law_of(self)).cast<std::string>() + " dim=" + std::to_string(self.dim()) +
         " period=" + to_text(options.period) + " force_limit=" + to_text(options.force_limit) + ">";
}

}  // namespace
}  // namespace renderer_bindings

void bind_haptics(py::module_& m) {
  using namespace renderer_bindings;
  // The documentation begins with the call already.
  py::options options;
  options.disable_function_signatures();
  m.doc() = "Haptic rendering, as bound from C++: use stickslip.haptics.";
  m.attr("_status_codes") = status_codes();
  m.attr("_laws") = law_classes<Law>();

  const std::string class_doc = class_doc_begin + law_names<Law>() + class_doc_clock +
                                law_names<friction::LawsWith<NeedsNoClock>>() + class_doc_dim +
                                field_docs<RendererOptions>() + class_doc_end;
  py::class_<AnyDimRenderer> renderer(m, "Renderer", class_doc.c_str());
  renderer.attr("__module__") = "stickslip.haptics";
  const std::string init_doc =
      "__init__(self, law, *, dim=3" + field_signature<RendererOptions>() + ")\n--\n\nSee the class.";
  renderer.def(py::init(&made), init_doc.c_str());
  renderer.def("render", &render, render_doc);
  renderer.def("run", &run, renderer_run_doc);
  renderer.def("reset", &AnyDimRenderer::reset, reset_doc);
  renderer.def(
      "copy", [](const AnyDimRenderer& self) { return self; },
      "copy(self)\n--\n\nA renderer in the same state that goes its own way.");
  bind_parts(renderer, &parts_of, &from_parts);
  renderer.def("__repr__", &repr);
  renderer.def_property_readonly("law", &law_of, "the law it renders");
  renderer.def_property_readonly("dim", &AnyDimRenderer::dim, "dimension of the motion: 1, 2 or 3");
  for_each_field<RendererOptions>([&](const auto& field) {
    const std::string meaning = field_doc(field);
    renderer.def_property_readonly(
        field.name(), [&field](const AnyDimRenderer& self) { return to_python(field.of(options_of(self))); },
        meaning.c_str());
  });
  renderer.def_property_readonly(
      "in_contact", [](const AnyDimRenderer& self) { return self.visit([](const auto& r) { return r.in_contact(); }); },
      "whether there was a sample since the beginning or the last reset");
  renderer.def_property_readonly(
      "force",
      [](const AnyDimRenderer& self) { return self.visit([](const auto& r) { return point_of(r.last().force); }); },
      "the last force given [N], a copy; zero before the first sample");
  renderer.def_property_readonly(
      "deflection",
      [](const AnyDimRenderer& self) { return self.visit([](const auto& r) { return point_of(r.deflection()); }); },
      "tension of the contact, or mean deflection of its bristles: z [m], a copy");
  renderer.def_property_readonly(
      "adhesion_point",
      [](const AnyDimRenderer& self) { return self.visit([](const auto& r) { return point_of(r.adhesion_point()); }); },
      "where the surface holds the tool: w of a law that positions drive, x − z of the other laws [m], a copy");
  renderer.def_property_readonly(
      "regime",
      [](const AnyDimRenderer& self) -> py::object {
        const auto regime = self.visit([](const auto& r) { return r.regime(); });
        if (!regime) return py::none();
        return py::int_(static_cast<int>(*regime));
      },
      "code of stickslip.friction.Regime of the last sample; None where velocities drive the law");
}

}  // namespace stickslip::python
