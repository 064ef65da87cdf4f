#include "stickslip/friction/run.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/field.hpp"
#include "stickslip/core/test/property.hpp"
#include "stickslip/core/test/refusal.hpp"
#include "stickslip/friction/adhesion.hpp"
#include "stickslip/friction/coulomb.hpp"
#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::friction::run_test {
namespace {

using stickslip::test::refusal;

using Values = std::vector<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

const LuGre law({.sigma0 = 1e5, .sigma1 = 300.0, .sigma2 = 120.0, .mu_c = 0.8, .mu_s = 1.1, .v_s = 2e-3});

NormalForce samples(const Values& values) {
  return std::span<const double>(values);
}

// What run says about these inputs, in two dimensions; it must touch neither state nor output.
std::string run_refusal(const Values& v, const NormalForce& fn, double dt, std::size_t outputs,
                        const RunOptions& options = {}) {
  Bristle<2> state{Vec<2>(1e-6, -2e-6)};
  Values force(outputs, 7.0);
  const std::string text = refusal([&] { run<2>(law, state, v, fn, dt, force, options); });
  EXPECT_EQ(state.z, (Vec<2>(1e-6, -2e-6)));
  EXPECT_EQ(force, Values(outputs, 7.0));
  return text;
}

TEST(Run, NamesTheVelocityThatIsWrong) {
  const Values good(6, 1e-3);
  for (const double bad : {nan, infinity, -infinity}) {
    Values v = good;
    v[5] = bad;
    EXPECT_EQ(run_refusal(v, 1.0, 1e-3, 6),
              "v[2, 1] = " + to_text(bad) + " must be finite, at most 1e307 in size [m/s]");
  }
  EXPECT_EQ(run_refusal(Values(5, 1e-3), 1.0, 1e-3, 5), "v has 5 numbers, which is not a multiple of its dimension 2");
  EXPECT_EQ(run_refusal(good, 1.0, 1e-3, 4), "force has 4 values, expected 6");
  Bristle<1> state;
  Values force(3);
  EXPECT_EQ(refusal([&] {
              run<1>(law, state, Values{1.0, nan, nan}, 1.0, 1e-3, force);
            }),
            "v[1] = nan must be finite, at most 1e307 in size [m/s]");
}

TEST(Run, NamesTheLoadThatIsWrong) {
  const Values v(6, 1e-3);
  for (const double bad : {nan, infinity, -infinity, -2.5}) {
    EXPECT_EQ(run_refusal(v, bad, 1e-3, 6), "normal_force = " + to_text(bad) + " must be finite and >= 0 [N]");
    EXPECT_EQ(run_refusal(v, samples({1.0, bad, 1.0}), 1e-3, 6),
              "normal_force[1] = " + to_text(bad) + " must be finite and >= 0 [N]");
  }
  EXPECT_EQ(run_refusal(v, samples({1.0, 1.0}), 1e-3, 6), "normal_force has 2 values, expected 3");
  EXPECT_EQ(run_refusal(v, samples({}), 1e-3, 6), "normal_force has 0 values, expected 3");
}

TEST(Run, NamesTheStepAndTheOptionsThatAreWrong) {
  const Values v(6, 1e-3);
  for (const double bad : {nan, infinity, -1e-3, 0.0}) {
    EXPECT_EQ(run_refusal(v, 1.0, bad, 6), "dt = " + to_text(bad) + " must be finite and > 0 [s]");
  }
  const std::string text = run_refusal(v, 1.0, 1e-3, 6, {ForceOf::mean, Scheme::euler});
  EXPECT_NE(text.find("force = \"mean\" needs scheme = \"exponential\""), std::string::npos) << text;
}

TEST(Run, EnergyAndSteadyNameWhatIsWrong) {
  const Values v(4, 1e-3);
  Values two(2), three(3), four(4);
  Bristle<2> state;
  EXPECT_EQ(refusal([&] { run_energy<2>(law, state, v, 1.0, 1e-3, three, two); }), "stored has 3 values, expected 2");
  EXPECT_EQ(refusal([&] { run_energy<2>(law, state, v, 1.0, 1e-3, two, three); }),
            "dissipated has 3 values, expected 2");
  EXPECT_EQ(refusal([&] { run_energy<2>(law, state, v, -1.0, 1e-3, two, two); }),
            "normal_force = -1 must be finite and >= 0 [N]");
  EXPECT_EQ(refusal([&] { run_energy<2>(law, state, v, 1.0, 0.0, two, two); }), "dt = 0 must be finite and > 0 [s]");
  EXPECT_EQ(refusal([&] { run_steady<2>(law, v, 1.0, two); }), "force has 2 values, expected 4");
  EXPECT_EQ(refusal([&] {
              run_steady<2>(law, Values{nan, 0.0}, 1.0, two);
            }),
            "v[0, 0] = nan must be finite, at most 1e307 in size [m/s]");
}

TEST(Run, AdhesionNamesWhatIsWrong) {
  const Adhesion adhesion({.z_max = 1.0});
  AdhesionState<2> state;
  const Values x(4, 0.5);
  Values four(4), two(2);
  std::vector<Regime> regime(2), one(1);
  EXPECT_EQ(refusal([&] {
              run<2>(adhesion, state, Values{0.0, 0.0, 1.0, infinity}, four, four, regime);
            }),
            "x[1, 1] = inf must be finite, at most 1e307 in size [m]");
  EXPECT_EQ(refusal([&] { run<2>(adhesion, state, x, two, four, regime); }), "z has 2 values, expected 4");
  EXPECT_EQ(refusal([&] { run<2>(adhesion, state, x, four, two, regime); }), "w has 2 values, expected 4");
  EXPECT_EQ(refusal([&] { run<2>(adhesion, state, x, four, four, one); }), "regime has 1 values, expected 2");
  EXPECT_FALSE(state.started);
}

TEST(Run, TakesNoSamples) {
  Bristle<3> state;
  run<3>(law, state, {}, 1.0, 1e-3, {});
  run<3>(law, state, {}, samples({}), 1e-3, {});
  EXPECT_EQ(state.z, (Vec<3>(0.0, 0.0, 0.0)));
}

TEST(Run, UsesOneLoadASample) {
  const Values v{1e-3, 2e-3, -3e-3}, fn{1.0, 0.0, 5.0};
  Values force(3);
  Bristle<1> state, streamed;
  run<1>(law, state, v, samples(fn), 1e-3, force);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(force[k], law.step(streamed, Vec<1>(v[k]), fn[k], 1e-3)(0));
}

TEST(Run, SteadyIsTheCurve) {
  const Coulomb coulomb({.mu_c = 0.5, .mu_s = 0.5, .v_s = 1.0, .gamma = 2.0, .sigma2 = 1.0});
  Values force(4);
  run_steady<2>(coulomb, Values{0.0, 2.0, -1.0, 0.0}, samples({1.0, 10.0}), force);
  EXPECT_EQ(force, (Values{0.0, -2.5, 15.0, 0.0}));
}

// Work of the mean forces = change of storage + heat, over any stretch.
TEST(Run, EnergyBalances) {
  constexpr std::size_t count = 300;
  Values v, stored(count), dissipated(count), force(2 * count);
  for (std::size_t k = 0; k < count; ++k) {
    const double t = 0.05 * static_cast<double>(k);
    v.insert(v.end(), {3e-3 * std::cos(t), 2e-3 * std::sin(1.7 * t)});
  }
  const double dt = 1e-3, fn = 2.0;
  Bristle<2> state{Vec<2>(3e-6, 1e-6)}, again = state;
  const double before = law.stored_energy(state, fn);
  run_energy<2>(law, state, v, fn, dt, stored, dissipated);
  run<2>(law, again, v, fn, dt, force, {.force = ForceOf::mean});
  double work = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    work -= dt * (force[2 * k] * v[2 * k] + force[2 * k + 1] * v[2 * k + 1]);
    EXPECT_NEAR(work, stored[k] - before + dissipated[k], 1e-13 * work) << k;
    EXPECT_GT(dissipated[k], k > 0 ? dissipated[k - 1] : 0.0) << k;
  }
}

