// A parameter that cannot be is refused by name, with its value and what it may be.
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/friction/adhesion.hpp"
#include "stickslip/friction/coulomb.hpp"
#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"

namespace stickslip::friction::parameters_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double too_small = 1e-310;  // its reciprocal overflows
const std::vector<double> not_positive{nan, infinity, -infinity, -1.0, 0.0, -0.0, too_small};
const std::vector<double> negative{nan, infinity, -infinity, -1.0, -5e-324};

// Expects Law(p) with p.*member = value to throw "law: name = value rule"; of too_small it would be untrue that it must be > 0.
template <class Law, class Field>
void expect_refused(const std::string& law, typename Law::Parameters p, Field Law::Parameters::*member,
                    const std::string& name, const std::vector<double>& values, const std::string& rule) {
  ASSERT_NO_THROW(Law{p});
  EXPECT_FALSE(Law::check(p));
  for (const double value : values) {
    p.*member = value;
    const std::string told =
        value == too_small ? "must be at least the smallest normal number = 2.2250738585072014e-308" : rule;
    const std::string expected = law + ": " + name + " = " + to_text(value) + " " + told;
    EXPECT_TRUE(Law::check(p)) << expected;
    try {
      Law{p};
      ADD_FAILURE() << "accepted: " << expected;
    } catch (const InvalidArgument& error) {
      EXPECT_EQ(error.what(), expected);
    }
  }
}

template <class Law>
void expect_stribeck_refused(const std::string& law, const typename Law::Parameters& p) {
  using P = typename Law::Parameters;
  expect_refused<Law>(law, p, &P::mu_c, "mu_c", not_positive, "must be finite and > 0");
  expect_refused<Law>(law, p, &P::mu_s, "mu_s", {nan, infinity, -infinity, -1.0, 0.0, 0.8},
                      "must be finite and at least mu_c = 1");
  expect_refused<Law>(law, p, &P::v_s, "v_s", not_positive, "must be finite and > 0 [m/s]");
  expect_refused<Law>(law, p, &P::gamma, "gamma", not_positive, "must be finite and > 0");
  expect_refused<Law>(law, p, &P::sigma2, "sigma2", negative, "must be finite and >= 0 [s/m]");
}

template <class Law>
void expect_bristle_refused(const std::string& law, const typename Law::Parameters& p) {
  using P = typename Law::Parameters;
  expect_refused<Law>(law, p, &P::sigma0, "sigma0", not_positive, "must be finite and > 0 [1/m]");
  expect_refused<Law>(law, p, &P::sigma1, "sigma1", negative, "must be finite and >= 0 [s/m]");
  // Deflections whose squares are not numbers.
  expect_refused<Law>(law, p, &P::sigma0, "sigma0", {1e-300, 1e300}, "must be between 1e-150 and 1e150 times mu_c = 1");
  expect_stribeck_refused<Law>(law, p);
}

TEST(Parameters, OfCoulomb) {
  expect_stribeck_refused<Coulomb>("Coulomb", {.mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3, .gamma = 2.0, .sigma2 = 0.0});
}

TEST(Parameters, OfLuGre) {
  expect_bristle_refused<LuGre>("LuGre", {.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2});
}

TEST(Parameters, OfElastoPlastic) {
  const ElastoPlastic::Parameters p{.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2};
  expect_bristle_refused<ElastoPlastic>("ElastoPlastic", p);
  expect_refused<ElastoPlastic>("ElastoPlastic", p, &ElastoPlastic::Parameters::s_ba, "s_ba",
                                {nan, infinity, -infinity, -0.1, 0.0, 1.0, 1.5}, "must be > 0 and < 1");
}

TEST(Parameters, OfDahl) {
  using P = Dahl::Parameters;
  const P p{.sigma0 = 100.0, .f_c = 2.0, .exponent = 1.0};
  expect_refused<Dahl>("Dahl", p, &P::sigma0, "sigma0", not_positive, "must be finite and > 0 [N/m]");
  expect_refused<Dahl>("Dahl", p, &P::f_c, "f_c", not_positive, "must be finite and > 0 [N]");
  expect_refused<Dahl>("Dahl", p, &P::exponent, "exponent", {nan, infinity, -infinity, -1.0, 0.0, 0.5},
                       "must be finite and >= 1");
  expect_refused<Dahl>("Dahl", p, &P::sigma0, "sigma0", {1e-300, 1e300},
                       "must be between 1e-150 and 1e150 times f_c = 2");
}

TEST(Parameters, OfAdhesion) {
  using P = Adhesion::Parameters;
  const P p{.z_max = 1.0, .z_stick = 2.0, .map = AdhesionMap::stick_slip_slide, .stiffness = 1e4};
  expect_refused<Adhesion>("Adhesion", p, &P::z_max, "z_max", not_positive, "must be finite and > 0 [m]");
  expect_refused<Adhesion>("Adhesion", p, &P::z_stick, "z_stick", {nan, infinity, -infinity, -1.0, 0.0, 0.999},
                           "must be finite [m] and at least z_max = 1");
  expect_refused<Adhesion>("Adhesion", p, &P::stiffness, "stiffness", not_positive, "must be finite and > 0 [N/m]");
  EXPECT_EQ(Adhesion({.z_max = 3.0}).z_stick(), 6.0);
}

}  // namespace
}  // namespace stickslip::friction::parameters_test
