#include "stickslip/core/names.hpp"

#include <gtest/gtest.h>

namespace stickslip::test {
namespace {

enum class Direction { up = 1, down = -1, forgotten = 7 };
enum class Fruit { apple, pear };

// A row with more than a name.
struct FruitRow {
  Fruit value;
  std::string_view name;
  double mass;
};

enum class Twin { one, two };
enum class Nameless { one };

}  // namespace
}  // namespace stickslip::test

template <>
struct stickslip::Names<stickslip::test::Direction> {
  static constexpr Named<test::Direction> table[] = {{test::Direction::up, "up"}, {test::Direction::down, "down"}};
};

template <>
struct stickslip::Names<stickslip::test::Fruit> {
  static constexpr test::FruitRow table[] = {{test::Fruit::apple, "apple", 0.15}, {test::Fruit::pear, "pear", 0.2}};
};

template <>
struct stickslip::Names<stickslip::test::Twin> {
  static constexpr Named<test::Twin> table[] = {{test::Twin::one, "same"}, {test::Twin::two, "same"}};
};

template <>
struct stickslip::Names<stickslip::test::Nameless> {
  static constexpr Named<test::Nameless> table[] = {{test::Nameless::one, ""}};
};

namespace stickslip::test {
namespace {

static_assert(name_of(Direction::down) == "down");
static_assert(value_named<Direction>("up") == Direction::up);
static_assert(names_are_distinct<Fruit>());
static_assert(!names_are_distinct<Twin>());
static_assert(!names_are_distinct<Nameless>());
static_assert(HasNames<Direction> && !HasNames<int>);

TEST(Names, LeadBothWays) {
  for (const auto& [value, name] : Names<Direction>::table) {
    EXPECT_EQ(name_of(value), name);
    EXPECT_EQ(value_named<Direction>(name), value);
  }
  EXPECT_EQ(name_of(Fruit::pear), "pear");
  EXPECT_EQ(value_named<Fruit>("apple"), Fruit::apple);
}

TEST(Names, SayWhenThereIsNone) {
  EXPECT_EQ(name_of(Direction::forgotten), "");
  EXPECT_EQ(name_of(static_cast<Fruit>(2)), "");
  for (const char* wrong : {"", "u", "Up", "up ", "upper"}) EXPECT_FALSE(value_named<Direction>(wrong)) << wrong;
}

TEST(Names, AreListedInTheirOrder) {
  EXPECT_EQ(listed_names<Direction>(), "up, down");
  EXPECT_EQ(listed_names<Fruit>("'"), "'apple', 'pear'");
}

}  // namespace
}  // namespace stickslip::test
