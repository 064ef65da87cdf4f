#include "stickslip/patch/reduced_batch.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::patch::reduced_batch_test {
namespace {

struct Motion {
  std::vector<double> twists, fn;
};

// Speeds from stick to fast sliding, some patches at rest, some sliding or spinning purely.
Motion motion(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Motion m;
  for (std::size_t k = 0; k < count; ++k) {
    const double speed = std::pow(10.0, -6.0 + 5.0 * (static_cast<double>(k % 17) / 16.0));
    const double slide = k % 11 == 3 ? 0.0 : speed, spin = k % 7 == 2 ? 0.0 : speed / 0.007;
    m.twists.insert(m.twists.end(), {slide * normal(random), slide * normal(random), spin * normal(random)});
    m.fn.push_back(std::abs(normal(random)));
  }
  return m;
}

TEST(ReducedBatch, StepsEachPatchAsIfItWereAlone) {
  const Pressure pressure = Pressure::rectangle({0.02, 0.01});
  for (const double gamma : {2.0, 1.3}) {
    const friction::LuGre lugre(
        {.sigma0 = 1e6, .sigma1 = 800.0, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3, .gamma = gamma});
    const friction::ElastoPlastic elasto_plastic(
        {.sigma0 = 1e6, .sigma1 = 800.0, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3, .gamma = gamma});
    for (const Stick stick : {Stick::drift_free, Stick::paper}) {
      for (const BristleLaw& law : {BristleLaw(lugre), BristleLaw(elasto_plastic)}) {
        const ReducedPatch patch(law, pressure, stick);
        constexpr std::size_t count = 150;  // not a whole number of blocks
        ReducedBatch batch(patch, count);
        std::vector<ReducedPatch::State> states(count);
        std::vector<double> wrenches(3 * count);
        for (unsigned step = 0; step < 20; ++step) {
          const Motion m = motion(count, step);
          batch.step(m.twists, std::span<const double>(m.fn), 5e-4, wrenches);
          for (std::size_t k = 0; k < count; ++k) {
            const Twist2 v = Eigen::Map<const Vec<3>>(&m.twists[3 * k]);
            const Wrench2 alone = patch.step(states[k], v, m.fn[k], 5e-4);
            const Wrench2 together = Eigen::Map<const Vec<3>>(&wrenches[3 * k]);
            // σ1 a z is a difference of numbers up to σ1 ‖v‖ ≈ 80.
            ASSERT_LT((alone - together).norm(), 1e-11) << "patch " << k << " step " << step;
            ASSERT_LT((states[k].z - batch.bristles(k)).norm(), 1e-18);
          }
        }
      }
    }
  }
}

TEST(ReducedBatch, RefusesWhatIsWrongAndLeavesTheBristles) {
  const friction::LuGre law({.sigma0 = 1e6, .sigma1 = 800.0, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2});
  const Pressure disc = Pressure::disc(0.01);
  EXPECT_THROW(ReducedBatch(ReducedPatch(law, LimitSurface(disc)), 4), InvalidArgument);
  ReducedBatch batch(ReducedPatch(law, disc), 4);
  batch.set_bristles(2, {1e-7, 2e-7, 3e-9});
  std::vector<double> twists(12, 1e-3), wrenches(12);
  twists[7] = std::nan("");
  EXPECT_THROW(batch.step(twists, 1.0, 1e-3, wrenches), InvalidArgument);
  twists[7] = 0.0;
  EXPECT_THROW(batch.step(twists, -1.0, 1e-3, wrenches), InvalidArgument);
  EXPECT_THROW(batch.step(twists, 1.0, 0.0, wrenches), InvalidArgument);
  EXPECT_THROW(batch.step(std::span(twists).first(9), 1.0, 1e-3, wrenches), InvalidArgument);
  EXPECT_EQ(batch.bristles(2), Vec<3>(1e-7, 2e-7, 3e-9));
  EXPECT_EQ(batch.bristles(0), Vec<3>(0.0, 0.0, 0.0));
}

TEST(ReducedBatch, StepsAllocateNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "sanitizers bring their own allocator";
  const friction::LuGre law({.sigma0 = 1e6, .sigma1 = 800.0, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2});
  ReducedBatch batch(ReducedPatch(law, Pressure::disc(0.01)), 100);
  const std::vector<double> twists(300, 1e-3);
  std::vector<double> wrenches(300);
  EXPECT_EQ(stickslip::test::allocations_in([&] { batch.step(twists, 1.0, 1e-3, wrenches); }), 0U);
}

}  // namespace
}  // namespace stickslip::patch::reduced_batch_test
