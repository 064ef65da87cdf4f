#include "stickslip/patch/hertz_contact.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/test/refusal.hpp"
#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/reduced_patch.hpp"
#include "stickslip/patch/run.hpp"

namespace stickslip::patch::test {
namespace {

friction::ElastoPlastic law() {
  return friction::ElastoPlastic({.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3});
}

HertzContact growing() {
  return {[](double fn) { return 3e-3 * std::cbrt(fn); }, [](double fn) { return std::max(0.5, 2.0 * fn); }, 0.02};
}

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
  TypeParam patch(law(), growing());
  EXPECT_THROW(patch.adapt_to(-1.0), InvalidArgument);
  EXPECT_THROW(patch.adapt_to(1000.0), InvalidArgument);  // outgrows the side
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
}  // namespace stickslip::patch::test
