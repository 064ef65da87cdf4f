#include "stickslip/patch/pressed_polygons.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/plastic_bristle.hpp"
#include "stickslip/patch/pressed_ellipsoid.hpp"
#include "stickslip/patch/test/polygon_quadrature.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::patch::pressed_polygons_test {
namespace {

using Corners = std::vector<Vec<2>>;

const Corners quadrilateral{{-0.02, -0.01}, {0.03, -0.012}, {0.025, 0.02}, {-0.015, 0.015}};
const Corners triangle{{0.03, -0.012}, {0.06, 0.0}, {0.025, 0.02}};
const Corners sliver{{-0.05, 0.0}, {0.05, 0.0001}, {0.05, 0.0003}, {-0.05, 0.0002}};
const Vec<3> pressure(2000.0, 9000.0, -7000.0);

PressedPolygons pressed(const std::vector<Corners>& polygons, const Vec<3>& a) {
  PressedPolygons area;
  area.clear();
  for (const Corners& corners : polygons) area.add(corners, area_moments(corners), a);
  area.finish();
  return area;
}

std::vector<Vec<3>> slips() {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  std::vector<Vec<3>> all{{1, 0, 0}, {0.3, -0.8, 1e-6}, {0, 0, 1}, {0.01, 0.02, -1.0}, {1.0, 0.5, 30.0}};
  // Centres of rotation inside, near, and on both sides of where Gauss points take over.
  for (int k = 0; k < 200; ++k) {
    const double distance = 0.02 * std::pow(10.0, 1.5 * normal(random));
    const double angle = 6.3 * normal(random), sign = k % 2 == 0 ? 1.0 : -1.0;
    all.emplace_back(sign * distance * std::sin(angle), -sign * distance * std::cos(angle), sign);
  }
  return all;
}

TEST(AreaMoments, AreThoseOfARectangleAnywhere) {
  const double x1 = 0.3, x2 = 0.7, y1 = -0.4, y2 = 0.1;
  const auto power = [](double low, double high, int n) {
    return (std::pow(high, n + 1) - std::pow(low, n + 1)) / (n + 1);
  };
  const AreaMoments m = area_moments(Corners{{x1, y1}, {x2, y1}, {x2, y2}, {x1, y2}});
  const int degrees[10][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}, {3, 0}, {2, 1}, {1, 2}, {0, 3}};
  for (std::size_t i = 0; i < 10; ++i)
    EXPECT_NEAR(m[i], power(x1, x2, degrees[i][0]) * power(y1, y2, degrees[i][1]), 1e-16) << i;
}

TEST(PressedPolygons, HaveTheWrenchOfTheLimitSurface) {
  const Corners& corners = quadrilateral;
  const Vec<2> centroid = geometry::Polygon(corners).centroid();
  const double mean = pressure(0) + pressure(1) * centroid(0) + pressure(2) * centroid(1);
  const Pressure same = Pressure::polygon(corners, Vec<2>(pressure(1), pressure(2)) / mean);
  const LimitSurface surface(same);
  const PressedPolygons area = pressed({corners}, pressure);
  ASSERT_LT((area.cop() - same.cop()).norm(), 1e-15);
  ASSERT_NEAR(area.u(), same.u(), 1e-15);
  for (const Vec<3>& s : slips()) {
    const Vec<2> cop = area.cop();
    const Twist2 at_cop(s(0) - s(2) * cop(1), s(1) + s(2) * cop(0), s(2));
    const Wrench2 w = -area.load() * surface.wrench(at_cop);
    const Support support = area.support(s);
    const double size = area.load();
    EXPECT_NEAR(support.gradient(0), w(0), 1e-11 * size);
    EXPECT_NEAR(support.gradient(1), w(1), 1e-11 * size);
    EXPECT_NEAR(support.gradient(2), w(2) + cop(0) * w(1) - cop(1) * w(0), 1e-11 * size * area.reach());
    EXPECT_NEAR(support.value, area.load() * surface.support(at_cop), 1e-11 * size * s.norm());
  }
}

