#include "stickslip/haptics/renderer.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/haptics/test/motion.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::haptics::renderer_test {
namespace {

using friction::AdhesionMap;
using friction::Regime;

template <class Dimension>
class RendererTest : public testing::Test {};
using Dimensions =
    testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(RendererTest, Dimensions);

TYPED_TEST(RendererTest, AdhesionIsTheLawBitForBitWhateverTheClock) {
  constexpr int dim = TypeParam::value;
  for (const auto map :
       {AdhesionMap::stick_slide, AdhesionMap::stick_slip_slide, AdhesionMap::stick_creep_slip_slide}) {
    const friction::Adhesion law = test::adhesion(map);
    friction::AdhesionState<dim> state;
    Renderer<dim> untimed(law), timed(law);
    std::set<Regime> seen;
    for (int k = 0; k < 4000; ++k) {
      // Ever faster: which regimes are seen depends on the length of the steps.
      const Vec<dim> x = test::hand<dim>(3e-6 * k * k);
      const double fn = 1.0 + 0.5 * std::sin(0.01 * k);
      const Vec<dim> z = law.step(state, x);
      const auto a = untimed.render(x, {.normal_force = fn});
      const auto b = timed.render(x, {.t = std::sqrt(k), .normal_force = fn});
      ASSERT_EQ(a.status, Status::ok);
      ASSERT_EQ(a.force, law.force(z, fn)) << "sample " << k;
      ASSERT_EQ(b.force, a.force) << "sample " << k;
      ASSERT_EQ(untimed.deflection(), z);
      ASSERT_EQ(untimed.adhesion_point(), state.w);
      ASSERT_EQ(untimed.regime(), state.regime);
      seen.insert(state.regime);
    }
    const std::size_t regimes = map == AdhesionMap::stick_slide ? 2 : map == AdhesionMap::stick_slip_slide ? 3 : 4;
    EXPECT_EQ(seen.size(), regimes) << "the motion must show every regime of the map to test it";
  }
}

template <int dim, class LawType>
void expect_velocity_law(const LawType& law) {
  typename LawType::template State<dim> state;
  Renderer<dim> renderer(law);
  Vec<dim> last = test::hand<dim>(0.0);
  double t = 0.0;
  ASSERT_EQ(renderer.render(last, t).force, Vec<dim>::Zero());
  for (int k = 1; k < 4000; ++k) {
    const double next = t + 1e-3 * (1.0 + 0.9 * std::sin(k));
    const Vec<dim> x = test::hand<dim>(next), v = (x - last) / (next - t);
    const Vec<dim> expected = law.step(state, v, 2.0, next - t);
    const auto rendered = renderer.render(x, {.t = next, .normal_force = 2.0});
    ASSERT_EQ(rendered.status, Status::ok);
    ASSERT_EQ(rendered.force, expected) << "sample " << k;
    ASSERT_EQ(renderer.deflection(), state.z);
    last = x;
    t = next;
  }
  EXPECT_FALSE(renderer.regime().has_value());
}

TYPED_TEST(RendererTest, VelocityLawsGetTheMeanVelocityOfTheInterval) {
  expect_velocity_law<TypeParam::value>(test::lugre());
  expect_velocity_law<TypeParam::value>(test::elasto_plastic());
}

TYPED_TEST(RendererTest, DahlDependsOnThePathAlone) {
  constexpr int dim = TypeParam::value;
  const friction::Dahl law = test::dahl();
  friction::Bristle<dim> state;
  Renderer<dim> untimed(law), timed(law);
  Vec<dim> last = test::hand<dim>(0.0);
  untimed.render(last);
  timed.render(last, 0.0);
  for (int k = 1; k < 4000; ++k) {
    const Vec<dim> x = test::hand<dim>(1e-3 * k);
    const Vec<dim> expected = law.step(state, Vec<dim>((x - last) / 1e-3), 1.0, 1e-3);
    const Vec<dim> force = untimed.render(x).force;
    // v dt is x − last only to rounding; f_c = 1 N is the scale.
    ASSERT_LT(norm(force - expected), 1e-12);
    ASSERT_EQ(timed.render(x, k * std::sqrt(k)).force, force);
    last = x;
  }
}

TYPED_TEST(RendererTest, UntimedSamplesComeOnePeriodApart) {
  constexpr int dim = TypeParam::value;
  const RendererOptions options{.period = 0.25};  // a power of two, so that the clock adds up exactly
  for (const Law& law : test::laws()) {
    Renderer<dim> untimed(law, options), timed(law, options), mixed(law, options);
    for (int k = 0; k < 200; ++k) {
      const Vec<dim> x = test::hand<dim>(0.01 * k);
      const double t = 0.25 * k;
      const Vec<dim> force = untimed.render(x).force;
      ASSERT_EQ(timed.render(x, t).force, force);
      // Neither before the first time nor between two of them may the clock be off.
      ASSERT_EQ((k % 3 == 1 ? mixed.render(x, t) : mixed.render(x)).force, force);
    }
  }
}

TYPED_TEST(RendererTest, NothingPreventsEmbeddingInThreeDimensions) {
  constexpr int dim = TypeParam::value;
  for (const Law& law : test::laws()) {
    Renderer<dim> small(law);
    Renderer<3> large(law);
    for (int k = 0; k < 3000; ++k) {
      const Vec<dim> x = test::hand<dim>(1e-3 * k);
      Vec<3> embedded = Vec<3>::Zero();
      embedded.template head<dim>() = x;
      const Vec<dim> force = small.render(x).force;
      const Vec<3> force3 = large.render(embedded).force;
      // 1-D takes |·| for the root of the square: the same to rounding. Forces are of order 1 N.
      ASSERT_LT(norm(force3.template head<dim>() - force), 1e-11) << "law " << law.index() << ", sample " << k;
      ASSERT_TRUE((force3.template tail<3 - dim>().array() == 0.0).all());
    }
  }
}

TYPED_TEST(RendererTest, IrregularSamplingGivesTheSameForceToWithinAStep) {
  constexpr int dim = TypeParam::value;
  const friction::Adhesion law = test::adhesion();
  // A path to be compared where samples coincide, at multiples of 10 ms.
  Renderer<dim> slow(law), fast(law), random(law);
  std::mt19937 generator(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same path every time
  std::uniform_real_distribution<double> gap(1e-4, 9e-3);
  double t_random = 0.0, longest_step = 0.0;
  for (int k = 0; k < 300; ++k) {
    const double t = 1e-2 * k;
    const Vec<dim> x = test::hand<dim>(t);
    if (k > 0) longest_step = std::max(longest_step, norm(x - test::hand<dim>(t - 1e-2)));
    for (int i = k == 0 ? 0 : -9; i < 0; ++i) fast.render(test::hand<dim>(t + 1e-3 * i));
    for (t_random += gap(generator); t_random < t; t_random += gap(generator)) random.render(test::hand<dim>(t_random));
    const Vec<dim> f_slow = slow.render(x).force, f_fast = fast.render(x).force, f_random = random.render(x).force;
    const double allowed = law.stiffness() * longest_step;
    ASSERT_LE(norm(f_fast - f_slow), allowed) << "t = " << t;
    ASSERT_LE(norm(f_fast - f_random), allowed) << "t = " << t;
  }
}

TYPED_TEST(RendererTest, LongForceIsScaledBackInItsDirection) {
  constexpr int dim = TypeParam::value;
  for (const Law& law : test::laws()) {
    Renderer<dim> free(law), limited(law, {.force_limit = 0.5});
    int seen = 0;
    for (int k = 0; k < 3000; ++k) {
      const Vec<dim> x = test::hand<dim>(1e-3 * k);
      const auto whole = free.render(x), scaled = limited.render(x);
      ASSERT_EQ(whole.status, Status::ok);
      if (norm(whole.force) <= 0.5 * (1.0 - 1e-14)) {
        ASSERT_EQ(scaled.status, Status::ok);
        ASSERT_EQ(scaled.force, whole.force);
      } else if (norm(whole.force) > 0.5 * (1.0 + 1e-14)) {
        ++seen;
        ASSERT_EQ(scaled.status, Status::limited);
        ASSERT_NEAR(norm(scaled.force), 0.5, 1e-14);
        ASSERT_LT(norm(scaled.force / 0.5 - whole.force / norm(whole.force)), 1e-14);
      }
      // The limit is the device's, not the contact's.
      ASSERT_EQ(limited.deflection(), free.deflection());
    }
    EXPECT_GT(seen, 500) << "law " << law.index();
  }
}

TYPED_TEST(RendererTest, ResetForgetsContactClockAndForce) {
  constexpr int dim = TypeParam::value;
  for (const Law& law : test::laws()) {
    Renderer<dim> used(law), fresh(law);
    for (int k = 0; k < 500; ++k) used.render(test::hand<dim>(1e-3 * k), 100.0 + 1e-3 * k);
    EXPECT_GT(norm(used.last().force), 0.0);
    used.reset();
    EXPECT_FALSE(used.in_contact());
    EXPECT_EQ(used.last().force, Vec<dim>::Zero());
    for (int k = 0; k < 500; ++k) {
      const Vec<dim> x = test::hand<dim>(0.3 + 1e-3 * k);
      ASSERT_EQ(used.render(x, 1e-3 * k).force, fresh.render(x, 1e-3 * k).force);
    }
  }
}

TYPED_TEST(RendererTest, CopyIsABranchOfItsOwn) {
  constexpr int dim = TypeParam::value;
  for (const Law& law : test::laws()) {
    Renderer<dim> original(law);
    for (int k = 0; k < 300; ++k) original.render(test::hand<dim>(1e-3 * k));
    Renderer<dim> copy = original;
    for (int k = 0; k < 300; ++k) copy.render(Vec<dim>(-test::hand<dim>(2e-3 * k)));
    Renderer<dim> again(law);
    for (int k = 0; k < 300; ++k) again.render(test::hand<dim>(1e-3 * k));
    EXPECT_EQ(original.render(test::hand<dim>(0.4)).force, again.render(test::hand<dim>(0.4)).force);
  }
}

TYPED_TEST(RendererTest, AStoredStateGoesOn) {
  constexpr int dim = TypeParam::value;
  for (const Law& law : test::laws()) {
    const RendererOptions options{.force_limit = 0.5};
    Renderer<dim> renderer(law, options), twin(law, options);
    for (int k = 0; k < 600; ++k) {
      if (k == 300) {
        twin.restore(renderer.state(), renderer.last());
        // A sample delivered twice gets the last answer, status included.
        const auto again = twin.render(test::hand<dim>(0.01 * (k - 1)), 0.01 * (k - 1));
        ASSERT_EQ(again.force, renderer.last().force);
        ASSERT_EQ(again.status, renderer.last().status);
      }
      const Vec<dim> x = test::hand<dim>(0.01 * k);
      const auto rendered = renderer.render(x, 0.01 * k);
      if (k < 300) continue;
      const auto same = twin.render(x, 0.01 * k);
      ASSERT_EQ(same.force, rendered.force) << "law " << law.index() << ", sample " << k;
      ASSERT_EQ(same.status, rendered.status);
      ASSERT_EQ(twin.regime(), renderer.regime());
    }
  }
}

TYPED_TEST(RendererTest, AllocatesNothing) {
  constexpr int dim = TypeParam::value;
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  for (const Law& law : test::laws()) {
    Renderer<dim> renderer(law, {.force_limit = 0.5});
    const std::size_t count = stickslip::test::allocations_in([&] {
      for (int k = 0; k < 1000; ++k) {
        renderer.render(test::hand<dim>(1e-3 * k), 1e-3 * k);
        renderer.render(not_a_number<dim>());
      }
      renderer.reset();
    });
    EXPECT_EQ(count, 0U);
  }
}

TEST(RendererOptions, NamesWhatIsWrong) {
  const auto message = [](const RendererOptions& options) -> std::string {
    try {
      Renderer<1> renderer(test::dahl(), options);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({.period = 0.0}), "Renderer: period = 0 must be finite and > 0 [s]");
  EXPECT_EQ(message({.period = std::numeric_limits<double>::infinity()}),
            "Renderer: period = inf must be finite and > 0 [s]");
  EXPECT_EQ(message({.force_limit = -1.0}), "Renderer: force_limit = -1 must be > 0, infinite allowed [N]");
  EXPECT_EQ(message({.force_limit = std::numeric_limits<double>::quiet_NaN()}),
            "Renderer: force_limit = nan must be > 0, infinite allowed [N]");
  EXPECT_EQ(message({}), "");
}

}  // namespace
}  // namespace stickslip::haptics::renderer_test
