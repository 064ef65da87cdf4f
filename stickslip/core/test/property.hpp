// Properties that must hold for every motion: random cases, others in every run. rapidcheck prints the seed as "Using configuration:
// seed=…", and RC_PARAMS="seed=…" in the environment brings the same cases again.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/Configuration.h>

#include "stickslip/core/vector.hpp"

namespace stickslip::test {

// Of this run, for generators that are not rapidcheck's. Each test has its own `salt`.
inline std::uint64_t seed(std::uint64_t salt) {
  // The finaliser of SplitMix64, by which neighbouring numbers become unlike ones.
  std::uint64_t x = rc::detail::configuration().testParams.seed + salt * 0x9e3779b97f4a7c15U;
  x = (x ^ x >> 30U) * 0xbf58476d1ce4e5b9U;
  x = (x ^ x >> 27U) * 0x94d049bb133111ebU;
  return x ^ x >> 31U;
}

// Runs `property`, which draws with rapidcheck's generators and asserts with RC_ASSERT, and reports the
// smallest failing case to GoogleTest.
template <class Property>
void for_all(Property&& property, int cases = 100) {
  const testing::TestInfo* info = testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(info->test_suite_name()) + "." + info->name();
  metadata.description = info->name();
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = cases;
  const auto result = rc::detail::checkTestable(std::forward<Property>(property), metadata, params);
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  ADD_FAILURE() << text.str() << "\nRC_PARAMS=\"seed=" << params.seed << "\" brings it again";
}

// Whole numbers of the closed range, evenly.
inline rc::Gen<int> whole(int from, int to) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to + 1));
}

inline std::vector<int> draw(std::size_t count, int from, int to) {
  return *rc::gen::container<std::vector<int>>(count, whole(from, to));
}

// 10^e, e a tenth of a whole number of the range.
inline double draw_power(int from, int to) {
  return std::pow(10.0, 0.1 * *whole(10 * from, 10 * to));
}

// A vector with entries within ±scale, not on round numbers.
template <int Dim>
Vec<Dim> draw_vector(double scale) {
  const std::vector<int> parts = draw(Dim, -1000, 1000);
  Vec<Dim> v;
  for (int i = 0; i < Dim; ++i) v(i) = scale * 1.0137e-3 * parts[static_cast<std::size_t>(i)];
  return v;
}

// Velocities for up to `longest` steps, of very different speeds around `speed`, some of them zero.
template <int Dim>
std::vector<Vec<Dim>> draw_motion(double speed, int longest = 24) {
  const auto count = static_cast<std::size_t>(*whole(1, longest));
  const std::vector<int> powers = draw(count, -5, 3), parts = draw(count * Dim, -1000, 1000);
  std::vector<Vec<Dim>> motion(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double scale = powers[k] == 0 ? 0.0 : speed * 1.0137e-3 * std::pow(10.0, 0.5 * powers[k]);
    for (std::size_t i = 0; i < Dim; ++i) motion[k](static_cast<int>(i)) = scale * parts[k * Dim + i];
  }
  return motion;
}

// The same as one row-major array.
template <int Dim>
std::vector<double> flatten(const std::vector<Vec<Dim>>& motion) {
  std::vector<double> values;
  for (const Vec<Dim>& v : motion) values.insert(values.end(), v.data(), v.data() + Dim);
  return values;
}

}  // namespace stickslip::test