class Derivatives : public testing::TestWithParam<std::vector<Corners>> {};

TEST_P(Derivatives, AreThoseOfDifferences) {
  const PressedPolygons area = pressed(GetParam(), pressure);
  const double reach = area.reach();
  for (const Vec<3>& s : slips()) {
    const Support at = area.support(s);
    const double speed = std::max(s.head<2>().norm(), reach * std::abs(s(2)));
    EXPECT_NEAR(at.gradient.dot(s), at.value, 1e-12 * area.load() * speed);
    const Vec<3> scale(1.0, 1.0, 1.0 / reach);  // a slip as long as one of the others
    // A centre of rotation on a corner has no second derivative nearby: differences are short beside the distance to it.
    const double step = area.is_line() ? 1e-6 : 1e-5;
    for (int j = 0; j < 3; ++j) {
      const Vec<3> away = step * speed * scale(j) * Vec<3>::Unit(j);
      const Vec<3> slope = (area.support(s + away).gradient - area.support(s - away).gradient) / (2.0 * step * speed);
      for (int i = 0; i < 3; ++i) {
        const double unit = area.load() / scale(i) / speed;
        EXPECT_NEAR(at.hessian(i, j) * scale(j), slope(i), (area.is_line() ? 2e-3 : 2e-6) * unit * 10.0)
            << s.transpose() << " entry " << i << ' ' << j;
      }
      Vec<3> more = pressure, less = pressure;
      const double change = 1e-3 * pressure(0) / (j == 0 ? 1.0 : reach);
      more(j) += change;
      less(j) -= change;
      const Vec<3> by_a =
          (pressed(GetParam(), more).support(s).gradient - pressed(GetParam(), less).support(s).gradient) /
          (2 * change);
      EXPECT_LT((at.gradient_by_a.col(j) - by_a).cwiseProduct(scale).norm(),
                1e-9 * area.area() * (j == 0 ? 1.0 : reach));
    }
    EXPECT_LT((at.hessian * s).cwiseProduct(scale).norm(), 1e-9 * area.load());
  }
}

INSTANTIATE_TEST_SUITE_P(PressedPolygons, Derivatives,
                         testing::Values(std::vector<Corners>{quadrilateral},
                                         std::vector<Corners>{quadrilateral, triangle}, std::vector<Corners>{sliver}));

TEST(PressedPolygons, AreOneAreaWhenCutInTwo) {
  const Corners left{{-0.02, -0.01}, {0.03, -0.012}, {-0.015, 0.015}},
      right{{0.03, -0.012}, {0.025, 0.02}, {-0.015, 0.015}};
  const PressedPolygons whole = pressed({quadrilateral}, pressure), parts = pressed({left, right}, pressure);
  EXPECT_NEAR(whole.load(), parts.load(), 1e-14);
  for (const Vec<3>& s : slips()) {
    const Support a = whole.support(s), b = parts.support(s);
    EXPECT_LT((a.gradient - b.gradient).norm(), 1e-11 * whole.load());
    EXPECT_LT((a.hessian - b.hessian).norm(), 1e-7 * a.hessian.norm());
  }
}

TEST(PressedPolygons, AreALineWhereTheyAreThin) {
  const PressedPolygons line = pressed({sliver}, pressure);
  ASSERT_TRUE(line.is_line());
  // The same force as the exact sums give, up to the width over the length.
  const Vec<2> centroid = geometry::Polygon(sliver).centroid();
  const double mean = pressure(0) + pressure(1) * centroid(0) + pressure(2) * centroid(1);
  const LimitSurface exact(Pressure::polygon(sliver, Vec<2>(pressure(1), pressure(2)) / mean));
  const Vec<2> cop = line.cop();
  for (const Vec<3>& s : slips()) {
    const Twist2 at_cop(s(0) - s(2) * cop(1), s(1) + s(2) * cop(0), s(2));
    const Wrench2 w = -line.load() * exact.wrench(at_cop);
    const Support support = line.support(s);
    EXPECT_LT((support.gradient - Vec<3>(w(0), w(1), w(2) + cop(0) * w(1) - cop(1) * w(0)))
                  .cwiseProduct(Vec<3>(1.0, 1.0, 20.0))
                  .norm(),
              4e-3 * line.load())
        << s.transpose();
  }
}