// A bristle bent by a path p from rest and back loses 2 i p³/3 of σ0 z_max², however short the path; where that is less than
// the rounding of what it stores, it loses nothing.
TEST(Run, HeatOfAShortPathIsNotLessThanNothing) {
  for (const double exponent : {1.0, 1.5, 3.0, 7.7}) {
    const Dahl dahl({.sigma0 = 1.0, .f_c = 1.0, .exponent = exponent});
    for (const double path : {1e-6, 1e-8, 1e-10, 1e-13, 1e-16, 1e-20, 1e-90}) {
      Bristle<1> state;
      Values stored(2), dissipated(2);
      run_energy<1>(dahl, state, Values{path, -path}, 1.0, 1.0, stored, dissipated);
      EXPECT_GE(dissipated[0], 0.0) << exponent << " " << path;
      EXPECT_GE(dissipated[1], dissipated[0]) << exponent << " " << path;
      // To the first order in the path, and to the rounding of σ0 p²/2.
      const double heat = 2.0 * exponent * path * path * path / 3.0;
      EXPECT_NEAR(dissipated[1], heat, 10.0 * exponent * path * heat + 2e-15 * path * path) << exponent << " " << path;
    }
  }
}

template <int Dim, class Law>
void expect_heat_never_falls(const Law& any) {
  stickslip::test::for_all([&] {
    const double z = any.deflection_bound(), step = z * stickslip::test::draw_power(-18, 1);
    const std::vector<Vec<Dim>> motion = stickslip::test::draw_motion<Dim>(step);
    Bristle<Dim> state{stickslip::test::draw_power(-18, 0) * z * stickslip::test::draw_vector<Dim>(0.5)};
    Values stored(motion.size()), dissipated(motion.size());
    run_energy<Dim>(any, state, stickslip::test::flatten<Dim>(motion), 2.0, 1.0, stored, dissipated);
    double before = 0.0;
    for (const double heat : dissipated) {
      RC_ASSERT(heat >= before);
      before = heat;
    }
  });
}

