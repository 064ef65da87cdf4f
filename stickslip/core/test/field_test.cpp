#include "stickslip/core/field.hpp"

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace stickslip::field_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

enum class Shape { round, square };

struct Sample {
  double stiffness = required;
  double low = 1.0;
  double high = 2.0;
  double share = 0.5;
  double offset = 0.0;
  double limit = infinity;
  std::optional<double> tension = std::nullopt;
  int count = 3;
  int rounds = 2;
  double angle = 0.0;
  bool is_fixed = false;
  Shape shape = Shape::round;

  static constexpr auto fields() {
    constexpr Range from_one{.low = 1.0, .high = 1e8, .low_included = true, .high_included = true};
    return std::tuple{Field{"stiffness", &Sample::stiffness, "N/m", positive, "how stiff"},
                      Field{"low", &Sample::low, "1", not_negative, "lower end"},
                      Field{"high", &Sample::high, "1", Member{"low", &Sample::low}, "upper end"},
                      Field{"share", &Sample::share, "1", between(0.0, 1.0), "of the whole"},
                      Field{"offset", &Sample::offset, "m", any_finite, "along x"},
                      Field{"limit", &Sample::limit, "N", positive_or_infinite, "largest force"},
                      Field{"tension", &Sample::tension, "m", Member{"low", &Sample::low}, "tension", "None: low"},
                      Field{"count", &Sample::count, "1", from_one, "how many"},
                      Field{"rounds", &Sample::rounds, "1", at_least(2.0), "how often"},
                      Field{"angle", &Sample::angle, "rad", at_most(3.0), "of the slope"},
                      Field{"is_fixed", &Sample::is_fixed, "whether it is held"},
                      Field{"shape", &Sample::shape, "outline"}};
  }
};

Sample valid() {
  Sample sample;
  sample.stiffness = 10.0;
  return sample;
}

template <class Change>
std::string refusal(Change change) {
  Sample sample = valid();
  change(sample);
  const std::optional<Violation> bad = check_fields(sample);
  return bad ? InvalidArgument("Sample", *bad).what() : "accepted";
}

TEST(Field, NamesTheArgumentItsValueAndTheRange) {
  EXPECT_EQ(refusal([](Sample&) {}), "accepted");
  EXPECT_EQ(refusal([](Sample& s) { s.stiffness = -1.0; }), "Sample: stiffness = -1 must be finite and > 0 [N/m]");
  EXPECT_EQ(refusal([](Sample& s) { s.low = -1.0; }), "Sample: low = -1 must be finite and >= 0");
  EXPECT_EQ(refusal([](Sample& s) { s.high = 0.5; }), "Sample: high = 0.5 must be finite and at least low = 1");
  EXPECT_EQ(refusal([](Sample& s) { s.share = 1.0; }), "Sample: share = 1 must be > 0 and < 1");
  EXPECT_EQ(refusal([](Sample& s) { s.offset = infinity; }), "Sample: offset = inf must be finite [m]");
  EXPECT_EQ(refusal([](Sample& s) { s.limit = 0.0; }), "Sample: limit = 0 must be > 0, infinite allowed [N]");
  EXPECT_EQ(refusal([](Sample& s) { s.tension = 0.5; }),
            "Sample: tension = 0.5 must be finite [m] and at least low = 1");
  EXPECT_EQ(refusal([](Sample& s) { s.count = 0; }), "Sample: count = 0 must be >= 1 and <= 1e8");
  EXPECT_EQ(refusal([](Sample& s) { s.rounds = 1; }), "Sample: rounds = 1 must be >= 2");
  EXPECT_EQ(refusal([](Sample& s) { s.angle = 4.0; }), "Sample: angle = 4 must be finite and <= 3 [rad]");
}

TEST(Field, RefusesWhatIsNoNumber) {
  for (const double bad : {nan, -infinity}) {
    EXPECT_NE(refusal([=](Sample& s) { s.stiffness = bad; }), "accepted") << bad;
    EXPECT_NE(refusal([=](Sample& s) { s.high = bad; }), "accepted") << bad;
    EXPECT_NE(refusal([=](Sample& s) { s.share = bad; }), "accepted") << bad;
    EXPECT_NE(refusal([=](Sample& s) { s.offset = bad; }), "accepted") << bad;
    EXPECT_NE(refusal([=](Sample& s) { s.limit = bad; }), "accepted") << bad;
    EXPECT_NE(refusal([=](Sample& s) { s.tension = bad; }), "accepted") << bad;
  }
  // The reciprocal of a subnormal number overflows.
  EXPECT_EQ(refusal([](Sample& s) { s.stiffness = 1e-310; }),
            "Sample: stiffness = 1e-310 must be at least the smallest normal number = 2.2250738585072014e-308");
  EXPECT_EQ(refusal([](Sample& s) { s.low = 1e-310; }), "accepted");
  EXPECT_EQ(refusal([](Sample& s) { s.stiffness = std::numeric_limits<double>::min(); }), "accepted");
  EXPECT_EQ(refusal([](Sample& s) { s.limit = infinity; }), "accepted");
  EXPECT_EQ(refusal([](Sample& s) { s.high = s.low; }), "accepted");
}

TEST(Field, FindsTheFirstInTheOrderOfTheTable) {
  Sample sample = valid();
  sample.count = 0;
  sample.low = -1.0;
  EXPECT_STREQ(check_fields(sample)->argument, "low");
}

TEST(Field, SaysWhatMustBeGivenAndWhatMayBe) {
  std::vector<std::string> needed, ranges;
  for_each_field<Sample>([&](const auto& field) {
    if (field.is_required()) needed.emplace_back(field.name());
    ranges.emplace_back(field.range_text());
  });
  EXPECT_EQ(needed, std::vector<std::string>{"stiffness"});
  EXPECT_EQ(ranges, (std::vector<std::string>{"> 0", "≥ 0", "≥ low", "> 0 and < 1", "", "> 0, infinite allowed",
                                              "≥ low", "≥ 1 and ≤ 1e8", "≥ 2", "≤ 3", "", ""}));
}

TEST(FixedText, WritesNumbersInTheirShortForm) {
  const auto text = [](double number) { return std::string(FixedText().add(number).c_str()); };
  EXPECT_EQ(text(0.0), "0");
  EXPECT_EQ(text(-250.0), "-250");
  EXPECT_EQ(text(999999.0), "999999");
  EXPECT_EQ(text(1e8), "1e8");
  EXPECT_EQ(text(1.5e-3), "1.5e-3");
  EXPECT_EQ(text(0.05), "5e-2");
  EXPECT_EQ(text(2.005e12), "2.005e12");
  EXPECT_EQ(text(1e-12), "1e-12");
  EXPECT_EQ(text(1e-6), "1e-6");
}

}  // namespace
}  // namespace stickslip::field_test
