#include "stickslip/haptics/run.hpp"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/haptics/test/motion.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::haptics::run_test {
namespace {

struct Stroke {
  std::vector<double> x, t, fn;
};

Stroke stroke(int count) {
  Stroke s;
  for (int k = 0; k < count; ++k) {
    const Vec<2> x = test::hand<2>(1e-3 * k);
    s.x.insert(s.x.end(), {x[0], x[1]});
    s.t.push_back(1e-3 * k);
    s.fn.push_back(1.0 + 0.001 * k);
  }
  s.x[100] = std::numeric_limits<double>::quiet_NaN();
  s.t[70] = 0.0;
  s.fn[80] = -1.0;
  return s;
}

TEST(Run, IsTheStreamInOneCallOrInMany) {
  const std::size_t count = 500;
  const Stroke s = stroke(500);
  for (const Law& law : test::laws()) {
    Renderer<2> streaming(law), whole(law), pieces(law);
    std::vector<double> force(2 * count), force_of_pieces(2 * count);
    std::vector<Status> status(count), status_of_pieces(count);
    run(whole, {.x = s.x, .t = s.t, .normal_force = s.fn}, force, status);
    const auto piece = [](auto& values, std::size_t begin, std::size_t end) {
      return std::span(values).subspan(begin, end - begin);
    };
    for (const auto& [begin, end] : {std::pair<std::size_t, std::size_t>{0, 1}, {1, 60}, {60, 60}, {60, 500}}) {
      run(pieces,
          {.x = piece(s.x, 2 * begin, 2 * end), .t = piece(s.t, begin, end), .normal_force = piece(s.fn, begin, end)},
          piece(force_of_pieces, 2 * begin, 2 * end), piece(status_of_pieces, begin, end));
    }
    EXPECT_EQ(force, force_of_pieces);
    EXPECT_EQ(status, status_of_pieces);
    for (std::size_t k = 0; k < count; ++k) {
      const auto rendered = streaming.render({s.x[2 * k], s.x[2 * k + 1]}, {.t = s.t[k], .normal_force = s.fn[k]});
      ASSERT_EQ(rendered.force, (Vec<2>(force[2 * k], force[2 * k + 1])));
      ASSERT_EQ(rendered.status, status[k]);
    }
    EXPECT_EQ(status[50], Status::refused_position);
    EXPECT_EQ(status[70], Status::refused_time);
    EXPECT_EQ(status[80], Status::refused_load);
  }
}

TEST(Run, TakesOneLoadForAllAndNoTimes) {
  const Stroke s = stroke(100);
  Renderer<2> one(test::lugre()), usual(test::lugre());
  std::vector<double> force(200), expected(200);
  std::vector<Status> status(100);
  const double load[] = {1.0};
  run(one, {.x = s.x, .normal_force = load}, force, status);
  run(usual, {.x = s.x}, expected, status);
  EXPECT_EQ(force, expected);
  EXPECT_NE(force[199], 0.0);
}

TEST(Run, SaysWhichSizeIsWrong) {
  Renderer<2> renderer(test::dahl());
  const auto message = [&](std::size_t x, std::size_t t, std::size_t fn, std::size_t force, std::size_t status) {
    const std::vector<double> xs(x), ts(t), fns(fn);
    std::vector<double> forces(force);
    std::vector<Status> statuses(status);
    try {
      run(renderer, {.x = xs, .t = ts, .normal_force = fns}, forces, statuses);
    } catch (const InvalidArgument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(5, 0, 1, 4, 2), "x has 5 values, must be a multiple of the dimension 2");
  EXPECT_EQ(message(4, 3, 1, 4, 2), "t has 3 values, must have 2, one per sample, or none");
  EXPECT_EQ(message(4, 2, 0, 4, 2), "normal_force has 0 values, must have 2, one per sample, or 1");
  EXPECT_EQ(message(4, 2, 2, 3, 2), "force has 3 values, must have 4");
  EXPECT_EQ(message(4, 2, 2, 4, 1), "status has 1 values, must have 2");
  EXPECT_FALSE(renderer.in_contact()) << "nothing may have been rendered";
}

TEST(Run, AllocatesNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  const Stroke s = stroke(300);
  Renderer<2> renderer(test::elasto_plastic());
  std::vector<double> force(600);
  std::vector<Status> status(300);
  EXPECT_EQ(stickslip::test::allocations_in([&] { run(renderer, {.x = s.x, .t = s.t}, force, status); }), 0U);
}

}  // namespace
}  // namespace stickslip::haptics::run_test
