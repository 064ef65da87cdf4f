#include "stickslip/core/error.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "stickslip/core/test/refusal.hpp"

namespace stickslip::error_test {
namespace {

using test::refusal;

TEST(Error, NamesArgumentValueAndRange) {
  const InvalidArgument error("Law", Violation{"mu_s", 0.8, "must be at least mu_c", 1.0});
  EXPECT_STREQ(error.what(), "Law: mu_s = 0.8 must be at least mu_c = 1");
  const InvalidArgument without_bound("Law", Violation{"sigma0", -1e6, "must be finite and > 0 [1/m]"});
  EXPECT_STREQ(without_bound.what(), "Law: sigma0 = -1e+06 must be finite and > 0 [1/m]");
}

TEST(Error, ChecksRefuseNonFiniteAndOutOfRange) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinity, -infinity, -1.0, 0.0}) EXPECT_TRUE(check_positive("a", bad, "")) << bad;
  for (const double bad : {nan, infinity, -infinity, -1.0}) EXPECT_TRUE(check_not_negative("a", bad, "")) << bad;
  EXPECT_FALSE(check_positive("a", 1e-300, ""));
  EXPECT_FALSE(check_not_negative("a", 0.0, ""));
}

// A message that asks for a number > 0 would be untrue of one that is.
TEST(Error, SaysHowSmallAPositiveNumberMayBe) {
  const double smallest = std::numeric_limits<double>::min();
  EXPECT_FALSE(check_positive("dt", smallest, "must be > 0 [s]"));
  EXPECT_EQ(to_text(*check_positive("dt", smallest / 2.0, "must be > 0 [s]")),
            "dt = 1.1125369292536007e-308 must be at least the smallest normal number = 2.2250738585072014e-308");
  EXPECT_EQ(to_text(*check_positive("dt", 0.0, "must be > 0 [s]")), "dt = 0 must be > 0 [s]");
}

TEST(Error, CountsGoFromOneToTheMost) {
  for (const long good : {1L, 2L, 2000L}) EXPECT_NO_THROW(require_count("Law", "cells", good, 2000)) << good;
  EXPECT_EQ(refusal([] { require_count("Law", "cells", 0, 2000); }), "Law: cells = 0 must be 1 to 2000");
  EXPECT_EQ(refusal([] { require_count("Law", "cells", 2001, 2000); }), "Law: cells = 2001 must be 1 to 2000");
}

TEST(Error, ParseErrorBeginsWithFileAndLine) {
  EXPECT_STREQ(ParseError("a.csv", 3, "expected a number").what(), "a.csv:3: expected a number");
}

TEST(Error, NumbersReadBackAsTheSame) {
  for (const double value : {0.1, 1.0 / 3.0, 1e-300, -2.5e17}) EXPECT_EQ(std::stod(to_text(value)), value);
}

TEST(Error, WhatIsNoNumberHasNoSign) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(to_text(nan), "nan");
  EXPECT_EQ(to_text(std::copysign(nan, -1.0)), "nan");
}

}  // namespace
}  // namespace stickslip::error_test
