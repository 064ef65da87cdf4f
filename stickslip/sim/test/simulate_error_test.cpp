// How far off a planar run is, and whether it knows.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "stickslip/core/test/refusal.hpp"
#include "stickslip/sim/simulate.hpp"

namespace stickslip::sim::simulate_error_test {
namespace {

using patch::Pressure;

constexpr double g = 9.81;

friction::ElastoPlastic elasto_plastic(double sigma1) {
  return friction::ElastoPlastic({.sigma0 = 1e6, .sigma1 = sigma1, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2});
}

const Pressure& disc() {
  static const Pressure p = Pressure::disc(0.01);
  return p;
}

// A block that rests, and is pushed with half of what friction can hold: bristles without damping are a spring of stiffness
// k = σ0 fn, on which it swings as x = F/k (1 − cos ωt), ω² = k/m, period 2 ms.
struct Spring {
  static constexpr double mass = 0.5, fn = mass * g, push = 0.5 * fn;
  static constexpr double k = 1e6 * fn, t_end = 0.02;
  PlanarBody body{.mass = mass, .inertia = 1e-4};
  Signal<Wrench2> load{Wrench2(push, 0.0, 0.0)};

  static double exact(double t) { return push / k * (1.0 - std::cos(std::sqrt(k / mass) * t)); }
  // 2 F/k, reached twice in every period.
  static constexpr double swing = 2.0 * push / k;

