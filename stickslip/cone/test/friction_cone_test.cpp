#include "stickslip/cone/friction_cone.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "stickslip/cone/test/friction_cone_cases.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/core/test/property.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::cone::friction_cone_test {
namespace {

using stickslip::test::draw_power;
using stickslip::test::draw_vector;
using stickslip::test::for_all;
using test::infinity;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string refusal(double mu, const Vec<3>& normal) {
  try {
    const FrictionCone cone(mu, normal);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

TEST(FrictionCone, NamesWhatItRefuses) {
  const Vec<3> z = Vec<3>::UnitZ();
  EXPECT_EQ(refusal(-0.5, z), "FrictionCone: mu = -0.5 must be >= 0");
  EXPECT_EQ(refusal(nan, z), "FrictionCone: mu = nan must be >= 0");
  EXPECT_EQ(refusal(-infinity, z), "FrictionCone: mu = -inf must be >= 0");
  EXPECT_EQ(refusal(0.5, Vec<3>::Zero()), "FrictionCone: length of normal = 0 must be > 0");
  EXPECT_EQ(refusal(0.5, {0.0, nan, 1.0}), "FrictionCone: normal[1] = nan must be finite");
  EXPECT_EQ(refusal(0.5, {0.0, 0.0, -infinity}), "FrictionCone: normal[2] = -inf must be finite");
  EXPECT_EQ(refusal(infinity, z), "");
}

TEST(FrictionCone, ScalesNormalsOfAnyLength) {
  const Vec<3> n = Vec<3>(1.0, -2.0, 2.0) / 3.0;
  for (const double size : {5e-324, 1e-310, 1e-200, 1e-3, 1.0, 7.0, 1e200, 8e307}) {
    const FrictionCone cone(0.5, size * Vec<3>(1.0, -2.0, 2.0));
    if (size > 1e-300) {
      EXPECT_LE((cone.normal() - n).norm(), 3e-16) << size;
    }
    EXPECT_NEAR(cone.normal().norm(), 1.0, 3e-16) << size;
    EXPECT_EQ(FrictionCone(0.5, cone.normal()).normal(), cone.normal()) << size;
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(FrictionCone(0.5, -size * Vec<3>::Unit(axis)).normal(), -Vec<3>::Unit(axis));
    }
  }
}

TEST(FrictionCone, TangentsFollowTheStatedRule) {
  std::mt19937 random(3);
  std::vector<Vec<3>> normals = test::normals();
  for (int i = 0; i < 100; ++i) normals.push_back(test::random_vector(random).normalized());
  for (const Vec<3>& given : normals) {
    const FrictionCone cone(1.0, given);
    const Vec<3>& n = cone.normal();
    const auto& t = cone.tangents();
    Eigen::Matrix3d frame;
    frame << t, n;
    EXPECT_LE((frame.transpose() * frame - Eigen::Matrix3d::Identity()).norm(), 1e-15);
    EXPECT_NEAR(frame.determinant(), 1.0, 1e-15);  // t2 = n × t1
    // t1 has no part across the plane of the normal and its axis, and a positive part along the axis.
    const Vec<3> axis = Vec<3>::Unit(std::abs(n(0)) > 0.9 ? 1 : 0);
    EXPECT_LE(std::abs(t.col(0).dot(n.cross(axis))), 1e-15);
    EXPECT_GT(t.col(0).dot(axis), 0.3);
  }
}

TEST(FrictionCone, AxesHaveExactFramesWithoutNegativeZeros) {
  const auto frame = [](const Vec<3>& n) {
    Eigen::Matrix3d m;
    const FrictionCone cone(0.5, n);
    m << cone.tangents(), cone.normal();
    EXPECT_FALSE(
        (m.array() == 0.0 && m.array().unaryExpr([](double x) { return std::signbit(x) ? 1.0 : 0.0; }) == 1.0).any());
    return m;
  };
  Eigen::Matrix3d expected;
  expected << 1, 0, 0, 0, 1, 0, 0, 0, 1;  // columns t1, t2, n
  EXPECT_EQ(frame({0, 0, 1}), expected);
  expected << 1, 0, 0, 0, -1, 0, 0, 0, -1;
  EXPECT_EQ(frame({-0.0, -0.0, -1}), expected);
  expected << 1, 0, 0, 0, 0, 1, 0, -1, 0;
  EXPECT_EQ(frame({0, 1, 0}), expected);
  expected << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  EXPECT_EQ(frame({0, -1, 0}), expected);
  expected << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  EXPECT_EQ(frame({1, 0, 0}), expected);
  expected << 0, 0, -1, 1, 0, 0, 0, -1, 0;
  EXPECT_EQ(frame({-1, 0, 0}), expected);
}

// Four ways to say the same, each computed on its own.
TEST(FrictionCone, AllFormsAgree) {
  for (const FrictionCone& cone : test::cones()) {
    const SecondOrder form = cone.second_order();
    EXPECT_EQ(form.mu, cone.mu());
    const double angle = std::atan(cone.mu());
    for (const Vec<3>& f : test::forces_for(cone, 100)) {
      const double f1 = f.dot(cone.tangents().col(0)), f2 = f.dot(cone.tangents().col(1)), fn = f.dot(cone.normal());
      const double elementwise = std::hypot(f1, f2), second_order = (form.t.transpose() * f).norm();
      const double projected = (cone.projector() * f).norm();
      EXPECT_NEAR(second_order, elementwise, 1e-14 * f.norm());
      EXPECT_NEAR(projected, elementwise, 1e-14 * f.norm());
      EXPECT_NEAR(form.n.dot(f), fn, 1e-15 * f.norm());
      const double over = std::atan2(elementwise, fn) - angle;  // of the force's angle to the normal
      if (f.norm() == 0.0 || over < -1e-12) {
        EXPECT_TRUE(cone.contains(f, 0.0));
      }
      if (over > 1e-12 && f.norm() > 0.0) {
        EXPECT_FALSE(cone.contains(f, 0.0));
      }
      if (over > 1e-8) {
        EXPECT_FALSE(cone.contains(f));
      }
      if (over < 1e-10) {
        EXPECT_TRUE(cone.contains(f));
      }
    }
  }
}

TEST(FrictionCone, ToleranceIsAShareOfTheForce) {
  const FrictionCone cone(0.5, {1.0, 2.0, -2.0});
  const double angle = std::atan(0.5);
  for (const double size : {1e-250, 1e-3, 1.0, 1e5, 1e250}) {
    const auto force = [&](double over) -> Vec<3> {
      return size * (std::cos(angle + over) * cone.normal() + std::sin(angle + over) * cone.tangents().col(1));
    };
    EXPECT_TRUE(cone.contains(force(0.99e-3), std::sin(1e-3)));
    EXPECT_FALSE(cone.contains(force(1.01e-3), std::sin(1e-3)));
  }
}

TEST(FrictionCone, MarginIsTheDistanceToTheSurface) {
  const int rays = 20'000;
  for (const FrictionCone& cone : test::cones()) {
    const Vec<3> t1 = cone.normal().unitOrthogonal(), t2 = cone.normal().cross(t1);  // a basis of its own
    const double angle = std::atan(cone.mu());
    std::vector<Vec<3>> surface;
    for (int i = 0; i < rays; ++i) {
      const double theta = 2.0 * std::numbers::pi * i / rays;
      surface.emplace_back(std::cos(angle) * cone.normal() +
                           std::sin(angle) * (std::cos(theta) * t1 + std::sin(theta) * t2));
    }
    for (const Vec<3>& f : test::forces_for(cone, 1)) {
      double nearest = f.norm();  // the apex
      for (const Vec<3>& ray : surface) nearest = std::min(nearest, (f - std::max(0.0, f.dot(ray)) * ray).norm());
      const bool inside = std::atan2((cone.projector() * f).norm(), f.dot(cone.normal())) <= angle;
      const double margin = cone.margin(f);
      // The surface's nearest point, turned by up to half a step to the next ray, moves by as much times its length.
      const double moved = std::numbers::sqrt2 * std::numbers::pi / rays * f.norm();
      EXPECT_LE(nearest, std::hypot(margin, moved) + 1e-14 * f.norm()) << cone.mu() << " " << f.transpose();
      EXPECT_LE(std::abs(margin), nearest + 1e-14 * f.norm());
      if (std::abs(margin) > 1e-13 * f.norm()) {
        EXPECT_EQ(margin > 0.0, inside) << cone.mu() << " " << f.transpose();
      }
    }
  }
}

TEST(FrictionCone, ProjectionIsTheNearestForce) {
  std::mt19937 random(11);
  std::uniform_real_distribution<> uniform(0.0, 1.0);
  for (const FrictionCone& cone : test::cones()) {
    for (const Vec<3>& f : test::forces_for(cone, 10)) {
      const Vec<3> p = cone.project(f);
      EXPECT_TRUE(cone.contains(p, 1e-14));
      EXPECT_NEAR((f - p).norm(), std::max(0.0, -cone.margin(f)), 2e-14 * f.norm());
      for (int i = 0; i < 50; ++i) {  // other forces of the cone
        const double angle = std::atan(cone.mu()) * (i % 2 == 0 ? 1.0 : uniform(random));
        const Vec<3> t = cone.normal().cross(test::random_vector(random)).normalized();
        const Vec<3> other = 2.0 * uniform(random) * f.norm() * (std::cos(angle) * cone.normal() + std::sin(angle) * t);
        EXPECT_GE((f - other).norm(), (f - p).norm() - 1e-14 * f.norm());
      }
    }
  }
}

TEST(FrictionCone, ProjectionKeepsWhatIsInsideAndIsIdempotent) {
  for (const FrictionCone& cone : test::cones()) {
    for (const Vec<3>& f : test::forces_for(cone, 50)) {
      const Vec<3> p = cone.project(f);
      if (cone.margin(f) >= 0.0) {
        EXPECT_EQ(p, f);
      }
      EXPECT_LE((cone.project(p) - p).norm(), 1e-15 * p.norm());
    }
  }
}

TEST(FrictionCone, MoreauSplitsAForceBetweenTheConeAndItsPolar) {
  for (const FrictionCone& cone : test::cones()) {
    const FrictionCone polar = cone.polar();
    for (const Vec<3>& f : test::forces_for(cone, 50)) {
      const Vec<3> p = cone.project(f), q = polar.project(f);
      EXPECT_LE((p + q - f).norm(), 2e-15 * f.norm()) << cone.mu();
      EXPECT_LE(std::abs(p.dot(q)), 2e-15 * f.squaredNorm()) << cone.mu();
    }
  }
}

TEST(FrictionCone, DualHasNoNegativeProductWithTheCone) {
  std::mt19937 random(5);
  for (const FrictionCone& cone : test::cones()) {
    const FrictionCone dual = cone.dual(), polar = cone.polar();
    EXPECT_EQ(dual.normal(), cone.normal());
    EXPECT_EQ(polar.normal(), -cone.normal());
    EXPECT_EQ(polar.mu(), dual.mu());
    const FrictionCone again = dual.dual();
    EXPECT_EQ(again.normal(), cone.normal());
    if (std::isinf(cone.mu()) || cone.mu() == 0.0) {
      EXPECT_EQ(again.mu(), cone.mu());
    } else {
      EXPECT_NEAR(again.mu() / cone.mu(), 1.0, 3e-16);
    }
    for (int i = 0; i < 50; ++i) {
      const Vec<3> f = cone.project(test::random_vector(random)), a = test::random_vector(random);
      const Vec<3> y = dual.project(a), z = polar.project(a);
      EXPECT_GE(f.dot(y), -1e-15 * f.norm() * y.norm());
      EXPECT_LE(f.dot(z), 1e-15 * f.norm() * z.norm());
      EXPECT_EQ(dual.contains(a), polar.contains(-a));
    }
    // The dual is no smaller than it must be: what is outside has a negative product with some force.
    for (int i = 0; i < 50; ++i) {
      const Vec<3> a = test::random_vector(random);
      if (dual.margin(a) < -1e-9) {
        EXPECT_LT(a.dot(cone.project(-a)), 0.0);
      }
    }
  }
}

TEST(FrictionCone, SupportIsTheLargestProduct) {
  for (const double mu : {0.0, 1e-12, 0.5, 3.0, 1e6}) {
    for (const Vec<3>& n : test::normals()) {
      const FrictionCone cone(mu, n);
      const double height = 7.0;
      for (const Vec<3>& d : test::forces_for(cone, 5)) {
        const Vec<3> t1 = cone.normal().unitOrthogonal(), t2 = cone.normal().cross(t1);
        double largest = 0.0;
        for (int i = 0; i < 3000; ++i) {
          const double theta = 2.0 * std::numbers::pi * i / 3000;
          const Vec<3> rim = height * (cone.normal() + mu * (std::cos(theta) * t1 + std::sin(theta) * t2));
          largest = std::max(largest, d.dot(rim));
        }
        EXPECT_NEAR(cone.support(d, height), largest, 1e-6 * height * (1.0 + mu) * d.norm());
        EXPECT_GE(cone.support(d, height), largest - 1e-14 * height * (1.0 + mu) * d.norm());
      }
    }
  }
}

TEST(FrictionCone, SupportWithoutACapTellsThePolarCone) {
  for (const FrictionCone& cone : test::cones()) {
    const FrictionCone polar = cone.polar();
    for (const Vec<3>& d : test::forces_for(polar, 30)) {
      const double margin = polar.margin(d);
      if (margin > 1e-12 * d.norm() || d.norm() == 0.0) {
        EXPECT_EQ(cone.support(d), 0.0);
      }
      if (margin < -1e-12 * d.norm()) {
        EXPECT_EQ(cone.support(d), infinity) << cone.mu() << " " << d.transpose();
      }
    }
    EXPECT_EQ(cone.support(-cone.normal()), 0.0);
    EXPECT_EQ(cone.support(cone.normal()), infinity);
    EXPECT_NEAR(cone.support(cone.normal(), 3.0), 3.0, std::isinf(cone.mu()) ? 1e-14 : 1e-14 * (1.0 + cone.mu()));
    EXPECT_TRUE(std::isnan(cone.support(cone.normal(), -1.0)));
    EXPECT_TRUE(std::isnan(cone.support(cone.normal(), nan)));
    EXPECT_TRUE(std::isnan(cone.support({nan, 0.0, 1.0}, 1.0)));
  }
  EXPECT_EQ(FrictionCone(infinity).support({1.0, 0.0, -1.0}, 2.0), infinity);
  EXPECT_EQ(FrictionCone(0.5).support({2e200, 0.0, 1e200}, 3.0), 6e200);
  EXPECT_EQ(FrictionCone(0.5).support({1.0, 0.0, 1.0}, 0.0), 0.0);
}

TEST(FrictionCone, ForcesOfAnySizeScale) {
  for (const FrictionCone& cone : test::cones()) {
    for (const Vec<3>& f : test::forces_for(cone, 20)) {
      for (const int power : {-1000, -700, -466, 464, 700, 1000}) {
        const double size = std::ldexp(1.0, power);
        EXPECT_NEAR(cone.margin(size * f) / size, cone.margin(f), 1e-15 * f.norm());
        EXPECT_LE((cone.project(size * f) / size - cone.project(f)).norm(), 2e-15 * f.norm());
        EXPECT_EQ(cone.contains(size * f, 1e-3), cone.contains(f, 1e-3));
      }
    }
    const Vec<3> smallest = 5e-324 * Vec<3>::Ones();
    EXPECT_TRUE(cone.project(smallest).allFinite());
    EXPECT_LE(std::abs(cone.margin(smallest)), 1e-323);
  }
  const Vec<3> inside(1e-150, 0.0, 1e300);
  EXPECT_EQ(FrictionCone(0.5).project(inside), inside);
}

TEST(FrictionCone, NotFiniteInGivesNanOut) {
  for (const FrictionCone& cone : test::cones()) {
    for (const double bad : {nan, infinity, -infinity}) {
      for (int i = 0; i < 3; ++i) {
        for (const double others : {0.0, 1.0, 1e200}) {
          Vec<3> f = Vec<3>::Constant(others);
          f(i) = bad;
          EXPECT_TRUE(std::isnan(cone.margin(f)));
          EXPECT_TRUE(cone.project(f).array().isNaN().all());
          EXPECT_FALSE(cone.contains(f));
        }
      }
    }
  }
}

TEST(FrictionCone, MarginIsLipschitzWithOne) {
  for_all([] {
    const FrictionCone cone(draw_power(-6, 6), draw_vector<3>(1.0) + Vec<3>(0.0, 0.0, 1.01e-4));
    const Vec<3> f = draw_vector<3>(1.0), g = f + draw_vector<3>(draw_power(-4, 1));
    RC_ASSERT(std::abs(cone.margin(f) - cone.margin(g)) <= (f - g).norm() + 1e-14 * (f.norm() + g.norm()));
    RC_ASSERT((cone.project(f) - cone.project(g)).norm() <= (f - g).norm() + 1e-14 * (f.norm() + g.norm()));
  });
}

TEST(FrictionCone, TurnsWithItsNormal) {
  for_all([] {
    const Vec<3> n = draw_vector<3>(1.0) + Vec<3>(0.0, 0.0, 1.01e-4), turn = draw_vector<3>(3.0),
                 f = draw_vector<3>(1.0);
    const double mu = draw_power(-6, 6);
    const Eigen::AngleAxisd rotation(turn.norm() + 0.1, (turn + Vec<3>(1e-6, 0.0, 0.0)).normalized());
    const FrictionCone cone(mu, n), turned(mu, rotation * n);
    RC_ASSERT(std::abs(cone.margin(f) - turned.margin(rotation * f)) <= 1e-14 * f.norm());
    RC_ASSERT((rotation * cone.project(f) - turned.project(rotation * f)).norm() <= 2e-14 * f.norm());
  });
}

TEST(FrictionCone, SingleForcesAllocateNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  const FrictionCone cone(0.5, {1.0, 2.0, 3.0});
  double sum = 0.0;
  EXPECT_EQ(stickslip::test::allocations_in([&] {
              for (const double size : {1e-200, 1.0, 1e200}) {
                const Vec<3> f(size, -size, size);
                sum += cone.margin(f) + cone.project(f).sum() + (cone.contains(f) ? 1.0 : 0.0) + cone.support(f, 1.0);
                sum += cone.dual().mu() + cone.polar().mu();
              }
            }),
            0U);
  EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace
}  // namespace stickslip::cone::friction_cone_test
