#include "stickslip/friction/dahl.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace stickslip::friction::dahl_test {
namespace {

constexpr double sigma0 = 200.0, f_c = 1.5, z_max = f_c / sigma0;

Dahl law(double exponent) {
  return Dahl({sigma0, f_c, exponent});
}

// Deflection, in units of z_max, after one step of `path` (in units of z_max, signed) from `s`.
double after(double exponent, double s, double path) {
  Bristle<1> state{Vec<1>(s * z_max)};
  law(exponent).step(state, Vec<1>(std::copysign(0.02, path)), 1.0, std::abs(path) * z_max / 0.02);
  return state.z(0) / z_max;
}

double mean(double exponent, double s, double path) {
  Bristle<1> state{Vec<1>(s * z_max)};
  const Vec<1> v(std::copysign(0.02, path));
  return -law(exponent).step_mean(state, v, 1.0, std::abs(path) * z_max / 0.02)(0) / f_c;
}

TEST(Dahl, FollowsItsClosedFormsOnALine) {
  for (const double s : {-0.99, -0.4, 0.0, 0.3, 0.9999, 1.0, 1.7}) {
    for (const double path : {1e-9, 1e-3, 0.4, 3.0, 50.0}) {
      const double q = 1.0 - s;
      EXPECT_NEAR(after(1.0, s, path), 1.0 - q * std::exp(-path), 3e-15) << s << " " << path;
      EXPECT_NEAR(after(2.0, s, path), 1.0 - q / (1.0 + path * std::abs(q)), 3e-15) << s << " " << path;
      EXPECT_NEAR(after(3.0, s, path), 1.0 - q / std::sqrt(1.0 + 2.0 * path * q * q), 3e-15) << s << " " << path;
      const double root = std::sqrt(std::abs(q));
      EXPECT_NEAR(after(1.5, s, path), 1.0 - q / std::pow(1.0 + 0.5 * path * root, 2), 3e-15) << s << " " << path;
      EXPECT_NEAR(after(2.0, -s, -path), -after(2.0, s, path), 1e-16);
    }
  }
}

TEST(Dahl, MeanFollowsTheIntegralsOfTheClosedForms) {
  for (const double s : {-0.99, -0.4, 0.0, 0.3, 0.9}) {
    for (const double path : {1e-3, 0.4, 3.0, 50.0}) {
      const double q = 1.0 - s;
      EXPECT_NEAR(mean(1.0, s, path), 1.0 + q * std::expm1(-path) / path, 3e-15) << s << " " << path;
      EXPECT_NEAR(mean(2.0, s, path), 1.0 - std::log1p(path * q) / path, 3e-15) << s << " " << path;
      // The root cancels for short paths: 1e-16/path.
      const double root = std::sqrt(1.0 + 2.0 * path * q * q);
      EXPECT_NEAR(mean(3.0, s, path), 1.0 - (root - 1.0) / (q * path), 1e-12) << s << " " << path;
    }
  }
}

// A short step in powers of the path p: with q = 1 − s the mean is s + q^i p/2 − i q^(2i−1) p²/6, and next p³ (3i² …)/24.
TEST(Dahl, MeanOfAShortStepKeepsItsDigits) {
  for (const double exponent : {1.0001, 1.5, 2.0, 3.0, 7.7, 50.0}) {
    for (const double path : {1e-7, 1e-10, 1e-20, 1e-150}) {
      for (const double s : {0.0, 0.3 * path, -0.5 * path, -2.0 * path}) {
        // (1 − s)^i = 1 − i s to the same order.
        const double expected = s + 0.5 * path * (1.0 - exponent * s) - exponent * path * path / 6.0;
        const double scale = std::abs(s) + path;
        EXPECT_NEAR(mean(exponent, s, path), expected, (4e-15 + std::pow(3.0 * exponent * path, 2)) * scale)
            << exponent << " " << path << " " << s;
      }
    }
  }
}

// ... and a longer one is the mean of its halves, on either side of where the formulas change.
TEST(Dahl, MeanOfAStepIsTheMeanOfItsHalves) {
  for (const double exponent : {1.0001, 1.5, 2.0, 3.0, 7.7, 50.0, 900.0}) {
    for (const double s : {-0.9, -1e-3, 0.0, 0.4, 0.95, 1.0, 1.3}) {
      for (double path = 1e-6; path < 1e6; path *= 3.7) {
        const double halves =
            0.5 * (mean(exponent, s, 0.5 * path) + mean(exponent, after(exponent, s, 0.5 * path), 0.5 * path));
        EXPECT_NEAR(mean(exponent, s, path), halves, 4e-15 * (std::abs(s) + std::min(path, 1.0)) + 2e-16)
            << exponent << " " << s << " " << path;
      }
    }
  }
}

TEST(Dahl, ReversalLoopHasTheAreaOfItsClosedForm) {
  // From steady sliding at −z_max over a path X, mean s = 1 − 2 (1 − e^{−X})/X.
  EXPECT_NEAR(mean(1.0, -1.0, 4.0), 1.0 - 2.0 * (1.0 - std::exp(-4.0)) / 4.0, 1e-15);
}

TEST(Dahl, ExponentsJustAboveOneContinueExponentOne) {
  for (const double s : {-0.9, 0.0, 0.5}) {
    for (const double path : {1e-3, 1.0, 20.0}) {
      // d/di is of order path.
      EXPECT_NEAR(after(1.0 + 1e-12, s, path), after(1.0, s, path), 1e-12 * (path + 1.0)) << s << " " << path;
      EXPECT_NEAR(mean(1.0 + 1e-12, s, path), mean(1.0, s, path), 1e-12 * (path + 1.0)) << s << " " << path;
    }
  }
}

TEST(Dahl, LargeExponentsAndAbsurdDeflectionsStayFinite) {
  for (const double exponent : {50.0, 1e6, 1e300}) {
    for (const double s : {-1e200, -1e8, -3.0, 0.0, 0.5, 1.0, 2.0, 1e8, 1e200}) {
      for (const double path : {1e-300, 1e-3, 1.0, 1e30}) {
        EXPECT_TRUE(std::isfinite(after(exponent, s, path))) << exponent << " " << s << " " << path;
        EXPECT_TRUE(std::isfinite(mean(exponent, s, path))) << exponent << " " << s << " " << path;
        EXPECT_LE(std::abs(after(exponent, s, path)), std::max(1.0, std::abs(s)) * (1.0 + 1e-15));
      }
    }
  }
  // With a large exponent the bristle yields early and comes to sliding late.
  EXPECT_LT(after(50.0, 0.0, 1.0), after(2.0, 0.0, 1.0));
}

// k(s) is seen in how the deflection across the motion decays.
double yield(double exponent, double s) {
  const double across = 0.1 * z_max;
  const Vec<2> rate = law(exponent).rate(Vec<2>(s * z_max, across), Vec<2>(1.0, 0.0));
  return -rate(1) * z_max / across;
}

TEST(Dahl, YieldOfTheVectorFormHasItsLimits) {
  for (const double exponent : {1.0, 1.5, 2.0, 2.5, 50.0}) {
    for (const double small : {0.0, 1e-300, 1e-12, -1e-12}) {
      // k = i − i(i − 1)/2 s + …
      EXPECT_NEAR(yield(exponent, small), exponent, 1e-8 * exponent) << exponent << " " << small;
    }
    for (const double one : {1.0, 1.0 - 1e-9, 1.0 + 1e-9}) {
      // (1 − s)^1.5 is 3e-14 here, but s itself moves k by 1e-9.
      EXPECT_NEAR(yield(exponent, one), 1.0, 2e-9) << exponent << " " << one;
    }
    for (const double s : {-2.0, -0.7, -0.01, 0.01, 0.3, 0.95, 1.4, 3.0}) {
      const long double q = 1.0L - static_cast<long double>(s);
      const long double k = (1.0L - std::copysign(std::pow(std::abs(q), static_cast<long double>(exponent)), q)) / s;
      EXPECT_NEAR(yield(exponent, s) / static_cast<double>(k), 1.0, 1e-13) << exponent << " " << s;
      EXPECT_GE(k, 0.0L);
    }
  }
}

TEST(Dahl, VectorFormAlongTheMotionIsTheScalarLaw) {
  for (const double exponent : {1.0, 1.5, 2.5}) {
    for (const double s : {-0.5, 0.2}) {
      const Vec<3> direction = Vec<3>(2.0, -3.0, 6.0) / 7.0, normal = Vec<3>(3.0, 2.0, 0.0).normalized();
      Bristle<3> state{Vec<3>(z_max * (s * direction + 0.5 * normal))};
      law(exponent).step(state, Vec<3>(0.02 * direction), 1.0, 0.4 * z_max / 0.02);
      EXPECT_NEAR(state.z.dot(direction) / z_max, after(exponent, s, 0.4), 1e-14);
      EXPECT_LT(state.z.dot(normal), 0.5 * z_max);
      EXPECT_GT(state.z.dot(normal), 0.0);
    }
  }
}

// Force swings by little around β f_c: each cycle the slider advances by 2 m β/(1 − β²).
TEST(Dahl, DriftsUpTheLadder) {
  const double beta = 0.5, swing = 0.01;  // of z_max
  const double low = beta - 0.5 * swing, high = beta + 0.5 * swing, stride = 1e-5;
  double s = low, x = 0.0;
  const auto move = [&](double path) {
    s = after(1.0, s, path);
    x += path;
  };
  const int cycles = 5;
  for (int k = 0; k < cycles; ++k) {
    while (s < high) move(stride);
    while (s > low) move(-stride);
  }
  // The next term of the expansion is smaller by swing²; overshoot is up to one stride a turn, 2e-3 of a swing.
  EXPECT_NEAR(x / cycles / (2.0 * swing * beta / (1.0 - beta * beta)), 1.0, 5e-3);
}

// Small cycles of position let the force go: Δz = −2 n z/z_max a cycle.
TEST(Dahl, RelaxesDownTheLadder) {
  const double stroke = 1e-4;
  for (const double start : {-0.8, -0.3, 0.5, 0.9}) {
    const double s = after(1.0, after(1.0, start, stroke), -stroke);
    EXPECT_NEAR(s - start, -2.0 * stroke * start, 3.0 * stroke * stroke);  // the next term is (2s − 1) n²
  }
}

TEST(Dahl, LosesWhatTheYieldingTakes) {
  // i = 1, from rest: ∫ σ0 s² z_max² dx with s = 1 − e^{−x} is X − 2(1 − e^{−X}) + (1 − e^{−2X})/2.
  const double path = 2.5, e = std::exp(-path);
  Bristle<1> state;
  const Dahl dahl = law(1.0);
  const double dt = path * z_max / 0.02;
  const double work = -dahl.step_mean(state, Vec<1>(0.02), 1.0, dt)(0) * 0.02 * dt;
  const double lost = work - dahl.stored_energy(state, 1.0);
  const double expected = f_c * z_max * (path - 2.0 * (1.0 - e) + 0.5 * (1.0 - e * e));
  EXPECT_NEAR(lost / expected, 1.0, 1e-14);
}

}  // namespace
}  // namespace stickslip::friction::dahl_test
