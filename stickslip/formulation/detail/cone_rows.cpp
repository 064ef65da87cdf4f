#include "stickslip/formulation/detail/cone_rows.hpp"

#include <algorithm>
#include <cstddef>

#include "stickslip/core/at.hpp"

namespace stickslip::formulation::detail {

void ConeRows::set_sparse(const System& system, solvers::ConeProblem& problem) {
  const auto& contacts = system.contacts;
  body_begin_.assign(system.bodies.size() + 2, 0);
  for (const SystemContact& contact : contacts) {
    for (const int body : contact.body) {
      if (body != ground) ++body_begin_[at(body) + 2];
    }
  }
  for (std::size_t b = 2; b < body_begin_.size(); ++b) body_begin_[b] += body_begin_[b - 1];
  body_contacts_.resize(at(body_begin_.back()));
  // Filling moves begin[b + 1] from the start of body b to its end, where body b + 1 starts.
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    for (const int body : contacts[i].body) {
      if (body != ground) body_contacts_[at(body_begin_[at(body) + 1]++)] = static_cast<int>(i);
    }
  }
  row_begin_.assign(1, 0);
  columns_.clear();
  for (const SystemContact& contact : contacts) {
    const auto first = static_cast<std::ptrdiff_t>(columns_.size());
    for (const int body : contact.body) {
      if (body == ground) continue;
      columns_.insert(columns_.end(), body_contacts_.begin() + body_begin_[at(body)],
                      body_contacts_.begin() + body_begin_[at(body) + 1]);
    }
    std::sort(columns_.begin() + first, columns_.end());
    columns_.erase(std::unique(columns_.begin() + first, columns_.end()), columns_.end());
    row_begin_.push_back(static_cast<int>(columns_.size()));
  }
  problem.W.set_pattern(row_begin_, columns_);
  const auto blocks = problem.W.mutable_blocks();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    for (int k = row_begin_[i]; k < row_begin_[i + 1]; ++k) {
      blocks[at(k)] = system.coupling(contacts[i], contacts[at(columns_[at(k)])]);
    }
    problem.q.segment<3>(3 * static_cast<Eigen::Index>(i)) = contacts[i].u_free;
  }
}

void ConeRows::set_full(const System& system, const DenseStep& step, solvers::ConeProblem& problem) {
  const auto n = static_cast<Eigen::Index>(system.contacts.size());
  row_begin_.clear();
  columns_.clear();
  for (Eigen::Index i = 0; i <= n; ++i) row_begin_.push_back(static_cast<int>(i * n));
  for (Eigen::Index i = 0; i < n * n; ++i) columns_.push_back(static_cast<int>(i % n));
  problem.W.set_pattern(row_begin_, columns_);
  const auto row = [n](Eigen::Index contact, Eigen::Index axis) {
    return axis == 0 ? DenseStep::normal(contact) : DenseStep::tangent(n, contact) + axis - 1;
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index a = 0; a < 3; ++a) {
      problem.q[3 * i + a] = step.a[row(i, a)];
      for (Eigen::Index j = 0; j < n; ++j) {
        for (Eigen::Index b = 0; b < 3; ++b)
          problem.W.mutable_blocks()[at(i * n + j)](a, b) = step.A(row(i, a), row(j, b));
      }
    }
  }
}

void ConeRows::set(FormulatedState& state, DenseStep& step) {
  const System& system = state.system;
  const auto n = static_cast<Eigen::Index>(system.contacts.size());
  auto& problem = state.hold<solvers::ConeProblem>();
  problem.q.resize(3 * n);
  problem.mu.resize(n);
  if (system.joints.empty()) {
    factor_joints(system, state.joint_factor);
    set_sparse(system, problem);
  } else {
    step.set(system, state.joint_factor);
    set_full(system, step, problem);
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const SystemContact& contact = system.contacts[at(i)];
    problem.mu[i] = contact.mu;
    problem.q[3 * i] += contact.d_n;
    problem.W.mutable_diagonal(static_cast<int>(i))(0, 0) += contact.epsilon_n;
    state.rows.push_back({RowRole::normal, contact.index, 0});
    state.rows.push_back({RowRole::tangent, contact.index, 0});
    state.rows.push_back({RowRole::tangent, contact.index, 1});
  }
}

}  // namespace stickslip::formulation::detail
