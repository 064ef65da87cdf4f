#include "stickslip/patch/surface/polygon_surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/patch/test/polygon_quadrature.hpp"
#include "stickslip/patch/test/shapes.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::patch::polygon_surface_test {
namespace {

using test::turning_about;
using test::wrench_by_quadrature;

struct Subject {
  std::string name;
  Pressure pressure;

  const PolygonRegion& region() const { return std::get<PolygonRegion>(pressure.shape()); }
  PolygonSurface surface() const { return {region(), pressure.cop()}; }
  double reach() const {  // ℓ
    double reach = 0.0;
    for (const geometry::Polygon& polygon : region().polygons) {
      for (const Vec<2>& vertex : polygon.vertices()) reach = std::max(reach, (vertex - pressure.cop()).norm());
    }
    return reach;
  }
};

const std::vector<Vec<2>> quadrilateral{{0, 0}, {2, 0.2}, {1.7, 1.5}, {-0.3, 1.1}};
const std::vector<Vec<2>> l_shape{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};

std::vector<Subject> subjects() {
  return {{"square", Pressure::rectangle({2, 2})},
          {"quadrilateral", Pressure::polygon(quadrilateral)},
          {"quadrilateral, linear", Pressure::polygon(quadrilateral, {0.4, -0.3})},
          {"triangle, zero along an edge", Pressure::polygon({{0, 0}, {3, 0}, {0, 1.5}}, {1, 0})},
          {"L", Pressure::polygon(l_shape)},
          {"L, linear", Pressure::polygon(l_shape, {-0.5, 0.3})},
          {"strip", Pressure::rectangle({1, 0.01})},
          {"two pads", test::two_pads(0.02)},
          {"bar and post", test::bar_and_post(0.02)}};
}

// Difference of two wrenches in units of the greatest force and torque.
double distance(const Wrench2& a, const Wrench2& b, double r) {
  return std::max((a - b).head<2>().norm(), std::abs(a(2) - b(2)) / r);
}

TEST(PolygonSurface, IsTheIntegralForCentresOfRotationAtAnyDistance) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(0.0, 2.0 * std::numbers::pi);
  for (const Subject& subject : subjects()) {
    const Vec<2> cop = subject.pressure.cop();
    const PolygonSurface surface = subject.surface();
    for (const double distance_in_reaches : {0.0, 0.2, 0.5, 0.9, 1.3, 2.5, 3.99, 4.01, 10.0, 100.0, 1e4, 1e8, 1e14}) {
      for (const double sense : {1.0, -1.0}) {
        const double phi = angle(random);
        const Vec<2> centre = cop + distance_in_reaches * subject.reach() * Vec<2>(std::cos(phi), std::sin(phi));
        const Twist2 v = turning_about(centre, cop, sense);
        const Vec<2> apex = distance_in_reaches < 2.0 ? Vec<2>(cop + Vec<2>(-v(1), v(0)) / v(2)) : cop;
        const Wrench2 expected = wrench_by_quadrature(subject.region(), cop, v, apex);
        EXPECT_LE(distance(surface.wrench(v), expected, subject.pressure.r()), 1e-12)
            << subject.name << " at " << distance_in_reaches << " towards " << phi;
      }
    }
  }
}

TEST(PolygonSurface, IsTheIntegralForCentresOfRotationOnAndBesideItsEdges) {
  for (const Subject& subject : subjects()) {
    const Vec<2> cop = subject.pressure.cop();
    const PolygonSurface surface = subject.surface();
    for (const geometry::Polygon& polygon : subject.region().polygons) {
      for (std::size_t i = 0; i < polygon.vertices().size(); ++i) {
        const Vec<2>&a = polygon.vertices()[i], &b = polygon.vertices()[(i + 1) % polygon.vertices().size()];
        for (const double along : {0.0, 0.37, 1.2}) {
          for (const double aside : {0.0, 1e-13, -1e-7}) {
            const Vec<2> edge = b - a, centre = a + along * edge + aside * Vec<2>(edge(1), -edge(0));
            const Twist2 v = turning_about(centre, cop);
            const Wrench2 expected = wrench_by_quadrature(subject.region(), cop, v, cop + Vec<2>(-v(1), v(0)) / v(2));
            EXPECT_LE(distance(surface.wrench(v), expected, subject.pressure.r()), 1e-12)
                << subject.name << " edge " << i << " " << along << " " << aside;
          }
        }
      }
    }
  }
}

