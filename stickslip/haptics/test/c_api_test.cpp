#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/version.hpp"
#include "stickslip/haptics/renderer.hpp"
#include "stickslip/haptics/stickslip_haptics.h"
#include "stickslip/haptics/test/motion.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::haptics::c_api_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

stickslip_adhesion c_adhesion(int map) {
  return {1e-4, 0.0, 1e4, map};
}
const stickslip_dahl c_dahl{1e4, 1.0, 1.5};
const stickslip_lugre c_lugre{1e4, 2.0, 0.4, 0.8, 1.0, 5e-3, 2.0};
const stickslip_elasto_plastic c_elasto_plastic{c_lugre, 0.7};

// The renderers of test::laws(), in the same order.
std::vector<stickslip_renderer> c_renderers(const stickslip_options* options) {
  std::vector<stickslip_renderer> renderers(6);
  for (int map = 0; map < 3; ++map) {
    const stickslip_adhesion law = c_adhesion(map);
    const auto index = static_cast<std::size_t>(map);
    EXPECT_EQ(stickslip_renderer_init_adhesion(&renderers[index], &law, options, nullptr), STICKSLIP_OK);
  }
  EXPECT_EQ(stickslip_renderer_init_dahl(&renderers[3], &c_dahl, options, nullptr), STICKSLIP_OK);
  EXPECT_EQ(stickslip_renderer_init_lugre(&renderers[4], &c_lugre, options, nullptr), STICKSLIP_OK);
  EXPECT_EQ(stickslip_renderer_init_elasto_plastic(&renderers[5], &c_elasto_plastic, options, nullptr), STICKSLIP_OK);
  return renderers;
}

void expect_close(const double c_values[3], const Vec<3>& expected) {
  // The archive may be built with other floating-point contraction than the test: equal to rounding.
  for (int i = 0; i < 3; ++i) ASSERT_NEAR(c_values[i], expected[i], 1e-12);
}

TEST(CInterface, IsTheRendererOfEveryLaw) {
  const stickslip_options options{2e-3, 0.9};
  std::vector<stickslip_renderer> renderers = c_renderers(&options);
  const std::vector<Law> laws = test::laws();
  for (std::size_t i = 0; i < laws.size(); ++i) {
    Renderer<3> renderer(laws[i], {.period = 2e-3, .force_limit = 0.9});
    double t = 0.0, values[3];
    for (int k = 0; k < 3000; ++k) {
      t += 2e-3;
      Vec<3> x = test::hand<3>(t);
      if (k % 50 == 49) x[k % 3] = nan;
      const bool timed = k % 2 == 0;
      const auto expected =
          timed ? renderer.render(x, {.t = t, .normal_force = 1.5}) : renderer.render(x, {.normal_force = 1.5});
      const int status = timed ? stickslip_renderer_update_at(&renderers[i], x.data(), t, 1.5, values)
                               : stickslip_renderer_update(&renderers[i], x.data(), 1.5, values);
      ASSERT_EQ(status, static_cast<int>(expected.status)) << "law " << i << ", sample " << k;
      expect_close(values, expected.force);
      ASSERT_EQ(stickslip_renderer_deflection(&renderers[i], values), STICKSLIP_OK);
      expect_close(values, renderer.deflection());
      ASSERT_EQ(stickslip_renderer_adhesion_point(&renderers[i], values), STICKSLIP_OK);
      expect_close(values, renderer.adhesion_point());
      const int regime = renderer.regime() ? static_cast<int>(*renderer.regime()) : STICKSLIP_NO_REGIME;
      ASSERT_EQ(stickslip_renderer_regime(&renderers[i]), regime);
    }
    EXPECT_EQ(stickslip_renderer_reset(&renderers[i]), STICKSLIP_OK);
    const double x[3] = {9.0, 9.0, 9.0};
    EXPECT_EQ(stickslip_renderer_update_at(&renderers[i], x, -5.0, 1.0, values), STICKSLIP_OK);
    expect_close(values, Vec<3>::Zero());
  }
}