TEST(Run, HeatOfAPassiveLawNeverFalls) {
  const ElastoPlastic springs({.sigma0 = 1e5, .sigma1 = 300.0, .sigma2 = 120.0, .mu_c = 0.8, .mu_s = 1.1, .v_s = 2e-3});
  expect_heat_never_falls<1>(law);
  expect_heat_never_falls<2>(law);
  expect_heat_never_falls<1>(springs);
  expect_heat_never_falls<3>(springs);
  for (const double exponent : {1.0, 1.3, 3.0, 7.7}) {
    expect_heat_never_falls<1>(Dahl({.sigma0 = 200.0, .f_c = 1.5, .exponent = exponent}));
    expect_heat_never_falls<2>(Dahl({.sigma0 = 200.0, .f_c = 1.5, .exponent = exponent}));
  }
}

// A law that says more of itself than is true is found out: only rounding is not counted.
TEST(Run, HeatFallsWhereALawGivesEnergy) {
  struct Boasting : LuGre {
    using LuGre::LuGre;
    bool is_passive() const noexcept { return true; }
  };
  const LuGre::Parameters p{.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3};
  const LuGre honest(p);
  const Boasting boasting(p);
  ASSERT_FALSE(honest.is_passive());
  Bristle<1> a, b;
  const Values v{1e-6, 1e-6, 10.0, 1e-6};
  Values stored(4), lost(4), boasted(4);
  for (const double dt : {10.0, 1e-7}) {
    run_energy<1>(honest, a, v, 1.0, dt, stored, lost);
    run_energy<1>(boasting, b, v, 1.0, dt, stored, boasted);
    EXPECT_EQ(lost, boasted);
  }
  EXPECT_LT(lost[2], lost[1]);
}

TEST(Run, AChangeOfLoadIsNobodysHeat) {
  Bristle<1> state{Vec<1>(4e-6)};
  Values stored(3), dissipated(3);
  run_energy<1>(law, state, Values{0.0, 0.0, 0.0}, samples({1.0, 3.0, 0.5}), 1e-3, stored, dissipated);
  EXPECT_EQ(dissipated, Values(3, 0.0));
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(stored[k], 0.5 * 1e5 * 16e-12 * (Values{1.0, 3.0, 0.5})[k], 1e-20);
}

