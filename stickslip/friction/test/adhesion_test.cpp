#include "stickslip/friction/adhesion.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/test/property.hpp"

namespace stickslip::friction::adhesion_test {
namespace {

using test::draw;
using test::draw_power;
using test::draw_vector;
using test::for_all;
using test::whole;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr AdhesionMap every_map[] = {AdhesionMap::stick_slide, AdhesionMap::stick_slip_slide,
                                     AdhesionMap::stick_creep_slip_slide};

Adhesion unit_law(AdhesionMap map, double z_stick = 2.0) {
  return Adhesion({.z_max = 1.0, .z_stick = z_stick, .map = map, .stiffness = 1.0});
}

// The update in the words of [Hayward 2000], with more digits: α, then jump or integrate, z before w.
template <int Dim>
struct Literal {
  using Long = Eigen::Matrix<long double, Dim, 1>;
  AdhesionMap map;
  long double z_max, z_stick;
  Long w = Long::Zero(), last = Long::Zero();
  bool jumped = false;
  Regime regime = Regime::stuck;

  Long step(const Vec<Dim>& sample) {
    const Long x = sample.template cast<long double>(), z = x - w;
    const long double tension = z.norm(), y = (x - last).norm();
    long double alpha = 0.0L;
    if (map == AdhesionMap::stick_slip_slide && tension >= z_stick) alpha = 1.0L / z_max;
    if (map == AdhesionMap::stick_creep_slip_slide) {
      alpha = std::pow(tension, 8.0L) / (std::pow(z_stick, 8.0L) + std::pow(tension, 8.0L)) / z_max;
    }
    const bool jumps = map == AdhesionMap::stick_slide ? tension > z_max : alpha * tension > 1.0L;
    regime = Regime::stuck;
    if (jumps) {
      regime = jumped || map == AdhesionMap::stick_slide ? Regime::sliding : Regime::slipping;
      w = x - z_max * z / tension;
    } else {
      if (map == AdhesionMap::stick_creep_slip_slide && tension > 0.5L * z_stick) regime = Regime::creeping;
      w += y * alpha * z;
    }
    jumped = jumps;
    last = x;
    return x - w;
  }
};

template <int Dim>
void expect_literal(AdhesionMap map) {
  for_all([=] {
    const double z_stick = 1.0 + 0.01 * *whole(1, 300);
    const Adhesion law = unit_law(map, z_stick);
    Literal<Dim> literal{map, 1.0L, z_stick};
    AdhesionState<Dim> state;
    Vec<Dim> x = Vec<Dim>::Zero();
    law.step(state, x);
    const double stride = draw_power(-2, 1);
    for (int k = *whole(1, 60); k > 0; --k) {
      x += draw_vector<Dim>(stride) + Vec<Dim>::Constant(0.3 * stride);
      const Vec<Dim> z = law.step(state, x);
      const Vec<Dim> expected = literal.step(x).template cast<double>();
      // Positions reach some 100 strides; their last digit counts.
      RC_ASSERT((z - expected).norm() <= 1e-13 * (1.0 + stride));
      RC_ASSERT(z == Vec<Dim>(x - state.w));
      RC_ASSERT(state.regime == literal.regime);
    }
  });
}

TEST(Adhesion, IsTheLiteralUpdateInAnyDimensionAndMap) {
  for (const AdhesionMap map : every_map) {
    SCOPED_TRACE(static_cast<int>(map));
    expect_literal<1>(map);
    expect_literal<2>(map);
    expect_literal<3>(map);
  }
}

TEST(Adhesion, FirstSampleSetsTheAdhesionPoint) {
  for (const AdhesionMap map : every_map) {
    AdhesionState<2> state;
    const Vec<2> x(300.0, -4e5);
    EXPECT_EQ(unit_law(map).step(state, x), (Vec<2>(0.0, 0.0)));
    EXPECT_EQ(state.w, x);
    EXPECT_EQ(state.regime, Regime::stuck);
  }
}

TEST(Adhesion, RepeatedAndRefusedSamplesChangeNothing) {
  for (const AdhesionMap map : every_map) {
    const Adhesion law = unit_law(map);
    AdhesionState<2> state;
    EXPECT_TRUE(law.step(state, Vec<2>(nan, 0.0)).array().isNaN().all());
    EXPECT_FALSE(state.started);
    Vec<2> x(0.0, 0.0);
    for (int k = 0; k < 12; ++k, x += Vec<2>(0.37, 0.21)) law.step(state, x);
    const AdhesionState<2> before = state;
    const Vec<2> tension = state.x - state.w;
    const auto expect_same = [&] {
      EXPECT_EQ(state.w, before.w);
      EXPECT_EQ(state.x, before.x);
      EXPECT_EQ(state.regime, before.regime);
    };
    for (int k = 0; k < 3; ++k) EXPECT_EQ(law.step(state, before.x), tension);
    expect_same();
    for (const double bad : {nan, infinity, -infinity}) {
      EXPECT_TRUE(law.step(state, Vec<2>(bad, 1.0)).array().isNaN().all());
      EXPECT_TRUE(law.step(state, Vec<2>(1.0, bad)).array().isNaN().all());
    }
    // Finite, but so far that the distance is not.
    EXPECT_TRUE(law.step(state, Vec<2>(1.7e308, 1.7e308)).array().isNaN().all());
    expect_same();
  }
}

TEST(Adhesion, PiecewiseMapsHoldExactlyUntilTheyLetGo) {
  for (const AdhesionMap map : {AdhesionMap::stick_slide, AdhesionMap::stick_slip_slide}) {
    const double reach = map == AdhesionMap::stick_slide ? 1.0 : 2.0;
    for_all([=] {
      const Adhesion law = unit_law(map);
      const Vec<3> home = draw_vector<3>(10.0);
      AdhesionState<3> state;
      law.step(state, home);
      for (int k = 0; k < 30; ++k) {
        Vec<3> offset = draw_vector<3>(reach);
        if (offset.norm() > reach * (1.0 - 1e-12)) offset *= 0.99 * reach / offset.norm();
        law.step(state, Vec<3>(home + offset));
        RC_ASSERT(state.w == home);
        RC_ASSERT(state.regime == Regime::stuck);
      }
      const Vec<3> far = home + Vec<3>(0.0, reach * 1.001, 0.0);
      RC_ASSERT(std::abs(norm(law.step(state, far)) - 1.0) <= 1e-14 * 20.0);
      RC_ASSERT(state.w != home);
    });
  }
}

TEST(Adhesion, SmoothMapCreepsALittleAndNeverNotAtAll) {
  const Adhesion law = unit_law(AdhesionMap::stick_creep_slip_slide, 3.0);
  for (const double tension : {1e-6, 0.1, 0.7, 1.5}) {
    const double stride = 1e-3;
    AdhesionState<1> state{Vec<1>(0.0), Vec<1>(tension - stride), Regime::stuck, true};
    law.step(state, Vec<1>(tension));
    const double dahl = stride * tension;  // y ‖z‖/z_max
    EXPECT_GT(state.w(0), 0.0) << tension;
    EXPECT_LE(state.w(0), dahl / 257.0 * (1.0 + 1e-14)) << tension;
    EXPECT_EQ(state.regime, Regime::stuck);
  }
}

// Steady motion in steps of y (z_max = 1, z_stick = 2). The smooth map balances where α‖z‖ = 1, which is
// at ‖z‖ = 2; there d(α‖z‖)/d‖z‖ = 1/2 + 8/4 = 2.5, so that steps up to y = 1/2.5 approach it from below and
// longer ones pass it and slip. After a slip ‖z‖ = 1, and the next step slips again, that is slides, if 1 + y > 2.
TEST(Adhesion, ShortStepsCreepUpToTheirBalance) {
  const Adhesion law = unit_law(AdhesionMap::stick_creep_slip_slide);
  for (const double y : {0.01, 0.1, 0.3, 0.39}) {
    AdhesionState<1> state;
    double z = 0.0;
    for (int k = 0; k < 100'000; ++k) {
      const double before = z;
      z = law.step(state, Vec<1>(k * y))(0);
      ASSERT_EQ(state.regime, before + y > 1.0 ? Regime::creeping : Regime::stuck) << y << " " << k;
      // x grows to 4e4, whose rounding is 7e-12.
      ASSERT_GE(z, before - 1e-10) << y << " " << k;
    }
    EXPECT_NEAR(z, 2.0 - y, 1e-9) << y;
  }
}

TEST(Adhesion, LongerStepsSlipAndTheLongestSlide) {
  const Adhesion law = unit_law(AdhesionMap::stick_creep_slip_slide);
  for (const double y : {0.41, 0.5, 0.7, 0.99, 1.01, 1.5, 2.1, 30.0}) {
    AdhesionState<1> state;
    int slips = 0, slides = 0;
    for (int k = 0; k < 2000; ++k) {
      law.step(state, Vec<1>(k * y));
      if (k < 1000) continue;
      slips += state.regime == Regime::slipping;
      slides += state.regime == Regime::sliding;
    }
    // Three to sixty steps from one slip to the next.
    EXPECT_EQ(slips > 15, y < 1.0) << y;
    EXPECT_EQ(slides, y > 1.0 ? 1000 : 0) << y;
  }
}

TEST(Adhesion, StickSlipOscillatesBetweenItsTwoTensions) {
  const Adhesion law = unit_law(AdhesionMap::stick_slip_slide, 3.0);
  AdhesionState<1> state;
  double least = 9.0, greatest = 0.0;
  for (int k = 0; k < 5000; ++k) {
    const double z = law.step(state, Vec<1>(0.01 * k))(0);
    if (k > 400) least = std::min(least, z), greatest = std::max(greatest, z);
  }
  EXPECT_NEAR(least, 1.0, 1e-9);
  EXPECT_NEAR(greatest, 3.0, 0.0101);  // lets go within one step
}

TEST(Adhesion, SmoothMapHoldsTheTensionItsHeaderStates) {
  for (const double z_stick : {1.0, 1.5, 2.0, 4.0, 10.0}) {
    double low = 1.0, high = 20.0;  // root of (r/z_stick)⁸ (r − 1) = 1
    for (int k = 0; k < 100; ++k) {
      const double r = 0.5 * (low + high);
      (std::pow(r / z_stick, 8) * (r - 1.0) < 1.0 ? low : high) = r;
    }
    const Adhesion law = unit_law(AdhesionMap::stick_creep_slip_slide, z_stick);
    AdhesionState<1> state;
    double greatest = 0.0;
    for (int k = 0; k < 20000; ++k) greatest = std::max(greatest, law.step(state, Vec<1>(0.002 * k))(0));
    EXPECT_LE(greatest, low + 1e-12) << z_stick;
    EXPECT_GT(greatest, low - 0.003) << z_stick;  // one step less
  }
}

TEST(Adhesion, StickSlipWithOneTensionIsStickSlide) {
  const Adhesion slip = unit_law(AdhesionMap::stick_slip_slide, 1.0), slide = unit_law(AdhesionMap::stick_slide);
  AdhesionState<2> a, b;
  for (int k = 0; k < 1000; ++k) {
    const Vec<2> x(5.0 * std::sin(0.1 * k), 3.0 * std::cos(0.23 * k));
    EXPECT_NEAR(norm(Vec<2>(slip.step(a, x) - slide.step(b, x))), 0.0, 1e-12);
  }
}

// A weight on a string, pulled along a line: the angle θ between string and line obeys
// tan(θ/2) = tan(θ0/2) e^{−X/z_max}, the tractrix.
TEST(Adhesion, DragsItsPointAlongATractrix) {
  double error = 1.0;
  for (const double stride : {0.02, 0.01, 0.005}) {
    const Adhesion law = unit_law(AdhesionMap::stick_slide);
    AdhesionState<2> state;
    law.step(state, Vec<2>(0.0, 1.0));
    law.step(state, Vec<2>(0.0, 0.0));
    double worst = 0.0;
    for (int k = 1; k * stride < 3.0; ++k) {
      const Vec<2> z = law.step(state, Vec<2>(k * stride, 0.0));
      const double angle = std::atan2(-z(1), z(0));
      worst = std::max(worst, std::abs(angle - 2.0 * std::atan(std::exp(-k * stride))));
    }
    EXPECT_LT(worst, 0.5 * stride);
    EXPECT_LT(worst, 0.6 * error);  // converges with the stride
    error = worst;
  }
}

Vec<2> winding_path(double t) {
  return {3.0 * std::sin(2.0 * t) + 0.5 * std::sin(11.0 * t), 2.0 * std::cos(3.0 * t)};
}

TEST(Adhesion, SamplingTheSamePathOtherwiseChangesTensionByAStepAtMost) {
  const Adhesion law = unit_law(AdhesionMap::stick_slide);
  std::vector<double> irregular;
  for (int k = 0; k < 400; ++k) irregular.push_back(0.01 * (k + 0.49 * std::sin(12.9898 * k * k)));
  AdhesionState<2> coarse, fine, random;
  std::size_t next = 0;
  double longest = 0.0;
  for (int k = 0; k < 400; ++k) {
    const double t = 0.01 * k;
    longest = std::max(longest, norm(Vec<2>(winding_path(t + 0.01) - winding_path(t))));
    for (int i = 9; i > 0; --i) law.step(fine, winding_path(t - 0.001 * i));
    while (next < irregular.size() && irregular[next] < t) law.step(random, winding_path(irregular[next++]));
    const Vec<2> z = law.step(fine, winding_path(t));
    EXPECT_LE(norm(Vec<2>(law.step(coarse, winding_path(t)) - z)), longest) << t;
    EXPECT_LE(norm(Vec<2>(law.step(random, winding_path(t)) - z)), longest) << t;
  }
}

TEST(Adhesion, NoiseOnATensedContactMovesItOnceByItsAmplitude) {
  const Adhesion law = unit_law(AdhesionMap::stick_slide);
  AdhesionState<1> state;
  law.step(state, Vec<1>(0.0));
  law.step(state, Vec<1>(5.0));
  const double w = state.w(0), amplitude = 0.24;
  double greatest = 0.0;
  for (int k = 0; k < 10000; ++k) {
    const double noise = amplitude * std::sin(1.7 * k * k);
    greatest = std::max(greatest, noise);
    law.step(state, Vec<1>(5.0 + noise));
    EXPECT_NEAR(state.w(0) - w, greatest, 1e-14);
  }
  EXPECT_LE(greatest, amplitude);
}

}  // namespace
}  // namespace stickslip::friction::adhesion_test
