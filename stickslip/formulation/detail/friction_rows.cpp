#include "stickslip/formulation/detail/friction_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "stickslip/core/at.hpp"

namespace stickslip::formulation::detail {

namespace {

// Turns the two tangential rows and columns of contact i from t1, t2 to e, n × e.
void turn(DenseStep& step, Eigen::Index t, const Vec<2>& e) {
  Eigen::Matrix2d R;
  R << e[0], e[1], -e[1], e[0];
  for (Eigen::Index j = 0; j < step.A.cols(); ++j) step.A.block<2, 1>(t, j) = (R * step.A.block<2, 1>(t, j)).eval();
  for (Eigen::Index j = 0; j < step.A.rows(); ++j) {
    step.A.block<1, 2>(j, t) = (step.A.block<1, 2>(j, t) * R.transpose()).eval();
  }
  step.a.segment<2>(t) = (R * step.a.segment<2>(t)).eval();
}

}  // namespace

Vec<2> line(int i, int k) noexcept {
  if (i >= k) return -line(i - k, k);
  if (2 * i == k) return {0.0, 1.0};
  const double angle = std::numbers::pi * i / k;
  return {std::cos(angle), std::sin(angle)};
}

void set_pyramid(FormulatedState& state, const DenseStep& step, int k) {
  const auto& contacts = state.system.contacts;
  const auto n = static_cast<Eigen::Index>(contacts.size());
  const Eigen::Index rays = 2 * Eigen::Index{k} * n;
  for (Eigen::Index i = 0; i < n; ++i) state.rows.push_back({RowRole::normal, contacts[at(i)].index, 0});
  for (Eigen::Index i = 0; i < n; ++i) {
    for (int r = 0; r < 2 * k; ++r) {
      state.directions.push_back({static_cast<int>(i), r, line(r, k), contacts[at(i)].mu});
      state.rows.push_back({RowRole::ray, contacts[at(i)].index, r});
    }
  }
  for (Eigen::Index i = 0; i < n; ++i) state.rows.push_back({RowRole::slack, contacts[at(i)].index, 0});

  auto& problem = state.hold<solvers::LcpProblem>();
  problem.M.setZero(rays + 2 * n, rays + 2 * n);
  problem.q.setZero(rays + 2 * n);
  problem.M.topLeftCorner(n, n) = step.A.topLeftCorner(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const SystemContact& contact = contacts[at(i)];
    problem.M(i, i) += contact.epsilon_n;
    problem.q[i] = step.a[i] + contact.d_n;
    problem.M(n + rays + i, i) = contact.mu;
  }
  for (Eigen::Index d = 0; d < rays; ++d) {
    const Direction& ray = state.directions[at(d)];
    const Eigen::Index t = DenseStep::tangent(n, ray.contact);
    const Eigen::Index slack = n + rays + ray.contact;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double w = step.A.block<1, 2>(i, t) * ray.e;
      problem.M(i, n + d) = problem.M(n + d, i) = w;
    }
    for (Eigen::Index other = 0; other <= d; ++other) {
      const Direction& second = state.directions[at(other)];
      const Vec<2> column = step.A.block<2, 2>(t, DenseStep::tangent(n, second.contact)) * second.e;
      problem.M(n + d, n + other) = problem.M(n + other, n + d) = ray.e.dot(column);
    }
    problem.M(n + d, slack) = 1.0;
    problem.M(slack, n + d) = -1.0;
    problem.q[n + d] = ray.e.dot(step.a.segment<2>(t));
  }
}

void set_boxed(FormulatedState& state, DenseStep& step, const Loads* loads) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto& contacts = state.system.contacts;
  const auto n = static_cast<Eigen::Index>(contacts.size());
  for (Eigen::Index i = 0; i < n; ++i) state.rows.push_back({RowRole::normal, contacts[at(i)].index, 0});
  auto& problem = state.hold<solvers::BoxedLcpProblem>();
  problem.lo.resize(3 * n);
  problem.hi.resize(3 * n);
  problem.bound_of.clear();
  for (Eigen::Index i = 0; i < n; ++i) {
    const SystemContact& contact = contacts[at(i)];
    const Eigen::Index t = DenseStep::tangent(n, i);
    const bool is_turned = loads != nullptr && contact.slides;
    state.axes.push_back(is_turned ? contact.along : Vec<2>(1.0, 0.0));
    if (is_turned) turn(step, t, contact.along);
    problem.lo[i] = 0.0;
    problem.hi[i] = infinity;
    problem.hi.segment<2>(t).setConstant(contact.mu * contact.load);
    problem.lo.segment<2>(t) = -problem.hi.segment<2>(t);
    for (int component = 0; component < 2; ++component) {
      state.rows.push_back({RowRole::tangent, contact.index, component});
    }
  }
  problem.A = step.A;
  problem.b = step.a;
  for (Eigen::Index i = 0; i < n; ++i) {
    const SystemContact& contact = contacts[at(i)];
    const Eigen::Index t = DenseStep::tangent(n, i);
    problem.A(i, i) += contact.epsilon_n;
    problem.b[i] += contact.d_n;
    const bool is_turned = loads != nullptr && contact.slides;
    const double lateral = is_turned ? loads->lateral_epsilon(state.system, at(i)) : 0.0;
    problem.A(t, t) += contact.epsilon_t;
    problem.A(t + 1, t + 1) += std::max(contact.epsilon_t, lateral);
    problem.b.segment<2>(t) += contact.d_t;
  }
}

}  // namespace stickslip::formulation::detail