TEST(CInterface, CopiesByBytes) {
  std::vector<stickslip_renderer> renderers = c_renderers(nullptr);
  for (stickslip_renderer& renderer : renderers) {
    double force[3], force_of_copy[3];
    for (int k = 0; k < 200; ++k) {
      stickslip_renderer_update(&renderer, test::hand<3>(1e-3 * k).data(), 1.0, force);
    }
    stickslip_renderer copy;
    std::memcpy(&copy, &renderer, sizeof copy);
    const Vec<3> x = test::hand<3>(0.3);
    stickslip_renderer_update(&renderer, x.data(), 1.0, force);
    stickslip_renderer_update(&copy, x.data(), 1.0, force_of_copy);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(force[i], force_of_copy[i]);
    EXPECT_NE(force[0], 0.0);
  }
}

TEST(CInterface, PositionAndForceMayShareAnArray) {
  stickslip_renderer renderer = c_renderers(nullptr).front();
  double shared[3] = {0.0, 0.0, 0.0};
  EXPECT_EQ(stickslip_renderer_update(&renderer, shared, 1.0, shared), STICKSLIP_OK);
  shared[1] = 0.5;
  EXPECT_EQ(stickslip_renderer_update(&renderer, shared, 1.0, shared), STICKSLIP_OK);
  expect_close(shared, {0.0, -1.0, 0.0});
}

TEST(CInterface, NullPointersAreReported) {
  stickslip_renderer renderer = c_renderers(nullptr).front();
  stickslip_error error;
  const double x[3] = {1.0, 2.0, 3.0};
  double force[3] = {nan, nan, nan};
  EXPECT_EQ(stickslip_renderer_update(nullptr, x, 1.0, force), STICKSLIP_NULL_POINTER);
  expect_close(force, Vec<3>::Zero());
  force[0] = nan;
  EXPECT_EQ(stickslip_renderer_update_at(&renderer, nullptr, 0.0, 1.0, force), STICKSLIP_NULL_POINTER);
  expect_close(force, Vec<3>::Zero());
  EXPECT_EQ(stickslip_renderer_update(&renderer, x, 1.0, nullptr), STICKSLIP_NULL_POINTER);
  EXPECT_EQ(stickslip_renderer_reset(nullptr), STICKSLIP_NULL_POINTER);
  EXPECT_EQ(stickslip_renderer_deflection(nullptr, force), STICKSLIP_NULL_POINTER);
  EXPECT_EQ(stickslip_renderer_deflection(&renderer, nullptr), STICKSLIP_NULL_POINTER);
  EXPECT_EQ(stickslip_renderer_adhesion_point(nullptr, force), STICKSLIP_NULL_POINTER);
  EXPECT_EQ(stickslip_renderer_adhesion_point(&renderer, nullptr), STICKSLIP_NULL_POINTER);
  EXPECT_EQ(stickslip_renderer_regime(nullptr), STICKSLIP_NO_REGIME);
  EXPECT_EQ(stickslip_renderer_init_lugre(nullptr, &c_lugre, nullptr, &error), STICKSLIP_NULL_POINTER);
  EXPECT_STREQ(error.argument, "renderer");
  EXPECT_EQ(stickslip_renderer_init_lugre(&renderer, nullptr, nullptr, &error), STICKSLIP_NULL_POINTER);
  EXPECT_STREQ(error.argument, "law");
  EXPECT_STREQ(error.rule, "must not be NULL");
  EXPECT_EQ(stickslip_renderer_init_dahl(&renderer, nullptr, nullptr, nullptr), STICKSLIP_NULL_POINTER);
  stickslip_options_defaults(nullptr);
  stickslip_adhesion_defaults(nullptr);
  stickslip_dahl_defaults(nullptr);
  stickslip_lugre_defaults(nullptr);
  stickslip_elasto_plastic_defaults(nullptr);
}

