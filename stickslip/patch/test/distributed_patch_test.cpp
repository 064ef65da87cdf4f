#include "stickslip/patch/distributed_patch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/test/distributed_subjects.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::patch::test::distributed_patch_test {
namespace {

using State = DistributedPatch::State;

constexpr double not_finite[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                                 -std::numeric_limits<double>::infinity()};

LuGre lugre() {
  return LuGre(lugre_parameters());
}
ElastoPlastic elasto_plastic() {
  return ElastoPlastic(with_break_away(lugre_parameters()));
}

Cells disc(int n = 13) {
  const double c = 0.5 * (n - 1);
  return raster(n, [c](int column, int row) { return std::hypot(column - c, row - c) <= c ? 1.0 : 0.0; });
}

Cells wedge() {
  return raster(9, [](int column, int row) { return column + 2 * row < 20 ? 1.0 + column : 0.0; });
}

double g(double speed) {
  const LuGre::Parameters p = lugre_parameters();
  return p.mu_c + (p.mu_s - p.mu_c) * std::exp(-std::pow(speed / p.v_s, 2));
}

double largest_difference(const State& a, const State& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.values().size(); ++i) {
    largest = std::max(largest, std::abs(a.values()[i] - b.values()[i]));
  }
  return largest;
}

TEST(DistributedPatch, SlidesWithTheSteadyWrenchOfItsCells) {
  for (const BristleLaw& law : {BristleLaw(lugre()), BristleLaw(elasto_plastic())}) {
    const Cells cells = wedge();
    const DistributedPatch patch(law, cells);
    for (const Twist2& v : {Twist2(0.01, 0.004, 0.7), Twist2(0.0, -2e-3, 0.0), Twist2(1e-3, 0.0, -0.4)}) {
      State state = patch.state();
      Wrench2 w = Wrench2::Zero();
      for (int k = 0; k < 4000; ++k) w = patch.step(state, v, 2.5, 1e-3);
      Wrench2 expected = Wrench2::Zero();
      for (std::size_t i = 0; i < cells.x.size(); ++i) {
        const Vec<2> vi(v(0) - v(2) * cells.y[i], v(1) + v(2) * cells.x[i]);
        const double speed = vi.norm();
        const Vec<2> f = -2.5 * cells.weight[i] * (g(speed) / speed + 0.2) * vi;
        expected += Wrench2(f(0), f(1), cells.x[i] * f(1) - cells.y[i] * f(0));
      }
      EXPECT_NEAR(norm(Vec<2>((w - expected).head<2>())), 0.0, 1e-12 * 2.5);
      EXPECT_NEAR(w(2), expected(2), 1e-12 * 2.5 * 0.01);
      EXPECT_LT(w.dot(v), 0.0);
    }
  }
}

TEST(DistributedPatch, OfOneCellIsThePointLaw) {
  Cells one;
  one.x = one.y = {0.0};
  one.weight = {1.0};
  one.cop = {1.0, 2.0};
  const ElastoPlastic law = elasto_plastic();
  const DistributedPatch patch(law, one);
  EXPECT_EQ(patch.cop(), Vec<2>(1.0, 2.0));
  State state = patch.state();
  friction::Bristle<2> bristle;
  for (int k = 0; k < 400; ++k) {
    const Vec<2> v = 2e-3 * Vec<2>(std::sin(0.05 * k), std::cos(0.031 * k));
    const Wrench2 w = patch.step(state, Twist2(v(0), v(1), 17.0), 3.0, 1e-4);
    const Vec<2> f = law.step(bristle, v, 3.0, 1e-4);
    ASSERT_LE(norm(Vec<2>(w.head<2>() - f)), 1e-12 * 3.0 * 3.0);
    EXPECT_EQ(w(2), 0.0);
  }
}

