// Static and kinetic friction of a contact volume, by forces at the vertices of its polygon.
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "stickslip/contact/volume_contact.hpp"
#include "stickslip/core/test/refusal.hpp"
#include "stickslip/geometry/test/bodies.hpp"

namespace stickslip::contact::test::volume_friction_test {
namespace {

using Eigen::Quaterniond;
using geometry::Polyhedron, stickslip::test::refusal;
using geometry::test::random_body, geometry::test::random_pose, geometry::test::random_vector;

constexpr double mu = 0.5, weight = 0.5 * 9.81, half = 0.05;  // of the cube of 0.1 m and 0.5 kg
constexpr double infinity = std::numeric_limits<double>::infinity();

const VolumeContact& cube() {
  static const VolumeContact contact = [] {
    const Polyhedron box = Polyhedron::box({0.1, 0.1, 0.1}), floor = Polyhedron::box({2.0, 2.0, 0.5});
    return VolumeContact(overlap(box, Pose3({0.0, 0.0, 0.05 - 1e-9}, Quaterniond::Identity()), floor,
                                 Pose3({0.0, 0.0, -0.25}, Quaterniond::Identity())));
  }();
  return contact;
}

// Not where a body is inside the other.
bool has_normal(const geometry::Overlap& o) {
  VolumeContact room = cube();
  return room.assign(o);
}

Wrench3 push(double fx, double fy, double tz) {
  Wrench3 w;
  w << fx, fy, weight, 0.0, 0.0, tz;
  return w;
}

// Whether a certificate proves what it says.
void expect_proof(const VolumeContact& contact, const Wrench3& w, double friction, std::optional<int> sides,
                  const StaticFriction& answer) {
  const Vec<3>& n = contact.normal();
  const auto arm = [&](std::size_t l) -> Vec<3> {
    return contact.polygon()[l](0) * contact.e1() + contact.polygon()[l](1) * contact.e2();
  };
  const std::size_t count = contact.polygon().size();
  double reach = 0.0;
  for (std::size_t l = 0; l < count; ++l) reach = std::max(reach, arm(l).norm());
  if (answer.holds) {
    Wrench3 sum = Wrench3::Zero();
    for (std::size_t l = 0; l < count; ++l) {
      const Vec<3> f = answer.forces.col(static_cast<Eigen::Index>(l));
      EXPECT_LE((f - f.dot(n) * n).norm(), friction * f.dot(n) + 1e-12 * w.norm());
      sum.head<3>() += f;
      sum.tail<3>() += arm(l).cross(f);
    }
    const Wrench3 off = sum - w;
    EXPECT_LE(off.head<3>().norm() + off.tail<3>().norm() / reach,
              2e-9 * (w.head<3>().norm() + w.tail<3>().norm() / reach));
    if (!sides) return;
    EXPECT_GE(answer.weights.minCoeff(), 0.0);
    EXPECT_EQ(answer.weights.rows(), static_cast<Eigen::Index>(count));
    EXPECT_EQ(answer.weights.cols(), *sides);
    // Forces are the weights times the rays, the first along the tangential force.
    const Vec<3> tangential = w.head<3>() - w.head<3>().dot(n) * n;
    const Vec<3> t1 = tangential.norm() > 0.0 ? Vec<3>(tangential.normalized()) : contact.e1(), t2 = n.cross(t1);
    for (Eigen::Index l = 0; l < answer.weights.rows(); ++l) {
      Vec<3> force = Vec<3>::Zero();
      for (int k = 0; k < *sides; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / *sides;
        force += answer.weights(l, k) * (n + friction * (std::cos(angle) * t1 + std::sin(angle) * t2));
      }
      EXPECT_NEAR((force - answer.forces.col(l)).norm(), 0.0, 1e-12 * w.norm());
    }
    return;
  }
  const Vec<6>& d = answer.direction;
  EXPECT_GT(d.dot(w), 0.0);
  for (std::size_t l = 0; l < count; ++l) {
    const Vec<3> v = d.head<3>() + d.tail<3>().cross(arm(l));
    double best = v.dot(n) + friction * (v - v.dot(n) * n).norm();  // of the exact cone
    if (sides) {
      best = -infinity;
      const Vec<3> tangential = w.head<3>() - w.head<3>().dot(n) * n;
      const Vec<3> t1 = tangential.norm() > 0.0 ? Vec<3>(tangential.normalized()) : contact.e1(), t2 = n.cross(t1);
      for (int k = 0; k < *sides; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / *sides;
        best = std::max(best, v.dot(n + friction * (std::cos(angle) * t1 + std::sin(angle) * t2)));
      }
    }
    EXPECT_LE(best, 1e-14 * (d.head<3>().norm() + d.tail<3>().norm() * reach));
  }
}

TEST(VolumeFriction, CubeSlipsAtMuTimesItsWeightForAnyNumberOfSides) {
  const double limit = mu * weight;
  EXPECT_NEAR(limit, 2.4525, 1e-12);
  for (const std::optional<int> sides : {std::optional<int>(), std::optional(3), std::optional(4), std::optional(8),
                                         std::optional(16), std::optional(32)}) {
    for (const double angle : {0.0, 0.3, 1.1, 2.0}) {
      const double c = std::cos(angle), s = std::sin(angle);
      const Wrench3 edge = push(limit * c, limit * s, 0.0);
      const Wrench3 held = push(0.999999 * limit * c, 0.999999 * limit * s, 0.0);
      const Wrench3 slips = push(1.000001 * limit * c, 1.000001 * limit * s, 0.0);
      EXPECT_TRUE(cube().static_friction(held, mu, sides).holds);
      EXPECT_FALSE(cube().static_friction(slips, mu, sides).holds);
      expect_proof(cube(), held, mu, sides, cube().static_friction(held, mu, sides));
      expect_proof(cube(), slips, mu, sides, cube().static_friction(slips, mu, sides));
      EXPECT_NEAR(cube().margin(edge, mu, sides), 0.0, 1e-8);
      EXPECT_NEAR(cube().margin(push(0.5 * limit * c, 0.5 * limit * s, 0.0), mu, sides), 0.5, 1e-8);
    }
  }
}

// Support function of the exact region in (f_x, τ_z) with f_y free of choice: H(a, b) = μ m g (s1 + s2)/2, s = √((a ∓ b c)² + (b c)²).
TEST(VolumeFriction, RegionOfForceAndTorqueHasTheSupportOfTheClosedForm) {
  for (double angle = 0.05; angle < 1.55; angle += 0.1) {
    // Along a ray in the plane (f_x, τ_z/c) the boundary is where the gauge is one: the least H(d)/(d·w) over directions d.
    const double fx = std::cos(angle), tz = half * std::sin(angle);
    double boundary = infinity;
    for (double turn = -1.57; turn <= 1.57; turn += 1e-4) {
      const double a = std::cos(turn), b = std::sin(turn) / half, along = a * fx + b * tz;
      if (along <= 0.0) continue;
      const double s1 = std::hypot(a - b * half, b * half), s2 = std::hypot(a + b * half, b * half);
      boundary = std::min(boundary, mu * weight * 0.5 * (s1 + s2) / along);
    }
    const double size = boundary * 0.6;
    EXPECT_NEAR(cube().margin(push(size * fx, 0.0, size * tz), mu), 0.4, 1e-6) << angle;
    for (const int sides : {4, 8, 16, 32}) {
      // Inside the exact region, and no smaller than by cos(π/p).
      const double share = 1.0 - cube().margin(push(size * fx, 0.0, size * tz), mu, sides);
      EXPECT_GE(share, 0.6 - 1e-6);
      EXPECT_LE(share, 0.6 / std::cos(std::numbers::pi / sides) + 1e-6);
    }
  }
  // Torque alone: all four corners at the distance √2 c, each bearing a quarter of the weight.
  EXPECT_NEAR(cube().margin(push(0.0, 0.0, mu * weight * half * std::numbers::sqrt2), mu), 0.0, 1e-8);
}

TEST(VolumeFriction, NeedsTheLineOfActionToMeetThePolygon) {
  Wrench3 tipping = push(0.0, 0.0, 0.0);
  tipping(4) = 1.01 * half * weight;
  const StaticFriction answer = cube().static_friction(tipping, mu);
  EXPECT_FALSE(answer.holds);
  expect_proof(cube(), tipping, mu, {}, answer);
  EXPECT_EQ(cube().margin(tipping, mu), -infinity);
  tipping(4) = 0.99 * half * weight;
  EXPECT_TRUE(cube().static_friction(tipping, mu).holds);
  EXPECT_EQ(cube().margin(tipping, mu), 1.0);
  EXPECT_EQ(cube().margin(-push(0.1, 0.0, 0.0), mu), -infinity);
  EXPECT_EQ(cube().margin(Wrench3::Zero(), mu), 1.0);
  EXPECT_TRUE(cube().static_friction(Wrench3::Zero(), mu).holds);
}

TEST(VolumeFriction, CertificatesProveThemselvesForRandomContactsAndWrenches) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  int held = 0, slipped = 0;
  for (int i = 0; i < 150; ++i) {
    const geometry::Overlap o =
        overlap(random_body(engine), random_pose(engine, 0.6), random_body(engine), random_pose(engine, 0.6));
    if (!has_normal(o)) continue;
    const VolumeContact contact(o);
    // Vertex forces in their cones, and then some.
    Wrench3 w = Wrench3::Zero();
    for (const Vec<2>& p : contact.polygon()) {
      const double angle = 6.28 * share(engine), slope = 0.7 * share(engine), size = share(engine);
      const Vec<3> f =
          size * (contact.normal() + slope * (std::cos(angle) * contact.e1() + std::sin(angle) * contact.e2()));
      w.head<3>() += f;
      w.tail<3>() += (p(0) * contact.e1() + p(1) * contact.e2()).cross(f);
    }
    EXPECT_TRUE(contact.static_friction(w, 0.7).holds) << i;
    if (i % 2 == 1) {
      w.head<3>() += w.head<3>().norm() * random_vector(engine);
      w.tail<3>() += w.tail<3>().norm() * random_vector(engine);
    }
    for (const std::optional<int> sides : {std::optional<int>(), std::optional(4), std::optional(8)}) {
      const StaticFriction answer = contact.static_friction(w, 0.7, sides);
      expect_proof(contact, w, 0.7, sides, answer);
      (answer.holds ? held : slipped) += 1;
      const double margin = contact.margin(w, 0.7, sides);
      EXPECT_TRUE(std::abs(margin) < 1e-7 || answer.holds == (margin > 0.0)) << i << ' ' << margin;
    }
  }
  EXPECT_GT(held, 50);
  EXPECT_GT(slipped, 50);
}

TEST(VolumeFriction, OfASlidingCubeIsKineticFrictionAgainstItsMotion) {
  const double mu_k = 0.3;
  Twist3 slide = Twist3::Zero();
  slide.head<3>() = Vec<3>(0.3, 0.4, 0.0);
  const Wrench3 sliding = cube().kinetic_wrench(push(-3.0, -4.0, 0.0), slide, mu_k);
  EXPECT_NEAR((sliding - push(-0.6 * mu_k * weight, -0.8 * mu_k * weight, 0.0)).norm(), 0.0, 1e-12);
  // A spin about the middle: every corner bears μ f_n/4 across its arm.
  Twist3 spin = Twist3::Zero();
  spin(5) = -2.0;
  const Wrench3 spinning = cube().kinetic_wrench(push(0.0, 0.0, 1.0), spin, mu_k);
  EXPECT_NEAR((spinning - push(0.0, 0.0, mu_k * weight * half * std::numbers::sqrt2)).norm(), 0.0, 1e-12);
}

TEST(VolumeFriction, KineticWrenchKeepsNormalForceAndCentreOfPressureAndDissipates) {
  std::mt19937 engine(6);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  for (int i = 0; i < 100; ++i) {
    const geometry::Overlap o =
        overlap(random_body(engine), random_pose(engine, 0.6), random_body(engine), random_pose(engine, 0.6));
    if (!has_normal(o)) continue;
    const VolumeContact contact(o);
    Wrench3 w = Wrench3::Zero();
    for (const Vec<2>& p : contact.polygon()) {
      const Vec<3> f = share(engine) * contact.normal();
      w.head<3>() += f;
      w.tail<3>() += (p(0) * contact.e1() + p(1) * contact.e2()).cross(f);
    }
    const Vec<3> random = random_vector(engine);
    w.head<3>() += random - random.dot(contact.normal()) * contact.normal();
    w.tail<3>() += random_vector(engine).dot(contact.normal()) * contact.normal();
    Twist3 twist;
    twist << random_vector(engine), random_vector(engine);
    const Wrench3 k = contact.kinetic_wrench(w, twist, 0.3);
    const double scale = w.norm();
    EXPECT_NEAR(contact.normal().dot(k.head<3>()), contact.normal().dot(w.head<3>()), 1e-9 * scale) << i;
    EXPECT_NEAR(contact.e1().dot(k.tail<3>()), contact.e1().dot(w.tail<3>()), 1e-9 * scale) << i;
    EXPECT_NEAR(contact.e2().dot(k.tail<3>()), contact.e2().dot(w.tail<3>()), 1e-9 * scale) << i;
    // Power of the friction: tangential force and torque about the normal.
    const Vec<3>& n = contact.normal();
    const Vec<3> v = twist.head<3>() - twist.head<3>().dot(n) * n;
    EXPECT_LE(v.dot(k.head<3>()) + twist.tail<3>().dot(n) * n.dot(k.tail<3>()), 1e-9 * scale) << i;
    // A small change of what is asked for changes the answer little, also where a component passes through zero.
    Wrench3 near = w;
    near.head<3>() += 1e-6 * contact.e1();
    EXPECT_LE((contact.kinetic_wrench(near, twist, 0.3) - k).norm(), 1e-3) << i;
  }
}

TEST(VolumeFriction, StaysTheSameQuestionWithAnyFriction) {
  const double diagonal = std::sqrt(2.0) * half;
  for (const double friction : {1.5, 1e4, 1e8, 1e12, 1e100, 1e300}) {
    for (const std::optional<int> sides : {std::optional<int>(), std::optional<int>(3), std::optional<int>(8)}) {
      // Along a ray, and about the normal: what holds is what leaves a margin, and the margin is known.
      const double limit = friction * weight;
      for (const double share : {1e-300, 1e-9, 0.5, 0.999, 1.001, 3.0}) {
        const Wrench3 w = push(share * limit, 0.0, 0.0);
        EXPECT_EQ(cube().static_friction(w, friction, sides).holds, share < 1.0) << friction << ' ' << share;
        EXPECT_NEAR(cube().margin(w, friction, sides), 1.0 - share, 1e-8) << friction;
        if (sides) continue;
        const Wrench3 turn = push(0.0, 0.0, share * limit * diagonal);
        EXPECT_EQ(cube().static_friction(turn, friction, sides).holds, share < 1.0) << friction << ' ' << share;
        EXPECT_NEAR(cube().margin(turn, friction, sides), 1.0 - share, 1e-8) << friction;
      }
      // Ordinary wrenches; and none without a normal force, or with one beside the polygon.
      std::mt19937 random(11);
      std::normal_distribution<double> normal;
      for (int k = 0; k < 20; ++k) {
        const Wrench3 w = push(normal(random), normal(random), 0.01 * normal(random));
        const StaticFriction answer = cube().static_friction(w, friction, sides);
        EXPECT_TRUE(answer.holds) << friction;
        EXPECT_GT(cube().margin(w, friction, sides), 0.0) << friction;
        EXPECT_NEAR(answer.forces.row(2).sum(), weight, 1e-8) << friction;
        Wrench3 beside = w;
        beside(4) = 0.07 * weight;
        EXPECT_FALSE(cube().static_friction(beside, friction, sides).holds) << friction;
        EXPECT_EQ(cube().margin(beside, friction, sides), -infinity) << friction;
      }
    }
    // Kinetic friction keeps the normal force and its place.
    Twist3 sliding = Twist3::Zero();
    sliding(0) = 0.1;
    Wrench3 pressed = push(0.0, 0.0, 0.0);
    pressed(3) = 0.02 * weight;
    const Wrench3 w = cube().kinetic_wrench(pressed, sliding, friction);
    EXPECT_NEAR(w(0), -friction * weight, 1e-9 * friction * weight);
    EXPECT_NEAR(w(2), weight, 1e-9);
    EXPECT_NEAR(w(3), 0.02 * weight, 1e-9);
  }
}

TEST(VolumeFriction, RefusesWhatIsNotANumber) {
  Wrench3 bad = push(0.0, 0.0, 0.0);
  bad(3) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(refusal([&] { cube().static_friction(bad, mu); }).find("wrench[3]"), std::string::npos);
  EXPECT_NE(refusal([&] { cube().margin(push(1, 0, 0), -0.1); }).find("mu = -0.1"), std::string::npos);
  EXPECT_NE(refusal([&] { cube().static_friction(push(1, 0, 0), mu, 2); }).find("sides = 2"), std::string::npos);
  EXPECT_NE(refusal([&] { cube().kinetic_wrench(push(1, 0, 0), bad, mu); }).find("twist[3]"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::contact::test::volume_friction_test