TEST(PressedEllipsoid, HasTheForceAndTheTorqueOfTheArea) {
  const PressedPolygons area = pressed({quadrilateral, triangle}, pressure);
  const PressedEllipsoid ellipsoid(area);
  const Vec<2> cop = area.cop();
  for (const Vec<3>& s : {Vec<3>(1, 0, 0), Vec<3>(0.6, -0.8, 0), Vec<3>(cop(1), -cop(0), 1.0)}) {
    EXPECT_NEAR(ellipsoid.support(s).value, area.support(s).value, 1e-13 * area.load());
    EXPECT_NEAR(ellipsoid.support(-s).value, area.support(s).value, 1e-13 * area.load());
  }
}

TEST(PressedEllipsoid, DiffersByUpToASixthOfTheForceOnASquare) {
  const Corners square{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  const PressedPolygons area = pressed({square}, Vec<3>::UnitX());
  const PressedEllipsoid ellipsoid(area);
  const double r = ellipsoid.support(Vec<3>::UnitZ()).value / area.load();
  double largest = 0.0;
  for (double distance = 0.0; distance < 10.0; distance += 0.05) {
    for (const double angle : {0.0, 0.4, 0.8}) {
      const Vec<3> s(distance * std::sin(angle), -distance * std::cos(angle), 1.0);
      const Vec<3> apart = ellipsoid.support(s).gradient - area.support(s).gradient;
      largest = std::max(largest, apart.cwiseProduct(Vec<3>(1.0, 1.0, 1.0 / r)).norm() / area.load());
    }
  }
  EXPECT_NEAR(largest, 0.17, 0.01);
}

TEST_P(Derivatives, OfTheEllipsoidAreThoseOfDifferences) {
  const PressedPolygons area = pressed(GetParam(), pressure);
  const PressedEllipsoid ellipsoid(area);
  const double reach = area.reach();
  const Vec<3> scale(1.0, 1.0, 1.0 / reach);
  for (const Vec<3>& s : slips()) {
    const Support at = ellipsoid.support(s);
    const double speed = std::max(s.head<2>().norm(), reach * std::abs(s(2))), step = 1e-5;
    EXPECT_NEAR(at.gradient.dot(s), at.value, 1e-12 * area.load() * speed);
    for (int j = 0; j < 3; ++j) {
      const Vec<3> away = step * speed * scale(j) * Vec<3>::Unit(j);
      const Vec<3> slope =
          (ellipsoid.support(s + away).gradient - ellipsoid.support(s - away).gradient) / (2.0 * step * speed);
      EXPECT_LT((at.hessian.col(j) * scale(j) - slope).cwiseProduct(scale).norm(), 1e-7 * area.load() / speed);
      Vec<3> more = pressure, less = pressure;
      const double change = 1e-4 * pressure(0) / (j == 0 ? 1.0 : reach);
      more(j) += change;
      less(j) -= change;
      const PressedPolygons after = pressed(GetParam(), more), before = pressed(GetParam(), less);
      const Vec<3> by_a =
          (PressedEllipsoid(after).support(s).gradient - PressedEllipsoid(before).support(s).gradient) / (2.0 * change);
      EXPECT_LT((at.gradient_by_a.col(j) - by_a).cwiseProduct(scale).norm(),
                1e-6 * area.area() * (j == 0 ? 1.0 : reach));
    }
  }
}

// A face 10 nm deep whose neighbour rises from it with a slope of 50: the neighbour's part of the area is 0.2 nm wide.
TEST(PressedPolygons, BearSliversUnderSteepPressuresWithoutNoise) {
  constexpr double side = 5e-3, depth = 1e-8, slope = 50.0, k = 1e10, width = depth / slope;
  const Corners face{{0, 0}, {side, 0}, {side, side}, {0, side}};
  const Corners sliver_beside{{side, 0}, {side + width, 0}, {side + width, side}, {side, side}};
  const Vec<3> flat(k * depth, 0, 0), steep(k * (depth + slope * side), -k * slope, 0);
  PressedPolygons area;
  area.clear();
  area.add(face, area_moments(face), flat);
  area.add(sliver_beside, area_moments(sliver_beside), steep);
  area.finish();
  const PressedPolygons alone = pressed({face}, flat);
  for (const double distance : {0.1, 0.5, 1.0, 2.0, 3.0, 3.9, 4.1, 10.0}) {
    const Vec<3> s(-0.6 * distance * side, 0.8 * distance * side, 1.0);
    const Support at = area.support(s);
    const Vec<3> scale(1.0, 1.0, 1.0 / side);
    // The sliver bears k depth²/(2 slope) side: width/(2 side) of the load, and no friction of more than that.
    EXPECT_LT((at.gradient - alone.support(s).gradient).cwiseProduct(scale).norm(), 2.0 * width / side * area.load());
    for (int turn = 0; turn < 8; ++turn) {
      const Vec<3> away = 1e-15 * distance * side * Vec<3>(std::cos(turn), std::sin(turn), 0.0);
      EXPECT_LT((area.support(s + away).gradient - at.gradient).cwiseProduct(scale).norm(), 1e-12 * area.load())
          << distance;
    }
  }
  // On one of the sliver's Gauss points.
  EXPECT_TRUE(area.support({0.5 * side, -(side + 0.5 * width), 1.0}).hessian.allFinite());
}

// Everything about a response that (1) to (4) of plastic_bristle.hpp say.
void check_response(const PressedPolygons& area, double mu, double sigma0, const Vec<3>& trial) {
  const BristleResponse at = press_bristles(area, mu, sigma0, trial, Vec<3>::Zero());
  ASSERT_TRUE(at.is_solved) << trial.transpose();
  const Vec<3> wrench = -sigma0 * area.stiffness() * (trial - at.slip);
  const Vec<3> size(1.0, 1.0, 1.0 / area.reach());
  EXPECT_LT((at.wrench - wrench).cwiseProduct(size).norm(), 1e-12 * area.load() * (1.0 + sigma0 * trial.norm()));
  if (at.slides()) {
    EXPECT_LT((at.wrench + mu * area.support(at.slip).gradient).cwiseProduct(size).norm(), 1e-9 * mu * area.load());
    EXPECT_GE(-at.wrench.dot(at.slip), 0.0);
  } else {
    // No direction in which sliding would gain.
    for (const Vec<3>& s : slips()) EXPECT_LE(-at.wrench.dot(s), mu * area.support(s).value * (1.0 + 1e-9));
  }
  // Differences of 1e-5 of the way to sliding; not where that lies between them.
  const double step = 1e-5 * mu / sigma0;
  for (int j = 0; j < 3; ++j) {
    const Vec<3> away = step / (j == 2 ? area.reach() : 1.0) * Vec<3>::Unit(j);
    const BristleResponse more = press_bristles(area, mu, sigma0, trial + away, at.slip),
                          less = press_bristles(area, mu, sigma0, trial - away, at.slip);
    if (more.slides() != less.slides()) continue;
    const Vec<3> slope = (more.wrench - less.wrench) / (2.0 * away(j));
    EXPECT_LT((at.by_displacement.col(j) - slope).cwiseProduct(size).norm() * away(j),
              2e-4 * step * sigma0 * area.load())
        << trial.transpose() << ": " << j;
  }
}

TEST(PlasticBristle, SticksInsideTheSurfaceAndSlidesOnIt) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (const std::vector<Corners>& corners :
       {std::vector<Corners>{quadrilateral}, std::vector<Corners>{quadrilateral, triangle},
        std::vector<Corners>{sliver}}) {
    const PressedPolygons area = pressed(corners, pressure);
    for (int k = 0; k < 100; ++k) {
      const double mu = 0.5, sigma0 = 1e6, size = mu / sigma0 * std::pow(10.0, 1.0 * normal(random));
      check_response(area, mu, sigma0, size * Vec<3>(normal(random), normal(random), normal(random) / area.reach()));
    }
  }
}

