// Patches for the tests of the distributed model, and the same patch cell by cell with the point laws.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/test/raster.hpp"

namespace stickslip::patch::test {

using friction::ElastoPlastic;
using friction::LuGre;

// p = 1 of [Waltersson 2024].
inline LuGre::Parameters lugre_parameters() {
  return {.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3, .gamma = 2.0};
}

inline ElastoPlastic::Parameters with_break_away(const LuGre::Parameters& p, double s_ba = 0.9) {
  return {p.sigma0, p.sigma1, p.sigma2, p.mu_c, p.mu_s, p.v_s, p.gamma, s_ba};
}

// The same cells without their raster: no exponentials are shared then.
inline Cells scattered(Cells cells) {
  cells.column_x.clear();
  cells.row_y.clear();
  cells.column.clear();
  cells.row.clear();
  return cells;
}

inline double speed_limit_of(const Cells& cells, const Twist2& v) {
  double reach = 0.0;
  for (std::size_t i = 0; i < cells.x.size(); ++i) reach = std::max(reach, std::hypot(cells.x[i], cells.y[i]));
  return std::hypot(v(0), v(1)) + std::abs(v(2)) * reach;
}

inline double reach_of(const Cells& cells) {
  return speed_limit_of(cells, Twist2(0.0, 0.0, 1.0));
}

// One point law a cell, as the equations stand.
template <class Law>
class Twin {
 public:
  Twin(const Law& law, Cells cells) : law_(law), cells_(std::move(cells)), bristles_(cells_.x.size()) {}

  std::vector<friction::Bristle<2>>& bristles() { return bristles_; }
  Vec<2> velocity(std::size_t i, const Twist2& v) const {
    return {v(0) - v(2) * cells_.y[i], v(1) + v(2) * cells_.x[i]};
  }

  // force(i, v_i): of cell i on B under its share of the load.
  template <class Force>
  Wrench2 sum(const Twist2& v, Force force) {
    Wrench2 total = Wrench2::Zero();
    for (std::size_t i = 0; i < cells_.x.size(); ++i) {
      const Vec<2> f = force(i, velocity(i, v));
      total += Wrench2(f(0), f(1), cells_.x[i] * f(1) - cells_.y[i] * f(0));
    }
    return total;
  }

  Wrench2 step(const Twist2& v, double fn, double dt) {
    return sum(v,
               [&](std::size_t i, const Vec<2>& vi) { return law_.step(bristles_[i], vi, fn * cells_.weight[i], dt); });
  }
  Wrench2 step_mean(const Twist2& v, double fn, double dt) {
    return sum(v, [&](std::size_t i, const Vec<2>& vi) {
      return law_.step_mean(bristles_[i], vi, fn * cells_.weight[i], dt);
    });
  }
  Wrench2 step_euler(const Twist2& v, double fn, double dt) {
    return sum(v, [&](std::size_t i, const Vec<2>& vi) {
      return law_.step_euler(bristles_[i], vi, fn * cells_.weight[i], dt);
    });
  }

 private:
  Law law_;
  Cells cells_;
  std::vector<friction::Bristle<2>> bristles_;
};

// Bristles bent at random by up to `most` [m] in both: those of a patch's state and, if given, of a twin.
inline void bend(DistributedPatch::State& state, std::size_t cells, double most, unsigned seed,
                 std::vector<friction::Bristle<2>>* twin = nullptr) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> angle(0.0, 6.283185307179586), share(0.0, 1.0);
  const std::span<double> z = state.values();
  for (std::size_t i = 0; i < cells; ++i) {
    const double length = most * share(random), direction = angle(random);
    z[i] = length * std::cos(direction);
    z[z.size() / 2 + i] = length * std::sin(direction);
    if (twin != nullptr) (*twin)[i].z = Vec<2>(z[i], z[z.size() / 2 + i]);
  }
}

}  // namespace stickslip::patch::test
