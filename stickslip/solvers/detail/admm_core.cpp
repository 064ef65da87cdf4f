#include "stickslip/solvers/detail/admm_core.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/solvers/detail/cone_kernels.hpp"

namespace stickslip::solvers::detail {

namespace {

constexpr double first_rho = 0.1, least_rho = 1e-6, most_rho = 1e6;
constexpr double over_relaxation = 1.6;
constexpr int between_looks = 10, most_factorisations = 10;
constexpr double imbalance = 10.0;

// p ← P_K(p)
void project(double* p, double mu) noexcept {
  const double tangential = std::sqrt(p[1] * p[1] + p[2] * p[2]);
  if (tangential <= mu * p[0]) return;
  const double along = p[0] + mu * tangential;
  const double normal = along > 0.0 ? along / (1.0 + mu * mu) : 0.0;
  const double scale = tangential > 0.0 ? mu * normal / tangential : 0.0;
  p[0] = normal;
  p[1] *= scale;
  p[2] *= scale;
}

}  // namespace

void AdmmCore::make_symmetric(const ConeSystem& system) {
  symmetric_ = system;
  for (int i = 0; i < system.n; ++i) {
    for (int k = system.row_begin[static_cast<std::size_t>(i)]; k < system.row_begin[static_cast<std::size_t>(i) + 1];
         ++k) {
      const double* mirror = system.mirror(i, system.columns[static_cast<std::size_t>(k)]);
      double* own = symmetric_.blocks.data() + 12 * static_cast<std::ptrdiff_t>(k);
      for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
          own[4 * b + a] = 0.5 * (own[4 * b + a] + (mirror == nullptr ? 0.0 : mirror[4 * a + b]));
        }
      }
    }
  }
}

bool AdmmCore::factor(double rho) noexcept {
  for (std::size_t i = 0; i < static_cast<std::size_t>(symmetric_.n); ++i) {
    double* shift = shifts_.data() + 12 * i;
    shift[0] = shift[5] = shift[10] = rho * symmetric_.weight[i];
  }
  return lu_.factor(symmetric_, {state_.data(), nullptr, shifts_.data()}, true);
}

double AdmmCore::run(const ConeSystem& system, double* r, double target, Budget& budget, long most_iterations) {
  const auto n = static_cast<std::size_t>(system.n);
  const std::size_t size = 4 * n;
  for (auto* vector : {&x_, &z_, &u_, &best_}) vector->resize(size);
  xi_.assign(size, 0.0);
  correction_.assign(size, 0.0);
  shifts_.assign(12 * n, 0.0);
  state_.assign(n, ContactState::sticking);
  make_symmetric(system);
  const bool is_symmetric = symmetric_.blocks == system.blocks;
  lu_.analyze(symmetric_);
  std::copy_n(r, size, z_.data());
  for (std::size_t i = 0; i < n; ++i) project(z_.data() + 4 * i, system.mu[i]);
  best_.assign(r, r + size);
  double best = std::numeric_limits<double>::infinity();

  // The defect of a point, from W; keeps the best.
  const auto look = [&](const numerics::AlignedVector& point) {
    multiply(system, point.data(), u_.data());
    if (!is_symmetric) {
      multiply(symmetric_, point.data(), correction_.data());
      for (std::size_t k = 0; k < size; ++k) correction_[k] = u_[k] - correction_[k];
    }
    for (std::size_t k = 0; k < size; ++k) u_[k] += system.q[k];
    const double defect = std::sqrt(squared_defect(system, point.data(), u_.data()));
    if (defect < best) {
      best = defect;
      best_ = point;
    }
    return defect;
  };
  double rho = first_rho;
  if (look(best_) > target && look(z_) > target) {
    int factorisations = 1;
    // A velocity that pushes contacts apart is a good first multiplier: u + s = −ρ w ξ.
    for (std::size_t i = 0; i < n; ++i) {
      const double scale = 1.0 / (rho * system.weight[i]);
      const double* u = u_.data() + 4 * i;
      if (z_[4 * i] == 0.0 && u[0] > 0.0) xi_[4 * i] = -u[0] * scale;
    }
    bool is_factored = factor(rho);
    for (long k = 1; is_factored && k <= most_iterations && budget.spend(); ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        const double weight = rho * system.weight[i];
        double* x = x_.data() + 4 * i;
        const double* z = z_.data() + 4 * i;
        const double* xi = xi_.data() + 4 * i;
        for (std::size_t j = 0; j < 4; ++j)
          x[j] = -system.q[4 * i + j] - correction_[4 * i + j] + weight * (z[j] - xi[j]);
        x[0] -= system.mu[i] * weight * std::sqrt(xi[1] * xi[1] + xi[2] * xi[2]);
      }
      lu_.solve(x_.data());
      double primal = 0.0, dual = 0.0;
      for (std::size_t i = 0; i < n; ++i) {
        double* z = z_.data() + 4 * i;
        double* xi = xi_.data() + 4 * i;
        const double* x = x_.data() + 4 * i;
        double moved[4], next[4];
        for (std::size_t j = 0; j < 4; ++j) moved[j] = xi[j] + over_relaxation * x[j] + (1.0 - over_relaxation) * z[j];
        std::copy_n(moved, 4, next);
        project(next, system.mu[i]);
        double apart = 0.0, change = 0.0;
        for (std::size_t j = 0; j < 4; ++j) {
          apart += (x[j] - next[j]) * (x[j] - next[j]);
          change += (z[j] - next[j]) * (z[j] - next[j]);
          xi[j] = moved[j] - next[j];
          z[j] = next[j];
        }
        primal += system.weight[i] * apart;
        dual += system.weight[i] * change;
      }
      if (k % between_looks != 0) continue;
      if (look(z_) <= target || !std::isfinite(primal + dual)) break;
      primal = std::sqrt(primal);
      dual = rho * std::sqrt(dual);
      const bool is_stiff = dual > imbalance * primal, is_soft = primal > imbalance * dual;
      if ((is_stiff || is_soft) && factorisations < most_factorisations && k % (5 * between_looks) == 0) {
        const double next = std::clamp(is_soft ? 5.0 * rho : rho / 5.0, least_rho, most_rho);
        for (double& multiplier : xi_) multiplier *= rho / next;
        rho = next;
        is_factored = factor(rho);
        ++factorisations;
      }
    }
  }
  std::copy_n(best_.data(), size, r);
  return best;
}

}  // namespace stickslip::solvers::detail