// Slivers that turn, near the limit: from where the search begins, the surface's curvature takes it far past the largest gauge.
TEST(PlasticBristle, FindsTheLimitOfTurningSlivers) {
  const Corners long_one{{-0.00206038, -0.00751765}, {0.000938321, 0.00272849},   {0.00232176, 0.00757399},
                         {0.00237915, 0.00777838},   {-0.000530912, -0.00180183}, {-0.00295574, -0.0103533}};
  const PressedPolygons area = pressed({long_one}, {6.67664e+06, -3.12615e+08, -7.62739e+08});
  for (const double share : {0.8, 0.9, 1.0, 1.1, 1.2})
    check_response(area, 0.115972, 9.22346e+07, share * Vec<3>(1.41461e-09, -4.08687e-10, -1.04065e-07));
  const Corners bent{{0.0285016, 0.0607989}, {0.00687331, 0.0667892}, {-0.0209583, 0.0732682},
                     {-0.007799, 0.0697957}, {0.00275732, 0.0670636}, {0.0215747, 0.0623323}};
  const PressedPolygons other = pressed({bent}, {464.569, -9643.17, -3120.5});
  for (const double share : {0.8, 0.9, 1.0, 1.1, 1.2})
    check_response(other, 272.552, 37658.5, share * Vec<3>(0.00616055, 0.00390957, 0.0766093));
}

