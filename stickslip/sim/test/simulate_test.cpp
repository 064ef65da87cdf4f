#include "stickslip/sim/simulate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/test/refusal.hpp"
#include "stickslip/sim/detail/body_stepper.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::sim::simulate_test {
namespace {

using patch::LimitSurface;
using patch::Pressure;

constexpr double g = 9.81;

friction::ElastoPlastic elasto_plastic() {
  return friction::ElastoPlastic(
      {.sigma0 = 1e6, .sigma1 = 800.0, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3});
}

// Coulomb, near enough: no Stribeck, no viscosity, and bristles whose damping takes no impulse worth mentioning.
friction::LuGre coulomb(double mu) {
  return friction::LuGre({.sigma0 = 1e6, .sigma1 = 0.1, .sigma2 = 0.0, .mu_c = mu, .mu_s = mu});
}

const Pressure& square() {
  static const Pressure p = Pressure::rectangle({0.02, 0.02});
  return p;
}

// An object of 0.2 kg between two fingers, which let it slip and rotate.
const PlanarBody object{.mass = 0.2, .inertia = 4.8e-4, .pose = {0.002, 0.0, 0.0}};
const Signal<Wrench2> weight(Wrench2(0.0, -0.2 * g, 0.0));
Signal<double> squeeze() {
  return std::function<double(double)>([](double t) { return 1.73 + 0.91 * std::sin(4.0 * std::numbers::pi * t); });
}

SimulationOptions options(double dt, double t_end) {
  SimulationOptions o;
  o.dt = dt;
  o.t_end = t_end;
  o.contacts = 2;
  return o;
}

TEST(Simulate, FreeBodyFallsAsNewtonSays) {
  const ReducedPatch patch(elasto_plastic(), square());
  PlanarBody body = object;
  body.twist = {0.1, 0.0, 3.0};
  const Trajectory path = simulate(patch, body, weight, 0.0, options(1e-3, 0.5));
  EXPECT_LT((path.pose.back().coordinates() - Vec<3>(0.052, -0.125 * g, 1.5)).norm(), 1e-12);
  EXPECT_LT((path.twist.back() - Vec<3>(0.1, -0.5 * g, 3.0)).norm(), 1e-12);
  EXPECT_EQ(path.wrench.back(), Wrench2(Wrench2::Zero()));
}

// A block thrown over a table stops after v²/(2 μ g), whichever way it faces.
TEST(Simulate, SliderStopsWhereCoulombSays) {
  const double mu = 0.4, v = 0.3;
  SimulationOptions o = options(1e-3, 0.3);
  o.contacts = 1;
  o.frame = Frame::body;
  for (const double angle : {0.0, 0.7, 2.5}) {
    PlanarBody body{.mass = 0.5, .inertia = 1e-3, .pose = {0.0, 0.0, angle}, .twist = {v, 0.0, 0.0}};
    const Signal<Wrench2> none(Wrench2(Wrench2::Zero()));
    for (const Trajectory& path : {simulate(ReducedPatch(coulomb(mu), LimitSurface(square())), body, none, 0.5 * g, o),
                                   simulate(DistributedPatch(coulomb(mu), square(), 5), body, none, 0.5 * g, o)}) {
      EXPECT_NEAR(path.pose.back().x, v * v / (2.0 * mu * g), 2e-6) << angle;
      EXPECT_NEAR(path.pose.back().y, 0.0, 1e-9) << angle;
      EXPECT_NEAR(path.pose.back().theta, angle, 1e-7) << angle;
      EXPECT_LT(path.twist.back().norm(), 1e-6);
      EXPECT_EQ(path.report.status, SolveStatus::converged);
    }
  }
}

// In Frame::body the world may be turned without changing anything else.
TEST(Simulate, SliderKnowsNoDirectionOfTheWorld) {
  const ReducedPatch patch(elasto_plastic(), LimitSurface(Pressure::polygon({{0, 0}, {0.03, 0}, {0.0, 0.02}})));
  SimulationOptions o = options(1e-3, 0.2);
  o.frame = Frame::body;
  const auto end = [&](double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    PlanarBody body{.mass = 0.2, .inertia = 1e-4, .pose = {0.0, 0.0, angle}, .twist = {c * 0.1, s * 0.1, 8.0}};
    const Pose2 q = simulate(patch, body, Wrench2(Wrench2::Zero()), 0.1, o).pose.back();
    return Vec<3>(c * q.x + s * q.y, -s * q.x + c * q.y, q.theta - angle);
  };
  EXPECT_GT(end(0.0).norm(), 1e-3);
  EXPECT_LT((end(1.1) - end(0.0)).norm(), 1e-9);
}

template <class Patch>
void expect_order_two(const Patch& patch) {
  // Pure sliding and spinning, no transition: the bristles relax, and everything is smooth.
  PlanarBody body = object;
  body.twist = {0.02, -0.05, -1.0};
  const auto end = [&](double dt, Integrator integrator) {
    SimulationOptions o = options(dt, 0.02);
    o.integrator = integrator;
    return simulate(patch, body, weight, 0.9, o).pose.back().coordinates();
  };
  const Vec<3> exact = end(1e-6, Integrator::rk4);
  const double coarse = (end(4e-4, Integrator::sdirk2) - exact).norm();
  const double fine = (end(2e-4, Integrator::sdirk2) - exact).norm();
  EXPECT_GT(coarse, 1e-10);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.5);
}

