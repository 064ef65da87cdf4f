// What all runs of a study say together, and what its report shows.
#include "stickslip/sweep/analysis.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "stickslip/sweep/run.hpp"
#include "stickslip/sweep/shell_word.hpp"

namespace stickslip::sweep::analysis_test {
namespace {

// y = x, x = 0 … 9; some not numbers, some infinite.
Results ten_runs(Design design, std::vector<Event> events = {}) {
  Variables variables;
  variables.add({"a.x", "m"}, Distribution::list({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  return run(
      Study({.name = "s",
             .variables = variables,
             .design = std::move(design),
             .outputs = {{"y", "m"}, {"rough"}},
             .compute =
                 [](std::span<const double> x, const Progress&) {
                   return Outcome{.outputs = {x[0], x[0] < 2 ? not_a_number : x[0] < 5 ? Range::infinity : x[0]}};
                 },
             .events = std::move(events)}),
      {.threads = 1});
}

TEST(Analysis, SpreadsKeepInfinitiesApart) {
  const Results results = ten_runs(Design::grid({10}));
  const Spread y = spread(results, 0), rough = spread(results, 1);
  EXPECT_EQ(y.numbers, 10U);
  EXPECT_DOUBLE_EQ(y.mean, 4.5);
  EXPECT_EQ(rough.numbers, 8U);
  EXPECT_EQ(rough.infinite, 3U);
  EXPECT_DOUBLE_EQ(rough.mean, 7.0);
  EXPECT_EQ(rough.least, 5.0);
  EXPECT_EQ(rough.greatest, 9.0);
}

TEST(Analysis, EventsOfAGridHaveNoInterval) {
  const Event event{"far", 1, Comparison::above, 6.5};
  const Analysis grid = analyse(ten_runs(Design::grid({10}), {event}));
  EXPECT_EQ(grid.events[0].count, 6U);  // three infinite, and 7, 8, 9
  EXPECT_EQ(grid.events[0].of, 8U);
  EXPECT_TRUE(std::isnan(grid.events[0].low));
  EXPECT_DOUBLE_EQ(grid.correlations[0][0], 1.0);
  const Analysis random = analyse(ten_runs({DesignKind::monte_carlo, 1, 50, 1}, {event}));
  EXPECT_LT(random.events[0].low, random.events[0].share);
}

TEST(Analysis, IndicesCountTheirSamplesOnly) {
  const Event event{"low", 0, Comparison::below, 5.0};
  const Results results = ten_runs(Design::for_indices(1, 64, 3), {event});
  EXPECT_EQ(results.runs(), 192U);
  const Analysis analysis = analyse(results);
  EXPECT_EQ(analysis.events[0].of, 128U);
  EXPECT_EQ(spread(results, 0).numbers, 128U);
  EXPECT_NEAR(analysis.indices[0].first[0].value, 1.0, 1e-12);  // there is no other variable
  EXPECT_LT(analysis.indices[1].samples, 64U);                  // those with an infinite output are left out
  // The report says so.
  bool is_told = false;
  for (const record::Figure& figure : results.result().figures) {
    for (const record::Panel& panel : figure.panels) is_told |= panel.title.find(" of 64 samples") != std::string::npos;
  }
  EXPECT_TRUE(is_told);
}

TEST(Analysis, SomeSamplesAreTheFirstOrSpreadOverAGrid) {
  EXPECT_EQ(some_samples({DesignKind::sobol, 1, 9, 1}, 3), (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(some_samples(Design::for_indices(1, 9, 1), 3), (std::vector<std::uint64_t>{0, 1, 3}));
  EXPECT_EQ(some_samples(Design::grid({9}), 3), (std::vector<std::uint64_t>{0, 3, 6}));
  EXPECT_EQ(some_samples(Design::grid({2}), 3).size(), 2U);
}

TEST(Report, OfAnyOutputsIsSound) {
  for (const Design& design :
       {Design::grid({10}), Design(DesignKind::sobol, 1, 1, 1), Design(DesignKind::sobol, 1, 0, 1),
        Design::for_indices(1, 3, 1), Design(DesignKind::latin_hypercube, 1, 300, 1)}) {
    const Results results = ten_runs(design, {{"never", 0, Comparison::above, 1e9}});
    EXPECT_NO_THROW(record::validate(results.result()));
    EXPECT_NO_THROW(record::validate(results.page()));
  }
  // All failed; all constant.
  for (const double y : {not_a_number, Range::infinity, 3.0}) {
    Variables variables;
    variables.add({"x"}, Distribution::uniform({.from = 0.0, .to = 1.0}));
    const Results results =
        run(Study({.name = "s",
                   .variables = variables,
                   .design = {DesignKind::sobol, 1, 30, 1},
                   .outputs = {{"y"}},
                   .compute = [y](std::span<const double>, const Progress&) { return Outcome{.outputs = {y}}; }}),
            {.threads = 1});
    EXPECT_NO_THROW(record::validate(results.result()));
  }
}

TEST(ShellWord, QuotesWhatAShellWouldRead) {
  EXPECT_EQ(shell_word("bodies.plate.mass=0.2"), "bodies.plate.mass=0.2");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's > 3"), "'it'\\''s > 3'");
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace stickslip::sweep::analysis_test