// Turned by a right angle, a contact answers the turned twist with the turned wrench.
TEST(DistributedPatch, TurnsWithItsRaster) {
  for (const BristleLaw& law : {BristleLaw(lugre()), BristleLaw(elasto_plastic())}) {
    const Cells cells = wedge();
    Cells turned = scattered(cells);
    for (std::size_t i = 0; i < cells.x.size(); ++i) {
      turned.x[i] = -cells.y[i];
      turned.y[i] = cells.x[i];
    }
    const DistributedPatch patch(law, cells), other(law, turned);
    State a = patch.state(), b = other.state();
    for (int k = 0; k < 200; ++k) {
      const Twist2 v(2e-3 * std::sin(0.1 * k), 1e-3 * std::cos(0.07 * k), 0.2 * std::sin(0.05 * k));
      const Wrench2 w = patch.step(a, v, 1.0, 1e-4), t = other.step(b, Twist2(-v(1), v(0), v(2)), 1.0, 1e-4);
      EXPECT_LE(norm(Wrench2(t - Wrench2(-w(1), w(0), w(2)))), 1e-12);
    }
  }
}

TEST(DistributedPatch, IsOddInTheMotion) {
  for (const BristleLaw& law : {BristleLaw(lugre()), BristleLaw(elasto_plastic())}) {
    const DistributedPatch patch(law, wedge());
    State a = patch.state(), b = patch.state();
    for (int k = 0; k < 100; ++k) {
      const Twist2 v(2e-3 * std::sin(0.1 * k), 1e-3 * std::cos(0.07 * k), 0.2 * std::sin(0.05 * k));
      const Wrench2 w = patch.step(a, v, 1.0, 1e-4), opposite = patch.step(b, -v, 1.0, 1e-4);
      EXPECT_EQ(w, -opposite);
    }
  }
}

// LuGre at constant twist is solved exactly, whatever the step.
TEST(DistributedPatch, TakesManyStepsLikeOne) {
  const DistributedPatch patch(lugre(), disc());
  const Twist2 v(4e-4, -2e-4, 0.06);
  State whole = patch.state(), parts = patch.state();
  bend(whole, patch.cells().x.size(), 1e-6, 7);
  parts = whole;
  const Wrench2 w = patch.step(whole, v, 2.0, 3e-3);
  Wrench2 last = Wrench2::Zero();
  for (int k = 0; k < 300; ++k) last = patch.step(parts, v, 2.0, 1e-5);
  EXPECT_LE(norm(Wrench2(w - last)), 1e-12 * 2.0);
  EXPECT_LE(largest_difference(whole, parts), 1e-12 * 1.2e-6);
}

// Its error falls by four when the step is halved.
TEST(DistributedPatch, ElastoPlasticIsOfOrderTwo) {
  const DistributedPatch patch(elasto_plastic(), disc(9));
  const auto end = [&](int parts) {
    State state = patch.state();
    for (int k = 0; k < parts; ++k) patch.step(state, Twist2(3e-4, 1e-4, 0.05), 1.0, 4.5e-3 / parts);
    return state;
  };
  const State exact = end(20000);
  const double coarse = largest_difference(end(400), exact), fine = largest_difference(end(800), exact);
  EXPECT_LT(coarse, 1e-3 * 1.2e-6);
  EXPECT_NEAR(coarse / fine, 4.0, 0.6);
}

// The mean over a long step is that of many short ones.
TEST(DistributedPatch, MeanWrenchIsTheImpulseOverTheStep) {
  for (const BristleLaw& law : {BristleLaw(lugre()), BristleLaw(elasto_plastic())}) {
    const DistributedPatch patch(law, disc());
    const Twist2 v(3e-4, 2e-4, 0.04);
    State whole = patch.state(), parts = patch.state();
    const double dt = law.has_springs() ? 2e-5 : 5e-3;  // where freezing β is accurate
    for (int k = 0; k < 40; ++k) {
      const Wrench2 mean = patch.step_mean(whole, v, 1.0, dt);
      Wrench2 sum = Wrench2::Zero();
      const int n = 20;
      for (int j = 0; j < n; ++j) {
        State rate = patch.state(), middle = parts;
        patch.rate(parts, v, rate);
        const Wrench2 at_start = patch.wrench(parts, rate, v, 1.0);
        patch.step(middle, v, 1.0, 0.5 * dt / n);
        patch.rate(middle, v, rate);
        const Wrench2 halfway = patch.wrench(middle, rate, v, 1.0), at_end = patch.step(parts, v, 1.0, dt / n);
        sum += (at_start + 4.0 * halfway + at_end) / 6.0;  // Simpson
      }
      EXPECT_LE(norm(Wrench2(mean - sum / n)), law.has_springs() ? 2e-5 : 1e-6) << k;
    }
  }
}