TEST(Simulate, ImplicitSchemeHasOrderTwoWhereSmooth) {
  // No sigma1 and soft bristles: the start from relaxed bristles is then resolved by the steps.
  const friction::LuGre soft({.sigma0 = 2e3, .sigma1 = 0.0, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.0});
  expect_order_two(ReducedPatch(soft, LimitSurface(Pressure::disc(0.01))));
  expect_order_two(DistributedPatch(soft, square(), 7));
}

TEST(Simulate, BothIntegratorsAgreeThroughStickAndSlip) {
  const ReducedPatch patch(elasto_plastic(), square());
  SimulationOptions o = options(1e-4, 0.5);
  const Vec<3> implicit = simulate(patch, object, weight, squeeze(), o).pose.back().coordinates();
  o.integrator = Integrator::rk4;
  o.dt = 4e-6;
  const Vec<3> exact = simulate(patch, object, weight, squeeze(), o).pose.back().coordinates();
  const double way = (exact - object.pose.coordinates()).norm();
  EXPECT_GT(way, 1e-3);
  EXPECT_LT((implicit - exact).norm(), 5e-4 * way);
}

TEST(Simulate, IsStableAtAMillisecond) {
  const ReducedPatch reduced(elasto_plastic(), square());
  const DistributedPatch distributed(elasto_plastic(), square(), 9);
  for (const double fn : {0.5, 1.0, 3.0, 300.0}) {
    for (const Trajectory& path : {simulate(reduced, object, weight, fn, options(1e-3, 1.0)),
                                   simulate(distributed, object, weight, fn, options(1e-3, 1.0))}) {
      EXPECT_EQ(path.report.status, SolveStatus::converged) << fn;
      for (const Twist2& v : path.twist) ASSERT_LT(v.norm(), 20.0) << fn;
      if (fn >= 3.0) {
        EXPECT_LT(path.twist.back().norm(), 1e-9) << fn;
      }
    }
  }
}

TEST(Simulate, ElastoPlasticStickDoesNotDrift) {
  const Signal<double> shaken(
      std::function<double(double)>([](double t) { return 6.0 + std::sin(6.0 * std::numbers::pi * t); }));
  const ReducedPatch reduced(elasto_plastic(), square());
  const DistributedPatch distributed(elasto_plastic(), square(), 9);
  SimulationOptions o = options(1e-3, 2.0);
  o.record_dt = 1.0 / 3.0;
  for (const Trajectory& path :
       {simulate(reduced, object, weight, shaken, o), simulate(distributed, object, weight, shaken, o)}) {
    const Vec<3> drift = path.pose[6].coordinates() - path.pose[3].coordinates();
    EXPECT_LT(drift.head<2>().norm(), 1e-12);
    EXPECT_LT(std::abs(drift(2)), 1e-10);
  }
}

TEST(Simulate, RestsWithBristlesThatStrainAgainstEachOther) {
  // A disc that slid and spun stops with bristles bent against each other. Without load their sum is nothing but
  // rounding, which no smaller step can lessen.
  const DistributedPatch patch(elasto_plastic(), Pressure::disc(0.05), 11);
  const PlanarBody disc{.mass = 1.0, .inertia = 1.25e-3, .twist = {0.1, 0.0, 4.0}};
  SimulationOptions o = options(1e-4, 0.1);
  o.frame = Frame::body;
  const Trajectory path = simulate(patch, disc, Wrench2::Zero().eval(), g, o);
  EXPECT_LT(path.twist.back().norm(), 1e-12);
  EXPECT_EQ(path.report.status, SolveStatus::converged);
  EXPECT_LT(path.report.iterations, 20 * 1000) << "for a thousand steps";
}

