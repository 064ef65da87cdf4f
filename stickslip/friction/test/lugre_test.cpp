#include "stickslip/friction/lugre.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/friction/run.hpp"

namespace stickslip::friction::lugre_test {
namespace {

// Table I of [Waltersson 2024].
LuGre::Parameters table(double sigma2 = 0.2) {
  return {.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = sigma2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3, .gamma = 2.0};
}

double g(const LuGre::Parameters& p, double speed) {
  return p.mu_c + (p.mu_s - p.mu_c) * std::exp(-std::pow(speed / p.v_s, p.gamma));
}

TEST(LuGre, FollowsTheSolutionForConstantVelocity) {
  for (const double gamma : {0.5, 1.0, 2.0, 3.0}) {
    LuGre::Parameters p = table();
    p.gamma = gamma;
    const LuGre law(p);
    for (const double v : {1e-7, 3e-4, -1e-3, 0.5}) {
      for (const double extent : {1e-6, 0.3, 2.0, 60.0}) {
        const double z_max = g(p, std::abs(v)) / p.sigma0, dt = extent * z_max / std::abs(v), z0 = 0.4e-6;
        const double target = std::copysign(z_max, v), decay = std::exp(-extent), fn = 7.0;
        const double z = target + (z0 - target) * decay, rate = v * (1.0 - z / target);
        Bristle<1> state{Vec<1>(z0)};
        const double force = law.step(state, Vec<1>(v), fn, dt)(0);
        EXPECT_NEAR(state.z(0), z, 1e-20) << gamma << " " << v << " " << extent;  // 1e-14 of the deflection
        const double expected = -fn * (p.sigma0 * z + p.sigma1 * rate + p.sigma2 * v);
        EXPECT_NEAR(force, expected, 1e-13 * fn * (1.2 + p.sigma1 * std::abs(v)));
      }
    }
  }
}

TEST(LuGre, IsASpringAndADamperForSmallMotions) {
  const LuGre law(table());
  const double z_max = 1.2e-6, stroke = 1e-5 * z_max, v = 1e-6, fn = 3.0;
  Bristle<2> state;
  const Vec<2> direction(0.6, -0.8);
  const Vec<2> force = law.step(state, Vec<2>(v * direction), fn, stroke / v);
  const Vec<2> expected = -fn * (1e6 * stroke + (8e2 + 0.2) * v) * direction;
  EXPECT_NEAR(norm(Vec<2>(force - expected)) / norm(expected), 0.0, 1e-5);  // yields by stroke/z_max
}

TEST(LuGre, SteadyForceIsTheStribeckCurve) {
  const LuGre::Parameters p = table();
  const LuGre law(p);
  for (const double v : {1e-6, 1e-3, 2e-3, 0.7}) {
    const Vec<3> force = law.steady_force(Vec<3>(0.0, 0.0, -v), 2.0);
    EXPECT_NEAR(force(2), 2.0 * (g(p, v) + p.sigma2 * v), 1e-14);
  }
}

// The power lost is a (σ0 ‖z‖² − σ1 z·v) + (σ1 + σ2) ‖v‖². Along one step at constant velocity.
TEST(LuGre, DissipatesWhatItsEquationsSay) {
  const LuGre::Parameters p = table();
  const LuGre law(p);
  const Vec<2> v(6e-4, 3e-4), z0(-4e-7, 7e-7);
  const double speed = norm(v), z_max = g(p, speed) / p.sigma0, a = speed / z_max, dt = 1.3 / a, fn = 2.0;
  const auto power = [&](double t) {
    const Vec<2> steady = z_max / speed * v;
    const Vec<2> z = steady + (z0 - steady) * std::exp(-a * t);
    return fn * (a * (p.sigma0 * z.squaredNorm() - p.sigma1 * z.dot(v)) + (p.sigma1 + p.sigma2) * speed * speed);
  };
  constexpr int parts = 200;  // Simpson: error (1.3/200)⁴
  double expected = 0.0;
  for (int k = 0; k < parts; ++k) {
    const double h = dt / parts, t = k * h;
    expected += h / 6.0 * (power(t) + 4.0 * power(t + 0.5 * h) + power(t + h));
  }
  Bristle<2> state{z0};
  const std::vector<double> velocities{v(0), v(1)};
  std::vector<double> stored(1), dissipated(1);
  run_energy<2>(law, state, velocities, fn, dt, stored, dissipated);
  EXPECT_NEAR(dissipated[0] / expected, 1.0, 1e-9);
  EXPECT_DOUBLE_EQ(stored[0], 0.5 * fn * p.sigma0 * state.z.squaredNorm());
}

TEST(LuGre, TellsWhetherItIsPassive) {
  EXPECT_FALSE(LuGre(table(0.2)).is_passive());
  EXPECT_FALSE(LuGre(table(159.0)).is_passive());
  EXPECT_TRUE(LuGre(table(160.0)).is_passive());
  LuGre::Parameters flat = table(0.0);
  flat.mu_s = flat.mu_c;
  EXPECT_TRUE(LuGre(flat).is_passive());
}

// Bend the bristles slowly up to μS/σ0, then dash: they relax to μC/σ0, and while they do, their damping pushes.
double energy_after_dashes(const LuGre& law, double dash) {
  Bristle<1> state;
  double work = 0.0;
  const auto slide = [&](double v, double path) {
    const double dt = path / v;
    work -= law.step_mean(state, Vec<1>(v), 1.0, dt)(0) * v * dt;
  };
  for (int k = 0; k < 100; ++k) {
    slide(1e-6, 1e-5);
    slide(dash, 1e-6);
  }
  return work;
}

TEST(LuGre, GivesEnergyForNothingOnlyIfNotPassive) {
  // A dash yields σ1 v (μS − μC)/σ0 · (1 − 1/e) ≈ 1e-4 v and costs some 1e-5 for bending: at 10 m/s a gain.
  EXPECT_LT(energy_after_dashes(LuGre(table(0.2)), 10.0), -0.01);
  for (const double dash : {1e-3, 0.01, 0.1, 1.0, 10.0, 100.0}) {
    EXPECT_GT(energy_after_dashes(LuGre(table(160.0)), dash), 0.0) << dash;
  }
}

// A load that swings below break-away moves the slider on, cycle by cycle.
TEST(LuGre, DriftsUnderAnOscillatingLoad) {
  const LuGre law({.sigma0 = 1e5, .sigma1 = 300.0, .sigma2 = 0.0, .mu_c = 1.0, .mu_s = 1.0});
  Bristle<1> state;
  double x = 0.0, v = 0.0, force = 0.0, at_ten = 0.0;
  const double dt = 1e-4;
  for (int k = 0; k < 100000; ++k) {  // 20 cycles of a mass of 1 kg
    v += dt * (0.5 + 0.3 * std::sin(2.0 * std::numbers::pi * 2.0 * k * dt) + force);
    force = law.step(state, Vec<1>(v), 1.0, dt)(0);
    x += dt * v;
    if (k == 49999) at_ten = x;
  }
  // With flat g and a load 25 times slower than the mass on its bristles, the bristle is Dahl's: from s = 0.2
  // to 0.8 and back it advances by ln(0.8/0.2) − ln(1.8/1.2) of z_max = 1e-5 m.
  const double ladder = 1e-5 * (std::log(4.0) - std::log(1.5));
  EXPECT_NEAR((x - at_ten) / 10.0 / ladder, 1.0, 0.05);
}

}  // namespace
}  // namespace stickslip::friction::lugre_test
