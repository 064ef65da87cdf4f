// Rows that velocities obey, beside contacts.
#include "stickslip/core/error.hpp"
#include "stickslip/formulation/test/scenes.hpp"

namespace stickslip::formulation::test::joints_test {
namespace {

constexpr double h = 0.01;

// Two links that hang from the ground and from each other by ball joints; the lower end rests on the ground.
struct Pendulum {
  Bodies bodies;
  Contacts contacts;
  Joints joints;

  Pendulum() {
    bodies.mass.resize(2);
    bodies.mass << 1.0, 0.5;
    bodies.inertia.resize(2, 3);
    bodies.inertia << 0.1, 0.2, 0.3, 0.05, 0.04, 0.03;
    bodies.position.resize(2, 3);
    bodies.position << 0.3, 0.1, 1.5, 0.6, 0.3, 0.6;
    bodies.velocity.resize(2, 3);
    bodies.velocity << 0.4, 0.2, -0.1, 0.5, -0.3, -3.0;
    bodies.angular_velocity.resize(2, 3);
    bodies.angular_velocity << 0.3, -0.2, 0.5, 0.1, 0.7, -0.4;
    bodies.force.resize(2, 3);
    bodies.force << 0.0, 0.0, -9.81, 0.0, 0.0, -4.905;
    contacts.bodies.resize(1, 2);
    contacts.bodies << 1, ground;
    contacts.point.resize(1, 3);
    contacts.point << 0.7, 0.4, 0.0;
    contacts.normal.resize(1, 3);
    contacts.normal << 0.0, 0.0, 1.0;
    contacts.mu.setConstant(1, 1, 0.4);
    joints.bodies.resize(6, 2);
    joints.jacobian.setZero(6, 12);
    ball(0, 0, ground, {0.0, 0.0, 2.0});
    ball(3, 0, 1, {0.5, 0.2, 1.0});
  }

  // v + ω × r of the first less that of the second.
  void ball(int row, int first, int second, const Vec<3>& point) {
    for (int side = 0; side < 2; ++side) {
      const int body = side == 0 ? first : second;
      for (int i = 0; i < 3; ++i) {
        joints.bodies.row(row + i) << first, second;
        if (body == ground) continue;
        const double sign = side == 0 ? 1.0 : -1.0;
        const Vec<3> r = point - Vec<3>(bodies.position.row(body));
        joints.jacobian(row + i, 6 * side + i) = sign;
        joints.jacobian.block<1, 3>(row + i, 6 * side + 3) = sign * r.cross(Vec<3>::Unit(i)).transpose();
      }
    }
  }