  template <class Patch>
  Trajectory run(const Patch& patch, SimulationOptions options) const {
    options.t_end = t_end;
    options.record_dt = 1e-3;
    return simulate(patch, body, load, fn, options);
  }
};

friction::ElastoPlastic undamped() {
  return friction::ElastoPlastic({.sigma0 = 1e6, .sigma1 = 0.0, .sigma2 = 0.0, .mu_c = 1.2, .mu_s = 1.2});
}

template <class Patch>
void expect_swing_within_tolerance(const Patch& patch) {
  const Spring spring;
  for (const double tol : {1e-2, 1e-3}) {
    SimulationOptions o;
    o.tol = tol;
    const Trajectory path = spring.run(patch, o);
    EXPECT_EQ(path.report.status, SolveStatus::converged);
    const double off = std::abs(path.pose.back().x - Spring::exact(Spring::t_end));
    EXPECT_LE(off, tol * Spring::swing);
    EXPECT_LE(path.error.back()(0), tol * Spring::swing);
    for (std::size_t i = 0; i < path.t.size(); ++i) {
      // Slack of the tolerance itself: the phase drifts apart while both sway.
      EXPECT_LE(std::abs(path.pose[i].x - Spring::exact(path.t[i])), 3.0 * path.error[i](0) + tol * Spring::swing);
    }
  }
}

TEST(SimulateError, MeetsTheToleranceOnASpring) {
  expect_swing_within_tolerance(ReducedPatch(undamped(), disc()));
  expect_swing_within_tolerance(DistributedPatch(undamped(), disc(), 5));
}

// sdirk2 with steps of a period damps the swing away, and its result looks settled. It is off by up to F/k all the same.
TEST(SimulateError, KnowsAnOscillationThatItsStepsAreTooLongFor) {
  const Spring spring;
  SimulationOptions o;
  o.dt = 1e-3;
  const Trajectory path = spring.run(ReducedPatch(undamped(), disc()), o);
  const double off = std::abs(path.pose.back().x - Spring::exact(Spring::t_end));
  ASSERT_GT(off, 0.1 * Spring::swing);
  EXPECT_GE(path.error.back()(0), off / 3.0);
  EXPECT_EQ(path.report.status, SolveStatus::stalled);
}

// With damping the same push leaves the block at F/k, whatever the steps were.
TEST(SimulateError, ForgetsWhatDampingForgets) {
  const Spring spring;
  SimulationOptions o;
  o.dt = 1e-4;
  const Trajectory path = spring.run(ReducedPatch(elasto_plastic(800.0), disc()), o);
  EXPECT_NEAR(path.pose.back().x, Spring::push / Spring::k, 1e-4 * Spring::push / Spring::k);
  EXPECT_LT(path.error.back()(0), 1e-3 * Spring::push / Spring::k);
  EXPECT_EQ(path.report.status, SolveStatus::converged);
}

TEST(SimulateError, IsNothingWhereNewtonIsExact) {
  PlanarBody body{.mass = 0.2, .inertia = 1e-4, .twist = {0.1, 0.0, 3.0}};
  SimulationOptions o;
  for (const bool by_tolerance : {false, true}) {
    if (by_tolerance) o.tol = 1e-9;
    const Trajectory fall =
        simulate(ReducedPatch(elasto_plastic(800.0), disc()), body, Wrench2(0.0, -0.2 * g, 0.0), 0.0, o);
    EXPECT_NEAR(fall.pose.back().y, -0.5 * g, 1e-12);
    for (const Vec<3>& error : fall.error) EXPECT_LT(error.norm(), 1e-12);
    EXPECT_EQ(fall.report.status, SolveStatus::converged);
  }
}

// Slip, rotation and stick between two fingers, against rk4 with short steps.
TEST(SimulateError, CoversTheTruthThroughStickAndSlip) {
  const PlanarBody object{.mass = 0.2, .inertia = 4.8e-4, .pose = {0.002, 0.0, 0.0}};
  const Signal<double> squeeze(
      std::function<double(double)>([](double t) { return 1.73 + 0.91 * std::sin(4.0 * std::numbers::pi * t); }));
  const ReducedPatch patch(elasto_plastic(800.0), disc());
  const auto run = [&](SimulationOptions o) {
    o.t_end = 0.5;
    o.contacts = 2;
    return simulate(patch, object, Wrench2(0.0, -0.2 * g, 0.0), squeeze, o);
  };
  const Vec<3> scale(1.0, 1.0, patch.r());
  SimulationOptions fine;
  fine.dt = 4e-6;
  fine.integrator = Integrator::rk4;
  const Trajectory exact = run(fine);
  EXPECT_EQ(exact.report.status, SolveStatus::converged);
  double way = 0.0;
  for (const Pose2& pose : exact.pose) {
    way = std::max(way, scale.cwiseProduct(pose.coordinates() - object.pose.coordinates()).norm());
  }
  long steps = 0;
  for (const double tol : {1e-2, 1e-3, 1e-4}) {
    SimulationOptions o;
    o.tol = tol;
    const Trajectory path = run(o);
    EXPECT_EQ(path.report.status, SolveStatus::converged);
    const Vec<3> off = path.pose.back().coordinates() - exact.pose.back().coordinates();
    EXPECT_LE(scale.cwiseProduct(off).norm(), tol * way);
    EXPECT_LE(scale.cwiseProduct(off).norm(), 3.0 * scale.cwiseProduct(path.error.back()).norm());
    EXPECT_GT(path.steps, steps);
    steps = path.steps;
  }
  for (const double dt : {1e-3, 1e-4}) {
    SimulationOptions o;
    o.dt = dt;
    const Trajectory path = run(o);
    const Vec<3> off = path.pose.back().coordinates() - exact.pose.back().coordinates();
    EXPECT_LE(scale.cwiseProduct(off).norm(), 3.0 * scale.cwiseProduct(path.error.back()).norm()) << dt;
  }
}

// dt bounds chosen steps, also where nothing moves.
TEST(SimulateError, TakesNoStepLongerThanAsked) {
  SimulationOptions o;
  o.tol = 1e-2;
  o.dt = 1e-3;
  const Trajectory rest = simulate(ReducedPatch(undamped(), disc()), PlanarBody{.mass = 1.0, .inertia = 1.0},
                                   Wrench2::Zero().eval(), 1.0, o);
  EXPECT_GE(rest.steps, 1000);
  EXPECT_EQ(rest.report.status, SolveStatus::converged);
  EXPECT_EQ(rest.error.back(), Vec<3>(Vec<3>::Zero()));
}

TEST(SimulateError, RefusesTolerancesThatAreNone) {
  const ReducedPatch patch(undamped(), disc());
  for (const double tol : {0.0, -1e-3, 1.0, std::nan("")}) {
    SimulationOptions o;
    o.tol = tol;
    const std::string said = stickslip::test::refusal(
        [&] { simulate(patch, PlanarBody{.mass = 1.0, .inertia = 1.0}, Wrench2::Zero().eval(), 1.0, o); });
    EXPECT_EQ(said.find("simulate: tol = "), 0U) << said;
    EXPECT_NE(said.find("must be > 0 and < 1"), std::string::npos) << said;
  }
}

TEST(SimulateError, ReportsProgressThatRises) {
  SimulationOptions o;
  o.tol = 1e-3;
  double last = -1.0;
  o.progress = Progress([&](double share) {
    EXPECT_GE(share, last);
    last = share;
  });
  const Trajectory path = Spring().run(ReducedPatch(undamped(), disc()), o);
  EXPECT_GT(path.steps, 100);
  EXPECT_EQ(last, 1.0);
}

TEST(SimulateError, CanBeStoppedInAnyPassage) {
  struct Stop {};
  // The first passage looks how far the body moves, and ends at half; the next ones are those with the tolerance.
  for (const double when : {0.2, 0.6, 0.8}) {
    SimulationOptions o;
    o.t_end = Spring::t_end;
    o.record_dt = 1e-3;
    o.tol = 1e-4;
    double last = 0.0;
    o.progress = [&](double share) {
      last = share;
      if (share > when) throw Stop{};
    };
    const ReducedPatch patch(undamped(), disc());
    ReducedPatch::State bristles = patch.state();
    const ReducedPatch::State before = bristles;
    EXPECT_THROW(simulate(patch, Spring().body, Spring().load, Spring::fn, o, &bristles), Stop);
    EXPECT_LT(last, 1.0) << when;
    // What was asked to be carried on is as it was.
    EXPECT_TRUE(std::ranges::equal(bristles.values(), before.values()));
  }
}

}  // namespace
}  // namespace stickslip::sim::simulate_error_test
