#include "stickslip/sim/model.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/solvers/methods.hpp"

namespace stickslip::sim {

namespace {

// Throws InvalidArgument unless the table of methods has the name.
template <class Method>
void check_solver(const std::string& solver) {
  std::string names;
  for (const auto& row : Names<Method>::table) {
    if (row.name == solver) return;
    names += (names.empty() ? "" : ", ") + std::string(row.name);
  }
  throw InvalidArgument("World: solver = \"" + solver + "\" must be one of " + names + " for this formulation");
}

}  // namespace

Surface Model::surface_between(int a, int b) const {
  const Surface &first = (*this)[a].surface, &second = (*this)[b].surface;
  // The product of the largest coefficients is not finite.
  const auto mean = [](double x, double y) {
    return std::isfinite(x * y) ? std::sqrt(x * y) : std::sqrt(x) * std::sqrt(y);
  };
  Surface surface{mean(first.mu_s, second.mu_s), mean(first.mu_k, second.mu_k),
                  mean(first.restitution, second.restitution)};
  const Pair pair = std::minmax(a, b);
  if (!friction.empty()) {
    if (const auto given = friction.find(pair); given != friction.end()) {
      surface.mu_s = given->second.mu_s;
      surface.mu_k = given->second.mu_k;
    }
  }
  if (!restitution.empty()) {
    if (const auto given = restitution.find(pair); given != restitution.end()) surface.restitution = given->second;
  }
  return surface;
}

const Volume* Model::volume_between(int a, int b) const {
  const std::optional<Volume>* of_pair = &volume;
  if (!contact_models.empty()) {
    if (const auto given = contact_models.find(std::minmax(a, b)); given != contact_models.end())
      of_pair = &given->second;
  }
  return of_pair->has_value() ? &**of_pair : nullptr;
}

bool Model::has_volumes() const noexcept {
  return volume || std::ranges::any_of(contact_models, [](const auto& given) { return given.second.has_value(); });
}

void check(const ModelOptions& options) {
  require("World", check_fields(options));
  for (int k = 0; k < 3; ++k) {
    if (!std::isfinite(options.gravity[k]))
      throw InvalidArgument("World: gravity[" + std::to_string(k) + "] = " + to_text(options.gravity[k]) +
                            " must be finite [m/s^2]");
  }
  if (options.normal_relaxation) formulation::check(*options.normal_relaxation, "World: normal_relaxation");
  if (options.tangent_relaxation) formulation::check(*options.tangent_relaxation, "World: tangent_relaxation");
  switch (options.formulation) {
    case ContactModel::cone:
      return check_solver<solvers::ConeMethod>(options.solver);
    case ContactModel::box:
    case ContactModel::hybrid:
      return check_solver<solvers::BoxedLcpMethod>(options.solver);
    default:
      return check_solver<solvers::LcpMethod>(options.solver);
  }
}

void check(const Spring& spring, JointKind kind, const std::string& subject) {
  require(subject.c_str(), check_fields(spring));
  if (kind == JointKind::spring && spring.rest && *spring.rest < 0.0)
    throw InvalidArgument(subject + ": rest = " + to_text(*spring.rest) + " m must be at least 0: it is a length");
}

void check(const Model& model, const Joint& joint, int number, const std::string& subject) {
  const auto [a, b] = joint.body;
  for (const int body : {a, b}) {
    if (!model.has(body) && (body == a || body != the_world))
      throw InvalidArgument(subject + ": there is no body " + std::to_string(body));
  }
  if (a == b) throw InvalidArgument(subject + ": body " + std::to_string(a) + " is given twice");
  if (joint.options.spring) check(*joint.options.spring, joint.kind, subject + ": spring");
  const bool moves = model[a].is_moved_by_forces() || (b != the_world && model[b].is_moved_by_forces());
  if (!moves) throw InvalidArgument(subject + ": neither side of " + describe(joint, number) + " moves by forces");
  if (const auto& limits = joint.options.limits; limits && !(limits->low <= limits->high)) {
    const char* unit = joint.kind == JointKind::hinge ? "rad" : "m";
    throw InvalidArgument(subject + ": limits of " + describe(joint, number) + " are " + to_text(limits->low) +
                          " and " + to_text(limits->high) + ", the first must be at most the second [" + unit + "]");
  }
}

}  // namespace stickslip::sim
