// What the renderer does with samples it cannot use: a device must be sent something finite whatever arrives.
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "stickslip/haptics/renderer.hpp"
#include "stickslip/haptics/test/motion.hpp"

namespace stickslip::haptics::refusal_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double greatest = std::numeric_limits<double>::max();

// Feeds `bad` in the middle of a stroke and expects that it is as if it had never come.
void expect_refused(const Vec<2>& x, const Conditions& conditions, Status expected) {
  for (const Law& law : test::laws()) {
    Renderer<2> disturbed(law), calm(law);
    for (int k = 0; k < 400; ++k) {
      const double t = 1e-3 * k;
      const Vec<2> force = calm.render(test::hand<2>(t), t).force;
      ASSERT_EQ(disturbed.render(test::hand<2>(t), t).force, force) << "law " << law.index() << ", sample " << k;
      if (k % 7 != 0) continue;
      const auto refused = disturbed.render(x, conditions);
      ASSERT_EQ(refused.status, expected) << to_text(refused.status);
      ASSERT_EQ(refused.force, force) << "the last force must be held";
    }
  }
}

TEST(Refusal, PositionThatIsNotFinite) {
  expect_refused({nan, 0.0}, {}, Status::refused_position);
  expect_refused({0.0, infinity}, {}, Status::refused_position);
  expect_refused({-infinity, infinity}, {.t = 1e3}, Status::refused_position);
}

TEST(Refusal, TimeThatIsNotAfterTheLast) {
  expect_refused({0.0, 0.0}, {.t = -1.0}, Status::refused_time);
  expect_refused({0.0, 0.0}, {.t = nan}, Status::refused_time);
  expect_refused({0.0, 0.0}, {.t = infinity}, Status::refused_time);
  expect_refused({0.0, 0.0}, {.t = -infinity}, Status::refused_time);
}

TEST(Refusal, LoadThatIsNotALoad) {
  expect_refused({0.0, 0.0}, {.normal_force = -1e-9}, Status::refused_load);
  expect_refused({0.0, 0.0}, {.normal_force = nan}, Status::refused_load);
  expect_refused({0.0, 0.0}, {.normal_force = infinity}, Status::refused_load);
}

TEST(Refusal, ForceBeyondTheNumbers) {
  expect_refused({1.0, 0.0}, {.normal_force = greatest}, Status::refused_overflow);
  expect_refused({greatest, greatest}, {}, Status::refused_overflow);
}

TEST(Refusal, FirstSampleToo) {
  for (const Law& law : test::laws()) {
    Renderer<2> renderer(law);
    EXPECT_EQ(renderer.render({nan, 0.0}).status, Status::refused_position);
    EXPECT_EQ(renderer.render({0.0, 0.0}, nan).status, Status::refused_time);
    EXPECT_EQ(renderer.render({0.0, 0.0}, {.normal_force = -1.0}).status, Status::refused_load);
    EXPECT_FALSE(renderer.in_contact());
    EXPECT_EQ(renderer.last().force, (Vec<2>::Zero()));
    // The origin is the first sample that was accepted.
    EXPECT_EQ(renderer.render({5.0, 5.0}, -3.0).force, (Vec<2>::Zero()));
    EXPECT_EQ(renderer.adhesion_point(), (Vec<2>(5.0, 5.0)));
  }
}

TEST(Refusal, SameTimeIsARepetitionOnlyAtTheSamePlace) {
  for (const Law& law : test::laws()) {
    Renderer<1> renderer(law, {.force_limit = 0.5});
    renderer.render(Vec<1>(0.0), 0.0);
    const auto first = renderer.render(Vec<1>(1e-3), 1e-3);
    ASSERT_EQ(first.status, Status::limited);
    const auto repeated = renderer.render(Vec<1>(1e-3), {.t = 1e-3, .normal_force = 7.0});
    EXPECT_EQ(repeated.status, first.status);
    EXPECT_EQ(repeated.force, first.force);
    EXPECT_EQ(renderer.render(Vec<1>(1.1e-3), 1e-3).status, Status::refused_time);
  }
}

TEST(Refusal, HugeJumpsAndGapsAreJustSliding) {
  for (const Law& law : test::laws()) {
    for (const double x : {1.0, 1e3, 1e100}) {
      for (const double gap : {1e-3, 1.0, 1e9}) {
        Renderer<3> renderer(law, {.force_limit = 5.0});
        renderer.render({0.0, 0.0, 0.0}, 0.0);
        const auto far = renderer.render({x, -x, x}, gap);
        ASSERT_FALSE(is_refused(far.status)) << to_text(far.status);
        ASSERT_LE(norm(far.force), 5.0 * (1.0 + 1e-14));
        ASSERT_LE(norm(renderer.deflection()), 2e-4) << "the tension that every law bears";
        if (x > 1e3) continue;  // beyond, a tension of 0.1 mm is lost in the digits of x
        // Friction opposes the motion along (1, −1, 1) and is no less than kinetic.
        const Vec<3> along = Vec<3>(1.0, -1.0, 1.0) / std::sqrt(3.0);
        ASSERT_NEAR(far.force.dot(along), -norm(far.force), 1e-9);
        ASSERT_GE(norm(far.force), 0.8 - 1e-9);
      }
    }
  }
}

// Half of the numbers are ordinary, half anything that a broken sensor, cable or clock could say.
double any_number() {
  const double special[] = {nan, infinity, -infinity, greatest, -greatest, 0.0, -0.0, 5e-324, 1e-300, 1e300, -1e30};
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return special[*rc::gen::inRange<std::size_t>(0, std::size(special))];
    case 1:
      return *rc::gen::arbitrary<double>();
    default:
      return 1e-5 * *rc::gen::inRange(-1000, 1000);
  }
}

RC_GTEST_PROP(Refusal, GarbageNeverMakesAForceThatIsNotFiniteOrTooLong, ()) {
  const std::vector<Law> laws = test::laws();
  const Law& law = laws[*rc::gen::inRange<std::size_t>(0, laws.size())];
  const double force_limit = *rc::gen::element(1e-3, 3.0, 1e200, infinity);
  Renderer<3> renderer(law, {.force_limit = force_limit});
  Vec<3> last = Vec<3>::Zero();
  for (int k = 0; k < 60; ++k) {
    const Vec<3> x(any_number(), any_number(), any_number());
    Conditions conditions{.normal_force = *rc::gen::inRange(0, 2) == 0 ? 1.0 : any_number()};
    if (*rc::gen::inRange(0, 2) == 0) conditions.t = *rc::gen::inRange(0, 2) == 0 ? 1e-3 * k : any_number();
    const auto rendered = renderer.render(x, conditions);
    RC_ASSERT(rendered.force.allFinite());
    RC_ASSERT(norm(rendered.force) <= force_limit * (1.0 + 1e-14));  // some roundings of two norms
    RC_ASSERT(renderer.deflection().allFinite());
    if (is_refused(rendered.status)) RC_ASSERT(rendered.force == last);
    last = rendered.force;
  }
}

}  // namespace
}  // namespace stickslip::haptics::refusal_test
