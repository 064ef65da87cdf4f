// Eq. 35 of [Peiret 2017] with relaxation: unknowns v, Λ_b, Λ_t, Λ_n, w_up, w_lo, of which the first three are free.
#include "stickslip/core/at.hpp"
#include "stickslip/formulation/detail/formulated_state.hpp"

namespace stickslip::formulation::detail {

namespace {

Eigen::Index index(std::size_t i) noexcept {
  return static_cast<Eigen::Index>(i);
}

// Where each group of unknowns begins.
struct Layout {
  Eigen::Index joint, tangent, normal, up, lo, size;

  explicit Layout(const FormulatedState& state)
      : joint(6 * index(state.system.bodies.size())),
        tangent(joint + index(state.system.joints.size())),
        normal(tangent + 2 * index(state.bounded.size())),
        up(normal + index(state.system.contacts.size())),
        lo(up + index(state.directions.size())),
        size(lo + index(state.directions.size())) {}
};

// The row `axis` of a contact's Jacobian for one of its bodies.
Vec<6> jacobian(const SystemContact& contact, std::size_t side, int axis) {
  Vec<6> row;
  row << contact.axes.row(axis).transpose(), contact.arm[side].row(axis).transpose();
  return side == 0 ? row : Vec<6>(-row);
}

void set_motion(const System& system, Eigen::MatrixXd& M, Eigen::VectorXd& q) {
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    const SystemBody& body = system.bodies[b];
    const Eigen::Index at_body = 6 * index(b);
    M.block<3, 3>(at_body, at_body).diagonal().setConstant(body.mass);
    M.block<3, 3>(at_body + 3, at_body + 3) = body.inertia;
    q.segment<3>(at_body) = -body.mass * body.free.head<3>();
    q.segment<3>(at_body + 3) = -body.inertia * body.free.tail<3>();
  }
}

void set_joints(const System& system, Eigen::Index row, Eigen::MatrixXd& M, Eigen::VectorXd& q) {
  for (const SystemJoint& joint : system.joints) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (joint.body[side] == ground) continue;
      M.block<1, 6>(row, 6 * joint.body[side]) = joint.row[side].transpose();
      M.block<6, 1>(6 * joint.body[side], row) = -joint.row[side];
    }
    M(row, row) = joint.epsilon;
    q[row] = joint.d;
    ++row;
  }
}

}  // namespace

Eigen::Index FormulatedState::mixed_size() const noexcept {
  return kind == Kind::phantom_inertia ? Layout(*this).size : -1;
}

solvers::MixedLcpProblem mixed_problem(const FormulatedState& state) {
  const System& system = state.system;
  const Layout layout(state);
  solvers::MixedLcpProblem problem;
  problem.M.setZero(layout.size, layout.size);
  problem.q.setZero(layout.size);
  problem.free.assign(at(layout.size), false);
  for (Eigen::Index i = 0; i < layout.normal; ++i) problem.free[at(i)] = true;
  Eigen::MatrixXd& M = problem.M;
  set_motion(system, M, problem.q);
  set_joints(system, layout.joint, M, problem.q);

  std::vector<Eigen::Index> tangent_row(system.contacts.size(), -1);
  for (std::size_t s = 0; s < state.bounded.size(); ++s) {
    const SystemContact& contact = system.contacts[at(state.bounded[s])];
    const Eigen::Index row = layout.tangent + 2 * index(s);
    tangent_row[at(state.bounded[s])] = row;
    for (std::size_t side = 0; side < 2; ++side) {
      if (contact.body[side] == ground) continue;
      for (int axis = 0; axis < 2; ++axis) {
        const Vec<6> J = jacobian(contact, side, 1 + axis);
        M.block<1, 6>(row + axis, 6 * contact.body[side]) = J.transpose();
        M.block<6, 1>(6 * contact.body[side], row + axis) = -J;
      }
    }
    M.block<2, 2>(row, row) = state.epsilon[s];
    problem.q.segment<2>(row) = contact.d_t + contact.prescribed.tail<2>();
  }
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    const SystemContact& contact = system.contacts[i];
    const Eigen::Index row = layout.normal + index(i);
    for (std::size_t side = 0; side < 2; ++side) {
      if (contact.body[side] == ground) continue;
      const Vec<6> J = jacobian(contact, side, 0);
      M.block<1, 6>(row, 6 * contact.body[side]) = J.transpose();
      M.block<6, 1>(6 * contact.body[side], row) = -J;
      if (tangent_row[i] >= 0) continue;
      // Explicit friction goes with the normal impulse.
      for (int axis = 0; axis < 2; ++axis) {
        M.block<6, 1>(6 * contact.body[side], row) +=
            contact.mu * contact.along[axis] * jacobian(contact, side, 1 + axis);
      }
    }
    M(row, row) = contact.epsilon_n;
    problem.q[row] = contact.d_n + contact.prescribed[0];
  }
  for (std::size_t d = 0; d < state.directions.size(); ++d) {
    const Direction& direction = state.directions[d];
    const Eigen::Index up = layout.up + index(d), lo = layout.lo + index(d);
    const Eigen::Index tangent = tangent_row[at(direction.contact)], normal = layout.normal + direction.contact;
    M.block<2, 1>(tangent, up) = -direction.e;
    M.block<2, 1>(tangent, lo) = direction.e;
    M.block<1, 2>(up, tangent) = direction.e.transpose();
    M.block<1, 2>(lo, tangent) = -direction.e.transpose();
    M(up, normal) = M(lo, normal) = direction.mu;
    M(up, lo) = M(lo, up) = state.rho;
  }
  return problem;
}

std::vector<Row> mixed_rows(const FormulatedState& state) {
  const System& system = state.system;
  std::vector<Row> rows;
  for (int b = 0; b < static_cast<int>(system.bodies.size()); ++b) {
    for (int i = 0; i < 6; ++i) rows.push_back({RowRole::velocity, b, i});
  }
  for (int j = 0; j < static_cast<int>(system.joints.size()); ++j) rows.push_back({RowRole::joint, j, 0});
  for (const int contact : state.bounded) {
    for (int i = 0; i < 2; ++i) rows.push_back({RowRole::tangent, system.contacts[at(contact)].index, i});
  }
  rows.insert(rows.end(), state.rows.begin(), state.rows.end());
  return rows;
}

}  // namespace stickslip::formulation::detail
