#include "stickslip/record/check.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace stickslip::record::check_test {
namespace {

TEST(Check, JudgesByItsRelation) {
  EXPECT_TRUE(equal("q", "m", 1.0, 1.1, 0.2).passed());
  EXPECT_FALSE(equal("q", "m", 1.0, 1.3, 0.2).passed());
  EXPECT_TRUE(at_most("q", "m", 1.0, 1.0).passed());
  EXPECT_FALSE(at_most("q", "m", 1.0, 1.1).passed());
  EXPECT_TRUE(at_least("q", "m", 1.0, 1.0).passed());
  EXPECT_FALSE(at_least("q", "m", 1.0, 0.9).passed());
}

TEST(Check, NeverPassesWithoutANumber) {
  const double nan = std::nan("");
  EXPECT_FALSE(equal("q", "m", 1.0, nan, 0.2).passed());
  EXPECT_FALSE(at_most("q", "m", 1.0, nan).passed());
  EXPECT_FALSE(at_least("q", "m", 1.0, nan).passed());
}

}  // namespace
}  // namespace stickslip::record::check_test
