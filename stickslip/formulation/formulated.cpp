#include "stickslip/formulation/formulated.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include "stickslip/core/at.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/formulation/detail/dense.hpp"
#include "stickslip/formulation/detail/formulated_state.hpp"
#include "stickslip/formulation/spectrum.hpp"
#include "stickslip/solvers/residual.hpp"

namespace stickslip::formulation {

using detail::Direction;
using detail::FormulatedState;
using detail::Kind;
using detail::SystemContact;
using detail::SystemJoint;

namespace {

Eigen::Map<const Eigen::VectorXd> as_vector(std::span<const double> values) noexcept {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

void require_size(const FormulatedState& state, std::span<const double> z) {
  const auto size = static_cast<Eigen::Index>(z.size());
  const auto wanted = static_cast<Eigen::Index>(state.rows.size());
  if (size == wanted || size == state.mixed_size()) return;
  const std::string mixed =
      state.mixed_size() >= 0 ? ", or " + std::to_string(state.mixed_size()) + " of the mixed problem" : "";
  throw InvalidArgument("Formulated: z has " + std::to_string(size) + " entries, must have " + std::to_string(wanted) +
                        mixed);
}

void set_pyramid(const FormulatedState& state, const Eigen::Map<const Eigen::VectorXd>& z, Rows<3>& out) {
  const auto n = static_cast<Eigen::Index>(state.system.contacts.size());
  for (Eigen::Index i = 0; i < n; ++i) out(state.system.contacts[at(i)].index, 0) = z[i];
  for (std::size_t d = 0; d < state.directions.size(); ++d) {
    const Direction& ray = state.directions[d];
    const int contact = state.system.contacts[at(ray.contact)].index;
    out.block<1, 2>(contact, 1) += z[n + static_cast<Eigen::Index>(d)] * ray.e.transpose();
  }
}

void set_boxed(const FormulatedState& state, const Eigen::Map<const Eigen::VectorXd>& z, Rows<3>& out) {
  const auto n = static_cast<Eigen::Index>(state.system.contacts.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    const Vec<2>& e = state.axes[at(i)];
    const double along = z[n + 2 * i], across = z[n + 2 * i + 1];
    out.row(state.system.contacts[at(i)].index) << z[i], along * e[0] - across * e[1], along * e[1] + across * e[0];
  }
}

void set_phantom(const FormulatedState& state, const Eigen::Map<const Eigen::VectorXd>& z, Rows<3>& out) {
  const auto& contacts = state.system.contacts;
  const auto n = static_cast<Eigen::Index>(contacts.size());
  const auto lines = static_cast<Eigen::Index>(state.directions.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    const SystemContact& contact = contacts[at(i)];
    out.row(contact.index) << z[i], -contact.mu * z[i] * contact.along.transpose();  // stays where friction is explicit
  }
  const auto entry = [&](Eigen::Index row) -> double& {
    return out(contacts[at(state.bounded[at(row / 2)])].index, 1 + row % 2);
  };
  for (Eigen::Index row = 0; row < state.c.size(); ++row) {
    double sum = -state.c[row];
    for (Eigen::Index i = 0; i < n; ++i) sum -= state.B(row, i) * z[i];
    for (Eigen::Index d = 0; d < lines; ++d) sum += state.F(row, d) * (z[n + d] - z[n + lines + d]);
    entry(row) = sum;
  }
  detail::solve_upper(state.tangent_factor, entry);
}

void set_mixed(const FormulatedState& state, const Eigen::Map<const Eigen::VectorXd>& z, Motion& out) {
  const auto& system = state.system;
  const auto nb = static_cast<Eigen::Index>(system.bodies.size()), m = static_cast<Eigen::Index>(system.joints.size());
  for (Eigen::Index b = 0; b < nb; ++b) out.velocities.row(b) = z.segment<6>(6 * b).transpose();
  out.joint_impulses = z.segment(6 * nb, m);
  const Eigen::Index tangent = 6 * nb + m, normal = tangent + 2 * static_cast<Eigen::Index>(state.bounded.size());
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    const SystemContact& contact = system.contacts[i];
    const double pressed = z[normal + static_cast<Eigen::Index>(i)];
    out.impulses.row(contact.index) << pressed, -contact.mu * pressed * contact.along.transpose();
  }
  for (std::size_t s = 0; s < state.bounded.size(); ++s) {
    out.impulses.block<1, 2>(system.contacts[at(state.bounded[s])].index, 1) =
        z.segment<2>(tangent + 2 * static_cast<Eigen::Index>(s)).transpose();
  }
}

// Eq. 1, joints after contacts.
void set_velocities(const FormulatedState& state, Motion& out) {
  const auto& system = state.system;
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    out.velocities.row(static_cast<Eigen::Index>(b)) = system.bodies[b].free.transpose();
  }
  for (const SystemContact& contact : system.contacts) {
    const Vec<3> impulse = out.impulses.row(contact.index);
    for (std::size_t side = 0; side < 2; ++side) {
      if (contact.body[side] == ground) continue;
      const double inverse_mass = system.bodies[at(contact.body[side])].inverse_mass;
      Vec<6> change;
      change << inverse_mass * (contact.axes.transpose() * impulse), contact.turn[side].transpose() * impulse;
      if (side == 0) {
        out.velocities.row(contact.body[side]) += change.transpose();
      } else {
        out.velocities.row(contact.body[side]) -= change.transpose();
      }
    }
  }
  if (system.joints.empty()) return;
  const auto velocity = [&out](int body) { return Vec<6>(out.velocities.row(body)); };
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const SystemJoint& joint = system.joints[j];
    out.joint_impulses[static_cast<Eigen::Index>(j)] = -joint.d - detail::System::joint_velocity(joint, velocity);
  }
  detail::solve_lower(state.joint_factor, out.joint_impulses);
  detail::solve_upper(state.joint_factor, [&out](Eigen::Index i) -> double& { return out.joint_impulses[i]; });
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const SystemJoint& joint = system.joints[j];
    for (std::size_t side = 0; side < 2; ++side) {
      if (joint.body[side] == ground) continue;
      out.velocities.row(joint.body[side]) +=
          out.joint_impulses[static_cast<Eigen::Index>(j)] * joint.response[side].transpose();
    }
  }
}