TEST(DistributedPatch, IsStableForAnyStep) {
  for (const BristleLaw& law : {BristleLaw(lugre()), BristleLaw(elasto_plastic())}) {
    const DistributedPatch patch(law, square(7));
    for (const double dt : {0.0, 1e-12, 1e-3, 1.0, 1e6, 1e300}) {
      for (const double scale : {1e-200, 1e-9, 1e-3, 1.0, 1e5, fastest / 50.0}) {
        State state = patch.state();
        bend(state, patch.cells().x.size(), 1.1e-6, 3);
        for (int k = 0; k < 5; ++k) {
          const Twist2 v = scale * Twist2(1.0, 0.3, k % 2 == 0 ? 50.0 : -40.0);
          EXPECT_TRUE(patch.step(state, v, 1.0, dt).allFinite()) << dt << " " << scale;
          EXPECT_TRUE(patch.step_mean(state, v, 1.0, dt).allFinite()) << dt << " " << scale;
          for (const double z : state.values()) ASSERT_LE(std::abs(z), 1.2e-6 * (1.0 + 1e-12));
        }
      }
    }
  }
}

// A load that swings below break-away, by any amount, leaves springs where they were.
TEST(DistributedPatch, ElastoPlasticDoesNotDrift) {
  const DistributedPatch patch(elasto_plastic(), disc());
  State state = patch.state();
  double path = 0.0;
  for (int k = 0; k < 2000; ++k) {
    const double speed = 1e-4 * std::cos(2.0 * std::numbers::pi * k / 200.0);
    path += 1e-5 * speed;
    patch.step(state, Twist2(speed, 0.0, 0.0), 1.0, 1e-5);
  }
  for (std::size_t i = 0; i < patch.cells().x.size(); ++i) EXPECT_NEAR(state.values()[i], path, 1e-20);
}

TEST(DistributedPatch, RateAndWrenchMakeUpTheEulerStep) {
  for (const BristleLaw& law : {BristleLaw(lugre()), BristleLaw(elasto_plastic())}) {
    const DistributedPatch patch(law, disc());
    State state = patch.state(), rate = patch.state();
    bend(state, patch.cells().x.size(), 1.1e-6, 5);
    const Twist2 v(2e-3, 1e-3, 0.3);
    State advanced = state;
    patch.rate(state, v, rate);
    const Wrench2 expected = patch.wrench(state, rate, v, 4.0), w = patch.step_euler(advanced, v, 4.0, 1e-6);
    EXPECT_LE(norm(Wrench2(w - expected)), 1e-13 * 4.0 * 5.0);
    for (std::size_t i = 0; i < state.values().size(); ++i) {
      EXPECT_NEAR(advanced.values()[i], state.values()[i] + 1e-6 * rate.values()[i], 1e-21);
    }
  }
}

TEST(DistributedPatch, StoresEnergyLikeSprings) {
  const Cells cells = wedge();
  const DistributedPatch patch(lugre(), cells);
  State state = patch.state();
  double expected = 0.0;
  for (std::size_t i = 0; i < cells.x.size(); ++i) {
    const double zx = 1e-8 * static_cast<double>(i), zy = -2e-8;
    state.values()[i] = zx;
    state.values()[state.values().size() / 2 + i] = zy;
    expected += 0.5 * 1e6 * cells.weight[i] * 3.0 * (zx * zx + zy * zy);
  }
  EXPECT_NEAR(patch.stored_energy(state, 3.0) / expected, 1.0, 1e-14);
}

