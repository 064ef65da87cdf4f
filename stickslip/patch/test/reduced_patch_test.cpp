#include "stickslip/patch/reduced_patch.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/run.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::patch::reduced_patch_test {
namespace {

using State = ReducedPatch::State;

friction::LuGre lugre() {
  return friction::LuGre({.sigma0 = 1e5, .sigma1 = 300.0, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 2e-3});
}

friction::ElastoPlastic elasto_plastic() {
  return friction::ElastoPlastic(
      {.sigma0 = 1e5, .sigma1 = 300.0, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 2e-3, .s_ba = 0.9});
}

const Pressure& square() {
  static const Pressure p = Pressure::rectangle({0.02, 0.02});
  return p;
}

// All kinds of reduced patch.
std::vector<ReducedPatch> patches() {
  std::vector<ReducedPatch> all;
  for (const Stick stick : {Stick::drift_free, Stick::paper}) {
    for (const BristleLaw& law : {BristleLaw(lugre()), BristleLaw(elasto_plastic())}) {
      all.emplace_back(law, square(), stick);
      all.emplace_back(law, LimitSurface::ellipsoid(square()), stick);
      all.emplace_back(law, LimitSurface(square()), stick);
      all.emplace_back(law, LimitSurface(Pressure::hertz(0.01, 2.0)), stick);
    }
  }
  return all;
}

Twist2 random_twist(std::mt19937& random, double speed) {
  std::normal_distribution<double> normal;
  return {speed * normal(random), speed * normal(random), speed / 0.008 * normal(random)};
}

TEST(ReducedPatch, SteadyWrenchIsTheLimitSurfaceTimesStribeck) {
  std::mt19937 random(1);
  for (const ReducedPatch& patch : patches()) {
    for (int k = 0; k < 20; ++k) {
      const Twist2 v = random_twist(random, 3e-3);
      State state;
      Wrench2 w;
      for (int i = 0; i < 200; ++i) w = patch.step(state, v, 2.0, 1e-2);
      const double n = Vec<3>(v(0), v(1), patch.r() * v(2)).norm();
      const Wrench2 coulomb = patch.law().g(n) * patch.surface().wrench(v);
      const Wrench2 expected = 2.0 * (coulomb - 0.2 * Vec<3>(v(0), v(1), patch.u() * v(2)));
      EXPECT_LT((w - expected).norm(), 1e-9) << v.transpose();
    }
  }
}

TEST(ReducedPatch, LuGreStepIsExactForAConstantTwist) {
  const ReducedPatch patch(lugre(), square());
  const Twist2 v(1e-3, -2e-3, 0.4);
  State once, often;
  const Wrench2 w = patch.step(once, v, 1.0, 4e-3);
  Wrench2 last;
  for (int k = 0; k < 1000; ++k) last = patch.step(often, v, 1.0, 4e-6);
  EXPECT_LT((once.z - often.z).norm(), 1e-13 * once.z.norm());
  EXPECT_LT((w - last).norm(), 1e-11);
}

TEST(ReducedPatch, ElastoPlasticStepConvergesWithOrderTwo) {
  for (const Stick stick : {Stick::drift_free, Stick::paper}) {
    const ReducedPatch patch(elasto_plastic(), LimitSurface(square()), stick);
    const auto after = [&](int steps) {
      State state;
      for (int k = 0; k < steps; ++k) patch.step(state, {3e-4, 2e-4, -0.05}, 1.0, 0.05 / steps);
      return state.z;
    };
    const Vec<3> exact = after(20000);
    const double coarse = (after(100) - exact).norm(), fine = (after(200) - exact).norm();
    EXPECT_GT(coarse, 1e-12);
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.35);
  }
}

