#include "stickslip/solvers/body_force_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "stickslip/core/at.hpp"
#include "stickslip/solvers/detail/body_lu.hpp"
#include "stickslip/solvers/detail/body_pattern.hpp"

namespace stickslip::solvers {

namespace {

using Matrix6 = BodyForceProblem::Matrix;
constexpr int most_halvings = 40;
constexpr int most_dared = 5;      // whole steps for which ‖g‖ may be above where they began
constexpr double dare_pays = 0.5;  // of ‖g‖ must be gone after such steps: else they may go back and forth for ever

}  // namespace

struct BodyForceSolver::Work {
  detail::BodyPattern pattern;
  std::vector<detail::BodyPattern::Pair> pairs;
  detail::BodyLu lu;
  numerics::AlignedVector blocks, step;
  std::vector<Vec<6>> v, defect;       // v at hand, and its g
  std::vector<Vec<6>> start, current;  // where ‖g‖ was least so far, and the step before
  numerics::AlignedVector first_step;  // from start
  std::vector<Matrix6> slopes;         // of forces
  std::vector<double> r, weights;      // of rows: impulse, and 1/ε or 0
  double noise = 0.0;                  // of ‖g‖, by rounding of forces

  void begin(const BodyForceProblem& problem);
  double evaluate(const BodyForceProblem& problem, BodyForceLaw& law);
  bool factor(const BodyForceProblem& problem);
  bool find_step(const BodyForceProblem& problem);
  void go(const std::vector<Vec<6>>& from, const numerics::AlignedVector& along, double length);
  static double norm_of(const BodyForceProblem& problem, const std::vector<Vec<6>>& velocities) noexcept {
    double sum = 0.0;
    for (std::size_t b = 0; b < velocities.size(); ++b) {
      const auto& body = problem.bodies[b];
      const Vec<3> turn = velocities[b].tail<3>();
      sum += velocities[b].head<3>().squaredNorm() + body.inverse_mass * turn.dot(body.inertia * turn);
    }
    return std::sqrt(sum);
  }
  void add_block(int place, const Matrix6& block) {
    if (place < 0) return;
    Eigen::Map<Eigen::Matrix<double, 8, 6>>(blocks.data() + detail::BodyLu::block_size * at(place)).topRows<6>() +=
        block;
  }
};

BodyForceSolver::BodyForceSolver() : work_(std::make_unique<Work>()) {}
BodyForceSolver::~BodyForceSolver() = default;
BodyForceSolver::BodyForceSolver(BodyForceSolver&&) noexcept = default;
BodyForceSolver& BodyForceSolver::operator=(BodyForceSolver&&) noexcept = default;

void BodyForceSolver::Work::begin(const BodyForceProblem& problem) {
  const std::size_t bodies = problem.bodies.size();
  pairs.clear();
  for (const auto& force : problem.forces) pairs.push_back({force.first, force.second});
  for (const auto& row : problem.rows) pairs.push_back({row.first, row.second});
  pattern.set(static_cast<int>(bodies), pairs);
  static_cast<void>(lu.analyze(pattern.row_begin, pattern.columns));
  blocks.resize(detail::BodyLu::block_size * pattern.columns.size());
  step.resize(8 * bodies);
  v.resize(bodies);
  start.resize(bodies);
  current.resize(bodies);
  first_step.clear();
  defect.resize(bodies);
  slopes.resize(problem.forces.size());
  r.resize(problem.rows.size());
  weights.resize(problem.rows.size());
}

// ‖g‖ at v.
double BodyForceSolver::Work::evaluate(const BodyForceProblem& problem, BodyForceLaw& law) {
  for (std::size_t b = 0; b < v.size(); ++b) defect[b] = v[b] - problem.bodies[b].free;
  const auto push = [&](int body, const Vec<6>& impulse) {
    if (body < 0) return;
    const auto& of = problem.bodies[at(body)];
    defect[at(body)].head<3>() -= of.inverse_mass * impulse.head<3>();
    defect[at(body)].tail<3>() -= of.inverse_inertia * impulse.tail<3>();
  };
  noise = 0.0;
  for (std::size_t i = 0; i < problem.forces.size(); ++i) {
    const auto& force = problem.forces[i];
    Vec<6> u = force.d, impulse;
    if (force.first >= 0) u += force.J_first * v[at(force.first)];
    if (force.second >= 0) u += force.J_second * v[at(force.second)];
    law.respond(static_cast<int>(i), u, impulse, slopes[i]);
    const double rounded = law.rounding(static_cast<int>(i)) * impulse.head<3>().norm();
    for (const int body : {force.first, force.second}) {
      if (body >= 0) noise += problem.bodies[at(body)].inverse_mass * rounded;
    }
    if (force.first >= 0) push(force.first, force.J_first.transpose() * impulse);
    if (force.second >= 0) push(force.second, force.J_second.transpose() * impulse);
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const auto& row = problem.rows[i];
    double u = row.d;
    if (row.first >= 0) u += row.J_first.dot(v[at(row.first)]);
    if (row.second >= 0) u += row.J_second.dot(v[at(row.second)]);
    const double free = -u / row.epsilon;
    r[i] = std::clamp(free, row.low, row.high);
    weights[i] = free == r[i] ? 1.0 / row.epsilon : 0.0;
    if (row.first >= 0) push(row.first, r[i] * row.J_first);
    if (row.second >= 0) push(row.second, r[i] * row.J_second);
  }
  return norm_of(problem, defect);
}

bool BodyForceSolver::Work::factor(const BodyForceProblem& problem) {
  std::fill(blocks.begin(), blocks.end(), 0.0);
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    Matrix6 mass = Matrix6::Zero();
    mass.diagonal().head<3>().setConstant(problem.bodies[b].mass);
    mass.bottomRightCorner<3, 3>() = problem.bodies[b].inertia;
    add_block(pattern.diagonal[b], mass);
  }
  for (std::size_t i = 0; i < problem.forces.size(); ++i) {
    const auto& force = problem.forces[i];
    const auto& place = pattern.places[i];
    Matrix6 by_first, by_second;
    if (force.first >= 0) {
      by_first.noalias() = slopes[i] * force.J_first;
      add_block(place.first, force.J_first.transpose() * by_first);
    }
    if (force.second >= 0) {
      by_second.noalias() = slopes[i] * force.J_second;
      add_block(place.second, force.J_second.transpose() * by_second);
    }
    if (place.upper < 0) continue;
    add_block(place.upper, force.J_first.transpose() * by_second);
    add_block(place.lower, force.J_second.transpose() * by_first);
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    if (weights[i] == 0.0) continue;
    const auto& row = problem.rows[i];
    const auto& place = pattern.places[problem.forces.size() + i];
    add_block(place.first, weights[i] * row.J_first * row.J_first.transpose());
    add_block(place.second, weights[i] * row.J_second * row.J_second.transpose());
    if (place.upper < 0) continue;
    add_block(place.upper, weights[i] * row.J_first * row.J_second.transpose());
    add_block(place.lower, weights[i] * row.J_second * row.J_first.transpose());
  }
  return lu.factor(pattern.row_begin, pattern.columns, blocks.data(), false);
}