// In a spin about the CoP the torque is the springs' until they yield: σ0 Σ p ρ² θ.
TEST(DistributedPatch, IsATorsionSpringForSmallTurns) {
  const Cells cells = disc();
  double u = 0.0;
  for (std::size_t i = 0; i < cells.x.size(); ++i) {
    u += cells.weight[i] * (cells.x[i] * cells.x[i] + cells.y[i] * cells.y[i]);
  }
  const DistributedPatch patch(elasto_plastic(), cells);
  State state = patch.state();
  const double spin = 1e-3, dt = 1e-3;
  Wrench2 w = Wrench2::Zero();
  for (int k = 0; k < 10; ++k) w = patch.step(state, Twist2(0.0, 0.0, spin), 2.0, dt);
  const double expected = -2.0 * u * (1e6 * 10 * dt * spin + (800.0 + 0.2) * spin);
  EXPECT_NEAR(w(2) / expected, 1.0, 1e-12);
  EXPECT_NEAR(norm(Vec<2>(w.head<2>())), 0.0, 1e-15);
}

TEST(DistributedPatch, RefusesBadInputAndKeepsTheState) {
  for (const BristleLaw& law : {BristleLaw(lugre()), BristleLaw(elasto_plastic())}) {
    const DistributedPatch patch(law, square(5));
    State state = patch.state();
    bend(state, 25, 1e-6, 9);
    const State before = state;
    const auto refused = [&](const Twist2& v, double fn, double dt) {
      const bool all = patch.step(state, v, fn, dt).array().isNaN().all() &&
                       patch.step_mean(state, v, fn, dt).array().isNaN().all() &&
                       patch.step_euler(state, v, fn, dt).array().isNaN().all();
      const Response r = patch.implicit_step(before, v, fn, dt, state);
      return all && r.wrench.array().isNaN().all() && r.jacobian.array().isNaN().all() && state == before;
    };
    const Twist2 v(1e-3, 0.0, 0.1);
    for (const double bad : not_finite) {
      for (int entry = 0; entry < 3; ++entry) {
        Twist2 u = v;
        u(entry) = bad;
        EXPECT_TRUE(refused(u, 1.0, 1e-3)) << bad << " " << entry;
        State rate = patch.state();
        patch.rate(state, u, rate);
        for (const double z : rate.values()) EXPECT_TRUE(std::isnan(z));
        EXPECT_TRUE(patch.wrench(state, rate, u, 1.0).array().isNaN().all());
      }
      EXPECT_TRUE(refused(v, bad, 1e-3)) << bad;
      EXPECT_TRUE(refused(v, 1.0, bad)) << bad;
    }
    EXPECT_TRUE(refused(v, -1e-300, 1e-3));
    EXPECT_TRUE(refused(v, 1.0, -1e-300));
    EXPECT_FALSE(refused(v, 0.0, 0.0));
    EXPECT_EQ(state, before);  // dt = 0
    // One cell at the CoP never learns of the spin, but an infinite one is refused all the same.
    Cells one;
    one.x = one.y = {0.0};
    one.weight = {1.0};
    one.cop = Vec<2>::Zero();
    const DistributedPatch point(law, one);
    State z = point.state();
    EXPECT_TRUE(point.step(z, Twist2(0.0, 0.0, not_finite[1]), 1.0, 1e-3).array().isNaN().all());
  }
}

