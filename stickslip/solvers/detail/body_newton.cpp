#include "stickslip/solvers/detail/body_newton.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "stickslip/core/at.hpp"

namespace stickslip::solvers::detail {

namespace {

constexpr double least_alpha = 1e-6, most_alpha = 10.0;
constexpr int most_newton_steps = 25, most_halvings = 8;
constexpr int most_failures = 6;
constexpr int first_patience = 4;         // successes for which a failed α is kept away from; doubled at each failure
constexpr std::size_t memory = 4;         // steps that the line search looks back
constexpr double accuracy_of_step = 0.1;  // of (1), against the distance from the centre
constexpr double quick = 1e-3;            // decrease of the defect for which α, and with it a factor, is left as it is
constexpr double slow_decrease = 0.01;    // of the merit, by a factor that was just made
constexpr double good_decrease = 1e-4;    // of the merit, a square, by a factor that is kept

using Block = Eigen::Matrix<double, 8, 6>;
using JacobianMap = Eigen::Map<const Eigen::Matrix<double, 3, 6>, 0, Eigen::OuterStride<4>>;

}  // namespace

// True where the bodies of contacts and rows are not those of the last call.
bool BodyNewton::note_pairs(const BodyRows& system) {
  const std::size_t contacts = system.rows.size(), items = contacts + system.bounded.size();
  bool is_new = at(system.bodies()) != pattern_.diagonal.size() || items != pairs_.size();
  pairs_.resize(items);
  const auto or_none = [none = system.bodies()](int body) { return body == none ? -1 : body; };
  const auto note = [&](std::size_t i, const int(&body)[2]) {
    const BodyPattern::Pair pair{or_none(body[0]), or_none(body[1])};
    is_new = is_new || pairs_[i] != pair;
    pairs_[i] = pair;
  };
  for (std::size_t i = 0; i < contacts; ++i) note(i, system.rows[i].body);
  for (std::size_t i = contacts; i < items; ++i) note(i, system.bounded[i - contacts].body);
  return is_new;
}

void BodyNewton::prepare(const BodyRows& system, BodyFactor& factor) {
  if (note_pairs(system)) pattern_.set(system.bodies(), pairs_);
  const std::size_t items = pairs_.size();
  if (factor.lu.analyze(pattern_.row_begin, pattern_.columns) || factor.states.size() != items) factor.is_valid = false;
  factor.row_begin = pattern_.row_begin;
  factor.columns = pattern_.columns;
  factor.states.resize(items);
  states_.resize(items);
  blocks_.resize(BodyLu::block_size * pattern_.columns.size());
  // What is in them is written before it is read, but for the place after the last body, which stays zero.
  if (v_.size() != system.free.size()) {
    for (auto* vector : {&v_, &pushed_, &force_, &step_, &start_, &best_v_}) vector->assign(system.free.size(), 0.0);
  }
  for (auto* vector : {&r_, &u_, &u_pushed_, &centre_, &best_}) vector->resize(system.impulses());
}

// Root mean square of the defect of r_, with pushed_ its velocities; keeps the best point.
double BodyNewton::note_defect(const BodyRows& system) noexcept {
  contact_velocities(system, pushed_.data(), u_pushed_.data());
  const double defect = std::sqrt(squared_defect(system, r_.data(), u_pushed_.data()) / system.items());
  if (defect < best_defect_) {
    best_defect_ = defect;
    std::copy(r_.begin(), r_.end(), best_.begin());
    std::copy(pushed_.begin(), pushed_.end(), best_v_.begin());
  }
  return defect;
}

// At v_: states, r(v), what it pushes bodies to, and the merit Σ gᵀ M g with g = v − v_free − Σ Y r(v).
double BodyNewton::evaluate(const BodyConeProblem& problem, const BodyRows& system, double alpha) noexcept {
  contact_velocities(system, v_.data(), u_.data());
  for (std::size_t i = 0; i < at(system.size()); ++i) {
    const BodyRow& row = system.rows[i];
    const double a = alpha * row.w;
    const double* u = u_.data() + 4 * i;
    const double* centre = centre_.data() + 4 * i;
    double* r = r_.data() + 4 * i;
    const double x = (a * centre[0] - u[0]) / (a + row.epsilon);
    if (!(x > 0.0)) {
      states_[i] = ContactState::off;
      r[0] = r[1] = r[2] = 0.0;
      continue;
    }
    const double y = centre[1] - u[1] / a, z = centre[2] - u[2] / a, length = std::sqrt(y * y + z * z);
    const double radius = row.mu * x;
    const bool sticks = length <= radius;
    states_[i] = sticks ? ContactState::sticking : ContactState::sliding;
    const double share = sticks ? 1.0 : radius / length;
    r[0] = x;
    r[1] = share * y;
    r[2] = share * z;
  }
  const std::size_t contacts = system.rows.size();
  for (std::size_t i = 0; i < system.bounded.size(); ++i) {
    const BoundedRow& row = system.bounded[i];
    const double r = -u_[4 * contacts + i] * row.stiffness;
    const bool is_inside = r > row.low && r < row.high;
    states_[contacts + i] = is_inside ? ContactState::sticking : ContactState::off;
    r_[4 * contacts + i] = is_inside ? r : (r > row.low ? row.high : row.low);
  }
  std::copy(system.free.begin(), system.free.end(), pushed_.begin());
  add_impulses(system, r_.data(), pushed_.data());
  double merit = 0.0;
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    const Eigen::Map<const Vec<6>> v(v_.data() + 8 * b), pushed(pushed_.data() + 8 * b);
    Eigen::Map<Vec<6>> force(force_.data() + 8 * b);
    const Vec<6> g = pushed - v;
    force.head<3>() = problem.bodies[b].mass * g.head<3>();
    force.tail<3>().noalias() = problem.bodies[b].inertia * g.tail<3>();
    merit += g.dot(force);
  }
  return merit;
}

