// Rules that hold for every limit surface, whatever the pressure.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/planar.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::patch::test {

// Twists whose centre of rotation is within some lengths of the origin, evenly spread in direction.
inline std::vector<Twist2> some_twists(int count, double length) {
  std::uint64_t state = 1;
  const auto next = [&state] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 11) * 0x1p-52 - 1.0;
  };
  std::vector<Twist2> twists;
  for (int i = 0; i < count; ++i) {
    const double x = next(), y = next(), w = next();
    twists.emplace_back(x, y, w / length);
  }
  return twists;
}

// Largest difference of two wrenches, torques over a length.
inline double distance(const Wrench2& a, const Wrench2& b, double length) {
  const Wrench2 d = a - b;
  return std::max({std::abs(d(0)), std::abs(d(1)), std::abs(d(2)) / length});
}

template <class Surface>
void expect_only_direction_matters(const Surface& surface, double length, double rounding = 4e-15) {
  for (const Twist2& v : some_twists(50, length)) {
    const Wrench2 w = surface.wrench(v);
    for (const double factor : {1e-305, 1e-160, 1e-9, 3.0, 1e200, 1e305}) {
      EXPECT_LE(distance(surface.wrench(factor * v), w, length), rounding) << factor << " " << v.transpose();
    }
    EXPECT_LE(distance(surface.wrench(-v), -w, length), rounding);
  }
}

// Work is lost, and the friction of v resists v best among all wrenches of the body: a convex body with normal v.
template <class Surface>
void expect_greatest_dissipation(const Surface& surface, double length, double tolerance) {
  const std::vector<Twist2> twists = some_twists(120, length);
  for (const Twist2& v : twists) {
    const double power = -surface.wrench(v).dot(v);
    EXPECT_GT(power, 0.0);
    for (const Twist2& other : twists) {
      EXPECT_LE(-surface.wrench(other).dot(v), power + tolerance * v.norm())
          << v.transpose() << " " << other.transpose();
    }
  }
}

// wrench = −∇ψ, ψ(v) = −wrench(v)·v.
template <class Surface>
void expect_gradient_of_support(const Surface& surface, double length, double tolerance) {
  const auto support = [&](const Twist2& v) { return -surface.wrench(v).dot(v); };
  for (const Twist2& v : some_twists(60, length)) {
    Wrench2 gradient;
    for (int i = 0; i < 3; ++i) {
      const double h = 1e-5 * (i == 2 ? 1.0 / length : 1.0);
      gradient(i) = (support(v + h * Twist2::Unit(i)) - support(v - h * Twist2::Unit(i))) / (2.0 * h);
    }
    EXPECT_LE(distance(surface.wrench(v), -gradient, length), tolerance) << v.transpose();
  }
}

template <class Surface>
void expect_no_preferred_direction(const Surface& surface, double length) {
  for (const Twist2& v : some_twists(50, length)) {
    const Wrench2 w = surface.wrench(v);
    for (const double angle : {0.3, 1.5707963267948966, 4.0}) {
      Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
      turn.topLeftCorner<2, 2>() << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
      EXPECT_LE(distance(surface.wrench(turn * v), turn * w, length), 4e-15);
    }
    // Seen in a mirror.
    EXPECT_LE(distance(surface.wrench({v(0), -v(1), -v(2)}), {w(0), -w(1), -w(2)}, length), 4e-15);
  }
}

template <class Surface>
void expect_rest_and_refusal(const Surface& surface) {
  EXPECT_EQ(surface.wrench(Twist2::Zero()), Wrench2::Zero());
  constexpr double infinite = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {infinite, -infinite, nan}) {
    for (int i = 0; i < 3; ++i) {
      Twist2 v(0.1, 0.2, 0.3);
      v(i) = bad;
      EXPECT_TRUE(surface.wrench(v).array().isNaN().all()) << i << " " << bad;
    }
  }
}

template <class Surface>
void expect_no_allocation(const Surface& surface, double length) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "a sanitizer's allocator cannot be counted";
  const std::vector<Twist2> twists = some_twists(50, length);
  Wrench2 sum = Wrench2::Zero();
  const std::size_t count = stickslip::test::allocations_in([&] {
    for (const Twist2& v : twists) sum += surface.wrench(v);
  });
  EXPECT_EQ(count, 0u);
  EXPECT_TRUE(sum.allFinite());
}

}  // namespace stickslip::patch::test
