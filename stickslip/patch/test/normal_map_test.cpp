#include "stickslip/patch/detail/normal_map.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "stickslip/patch/detail/enclosure.hpp"
#include "stickslip/patch/test/random_direction.hpp"

namespace stickslip::patch::detail::normal_map_test {
namespace {

using test::random_direction;

// ψ = √(vᵀ A v): the surface is the ellipsoid wᵀ A⁻¹ w = 1, and the inverse known.
TEST(NormalMap, InvertsAnEllipsoid) {
  std::mt19937 generator(3);
  Eigen::Matrix3d a;
  a << 1.0, 0.2, 0.1, 0.2, 1.1, -0.15, 0.1, -0.15, 0.9;
  const Eigen::Matrix3d inverse = a.inverse();
  const auto wrench = [&](const Twist2& v) noexcept -> Wrench2 { return -a * v / std::sqrt(v.dot(a * v)); };
  for (int k = 0; k < 200; ++k) {
    const Wrench2 w = 3.0 * random_direction(generator);
    const Normal normal = normal_map(wrench, w, 1.0);
    EXPECT_NEAR(normal.gauge, std::sqrt(w.dot(inverse * w)), 1e-13);
    EXPECT_LE((normal.twist + (inverse * w).normalized()).norm(), 1e-12);
    EXPECT_LE(normal.evaluations, 40);
  }
}

// The same problem in other units: lengths a thousand times smaller.
TEST(NormalMap, MeasuresTwistsByR) {
  const double r = 1e-3;
  const auto wrench = [&](const Twist2& v) noexcept -> Wrench2 {
    const double speed = Vec<3>(v(0), v(1), r * v(2)).norm();
    return -Wrench2(v(0), v(1), r * r * v(2)) / speed;
  };
  const Normal normal = normal_map(wrench, {0.6, 0.0, 0.8e-3}, r);
  EXPECT_NEAR(normal.gauge, 1.0, 1e-15);
  EXPECT_LE((normal.twist - Twist2(-0.6, 0.0, -800.0)).norm(), 1e-11);
}

// ψ = |v1| + |v2| + |v3|: the surface is a cube with corners, edges and faces; gauge = the largest entry of w.
TEST(NormalMap, CopesWithKinksEverywhere) {
  std::mt19937 generator(4);
  const auto wrench = [](const Twist2& v) noexcept -> Wrench2 { return -v.cwiseSign(); };
  for (int k = 0; k < 200; ++k) {
    const Wrench2 w = random_direction(generator);
    const Normal normal = normal_map(wrench, w, 1.0);
    const double expected = w.cwiseAbs().maxCoeff();
    EXPECT_NEAR(normal.gauge, expected, 1e-11) << w.transpose();
    EXPECT_NEAR(-w.dot(normal.twist) / normal.twist.lpNorm<1>(), expected, 1e-11);
  }
}

// ψ = max(‖v‖, 1.1 |v3|): smooth, with a kink where the two meet.
TEST(NormalMap, CopesWithAKinkBesideSmoothParts) {
  std::mt19937 generator(5);
  const auto wrench = [](const Twist2& v) noexcept -> Wrench2 {
    const double size = v.norm();
    if (size >= 1.1 * std::abs(v(2))) return -v / size;
    return -1.1 * std::copysign(1.0, v(2)) * Wrench2::UnitZ();
  };
  for (int k = 0; k < 300; ++k) {
    const Wrench2 w = random_direction(generator);
    const Normal normal = normal_map(wrench, w, 1.0);
    const auto value = [&](const Twist2& v) { return -w.dot(v) / -wrench(v).dot(v); };
    for (const double distance : {1.0, 1e-2, 1e-4, 1e-6}) {
      const Twist2 other = normal.twist + distance * random_direction(generator);
      EXPECT_LE(value(other), normal.gauge + 1e-11) << w.transpose();
    }
  }
}

TEST(NormalMap, EndsWhateverTheWrenchDoes) {
  std::mt19937 generator(6);
  const auto nothing = [](const Twist2&) noexcept -> Wrench2 { return Wrench2::Zero(); };
  const auto nan = [](const Twist2&) noexcept -> Wrench2 {
    return Wrench2::Constant(std::numeric_limits<double>::quiet_NaN());
  };
  const auto noise = [](const Twist2& v) noexcept -> Wrench2 {
    return {std::sin(1e6 * v(0)), std::sin(1e6 * v(1)), std::sin(1e6 * v(2))};
  };
  const auto swirl = [](const Twist2& v) noexcept -> Wrench2 { return {v(1) - v(0), -v(0) - v(1), -v(2)}; };
  for (int k = 0; k < 50; ++k) {
    const Wrench2 w = random_direction(generator);
    EXPECT_LE(normal_map(nothing, w, 1.0).evaluations, 510);
    EXPECT_LE(normal_map(nan, w, 1.0).evaluations, 510);
    EXPECT_LE(normal_map(noise, w, 1.0).evaluations, 510);
    EXPECT_LE(normal_map(swirl, w, 1.0).evaluations, 510);
  }
}

TEST(Enclosure, KeepsWhatIsSoughtAndShrinks) {
  const Vec<2> sought(0.123, -0.456);
  Enclosure enclosure(4.0);
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> angle(0.0, 6.283185307179586);
  for (int k = 0; k < 75; ++k) {
    const Vec<2> through = enclosure.centroid();
    const double towards = angle(generator);
    Vec<2> direction(std::cos(towards), std::sin(towards));
    if (direction.dot(sought - through) > 0.0) direction = -direction;
    enclosure.cut(through, direction);
    ASSERT_FALSE(enclosure.empty());
  }
  // Each cut takes 1/e of the area at least; cuts in all directions leave it about as wide as high.
  EXPECT_LE(enclosure.extent(), 8.0 * std::pow(1.0 - std::exp(-1.0), 0.5 * 75.0) * 30.0);
  EXPECT_LE((enclosure.centroid() - sought).norm(), enclosure.extent());
}

// Cuts that only shave off corners, one after the other around a circle, give more vertices than there is room for.
TEST(Enclosure, HasRoomForAnyNumberOfCuts) {
  Enclosure enclosure(1.0);
  for (int k = 0; k < 1000; ++k) {
    const Vec<2> direction(std::cos(0.7 * k), std::sin(0.7 * k));
    enclosure.cut(direction, direction);
  }
  ASSERT_FALSE(enclosure.empty());
  EXPECT_LE(enclosure.extent(), 2.0);
  EXPECT_GE(enclosure.extent(), 2.0 - 1e-12);  // the unit circle is still inside
  EXPECT_LE(enclosure.centroid().norm(), 0.1);
}

TEST(Enclosure, IsEmptyWhenAllIsCutAway) {
  Enclosure enclosure(1.0);
  enclosure.cut({2.0, 0.0}, {-1.0, 0.0});
  EXPECT_TRUE(enclosure.empty());
}

}  // namespace
}  // namespace stickslip::patch::detail::normal_map_test