bool BodyNewton::refactor(const BodyConeProblem& problem, const BodyRows& system, BodyFactor& factor,
                          double alpha) noexcept {
  std::fill(blocks_.begin(), blocks_.end(), 0.0);
  const auto block = [this](int k) { return Eigen::Map<Block>(blocks_.data() + BodyLu::block_size * at(k)); };
  for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
    auto own = block(pattern_.diagonal[b]);
    own.diagonal().head<3>().setConstant(problem.bodies[b].mass);
    own.block<3, 3>(3, 3) = problem.bodies[b].inertia;
  }
  bool is_symmetric = true;
  for (std::size_t i = 0; i < at(system.size()); ++i) {
    if (states_[i] == ContactState::off) continue;
    const BodyRow& row = system.rows[i];
    const double a = alpha * row.w, n = 1.0 / (a + row.epsilon);
    Eigen::Matrix3d D = Eigen::Matrix3d::Zero();
    D(0, 0) = n;
    if (states_[i] == ContactState::sticking) {
      D(1, 1) = D(2, 2) = 1.0 / a;
    } else {
      // r_t = μ r_n e along e, which turns with u_t.
      is_symmetric = false;
      const double* u = u_.data() + 4 * i;
      const double* centre = centre_.data() + 4 * i;
      const double y = a * centre[1] - u[1], z = a * centre[2] - u[2], length = std::sqrt(y * y + z * z);
      const double e_1 = y / length, e_2 = z / length, turn = row.mu * r_[4 * i] / length;
      D(1, 0) = row.mu * e_1 * n;
      D(2, 0) = row.mu * e_2 * n;
      D(1, 1) = turn * e_2 * e_2;
      D(1, 2) = D(2, 1) = -turn * e_1 * e_2;
      D(2, 2) = turn * e_1 * e_1;
    }
    const JacobianMap J_1(row.J[0]), J_2(row.J[1]);
    const BodyPattern::Places& place = pattern_.places[i];
    const Eigen::Matrix<double, 3, 6> D_1 = D * J_1, D_2 = D * J_2;
    if (place.first >= 0) block(place.first).topRows<6>().noalias() += J_1.transpose() * D_1;
    if (place.second >= 0) block(place.second).topRows<6>().noalias() += J_2.transpose() * D_2;
    if (place.upper < 0) continue;
    block(place.upper).topRows<6>().noalias() += J_1.transpose() * D_2;
    block(place.lower).topRows<6>().noalias() += J_2.transpose() * D_1;
  }
  add_rows(system, factor.lu, is_symmetric);
  factor.is_valid = factor.lu.factor(pattern_.row_begin, pattern_.columns, blocks_.data(), is_symmetric);
  factor.alpha = alpha;
  std::copy(states_.begin(), states_.end(), factor.states.begin());
  return factor.is_valid;
}

