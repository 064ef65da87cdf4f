#include "stickslip/formulation/detail/loads.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/core/at.hpp"

namespace stickslip::formulation::detail {

void Loads::solve_without_friction(const System& system, const DenseStep& step) {
  const auto n = static_cast<Eigen::Index>(system.contacts.size());
  problem_.M = step.A.topLeftCorner(n, n);
  problem_.q = step.a.head(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    problem_.M(i, i) += system.contacts[at(i)].epsilon_n;
    problem_.q[i] += system.contacts[at(i)].d_n;
  }
  impulse_.setZero(n);
  // An estimate: the best point will do, whatever the report says of it.
  static_cast<void>(workspace_.solve(problem_, {impulse_.data(), at(n)}));
}

void Loads::fill(System& system, const DenseStep& step) {
  const auto is_unknown = [](const SystemContact& contact) { return std::isnan(contact.load); };
  if (std::none_of(system.contacts.begin(), system.contacts.end(), is_unknown)) return;
  solve_without_friction(system, step);
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    if (is_unknown(system.contacts[i])) {
      system.contacts[i].load = std::max(0.0, impulse_[static_cast<Eigen::Index>(i)]);
    }
  }
}

void Loads::set_means(const System& system) {
  mean_.assign(system.manifolds.size(), 0.0);
  for (std::size_t i = 0; i < load_.size(); ++i) {
    const int manifold = system.contacts[i].manifold;
    mean_[at(manifold)] += load_[i] / system.manifolds[at(manifold)].size;
  }
}

void Loads::prepare(const System& system, const DenseStep& step) {
  load_.clear();
  for (const SystemContact& contact : system.contacts) load_.push_back(contact.load);
  set_means(system);
  const auto is_missing = [this](const SystemContact& contact) { return !(mean_[at(contact.manifold)] > 0.0); };
  if (std::none_of(system.contacts.begin(), system.contacts.end(),
                   [&](const SystemContact& contact) { return contact.slides && is_missing(contact); })) {
    return;
  }
  solve_without_friction(system, step);
  const auto substitute = [&](auto is_wanted) {
    for (std::size_t i = 0; i < load_.size(); ++i) {
      if (is_wanted(i)) load_[i] = std::max(0.0, impulse_[static_cast<Eigen::Index>(i)]);
    }
    set_means(system);
  };
  substitute([&](std::size_t i) { return std::isnan(load_[i]); });
  substitute([&](std::size_t i) { return is_missing(system.contacts[i]); });
}

double Loads::lateral_epsilon(const System& system, std::size_t i) const noexcept {
  const SystemContact& contact = system.contacts[i];
  const double load = std::max(load_[i], smallest_load_share * mean_[at(contact.manifold)]);
  const double epsilon = contact.speed / (contact.mu * load);
  return std::isfinite(epsilon) ? epsilon : 0.0;
}

}  // namespace stickslip::formulation::detail
