#include "stickslip/core/progress.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace stickslip::progress_test {
namespace {

TEST(Progress, CallsItsFunctionAndItsCopiesDo) {
  std::vector<double> told;
  const Progress progress = [&](double share) { told.push_back(share); };
  const Progress copy = progress;
  progress(0.25);
  copy(1.0);
  EXPECT_EQ(told, (std::vector{0.25, 1.0}));
}

TEST(Progress, AsConstructedTellsNobody) {
  EXPECT_NO_THROW(Progress{}(0.5));
}

TEST(Progress, LetsOutWhatItsFunctionThrows) {
  struct Stop {};
  const Progress progress = [](double share) {
    if (share > 0.5) throw Stop{};
  };
  EXPECT_NO_THROW(progress(0.5));
  EXPECT_THROW(progress(0.6), Stop);
}

}  // namespace
}  // namespace stickslip::progress_test
