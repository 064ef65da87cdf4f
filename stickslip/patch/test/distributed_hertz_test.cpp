// The distributed model on a contact that depends on the load.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/test/distributed_subjects.hpp"

namespace stickslip::patch::test::distributed_hertz_test {
namespace {

using State = DistributedPatch::State;

ElastoPlastic law() {
  return ElastoPlastic(with_break_away(lugre_parameters()));
}

// A contact that grows with the load: p ∝ (1 − (ρ/a)^k)^{1/k} at the middles of the cells.
TEST(DistributedHertz, SharesTheLoadAsTheContactDoes) {
  const double side = 0.02, h = side / 21;
  const HertzContact contact{.radius = [h](double fn) { return std::min(6.0 * std::cbrt(fn), 10.5) * h; },
                             .exponent = [](double fn) { return std::max(0.5, 2.0 * fn); },
                             .side = side};
  const DistributedPatch patch(law(), contact, 21);
  ShapeMemory<DistributedPatch> shape;
  EXPECT_EQ(patch.cells().x.size(), 441u);
  EXPECT_EQ(patch.cop(), Vec<2>::Zero());
  State state = patch.state();
  bend(state, 441, 1e-6, 4);
  const State before = state;
  for (const double fn : {0.05, 0.8, 2.6, 9.0, 2.6}) {
    const DistributedPatch& now = patch.at(fn, shape);
    const double a = contact.radius(fn), k = contact.exponent(fn);
    std::vector<double> q(441);
    double total = 0.0;
    for (std::size_t i = 0; i < 441; ++i) {
      const double rho = std::hypot(patch.cells().x[i], patch.cells().y[i]);
      if (rho < a) q[i] = std::pow(1.0 - std::pow(rho / a, k), 1.0 / k);
      total += q[i];
    }
    for (std::size_t i = 0; i < 441; ++i) EXPECT_NEAR(now.cells().weight[i], q[i] / total, 1e-14) << fn << " " << i;
  }
  EXPECT_EQ(state, before);
  const Wrench2 w = patch.at(1.0, shape).step(state, Twist2(0.1, 0.0, 0.0), 1.0, 1.0);
  EXPECT_NEAR(w(0), -(1.0 + 0.2 * 0.1), 1e-12);  // Σ p = 1
  EXPECT_NEAR(w(2), 0.0, 1e-15);                 // about the middle
}

TEST(DistributedHertz, SharesTheLoadAmongTheInnermostCellsOfAnEvenRaster) {
  const HertzContact contact{
      .radius = [](double fn) { return fn * 1e-4; }, .exponent = [](double) { return 2.0; }, .side = 0.02};
  const DistributedPatch patch(law(), contact, 20);
  ShapeMemory<DistributedPatch> shape;
  for (const double fn : {0.01, 3.0, 7.07}) {  // the innermost middles are 0.5 mm √2 away
    int loaded = 0;
    for (const double weight : patch.at(fn, shape).cells().weight) {
      if (weight > 0.0) {
        EXPECT_DOUBLE_EQ(weight, 0.25);
        ++loaded;
      }
    }
    EXPECT_EQ(loaded, 4);
  }
  EXPECT_LT(patch.at(16.0, shape).cells().weight[9 * 20 + 9], 0.25);
}

TEST(DistributedHertz, ChecksItsContact) {
  const auto one = [](double) { return 0.005; };
  const auto two = [](double) { return 2.0; };
  EXPECT_THROW(DistributedPatch(law(), HertzContact{one, two, -1.0}), InvalidArgument);
  EXPECT_THROW(DistributedPatch(law(), HertzContact{one, nullptr, 0.02}), InvalidArgument);
  EXPECT_THROW(DistributedPatch(law(), HertzContact{nullptr, two, 0.02}), InvalidArgument);
  EXPECT_THROW(DistributedPatch(law(), HertzContact{one, two, 0.02}, -1), InvalidArgument);
  EXPECT_THROW(DistributedPatch(law(), HertzContact{one, two, 0.02}, 2001), InvalidArgument);
}

}  // namespace
}  // namespace stickslip::patch::test::distributed_hertz_test
