#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/core/error.hpp"

#include "arguments.hpp"
#include "fields.hpp"
#include "formulation/objects.hpp"
#include "rows.hpp"

namespace stickslip::python {

using formulation::Bodies;
using formulation::Contacts;
using formulation::Formulated;
using formulation::Joints;

namespace {

template <class Options>
concept RelaxesTangents = requires(Options options) {
  options.tangent_relaxation;
};

using Previous = formulation::Rows<3>;

// A formulation: its options, whether it takes the impulses of the step before, and what it says of itself.
template <class Options>
struct Call {
  const char* name;
  Formulated (*plain)(const Bodies&, const Contacts&, const Options&, const Joints&);
  Formulated (*with_previous)(const Bodies&, const Contacts&, const Options&, const Joints&, const Previous&);
  const char* doc;
};

constexpr Call<formulation::PyramidOptions> stewart_trinkle = {
    "stewart_trinkle", &formulation::stewart_trinkle, nullptr,
    "Formulate a step after Stewart and Trinkle: friction along 2k rays, the gap in every normal row. An LcpProblem."};
constexpr Call<formulation::PyramidOptions> anitescu_potra = {
    "anitescu_potra", &formulation::anitescu_potra, nullptr,
    "Formulate a step after Anitescu and Potra: friction along 2k rays, contacts that touch only. An LcpProblem."};
constexpr Call<formulation::BoxOptions> box = {"box", nullptr, &formulation::box,
                                               "Formulate a step with friction between fixed bounds along two axes, μ "
                                               "times the normal impulse before.\nA BoxedLcpProblem."};
constexpr Call<formulation::HybridOptions> hybrid = {
    "hybrid", nullptr, &formulation::hybrid,
    "Formulate a step as box does, with axes along and across the motion of contacts that slide. A BoxedLcpProblem."};
constexpr Call<formulation::PhantomInertiaOptions> phantom_inertia = {
    "phantom_inertia", nullptr, &formulation::phantom_inertia,
    "Formulate a step with phantom inertia: friction bounds of full rank along k directions. An LcpProblem, and "
    "mixed."};
constexpr Call<formulation::ExactConeOptions> exact_cone = {
    "exact_cone", &formulation::exact_cone, nullptr,
    "Formulate a step with Coulomb's cone itself: no pyramid, no direction preferred. A ConeProblem."};

Previous previous_of(const Arguments& arguments, const Contacts& contacts, py::dict& parts) {
  if (!arguments.has("previous")) return {};
  const Rows rows("previous", arguments.object("previous"));
  if (rows.count() != static_cast<std::size_t>(contacts.size())) {
    throw InvalidArgument("previous has " + std::to_string(rows.count()) + " rows, must have " +
                          std::to_string(contacts.size()) + ", one per contact");
  }
  parts["previous"] = kept(real_array("previous", arguments.object("previous")));
  return Eigen::Map<const Previous>(rows.values().data(), contacts.size(), 3);
}

template <class Options>
FormulatedObject formulate_by(const Call<Options>& call, const py::args& args, const py::kwargs& kwargs) {
  Arguments::Names names = with_field_names<Options>({}, {"joints", "normal_relaxation"});
  if (RelaxesTangents<Options>) names.push_back("tangent_relaxation");
  if (call.with_previous != nullptr) names.push_back("previous");
  const Arguments arguments(call.name, {"bodies", "contacts"}, names, args, kwargs);
  const auto& bodies = arguments.instance<BodiesObject>("bodies").value;
  const auto& contacts = arguments.instance<ContactsObject>("contacts").value;
  const JointsObject* const joints = arguments.optional_instance<JointsObject>("joints");
  auto options = read_fields<Options>(arguments);
  require(call.name, check_fields(options));
  py::dict parts(py::arg("bodies") = arguments.object("bodies"), py::arg("contacts") = arguments.object("contacts"));
  for (const auto& item : field_values(options)) parts[item.first] = item.second;
  if (joints != nullptr) parts["joints"] = arguments.object("joints");
  options.normal_relaxation = relaxation_argument(arguments, "normal_relaxation", parts);
  if constexpr (RelaxesTangents<Options>) {
    options.tangent_relaxation = relaxation_argument(arguments, "tangent_relaxation", parts);
  }
  const Joints none;
  Previous previous;
  if (call.with_previous != nullptr) previous = previous_of(arguments, contacts, parts);
  Formulated made;
  {
    const py::gil_scoped_release without_gil;
    const Joints& rows = joints == nullptr ? none : joints->value;
    made = call.plain != nullptr ? call.plain(bodies, contacts, options, rows)
                                 : call.with_previous(bodies, contacts, options, rows, previous);
  }
  return {std::move(made), {call.name, std::move(parts)}};
}

template <class Options>
std::string doc_of(const Call<Options>& call) {
  const bool has_previous = call.with_previous != nullptr;
  const std::size_t width =
      std::string_view(RelaxesTangents<Options> ? "tangent_relaxation" : "normal_relaxation").size();
  const auto line = [&](std::string name, const char* meaning) {
    name.resize(width + 2, ' ');
    return "\n" + name + meaning;
  };
  std::string text = std::string(call.name) + "(bodies, contacts, *" + field_signature<Options>() +
                     ", joints=None, normal_relaxation=None";
  if (RelaxesTangents<Options>) text += ", tangent_relaxation=None";
  if (has_previous) text += ", previous=None";
  text += std::string(")\n--\n\n") + call.doc + "\n";
  text +=
      line("bodies", "Bodies") + line("contacts", "Contacts") + field_docs<Options>(width) + line("joints", "Joints");
  text += line("normal_relaxation", "ε [1/kg], or (stiffness, damping) [N/m, N s/m]; None: 1e-4 of the mean of W_nn");
  if (RelaxesTangents<Options>) {
    text +=
        line("tangent_relaxation", "ε [1/kg], or (stiffness, damping) [N/m, N s/m]; None: 1e-3 of the mean of W_tt");
  }
  if (has_previous)
    text += line("previous",
                 "(n, 3), impulses of the step before, n, t1, t2 [N s]; rows of new contacts NaN; None: unknown");
  return text + "\n\nReturns a Formulated.";
}

template <class Function>
void for_each_call(Function f) {
  f(stewart_trinkle);
  f(anitescu_potra);
  f(box);
  f(hybrid);
  f(phantom_inertia);
  f(exact_cone);
}

}  // namespace

std::optional<formulation::Relaxation> relaxation_argument(const Arguments& arguments, const char* name,
                                                           py::dict& recipe) {
  if (!arguments.has(name)) return {};
  py::object value = arguments.object(name);
  if (py::isinstance<py::array>(value) && py::cast<py::array>(value).ndim() == 1) value = value.attr("tolist")();
  formulation::Relaxation given;
  if (py::isinstance<py::tuple>(value) || py::isinstance<py::list>(value)) {
    const Arguments pair(arguments.subject() + ": " + name, {"stiffness", "damping"}, {}, py::args(py::tuple(value)),
                         py::kwargs());
    given.stiffness = pair.number("stiffness");
    given.damping = pair.number("damping");
    recipe[name] = py::make_tuple(*given.stiffness, *given.damping);
  } else {
    given.epsilon = arguments.number(name);
    recipe[name] = *given.epsilon;
  }
  check(given, name);
  return given;
}

FormulatedObject formulate(const std::string& call, const py::args& args, const py::kwargs& kwargs) {
  std::optional<FormulatedObject> made;
  for_each_call([&](const auto& known) {
    if (call == known.name) made = formulate_by(known, args, kwargs);
  });
  if (!made) throw py::value_error("there is no formulation " + call);
  return *std::move(made);
}

void bind_formulation_calls(py::module_& m) {
  for_each_call([&](const auto& call) {
    m.def(
        call.name, [&call](const py::args& args, const py::kwargs& kwargs) { return formulate_by(call, args, kwargs); },
        doc_of(call).c_str());
    m.attr(call.name).attr("__module__") = formulation_module;
  });
}

}  // namespace stickslip::python
