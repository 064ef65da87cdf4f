// Joints where they are hardest: fast tops, long levers, unlike masses, and beside contacts in every formulation.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "stickslip/core/names.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test::joint_theory_test {
namespace {

using geometry::Polyhedron;

constexpr double g = 9.81;

double energy(const World& world) {
  return world.kinetic_energy() + world.potential_energy();
}

// By how much of it a top precesses too slowly or too quickly. Its centre is l from the ball joint, its axis is inclined by θ; steady
// precession Ω obeys A Ω² cos θ − C ω₃ Ω + m g l = 0 (A about the joint, C and ω₃ about the axis).
double error_of_precession(double spin, double h) {
  constexpr double m = 1.0, l = 0.1, a = 0.12, c = 0.02, theta = 0.4, t = 0.5;
  constexpr double C = m * a * a / 6.0, A = m * (a * a + c * c) / 12.0 + m * l * l;
  const double b = C * spin, root = std::sqrt(b * b - 4.0 * A * std::cos(theta) * m * g * l);
  const double precession = 2.0 * m * g * l / (b + root);
  const Vec<3> axis(std::sin(theta), 0.0, std::cos(theta));
  // Along the axis ω₃, across it what Ω has there.
  const Vec<3> omega = precession * Vec<3>::UnitZ() + (spin - precession * std::cos(theta)) * axis;
  World world;
  const int top = world.add_body({.shapes = {{Polyhedron::box({a, a, c})}},
                                  .mass = m,
                                  .position = l * axis,
                                  .orientation = Eigen::Quaterniond(Eigen::AngleAxisd(theta, Vec<3>::UnitY())),
                                  .velocity = omega.cross(Vec<3>(l * axis)),
                                  .angular_velocity = omega});
  world.add_ball(top, the_world, Vec<3>::Zero());
  const int steps = static_cast<int>(std::lround(t / h));
  double turned = 0.0, before = 0.0;
  for (int k = 0; k < steps; ++k) {
    EXPECT_TRUE(world.step(h).converged());
    const Vec<3>& at = world.body(top).position;
    const double now = std::atan2(at.y(), at.x());
    turned += std::remainder(now - before, 2.0 * std::numbers::pi);
    before = now;
    EXPECT_NEAR(at.z(), l * std::cos(theta), 1e-3 * l);  // steady: it does not nod
  }
  return turned / (precession * t) - 1.0;
}

TEST(JointTheory, FastTopPrecessesAsTheorySays) {
  for (const double spin : {100.0, 200.0}) {
    const double coarse = error_of_precession(spin, 1e-3), fine = error_of_precession(spin, 0.5e-3);
    // The Cayley map turns by (hω)²/12 less than it should.
    EXPECT_LT(std::abs(coarse), 1e-6 * spin * spin / 12.0);
    EXPECT_NEAR(coarse / fine, 4.0, 0.4) << spin;
  }
}

// A row J (v + v⁺) + ε Λ = 0 opens by h ε Λ/2 in a step and takes Λ·ε Λ/2 out of it; closing it again lifts the weight by as much as it
// opened, along the force. ε is a millionth of the mean of J M⁻¹ Jᵀ over the three rows of the point: 1/m along
// the lever, 1/m + l²/I across it.
TEST(JointTheory, LongLeverLosesWhatItsComplianceCosts) {
  constexpr double m = 1.0, radius = 0.01, l = 100.0 * radius, I = 0.4 * m * radius * radius, h = 1e-3;
  constexpr double epsilon = 1e-6 * (1.0 / m + 2.0 / 3.0 * l * l / I);
  World world;
  const int ball = world.add_body({.shapes = {{geometry::Sphere{radius}}}, .mass = m, .position = Vec<3>(l, 0.0, 0.0)});
  const int joint = world.add_ball(ball, the_world, Vec<3>::Zero());
  const double before = energy(world);
  double expected = 0.0;
  for (int k = 0; k < 4000; ++k) {
    ASSERT_TRUE(world.step(h).converged());
    const Vec<3> force = world.joint(joint).reaction.head<3>();
    expected += 0.5 * epsilon * h * h * force.dot(force - m * g * Vec<3>::UnitZ());
    ASSERT_LT(world.joint(joint).distance, 1e-6);
  }
  const double lost = before - energy(world);
  EXPECT_NEAR(lost, expected, 0.05 * expected);
  EXPECT_LT(lost, 2e-3 * m * g * l);
}

TEST(JointTheory, LightLinkCarriesAThousandTimesItsMass) {
  World world;
  const int link = world.add_body(
      {.shapes = {{Polyhedron::box({0.05, 0.05, 0.5})}}, .mass = 0.01, .position = Vec<3>(0.0, 0.0, -0.25)});
  const int load = world.add_body({.shapes = {{geometry::Sphere{0.1}}}, .mass = 10.0, .position = {0.0, 0.0, -0.6}});
  const int upper = world.add_ball(link, the_world, Vec<3>::Zero());
  const int lower = world.add_ball(load, link, {0.0, 0.0, -0.5});
  for (int k = 0; k < 500; ++k) {
    ASSERT_TRUE(world.step(1e-3).converged());
    for (const int joint : {upper, lower}) ASSERT_LT(world.joint(joint).distance, 1e-6);
  }
  EXPECT_NEAR(world.joint(upper).reaction[2], 10.01 * g, 1e-6 * 10.01 * g);
  EXPECT_NEAR(world.joint(lower).reaction[2], 10.0 * g, 1e-6 * 10.0 * g);
}

// Two boxes that slide on the ground, one with friction and one without, held together by a slider along z, which carries no weight from
// one to the other: both slow down by μ m_a g/(m_a + m_b), and the joint pulls with m_b times that.
TEST(JointTheory, JointsAndContactsSlideTogetherInEveryFormulation) {
  constexpr double mu = 0.3, m_a = 2.0, m_b = 1.0, start = 1.0, h = 1e-3, t = 0.1;
  constexpr double braking = mu * m_a * g / (m_a + m_b);
  for (const auto& [formulation, name, meaning] : Names<ContactModel>::table) {
    World world({.formulation = formulation});
    const int ground = world.add_plane({0, 0, 1}, 0.0, {.mu_s = mu, .mu_k = mu});
    const Polyhedron box = Polyhedron::box({0.4, 0.2, 0.1});
    const int a = world.add_body({.shapes = {{box}}, .mass = m_a, .position = {0, 0, 0.05}, .velocity = {start, 0, 0}});
    const int b =
        world.add_body({.shapes = {{box}}, .mass = m_b, .position = {0.5, 0, 0.05}, .velocity = {start, 0, 0}});
    world.set_friction(a, ground, mu, mu);
    world.set_friction(b, ground, 0.0, 0.0);
    const int joint = world.add_slider(b, a, {0, 0, 1});
    for (int k = 0; k < std::lround(t / h); ++k) ASSERT_TRUE(world.step(h).converged()) << name << " " << k;
    EXPECT_NEAR(world.body(a).velocity.x(), start - braking * t, 1e-4 * start) << name;
    EXPECT_NEAR(world.body(b).position.x(), 0.5 + start * t - 0.5 * braking * t * t, 1e-4) << name;
    EXPECT_NEAR(world.joint(joint).reaction[0], -m_b * braking, 1e-3 * m_b * braking) << name;
    EXPECT_LT(world.joint(joint).distance, 1e-9) << name;
  }
}

}  // namespace
}  // namespace stickslip::sim::test::joint_theory_test
