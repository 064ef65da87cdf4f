#include "stickslip/core/vector.hpp"

#include <gtest/gtest.h>

namespace stickslip::vector_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Norm, IsEuclidean) {
  EXPECT_DOUBLE_EQ(norm(Vec<1>(-3.0)), 3.0);
  EXPECT_DOUBLE_EQ(norm(Vec<2>(3.0, -4.0)), 5.0);
  EXPECT_DOUBLE_EQ(norm(Vec<3>(2.0, -3.0, 6.0)), 7.0);
}

TEST(Norm, HoldsOverTheWholeRangeOfDoubles) {
  for (const double scale : {1e-310, 1e-200, 1e-100, 1.0, 1e100, 1e200, 1e307}) {
    // 1e-310 is subnormal: about six digits less than full precision.
    const double tolerance = scale < 1e-300 ? 1e-9 : 1e-15;
    EXPECT_NEAR(norm(Vec<2>(3.0 * scale, 4.0 * scale)) / (5.0 * scale), 1.0, tolerance) << scale;
  }
  EXPECT_EQ(norm(Vec<3>(0.0, 0.0, 0.0)), 0.0);
}

TEST(Norm, TellsNonFiniteEntries) {
  EXPECT_FALSE(std::isfinite(norm(Vec<1>(nan))));
  for (const double bad : {nan, infinity, -infinity}) {
    for (int i = 0; i < 3; ++i) {
      for (const double other : {0.0, 1.0, 1e300}) {
        Vec<3> v = Vec<3>::Constant(other);
        v(i) = bad;
        EXPECT_FALSE(std::isfinite(norm(v))) << v.transpose();
      }
    }
  }
}

TEST(Unit, HasLengthOneOrZero) {
  const Vec<3> v(1e-200, -2e-200, 2e-200);
  EXPECT_NEAR(unit(v, norm(v)).norm(), 1.0, 1e-15);
  EXPECT_EQ(unit(Vec<2>(0.0, 0.0), 0.0), (Vec<2>(0.0, 0.0)));
  EXPECT_EQ(unit(Vec<1>(-7.0), 7.0)(0), -1.0);
  const Vec<2> smallest(5e-324, 5e-324);
  EXPECT_NEAR(unit(smallest, norm(smallest)).norm(), 1.0, 1e-15);
}

TEST(Unit, OfNoNumberIsNoNumber) {
  for (const double bad : {nan, infinity}) {
    EXPECT_TRUE(std::isnan(unit(Vec<1>(bad), norm(Vec<1>(bad)))(0)));
    const Vec<2> v(bad, 1.0);
    EXPECT_TRUE(std::isnan(unit(v, norm(v))(0)));
  }
}

}  // namespace
}  // namespace stickslip::vector_test
