#include "stickslip/patch/surface/line_surface.hpp"

#include <cmath>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/test/polar_quadrature.hpp"
#include "stickslip/patch/test/surface_rules.hpp"

namespace stickslip::patch::line_surface_test {
namespace {

constexpr double length = 0.02;

Vec<2> direction(const Line& line) {
  return {std::cos(line.angle), std::sin(line.angle)};
}

// ∫ s (1 + g s) ds / ∫ (1 + g s) ds
double middle_of_pressure(const Line& line) {
  return line.gradient * line.length * line.length / 12.0;
}

LineSurface surface_of(const Line& line) {
  return {line, middle_of_pressure(line) * direction(line)};
}

// Sum over points of the line, crowded at the foot of the centre of rotation, wherever on the line that is.
Wrench2 by_quadrature(const Line& line, const Twist2& v) {
  const double half = 0.5 * line.length, cop = middle_of_pressure(line);
  const Vec<2> e = direction(line), n(-e(1), e(0));
  const double along = v.head<2>().dot(e), across = v.head<2>().dot(n), foot = cop - across / v(2);
  test::Abscissas points;
  if (foot > -half && foot < half) {
    test::add_graded(points, foot, -half, 0.25, 25);
    test::add_graded(points, foot, half, 0.25, 25);
  } else {
    test::add_graded(points, foot > 0.0 ? half : -half, foot > 0.0 ? -half : half, 0.25, 25);
  }
  Wrench2 sum = Wrench2::Zero();
  for (const auto& [s, weight] : points) {
    const Vec<2> velocity = along * e + (across + v(2) * (s - cop)) * n;
    const Vec<2> force = -weight * (1.0 + line.gradient * s) / line.length * unit(velocity, norm(velocity));
    sum += Wrench2(force(0), force(1), (s - cop) * n.dot(force));
  }
  return sum;
}

std::vector<Line> lines() {
  return {{length, 0.0, 0.0}, {length, 0.0, 2.3}, {length, 70.0, 0.4}, {length, -100.0, -1.1}, {length, 100.0, 1.0}};
}

TEST(LineSurface, AgreesWithQuadrature) {
  for (const Line& line : lines()) {
    const LineSurface surface = surface_of(line);
    const Vec<2> e = direction(line), n(-e(1), e(0)), cop = middle_of_pressure(line) * e;
    for (const double s : {0.0, 0.31, -0.499999, -0.5, 0.5, 0.5000001, 0.9, -1.5, 2.2, -10.0}) {
      for (const double h : {0.0, 1e-12, -1e-5, 0.01, 0.3, -0.9, 1.4, 2.0, 2.2, 12.0}) {
        for (const double spin : {1.0, -4.0}) {
          const Vec<2> centre = length * (s * e + h * n) - cop;  // of rotation, from the CoP
          const Twist2 v(spin * centre(1), -spin * centre(0), spin);
          EXPECT_LE(test::distance(surface.wrench(v), by_quadrature(line, v), length), 1e-13)
              << line.gradient << " " << s << " " << h;
        }
      }
    }
  }
}

TEST(LineSurface, HasTheKnownTorques) {
  EXPECT_NEAR(surface_of({length, 0.0, 0.7}).wrench({0.0, 0.0, 2.0})(2) / length, -0.25, 1e-15);
  // p = 2s on 0 ≤ s ≤ 1 with the CoP at 2/3: ∫ |s − 2/3| 2s ds = 16/81, and the two sides do not balance: 1 − 2·(2/3)².
  const Wrench2 spin = surface_of({1.0, 2.0, 0.0}).wrench({0.0, 0.0, 1.0});
  EXPECT_NEAR(spin(2), -16.0 / 81.0, 1e-15);
  EXPECT_NEAR(spin(1), -1.0 / 9.0, 1e-15);
  EXPECT_NEAR(spin(0), 0.0, 1e-15);
}

// About an end, or any point beyond it on the line, every point moves the same way.
TEST(LineSurface, SlidesAsOneAboutAPointBeyondItsEnd) {
  for (const Line& line : lines()) {
    const LineSurface surface = surface_of(line);
    const Vec<2> e = direction(line), n(-e(1), e(0));
    for (const double s : {-0.5, 0.5, 0.6, -1.0, 1.4, -1.6, 50.0, -1e12}) {
      const double distance = middle_of_pressure(line) - s * length;
      const Twist2 v(distance * n(0), distance * n(1), 1.0);
      const Vec<2> force = -std::copysign(1.0, distance) * n;
      EXPECT_LE(test::distance(surface.wrench(v), {force(0), force(1), 0.0}, length), 1e-14)
          << line.gradient << " " << s;
    }
  }
}

// Towards the pure slide the torque falls like −u ω cos²/‖v‖, and keeps all its digits.
TEST(LineSurface, KeepsItsTorqueTowardsThePureSlide) {
  for (const Line& line : lines()) {
    const LineSurface surface = surface_of(line);
    const double cop = middle_of_pressure(line), u = length * length / 12.0 - cop * cop;
    for (const double angle : {0.0, 0.4, 1.3, 3.0}) {
      const double cosine = std::cos(angle - line.angle);
      for (const double spin : {1e-8, 1e-12, 1e-100}) {
        const Wrench2 w = surface.wrench({std::cos(angle), std::sin(angle), spin});
        EXPECT_NEAR(w(2) / (-u * spin * cosine * cosine), 1.0, 1e-14 + 10.0 * length * spin) << line.gradient;
      }
      const Wrench2 slide = surface.wrench({std::cos(angle), std::sin(angle), 0.0});
      EXPECT_LE(test::distance(slide, {-std::cos(angle), -std::sin(angle), 0.0}, length), 1e-15);
    }
  }
}

// Where the closed form gives way to Gauss's rule.
TEST(LineSurface, HasNoStepBetweenNearAndFar) {
  for (const Line& line : lines()) {
    const LineSurface surface = surface_of(line);
    const double reach = 0.5 * length + std::abs(middle_of_pressure(line));
    for (double angle = 0.05; angle < 6.3; angle += 0.3) {
      const double speed = 3.0 * reach;
      const Twist2 inside(speed * (1 - 1e-15) * std::cos(angle), speed * (1 - 1e-15) * std::sin(angle), 1.0);
      const Twist2 outside(speed * (1 + 1e-15) * std::cos(angle), speed * (1 + 1e-15) * std::sin(angle), 1.0);
      EXPECT_LE(test::distance(surface.wrench(inside), surface.wrench(outside), length), 1e-13);
    }
  }
}

TEST(LineSurface, KeepsTheRulesOfLimitSurfaces) {
  for (const Line& line : lines()) {
    const LineSurface surface = surface_of(line);
    test::expect_only_direction_matters(surface, length, 2e-14);
    test::expect_greatest_dissipation(surface, length, 1e-14);
    test::expect_gradient_of_support(surface, length, 1e-6);
    test::expect_rest_and_refusal(surface);
  }
}

TEST(LineSurface, TurnsWithItsAngle) {
  const Line flat{length, 70.0, 0.0}, turned{length, 70.0, 0.9};
  const Eigen::Matrix2d turn = Eigen::Rotation2Dd(0.9).toRotationMatrix();
  for (const Twist2& v : test::some_twists(60, length)) {
    Twist2 w = v;
    w.head<2>() = turn * v.head<2>();
    Wrench2 expected = surface_of(flat).wrench(v);
    expected.head<2>() = Vec<2>(turn * expected.head<2>());
    EXPECT_LE(test::distance(surface_of(turned).wrench(w), expected, length), 1e-14);
  }
}

TEST(LineSurface, AllocatesNothing) {
  test::expect_no_allocation(surface_of({length, 70.0, 0.4}), length);
}

TEST(LineSurface, RefusesWhatIsNoLine) {
  const Vec<2> origin = Vec<2>::Zero();
  EXPECT_THROW(LineSurface({0.0, 0.0, 0.0}, origin), InvalidArgument);
  EXPECT_THROW(LineSurface({std::nan(""), 0.0, 0.0}, origin), InvalidArgument);
  EXPECT_THROW(LineSurface({length, 101.0, 0.0}, origin), InvalidArgument);
  EXPECT_THROW(LineSurface({length, std::nan(""), 0.0}, origin), InvalidArgument);
  EXPECT_THROW(LineSurface({length, 0.0, HUGE_VAL}, origin), InvalidArgument);
  EXPECT_THROW(LineSurface({length, 0.0, 0.0}, {0.0, std::nan("")}), InvalidArgument);
}

}  // namespace
}  // namespace stickslip::patch::line_surface_test