// A second law that positions drive, of the least that such a law provides: a leash of length z_max.
class Leash {
 public:
  struct Parameters {
    double z_max = required;
    static constexpr auto fields() { return std::tuple{Field{"z_max", &Parameters::z_max, "m", positive, "length"}}; }
  };
  template <int Dim>
  using State = AdhesionState<Dim>;
  static constexpr const char* name = "Leash";
  static constexpr const char* description = "A body on a leash.";

  explicit Leash(const Parameters& p) : parameters_(p) { require(name, check(p)); }
  static std::optional<Violation> check(const Parameters& p) noexcept { return check_fields(p); }
  const Parameters& parameters() const noexcept { return parameters_; }

  template <int Dim>
  Vec<Dim> step(State<Dim>& state, const Vec<Dim>& x) const noexcept {
    if (!state.started) state = {x, x, Regime::stuck, true};
    const double length = (x - state.w).norm(), z_max = parameters_.z_max;
    state.regime = length > z_max ? Regime::sliding : Regime::stuck;
    if (length > z_max) state.w = x - z_max / length * (x - state.w);
    state.x = x;
    return x - state.w;
  }
  template <int Dim>
  Vec<Dim> force(const Vec<Dim>& z, double fn) const noexcept {
    return -fn * z;
  }
  template <int Dim>
  double stored_energy(const Vec<Dim>& z, double fn) const noexcept {
    return 0.5 * fn * z.squaredNorm();
  }
  double break_away_force(double fn) const noexcept { return fn * parameters_.z_max; }
  double presliding_stiffness(double fn) const noexcept { return fn; }
  bool is_passive() const noexcept { return true; }

 private:
  Parameters parameters_;
};
static_assert(PositionLaw<Leash> && PositionLaw<Adhesion>);
static_assert(!PositionLaw<LuGre> && !VelocityLaw<Adhesion>);

TEST(Run, TakesEveryLawThatPositionsDrive) {
  const Leash leash({.z_max = 1e-3});
  const Adhesion adhesion({.z_max = 1e-3});  // stick_slide is a leash, too
  Values x;
  for (int k = 0; k < 200; ++k) x.insert(x.end(), {3e-3 * std::sin(0.1 * k), 2e-3 * std::cos(0.07 * k)});
  Values z(400), w(400), expected_z(400), expected_w(400);
  std::vector<Regime> regime(200), expected_regime(200);
  AdhesionState<2> state, expected;
  run<2>(leash, state, x, z, w, regime);
  run<2>(adhesion, expected, x, expected_z, expected_w, expected_regime);
  for (std::size_t i = 0; i < 400; ++i) {
    EXPECT_NEAR(z[i], expected_z[i], 1e-16) << i;
    EXPECT_NEAR(w[i], expected_w[i], 1e-16) << i;
  }
  EXPECT_EQ(regime, expected_regime);
}

TEST(Run, AllocatesNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  const Values v(300, 1e-3), fn(100, 1.0);
  Values force(300), w(300), per_sample(100);
  std::vector<Regime> regime(100);
  Bristle<3> state;
  AdhesionState<3> place;
  const Adhesion adhesion({.z_max = 1e-4, .map = AdhesionMap::stick_creep_slip_slide});
  EXPECT_EQ(stickslip::test::allocations_in([&] {
              run<3>(law, state, v, samples(fn), 1e-3, force);
              run<3>(law, state, v, 1.0, 1e-3, force, {.force = ForceOf::mean});
              run<3>(law, state, v, 1.0, 1e-6, force, {.scheme = Scheme::euler});
              run_energy<3>(law, state, v, 1.0, 1e-3, per_sample, per_sample);
              run_steady<3>(law, v, 1.0, force);
              run<3>(adhesion, place, v, force, w, regime);
            }),
            0U);
}

}  // namespace
}  // namespace stickslip::friction::run_test
