// Which contacts are found between many bodies.
#include "stickslip/contact/contact_finder.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "stickslip/contact/manifold_finder.hpp"

#include "shapes.hpp"
#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::contact::test::contact_finder_test {
namespace {

const geometry::Shape ground = geometry::Plane{Vec<3>::UnitZ(), 0.0};
const geometry::Shape cube = box(1.0, 1.0, 1.0);
const geometry::Shape ball = geometry::Sphere{0.5};
constexpr double h = 1e-3, slack = 2.0 * 9.81 * h * h;

ContactSet find(const std::vector<Collider>& colliders, const std::vector<BodyPair>& excluded = {}) {
  ContactSet contacts;
  ContactFinder().find(colliders, h, slack, excluded, contacts);
  return contacts;
}

// Cubes dropped at random into a box of this size, every third a ball, all over the ground.
std::vector<Collider> heap(int count, double size, std::uint64_t seed) {
  Random random(seed);
  std::vector<Collider> colliders{placed(ground, -1)};
  for (int i = 0; i < count; ++i) {
    const geometry::Shape& shape = i % 3 == 0 ? ball : cube;
    colliders.push_back(placed(shape, i, random.vector(0.5 * size) + 0.5 * size * Vec<3>::UnitZ(), random.rotation()));
    colliders.back().speed = random.number(0.0, 20.0);
  }
  return colliders;
}

std::vector<BodyPair> bodies_of(const ContactSet& contacts) {
  std::vector<BodyPair> pairs;
  for (const ContactPoint& point : contacts.points) {
    if (pairs.empty() || pairs.back() != BodyPair{point.id.body_a, point.id.body_b}) {
      pairs.push_back({point.id.body_a, point.id.body_b});
    }
  }
  return pairs;
}

TEST(ContactFinder, AStackTouchesBodyByBody) {
  std::vector<Collider> stack{placed(ground, -1)};
  for (int i = 0; i < 10; ++i) stack.push_back(placed(cube, i, {0, 0, 0.5 + i}));
  const ContactSet contacts = find(stack);
  EXPECT_EQ(contacts.size(), 40);
  std::vector<BodyPair> expected{{0, -1}};
  for (int i = 0; i < 9; ++i) expected.push_back({i, i + 1});
  EXPECT_EQ(bodies_of(contacts), expected);
}

TEST(ContactFinder, MarginIsTheWayBothMayGoAndTheSlack) {
  for (const double share : {0.999, 1.001}) {
    std::vector<Collider> two{placed(ball, 0), placed(ball, 1)};
    two[0].speed = 3.0, two[1].speed = 2.0;
    // Both bounds are raised to the faster one's.
    two[1].position(0) = 1.0 + share * (h * (3.0 + 3.0) + slack);
    // Swept boxes with their own bounds overlap only where nearer than 5 h + slack: farther away nothing is raised.
    EXPECT_EQ(find(two).size(), 0) << share;
    two[1].position(0) = 1.0 + share * (h * 5.0 + slack);
    EXPECT_EQ(find(two).size(), share < 1.0 ? 1 : 0);
  }
}

TEST(ContactFinder, ASlowBodyMayBeStruckInTheSameStep) {
  // A fast ball about to strike the first of two balls at rest, 5 mm apart.
  std::vector<Collider> balls{placed(ball, 0, {-1.001, 0, 0}), placed(ball, 1), placed(ball, 2, {1.005, 0, 0})};
  EXPECT_EQ(bodies_of(find(balls)), (std::vector<BodyPair>{}));
  balls[0].speed = 10.0;
  EXPECT_EQ(bodies_of(find(balls)), (std::vector<BodyPair>{{0, 1}, {1, 2}}));
  balls[1].moves = false;  // it is not struck away
  EXPECT_EQ(bodies_of(find(balls)), (std::vector<BodyPair>{{0, 1}}));
}

TEST(ContactFinder, BodiesOnAPlaneAreFoundByTheWayBothMayGo) {
  std::vector<Collider> two{placed(ground, -1), placed(ball, 0, {0, 0, 0.5})};
  two[0].speed = 3.0;
  two[1].position(2) = 0.5 + 0.999 * (h * 3.0 + slack);
  EXPECT_EQ(find(two).size(), 1);
  two[1].position(2) = 0.5 + 1.001 * (h * 6.0 + slack);
  EXPECT_EQ(find(two).size(), 0);
}

TEST(ContactFinder, LeavesOutOneBodyFixedPairsAndExcludedPairs) {
  std::vector<Collider> three{placed(cube, 0), placed(cube, 1, {0, 0, 0.9}), placed(cube, 2, {0, 0.9, 0})};
  three[2].body = 0;
  three[2].shape_index = 1;
  EXPECT_EQ(bodies_of(find(three)), (std::vector<BodyPair>{{0, 1}}));
  EXPECT_EQ(find(three, {{0, 1}}).size(), 0);
  EXPECT_GT(find(three, {{0, 2}, {1, 2}}).size(), 0);
  for (Collider& collider : three) collider.moves = false;
  EXPECT_EQ(find(three).size(), 0);
}

TEST(ContactFinder, TheFirstBodyIsTheOneThatMovesElseTheOneWithTheSmallerIndex) {
  std::vector<Collider> two{placed(cube, 4), placed(cube, 7, {0, 0, 0.99})};
  EXPECT_EQ(bodies_of(find(two)), (std::vector<BodyPair>{{4, 7}}));
  EXPECT_LT(find(two).points[0].normal(2), -0.99);
  two[0].moves = false;
  EXPECT_EQ(bodies_of(find(two)), (std::vector<BodyPair>{{7, 4}}));
  EXPECT_GT(find(two).points[0].normal(2), 0.99);
}

// Every pair, with the bounds of Eq. 2 computed by comparing all boxes.
TEST(ContactFinder, FindsWhatTryingAllPairsFinds) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<Collider> colliders = heap(60, 5.0, seed);
    const ContactSet contacts = find(colliders);
    EXPECT_TRUE(std::is_sorted(contacts.points.begin(), contacts.points.end(),
                               [](const ContactPoint& p, const ContactPoint& q) { return p.id < q.id; }));

