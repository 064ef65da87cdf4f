#include "stickslip/core/signal.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/planar.hpp"
#include "stickslip/core/test/refusal.hpp"

namespace stickslip::signal_test {
namespace {

using Function = std::function<double(double)>;
using test::refusal;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Signal, ThatIsConstantHoldsAtAllTimes) {
  const Signal<double> signal = 3.0;
  for (const double t : {-infinity, -1.0, 0.0, 1e300, infinity}) EXPECT_EQ(signal(t, t), 3.0) << t;
  EXPECT_EQ(signal.next_jump(-infinity), infinity);
}

TEST(Signal, OfAFunctionIsCalledAtTheTimeWheneverTheStepBegan) {
  const Signal<double> signal(Function([](double t) { return 2.0 * t; }));
  for (const double start : {-5.0, 0.25, 0.5}) EXPECT_EQ(signal(0.5, start), 1.0) << start;
  EXPECT_EQ(signal.next_jump(0.0), infinity);
}

TEST(Signal, OfATableHoldsEachValueUntilTheNextTime) {
  const Signal<double> signal({0.0, 1.0, 1.5}, {10.0, 20.0, 30.0});
  const auto at = [&](double t) { return signal(t, t); };
  for (const double t : {-infinity, -1.0, 0.0, 0.5, std::nextafter(1.0, 0.0)}) EXPECT_EQ(at(t), 10.0) << t;
  for (const double t : {1.0, 1.2, std::nextafter(1.5, 0.0)}) EXPECT_EQ(at(t), 20.0) << t;
  for (const double t : {1.5, 2.0, infinity}) EXPECT_EQ(at(t), 30.0) << t;
}

TEST(Signal, OfATableKeepsItsValueToTheEndOfAStep) {
  const Signal<double> signal({0.0, 1.0}, {10.0, 20.0});
  EXPECT_EQ(signal(1.0, 0.5), 10.0) << "the step that ends where the table jumps";
  EXPECT_EQ(signal(1.0, 1.0), 20.0) << "the step that begins there";
}

// Whoever steps from jump to jump meets every value of the table, once and in order.
TEST(Signal, JumpsLeadThroughTheTable) {
  const std::vector<double> times{-2.0, 0.0, 1.0, 1.5}, values{1.0, 2.0, 3.0, 4.0};
  const Signal<double> signal(times, values);
  std::vector<double> met_times, met_values;
  for (double t = signal.next_jump(-infinity); t < infinity && met_times.size() <= times.size();
       t = signal.next_jump(t)) {
    met_times.push_back(t);
    met_values.push_back(signal(t, t));
  }
  EXPECT_EQ(met_times, times);
  EXPECT_EQ(met_values, values);
  EXPECT_EQ(signal.next_jump(0.5), 1.0);
}

TEST(Signal, MayHoldVectors) {
  const Wrench2 before(1.0, 2.0, 3.0), after(4.0, 5.0, 6.0);
  const Signal<Wrench2> table({0.0, 1.0}, {before, after});
  EXPECT_EQ(table(0.5, 0.5), before);
  EXPECT_EQ(table(1.0, 1.0), after);
  const Signal<Wrench2> function(std::function<Wrench2(double)>([&](double t) { return Wrench2(t * before); }));
  EXPECT_EQ(function(2.0, 0.0), Wrench2(2.0, 4.0, 6.0));
}

TEST(Signal, LetsOutWhatItsFunctionThrows) {
  const Signal<double> signal(Function([](double) -> double { throw std::runtime_error("no value"); }));
  EXPECT_EQ(refusal([&] { signal(0.0, 0.0); }), "no value");
}

TEST(Signal, RefusesWhatIsNoFunctionOfTime) {
  const auto table = [](const std::vector<double>& times, const std::vector<double>& values) {
    return refusal([&] { Signal<double>(times, values); });
  };
  const auto sizes = [](const char* times, const char* values) {
    return std::string("Signal: a table of ") + times + " times has " + values +
           " values; it needs at least one time and a value for each";
  };
  EXPECT_EQ(table({}, {}), sizes("0", "0"));
  EXPECT_EQ(table({0.0, 1.0}, {1.0}), sizes("2", "1"));
  EXPECT_EQ(table({0.0, 1.0, 1.0}, {1.0, 2.0, 3.0}),
            "Signal: times[2] = 1 must be finite and greater than the one before [s]");
  EXPECT_EQ(table({0.0, -1.0}, {1.0, 2.0}), "Signal: times[1] = -1 must be finite and greater than the one before [s]");
  for (const double bad : {-infinity, infinity, std::nan("")}) EXPECT_NE(table({bad}, {1.0}), "accepted") << bad;
  EXPECT_EQ(refusal([] {
              Signal<double>({0.0, 0.0}, {1.0, 2.0}, "load: T");
            }),
            "load: T[1] = 0 must be finite and greater than the one before [s]");
  EXPECT_EQ(refusal([] { Signal<double>{Function()}; }),
            "Signal: the function is empty; it must be a function of t [s]");
}

}  // namespace
}  // namespace stickslip::signal_test