TEST(PolygonSurface, HasTheTorqueOfKnownShapes) {
  const double side = 0.02;
  const Subject square{"square", Pressure::rectangle({side, side})};
  const Wrench2 spin = square.surface().wrench({0, 0, 3.0});
  EXPECT_NEAR(spin(2) / (side / 6.0 * (std::numbers::sqrt2 + std::asinh(1.0))), -1.0, 1e-14);
  EXPECT_NEAR(spin.head<2>().norm(), 0.0, 1e-15);
  // About the corner of a square of side a the pressure is a quarter of that of a square of side 2a about its middle.
  const Wrench2 corner =
      wrench_at(square.surface().wrench(turning_about({side / 2, side / 2}, Vec<2>::Zero())), {side / 2, side / 2});
  EXPECT_NEAR(corner(2) / (2.0 * spin(2)), 1.0, 1e-14);
  // An equilateral triangle about its centroid, distance d to each side: ∫ ρ² dρ dφ = 6 ∫₀^{π/3} (d/cos φ)³/3 dφ.
  const double d = 0.01, half = std::numbers::sqrt3 * d;
  const Subject triangle{"triangle", Pressure::polygon({{-half, -d}, {half, -d}, {0, 2 * d}})};
  const double secants = 0.5 * (2.0 * std::numbers::sqrt3 + std::asinh(std::numbers::sqrt3));  // ∫ sec³
  const double torque = 2.0 * d * d * d * secants / (3.0 * half * d);
  EXPECT_NEAR(triangle.surface().wrench({0, 0, -1.0})(2) / torque, 1.0, 1e-14);
}

TEST(PolygonSurface, SlidesWithTheWholeForceAgainstTheMotion) {
  for (const Subject& subject : subjects()) {
    for (const Vec<2>& v : {Vec<2>(1e-3, 0), Vec<2>(0, -2), Vec<2>(3, 4)}) {
      const Wrench2 w = subject.surface().wrench({v(0), v(1), 0.0});
      EXPECT_NEAR((w.head<2>() + v.normalized()).norm(), 0.0, 1e-13) << subject.name;
      EXPECT_NEAR(w(2) / subject.pressure.r(), 0.0, 1e-13) << subject.name;
    }
  }
}

// 2001 × 2001 points: the error of such a sum is of the order of a point's share of the area, 2.5e-7.
TEST(PolygonSurface, AgreesWithASumOverFourMillionPoints) {
  constexpr int points = 2001;
  const double h = 2.0 / points;
  for (const bool corner_cut : {false, true}) {
    const Subject subject{
        "", corner_cut ? Pressure::polygon(l_shape) : Pressure::polygon({{0, 0}, {2, 0}, {2, 2}, {0, 2}})};
    const Vec<2> cop = subject.pressure.cop();
    const Twist2 v = turning_about({1.31, 0.84}, cop);
    Wrench2 sum = Wrench2::Zero();
    double total = 0.0;
    for (int row = 0; row < points; ++row) {
      for (int column = 0; column < points; ++column) {
        const double px = (column + 0.5) * h, py = (row + 0.5) * h;
        // Of the points on the cut, half of the area lies inside.
        double weight = 1.0;
        if (corner_cut && 2 * row + 1 >= points && 2 * column + 1 >= points) {
          const bool on_x = 2 * column + 1 == points, on_y = 2 * row + 1 == points;
          weight = on_x && on_y ? 0.75 : on_x || on_y ? 0.5 : 0.0;
        }
        const double x = px - cop(0), y = py - cop(1), vx = v(0) - v(2) * y, vy = v(1) + v(2) * x;
        const double share = weight / std::sqrt(vx * vx + vy * vy);
        sum -= share * Wrench2(vx, vy, x * vy - y * vx);
        total += weight;
      }
    }
    EXPECT_LE(distance(subject.surface().wrench(v), sum / total, 1.0), 2.5e-7) << corner_cut;
  }
}

TEST(PolygonSurface, IsContinuousWhereItChangesForm) {
  for (const Subject& subject : subjects()) {
    const PolygonSurface surface = subject.surface();
    for (int k = 0; k < 12; ++k) {
      const double phi = 0.1 + k * std::numbers::pi / 6.0, spin = 1.0 / (4.0 * subject.reach()), step = 1e-14;
      const Twist2 near(std::cos(phi), std::sin(phi), spin * (1.0 + step));
      const Twist2 far(std::cos(phi), std::sin(phi), spin * (1.0 - step));
      EXPECT_LE(distance(surface.wrench(near), surface.wrench(far), subject.pressure.r()), 1e-12) << subject.name;
    }
  }
}

// Towards pure sliding the wrench goes with ω: f linear in ω, and the torque is an odd function up to that.
TEST(PolygonSurface, IsSmoothThroughPureSliding) {
  for (const Subject& subject : subjects()) {
    const PolygonSurface surface = subject.surface();
    const Twist2 slide(0.6, -0.8, 0.0);
    const double unit = 1.0 / subject.reach();
    const auto at = [&](double spin) { return surface.wrench(slide + Twist2(0, 0, spin * unit)); };
    const Wrench2 slope = (at(1e-4) - at(-1e-4)) / 2e-4;
    for (const double spin : {1e-7, 1e-9, 1e-12}) {
      EXPECT_LE(distance(at(spin), at(0.0) + spin * slope, subject.pressure.r()), 1e-13 + spin * spin) << subject.name;
      EXPECT_LE(distance(at(-spin), at(0.0) - spin * slope, subject.pressure.r()), 1e-13 + spin * spin) << subject.name;
    }
    EXPECT_EQ(at(0.0), at(-0.0));
  }
}

