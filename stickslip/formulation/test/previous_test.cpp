// Impulses of the step before: what is known is used as it is, what is not known comes from the step without friction.
#include <limits>

#include "stickslip/formulation/test/scenes.hpp"

namespace stickslip::formulation::test::previous_test {
namespace {

constexpr double h = 0.01, mu = 0.5;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double weight = Point::mass * Point::gravity * h;  // as an impulse

// Two masses far apart; the second moves at this speed.
struct Apart {
  Bodies bodies;
  Contacts contacts;

  explicit Apart(double speed) {
    const Point one(mu, {0.0, 0.0});
    bodies.mass = one.bodies.mass.replicate(2, 1);
    bodies.inertia = one.bodies.inertia.replicate(2, 1);
    bodies.position.setZero(2, 3);
    bodies.position(1, 0) = 5.0;
    bodies.velocity.setZero(2, 3);
    bodies.velocity(1, 0) = speed;
    bodies.angular_velocity.setZero(2, 3);
    bodies.force = one.bodies.force.replicate(2, 1);
    contacts.bodies.resize(2, 2);
    contacts.bodies << 0, ground, 1, ground;
    contacts.point = bodies.position;
    contacts.normal = one.contacts.normal.replicate(2, 1);
    contacts.mu.setConstant(2, 1, mu);
  }
};

// One mass that touches twice at its centre and slides along t1: each row of a contact is 1/m and its relaxation.
struct Twice : Point {
  static constexpr double speed = 1.5;

  Twice() : Point(mu, {0.0, 0.0}, {speed, 0.0}) {
    contacts.bodies = contacts.bodies.replicate(2, 1).eval();
    contacts.point = contacts.point.replicate(2, 1).eval();
    contacts.normal = contacts.normal.replicate(2, 1).eval();
    contacts.mu = contacts.mu.replicate(2, 1).eval();
  }
};

// Bounds of friction, two per contact.
Eigen::VectorXd bounds_of(const Formulated& f) {
  const auto& problem = std::get<solvers::BoxedLcpProblem>(f.problem());
  const Eigen::Index n = f.contacts();
  EXPECT_EQ(problem.lo.tail(2 * n), -problem.hi.tail(2 * n));
  return problem.hi.tail(2 * n);
}

Rows<3> normals(double first, double second) {
  Rows<3> previous = Rows<3>::Zero(2, 3);
  previous.col(0) << first, second;
  for (Eigen::Index i = 0; i < 2; ++i) {
    if (std::isnan(previous(i, 0))) previous.row(i).setConstant(nan);
  }
  return previous;
}

TEST(Previous, BoundsOfABodyDoNotDependOnAnother) {
  for (const double speed : {0.0, 2.0}) {
    const Apart apart(speed);
    EXPECT_EQ(bounds_of(box(apart.bodies, apart.contacts, {.h = h}, {}, normals(0.0, 0.0))), Eigen::VectorXd::Zero(4))
        << speed;
    EXPECT_EQ(bounds_of(hybrid(apart.bodies, apart.contacts, {.h = h}, {}, normals(0.0, 0.0))),
              Eigen::VectorXd::Zero(4))
        << speed;
  }
}

TEST(Previous, BoundsAreMuTimesWhatWasGiven) {
  // Neither is the weight.
  const double first = 0.3, second = 0.04;
  const Eigen::Vector4d expected = mu * Eigen::Vector4d(first, first, second, second);
  for (const double speed : {0.0, 2.0}) {
    const Apart apart(speed);
    const Rows<3> previous = normals(first, second);
    EXPECT_EQ(bounds_of(box(apart.bodies, apart.contacts, {.h = h}, {}, previous)), expected) << speed;
    EXPECT_EQ(bounds_of(hybrid(apart.bodies, apart.contacts, {.h = h}, {}, previous)), expected) << speed;
  }
}

TEST(Previous, WhatIsNotKnownIsTakenWithoutFriction) {
  // A body alone bears its weight, less by the contact's compliance.
  const double alone = weight / (1.0 + default_normal_share);
  const Eigen::Vector4d expected = mu * Eigen::Vector4d(0.3, 0.3, alone, alone);
  for (const double speed : {0.0, 2.0}) {
    const Apart apart(speed);
    const Rows<3> previous = normals(0.3, nan);
    EXPECT_TRUE(bounds_of(box(apart.bodies, apart.contacts, {.h = h}, {}, previous)).isApprox(expected, 1e-9)) << speed;
    EXPECT_TRUE(bounds_of(hybrid(apart.bodies, apart.contacts, {.h = h}, {}, previous)).isApprox(expected, 1e-9))
        << speed;
  }
}

TEST(Previous, LateralRelaxationOfAManifoldKnownInPart) {
  const Twice twice;
  const double share = weight / (2.0 + default_normal_share);
  struct {
    Rows<3> previous;
    double first, second;  // loads
  } const cases[] = {{normals(0.3, nan), 0.3, share},
                     {normals(nan, nan), share, share},
                     {normals(0.0, 0.0), share, share},
                     {normals(0.3, 0.0), 0.3, smallest_load_share * 0.15},
                     {normals(0.3, 0.2), 0.3, 0.2}};
  for (const auto& c : cases) {
    const double first = Twice::speed / (mu * c.first), second = Twice::speed / (mu * c.second);
    const Formulated boxed = hybrid(twice.bodies, twice.contacts, {.h = h}, {}, c.previous);
    const Eigen::MatrixXd& A = std::get<solvers::BoxedLcpProblem>(boxed.problem()).A;
    EXPECT_NEAR(A(3, 3) - 1.0 / Point::mass, first, 1e-9 * first);
    EXPECT_NEAR(A(5, 5) - 1.0 / Point::mass, second, 1e-9 * second);
    // Rows of the mixed problem: six velocities, then t1, t2 of each contact.
    const Eigen::MatrixXd M = phantom_inertia(twice.bodies, twice.contacts, {.h = h}, {}, c.previous).mixed().M;
    EXPECT_NEAR(std::abs(M(7, 7)), first, 1e-9 * first);
    EXPECT_NEAR(std::abs(M(9, 9)), second, 1e-9 * second);
  }
}

TEST(Previous, AnOverlapIsRemovedByTheShareOfItsSpring) {
  constexpr double k = 2e4, b = 30.0, gap = -1e-3;
  Point point(mu, {0.0, 0.0});
  point.contacts.gap = Eigen::VectorXd::Constant(1, gap);
  const auto problem = [&](const Relaxation& relaxation) {
    return std::get<solvers::ConeProblem>(
        exact_cone(point.bodies, point.contacts, {.h = h, .normal_relaxation = relaxation}).problem());
  };
  const double fall = -Point::gravity * h, epsilon = 1.0 / (k * h * h + b * h);
  const solvers::ConeProblem sprung = problem({.stiffness = k, .damping = b});
  EXPECT_NEAR(sprung.q[0], fall + k * h * h * epsilon * gap / h, 1e-15);
  EXPECT_NEAR(sprung.W.diagonal(0)(0, 0), 1.0 / Point::mass + epsilon, 1e-15);
  const solvers::ConeProblem rigid = problem({.epsilon = 0.0});
  EXPECT_NEAR(rigid.q[0], fall, 1e-15);
  EXPECT_NEAR(rigid.W.diagonal(0)(0, 0), 1.0 / Point::mass, 1e-15);
  EXPECT_NEAR(problem({.epsilon = 1e-3}).q[0], fall + gap / (3.0 * h), 1e-15);
}

}  // namespace
}  // namespace stickslip::formulation::test::previous_test