// The direction (1) at v, into step. False where the matrix is singular.
bool BodyForceSolver::Work::find_step(const BodyForceProblem& problem) {
  if (!factor(problem)) return false;
  for (std::size_t b = 0; b < v.size(); ++b) {
    const auto& body = problem.bodies[b];
    double* const to = step.data() + 8 * b;
    Eigen::Map<Vec<3>>(to).noalias() = -body.mass * defect[b].head<3>();
    Eigen::Map<Vec<3>>(to + 3).noalias() = -body.inertia * defect[b].tail<3>();
    to[6] = to[7] = 0.0;
  }
  lu.solve(step.data());
  return true;
}

// v = from + length · along.
void BodyForceSolver::Work::go(const std::vector<Vec<6>>& from, const numerics::AlignedVector& along, double length) {
  for (std::size_t b = 0; b < v.size(); ++b) v[b] = from[b] + length * Eigen::Map<const Vec<6>>(along.data() + 8 * b);
}

SolveReport BodyForceSolver::solve(const BodyForceProblem& problem, BodyForceLaw& law, std::span<double> v,
                                   std::span<double> r, const BodyForceOptions& options) {
  Work& w = *work_;
  w.begin(problem);
  const std::size_t bodies = problem.bodies.size();
  for (std::size_t b = 0; b < bodies; ++b) w.v[b] = Eigen::Map<const Vec<6>>(v.data() + 6 * b);
  SolveReport report{SolveStatus::max_iterations, "newton", 0, 0.0};
  double size = w.evaluate(problem, law);
  // Where a whole step makes ‖g‖ grow, because contacts open or close on the way, whole steps go on for a while. Where that does not
  // help, the first of them is shortened, and from then on every one that needs it. `bar`: ‖g‖ where they began.
  int dared = 0, may_dare = most_dared;
  double bar = size;
  const auto go_back = [&] {
    double length = 0.5;
    for (int halving = 0; halving < most_halvings; ++halving, length *= 0.5) {
      w.go(w.start, w.first_step, length);
      size = w.evaluate(problem, law);
      if (size <= (1.0 - 1e-4 * length) * bar) return true;
    }
    w.v = w.start;
    size = w.evaluate(problem, law);
    return false;
  };
  for (;; ++report.iterations) {
    if (size <= options.absolute + options.relative * Work::norm_of(problem, w.v) + w.noise) {
      report.status = SolveStatus::converged;
      break;
    }
    if (!std::isfinite(size) && dared == 0) {
      report.status = SolveStatus::not_finite;
      break;
    }
    if (report.iterations >= options.most_steps && dared == 0) break;
    const bool may_go_on = std::isfinite(size) && dared <= may_dare && w.find_step(problem);
    if (!may_go_on) {
      dared = may_dare = 0;
      if (w.first_step.empty() || !go_back()) {
        report.status = SolveStatus::stalled;
        break;
      }
      bar = size;
      continue;
    }
    if (dared == 0) {
      bar = size;
      w.start = w.v;
      w.first_step = w.step;
    }
    w.current = w.v;
    w.go(w.current, w.step, 1.0);
    size = w.evaluate(problem, law);
    dared = size <= (dared == 0 ? 1.0 - 1e-4 : dare_pays) * bar ? 0 : dared + 1;
  }
  for (std::size_t b = 0; b < bodies; ++b) Eigen::Map<Vec<6>>(v.data() + 6 * b) = w.v[b];
  std::copy(w.r.begin(), w.r.end(), r.begin());
  report.residual = std::isfinite(size) ? size : std::numeric_limits<double>::infinity();
  return report;
}

