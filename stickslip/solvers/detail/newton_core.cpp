#include "stickslip/solvers/detail/newton_core.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "stickslip/solvers/detail/cone_kernels.hpp"

namespace stickslip::solvers::detail {

namespace {

constexpr double first_alpha = 1e-3, least_alpha = 1e-10, most_alpha = 10.0;
constexpr int sweeps_after_failure = 20;
constexpr int most_failures = 12;
constexpr int most_newton_steps = 30, most_halvings = 12;
constexpr std::size_t memory = 4;         // steps that the line search looks back
constexpr double accuracy_of_step = 0.1;  // of (2), against the distance from the centre

}  // namespace

void NewtonCore::prepare(const ConeSystem& system) {
  const std::size_t size = 4 * static_cast<std::size_t>(system.n);
  for (auto* vector : {&r_, &wr_, &d_, &wd_, &centre_, &q_, &u_, &best_}) vector->resize(size);
  rows_H_.resize(3 * size);
  rows_G_.resize(3 * size);
  state_.resize(static_cast<std::size_t>(system.n));
  lu_.analyze(system);
  is_W_symmetric_ = system.is_symmetric();
}

// Of r_ for the problem itself, from W r; keeps the best point.
double NewtonCore::note_defect(const ConeSystem& system) noexcept {
  for (std::size_t k = 0; k < r_.size(); ++k) u_[k] = wr_[k] + system.q[k];
  const double defect = std::sqrt(squared_defect(system, r_.data(), u_.data()));
  if (defect < best_defect_) {
    best_defect_ = defect;
    best_ = r_;
  }
  return defect;
}

// Σ w ‖F‖² of (2) at r + step d. u_ is what is left: W r + α w r + q − α w r_old there.
double NewtonCore::merit_at(const ConeSystem& system, double alpha, double step) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(system.n); ++i) {
    const double w = system.weight[i], rho = 1.0 / w, mu = system.mu[i];
    double r[3], u[3];
    for (std::size_t k = 0; k < 3; ++k) {
      r[k] = r_[4 * i + k] + step * d_[4 * i + k];
      u[k] = wr_[4 * i + k] + step * wd_[4 * i + k] + alpha * w * r[k] + q_[4 * i + k];
    }
    const double x = std::max(0.0, r[0] - rho * u[0]), radius = mu * x;
    const double y = r[1] - rho * u[1], z = r[2] - rho * u[2], length = std::sqrt(y * y + z * z);
    const double scale = length > radius ? radius / length : 1.0;
    const double f_0 = r[0] - x, f_1 = r[1] - scale * y, f_2 = r[2] - scale * z;
    sum += w * (f_0 * f_0 + f_1 * f_1 + f_2 * f_2);
  }
  return sum;
}

// The state of contact i, its rows of J, and −F in d_. Rows of u are those of (2) times w.
void NewtonCore::linearize(const ConeSystem& system, std::size_t i, double alpha) noexcept {
  const double w = system.weight[i], rho = 1.0 / w, mu = system.mu[i];
  const double* r = r_.data() + 4 * i;
  double u[3];
  for (std::size_t k = 0; k < 3; ++k) u[k] = wr_[4 * i + k] + alpha * w * r[k] + q_[4 * i + k];
  double* d = d_.data() + 4 * i;
  double* G = rows_G_.data() + 12 * i;
  double* H = rows_H_.data() + 12 * i;
  const double x = r[0] - rho * u[0];
  d[3] = 0.0;
  if (x <= 0.0) {
    state_[i] = ContactState::off;
    for (std::size_t k = 0; k < 3; ++k) d[k] = -r[k];
    return;
  }
  std::fill_n(G, 12, 0.0);
  const double y = r[1] - rho * u[1], z = r[2] - rho * u[2], length = std::sqrt(y * y + z * z), radius = mu * x;
  const double shift = alpha * w;
  if (length <= radius) {
    state_[i] = ContactState::sticking;
    G[0] = G[5] = G[10] = shift;
    for (std::size_t k = 0; k < 3; ++k) d[k] = -u[k];
    return;
  }
  // Sliding: w F_t = w (r_t − μ x e), e = (y, z)/length; its derivative by (r, u), du = W dr + α w dr.
  state_[i] = ContactState::sliding;
  const double e_1 = y / length, e_2 = z / length, turn = radius / length;
  const double t_11 = turn * e_2 * e_2, t_12 = -turn * e_1 * e_2, t_22 = turn * e_1 * e_1;  // turn (1 − e eᵀ)
  const double h[12] = {1.0, mu * e_1, mu * e_2, 0.0, 0.0, t_11, t_12, 0.0, 0.0, t_12, t_22, 0.0};
  std::copy_n(h, 12, H);
  G[0] = shift;
  G[1] = -w * mu * e_1 + shift * mu * e_1;
  G[2] = -w * mu * e_2 + shift * mu * e_2;
  G[5] = w * (1.0 - t_11) + shift * t_11;
  G[6] = (shift - w) * t_12;
  G[9] = G[6];
  G[10] = w * (1.0 - t_22) + shift * t_22;
  d[0] = -u[0];
  d[1] = -w * (r[1] - radius * e_1);
  d[2] = -w * (r[2] - radius * e_2);
}