TEST(CInterface, MemoryThatNeverWasARendererIsReported) {
  for (const int filling : {0, 0xA5, 0xFF}) {
    stickslip_renderer renderer;
    std::memset(&renderer, filling, sizeof renderer);
    const double x[3] = {0.0, 0.0, 0.0};
    double force[3] = {nan, nan, nan};
    EXPECT_EQ(stickslip_renderer_update(&renderer, x, 1.0, force), STICKSLIP_NOT_INITIALISED);
    expect_close(force, Vec<3>::Zero());
    EXPECT_EQ(stickslip_renderer_reset(&renderer), STICKSLIP_NOT_INITIALISED);
    EXPECT_EQ(stickslip_renderer_deflection(&renderer, force), STICKSLIP_NOT_INITIALISED);
    EXPECT_EQ(stickslip_renderer_adhesion_point(&renderer, force), STICKSLIP_NOT_INITIALISED);
    EXPECT_EQ(stickslip_renderer_regime(&renderer), STICKSLIP_NO_REGIME);
  }
}

TEST(CInterface, SaysWhichParameterIsWrong) {
  stickslip_renderer renderer = c_renderers(nullptr).front();
  stickslip_error error;
  stickslip_lugre lugre = c_lugre;
  lugre.mu_s = 0.5;
  EXPECT_EQ(stickslip_renderer_init_lugre(&renderer, &lugre, nullptr, &error), STICKSLIP_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "mu_s");
  EXPECT_EQ(error.value, 0.5);
  EXPECT_STREQ(error.rule, "must be finite and at least mu_c");
  EXPECT_EQ(error.bound, 0.8);
  double force[3];
  const double x[3] = {0.0, 0.0, 0.0};
  EXPECT_EQ(stickslip_renderer_update(&renderer, x, 1.0, force), STICKSLIP_NOT_INITIALISED)
      << "the renderer that was there before must not survive";

  stickslip_adhesion adhesion = c_adhesion(3);
  EXPECT_EQ(stickslip_renderer_init_adhesion(&renderer, &adhesion, nullptr, &error), STICKSLIP_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "map");
  EXPECT_EQ(error.value, 3.0);
  EXPECT_TRUE(std::isnan(error.bound));
  adhesion = c_adhesion(-1);
  EXPECT_EQ(stickslip_renderer_init_adhesion(&renderer, &adhesion, nullptr, nullptr), STICKSLIP_INVALID_ARGUMENT);
  adhesion = c_adhesion(1);
  adhesion.z_stick = 0.5e-4;
  EXPECT_EQ(stickslip_renderer_init_adhesion(&renderer, &adhesion, nullptr, &error), STICKSLIP_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "z_stick");
  EXPECT_EQ(error.bound, 1e-4);

  stickslip_elasto_plastic elasto_plastic = c_elasto_plastic;
  elasto_plastic.s_ba = nan;
  EXPECT_EQ(stickslip_renderer_init_elasto_plastic(&renderer, &elasto_plastic, nullptr, &error),
            STICKSLIP_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "s_ba");

  stickslip_options options{1e-3, 0.0};
  EXPECT_EQ(stickslip_renderer_init_dahl(&renderer, &c_dahl, &options, &error), STICKSLIP_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "force_limit");
  options = {-1.0, 1.0};
  EXPECT_EQ(stickslip_renderer_init_dahl(&renderer, &c_dahl, &options, &error), STICKSLIP_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "period");

  EXPECT_EQ(stickslip_renderer_init_dahl(&renderer, &c_dahl, nullptr, &error), STICKSLIP_OK);
  EXPECT_STREQ(error.argument, "");
}