TEST(Simulate, TablesConstantsAndFunctionsSayTheSame) {
  const ReducedPatch patch(elasto_plastic(), square());
  const SimulationOptions o = options(5e-4, 0.1);
  const Pose2 constant = simulate(patch, object, weight, 0.8, o).pose.back();
  const Signal<double> function(std::function<double(double)>([](double) { return 0.8; }));
  EXPECT_EQ(simulate(patch, object, weight, function, o).pose.back(), constant);
  const Signal<double> table({0.0}, {0.8});
  EXPECT_EQ(simulate(patch, object, weight, table, o).pose.back(), constant);
}

TEST(Simulate, NoStepStraddlesAJump) {
  // At fn = 0 the object falls freely, before and after the jump at a time that no step would meet by itself.
  const ReducedPatch patch(elasto_plastic(), square());
  const double jump = 0.0333333;
  const Signal<Wrench2> load({0.0, jump}, {Wrench2(0.0, 0.0, 0.0), Wrench2(0.2, 0.0, 0.0)});
  const Trajectory path = simulate(patch, object, load, 0.0, options(0.01, 0.1));
  EXPECT_NEAR(path.twist.back()(0), 1.0 * (0.1 - jump), 1e-14);
}

TEST(Simulate, RecordsStartEndAndEveryInterval) {
  const ReducedPatch patch(elasto_plastic(), square());
  SimulationOptions o = options(1e-3, 0.1);
  o.record_dt = 0.03;
  const Trajectory path = simulate(patch, object, weight, 2.0, o);
  ASSERT_EQ(path.t.size(), 5U);
  EXPECT_EQ(path.t.front(), 0.0);
  EXPECT_DOUBLE_EQ(path.t[3], 0.09);
  EXPECT_EQ(path.t.back(), 0.1);
  EXPECT_EQ(path.pose.front(), object.pose);
  EXPECT_EQ(path.bristles.size(), 3 * path.t.size());
  // At rest the fingers carry the weight, and its torque about the grip.
  const Wrench2 held = 2.0 * path.wrench.back();
  EXPECT_LT((held - Wrench2(0.0, 0.2 * g, 0.2 * g * path.pose.back().x)).norm(), 1e-6);
}

TEST(Simulate, CarriesTheStateOn) {
  const ReducedPatch patch(elasto_plastic(), square());
  ReducedPatch::State state;
  PlanarBody body = object;
  for (int half = 0; half < 2; ++half) {
    const Trajectory part = simulate(patch, body, weight, 0.9, options(1e-3, 0.05), &state);
    body.pose = part.pose.back();
    body.twist = part.twist.back();
  }
  const Trajectory whole = simulate(patch, object, weight, 0.9, options(1e-3, 0.1));
  // Only where the search for each step's velocity begins differs.
  EXPECT_LT((body.pose.coordinates() - whole.pose.back().coordinates()).norm(), 1e-9);
}

TEST(Simulate, RefusesBadInput) {
  const ReducedPatch patch(elasto_plastic(), square());
  const auto refused = [&](auto change, const Signal<double>& fn = 1.0) {
    PlanarBody body = object;
    SimulationOptions o = options(1e-3, 0.1);
    change(body, o);
    ReducedPatch::State state{{1e-8, 0.0, 0.0}};
    EXPECT_THROW(simulate(patch, body, weight, fn, o, &state), InvalidArgument);
    EXPECT_EQ(state.z(0), 1e-8);
  };
  const double nan = std::nan("");
  refused([](PlanarBody& b, auto&) { b.mass = 0.0; });
  refused([](PlanarBody& b, auto&) { b.inertia = -1.0; });
  refused([&](PlanarBody& b, auto&) { b.pose.y = nan; });
  refused([&](PlanarBody& b, auto&) { b.twist(2) = nan; });
  refused([](PlanarBody&, SimulationOptions& o) { o.dt = 0.0; });
  refused([](PlanarBody&, SimulationOptions& o) { o.dt = 1e-30; });
  refused([&](PlanarBody&, SimulationOptions& o) { o.t_end = nan; });
  refused([](PlanarBody&, SimulationOptions& o) { o.record_dt = -1.0; });
  refused([](PlanarBody&, SimulationOptions& o) { o.contacts = 0; });
  refused([](PlanarBody&, auto&) {}, -1.0);
  refused([](PlanarBody&, auto&) {}, Signal<double>(std::function<double(double)>([](double t) { return 0.05 - t; })));
}

