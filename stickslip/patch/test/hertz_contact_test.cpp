#include "stickslip/patch/hertz_contact.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/test/refusal.hpp"
#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/reduced_patch.hpp"
#include "stickslip/patch/run.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::patch::test::hertz_contact_test {
namespace {

friction::ElastoPlastic law() {
  return friction::ElastoPlastic({.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3});
}

HertzContact growing() {
  return {[](double fn) { return 3e-3 * std::cbrt(fn); }, [](double fn) { return std::max(0.5, 2.0 * fn); }, 0.02};
}

const Twist2 twist(1e-3, 5e-4, 0.3);

std::string refusal(const HertzContact& contact, double fn) {
  return stickslip::test::refusal([&] { contact.at(fn); });
}

TEST(HertzContact, AsksItsFunctionsUnderLoadOnly) {
  const HertzContact contact = growing();
  EXPECT_EQ(contact.at(8.0).radius, 6e-3);
  EXPECT_EQ(contact.at(8.0).exponent, 16.0);
  const HertzContact::Shape unloaded = contact.at(0.0);
  EXPECT_EQ(unloaded.radius, 0.01);
  EXPECT_EQ(unloaded.exponent, 2.0);
}

TEST(HertzContact, NamesWhatIsWrong) {
  const auto is = [](double value) { return [value](double) { return value; }; };
  EXPECT_EQ(refusal({is(0.011), is(2.0), 0.02}, 9.0),
            "HertzContact: radius = 0.011 at fn = 9 N must be > 0 and at most half the side, 0.01 m");
  EXPECT_EQ(refusal({is(0.0), is(2.0), 0.02}, 1.0),
            "HertzContact: radius = 0 at fn = 1 N must be > 0 and at most half the side, 0.01 m");
  EXPECT_EQ(refusal({is(0.005), is(0.3), 0.02}, 1.0),
            "HertzContact: exponent = 0.3 at fn = 1 N must be between 0.5 and 200");
  EXPECT_EQ(refusal({is(0.005), is(std::nan("")), 0.02}, 1.0),
            "HertzContact: exponent = nan at fn = 1 N must be between 0.5 and 200");
  EXPECT_EQ(refusal(growing(), -3.0), "HertzContact: fn = -3 must be finite and >= 0 [N]");
  EXPECT_EQ(refusal(growing(), std::numeric_limits<double>::infinity()),
            "HertzContact: fn = inf must be finite and >= 0 [N]");
}

template <class Patch>
class HertzContactOf : public testing::Test {};
using Models = testing::Types<ReducedPatch, DistributedPatch>;
TYPED_TEST_SUITE(HertzContactOf, Models);

TYPED_TEST(HertzContactOf, ModelsRefuseWhatIsNoContact) {
  const auto one = [](double) { return 0.005; };
  EXPECT_THROW(TypeParam(law(), HertzContact{nullptr, one, 0.02}), InvalidArgument);
  EXPECT_THROW(TypeParam(law(), HertzContact{one, nullptr, 0.02}), InvalidArgument);
  EXPECT_THROW(TypeParam(law(), HertzContact{one, one, 0.0}), InvalidArgument);
  EXPECT_THROW(TypeParam(law(), HertzContact{one, one, std::nan("")}), InvalidArgument);
}

TYPED_TEST(HertzContactOf, ALoadWithoutAShapeLeavesTheShapeBefore) {
  const TypeParam patch(law(), growing());
  ShapeMemory<TypeParam> shape;
  const TypeParam& loaded = patch.at(2.0, shape);
  EXPECT_THROW(patch.at(-1.0, shape), InvalidArgument);
  EXPECT_THROW(patch.at(std::nan(""), shape), InvalidArgument);
  EXPECT_THROW(patch.at(1000.0, shape), InvalidArgument);  // outgrows the side
  EXPECT_EQ(&patch.at(2.0, shape), &loaded);
  auto one = patch.state(), other = patch.state();
  ShapeMemory<TypeParam> fresh;
  EXPECT_EQ(loaded.step(one, twist, 2.0, 1e-3), patch.at(2.0, fresh).step(other, twist, 2.0, 1e-3));
}

TYPED_TEST(HertzContactOf, APatchThatFollowsTheLoadHasNoShapeOfItsOwn) {
  const TypeParam patch(law(), growing());
  auto state = patch.state(), end = patch.state();
  const auto before = state;
  const auto refused = [](const auto& answer) { return answer.array().isNaN().all(); };
  for (const double fn : {0.0, 1.0}) {
    EXPECT_TRUE(refused(patch.step(state, twist, fn, 1e-3)));
    EXPECT_TRUE(refused(patch.step_mean(state, twist, fn, 1e-3)));
    EXPECT_TRUE(refused(patch.step_euler(state, twist, fn, 1e-3)));
    EXPECT_TRUE(refused(patch.implicit_step(state, twist, fn, 1e-3, end).wrench));
    EXPECT_TRUE(refused(patch.wrench(state, state, twist, fn)));
    EXPECT_TRUE(std::isnan(patch.stored_energy(state, fn)));
  }
  EXPECT_EQ(state, before);
  EXPECT_EQ(end, before);
  patch.rate(before, twist, end);
  for (const double rate : end.values()) EXPECT_TRUE(std::isnan(rate));
}

TYPED_TEST(HertzContactOf, APatchThatDoesNotFollowTheLoadIsItsOwnShape) {
  const TypeParam patch(law(), Pressure::disc(0.01));
  ShapeMemory<TypeParam> shape;
  for (const double fn : {0.0, 3.0, -1.0, std::nan("")}) EXPECT_EQ(&patch.at(fn, shape), &patch);
}

// The shape is that of the pressure, and bristles go on from one patch to the next: a patch made anew for every step
// gives what one that follows the load gives.
TEST(HertzContact, IsTheSameAsAPatchForEveryStep) {
  const HertzContact contact = growing();
  const ReducedPatch follower(law(), contact);
  ShapeMemory<ReducedPatch> shape;
  auto one = follower.state(), other = one;
  for (int k = 0; k < 50; ++k) {
    const double fn = 2.0 + std::sin(0.3 * k);
    const auto [radius, exponent] = contact.at(fn);
    const ReducedPatch anew(law(), LimitSurface(Pressure::hertz(radius, exponent)));
    const Wrench2 w = follower.at(fn, shape).step(one, twist, fn, 1e-4), expected = anew.step(other, twist, fn, 1e-4);
    // The follower's surface is a slice of the table over all exponents, off by 2e-8 (hertz_family.hpp).
    EXPECT_LT((w - expected).norm(), 1e-6 * expected.norm()) << k;
  }
}

// One memory for two patches: the shape is checked against the patch that asks.
TYPED_TEST(HertzContactOf, OneMemoryServesSeveralPatches) {
  HertzContact thin = growing();
  thin.radius = [](double) { return 1.5e-3; };
  const TypeParam wide_patch(law(), growing()), thin_patch(law(), thin);
  ShapeMemory<TypeParam> shared, own;
  for (int k = 0; k < 3; ++k) {
    auto one = wide_patch.state(), other = wide_patch.state();
    EXPECT_EQ(wide_patch.at(2.0, shared).step(one, twist, 2.0, 1e-3),
              wide_patch.at(2.0, own).step(other, twist, 2.0, 1e-3));
    EXPECT_NE(thin_patch.at(2.0, shared).step(one, twist, 2.0, 1e-3),
              wide_patch.at(2.0, own).step(other, twist, 2.0, 1e-3));
  }
}

TYPED_TEST(HertzContactOf, AnotherLoadAllocatesNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "sanitizers bring their own allocator";
  const TypeParam patch(law(), growing());
  ShapeMemory<TypeParam> shape;
  auto state = patch.state();
  patch.at(1.0, shape);
  EXPECT_EQ(stickslip::test::allocations_in([&] {
              for (const double fn : {2.0, 3.0, 0.0, 1.0, 1.0}) patch.at(fn, shape).step(state, twist, fn, 1e-3);
            }),
            0U);
}

// The load before must not matter: wherever a run is cut, the parts give what the whole gives.
TYPED_TEST(HertzContactOf, RunsInPartsAsInOne) {
  const TypeParam patch(law(), growing());
  constexpr std::size_t count = 60;
  std::vector<double> twists, loads;
  for (std::size_t k = 0; k < count; ++k) {
    const double t = 0.1 * static_cast<double>(k);
    twists.insert(twists.end(), {1e-3 * std::sin(t), 5e-4, 0.2 * std::cos(t)});
    loads.push_back(std::max(0.0, 2.0 * std::sin(2.0 * t)));  // no load for half of the time
  }
  std::vector<double> whole(3 * count), parts(3 * count);
  auto state = patch.state();
  run(patch, state, twists, friction::NormalForce(loads), 1e-3, whole);
  for (const std::size_t cut : {17U, 20U, 25U, 40U}) {
    auto memory = patch.state();
    const std::span<const double> v(twists), fn(loads);
    const std::span<double> w(parts);
    run(patch, memory, v.first(3 * cut), friction::NormalForce(fn.first(cut)), 1e-3, w.first(3 * cut));
    run(patch, memory, v.subspan(3 * cut), friction::NormalForce(fn.subspan(cut)), 1e-3, w.subspan(3 * cut));
    EXPECT_EQ(whole, parts) << cut;
    EXPECT_EQ(state, memory) << cut;
  }
}

TYPED_TEST(HertzContactOf, ALoadThatDoesNotFitLeavesTheState) {
  const TypeParam patch(law(), growing());
  auto state = patch.state();
  const auto before = state;
  const std::vector<double> twists(12, 1e-3), loads{1.0, 2.0, 3.0, 1000.0};
  std::vector<double> wrenches(12);
  EXPECT_THROW(run(patch, state, twists, friction::NormalForce(loads), 1e-3, wrenches), InvalidArgument);
  EXPECT_EQ(state, before);
}

}  // namespace
}  // namespace stickslip::patch::test::hertz_contact_test