    auto half_extent = [](const Collider& collider) -> Vec<3> {
      if (collider.shape == &ball) return Vec<3>::Constant(0.5);
      return 0.5 * collider.rotation.cwiseAbs().rowwise().sum();
    };
    auto are_near = [&](const Collider& a, const Collider& b) {
      const double reach = h * (a.speed + b.speed) + slack;
      if (b.body < 0) return a.position(2) - half_extent(a)(2) <= reach;
      const Vec<3> room = half_extent(a) + half_extent(b) + Vec<3>::Constant(reach);
      return ((a.position - b.position).cwiseAbs().array() <= room.array()).all();
    };
    std::vector<double> raised;
    for (const Collider& a : colliders) {
      double bound = a.speed;
      for (const Collider& b : colliders) {
        if (a.moves && b.body != a.body && are_near(a, b)) bound = std::max(bound, b.speed);
      }
      raised.push_back(bound);
    }
    ContactSet expected;
    ManifoldFinder finder;
    for (std::size_t i = 1; i < colliders.size(); ++i) {
      finder.append(colliders[i], colliders[0], h * raised[i] + slack, expected.points);
      for (std::size_t j = i + 1; j < colliders.size(); ++j) {
        finder.append(colliders[i], colliders[j], h * (raised[i] + raised[j]) + slack, expected.points);
      }
    }
    EXPECT_GT(contacts.size(), 50);
    EXPECT_EQ(contacts, expected) << "seed " << seed;
  }
}

TEST(ContactFinder, NeitherOrderNorHistoryChangesTheResult) {
  std::vector<Collider> colliders = heap(100, 6.0, 1);
  const ContactSet contacts = find(colliders);
  ContactFinder finder;
  ContactSet again;
  finder.find(heap(170, 6.0, 2), h, slack, {}, again);
  finder.find(colliders, h, slack, {}, again);
  EXPECT_EQ(again, contacts);
  std::shuffle(colliders.begin(), colliders.end(), std::mt19937_64(3));
  EXPECT_EQ(find(colliders), contacts);
}