  double row_velocity(const Rows<6>& velocities, int row) const {
    double u = 0.0;
    for (int side = 0; side < 2; ++side) {
      const int body = joints.bodies(row, side);
      if (body != ground) u += joints.jacobian.block<1, 6>(row, 6 * side).dot(velocities.row(body));
    }
    return u;
  }
};

std::vector<Formulated> all_of(const Pendulum& p) {
  std::vector<Formulated> all;
  all.push_back(stewart_trinkle(p.bodies, p.contacts, {.h = h}, p.joints));
  all.push_back(anitescu_potra(p.bodies, p.contacts, {.h = h}, p.joints));
  all.push_back(box(p.bodies, p.contacts, {.h = h}, p.joints));
  all.push_back(hybrid(p.bodies, p.contacts, {.h = h}, p.joints));
  all.push_back(phantom_inertia(p.bodies, p.contacts, {.h = h}, p.joints));
  all.push_back(exact_cone(p.bodies, p.contacts, {.h = h}, p.joints));
  return all;
}

TEST(Joints, RigidRowsHoldTheirVelocity) {
  Pendulum pendulum;
  pendulum.joints.velocity.setZero(6);
  pendulum.joints.velocity[4] = 0.25;
  for (const Formulated& f : all_of(pendulum)) {
    const Motion motion = motion_of(f, solution_of(f));
    for (int row = 0; row < 6; ++row) {
      EXPECT_NEAR(pendulum.row_velocity(motion.velocities, row), pendulum.joints.velocity[row], 1e-12) << row;
    }
    EXPECT_GT(motion.impulses(0, 0), 1e-3);
    // The lower link's momentum: contact, joint and weight.
    const Vec<3> change = 0.5 * (motion.velocities.row(1).head<3>() - pendulum.bodies.velocity.row(1)).transpose();
    const Rows<3> contact = motion.impulses * axes_of(pendulum.contacts, 0);
    const Vec<3> given = contact.row(0).transpose() - motion.joint_impulses.tail<3>() + h * Vec<3>(0.0, 0.0, -4.905);
    EXPECT_NEAR((change - given).norm(), 0.0, 1e-12);
  }
}

TEST(Joints, MixedProblemHoldsThemAsRows) {
  const Pendulum pendulum;
  const Formulated f = phantom_inertia(pendulum.bodies, pendulum.contacts, {.h = h}, pendulum.joints);
  const solvers::MixedLcpProblem mixed = f.mixed();
  EXPECT_EQ(mixed.size(), 12 + 6 + 2 + 1 + 4);
  solvers::Workspace workspace;
  solvers::SolverOptions options;
  options.tolerance = 1e-12;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(mixed.size());
  const SolveReport report = workspace.solve(mixed, {z.data(), 25}, solvers::MixedLcpMethod::automatic, options);
  EXPECT_EQ(report.status, SolveStatus::converged) << report.residual;
  const Motion from_mixed = motion_of(f, z), reduced = motion_of(f, solution_of(f));
  EXPECT_NEAR((from_mixed.impulses - reduced.impulses).norm(), 0.0, 1e-9);
  EXPECT_NEAR((from_mixed.joint_impulses - reduced.joint_impulses).norm(), 0.0, 1e-9);
  EXPECT_NEAR((from_mixed.velocities - reduced.velocities).norm(), 0.0, 1e-9);
}

TEST(Joints, ViolationIsClosedWithinAStep) {
  Pendulum pendulum;
  pendulum.joints.violation = Eigen::VectorXd::Constant(6, 0.002);
  const Formulated f = exact_cone(pendulum.bodies, pendulum.contacts, {.h = h}, pendulum.joints);
  const Rows<6> velocities = f.velocities(as_span(solution_of(f)));
  for (int row = 0; row < 6; ++row) EXPECT_NEAR(pendulum.row_velocity(velocities, row), -0.002 / h, 1e-11);
}

TEST(Joints, RedundantRowsMustBeRelaxedAndThenShareTheLoad) {
  Pendulum pendulum;
  pendulum.joints.bodies.conservativeResize(9, 2);
  pendulum.joints.jacobian.conservativeResize(9, 12);
  pendulum.joints.jacobian.bottomRows(3).setZero();
  pendulum.ball(6, 0, ground, {0.0, 0.0, 2.0});  // the upper joint once more
  const auto formulate = [&] { return exact_cone(pendulum.bodies, pendulum.contacts, {.h = h}, pendulum.joints); };
  try {
    static_cast<void>(formulate());
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(),
                 "Joints: jacobian[6] must be independent of the rows before it, or have stiffness or damping");
  }
  const double k = 1e7, b = 1e4, epsilon = 1.0 / (k * h * h + b * h);
  pendulum.joints.stiffness = Eigen::VectorXd::Constant(9, k);
  pendulum.joints.damping = Eigen::VectorXd::Constant(9, b);
  pendulum.joints.violation = Eigen::VectorXd::Constant(9, 1e-5);
  const Formulated f = formulate();
  const Motion motion = motion_of(f, solution_of(f));
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(motion.joint_impulses[i], motion.joint_impulses[6 + i], 1e-9);
  for (int row = 0; row < 9; ++row) {
    EXPECT_NEAR(pendulum.row_velocity(motion.velocities, row) + epsilon * (motion.joint_impulses[row] + h * k * 1e-5),
                0.0, 1e-12);
  }
}

}  // namespace
}  // namespace stickslip::formulation::test::joints_test
