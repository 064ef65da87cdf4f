#include "stickslip/patch/surface/tabulated_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::patch::tabulated_surface_test {
namespace {

constexpr double r = 0.007;

// h of an ellipsoid, exactly: −v_S/‖v_S‖.
Vec<3> ellipsoid(const Twist2& v) {
  const Vec<3> v_s(v(0), v(1), r * v(2));
  return -v_s / v_s.norm();
}

TabulatedSurface table(int n) {
  std::vector<Vec<3>> nodes;
  for (int i = 0; i <= 4 * n; ++i) {
    for (int j = 0; j <= n; ++j) nodes.push_back(ellipsoid(TabulatedSurface::node_twist(i, j, n, r)));
  }
  return {nodes, n, r};
}

TEST(TabulatedSurface, GivesItsNodesBack) {
  const int n = 7;
  const TabulatedSurface surface = table(n);
  for (int i = 0; i <= 4 * n; ++i) {
    for (int j = 0; j <= n; ++j) {
      const Twist2 v = TabulatedSurface::node_twist(i, j, n, r);
      for (const double factor : {1.0, 1e-9, -3.0}) {
        const Vec<3> h = surface.normalised(Vec<3>(v(0), v(1), r * v(2)) * factor);
        EXPECT_LT((h - std::copysign(1.0, factor) * surface.node(i, j)).norm(), 1e-13)
            << i << " " << j << " " << factor;
      }
    }
  }
}

TEST(TabulatedSurface, IsContinuousAcrossEverySeam) {
  const TabulatedSurface surface = table(5);
  // Either side of: spin changing sign, the direction of slide passing 0 and π, pure spin.
  const double tiny = 1e-9;
  for (const Vec<3>& v : {Vec<3>(1.0, 0.3, 0.0), Vec<3>(-0.2, 1.0, 0.0), Vec<3>(1.0, 0.0, 0.5), Vec<3>(-1.0, 0.0, 0.5),
                          Vec<3>(1.0, 0.0, -0.5), Vec<3>(0.0, 0.0, 1.0), Vec<3>(0.0, 0.0, -1.0)}) {
    for (int axis = 0; axis < 3; ++axis) {
      const Vec<3> step = tiny * Vec<3>::Unit(axis);
      EXPECT_LT((surface.normalised(v + step) - surface.normalised(v - step)).norm(), 1e-7) << v.transpose();
    }
  }
}

TEST(TabulatedSurface, ErrorFallsWithTheSquareOfTheSpacing) {
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  double coarse = 0.0, fine = 0.0;
  const TabulatedSurface small = table(10), large = table(20);
  for (int k = 0; k < 10000; ++k) {
    const Vec<3> v(normal(random), normal(random), normal(random));
    coarse = std::max(coarse, (small.normalised(v) + v / v.norm()).norm());
    fine = std::max(fine, (large.normalised(v) + v / v.norm()).norm());
  }
  EXPECT_NEAR(coarse / fine, 4.0, 0.3);
  EXPECT_LT(fine, 2e-3);
}

TEST(TabulatedSurface, SlopeIsTheDerivative) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const TabulatedSurface surface = table(9);
  for (int k = 0; k < 500; ++k) {
    const double speed = std::pow(10.0, -8.0 + 8.0 * (k % 10) / 9.0);
    const Twist2 v(speed * normal(random), speed * normal(random), speed / r * normal(random));
    const Response at = surface.response(v);
    EXPECT_LT((at.wrench - surface.wrench(v)).norm(), 1e-14);
    const Vec<3> scale(1.0, 1.0, r);
    for (int i = 0; i < 3; ++i) {
      Twist2 step = Twist2::Zero();
      step(i) = 1e-7 * speed / scale(i);
      const Vec<3> difference = (surface.wrench(v + step) - surface.wrench(v - step)) / (2.0 * step(i));
      const Vec<3> error = (at.jacobian.col(i) - difference).cwiseQuotient(scale) / scale(i);
      EXPECT_LT(error.norm() * speed, 2e-6) << v.transpose();
    }
  }
}

TEST(TabulatedSurface, ResizedIsTheTableOfALargerPatch) {
  const auto tabulated = [](double radius) { return LimitSurface::tabulated(Pressure::disc(radius)); };
  const LimitSurface small = tabulated(0.01), large = tabulated(0.02);
  const TabulatedSurface grown = std::get<TabulatedSurface>(small.form()).resized(large.r());
  EXPECT_EQ(grown.r(), large.r());
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 1000; ++k) {
    const Twist2 v(normal(random), normal(random), normal(random) / r);
    const Vec<3> error = grown.wrench(v) - large.wrench(v);
    EXPECT_LT(std::hypot(error(0), error(1), error(2) / large.r()), 1e-12) << v.transpose();
  }
  for (const double bad : {0.0, -1.0, std::nan("")}) EXPECT_THROW(grown.resized(bad), InvalidArgument) << bad;
}

TEST(TabulatedSurface, RestAndBadTwists) {
  const TabulatedSurface surface = table(4);
  EXPECT_EQ(surface.wrench(Twist2::Zero()), Wrench2(Wrench2::Zero()));
  EXPECT_TRUE(surface.response(Twist2::Zero()).jacobian.allFinite());
  EXPECT_TRUE(surface.wrench({std::nan(""), 0.0, 0.0}).array().isNaN().all());
  EXPECT_TRUE(surface.wrench({0.0, std::numeric_limits<double>::infinity(), 0.0}).array().isNaN().all());
}

TEST(TabulatedSurface, RefusesWrongNodes) {
  const std::vector<Vec<3>> nodes(5 * 2, Vec<3>(1.0, 0.0, 0.0));
  EXPECT_NO_THROW(TabulatedSurface(nodes, 1, r));
  EXPECT_THROW(TabulatedSurface(nodes, 2, r), InvalidArgument);
  EXPECT_THROW(TabulatedSurface(nodes, 0, r), InvalidArgument);
  EXPECT_THROW(TabulatedSurface(nodes, 1, 0.0), InvalidArgument);
  std::vector<Vec<3>> bad = nodes;
  bad[3](1) = std::nan("");
  try {
    const TabulatedSurface surface(bad, 1, r);
    FAIL() << "nothing thrown";
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "TabulatedSurface: nodes[3] has the entry nan, which must be finite");
  }
}

}  // namespace
}  // namespace stickslip::patch::tabulated_surface_test
