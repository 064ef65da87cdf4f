// The implicit step of the distributed model, and its derivative.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/test/distributed_subjects.hpp"

namespace stickslip::patch::test::distributed_implicit_test {
namespace {

using State = DistributedPatch::State;

// How the bristles stand when a step begins, and what the patch does then.
struct Case {
  const char* name;
  Twist2 before;  // for so long that the bristles know it
  double time;
  Twist2 v;
};
const Case cases[] = {{"sticking", {1e-4, 5e-5, 0.01}, 1e-3, {2e-4, -1e-4, 0.02}},
                      {"yielding", {3e-4, 1e-4, 0.05}, 3.4e-3, {2e-4, 1e-4, 0.03}},
                      {"creeping", {1e-5, 0.0, 2e-3}, 0.5, {1.1e-5, 1e-6, 2.1e-3}},
                      {"sliding", {0.1, -0.05, 1.59}, 0.1, {0.1, -0.05, 1.59}},
                      {"turning", {0.1, -0.05, 1.59}, 0.1, {-0.02, 0.1, 2.0}},
                      {"reversing", {2e-3, 1e-3, 0.2}, 0.1, {-1e-3, -6e-4, -0.11}},
                      {"barely moving", {2e-3, 1e-3, 0.2}, 0.1, {-1e-9, 2e-9, 1e-7}}};

Cells wedge() {
  return raster(9, [](int column, int row) { return column + 2 * row < 20 ? 1.0 + column : 0.0; });
}

State prepared(const DistributedPatch& patch, const Case& c) {
  State state = patch.state();
  for (int k = 0; k < 40; ++k) patch.step(state, c.before, 1.0, c.time / 40);
  return state;
}

struct Law {
  std::string name;
  BristleLaw law;
};

std::vector<Law> laws() {
  LuGre::Parameters p = lugre_parameters();
  std::vector<Law> all{{"LuGre", LuGre(p)},
                       {"EP 0.9", ElastoPlastic(with_break_away(p))},
                       {"EP 0.3", ElastoPlastic(with_break_away(p, 0.3))},
                       {"EP 0.01", ElastoPlastic(with_break_away(p, 0.01))}};
  p.gamma = 1.0;
  all.push_back({"EP, γ = 1", ElastoPlastic(with_break_away(p))});
  p.gamma = 0.6;
  all.push_back({"LuGre, γ = 0.6", LuGre(p)});
  p.mu_s = p.mu_c;
  all.push_back({"EP, flat", ElastoPlastic(with_break_away(p))});
  return all;
}

// z of z (1 + h β a) = b for one bristle: along b, and the length by bisection.
Vec<2> solution(const BristleLaw& law, const Vec<2>& base, const Vec<2>& v, double h) {
  using Wide = long double;
  const Wide speed = std::hypot(Wide(v(0)), Wide(v(1)));
  const friction::Stribeck::Parameters& s = law.g.parameters();
  const Wide g = s.mu_c + Wide(s.mu_s - s.mu_c) * std::exp(-std::pow(speed / Wide(s.v_s), Wide(s.gamma)));
  const Wide a = law.sigma0 * speed / g, z_max = g / law.sigma0;
  const Wide bx = base(0) + Wide(h) * v(0), by = base(1) + Wide(h) * v(1), length = std::hypot(bx, by);
  const Wide aligned = (1.0L + (v(0) * bx + v(1) * by) / (speed * length)) / 2.0L;
  const auto beta = [&](Wide z) -> Wide {
    const auto* yield = std::get_if<friction::Yield>(&law.yield);
    if (yield == nullptr) return 1.0L;
    const Wide s_ba = yield->s_ba, u = std::clamp<Wide>((z / z_max - s_ba) / (1.0L - s_ba), 0.0L, 1.0L);
    const Wide sine = std::sin(std::numbers::pi_v<Wide> / 2.0L * u);
    return aligned * sine * sine;
  };
  Wide low = 0.0L, high = length;
  for (int k = 0; k < 90; ++k) {
    const Wide middle = (low + high) / 2.0L;
    (middle * (1.0L + h * a * beta(middle)) < length ? low : high) = middle;
  }
  return Vec<2>(static_cast<double>(low * bx / length), static_cast<double>(low * by / length));
}

TEST(DistributedImplicit, SolvesItsEquationForEveryBristle) {
  const Cells cells = wedge();
  for (const Law& l : laws()) {
    const DistributedPatch patch(l.law, cells);
    for (const Case& c : cases) {
      const State base = prepared(patch, c);
      for (const double h : {1e-7, 1e-5, 2e-4, 1e-3, 10.0}) {
        State end = patch.state();
        patch.implicit_step(base, c.v, 1.0, h, end);
        double apart = 0.0;
        const std::span<const double> b = base.values(), z = std::as_const(end).values();
        const std::size_t half = b.size() / 2;
        for (std::size_t i = 0; i < cells.x.size(); ++i) {
          const Vec<2> v(c.v(0) - c.v(2) * cells.y[i], c.v(1) + c.v(2) * cells.x[i]);
          const Vec<2> expected = solution(l.law, Vec<2>(b[i], b[half + i]), v, h);
          apart = std::max(apart, norm(Vec<2>(Vec<2>(z[i], z[half + i]) - expected)));
        }
        EXPECT_LE(apart, 1e-14 * 1.2e-6) << l.name << ", " << c.name << ", h = " << h;
      }
    }
  }
}

// Where the equation for a bristle's length is hardest: h a from nothing to 1e9, v̂ and b̂ nearly opposed, any way
// between spring and slip, any s_ba.
TEST(DistributedImplicit, SolvesTheHardCases) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  double worst = 0.0;
  for (const double s_ba : {1e-3, 0.05, 0.5, 0.9, 0.999}) {
    LuGre::Parameters p = lugre_parameters();
    const BristleLaw law = ElastoPlastic(with_break_away(p, s_ba));
    // Cells at one place differ in nothing but their bristles.
    Cells cells;
    cells.x.assign(120, 0.0);
    cells.y.assign(120, 0.0);
    cells.weight.assign(120, 1.0 / 120);
    cells.cop = Vec<2>::Zero();
    const DistributedPatch patch(law, cells);
    for (const double speed : {1e-6, 1e-3, 1.0}) {
      for (const double extent : {1e-6, 1e-2, 1.0, 30.0, 1e4, 1e9}) {
        const double z_max = law.g(speed) / law.sigma0, h = extent * z_max / speed;
        State base = patch.state(), end = patch.state();
        const std::size_t half = base.values().size() / 2;
        for (std::size_t i = 0; i < 120; ++i) {
          // b such that the solution is s z_max at the chosen angle to v: b = s (1 + h a ε β̄(s)) z_max.
          const double u = i % 3 == 0 ? std::pow(10.0, -10.0 * uniform(random)) : uniform(random);
          const double s = s_ba + (1.0 - s_ba) * (i % 3 == 1 ? 1.0 - std::pow(10.0, -10.0 * uniform(random)) : u);
          const double angle =
              std::numbers::pi * (i % 2 == 0 ? 1.0 - std::pow(10.0, -8.0 * uniform(random)) : uniform(random));
          const double sine = std::sin(std::numbers::pi / 2.0 * (s - s_ba) / (1.0 - s_ba));
          const double length = s * (1.0 + extent * 0.5 * (1.0 + std::cos(angle)) * sine * sine) * z_max;
          base.values()[i] = length * std::cos(angle) - h * speed;
          base.values()[half + i] = length * std::sin(angle);
        }
        patch.implicit_step(base, Twist2(speed, 0.0, 0.0), 1.0, h, end);
        for (std::size_t i = 0; i < 120; ++i) {
          const Vec<2> expected =
              solution(law, Vec<2>(base.values()[i], base.values()[half + i]), Vec<2>(speed, 0.0), h);
          const Vec<2> z(end.values()[i], end.values()[half + i]);
          // b = base + h v cannot be known better than h v to rounding.
          const double b = std::hypot(base.values()[i] + h * speed, base.values()[half + i]);
          const double allowed = z_max * (1e-14 + 1e-15 * extent * norm(expected) / b);
          worst = std::max(worst, norm(Vec<2>(z - expected)) / allowed);
        }
      }
    }
  }
  EXPECT_LE(worst, 1.0);
}

TEST(DistributedImplicit, WrenchGoesWithTheNewState) {
  for (const Law& l : laws()) {
    const DistributedPatch patch(l.law, wedge());
    for (const Case& c : cases) {
      const State base = prepared(patch, c);
      for (const double h : {1e-5, 1e-3}) {
        State end = patch.state(), rate = patch.state();
        const Wrench2 w = patch.implicit_step(base, c.v, 2.0, h, end).wrench;
        for (std::size_t i = 0; i < base.values().size(); ++i) {
          rate.values()[i] = (end.values()[i] - base.values()[i]) / h;
        }
        const Wrench2 expected = patch.wrench(end, rate, c.v, 2.0);
        const double scale = 2.0 * (1.2 + 2.0 * 800.0 * speed_limit_of(patch.cells(), c.v));
        EXPECT_LE(norm(Wrench2(w - expected)), 1e-12 * scale) << l.name << ", " << c.name;
      }
    }
  }
}

// Central differences of the wrench, by a step in v that is small against every cell's speed, extrapolated from two.
Matrix3 differences(const DistributedPatch& patch, const State& base, const Twist2& v, double h, double step) {
  State end = patch.state();
  Matrix3 jacobian;
  for (int k = 0; k < 3; ++k) {
    const double size = k == 2 ? step / 0.01 : step;
    const auto central = [&](double d) -> Wrench2 {
      Twist2 up = v, down = v;
      up(k) += d;
      down(k) -= d;
      const Wrench2 above = patch.implicit_step(base, up, 1.0, h, end).wrench;
      return (above - patch.implicit_step(base, down, 1.0, h, end).wrench) / (up(k) - down(k));
    };
    jacobian.col(k) = (4.0 * central(0.5 * size) - central(size)) / 3.0;
  }
  return jacobian;
}

TEST(DistributedImplicit, JacobianIsTheDerivative) {
  for (const Law& l : laws()) {
    const DistributedPatch patch(l.law, wedge());
    for (const Case& c : cases) {
      const State base = prepared(patch, c);
      for (const double h : {1e-6, 1e-4, 1e-3}) {
        State end = patch.state();
        const Matrix3 jacobian = patch.implicit_step(base, c.v, 1.0, h, end).jacobian;
        double slowest = 1e300;
        for (std::size_t i = 0; i < patch.cells().x.size(); ++i) {
          slowest =
              std::min(slowest, std::hypot(c.v(0) - c.v(2) * patch.cells().y[i], c.v(1) + c.v(2) * patch.cells().x[i]));
        }
        const Matrix3 expected = differences(patch, base, c.v, h, 2e-3 * slowest);
        // Torque and spin counted in a length of 1 cm.
        const Vec<3> unit(1.0, 1.0, 100.0);
        const Matrix3 error = unit.asDiagonal() * (jacobian - expected) * unit.asDiagonal();
        const Matrix3 scale = unit.asDiagonal() * jacobian * unit.asDiagonal();
        EXPECT_LE(error.norm(), 1e-6 * scale.norm()) << l.name << ", " << c.name << ", h = " << h << "\n"
                                                     << jacobian << "\n\n"
                                                     << expected;
      }
    }
  }
}

TEST(DistributedImplicit, IsContinuousAndFiniteAtRest) {
  for (const Law& l : laws()) {
    const DistributedPatch patch(l.law, wedge());
    for (const Case& c : cases) {
      const State base = prepared(patch, c);
      State end = patch.state();
      const Response at_rest = patch.implicit_step(base, Twist2::Zero(), 1.0, 1e-3, end);
      EXPECT_EQ(end, base);
      EXPECT_TRUE(at_rest.jacobian.allFinite());
      for (const double tiny : {1e-150, 1e-100, 1e-20}) {
        const Response near = patch.implicit_step(base, tiny * Twist2(1.0, -2.0, 30.0), 1.0, 1e-3, end);
        EXPECT_LE(norm(Wrench2(near.wrench - at_rest.wrench)), 1e-12) << tiny;
        EXPECT_TRUE(near.jacobian.allFinite());
        // Of one order of magnitude, whichever way it starts.
        EXPECT_LE(near.jacobian.norm(), 5.0 * at_rest.jacobian.norm());
      }
      // The mean of two opposite starts is the derivative there.
      const Twist2 start = 1e-20 * Twist2(1.0, -2.0, 30.0);
      const Matrix3 one = patch.implicit_step(base, start, 1.0, 1e-3, end).jacobian;
      const Matrix3 other = patch.implicit_step(base, -start, 1.0, 1e-3, end).jacobian;
      EXPECT_LE((0.5 * (one + other) - at_rest.jacobian).norm(), 1e-9 * at_rest.jacobian.norm()) << l.name;
    }
  }
}

TEST(DistributedImplicit, OfNoDurationIsTheWrenchOfTheState) {
  for (const Law& l : laws()) {
    const DistributedPatch patch(l.law, wedge());
    const State base = prepared(patch, cases[1]);
    State end = patch.state(), rate = patch.state();
    const Twist2 v(1e-3, 2e-3, 0.1);
    const Wrench2 w = patch.implicit_step(base, v, 1.0, 0.0, end).wrench;
    patch.rate(base, v, rate);
    EXPECT_LE(norm(Wrench2(w - patch.wrench(base, rate, v, 1.0))), 1e-12) << l.name;
    EXPECT_EQ(end, base);
  }
}

TEST(DistributedImplicit, MayWorkInPlace) {
  for (const Law& l : laws()) {
    const DistributedPatch patch(l.law, square());
    State base = prepared(patch, cases[1]), end = patch.state();
    const Twist2 v(1e-3, 2e-3, 0.1);
    const Response apart = patch.implicit_step(base, v, 1.0, 1e-3, end);
    const Response in_place = patch.implicit_step(base, v, 1.0, 1e-3, base);
    EXPECT_EQ(apart.wrench, in_place.wrench);
    EXPECT_EQ(apart.jacobian, in_place.jacobian);
    EXPECT_EQ(base, end);
  }
}

// First order: its error against the exact solution for a held twist falls with h.
TEST(DistributedImplicit, ConvergesToTheSolution) {
  for (const Law& l : laws()) {
    const DistributedPatch patch(l.law, wedge());
    const Twist2 v(3e-4, 1e-4, 0.05);
    const double time = 4e-3;
    State exact = patch.state();
    for (int k = 0; k < 2000; ++k) patch.step(exact, v, 1.0, time / 2000);
    const auto error = [&](int parts) {
      State state = patch.state();
      for (int k = 0; k < parts; ++k) patch.implicit_step(state, v, 1.0, time / parts, state);
      double largest = 0.0;
      for (std::size_t i = 0; i < exact.values().size(); ++i) {
        largest = std::max(largest, std::abs(state.values()[i] - exact.values()[i]));
      }
      return largest;
    };
    const double coarse = error(200), fine = error(400);
    EXPECT_LT(coarse, 0.02 * 1.2e-6) << l.name;
    EXPECT_NEAR(coarse / fine, 2.0, 0.2) << l.name;
  }
}

}  // namespace
}  // namespace stickslip::patch::test::distributed_implicit_test