template <class Method>
Method method_named(std::string_view name) {
  if (const auto method = value_named<Method>(name)) return *method;
  throw InvalidArgument("Formulated.solve: method '" + std::string(name) + "' must be one of " +
                        listed_names<Method>("'"));
}

const Eigen::MatrixXd& matrix_of(const solvers::LcpProblem& problem) {
  return problem.M;
}
const Eigen::MatrixXd& matrix_of(const solvers::BoxedLcpProblem& problem) {
  return problem.A;
}
Eigen::MatrixXd matrix_of(const solvers::ConeProblem& problem) {
  return problem.W.to_dense();
}

Spectrum lead_spectrum(const FormulatedState& state) {
  if (state.kind == Kind::phantom_inertia) return spectrum(detail::mixed_problem(state).M);
  return std::visit([](const auto& problem) { return spectrum(matrix_of(problem)); }, state.problem);
}

}  // namespace

Formulated::Formulated() : state_(std::make_unique<FormulatedState>()) {}
Formulated::~Formulated() = default;
Formulated::Formulated(const Formulated& other) : state_(std::make_unique<FormulatedState>(*other.state_)) {}
Formulated& Formulated::operator=(const Formulated& other) {
  if (this == &other) return *this;
  if (state_ == nullptr) state_ = std::make_unique<FormulatedState>();
  *state_ = *other.state_;
  return *this;
}
Formulated::Formulated(Formulated&&) noexcept = default;
Formulated& Formulated::operator=(Formulated&&) noexcept = default;

const Formulated::Problem& Formulated::problem() const noexcept {
  return state_->problem;
}
const std::vector<Row>& Formulated::rows() const noexcept {
  return state_->rows;
}
Eigen::Index Formulated::size() const noexcept {
  return static_cast<Eigen::Index>(state_->rows.size());
}
int Formulated::contacts() const noexcept {
  return state_->system.given_contacts;
}
int Formulated::bodies() const noexcept {
  return static_cast<int>(state_->system.bodies.size());
}
int Formulated::joints() const noexcept {
  return static_cast<int>(state_->system.joints.size());
}
double Formulated::rho() const noexcept {
  return state_->rho;
}
double Formulated::rho_bound() const noexcept {
  return state_->rho_bound;
}