TEST(ReducedPatch, EveryStepLengthIsStableAndBounded) {
  std::mt19937 random(2);
  for (const ReducedPatch& patch : patches()) {
    for (const double dt : {1e-9, 1e-4, 1e-2, 1.0, 1e6}) {
      State state;
      for (int k = 0; k < 100; ++k) {
        const Wrench2 w = patch.step(state, random_twist(random, k % 3 == 0 ? 1e-4 : 0.1), 1.0, dt);
        ASSERT_TRUE(w.allFinite());
        const Vec<3> y = state.z.cwiseQuotient(Vec<3>(1.0, 1.0, patch.r()));
        // ‖h‖ is at most √2: force and torque each at most 1.
        ASSERT_LE(y.norm(), std::numbers::sqrt2 * 1.2 / 1e5 * 1.01) << dt;
      }
    }
  }
}

TEST(ReducedPatch, IsOddInTheMotion) {
  std::mt19937 random(3);
  for (const ReducedPatch& patch : patches()) {
    State one, other;
    for (int k = 0; k < 50; ++k) {
      const Twist2 v = random_twist(random, 1e-3);
      const Wrench2 w = patch.step(one, v, 1.0, 1e-3);
      EXPECT_LT((w + patch.step(other, -v, 1.0, 1e-3)).norm(), 1e-12);
    }
  }
}

TEST(ReducedPatch, MeanForceIsTheMeanOfTheForce) {
  for (const ReducedPatch& patch : patches()) {
    State mean_state, fine_state;
    for (const Twist2& v : {Twist2(1e-3, 0.0, 0.1), Twist2(-2e-4, 1e-3, 0.0)}) {
      const Wrench2 mean = patch.step_mean(mean_state, v, 1.0, 1e-4);
      Wrench2 sum = Wrench2::Zero();
      const int parts = 2000;
      for (int k = 0; k < parts; ++k) sum += patch.step_mean(fine_state, v, 1.0, 1e-4 / parts);
      EXPECT_LT((mean - sum / parts).norm(), 2e-5) << v.transpose();
    }
  }
}

TEST(ReducedPatch, DriftFreeStickReturnsEveryBristleToWhereItWas) {
  const ReducedPatch ours(elasto_plastic(), square()), paper(elasto_plastic(), square(), Stick::paper);
  std::mt19937 random(4);
  std::vector<Twist2> path;
  for (int k = 0; k < 20; ++k) path.push_back(random_twist(random, 1e-5));
  const auto moved = [&](const ReducedPatch& patch) {
    State state;
    for (const Twist2& v : path) patch.step(state, v, 1.0, 1e-3);
    Twist2 back = Twist2::Zero();
    for (const Twist2& v : path) back -= v;
    for (int k = 0; k < 20; ++k) patch.step(state, back / 20.0, 1.0, 1e-3);
    return state.z.norm();
  };
  EXPECT_LT(moved(ours), 1e-18);
  EXPECT_GT(moved(paper), 1e-11);
}

TEST(ReducedPatch, ImplicitStepSolvesItsEquation) {
  std::mt19937 random(5);
  for (const ReducedPatch& patch : patches()) {
    for (const double h : {1e-6, 1e-4, 3e-3}) {
      for (const double speed : {1e-7, 1e-4, 1e-3, 0.05}) {
        State base, end, rate;
        for (int k = 0; k < 20; ++k) patch.step(base, random_twist(random, 1e-3), 1.0, 2e-4);
        const Twist2 v = random_twist(random, speed);
        const Response at = patch.implicit_step(base, v, 1.5, h, end);
        patch.rate(end, v, rate);
        const Vec<3> scale(1.0, 1.0, 1.0 / patch.r());
        EXPECT_LT((end.z - base.z - h * rate.z).cwiseProduct(scale).norm(), 1e-14 + 1e-12 * h * speed);
        EXPECT_LT((at.wrench - patch.wrench(end, rate, v, 1.5)).cwiseProduct(scale).norm(), 1e-7);
      }
    }
  }
}