TEST(PolygonSurface, IsTheGradientOfItsSupport) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  for (const Subject& subject : subjects()) {
    const PolygonSurface surface = subject.surface();
    const double reach = subject.reach();
    const auto support = [&](const Twist2& v) { return -surface.wrench(v).dot(v); };
    for (int k = 0; k < 20; ++k) {
      const Twist2 v(entry(random), entry(random), 2.0 * entry(random) / reach);
      const Wrench2 w = surface.wrench(v);
      EXPECT_GT(support(v), 0.0);
      for (int axis = 0; axis < 3; ++axis) {
        const double unit = axis < 2 ? 1.0 : 1.0 / reach, h = 1e-5 * unit;
        Twist2 step = Twist2::Zero();
        step(axis) = h;
        const double slope = (support(v + step) - support(v - step)) / (2.0 * h);
        EXPECT_NEAR(slope * unit, -w(axis) * unit, 2e-7) << subject.name << " " << v.transpose();
      }
    }
  }
}

TEST(PolygonSurface, DependsOnTheDirectionOfTheTwistOnly) {
  for (const Subject& subject : subjects()) {
    const PolygonSurface surface = subject.surface();
    for (const double spin : {0.0, 0.3, 7.0}) {
      const Twist2 v(0.5, -0.2, spin / subject.reach());
      const Wrench2 w = surface.wrench(v);
      for (const double factor : {1e-320, 1e-300, 1e-160, 1e-3, 1e150, 1e300}) {
        const double digits = factor < 1e-310 ? 1e-2 : 1e-12;  // of a subnormal twist hardly two are left
        EXPECT_LE(distance(surface.wrench(factor * v), w, subject.pressure.r()), digits)
            << subject.name << " " << factor;
        EXPECT_LE(distance(surface.wrench(-factor * v), -w, subject.pressure.r()), digits);
      }
    }
  }
}

TEST(PolygonSurface, TurnsAndMirrorsWithItsShape) {
  const Vec<2> gradient(0.4, -0.3);
  const Subject one{"", Pressure::polygon(quadrilateral, gradient)};
  for (const double angle : {0.7, 2.9, -1.2}) {
    for (const double mirror : {1.0, -1.0}) {
      Eigen::Matrix2d m;
      m << std::cos(angle), -mirror * std::sin(angle), std::sin(angle), mirror * std::cos(angle);
      std::vector<Vec<2>> moved;
      for (const Vec<2>& vertex : quadrilateral) moved.emplace_back(m * vertex + Vec<2>(5, -3));
      const Subject other{"", Pressure::polygon(moved, m * gradient)};
      EXPECT_NEAR(other.pressure.r(), one.pressure.r(), 1e-14);
      EXPECT_NEAR(other.pressure.u(), one.pressure.u(), 1e-14);
      for (const double spin : {0.0, 0.01, 0.4, 3.0}) {
        const Vec<2> v(0.3, 0.9);
        const Wrench2 w = one.surface().wrench({v(0), v(1), spin});
        const Vec<2> turned = m * v;
        const Wrench2 expected(m.row(0).dot(w.head<2>()), m.row(1).dot(w.head<2>()), mirror * w(2));
        EXPECT_LE(distance(other.surface().wrench({turned(0), turned(1), mirror * spin}), expected, 1.0), 1e-13);
      }
    }
  }
}

TEST(PolygonSurface, IsTheSameForPiecesOfAShape) {
  const Subject whole{"", Pressure::polygon(l_shape, {-0.5, 0.3})};
  const Subject pieces{
      "", Pressure::polygons({{{0, 0}, {2, 0}, {2, 1}, {0, 1}}, {{0, 1}, {1, 1}, {1, 2}, {0, 2}}}, {-0.5, 0.3})};
  for (const double spin : {0.0, 0.1, 1.0, -5.0}) {
    const Twist2 v(0.2, -0.7, spin);
    EXPECT_LE(distance(whole.surface().wrench(v), pieces.surface().wrench(v), 1.0), 1e-13) << spin;
  }
}

TEST(PolygonSurface, AnswersZeroToZeroAndNaNToWhatIsNotFinite) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const PolygonSurface surface = subjects()[2].surface();
  EXPECT_EQ(surface.wrench(Twist2::Zero()), Wrench2::Zero());
  for (int axis = 0; axis < 3; ++axis) {
    for (const double bad : {nan, inf, -inf}) {
      Twist2 v(1.0, 2.0, 3.0);
      v(axis) = bad;
      EXPECT_TRUE(surface.wrench(v).array().isNaN().all());
    }
  }
}

TEST(PolygonSurface, DoesNotAllocate) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP();
  const PolygonSurface surface = subjects()[5].surface();
  Wrench2 sum = Wrench2::Zero();
  const auto count = stickslip::test::allocations_in([&] {
    for (const double spin : {0.0, 1e-3, 1.0, 1e-200}) sum += surface.wrench({1e-3, 0.0, spin});
  });
  EXPECT_EQ(count, 0U);
  EXPECT_TRUE(sum.allFinite());
}

}  // namespace
}  // namespace stickslip::patch::polygon_surface_test