bool Formulated::has_mixed() const noexcept {
  return state_->kind == Kind::phantom_inertia;
}

solvers::MixedLcpProblem Formulated::mixed() const {
  if (!has_mixed()) throw InvalidArgument("Formulated: there is a mixed problem for phantom_inertia only");
  return detail::mixed_problem(*state_);
}

std::vector<Row> Formulated::mixed_rows() const {
  if (!has_mixed()) throw InvalidArgument("Formulated: there is a mixed problem for phantom_inertia only");
  return detail::mixed_rows(*state_);
}

int Formulated::rank(std::optional<double> tolerance) const {
  return lead_spectrum(*state_).rank(tolerance);
}

double Formulated::condition() const {
  return lead_spectrum(*state_).condition();
}

solvers::SolverOptions Formulated::default_options() {
  solvers::SolverOptions options;
  options.tolerance = default_tolerance;
  return options;
}

SolveReport Formulated::solve(solvers::Workspace& workspace, std::span<double> z, std::string_view method,
                              const solvers::SolverOptions& options) const {
  return std::visit(
      [&](const auto& problem) {
        using Given = std::remove_cvref_t<decltype(problem)>;
        using Method = std::conditional_t<std::is_same_v<Given, solvers::LcpProblem>, solvers::LcpMethod,
                                          std::conditional_t<std::is_same_v<Given, solvers::BoxedLcpProblem>,
                                                             solvers::BoxedLcpMethod, solvers::ConeMethod>>;
        return workspace.solve(problem, z, method_named<Method>(method), options);
      },
      state_->problem);
}

Solution Formulated::solve(std::string_view method, const solvers::SolverOptions& options,
                           std::span<const double> z0) const {
  Solution solution{Eigen::VectorXd::Zero(size()), {}};
  if (!z0.empty()) {
    if (static_cast<Eigen::Index>(z0.size()) != size()) {
      throw InvalidArgument("Formulated.solve: z0 has " + std::to_string(z0.size()) + " entries, must have " +
                            std::to_string(size()));
    }
    solution.z = as_vector(z0);
  }
  solvers::Workspace workspace;
  solution.report = solve(workspace, {solution.z.data(), at(size())}, method, options);
  return solution;
}

void Formulated::motion(std::span<const double> z, Motion& out) const {
  require_size(*state_, z);
  out.impulses.setZero(contacts(), 3);
  out.joint_impulses.setZero(joints());
  out.velocities.resize(bodies(), 6);
  const auto point = as_vector(z);
  if (has_mixed() && static_cast<Eigen::Index>(z.size()) == state_->mixed_size()) {
    set_mixed(*state_, point, out);
    return;
  }
  switch (state_->kind) {
    case Kind::none:
      break;
    case Kind::pyramid:
      set_pyramid(*state_, point, out.impulses);
      break;
    case Kind::boxed:
      set_boxed(*state_, point, out.impulses);
      break;
    case Kind::phantom_inertia:
      set_phantom(*state_, point, out.impulses);
      break;
    case Kind::exact_cone:
      std::copy(z.begin(), z.end(), out.impulses.data());
      break;
  }
  set_velocities(*state_, out);
}

Rows<3> Formulated::impulses(std::span<const double> z) const {
  Motion result;
  motion(z, result);
  return result.impulses;
}

Eigen::VectorXd Formulated::joint_impulses(std::span<const double> z) const {
  Motion result;
  motion(z, result);
  return result.joint_impulses;
}

Rows<6> Formulated::velocities(std::span<const double> z) const {
  Motion result;
  motion(z, result);
  return result.velocities;
}

double Formulated::residual(std::span<const double> z) const {
  require_size(*state_, z);
  if (has_mixed() && static_cast<Eigen::Index>(z.size()) == state_->mixed_size()) {
    return solvers::residual(detail::mixed_problem(*state_), z);
  }
  return std::visit([z](const auto& problem) { return solvers::residual(problem, z); }, state_->problem);
}

}  // namespace stickslip::formulation
