#include "stickslip/friction/coulomb.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace stickslip::friction::coulomb_test {
namespace {

const Coulomb law({.mu_c = 0.5, .mu_s = 0.75, .v_s = 0.01, .gamma = 1.0, .sigma2 = 2.0});

TEST(Coulomb, IsStribeckPlusViscosityAgainstTheMotion) {
  // 3-4-5: speed 0.05, five Stribeck speeds.
  const Vec<2> v(0.03, -0.04);
  const double g = 0.5 + 0.25 * std::exp(-5.0), fn = 10.0;
  Coulomb::State<2> state;
  const Vec<2> force = law.step(state, v, fn, 1e-3);
  EXPECT_NEAR(force(0), -(g * 0.6 + 2.0 * 0.03) * fn, 1e-14);
  EXPECT_NEAR(force(1), (g * 0.8 + 2.0 * 0.04) * fn, 1e-14);
}

TEST(Coulomb, ReturnsTheCentreOfItsConeAtRestAndItsRimJustBeyond) {
  Coulomb::State<3> state;
  EXPECT_EQ(law.step(state, Vec<3>(0.0, 0.0, 0.0), 2.0, 1e-3), (Vec<3>(0.0, 0.0, 0.0)));
  const Vec<3> creeping(1e-200, -1e-200, 1e-200);
  EXPECT_NEAR(norm(law.step(state, creeping, 2.0, 1e-3)), law.break_away_force(2.0), 1e-14);
  EXPECT_EQ(law.break_away_force(2.0), 1.5);
}

TEST(Coulomb, StoresNothing) {
  Coulomb::State<1> state;
  EXPECT_EQ(law.stored_energy(state, 3.0), 0.0);
  EXPECT_EQ(law.deflection_bound(), 0.0);
  EXPECT_TRUE(law.is_passive());
  EXPECT_TRUE(std::isinf(law.presliding_stiffness(1.0)));
}

}  // namespace
}  // namespace stickslip::friction::coulomb_test
