#include "stickslip/patch/wrench_cone.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/test/random_direction.hpp"

namespace stickslip::patch::test::wrench_cone_test {
namespace {

using cone::Approximation;
using cone::WrenchCone;

std::vector<LimitSurface> surfaces() {
  const std::array<Vec<2>, 3> at{Vec<2>(0.01, 0.0), Vec<2>(-0.005, 0.008), Vec<2>(-0.005, -0.008)};
  const std::array<double, 3> share{1.0, 2.0, 3.0};
  return {LimitSurface(Pressure::disc(0.01)),       LimitSurface(Pressure::rectangle({0.2, 0.1})),
          LimitSurface(Pressure::line(0.02)),       LimitSurface(Pressure::points(at, share)),
          LimitSurface(Pressure::hertz(1e-4, 2.0)), LimitSurface(Pressure::rectangle({30.0, 1.0}))};
}

double reach(const WrenchCone& cone, const Vec<3>& direction) {
  const Eigen::MatrixXd& rows = cone.facets();
  double most = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const double rate = rows.row(i).head<3>().dot(direction);
    if (rate > 0.0) most = std::min(most, -rows(i, 3) / rate);
  }
  return most;
}

// In every direction the inner cone ends before the limit surface, the outer one behind it; more sides bring them closer.
TEST(PatchWrenchCone, EnclosesTheLimitSurface) {
  const double mu = 0.4;
  for (const LimitSurface& surface : surfaces()) {
    double gap_before = std::numeric_limits<double>::infinity();
    for (const int k : {3, 8, 24}) {
      const WrenchCone inner = wrench_cone(surface, mu, k, Approximation::inner),
                       outer = wrench_cone(surface, mu, k, Approximation::outer);
      std::mt19937 random(1);
      double gap = 0.0;
      for (int i = 0; i < 200; ++i) {
        Wrench2 direction = random_direction(random);
        direction(2) *= surface.r();
        const double exact = mu / surface.gauge(direction);
        EXPECT_LE(reach(inner, direction), exact * (1.0 + 1e-9));
        EXPECT_GE(reach(outer, direction), exact * (1.0 - 1e-9));
        gap += (reach(outer, direction) - reach(inner, direction)) / exact / 200.0;
      }
      EXPECT_LT(gap, gap_before);
      gap_before = gap;
    }
    EXPECT_LT(gap_before, 0.06);
  }
}

TEST(PatchWrenchCone, SlidesAndSpinsAreExact) {
  const LimitSurface disc(Pressure::disc(0.03));
  for (const Approximation kind : {Approximation::inner, Approximation::outer}) {
    const WrenchCone cone = wrench_cone(disc, 0.5, 8, kind);
    EXPECT_NEAR(reach(cone, Vec<3>::UnitX()), 0.5, 1e-12);
    EXPECT_NEAR(reach(cone, Vec<3>::UnitZ()), 0.5 * 2.0 / 3.0 * 0.03, 1e-13);
  }
}

// Rows that others make idle would be in the way of a solver: each must cut off something.
TEST(PatchWrenchCone, NoRowIsIdle) {
  for (const LimitSurface& surface : surfaces()) {
    for (const Approximation kind : {Approximation::inner, Approximation::outer}) {
      const WrenchCone cone = wrench_cone(surface, 0.4, 8, kind);
      const Eigen::MatrixXd& rows = cone.facets();
      for (Eigen::Index i = 0; i < rows.rows(); ++i) {
        Eigen::MatrixXd others(rows.rows() - 1, 4);
        others << rows.topRows(i), rows.bottomRows(rows.rows() - i - 1);
        // Idle if the row is a sum of others with weights that are not negative.
        EXPECT_FALSE(cone::PolyhedralCone::from_generators(others).contains(rows.row(i).transpose(), 1e-9)) << i;
      }
    }
  }
}

TEST(PatchWrenchCone, OfAPointHasNoTorque) {
  const std::array<Vec<2>, 1> at{Vec<2>(0.01, 0.02)};
  const std::array<double, 1> share{1.0};
  for (const Approximation kind : {Approximation::inner, Approximation::outer}) {
    const WrenchCone cone = wrench_cone(LimitSurface(Pressure::points(at, share)), 0.5, 8, kind);
    EXPECT_TRUE(cone.contains(Vec<4>(0.2, 0.2, 0.0, 1.0)));
    EXPECT_FALSE(cone.contains(Vec<4>(0.2, 0.2, 1e-3, 1.0)));
  }
}

TEST(PatchWrenchCone, WithoutFrictionIsTheNormalForce) {
  const WrenchCone cone = wrench_cone(LimitSurface(Pressure::disc(0.03)), 0.0, 8, Approximation::outer);
  EXPECT_EQ(cone.generators(), Eigen::MatrixXd(Eigen::RowVector4d(0.0, 0.0, 0.0, 1.0)));
  EXPECT_EQ(cone.facets().rows(), 7);
}

TEST(PatchWrenchCone, HoldsForAnyFriction) {
  const LimitSurface disc(Pressure::disc(0.03));
  for (const double mu : {1e-30, 1e-10, 1.0, 1e9}) {
    for (const Approximation kind : {Approximation::inner, Approximation::outer}) {
      const WrenchCone cone = wrench_cone(disc, mu, 8, kind);
      EXPECT_NEAR(reach(cone, Vec<3>::UnitX()) / mu, 1.0, 1e-12);
      EXPECT_TRUE(cone.contains(Vec<4>(0.0, 0.0, 0.0, 1.0)));
      EXPECT_FALSE(cone.contains(Vec<4>(0.0, 0.0, 0.0, -1.0)));
    }
  }
}

TEST(PatchWrenchCone, NamesWhatIsWrong) {
  const LimitSurface disc(Pressure::disc(0.03));
  EXPECT_THROW(wrench_cone(disc, -0.1), InvalidArgument);
  EXPECT_THROW(wrench_cone(disc, std::nan("")), InvalidArgument);
  EXPECT_THROW(wrench_cone(disc, 0.5, 2), InvalidArgument);
  EXPECT_THROW(wrench_cone(disc, 0.5, 201), InvalidArgument);
}

}  // namespace
}  // namespace stickslip::patch::test::wrench_cone_test