bool BodyForceSolver::find_responses(const BodyForceProblem& problem, int forces, Eigen::MatrixXd& A) {
  Work& w = *work_;
  if (!w.factor(problem)) return false;
  A.resize(6 * forces, 6 * forces);
  for (int j = 0; j < forces; ++j) {
    const auto& from = problem.forces[at(j)];
    for (int k = 0; k < 6; ++k) {
      std::fill(w.step.begin(), w.step.end(), 0.0);
      const auto push = [&](int body, const Matrix6& J) {
        if (body >= 0) Eigen::Map<Vec<6>>(w.step.data() + 8 * at(body)) += J.row(k).transpose();
      };
      push(from.first, from.J_first);
      push(from.second, from.J_second);
      w.lu.solve(w.step.data());
      for (int i = 0; i < forces; ++i) {
        const auto& to = problem.forces[at(i)];
        Vec<6> u = Vec<6>::Zero();
        const auto add = [&](int body, const Matrix6& J) {
          if (body >= 0) u += J * Eigen::Map<const Vec<6>>(w.step.data() + 8 * at(body));
        };
        add(to.first, to.J_first);
        add(to.second, to.J_second);
        A.block<6, 1>(6 * i, 6 * j + k) = u;
      }
    }
  }
  return true;
}

}  // namespace stickslip::solvers