TEST(CInterface, DefaultsAreThoseOfCxxAndNeedTheRestToBeSet) {
  stickslip_options options;
  stickslip_adhesion adhesion;
  stickslip_dahl dahl;
  stickslip_lugre lugre;
  stickslip_elasto_plastic elasto_plastic;
  stickslip_options_defaults(&options);
  stickslip_adhesion_defaults(&adhesion);
  stickslip_dahl_defaults(&dahl);
  stickslip_lugre_defaults(&lugre);
  stickslip_elasto_plastic_defaults(&elasto_plastic);
  EXPECT_EQ(options.period, 1e-3);
  EXPECT_TRUE(std::isinf(options.force_limit));
  EXPECT_EQ(dahl.exponent, 1.0);
  EXPECT_EQ(lugre.gamma, 2.0);
  EXPECT_EQ(lugre.v_s, 1e-3);
  EXPECT_EQ(elasto_plastic.lugre.gamma, 2.0);
  EXPECT_EQ(elasto_plastic.s_ba, 0.9);

  stickslip_renderer renderer;
  stickslip_error error;
  EXPECT_EQ(stickslip_renderer_init_adhesion(&renderer, &adhesion, &options, &error), STICKSLIP_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "z_max");
  EXPECT_EQ(stickslip_renderer_init_lugre(&renderer, &lugre, &options, &error), STICKSLIP_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "sigma0");

  // z_stick = 0 stands for 2 z_max.
  adhesion.z_max = 1.0;
  adhesion.map = STICKSLIP_STICK_SLIP_SLIDE;
  ASSERT_EQ(stickslip_renderer_init_adhesion(&renderer, &adhesion, &options, &error), STICKSLIP_OK);
  double x[3] = {0.0, 0.0, 0.0}, force[3];
  stickslip_renderer_update(&renderer, x, 1.0, force);
  x[0] = 1.99;
  stickslip_renderer_update(&renderer, x, 1.0, force);
  EXPECT_EQ(stickslip_renderer_regime(&renderer), STICKSLIP_STUCK);
  x[0] = 2.01;
  stickslip_renderer_update(&renderer, x, 1.0, force);
  EXPECT_EQ(stickslip_renderer_regime(&renderer), STICKSLIP_SLIPPING);
  EXPECT_EQ(force[0], -1.0);
}

TEST(CInterface, TextsNameEveryValue) {
  EXPECT_STREQ(stickslip_haptics_version(), version);
  const int status_count = static_cast<int>(std::size(Names<Status>::table));
  for (int s = 0; s < status_count; ++s) EXPECT_STREQ(stickslip_status_text(s), to_text(static_cast<Status>(s)));
  EXPECT_STREQ(stickslip_status_text(STICKSLIP_NULL_POINTER), "null_pointer");
  EXPECT_STREQ(stickslip_status_text(STICKSLIP_NOT_INITIALISED), "not_initialised");
  EXPECT_STREQ(stickslip_status_text(STICKSLIP_INVALID_ARGUMENT), "invalid_argument");
  EXPECT_STREQ(stickslip_status_text(status_count), "unknown");
  EXPECT_STREQ(stickslip_status_text(-99), "unknown");
  EXPECT_STREQ(stickslip_regime_text(STICKSLIP_NO_REGIME), "no_regime");
  EXPECT_STREQ(stickslip_regime_text(STICKSLIP_STUCK), "stuck");
  EXPECT_STREQ(stickslip_regime_text(STICKSLIP_CREEPING), "creeping");
  EXPECT_STREQ(stickslip_regime_text(STICKSLIP_SLIPPING), "slipping");
  EXPECT_STREQ(stickslip_regime_text(STICKSLIP_SLIDING), "sliding");
  EXPECT_STREQ(stickslip_regime_text(4), "unknown");
}

TEST(CInterface, AllocatesNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  stickslip_renderer renderer;
  stickslip_error error;
  EXPECT_EQ(stickslip::test::allocations_in([&] {
              stickslip_renderer_init_elasto_plastic(&renderer, &c_elasto_plastic, nullptr, &error);
              double force[3];
              for (int k = 0; k < 1000; ++k) {
                stickslip_renderer_update(&renderer, test::hand<3>(1e-3 * k).data(), 1.0, force);
              }
              stickslip_renderer_init_lugre(&renderer, nullptr, nullptr, &error);
            }),
            0U);
}

}  // namespace
}  // namespace stickslip::haptics::c_api_test
