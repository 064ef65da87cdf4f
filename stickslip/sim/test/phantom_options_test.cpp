// What the options of phantom inertia do to a box that slides.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test::phantom_options_test {
namespace {

constexpr double h = 1e-3;

World sliding_box(const ModelOptions& options) {
  World world(options);
  world.add_plane({0.0, 0.0, 1.0}, 0.0);
  world.add_body({.shapes = {{geometry::Polyhedron::box({0.4, 0.3, 0.2})}},
                  .mass = 2.0,
                  .position = {0.0, 0.0, 0.1},
                  .velocity = {0.5, 0.2, 0.0},
                  .angular_velocity = {0.0, 0.0, 1.0}});
  return world;
}

TEST(PhantomOptions, PhantomInertiaDoesNotChangeTheMotion) {
  World light = sliding_box({.formulation = ContactModel::phantom, .rho = 1e-3});
  World heavy = sliding_box({.formulation = ContactModel::phantom, .rho = 1.0});
  for (int k = 0; k < 200; ++k) {
    ASSERT_TRUE(light.step(h).converged());
    ASSERT_TRUE(heavy.step(h).converged());
  }
  EXPECT_LT((light.body(1).position - heavy.body(1).position).norm(), 1e-10);
}

TEST(PhantomOptions, FrictionWithoutBoundsChattersAboutRest) {
  const auto speed_after_rest = [](formulation::Sliding sliding) {
    World world = sliding_box({.formulation = ContactModel::phantom, .sliding = sliding});
    for (int k = 0; k < 400; ++k) static_cast<void>(world.step(h));
    double largest = 0.0;
    for (int k = 0; k < 20; ++k) {
      static_cast<void>(world.step(h));
      largest = std::max(largest, world.body(1).velocity.norm() + 0.25 * world.body(1).spin.norm());
    }
    return largest;
  };
  EXPECT_GT(speed_after_rest(formulation::Sliding::explicit_), 1e-4);
  EXPECT_LT(speed_after_rest(formulation::Sliding::no_lateral), 1e-9);
  EXPECT_LT(speed_after_rest(formulation::Sliding::relaxed), 1e-9);
}

TEST(PhantomOptions, PhantomInertiaMustBePositive) {
  for (const double rho : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(World({.formulation = ContactModel::phantom, .rho = rho}), InvalidArgument) << rho;
  }
}

}  // namespace
}  // namespace stickslip::sim::test::phantom_options_test