TEST(ReducedPatch, ImplicitJacobianIsTheDerivative) {
  std::mt19937 random(6);
  for (const ReducedPatch& patch : patches()) {
    const Vec<3> scale(1.0, 1.0, 1.0 / patch.r());
    for (const double h : {1e-5, 3e-4}) {
      for (const double speed : {1e-5, 3e-4, 1e-2}) {
        for (int trial = 0; trial < 5; ++trial) {
          State base, end;
          for (int k = 0; k < 20; ++k) patch.step(base, random_twist(random, 1e-3), 1.0, 2e-4);
          const Twist2 v = random_twist(random, speed);
          const Matrix3 jacobian = patch.implicit_step(base, v, 1.0, h, end).jacobian;
          Matrix3 difference;
          for (int i = 0; i < 3; ++i) {
            Twist2 step = Twist2::Zero();
            step(i) = 1e-7 * speed * scale(i);
            const Wrench2 up = patch.implicit_step(base, v + step, 1.0, h, end).wrench;
            const Wrench2 down = patch.implicit_step(base, v - step, 1.0, h, end).wrench;
            difference.col(i) = (up - down) / (2.0 * step(i));
          }
          const Matrix3 error = scale.asDiagonal() * (jacobian - difference) * scale.asDiagonal();
          const Matrix3 size = scale.asDiagonal() * jacobian * scale.asDiagonal();
          // The polygon's and the ball's surface are differentiated numerically themselves or have kinks in the second
          // derivative.
          EXPECT_LT(error.norm(), 2e-4 * size.norm()) << "h " << h << " speed " << speed;
        }
      }
    }
  }
}

TEST(ReducedPatch, FollowsAContactThatGrowsWithTheLoad) {
  const HertzContact contact{[](double fn) { return 2e-3 + 1e-3 * fn; }, [](double fn) { return 2.0 + fn; }, 0.02};
  const ReducedPatch patch(elasto_plastic(), contact);
  ShapeMemory<ReducedPatch> shape;
  for (const double fn : {0.5, 3.0, 1.0}) {
    const ReducedPatch& loaded = patch.at(fn, shape);
    const Pressure now = Pressure::hertz(contact.radius(fn), contact.exponent(fn));
    EXPECT_DOUBLE_EQ(loaded.r(), now.r());
    EXPECT_DOUBLE_EQ(loaded.u(), now.u());
    const Twist2 v(1e-3, 0.0, 0.3);
    EXPECT_LT((loaded.surface().wrench(v) - LimitSurface(now).wrench(v)).norm(), 1e-5);
  }
}

TEST(ReducedPatch, TakesAContactThatVanishesWithoutLoad) {
  const HertzContact contact{[](double fn) { return 6e-3 * std::cbrt(fn); }, [](double fn) { return 2.0 * fn; }, 0.02};
  const ReducedPatch patch(elasto_plastic(), contact);
  ShapeMemory<ReducedPatch> shape;
  State state;
  EXPECT_EQ(patch.at(0.0, shape).step(state, {1e-3, 0.0, 0.3}, 0.0, 1e-3).norm(), 0.0);
  EXPECT_DOUBLE_EQ(patch.at(1.0, shape).r(), Pressure::hertz(6e-3, 2.0).r());
  EXPECT_EQ(patch.at(0.0, shape).r(), patch.r());  // whatever the load was before
}

TEST(ReducedPatch, RestKeepsTheBristles) {
  for (const ReducedPatch& patch : patches()) {
    State state;
    EXPECT_EQ(patch.step(state, Twist2::Zero(), 1.0, 1e-3).norm(), 0.0);
    patch.step(state, {1e-3, 0.0, 0.1}, 1.0, 1e-3);
    const Vec<3> before = state.z;
    EXPECT_TRUE(patch.step(state, Twist2::Zero(), 1.0, 1e-3).allFinite());
    EXPECT_LT((state.z - before).norm(), 1e-21);
  }
}

TEST(ReducedPatch, RefusesAPoint) {
  const std::array<Vec<2>, 1> position{Vec<2>(0.01, 0.0)};
  const std::array<double, 1> weight{1.0};
  EXPECT_THROW(ReducedPatch(lugre(), Pressure::points(position, weight)), InvalidArgument);
}

