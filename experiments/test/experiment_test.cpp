#include "experiments/experiment.hpp"

#include <cmath>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

namespace stickslip::experiments::experiment_test {

void PrintTo(const Experiment& experiment, std::ostream* stream) {
  *stream << experiment.name;
}

namespace {

class EveryExperiment : public testing::TestWithParam<Experiment> {};

TEST_P(EveryExperiment, AgreesWithWhatWasPublished) {
#ifdef __SANITIZE_ADDRESS__
  if (GetParam().is_long) GTEST_SKIP() << "minutes under the sanitizers; the optimised build runs it";
#endif
  double last = 0.0;
  Result result = GetParam().run([&](double share) {
    EXPECT_GE(share, last) << "progress goes forward";
    last = share;
  });
  if (!result.skipped.empty()) GTEST_SKIP() << result.skipped;
  EXPECT_EQ(last, 1.0);
  result.name = GetParam().name;
  EXPECT_NO_THROW(record::validate(result));
  EXPECT_FALSE(result.series.empty());
  EXPECT_FALSE(result.checks.empty());
  EXPECT_FALSE(result.parameters.empty()) << "what it was run with";
  EXPECT_FALSE(result.figures.empty() && result.tables.empty() && result.scenes.empty()) << "what it shows";
  for (const Check& check : result.checks) {
    EXPECT_TRUE(check.passed()) << check.quantity << ": published " << check.published << ", measured "
                                << check.measured << ", tolerance " << check.tolerance;
  }
  std::set<std::string> names;
  for (const record::Series& series : result.series) {
    EXPECT_TRUE(names.insert(series.name()).second) << "two series named " << series.name();
    EXPECT_GT(series.rows(), 0U) << series.name();
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
}  // namespace stickslip::experiments::experiment_test