// What fills the last vector is no part of a state: stored and restored cell by cell, a motion goes on to the same bits.
// Random motions about break-away, where one chunk is stepped as springs and the next is not.
TEST(DistributedPatch, GoesOnFromItsCellsBitForBit) {
  std::mt19937 generator(11);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  const auto power = [&](double from, double to) { return std::pow(10.0, from + (to - from) * uniform(generator)); };
  for (int k = 0; k < 3000; ++k) {
    LuGre::Parameters p = lugre_parameters();
    p.mu_s = p.mu_c * (k % 3 == 0 ? 1.0 : 1.3);
    p.sigma0 = power(3, 7);
    const BristleLaw law = k % 4 == 0 ? BristleLaw(LuGre(p)) : BristleLaw(ElastoPlastic(with_break_away(p)));
    const DistributedPatch patch(law, k % 2 == 0 ? disc(5 + k % 9) : scattered(wedge()));
    const std::size_t count = patch.cells().x.size();
    const double dt = power(-5, -2), fastest = power(-2, 1) * p.mu_c / p.sigma0 / dt;
    State a = patch.state(), b = patch.state();
    Twist2 v = Twist2::Zero();
    for (int step = 0; step < 30; ++step) {
      v += fastest * Twist2(normal(generator), normal(generator), 100.0 * normal(generator));
      State restored = patch.state();
      const std::size_t half = restored.values().size() / 2;
      for (std::size_t i = 0; i < count; ++i) {
        restored.values()[i] = b.values()[i];
        restored.values()[half + i] = b.values()[half + i];
      }
      b = restored;
      const auto take = [&, way = step % 4](State& state) {
        if (way == 1) return patch.step_mean(state, v, 2.0, dt);
        if (way == 2) return patch.implicit_step(state, v, 2.0, dt, state).wrench;
        return patch.step(state, v, 2.0, dt);
      };
      ASSERT_EQ(take(a), take(b)) << k << " " << step;
      ASSERT_EQ(a, b) << k << " " << step;
    }
  }
}

TEST(DistributedPatch, StatesAreValues) {
  const DistributedPatch patch(lugre(), square(5));
  State a = patch.state(), b = a;
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.values().size() % 16, 0u);
  EXPECT_GE(a.values().size(), 50u);
  EXPECT_LE(a.values().size(), 64u);
  a.values()[3] = 1e-7;
  EXPECT_NE(a, b);
  State c = std::move(a);
  EXPECT_EQ(c.values()[3], 1e-7);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(c.values().data()) % 64, 0u);
}

TEST(DistributedPatch, DoesNotAllocate) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "sanitizers bring their own allocator";
  for (const BristleLaw& law : {BristleLaw(lugre()), BristleLaw(elasto_plastic())}) {
    const DistributedPatch patch(law, square());
    State a = patch.state(), b = patch.state();
    const Twist2 v(1e-3, 0.0, 0.1);
    double sum = 0.0;
    EXPECT_EQ(stickslip::test::allocations_in([&] {
                sum += patch.step(a, v, 1.0, 1e-3)(0);
                sum += patch.step_mean(a, v, 1.0, 1e-3)(0);
                sum += patch.step_euler(a, v, 1.0, 1e-6)(0);
                sum += patch.implicit_step(a, v, 1.0, 1e-3, b).wrench(0);
                a = b;
                patch.rate(a, v, b);
                sum += patch.wrench(a, b, v, 1.0)(0) + patch.stored_energy(a, 1.0);
              }),
              0u);
    EXPECT_TRUE(std::isfinite(sum));
  }
}

TEST(DistributedPatch, ChecksItsCells) {
  const auto refuses = [](Cells cells, const std::string& word) {
    try {
      DistributedPatch(lugre(), std::move(cells));
    } catch (const InvalidArgument& error) {
      return std::string(error.what()).find(word) != std::string::npos;
    }
    return false;
  };
  EXPECT_TRUE(refuses({}, "at least one"));
  Cells cells = square(3);
  cells.weight[4] = -0.1;
  EXPECT_TRUE(refuses(cells, "cell 4: weight = -0.1"));
  cells = square(3);
  cells.weight[4] = 0.5;
  EXPECT_TRUE(refuses(cells, "must be 1"));
  cells = square(3);
  cells.x[2] = not_finite[0];
  EXPECT_TRUE(refuses(cells, "cell 2: position"));
  cells = square(3);
  cells.y.pop_back();
  EXPECT_TRUE(refuses(cells, "one size"));
}

}  // namespace
}  // namespace stickslip::patch::test::distributed_patch_test
