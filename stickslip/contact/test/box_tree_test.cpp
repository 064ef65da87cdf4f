// The tree against comparing every box with every other.
#include "stickslip/contact/box_tree.hpp"

#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "shapes.hpp"
#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::contact::test::box_tree_test {
namespace {

std::vector<BoxPair> brute_force(const std::vector<Box>& boxes) {
  std::vector<BoxPair> pairs;
  for (int i = 0; i < static_cast<int>(boxes.size()); ++i) {
    for (int j = i + 1; j < static_cast<int>(boxes.size()); ++j) {
      const Box &a = boxes[static_cast<std::size_t>(i)], &b = boxes[static_cast<std::size_t>(j)];
      const bool is_apart = !((a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all());
      if (!is_apart) pairs.push_back({i, j});
    }
  }
  return pairs;
}

std::vector<BoxPair> by_tree(const std::vector<Box>& boxes) {
  BoxTree tree;
  tree.build(boxes);
  std::vector<BoxPair> pairs;
  tree.pairs(pairs);
  return pairs;
}

// Unit boxes in a cube in which each overlaps about `neighbours` others.
std::vector<Box> scattered(int count, double neighbours, std::uint64_t seed) {
  Random random(seed);
  const double side = std::cbrt(8.0 * count / neighbours);
  std::vector<Box> boxes;
  for (int i = 0; i < count; ++i) {
    const Vec<3> centre = random.vector(0.5 * side);
    boxes.push_back(Box{centre, centre}.grown(0.5));
  }
  return boxes;
}

TEST(BoxTree, FindsWhatComparingAllFinds) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    std::vector<Box> boxes;
    const int count = random.index(200);
    for (int i = 0; i < count; ++i) {
      // Sizes over eight decades, some zero; positions on a coarse lattice now and then, so that faces coincide.
      Vec<3> centre = random.vector(10.0);
      if (random.index(3) == 0) centre = centre.array().round();
      const double size = random.index(5) == 0 ? 0.0 : std::pow(10.0, random.number(-6.0, 2.0));
      boxes.push_back(Box{centre, centre}.grown(0.5 * size));
    }
    EXPECT_EQ(by_tree(boxes), brute_force(boxes)) << "seed " << seed;
  }
}

TEST(BoxTree, NothingAndOneBoxHaveNoPairs) {
  EXPECT_TRUE(by_tree({}).empty());
  EXPECT_TRUE(by_tree({{Vec<3>::Zero(), Vec<3>::Ones()}}).empty());
}

TEST(BoxTree, EqualBoxesAllOverlap) {
  const std::vector<Box> boxes(101, {Vec<3>::Zero(), Vec<3>::Zero()});
  EXPECT_EQ(by_tree(boxes).size(), 101U * 100U / 2U);
  EXPECT_EQ(by_tree(boxes), brute_force(boxes));
}

TEST(BoxTree, BoxesThatTouchOverlap) {
  const std::vector<Box> boxes{{Vec<3>::Zero(), Vec<3>::Ones()}, {Vec<3>(1.0, 0.0, 0.0), Vec<3>(2.0, 1.0, 1.0)}};
  EXPECT_EQ(by_tree(boxes).size(), 1U);
}

TEST(BoxTree, WhatIsNotANumberOverlapsNothingAndWhatIsInfiniteOverlapsAll) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  std::vector<Box> boxes = scattered(300, 5.0, 7);
  boxes[3].lower(1) = nan;
  boxes[17] = {Vec<3>::Constant(nan), Vec<3>::Constant(nan)};
  boxes[40].upper(2) = nan;
  boxes[100] = {Vec<3>::Constant(-infinite), Vec<3>::Constant(infinite)};
  boxes[101].upper(0) = infinite;
  EXPECT_EQ(by_tree(boxes), brute_force(boxes));
}

TEST(BoxTree, RefitTakesOtherBoxes) {
  const std::vector<Box> before = scattered(500, 3.0, 1);
  std::vector<Box> after = scattered(500, 6.0, 2);
  BoxTree tree;
  tree.build(before);
  tree.refit(after);
  std::vector<BoxPair> pairs;
  tree.pairs(pairs);
  EXPECT_EQ(pairs, brute_force(after));
}

// Eight neighbours each. Comparing all would multiply the work by 100 from size to size; n log n by 13 and 12.
TEST(BoxTree, ComparisonsGrowNearlyLinearly) {
  std::vector<double> per_box;
  for (const int count : {100, 1000, 10000}) {
    BoxTree tree;
    tree.build(scattered(count, 8.0, 3));
    std::vector<BoxPair> pairs;
    tree.pairs(pairs);
    per_box.push_back(static_cast<double>(tree.comparisons()) / count);
  }
  EXPECT_LT(per_box[2], 2.0 * per_box[1]);
  EXPECT_LT(per_box[2], 150.0);
}

// A row, a sheet, and a heap with one box about everything: shapes on which sorting along a fixed axis fails.
TEST(BoxTree, RowsSheetsAndGroundStayNearLinear) {
  constexpr int count = 10000;
  for (const int dimensions : {1, 2, 3}) {
    Random random(4);
    std::vector<Box> boxes;
    const double side = std::pow(count, 1.0 / dimensions);
    for (int i = 0; i < count; ++i) {
      Vec<3> centre = Vec<3>::Zero();
      for (int axis = 3 - dimensions; axis < 3; ++axis) centre(axis) = random.number(0.0, side);
      boxes.push_back(Box{centre, centre}.grown(0.5));
    }
    boxes[0] = {Vec<3>::Constant(-side), Vec<3>::Constant(2.0 * side)};
    BoxTree tree;
    tree.build(boxes);
    std::vector<BoxPair> pairs;
    tree.pairs(pairs);
    EXPECT_GE(pairs.size(), static_cast<std::size_t>(count - 1));
    EXPECT_LT(tree.comparisons(), 150L * count) << dimensions << " dimensions";
  }
}

TEST(BoxTree, AllocatesNothingOnceSizesRepeat) {
  if (!::stickslip::test::counts_allocations()) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  const std::vector<Box> boxes = scattered(1000, 8.0, 5);
  BoxTree tree;
  std::vector<BoxPair> pairs;
  auto step = [&] {
    tree.build(boxes);
    tree.pairs(pairs);
  };
  step();
  EXPECT_EQ(::stickslip::test::allocations_in(step), 0U);
}

}  // namespace
}  // namespace stickslip::contact::test::box_tree_test
