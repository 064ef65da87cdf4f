// Two bodies pressed together: momentum, invariance, and what the equations of a step say.
#include <functional>

#include "stickslip/formulation/test/scenes.hpp"

namespace stickslip::formulation::test::pair_test {
namespace {

constexpr double h = 0.02;

using Formulate = std::function<Formulated(const Bodies&, const Contacts&)>;
struct Case {
  const char* name;
  Formulate formulate;
  bool is_isotropic;  // does not depend on t1, as far as the model goes
};

const Case cases[] = {
    {"stewart_trinkle",
     [](const Bodies& b, const Contacts& c) { return stewart_trinkle(b, c, {.h = h, .directions = 3}); }, false},
    {"anitescu_potra", [](const Bodies& b, const Contacts& c) { return anitescu_potra(b, c, {.h = h}); }, false},
    {"box", [](const Bodies& b, const Contacts& c) { return box(b, c, {.h = h}); }, false},
    {"hybrid", [](const Bodies& b, const Contacts& c) { return hybrid(b, c, {.h = h}); }, true},
    {"phantom_inertia", [](const Bodies& b, const Contacts& c) { return phantom_inertia(b, c, {.h = h}); }, true},
    {"phantom_inertia, sticking",
     [](const Bodies& b, const Contacts& c) { return phantom_inertia(b, c, {.h = h, .directions = 3, .v_th = 1e3}); },
     false},
    {"phantom_inertia, explicit",
     [](const Bodies& b, const Contacts& c) { return phantom_inertia(b, c, {.h = h, .sliding = Sliding::explicit_}); },
     true},
    {"exact_cone", [](const Bodies& b, const Contacts& c) { return exact_cone(b, c, {.h = h}); }, true},
};

// Written again from the definitions, in world axes.
Eigen::Matrix3d world_inertia(const Bodies& bodies, int i) {
  const Vec<4> q = bodies.orientation.row(i).normalized();
  const Eigen::Matrix3d R = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
  const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> I =
      Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(bodies.inertia.row(i).data());
  return R * I * R.transpose();
}

// Impulses in world axes.
Rows<3> in_world(const Contacts& contacts, const Rows<3>& impulses) {
  Rows<3> world(impulses.rows(), 3);
  for (int i = 0; i < contacts.size(); ++i) world.row(i) = impulses.row(i) * axes_of(contacts, i);
  return world;
}

TEST(Pair, ImpulsesAccountForTheChangeOfMomentum) {
  const Pair pair;
  for (const Case& c : cases) {
    const Formulated f = c.formulate(pair.bodies, pair.contacts);
    const Motion motion = motion_of(f, solution_of(f));
    EXPECT_GT(motion.impulses.col(0).sum(), 0.1) << c.name;
    const Rows<3> world = in_world(pair.contacts, motion.impulses);
    Vec<3> total = Vec<3>::Zero();
    for (int b = 0; b < 2; ++b) {
      const double sign = b == 0 ? 1.0 : -1.0, m = pair.bodies.mass[b];
      const Eigen::Matrix3d I = world_inertia(pair.bodies, b);
      const Vec<3> v = pair.bodies.velocity.row(b), omega = pair.bodies.angular_velocity.row(b);
      const Vec<3> force = pair.bodies.force.row(b), torque = pair.bodies.torque.row(b);
      Vec<3> p = m * v + h * force, L = I * omega + h * (torque - omega.cross(I * omega));
      for (int i = 0; i < 3; ++i) {
        const Vec<3> impulse = sign * world.row(i).transpose();
        const Vec<3> r = (pair.contacts.point.row(i) - pair.bodies.position.row(b)).transpose();
        p += impulse;
        L += r.cross(impulse);
      }
      EXPECT_NEAR((m * motion.velocities.row(b).head<3>().transpose() - p).norm(), 0.0, 1e-12) << c.name;
      EXPECT_NEAR((I * motion.velocities.row(b).tail<3>().transpose() - L).norm(), 0.0, 1e-12) << c.name;
      total += m * motion.velocities.row(b).head<3>().transpose() - m * v - h * force;
    }
    EXPECT_NEAR(total.norm(), 0.0, 1e-12) << c.name;
  }
}

// 0 ≤ u_n + ε_n Λ_n ⟂ Λ_n ≥ 0 with velocities of the points, and friction within what the model allows.
TEST(Pair, SolutionsObeyTheLawsOfContact) {
  const Pair pair;
  for (const Case& c : cases) {
    const Formulated f = c.formulate(pair.bodies, pair.contacts);
    const Motion motion = motion_of(f, solution_of(f));
    double w_nn = 0.0;
    for (int i = 0; i < 3; ++i) {
      const Eigen::Matrix3d axes = axes_of(pair.contacts, i);
      for (int b = 0; b < 2; ++b) {
        const Vec<3> r = (pair.contacts.point.row(i) - pair.bodies.position.row(b)).transpose();
        const Vec<3> arm = r.cross(Vec<3>(axes.row(0)));
        w_nn += (1.0 / pair.bodies.mass[b] + arm.dot(world_inertia(pair.bodies, b).inverse() * arm)) / 3.0;
      }
    }
    for (int i = 0; i < 3; ++i) {
      Vec<3> u = Vec<3>::Zero();
      for (int b = 0; b < 2; ++b) {
        const Vec<3> r = (pair.contacts.point.row(i) - pair.bodies.position.row(b)).transpose();
        const Vec<3> v = motion.velocities.row(b).head<3>(), omega = motion.velocities.row(b).tail<3>();
        u += (b == 0 ? 1.0 : -1.0) * (v + omega.cross(r));
      }
      u = axes_of(pair.contacts, i) * u;
      const double normal = motion.impulses(i, 0), friction = motion.impulses.row(i).tail<2>().norm();
      const double gap = u[0] + 1e-4 * w_nn * normal;
      EXPECT_GE(normal, -1e-10) << c.name;
      EXPECT_GE(gap, -1e-10) << c.name;
      EXPECT_NEAR(normal * gap, 0.0, 1e-10) << c.name;
      if (std::string(c.name) != "box" && std::string(c.name) != "hybrid") {
        EXPECT_LE(friction, pair.contacts.mu(i, 0) * normal * std::sqrt(2.0) + 1e-10) << c.name;
      }
      if (std::string(c.name) == "exact_cone") {
        EXPECT_LE(friction, pair.contacts.mu(i, 1) * normal + 1e-10);
        if (u.tail<2>().norm() > 1e-6) {
          EXPECT_NEAR(motion.impulses.row(i).tail<2>().dot(u.tail<2>()), -friction * u.tail<2>().norm(), 1e-9);
        }
      }
    }
  }
}

TEST(Pair, TurningTheSceneTurnsTheImpulses) {
  const Pair pair;
  const Eigen::Quaterniond turn = Eigen::Quaterniond(0.3, -0.5, 0.7, 0.4).normalized();
  const Eigen::Matrix3d R = turn.toRotationMatrix();
  Pair turned = pair;
  for (Rows<3>* rows :
       {&turned.bodies.position, &turned.bodies.velocity, &turned.bodies.angular_velocity, &turned.bodies.force,
        &turned.bodies.torque, &turned.contacts.point, &turned.contacts.normal, &turned.contacts.tangent}) {
    *rows = (*rows * R.transpose()).eval();
  }
  for (int b = 0; b < 2; ++b) {
    const Vec<4> q = pair.bodies.orientation.row(b);
    const Eigen::Quaterniond p = turn * Eigen::Quaterniond(q[0], q[1], q[2], q[3]);
    turned.bodies.orientation.row(b) << p.w(), p.x(), p.y(), p.z();
  }
  for (const Case& c : cases) {
    const Formulated f = c.formulate(pair.bodies, pair.contacts), g = c.formulate(turned.bodies, turned.contacts);
    const Motion before = motion_of(f, solution_of(f)), after = motion_of(g, solution_of(g));
    EXPECT_NEAR((before.impulses - after.impulses).cwiseAbs().maxCoeff(), 0.0, 1e-8)
        << c.name;  // in axes that turned along
    EXPECT_NEAR((before.velocities.leftCols<3>() * R.transpose() - after.velocities.leftCols<3>()).norm(), 0.0, 1e-8)
        << c.name;
    EXPECT_NEAR((before.velocities.rightCols<3>() * R.transpose() - after.velocities.rightCols<3>()).norm(), 0.0, 1e-8)
        << c.name;
  }
}

TEST(Pair, SwappingTheBodiesOfAContactTurnsItsImpulseRound) {
  const Pair pair;
  Pair swapped = pair;
  swapped.contacts.bodies.col(0).swap(swapped.contacts.bodies.col(1));
  swapped.contacts.normal *= -1.0;
  // With t1 kept, −n × t1 = −t2: rays and lines stay where they are for k = 2 and 3, both of which are symmetric about t1.
  for (const Case& c : cases) {
    const Formulated f = c.formulate(pair.bodies, pair.contacts), g = c.formulate(swapped.bodies, swapped.contacts);
    const Motion before = motion_of(f, solution_of(f)), after = motion_of(g, solution_of(g));
    const Rows<3> first = in_world(pair.contacts, before.impulses), second = in_world(swapped.contacts, after.impulses);
    EXPECT_NEAR((first + second).cwiseAbs().maxCoeff(), 0.0, 1e-8) << c.name;
    EXPECT_NEAR((before.velocities - after.velocities).cwiseAbs().maxCoeff(), 0.0, 1e-8) << c.name;
  }
}

TEST(Pair, OtherTangentsChangeNothingWhereTheModelFollowsTheMotion) {
  const Pair pair;
  Pair other = pair;
  other.contacts.tangent.resize(0, 3);
  for (const Case& c : cases) {
    if (!c.is_isotropic) continue;
    const Formulated f = c.formulate(pair.bodies, pair.contacts), g = c.formulate(other.bodies, other.contacts);
    const Rows<6> before = f.velocities(as_span(solution_of(f))), after = g.velocities(as_span(solution_of(g)));
    EXPECT_NEAR((before - after).cwiseAbs().maxCoeff(), 0.0, 1e-8) << c.name;
  }
}

TEST(Pair, ConeProblemIsSparse) {
  // A row of blocks on the ground shares no moving body: only the diagonal is left.
  constexpr int n = 50;
  Bodies bodies;
  bodies.mass.setOnes(n);
  bodies.inertia.setOnes(n, 3);
  bodies.position.setZero(n, 3);
  bodies.velocity.setZero(n, 3);
  bodies.angular_velocity.setZero(n, 3);
  Contacts contacts;
  contacts.bodies.resize(n, 2);
  contacts.point.setZero(n, 3);
  contacts.normal = Rows<3>::Zero(n, 3);
  contacts.normal.col(2).setOnes();
  contacts.mu.setConstant(n, 1, 0.5);
  for (int i = 0; i < n; ++i) contacts.bodies.row(i) << i, ground;
  const Formulated alone = exact_cone(bodies, contacts, {.h = h});
  EXPECT_EQ(std::get<solvers::ConeProblem>(alone.problem()).W.blocks().size(), 50U);
  // A chain: each contact shares a body with the one before and the one after.
  for (int i = 0; i + 1 < n; ++i) contacts.bodies.row(i) << i, i + 1;
  const Formulated chain = exact_cone(bodies, contacts, {.h = h});
  EXPECT_EQ(std::get<solvers::ConeProblem>(chain.problem()).W.blocks().size(), 50U + 2U * 49U);
  EXPECT_LT(std::get<solvers::ConeProblem>(chain.problem()).W.asymmetry(), 1e-15);
}

}  // namespace
}  // namespace stickslip::formulation::test::pair_test
