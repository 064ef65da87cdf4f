#include "experiments/experiment.hpp"

#include <cmath>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

namespace stickslip::experiments {

void PrintTo(const Experiment& experiment, std::ostream* stream) {
  *stream << experiment.name;
}

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

class EveryExperiment : public testing::TestWithParam<Experiment> {};

TEST_P(EveryExperiment, AgreesWithWhatWasPublished) {
#ifdef __SANITIZE_ADDRESS__
  if (GetParam().is_long) GTEST_SKIP() << "minutes under the sanitizers; the optimised build runs it";
#endif
  double last = 0.0;
  const Result result = GetParam().run([&](double share) {
    EXPECT_GE(share, last) << "progress goes forward";
    last = share;
  });
  if (!result.skipped.empty()) GTEST_SKIP() << result.skipped;
  EXPECT_EQ(last, 1.0);
  EXPECT_FALSE(result.series.empty());
  EXPECT_FALSE(result.checks.empty());
  for (const Check& check : result.checks) {
    EXPECT_TRUE(check.passed()) << check.quantity << ": published " << check.published << ", measured "
                                << check.measured << ", tolerance " << check.tolerance;
  }
  std::set<std::string> names;
  for (const record::Series& series : result.series) {
    EXPECT_TRUE(names.insert(series.name()).second) << "two series named " << series.name();
    EXPECT_GT(series.rows(), 1U) << series.name();
    for (const record::Column& column : series.columns()) {
      for (const double value : column.values) ASSERT_TRUE(std::isfinite(value)) << series.name() << " " << column.name;
    }
  }
}

TEST_P(EveryExperiment, CanBeStopped) {
  struct Stop : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  EXPECT_THROW(GetParam().run([](double) { throw Stop("stop"); }), Stop);
}

INSTANTIATE_TEST_SUITE_P(All, EveryExperiment, testing::ValuesIn(all()), [](const auto& instance) {
  std::string name = instance.param.name;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

}  // namespace
}  // namespace stickslip::experiments
