#include "stickslip/formulation/detail/phantom_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "stickslip/core/at.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/formulation/detail/dense.hpp"
#include "stickslip/formulation/detail/friction_rows.hpp"

namespace stickslip::formulation::detail {

namespace {

constexpr double default_rho_share = 0.1;  // of λ_min(K)

Eigen::Index count(std::size_t n) noexcept {
  return static_cast<Eigen::Index>(n);
}

// Squares of what friction yields per impulse must neither overflow nor underflow. Says which number of the input is the cause.
void require_in_range(const FormulatedState& state, std::size_t bounded, double compliance) {
  constexpr double least = 1e-150, most = 1e150;
  if (compliance >= least && compliance <= most) return;
  const SystemContact& contact = state.system.contacts[at(state.bounded[bounded])];
  const double relaxation = state.epsilon[bounded].trace();
  std::string cause;
  if (relaxation > 0.5 * compliance && relaxation > 2.0 * contact.epsilon_t) {
    cause = "the speed of the contact, " + to_text(contact.speed) +
            " m/s, is too large for its impulse, or the step h too short";
  } else if (relaxation > 0.5 * compliance) {
    cause = "tangent_relaxation = " + to_text(contact.epsilon_t) + " 1/kg is out of range";
  } else {
    double lightest = std::numeric_limits<double>::infinity();
    for (const int body : contact.body) {
      if (body != ground) lightest = std::min(lightest, state.system.bodies[at(body)].mass);
    }
    cause = "the mass, " + to_text(lightest) + " kg, or the inertia of a body is out of range";
  }
  throw InvalidArgument("phantom_inertia: friction of contact " + std::to_string(contact.index) + " yields by " +
                        to_text(compliance) + " 1/kg, must be 1e-150 to 1e150: " + cause);
}

}  // namespace

void PhantomRows::set_directions(FormulatedState& state, const Loads& loads, const PhantomInertiaOptions& options) {
  const auto& contacts = state.system.contacts;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const SystemContact& contact = contacts[i];
    const int index = static_cast<int>(i);
    if (!contact.slides) {
      for (int d = 0; d < options.directions; ++d) {
        state.directions.push_back({index, d, line(d, options.directions), contact.mu});
      }
      state.epsilon.emplace_back(contact.epsilon_t * Eigen::Matrix2d::Identity());
    } else if (options.sliding != Sliding::explicit_) {
      const Vec<2> along = contact.along, across(-along[1], along[0]);
      const double lateral = options.sliding == Sliding::relaxed ? loads.lateral_epsilon(state.system, i) : 0.0;
      state.directions.push_back({index, 0, along, contact.mu});
      state.directions.push_back({index, 1, across, lateral > 0.0 ? contact.mu : 0.0});
      const double relaxed = std::max(lateral, contact.epsilon_t);
      state.epsilon.emplace_back(contact.epsilon_t * along * along.transpose() + relaxed * across * across.transpose());
    } else {
      continue;
    }
    state.bounded.push_back(index);
  }
}

void PhantomRows::factor_tangents(FormulatedState& state, const DenseStep& step) {
  const Eigen::Index n = count(state.system.contacts.size()), s = count(state.bounded.size());
  Eigen::MatrixXd& T = state.tangent_factor;
  T.resize(2 * s, 2 * s);
  for (Eigen::Index i = 0; i < s; ++i) {
    const Eigen::Index ti = DenseStep::tangent(n, state.bounded[at(i)]);
    for (Eigen::Index j = 0; j <= i; ++j) {
      T.block<2, 2>(2 * i, 2 * j) = step.A.block<2, 2>(ti, DenseStep::tangent(n, state.bounded[at(j)]));
    }
    T.block<2, 2>(2 * i, 2 * i) += state.epsilon[at(i)];
    require_in_range(state, at(i), T.block<2, 2>(2 * i, 2 * i).trace());
  }
  // K has, but for zeros, the eigenvalues of S^½ T⁻¹ S^½ with S = E Eᵀ, which is k/2 for k lines and 1 for two.
  scaled_ = T;
  Eigen::Index first = 0;
  for (Eigen::Index i = 0; i < s; ++i) {
    Eigen::Index last = first;
    while (last < count(state.directions.size()) && state.directions[at(last)].contact == state.bounded[at(i)]) ++last;
    const double root = std::sqrt(0.5 * static_cast<double>(last - first));
    first = last;
    if (root == 1.0) continue;
    scaled_.middleRows<2>(2 * i) /= root;
    scaled_.middleCols<2>(2 * i) /= root;
  }
  if (const Eigen::Index row = factor(T); row >= 0) {
    throw InvalidArgument("phantom_inertia: tangent_relaxation must be larger: friction of contact " +
                          std::to_string(state.system.contacts[at(state.bounded[at(row / 2)])].index) +
                          " depends on that of the contacts before it");
  }
}