template <class Patch>
void expect_end_at_the_last_good_record(const Patch& patch) {
  SimulationOptions o = options(1e-2, 0.5);
  o.integrator = Integrator::rk4;  // the bristles relax within 0.1 ms: such steps blow up
  typename Patch::State state = patch.state();
  const Trajectory path = simulate(patch, object, weight, 1.0, o, &state);
  EXPECT_EQ(path.report.status, SolveStatus::not_finite);
  EXPECT_EQ(path.report.method, "rk4");
  ASSERT_GE(path.t.size(), 2U);
  EXPECT_LT(path.t.back(), 0.5);
  for (const TrajectoryField& field : trajectory_fields) {
    for (std::size_t k = 0; k < path.t.size(); ++k) {
      for (std::size_t i = 0; i < field.width(); ++i) {
        EXPECT_TRUE(std::isfinite(field.entry(path, k, i))) << field.name << " " << k;
      }
    }
  }
  // The state is that of the last record, so that a run with shorter steps can go on from there.
  const std::span<const double> z = std::as_const(state).values();
  ASSERT_EQ(path.bristles.size(), z.size() * path.t.size());
  EXPECT_TRUE(std::equal(z.begin(), z.end(), path.bristles.end() - static_cast<std::ptrdiff_t>(z.size())));
  o.integrator = Integrator::sdirk2;
  const PlanarBody last{
      .mass = object.mass, .inertia = object.inertia, .pose = path.pose.back(), .twist = path.twist.back()};
  EXPECT_EQ(simulate(patch, last, weight, 1.0, o, &state).t.back(), 0.5);
}

TEST(Simulate, SaysThatAnImplicitStepBlewUp) {
  const ReducedPatch patch(elasto_plastic(), square());
  PlanarBody body = object;
  body.mass = 1e-300;
  const Trajectory path = simulate(patch, body, Wrench2(1e300, 0.0, 0.0), 1.0, options(1e-3, 0.1));
  EXPECT_EQ(path.report.status, SolveStatus::not_finite);
  EXPECT_TRUE(std::isinf(path.report.residual));
}

TEST(Simulate, ReportsProgressUpToOne) {
  SimulationOptions o = options(1e-2, 0.3);  // three times 0.1 is more than 0.3
  o.record_dt = 0.1;
  double last = -1.0;
  o.progress = Progress([&](double share) {
    EXPECT_GE(share, last);
    last = share;
  });
  const Trajectory path = simulate(ReducedPatch(elasto_plastic(), square()), object, weight, 1.0, o);
  EXPECT_DOUBLE_EQ(path.t.back(), 0.3);
  EXPECT_EQ(last, 1.0);
}

TEST(Simulate, EndsAtTheLastGoodRecordWhereTheMotionBlowsUp) {
  expect_end_at_the_last_good_record(ReducedPatch(elasto_plastic(), square()));
  expect_end_at_the_last_good_record(DistributedPatch(elasto_plastic(), square(), 5));
}

// An input that is itself bad is named, though the motion that it causes would not be finite either.
TEST(Simulate, NamesALoadThatTurnsBad) {
  const ReducedPatch patch(elasto_plastic(), square());
  const Signal<Wrench2> bad(
      std::function<Wrench2(double)>([](double t) { return Wrench2(0.0, t > 0.05 ? std::nan("") : 0.0, 0.0); }));
  for (const Integrator integrator : {Integrator::sdirk2, Integrator::rk4}) {
    SimulationOptions o = options(1e-5, 0.1);
    o.integrator = integrator;
    const std::string said = stickslip::test::refusal([&] { simulate(patch, object, bad, 1.0, o); });
    EXPECT_EQ(said.find("simulate: load = (0, nan, 0) at t = 0.05"), 0U) << said;
  }
}

// However long steps may be, they end at every record and at every jump of a table.
TEST(Simulate, LongStepsMissNeitherRecordsNorJumps) {
  const Signal<Wrench2> pulse({0.0, 1e-5, 2e-5}, {Wrench2::Zero(), Wrench2(1.0, 0.0, 0.0), Wrench2::Zero()});
  for (const double dt : {1e-3, 100.0}) {
    SimulationOptions o = options(dt, 1e-4);
    o.record_dt = 1e-5;
    const Trajectory path = simulate(ReducedPatch(elasto_plastic(), square()), object, pulse, 0.0, o);
    EXPECT_EQ(path.t.size(), 11U);
    EXPECT_NEAR(path.twist.back()(0), 1e-5 / object.mass, 1e-15);
  }
}