// d_ and W d. Contacts that are off go to zero, which the others feel.
bool NewtonCore::find_direction(const ConeSystem& system, double alpha) noexcept {
  const auto n = static_cast<std::size_t>(system.n);
  bool is_symmetric = true, is_any_off = false;
  for (std::size_t i = 0; i < n; ++i) {
    linearize(system, i, alpha);
    is_symmetric = is_symmetric && state_[i] != ContactState::sliding;
    if (state_[i] == ContactState::off)
      is_any_off = is_any_off || d_[4 * i] != 0.0 || d_[4 * i + 1] != 0.0 || d_[4 * i + 2] != 0.0;
  }
  if (is_any_off) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) u_[k] = state_[i] == ContactState::off ? d_[k] : 0.0;
    }
    multiply(system, u_.data(), wd_.data());
    for (std::size_t i = 0; i < n; ++i) {
      double* d = d_.data() + 4 * i;
      const double* v = wd_.data() + 4 * i;
      const double* H = rows_H_.data() + 12 * i;
      if (state_[i] == ContactState::sticking) {
        for (std::size_t k = 0; k < 3; ++k) d[k] -= v[k];
      } else if (state_[i] == ContactState::sliding) {
        for (std::size_t k = 0; k < 3; ++k) d[k] -= H[k] * v[0] + H[4 + k] * v[1] + H[8 + k] * v[2];
      }
    }
  }
  // W itself may be slightly nonsymmetric: half of it is a good enough matrix for Newton's method only if it is not.
  if (!lu_.factor(system, {state_.data(), rows_H_.data(), rows_G_.data()}, is_symmetric && is_W_symmetric_))
    return false;
  lu_.solve(d_.data());
  multiply(system, d_.data(), wd_.data());
  return true;
}

NewtonCore::Outcome NewtonCore::solve_step(const ConeSystem& system, double alpha, double target, Budget& budget) {
  const auto n = static_cast<std::size_t>(system.n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) q_[k] = system.q[k] - alpha * system.weight[i] * centre_[k];
  }
  std::array<double, memory> past{};
  past.fill(0.0);
  std::fill(d_.begin(), d_.end(), 0.0);
  double merit = merit_at(system, alpha, 0.0);
  const double first = merit;
  for (int step = 0; step < most_newton_steps; ++step) {
    if (!std::isfinite(merit)) return Outcome::failed;
    past[static_cast<std::size_t>(step) % memory] = merit;
    if (!budget.spend()) return Outcome::spent;
    if (!find_direction(system, alpha)) return Outcome::failed;
    const double bar = *std::max_element(past.begin(), past.end());
    double length = 1.0;
    int halving = 0;
    for (; halving <= most_halvings; ++halving, length *= 0.5) {
      merit = merit_at(system, alpha, length);
      if (merit <= (1.0 - 1e-4 * length) * bar) break;
    }
    if (halving > most_halvings) return Outcome::failed;
    double distance = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) {
        r_[k] += length * d_[k];
        wr_[k] += length * wd_[k];
        const double away = r_[k] - centre_[k];
        distance += system.weight[i] * away * away;
      }
    }
    if (note_defect(system) <= target) return Outcome::reached;
    const double accuracy = accuracy_of_step * alpha;
    if (merit <= accuracy * accuracy * distance) return Outcome::solved;
    if (merit <= 1e-28 * first) return Outcome::solved;
  }
  return Outcome::failed;
}

// Sweeps on (1), from r_. True where the target is reached or the budget is spent.
bool NewtonCore::sweep_some(const ConeSystem& system, double alpha, int count, double target, Budget& budget) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(system.n); ++i) {
    for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) q_[k] = system.q[k] - alpha * system.weight[i] * centre_[k];
  }
  sweeps_.prepare(system, alpha);
  bool is_spent = false;
  for (int k = 0; k < count && !is_spent; ++k) {
    is_spent = !budget.spend();
    if (!is_spent) sweeps_.advance(system, q_.data(), r_.data());
  }
  multiply(system, r_.data(), wr_.data());
  return note_defect(system) <= target || is_spent;
}

double NewtonCore::run(const ConeSystem& system, double* r, double target, Budget& budget, int first_sweeps,
                       long most_iterations) {
  const long last = budget.spent() + most_iterations;
  std::copy_n(r, r_.size(), r_.data());
  best_defect_ = std::numeric_limits<double>::infinity();
  best_ = r_;
  centre_ = r_;
  multiply(system, r_.data(), wr_.data());
  double alpha = first_alpha;
  bool is_over = note_defect(system) <= target || sweep_some(system, 0.0, first_sweeps, target, budget);
  int failures = 0;
  while (!is_over && budget.spent() < last) {
    centre_ = r_;
    const Outcome outcome = solve_step(system, alpha, target, budget);
    switch (outcome) {
      case Outcome::solved:
        alpha = std::max(alpha / 10.0, least_alpha);
        failures = 0;
        break;
      case Outcome::failed:
        alpha = std::min(5.0 * alpha, most_alpha);
        r_ = centre_;
        is_over = ++failures > most_failures || sweep_some(system, alpha, sweeps_after_failure, target, budget);
        break;
      default:
        is_over = true;
    }
  }
  std::copy_n(best_.data(), best_.size(), r);
  return best_defect_;
}

}  // namespace stickslip::solvers::detail
