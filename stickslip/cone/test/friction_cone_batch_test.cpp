#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/cone/friction_cone.hpp"
#include "stickslip/cone/test/friction_cone_cases.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/core/test/refusal.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::cone::friction_cone_batch_test {
namespace {

using stickslip::test::refusal;

constexpr double rounding = 1e-15;  // of results that differ by the order of their operations, in units of the force

// std::vector<bool> has no bools to point at.
class Flags {
 public:
  explicit Flags(std::size_t count) : size_(count), values_(std::make_unique<bool[]>(count)) {}
  std::span<bool> span() { return {values_.get(), size_}; }
  bool operator[](std::size_t i) const { return values_[i]; }

 private:
  std::size_t size_;
  std::unique_ptr<bool[]> values_;
};

std::vector<double> flat(const std::vector<Vec<3>>& forces) {
  std::vector<double> values;
  for (const Vec<3>& f : forces) values.insert(values.end(), f.data(), f.data() + 3);
  return values;
}

// Every force alone, and all of them together.
void expect_same(const FrictionCone& cone, const std::vector<Vec<3>>& forces) {
  const std::vector<double> values = flat(forces);
  std::vector<double> margin(forces.size(), 99.0), projected(values.size(), 99.0);
  Flags inside(forces.size());
  margins(cone, values, margin);
  project(cone, values, projected);
  contains(cone, values, 1e-3, inside.span());
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const Vec<3>& f = forces[i];
    const double size = f.stableNorm();
    EXPECT_LE(std::abs(margin[i] - cone.margin(f)), rounding * size) << cone.mu() << " " << f.transpose();
    const Vec<3> p = Eigen::Map<const Vec<3>>(projected.data() + 3 * i);
    EXPECT_LE((p - cone.project(f)).stableNorm(), 2.0 * rounding * size) << cone.mu() << " " << f.transpose();
    if (std::abs(cone.margin(f) + 1e-3 * size) > rounding * size || size == 0.0) {
      EXPECT_EQ(inside[i], cone.contains(f, 1e-3)) << cone.mu() << " " << f.transpose();
    }
  }
}

TEST(FrictionConeBatch, EqualsSingleForces) {
  for (const FrictionCone& cone : test::cones()) expect_same(cone, test::forces_for(cone, 60));
}

TEST(FrictionConeBatch, AnyCountIncludingNone) {
  const FrictionCone cone(0.7, {0.3, -0.2, 0.5});
  std::vector<Vec<3>> forces = test::forces_for(cone, 20);
  for (std::size_t count = 0; count < 20; ++count) {
    expect_same(cone, std::vector<Vec<3>>(forces.begin(), forces.begin() + static_cast<std::ptrdiff_t>(count)));
  }
}

// Squares of these would overflow or vanish; among plain forces, in every place of a block.
TEST(FrictionConeBatch, ForcesOfAnySizeAmongOthers) {
  for (const FrictionCone& cone : test::cones()) {
    std::vector<Vec<3>> forces = test::forces_for(cone, 200);
    std::size_t i = 0;
    for (const double size : {1e200, 1e-200, 1e300, 1e-300, 3e-320, 1e141, 1e-141, 1e140, 1e-140}) {
      for (std::size_t n = 0; n < 7; ++n, i += 5) forces[i % forces.size()] *= size;
    }
    expect_same(cone, forces);
  }
  const FrictionCone cone(0.5);
  std::vector<double> out(1);
  margins(cone, std::vector<double>{0.0, 0.0, 2e200}, out);
  EXPECT_NEAR(out[0] / 1e200, 2.0 * std::sin(std::atan(0.5)), 1e-15);
}

TEST(FrictionConeBatch, ProjectsInPlace) {
  const FrictionCone cone(0.5, {0.3, -0.2, 0.5});
  for (const double size : {1.0, 1e200}) {
    std::vector<Vec<3>> forces = test::forces_for(cone, 100);
    forces[50] *= size;
    std::vector<double> values = flat(forces), expected(values.size());
    project(cone, values, expected);
    project(cone, values, values);
    EXPECT_EQ(values, expected);
  }
}

TEST(FrictionConeBatch, NamesWhatItRefusesAndWritesNothing) {
  const FrictionCone cone(0.5);
  std::vector<double> good(3000, 1.0);
  std::vector<double> one(1000, -7.0), three(3000, -7.0);
  Flags flags(1000);
  std::fill(flags.span().begin(), flags.span().end(), true);
  const auto expect_refused = [&](const std::vector<double>& forces, double tolerance, const std::string& text) {
    EXPECT_EQ(refusal([&] { contains(cone, forces, tolerance, flags.span()); }), text);
    if (tolerance == 1e-9) {
      EXPECT_EQ(refusal([&] { margins(cone, forces, one); }), text);
      EXPECT_EQ(refusal([&] { project(cone, forces, three); }), text);
    }
    EXPECT_EQ(std::count(one.begin(), one.end(), -7.0), 1000);
    EXPECT_EQ(std::count(three.begin(), three.end(), -7.0), 3000);
    EXPECT_EQ(std::count(flags.span().begin(), flags.span().end(), true), 1000);
  };
  for (const std::size_t bad : {std::size_t{0}, std::size_t{4}, std::size_t{1502}, std::size_t{2999}}) {
    for (const double value : {std::numeric_limits<double>::quiet_NaN(), test::infinity, -test::infinity}) {
      std::vector<double> forces = good;
      forces[bad] = value;
      for (double& entry : std::span(forces).subspan(bad + 1)) entry *= -1.0;  // inside the cone before, outside after
      expect_refused(forces, 1e-9,
                     "forces[" + std::to_string(bad / 3) + ", " + std::to_string(bad % 3) + "] = " + to_text(value) +
                         " must be finite [N]");
    }
  }
  expect_refused(std::vector<double>(2999, 1.0), 1e-9, "forces has 2999 values, must have 3 a force");
  std::vector<double> outside(3000, -1.0);
  expect_refused(outside, -1e-3, "FrictionCone: tolerance = -0.001 must be finite and >= 0");
  expect_refused(outside, test::infinity, "FrictionCone: tolerance = inf must be finite and >= 0");
  outside.resize(2997);
  EXPECT_EQ(refusal([&] { contains(cone, outside, 0.0, flags.span()); }), "out has 1000 values, must have 999");
  EXPECT_EQ(refusal([&] { margins(cone, outside, one); }), "out has 1000 values, must have 999");
  EXPECT_EQ(refusal([&] { project(cone, outside, three); }), "out has 3000 values, must have 2997");
  EXPECT_EQ(std::count(three.begin(), three.end(), -7.0), 3000);
}

TEST(FrictionConeBatch, AllocatesNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  const FrictionCone cone(0.5, {1.0, 2.0, 3.0});
  std::vector<double> forces = flat(test::forces_for(cone, 200)), margin(forces.size() / 3), projected(forces.size());
  Flags inside(forces.size() / 3);
  forces[100] = 1e200;
  EXPECT_EQ(stickslip::test::allocations_in([&] {
              contains(cone, forces, 1e-9, inside.span());
              margins(cone, forces, margin);
              project(cone, forces, projected);
            }),
            0U);
}

}  // namespace
}  // namespace stickslip::cone::friction_cone_batch_test