BodyNewton::Outcome BodyNewton::solve_step(const BodyConeProblem& problem, const BodyRows& system, BodyFactor& factor,
                                           double alpha, double target, double goal, int most_steps, long& spent) {
  std::array<double, memory> past{};
  double merit = evaluate(problem, system, alpha);
  bool must_refactor = false;
  for (int step = 0; step < most_newton_steps; ++step) {
    if (!std::isfinite(merit)) return Outcome::failed;
    past[static_cast<std::size_t>(step) % memory] = merit;
    if (most_steps <= step) return Outcome::spent;
    ++spent;
    const bool is_kept = factor.is_valid && !must_refactor && factor.alpha == alpha && factor.states == states_;
    if (!is_kept && !refactor(problem, system, factor, alpha)) return Outcome::failed;
    std::copy(force_.begin(), force_.end(), step_.begin());
    factor.lu.solve(step_.data());
    std::copy(v_.begin(), v_.end(), start_.begin());
    const double bar = *std::max_element(past.begin(), past.end()), before = merit;
    double length = 1.0;
    int halving = 0;
    for (; halving <= most_halvings; ++halving, length *= 0.5) {
      for (std::size_t k = 0; k < v_.size(); ++k) v_[k] = start_[k] + length * step_[k];
      merit = evaluate(problem, system, alpha);
      if (merit <= (1.0 - 1e-4 * length) * bar) break;
    }
    const double defect = note_defect(system);
    if (defect <= goal) return Outcome::reached;
    // Rows have no centre that they are to be compared with below: what no longer falls within the tolerance is rounding.
    if (!system.bounded.empty() && defect <= target && merit > slow_decrease * before) return Outcome::reached;
    must_refactor = is_kept && merit > good_decrease * before;
    // How far (1) is from solved, as a velocity at contacts, against the part that the centre adds.
    double away = 0.0, left = 0.0;
    for (std::size_t i = 0; i < at(system.size()); ++i) {
      const double a = alpha * system.rows[i].w;
      for (std::size_t k = 4 * i; k < 4 * i + 3; ++k) {
        const double to_centre = a * (r_[k] - centre_[k]), open = u_[k] - u_pushed_[k];
        away += to_centre * to_centre;
        left += open * open;
      }
    }
    for (std::size_t k = 4 * system.rows.size(); k < u_.size(); ++k) {
      const double open = u_[k] - u_pushed_[k];
      left += open * open;
    }
    if (left <= accuracy_of_step * accuracy_of_step * away || merit == 0.0) return Outcome::solved;
    if (halving > most_halvings) {
      if (!is_kept) return Outcome::failed;
      std::copy(start_.begin(), start_.end(), v_.begin());
      merit = evaluate(problem, system, alpha);
      must_refactor = true;
    }
  }
  return Outcome::failed;
}

void BodyNewton::run(const BodyConeProblem& problem, const BodyRows& system, BodyFactor& factor, double* r, double* v,
                     double target, double goal, int most_steps, long& spent) {
  std::copy_n(r, centre_.size(), centre_.begin());
  std::copy_n(v, v_.size(), v_.begin());
  std::copy_n(r, r_.size(), r_.begin());
  std::copy(system.free.begin(), system.free.end(), pushed_.begin());
  add_impulses(system, r_.data(), pushed_.data());
  best_defect_ = std::numeric_limits<double>::infinity();
  note_defect(system);
  double alpha = factor.is_valid ? factor.alpha : first_alpha, floor = least_alpha;
  int failures = 0, successes = 0, patience = first_patience;
  const long last = spent + most_steps;
  do {
    const double before = best_defect_;
    const Outcome outcome =
        solve_step(problem, system, factor, alpha, target, goal, static_cast<int>(last - spent), spent);
    if (outcome == Outcome::reached || outcome == Outcome::spent) break;
    if (outcome == Outcome::solved) {
      if (best_defect_ <= target && best_defect_ > 0.5 * before) break;
      std::copy(r_.begin(), r_.end(), centre_.begin());
      std::copy(pushed_.begin(), pushed_.end(), v_.begin());
      if (++successes > patience) floor = least_alpha;
      if (best_defect_ > quick * before) alpha = std::max(alpha / 10.0, floor);
      failures = 0;
      continue;
    }
    if (++failures > most_failures || best_defect_ <= target) break;
    successes = 0;
    floor = std::max(least_alpha, 3.0 * alpha);
    alpha = std::min(5.0 * alpha, most_alpha);
    patience *= 2;
    // From the centre, not from the best point: where friction of redundant contacts has to move to the edge of its cone the defect
    // stays as it is on the way there.
    std::copy(system.free.begin(), system.free.end(), v_.begin());
    add_impulses(system, centre_.data(), v_.data());
  } while (best_defect_ > goal && spent < last);
  std::copy(best_.begin(), best_.end(), r);
  std::copy(best_v_.begin(), best_v_.end(), v);
}

}  // namespace stickslip::solvers::detail