TEST(ReducedPatch, LeavesTheStateWhereTheInputIsBad) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  for (const ReducedPatch& patch : patches()) {
    State state;
    patch.step(state, {1e-3, 0.0, 0.1}, 1.0, 1e-3);
    const State before = state;
    const auto refused = [&](const Twist2& v, double fn, double dt) {
      EXPECT_TRUE(patch.step(state, v, fn, dt).array().isNaN().all());
      EXPECT_TRUE(patch.step_mean(state, v, fn, dt).array().isNaN().all());
      EXPECT_TRUE(patch.step_euler(state, v, fn, dt).array().isNaN().all());
      State end = state;
      EXPECT_TRUE(patch.implicit_step(state, v, fn, dt, end).wrench.array().isNaN().all());
      EXPECT_EQ(state, before);
      EXPECT_EQ(end, before);
    };
    refused({nan, 0.0, 0.0}, 1.0, 1e-3);
    refused({0.0, infinity, 0.0}, 1.0, 1e-3);
    refused({0.0, 0.0, nan}, 1.0, 1e-3);
    refused({0.0, 0.0, 0.0}, -1.0, 1e-3);
    refused({0.0, 0.0, 0.0}, nan, 1e-3);
    refused({0.0, 0.0, 0.0}, 1.0, -1e-3);
    refused({0.0, 0.0, 0.0}, 1.0, nan);
    refused({2.0 * fastest, 0.0, 0.0}, 1.0, 1e-3);
    refused({0.0, 0.0, -2.0 * fastest}, 1.0, 1e-3);
    EXPECT_TRUE(patch.wrench(state, state, Twist2::Zero(), -1.0).array().isNaN().all());
    EXPECT_TRUE(patch.wrench(state, state, {nan, 0.0, 0.0}, 1.0).array().isNaN().all());
    EXPECT_TRUE(std::isnan(patch.stored_energy(state, -1.0)));
    EXPECT_TRUE(patch.step(state, {fastest, -fastest, fastest}, 1.0, 1e-3).allFinite());
  }
}

TEST(ReducedPatch, StepsAllocateNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "sanitizers bring their own allocator";
  for (const ReducedPatch& patch : patches()) {
    State state, end;
    EXPECT_EQ(stickslip::test::allocations_in([&] {
                patch.step(state, {1e-3, 0.0, 0.1}, 1.0, 1e-3);
                patch.step_mean(state, {1e-3, 0.0, 0.1}, 1.0, 1e-3);
                patch.step_euler(state, {1e-3, 0.0, 0.1}, 1.0, 1e-6);
                patch.implicit_step(state, {1e-3, 0.0, 0.1}, 1.0, 1e-3, end);
              }),
              0U);
  }
}

TEST(ReducedPatch, RunCarriesTheStateOn) {
  const ReducedPatch patch(elasto_plastic(), square());
  std::mt19937 random(7);
  std::vector<double> twists, whole(300), parts(300);
  for (int k = 0; k < 100; ++k) {
    const Twist2 v = random_twist(random, 1e-3);
    twists.insert(twists.end(), v.begin(), v.end());
  }
  State one, other;
  run(patch, one, twists, 2.0, 1e-3, whole);
  const std::span<const double> all(twists);
  run(patch, other, all.first(120), 2.0, 1e-3, std::span(parts).first(120));
  run(patch, other, all.subspan(120), 2.0, 1e-3, std::span(parts).subspan(120));
  EXPECT_EQ(whole, parts);
  EXPECT_EQ(one, other);
  twists[50] = std::nan("");
  EXPECT_THROW(run(patch, one, twists, 2.0, 1e-3, whole), InvalidArgument);
  EXPECT_EQ(one, other);
}

}  // namespace
}  // namespace stickslip::patch::reduced_patch_test
