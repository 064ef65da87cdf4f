// Laws over a scalar that carries derivatives: same values, and derivatives as differences find them.
#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>

#include <gtest/gtest.h>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/friction/test/dual.hpp"

namespace stickslip::friction::test::scalar_test {
namespace {

// What a law over doubles is called over duals.
template <class Law>
struct OverDuals;
template <template <class> class Basic>
struct OverDuals<Basic<double>> {
  using Law = Basic<Dual>;
};

template <class Law>
typename Law::Parameters usual_parameters() {
  typename Law::Parameters p;
  const auto set = [&](const char* name, double value) {
    for_each_field<typename Law::Parameters>([&](const auto& field) {
      if constexpr (std::is_same_v<std::decay_t<decltype(field.of(p))>, double>) {
        if (field.name() == std::string(name)) field.of(p) = value;
      }
    });
  };
  set("sigma0", 1e5);
  set("sigma1", 300.0);
  set("sigma2", 0.4);
  set("mu_c", 0.8);
  set("mu_s", 1.1);
  set("v_s", 2e-3);
  set("gamma", 1.7);
  set("s_ba", 0.7);
  set("f_c", 0.9);
  set("exponent", 1.5);
  set("z_max", 8e-6);
  set("stiffness", 1e5);
  if constexpr (std::is_same_v<Law, Adhesion>) p.map = AdhesionMap::stick_creep_slip_slide;
  return p;
}

// Force at the end of some steps that load the contact, turn round and slide, in one dimension.
template <class Law, class Parameters>
auto force_after_steps(const Parameters& parameters) {
  using Number = std::decay_t<decltype(Law(parameters, unchecked).break_away_force(1.0))>;
  using Scalar = Vec<1, Number>;
  const Law law(parameters, unchecked);
  typename Law::template State<1> state{};
  Scalar force = Scalar::Zero(), x = Scalar::Zero();
  for (const double v : {2e-3, 5e-3, -1e-3, 4e-3, 3e-3, 2.5e-3}) {
    if constexpr (requires { law.step(state, x); }) {
      x(0) += Number(v * 1e-3);
      force = law.force(law.step(state, x), 1.5);
    } else {
      force = law.step(state, Scalar(Number(v)), 1.5, 1e-3);
    }
  }
  return force(0);
}

// Derivatives by each parameter that is a number.
template <class Law>
void expect_derivatives() {
  using Duals = typename OverDuals<Law>::Law;
  const typename Law::Parameters p = usual_parameters<Law>();
  ASSERT_FALSE(Law::check(p)) << Law::name;
  const double force = force_after_steps<Law>(p);
  int nonzero = 0;
  constexpr auto count = std::tuple_size_v<decltype(Law::Parameters::fields())>;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto one = [&](const auto& field, const auto& dual_field) {
      if constexpr (std::is_same_v<std::decay_t<decltype(field.of(p))>, double>) {
        typename Duals::Parameters duals;
        const auto copy = [&](const auto& from, const auto& to) {
          using Value = std::decay_t<decltype(from.of(p))>;
          if constexpr (std::is_same_v<Value, double>) to.of(duals) = Dual(from.of(p));
          if constexpr (std::is_enum_v<Value>) to.of(duals) = from.of(p);
        };
        (copy(std::get<I>(fields_of<typename Law::Parameters>), std::get<I>(fields_of<typename Duals::Parameters>)),
         ...);
        dual_field.of(duals).slope = 1.0;
        const Dual result = force_after_steps<Duals>(duals);
        EXPECT_NEAR(result.value, force, 1e-13 * std::abs(force)) << Law::name;
        const double step = 1e-6 * field.of(p);
        typename Law::Parameters low = p, high = p;
        field.of(low) -= step;
        field.of(high) += step;
        const double difference = (force_after_steps<Law>(high) - force_after_steps<Law>(low)) / (2.0 * step);
        const double scale = std::abs(force / field.of(p));
        EXPECT_NEAR(result.slope, difference, 1e-6 * scale) << Law::name << "." << field.name();
        nonzero += std::abs(difference) > 1e-3 * scale ? 1 : 0;
      }
    };
    (one(std::get<I>(fields_of<typename Law::Parameters>), std::get<I>(fields_of<typename Duals::Parameters>)), ...);
  }
  (std::make_index_sequence<count>{});
  EXPECT_GE(nonzero, 2) << Law::name;  // so that a law whose force depends on nothing does not pass
}

TEST(LawsOverDuals, HaveTheDerivativesThatDifferencesFind) {
  for_each_law<AnyLaw>([]<class Law>() { expect_derivatives<Law>(); });
}

}  // namespace
}  // namespace stickslip::friction::test::scalar_test
