#include "stickslip/core/shortened.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace stickslip {

namespace shortened_test {
namespace {

TEST(Shortened, HasThreeDigits) {
  EXPECT_EQ(shortened(0.030000000000000002), "0.03");
  EXPECT_EQ(shortened(-12345.0), "-1.23e+04");
  EXPECT_EQ(shortened(0.99999), "1");
  EXPECT_EQ(shortened(0.0), "0");
  EXPECT_EQ(shortened(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(shortened(std::numeric_limits<double>::max()), "1.8e+308");
}

}  // namespace
}  // namespace shortened_test

}  // namespace stickslip