TEST(PlasticBristle, FollowsThePressure) {
  std::mt19937 random(8);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 100; ++k) {
    const double mu = 0.5, sigma0 = 1e6, reach = 0.03, size = mu / sigma0 * std::pow(10.0, normal(random));
    const Vec<3> trial = size * Vec<3>(normal(random), normal(random), normal(random) / reach);
    const PressedPolygons area = pressed({quadrilateral}, pressure);
    const BristleResponse at = press_bristles(area, mu, sigma0, trial, Vec<3>::Zero());
    for (int j = 0; j < 3; ++j) {
      const double change = 1e-4 * pressure(0) / (j == 0 ? 1.0 : reach);
      Vec<3> more = pressure, less = pressure;
      more(j) += change;
      less(j) -= change;
      const BristleResponse after = press_bristles(pressed({quadrilateral}, more), mu, sigma0, trial, at.slip),
                            before = press_bristles(pressed({quadrilateral}, less), mu, sigma0, trial, at.slip);
      if (after.slides() != before.slides()) continue;
      const Vec<3> difference = (after.wrench - before.wrench) / 2.0 - change * at.by_pressure.col(j);
      EXPECT_LT(difference.cwiseProduct(Vec<3>(1.0, 1.0, 1.0 / reach)).norm(), 1e-6 * area.load());
    }
  }
}

TEST(PlasticBristle, AllocatesNothing) {
  const PressedPolygons area = pressed({quadrilateral, triangle}, pressure);
  Vec<3> sum = Vec<3>::Zero();
  const std::size_t allocations = stickslip::test::allocations_in([&] {
    for (int k = 1; k < 20; ++k)
      sum += press_bristles(area, 0.5, 1e6, 1e-7 * k * Vec<3>(1.0, 0.5, 40.0), Vec<3>::Zero()).wrench;
  });
  EXPECT_TRUE(allocations == 0 || !stickslip::test::counts_allocations());
  EXPECT_TRUE(sum.allFinite());
}

}  // namespace
}  // namespace stickslip::patch::pressed_polygons_test
