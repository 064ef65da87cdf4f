// The vector code against the functions and the point laws that it stands for.
#include "stickslip/patch/detail/distributed_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "stickslip/patch/test/distributed_subjects.hpp"

namespace stickslip::patch::test::distributed_kernels_test {
namespace {

struct Curve {
  const char* name;
  double mu_s, gamma;
};
constexpr Curve curves[] = {
    {"gaussian", 1.2, 2.0}, {"exponential", 1.3, 1.0}, {"general", 1.1, 0.7}, {"flat", 1.0, 2.0}};

struct Case {
  Twist2 v;
  double dt, bend;  // bend: in units of μC/σ0
};
const Case cases[] = {
    {{0.0, 0.0, 0.0}, 1e-3, 1.1},     {{2e-6, -1e-6, 1e-4}, 1e-2, 0.5},  {{3e-4, 1e-4, 0.05}, 1e-4, 1.0},
    {{3e-4, 1e-4, 0.05}, 2e-3, 1.3},  {{-1e-3, 2e-4, -0.1}, 1e-3, 1.05}, {{0.1, -0.05, 1.59}, 1e-4, 1.0},
    {{0.1, -0.05, 1.59}, 1e-3, 0.97}, {{0.0, 0.0, 2.0}, 1e-5, 0.95},     {{4.0, 3.0, -200.0}, 1e-7, 1.2},
    {{1e-9, 0.0, 0.0}, 1e-9, 1.0},    {{1e-3, 0.0, 0.3}, 1e7, 1.0},      {{1e-30, 1e-31, 1e-28}, 1e3, 1.0}};

// All ways to step.
template <class Law>
void compare(const Law& law, const Cells& cells, const std::string& name) {
  const double sigma0 = law.parameters().sigma0, sigma1 = law.parameters().sigma1, mu_s = law.parameters().mu_s;
  const DistributedPatch patch(law, cells);
  const double fn = 3.0, z_unit = law.parameters().mu_c / sigma0, reach = reach_of(cells);
  unsigned seed = 1;
  for (const Case& c : cases) {
    for (const int way : {0, 1, 2}) {
      Twin<Law> twin(law, cells);
      DistributedPatch::State state = patch.state();
      bend(state, cells.x.size(), c.bend * z_unit, ++seed, &twin.bristles());
      const std::string where = name + ", case " + std::to_string(&c - cases) + ", way " + std::to_string(way);
      for (int k = 0; k < 3; ++k) {
        const Twist2 v = (1.0 - 0.7 * k) * c.v;                                    // slows down and turns back
        if (way == 2 && c.dt * speed_limit_of(cells, v) > 0.5 * z_unit) continue;  // Euler is not stable there
        const Wrench2 w = way == 0   ? patch.step(state, v, fn, c.dt)
                          : way == 1 ? patch.step_mean(state, v, fn, c.dt)
                                     : patch.step_euler(state, v, fn, c.dt);
        const Wrench2 expected = way == 0   ? twin.step(v, fn, c.dt)
                                 : way == 1 ? twin.step_mean(v, fn, c.dt)
                                            : twin.step_euler(v, fn, c.dt);
        const double scale = fn * (1.4 * mu_s + 2.0 * sigma1 * speed_limit_of(cells, v));
        const Wrench2 difference = w - expected;
        EXPECT_LE(norm(Vec<2>(difference.head<2>())), 1e-13 * scale) << where;
        EXPECT_LE(std::abs(difference(2)), 1e-13 * scale * reach) << where;
      }
      const std::span<const double> z = std::as_const(state).values();
      double apart = 0.0;
      for (std::size_t i = 0; i < cells.x.size(); ++i) {
        apart = std::max(apart, norm(Vec<2>(Vec<2>(z[i], z[z.size() / 2 + i]) - twin.bristles()[i].z)));
      }
      EXPECT_LE(apart, 1e-13 * 1.5 * z_unit) << where;
    }
  }
}

TEST(DistributedKernels, AgreeWithThePointLawsCellByCell) {
  const Cells full = square(14),
              disc = raster(13, [](int column, int row) {
                return std::hypot(column - 6, row - 6) <= 6.0 ? 1.0 + 0.1 * column + 0.05 * row : 0.0;
              });
  const Cells few = raster(3, [](int column, int row) { return column == row ? 1.0 : 0.0; });
  for (const Curve& curve : curves) {
    LuGre::Parameters p = lugre_parameters();
    p.mu_s = curve.mu_s;
    p.gamma = curve.gamma;
    for (const Cells& cells : {full, scattered(disc), disc, few}) {
      const std::string name = std::string(curve.name) + ", " + std::to_string(cells.x.size()) + " cells";
      compare(LuGre(p), cells, "LuGre, " + name);
      for (const double s_ba : {0.9, 0.2}) compare(ElastoPlastic(with_break_away(p, s_ba)), cells, "EP, " + name);
    }
  }
}

// Where squares of deflections would underflow without the units of the loops.
TEST(DistributedKernels, BearTinyAndHugeParameters) {
  for (const double sigma0 : {1e-60, 1e60, 1e140}) {
    LuGre::Parameters p{.sigma0 = sigma0, .sigma1 = 0.0, .sigma2 = 0.0, .mu_c = 0.5, .mu_s = 0.6, .v_s = 1e-3};
    const double dt = 0.3 / sigma0 / 2e-3;
    const Cells cells = square(5);
    const auto check = [&](const auto& law) {
      const DistributedPatch patch(law, cells);
      Twin twin(law, cells);
      DistributedPatch::State state = patch.state();
      for (int k = 0; k < 6; ++k) {
        const Twist2 v(2e-3, 1e-3, 0.1);
        const Wrench2 w = patch.step(state, v, 1.0, dt), expected = twin.step(v, 1.0, dt);
        EXPECT_LE(norm(Wrench2(w - expected)), 1e-13) << sigma0;
        EXPECT_GT(norm(expected), 0.1);
      }
    };
    check(LuGre(p));
    check(ElastoPlastic(with_break_away(p)));
  }
}

// Shared exponentials or one per cell: the same curve.
TEST(DistributedKernels, GiveTheSameOnARasterAndOffIt) {
  const ElastoPlastic law(with_break_away(lugre_parameters()));
  const DistributedPatch on(law, square()), off(law, scattered(square()));
  DistributedPatch::State a = on.state(), b = off.state();
  for (int k = 0; k < 50; ++k) {
    const Twist2 v(1e-3 * std::sin(0.3 * k), 5e-4 * std::cos(0.2 * k), 0.1 * std::sin(0.17 * k));
    const Wrench2 w = on.step(a, v, 1.0, 1e-4), other = off.step(b, v, 1.0, 1e-4);
    EXPECT_LE(norm(Wrench2(w - other)), 1e-14);
  }
}

}  // namespace
}  // namespace stickslip::patch::test::distributed_kernels_test