void PhantomRows::set_rho(FormulatedState& state, const PhantomInertiaOptions& options) {
  if (state.bounded.empty()) {
    state.rho = options.rho.value_or(0.0);
    return;
  }
  const double smallest = 1.0 / largest_eigenvalue(scaled_, scratch_);
  state.rho_bound = 2.0 * smallest;
  state.rho = options.rho.value_or(default_rho_share * smallest);
}

void PhantomRows::set_problem(FormulatedState& state, const DenseStep& step) {
  const auto& contacts = state.system.contacts;
  const Eigen::Index n = count(contacts.size()), s = count(state.bounded.size()), w = count(state.directions.size());
  const bool has_explicit = s < n;
  auto& problem = state.hold<solvers::LcpProblem>();
  Eigen::MatrixXd& M = problem.M;
  Eigen::VectorXd& q = problem.q;
  M.resize(n + 2 * w, n + 2 * w);
  q.resize(n + 2 * w);

  // What friction that is explicit adds to the columns of normals.
  M.topLeftCorner(n, n) = step.A.topLeftCorner(n, n);
  state.B.resize(2 * s, n);
  state.c.resize(2 * s);
  state.F.setZero(2 * s, w);
  for (Eigen::Index i = 0; i < s; ++i) {
    const Eigen::Index t = DenseStep::tangent(n, state.bounded[at(i)]);
    state.B.middleRows<2>(2 * i) = step.A.block(t, 0, 2, n);
    state.c.segment<2>(2 * i) = step.a.segment<2>(t) + contacts[at(state.bounded[at(i)])].d_t;
  }
  if (has_explicit) {
    left_ = state.B;
    Eigen::Index next = 0;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (next < s && state.bounded[at(next)] == i) {
        ++next;
        continue;
      }
      const Eigen::Index t = DenseStep::tangent(n, i);
      const Vec<2> slope = -contacts[at(i)].mu * contacts[at(i)].along;
      for (Eigen::Index j = 0; j < n; ++j) M(j, i) += step.A.block<1, 2>(j, t) * slope;
      for (Eigen::Index j = 0; j < s; ++j) {
        state.B.block<2, 1>(2 * j, i) += step.A.block<2, 2>(DenseStep::tangent(n, state.bounded[at(j)]), t) * slope;
      }
    }
    solve_lower(state.tangent_factor, left_);
  }
  Eigen::Index block = -1;
  for (Eigen::Index d = 0; d < w; ++d) {
    const Direction& direction = state.directions[at(d)];
    if (direction.component == 0) ++block;
    state.F.block<2, 1>(2 * block, d) = direction.e;
  }
  solve_lower(state.tangent_factor, state.F);
  solve_lower(state.tangent_factor, state.B);
  solve_lower(state.tangent_factor, state.c);
  const Eigen::MatrixXd& left = has_explicit ? left_ : state.B;

  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) M(i, j) -= left.col(i).dot(state.B.col(j));
    M(i, i) += contacts[at(i)].epsilon_n;
    q[i] = step.a[i] + contacts[at(i)].d_n - left.col(i).dot(state.c);
    for (Eigen::Index d = 0; d < w; ++d) {
      const double across = left.col(i).dot(state.F.col(d));
      M(i, n + d) = across;
      M(i, n + w + d) = -across;
      const double back = has_explicit ? state.F.col(d).dot(state.B.col(i)) : across;
      M(n + d, i) = -back;
      M(n + w + d, i) = back;
    }
  }
  for (Eigen::Index d = 0; d < w; ++d) {
    const Direction& direction = state.directions[at(d)];
    M(n + d, direction.contact) += direction.mu;
    M(n + w + d, direction.contact) += direction.mu;
    const double push = state.F.col(d).dot(state.c);
    q[n + d] = -push;
    q[n + w + d] = push;
    for (Eigen::Index other = 0; other <= d; ++other) {
      const double k = state.F.col(d).dot(state.F.col(other));
      M(n + d, n + other) = M(n + other, n + d) = k;
      M(n + w + d, n + w + other) = M(n + w + other, n + w + d) = k;
      M(n + d, n + w + other) = M(n + other, n + w + d) = -k;
      M(n + w + d, n + other) = M(n + w + other, n + d) = -k;
    }
    M(n + d, n + w + d) += state.rho;
    M(n + w + d, n + d) += state.rho;
  }
}

void PhantomRows::set(FormulatedState& state, const DenseStep& step, const Loads& loads,
                      const PhantomInertiaOptions& options) {
  set_directions(state, loads, options);
  const auto& contacts = state.system.contacts;
  for (const SystemContact& contact : contacts) state.rows.push_back({RowRole::normal, contact.index, 0});
  for (const RowRole role : {RowRole::up, RowRole::lo}) {
    for (const Direction& d : state.directions)
      state.rows.push_back({role, contacts[at(d.contact)].index, d.component});
  }
  factor_tangents(state, step);
  set_rho(state, options);
  set_problem(state, step);
}

}  // namespace stickslip::formulation::detail
