#include "stickslip/core/solve_report.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/test/property.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::solve_report_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<SolveStatus> statuses() {
  std::vector<SolveStatus> all;
  for (const SolveStatusRow& row : Names<SolveStatus>::table) all.push_back(row.value);
  return all;
}

SolveReport draw_report() {
  constexpr std::array<std::string_view, 4> methods{"", "newton", "lemke", "several"};
  constexpr std::array<double, 5> residuals{0.0, 1e-12, 1.0, std::numeric_limits<double>::infinity(), nan};
  const std::vector<SolveStatus> all = statuses();
  return {all[static_cast<std::size_t>(*test::whole(0, static_cast<int>(all.size()) - 1))],
          methods[static_cast<std::size_t>(*test::whole(0, 3))], *test::whole(0, 1000),
          residuals[static_cast<std::size_t>(*test::whole(0, 4))]};
}

// Equal, where NaN equals NaN.
bool same(SolveReport a, SolveReport b) {
  if (std::isnan(a.residual) && std::isnan(b.residual)) a.residual = b.residual = 0.0;
  return a == b;
}

// The table has every status once, in the order of severity, its index being the code that Python sees.
TEST(SolveStatus, IsNamedInTheOrderOfSeverity) {
  const std::vector<SolveStatus> all = statuses();
  for (std::size_t code = 0; code < all.size(); ++code) {
    EXPECT_EQ(static_cast<std::size_t>(all[code]), code);
    EXPECT_FALSE(Names<SolveStatus>::table[code].meaning.empty());
  }
  EXPECT_EQ(name_of(static_cast<SolveStatus>(all.size())), "") << "a status without a row";
  EXPECT_EQ(all.front(), SolveStatus::converged);
  EXPECT_EQ(all.back(), SolveStatus::not_finite);
}

TEST(SolveStatus, WorseIsTheLaterOfTwo) {
  const std::vector<SolveStatus> all = statuses();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) EXPECT_EQ(worse(all[i], all[j]), all[std::max(i, j)]);
  }
}

TEST(SolveReport, CombinesStatusIterationsAndResidual) {
  const SolveReport good{SolveStatus::converged, "newton", 3, 1e-12}, bad{SolveStatus::stalled, "newton", 40, 1e-6};
  EXPECT_EQ(combine(good, bad), (SolveReport{SolveStatus::stalled, "newton", 43, 1e-6}));
  EXPECT_EQ(combine(good, {SolveStatus::infeasible, "lemke", 1, 0.0}),
            (SolveReport{SolveStatus::infeasible, "several", 4, 1e-12}));
  EXPECT_TRUE(std::isnan(combine({SolveStatus::not_finite, "newton", 1, nan}, bad).residual));
  EXPECT_TRUE(std::isnan(combine(bad, {SolveStatus::not_finite, "newton", 1, nan}).residual));
}

TEST(SolveReport, CombinesInAnyOrder) {
  test::for_all([] {
    const SolveReport a = draw_report(), b = draw_report(), c = draw_report();
    RC_ASSERT(same(combine(a, b), combine(b, a)));
    RC_ASSERT(same(combine(combine(a, b), c), combine(a, combine(b, c))));
    RC_ASSERT(same(combine(a, SolveReport{}), a));
  });
}

TEST(SolveReport, AllocatesNothing) {
  if (!test::counts_allocations()) GTEST_SKIP() << "allocations cannot be counted here";
  SolveReport sum;
  EXPECT_EQ(test::allocations_in([&] {
              for (int k = 0; k < 10; ++k) sum = combine(sum, {SolveStatus::stalled, "newton", k, 1e-9});
            }),
            0U);
  EXPECT_EQ(sum.iterations, 45);
}

}  // namespace
}  // namespace stickslip::solve_report_test