TEST(ContactFinder, WhatIsNotFiniteTouchesNothingAndDisturbsNobody) {
  std::vector<Collider> colliders = heap(50, 4.0, 4);
  std::vector<Collider> others = colliders;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  colliders[5].position(1) = nan;
  colliders[9].rotation(0, 0) = nan;
  colliders[12].speed = std::numeric_limits<double>::infinity();
  for (const std::ptrdiff_t at : {12, 9, 5}) others.erase(others.begin() + at);
  EXPECT_EQ(find(colliders), find(others));
  EXPECT_EQ(find({}).size(), 0);
}

TEST(ContactFinder, AllocatesNothingOnceSizesRepeat) {
  if (!::stickslip::test::counts_allocations()) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  const std::vector<Collider> colliders = heap(100, 5.0, 5);
  ContactFinder finder;
  ContactSet contacts;
  auto step = [&] { finder.find(colliders, h, slack, {}, contacts); };
  step();
  EXPECT_GT(contacts.size(), 0);
  EXPECT_EQ(::stickslip::test::allocations_in(step), 0U);
}

// Boxes of different sizes, shifted and turned about the vertical, that rock and creep as solvers leave them at rest.
TEST(ContactFinder, NamesLastWhileAStackRocks) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    std::vector<geometry::Shape> shapes;
    for (int i = 0; i < 8; ++i)
      shapes.push_back(box(random.number(0.5, 1.0), random.number(0.5, 1.0), random.number(0.1, 0.5)));
    std::vector<Collider> stack{placed(ground, -1)};
    double top = 0.0;
    for (int i = 0; i < 8; ++i) {
      const geometry::Shape& shape = shapes[static_cast<std::size_t>(i)];
      const double height = 2.0 * std::get<geometry::Polyhedron>(shape).vertices().row(2).maxCoeff();
      const bool is_turned = random.index(2) == 0;
      stack.push_back(placed(shape, i, {random.number(-0.1, 0.1), random.number(-0.1, 0.1), top + 0.5 * height},
                             turn(is_turned ? random.number(0.0, 3.0) : 0.0, Vec<3>::UnitZ())));
      top += height;
    }
    const ContactSet before = find(stack);
    EXPECT_GE(before.size(), 4 * 8);
    for (int i = 0; i < 50; ++i) {
      std::vector<Collider> rocked = stack;
      for (std::size_t body = 1; body < rocked.size(); ++body) {
        rocked[body].position += random.vector(2e-6);
        rocked[body].rotation = turn(3e-6, random.direction()).toRotationMatrix() * rocked[body].rotation;
      }
      const ContactSet now = find(rocked);
      std::vector<int> index, expected(before.points.size());
      match(now, before, index);
      std::iota(expected.begin(), expected.end(), 0);
      EXPECT_EQ(index, expected) << "seed " << seed;
    }
  }
}

TEST(ContactSet, MatchesByName) {
  ContactSet before, now;
  for (const std::uint32_t feature : {1U, 3U, 4U, 8U}) before.points.push_back({{0, 1, 0, 0, feature}, {}, {}, 0.0});
  for (const std::uint32_t feature : {0U, 3U, 5U, 8U, 9U}) now.points.push_back({{0, 1, 0, 0, feature}, {}, {}, 0.0});
  std::vector<int> index;
  match(now, before, index);
  EXPECT_EQ(index, (std::vector<int>{-1, 1, -1, 3, -1}));
  match(now, {}, index);
  EXPECT_EQ(index, std::vector<int>(5, -1));
  match({}, before, index);
  EXPECT_TRUE(index.empty());
  now.points[1].id.shape_b = 1;  // the same features of another shape
  match({{now.points[1]}}, before, index);
  EXPECT_EQ(index, std::vector<int>{-1});
}

}  // namespace
}  // namespace stickslip::contact::test::contact_finder_test
