#include "stickslip/record/series.hpp"

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"

namespace stickslip::record::series_test {
namespace {

TEST(Series, KeepsColumnsInStep) {
  Series series("path", "A path", {{"t", "s"}, {"x", "m"}});
  EXPECT_EQ(series.rows(), 0U);
  series.append({0.0, 1.0});
  series.append({0.1, 2.0});
  EXPECT_EQ(series.rows(), 2U);
  EXPECT_EQ(series["x"], (std::vector<double>{1.0, 2.0}));
  EXPECT_THROW(series.append({1.0}), InvalidArgument);
  EXPECT_EQ(series.rows(), 2U);
}

TEST(Series, RefusesWhatCannotBeATable) {
  EXPECT_THROW(Series("Has Space", "", {{"t", "s"}}), InvalidArgument);
  EXPECT_THROW(Series("../up", "", {{"t", "s"}}), InvalidArgument);
  EXPECT_THROW(Series("", "", {{"t", "s"}}), InvalidArgument);
  EXPECT_THROW(Series("a", "", {}), InvalidArgument);
  EXPECT_THROW(Series("a", "", {{"t", "s", {1.0}}, {"x", "m"}}), InvalidArgument);
  EXPECT_THROW(Series("a", "", {{"t", "s"}, {"t", "m"}}), InvalidArgument);
  EXPECT_THROW(Series("a", "", {{"t", "m [x"}}), InvalidArgument);
}

TEST(Series, NamesTheColumnsThereAre) {
  const Series series("a", "", {{"t", "s"}, {"x", "m"}});
  try {
    static_cast<void>(series["y"]);
    FAIL() << "no error";
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "Series a: no column y; there are: t x");
  }
}

}  // namespace
}  // namespace stickslip::record::series_test