// LuGre on loads at three points: the limit surface has corners, and no bristle carries what lies between two of them.
TEST(Simulate, SaysHowFarAStalledStepIsOff) {
  const friction::LuGre law({.sigma0 = 1e6, .sigma1 = 800.0, .sigma2 = 0.2, .mu_c = 1.0, .mu_s = 1.2, .v_s = 1e-3});
  const std::array<Vec<2>, 3> at{Vec<2>(0.01, 0.0), Vec<2>(-0.005, 0.008), Vec<2>(-0.005, -0.008)};
  const std::array<double, 3> share{1.0, 1.0, 1.0};
  const ReducedPatch patch(law, LimitSurface(Pressure::points(at, share)));
  const Signal<Wrench2> swing(std::function<Wrench2(double)>([](double t) {
    return Wrench2(0.8 * std::sin(200.0 * t), 0.8 * std::cos(170.0 * t), 4e-3 * std::sin(90.0 * t));
  }));
  const Trajectory path = simulate(patch, object, swing, 1.0, options(1e-3, 0.1));
  ASSERT_EQ(path.report.status, SolveStatus::stalled);
  EXPECT_GT(path.report.residual, 1e-9);
  EXPECT_LT(path.report.iterations, 1'000'000);
}

// One call per step, from the start of each passage to its end, which leaves the motion as it is.
TEST(Simulate, IsWatchedAtEveryStep) {
  const ReducedPatch patch(elasto_plastic(), square());
  for (const auto tol : {std::optional<double>(), std::optional<double>(1e-2)}) {
    SimulationOptions o = options(1e-4, 0.05);
    o.tol = tol;
    o.record_energy = true;
    const Trajectory unseen = simulate(patch, object, weight, squeeze(), o);
    o.record_energy = false;
    std::vector<double> t, dissipated;
    long steps = 0, starts = 0;
    o.watch = [&](double now, double heat) {
      if (now == 0.0) {
        t.clear();
        dissipated.clear();
        ++starts;
      } else {
        ++steps;
      }
      t.push_back(now);
      dissipated.push_back(heat);
    };
    const Trajectory path = simulate(patch, object, weight, squeeze(), o);
    EXPECT_TRUE(path.energy.empty());
    EXPECT_EQ(path.steps, unseen.steps);
    EXPECT_EQ(path.pose.back().coordinates(), unseen.pose.back().coordinates());
    EXPECT_TRUE(tol ? starts > 1 && steps <= path.steps : starts == 1 && steps == path.steps);
    EXPECT_TRUE(std::is_sorted(t.begin(), t.end()));
    EXPECT_NEAR(t.back(), 0.05, 1e-12);
    for (std::size_t i = 0; i < path.t.size(); ++i) {
      const auto same = std::find_if(t.begin(), t.end(), [&](double at) { return std::abs(at - path.t[i]) < 1e-9; });
      ASSERT_NE(same, t.end()) << path.t[i];
      EXPECT_EQ(dissipated[static_cast<std::size_t>(same - t.begin())], unseen.energy[i].dissipated);
    }
  }
}

TEST(Simulate, CanBeStopped) {
  struct Stop {};
  SimulationOptions o = options(1e-3, 1.0);
  o.progress = [](double share) {
    if (share > 0.3) throw Stop{};
  };
  EXPECT_THROW(simulate(ReducedPatch(elasto_plastic(), square()), object, weight, 1.0, o), Stop);
}

TEST(Simulate, StepsAllocateNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "sanitizers bring their own allocator";
  using detail::Scheme;
  const Signal<double> fn(1.0);
  for (const Scheme scheme : {Scheme::sdirk2, Scheme::midpoint, Scheme::rk4, Scheme::heun3}) {
    const SimulationOptions o = options(1e-4, 1.0);
    const DistributedPatch patch(elasto_plastic(), square(), 9);
    detail::BodyStepper<DistributedPatch> stepper(patch, object, weight, fn, o, patch.state(), scheme);
    stepper.measure();
    const double h = scheme == Scheme::rk4 || scheme == Scheme::heun3 ? 1e-6 : 1e-4;
    EXPECT_EQ(stickslip::test::allocations_in([&] {
                for (int k = 0; k < 100; ++k) {
                  stepper.keep();
                  stepper.step(h * k, 2.0 * h);
                  stepper.go_back();
                  stepper.step(h * k, h);
                }
              }),
              0U);
  }
}

}  // namespace
}  // namespace stickslip::sim::simulate_test
