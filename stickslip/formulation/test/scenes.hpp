// Scenes of the tests, and the call that solves them.
#pragma once

#include <cmath>
#include <numbers>
#include <span>

#include <gtest/gtest.h>

#include "stickslip/formulation/formulations.hpp"

namespace stickslip::formulation::test {

inline std::span<const double> as_span(const Eigen::VectorXd& z) {
  return {z.data(), static_cast<std::size_t>(z.size())};
}

// The solution, to a residual of 1e-11 unless the method is too coarse for it.
inline Eigen::VectorXd solution_of(const Formulated& f, std::string_view method = "auto", double tolerance = 1e-11) {
  solvers::SolverOptions options;
  options.tolerance = tolerance;
  const Solution solution = f.solve(method, options);
  EXPECT_EQ(name_of(solution.report.status), "converged") << method << " " << solution.report.residual;
  EXPECT_LE(f.residual(as_span(solution.z)), tolerance);
  return solution.z;
}

inline Motion motion_of(const Formulated& f, const Eigen::VectorXd& z) {
  Motion motion;
  f.motion(as_span(z), motion);
  return motion;
}

// A mass on the ground that touches it at its centre of mass: no impulse turns it, W = 1/m.
struct Point {
  static constexpr double mass = 2.0, gravity = 9.81;
  Bodies bodies;
  Contacts contacts;

  // Pushed by a force in the plane, at rest or moving.
  Point(double mu, const Vec<2>& push, const Vec<2>& velocity = {0.0, 0.0}) {
    bodies.mass = Eigen::VectorXd::Constant(1, mass);
    bodies.inertia.setOnes(1, 3);
    bodies.position.setZero(1, 3);
    bodies.velocity.setZero(1, 3);
    bodies.velocity.row(0).head<2>() = velocity.transpose();
    bodies.angular_velocity.setZero(1, 3);
    bodies.force.resize(1, 3);
    bodies.force << push[0], push[1], -mass * gravity;
    contacts.bodies.resize(1, 2);
    contacts.bodies << 0, ground;
    contacts.point.setZero(1, 3);
    contacts.normal.resize(1, 3);
    contacts.normal << 0.0, 0.0, 1.0;
    contacts.mu.setConstant(1, 1, mu);
  }
};

// The paper's box [Peiret 2017, Table 1] at its start: a cube on four vertices that slides and spins.
struct Box {
  static constexpr double mass = 1.0, side = 1.0, gravity = 9.81;
  Bodies bodies;
  Contacts contacts;

  explicit Box(double mu = 1.0) {
    bodies.mass = Eigen::VectorXd::Constant(1, mass);
    bodies.inertia.setConstant(1, 3, mass * side * side / 6.0);
    bodies.position.resize(1, 3);
    bodies.position << 0.0, 0.0, 0.5 * side;
    bodies.velocity.resize(1, 3);
    bodies.velocity << 0.0, 5.0, 0.0;
    bodies.angular_velocity.resize(1, 3);
    bodies.angular_velocity << 0.0, 0.0, 2.0 * std::numbers::pi;
    bodies.orientation.resize(1, 4);
    bodies.orientation << 1.0, 0.0, 0.0, 0.0;
    bodies.force.resize(1, 3);
    bodies.force << 0.0, 0.0, -mass * gravity;
    contacts.bodies.resize(4, 2);
    contacts.point.resize(4, 3);
    contacts.normal.resize(4, 3);
    contacts.mu.setConstant(4, 1, mu);
    contacts.gap.setZero(4);
    touch();
  }

  // Contacts where the lower vertices are.
  void touch() {
    const Eigen::Quaterniond q(bodies.orientation(0, 0), bodies.orientation(0, 1), bodies.orientation(0, 2),
                               bodies.orientation(0, 3));
    int i = 0;
    for (const double x : {-0.5, 0.5}) {
      for (const double y : {-0.5, 0.5}) {
        const Vec<3> p = Vec<3>(bodies.position.row(0)) + q * (side * Vec<3>(x, y, -0.5));
        contacts.bodies.row(i) << 0, ground;
        contacts.point.row(i) = p.transpose();
        contacts.normal.row(i) << 0.0, 0.0, 1.0;
        contacts.gap[i] = p.z();
        ++i;
      }
    }
  }
};

// Two bodies in the air that are pressed together at three points, turned and thrown: no symmetry is left.
struct Pair {
  Bodies bodies;
  Contacts contacts;

  Pair() {
    bodies.mass.resize(2);
    bodies.mass << 1.5, 0.7;
    bodies.inertia.resize(2, 9);
    bodies.inertia << 0.4, 0.03, 0.01, 0.03, 0.5, -0.02, 0.01, -0.02, 0.3,  //
        0.2, 0.0, 0.01, 0.0, 0.15, 0.02, 0.01, 0.02, 0.25;
    bodies.position.resize(2, 3);
    bodies.position << 0.1, 0.2, 1.0, -0.1, 0.1, 0.0;
    bodies.velocity.resize(2, 3);
    bodies.velocity << 0.2, -0.1, -1.0, -0.3, 0.1, 0.8;
    bodies.angular_velocity.resize(2, 3);
    bodies.angular_velocity << 0.5, -0.4, 0.9, -0.2, 0.6, -1.1;
    bodies.orientation.resize(2, 4);
    bodies.orientation << 0.9, 0.1, -0.3, 0.2, 0.5, -0.4, 0.2, 0.7;
    bodies.force.resize(2, 3);
    bodies.force << 1.0, 2.0, -10.0, 0.5, -1.0, 8.0;
    bodies.torque.resize(2, 3);
    bodies.torque << 0.3, -0.2, 0.1, -0.1, 0.2, 0.4;
    contacts.bodies.resize(3, 2);
    contacts.bodies << 0, 1, 0, 1, 0, 1;
    contacts.point.resize(3, 3);
    contacts.point << 0.2, 0.1, 0.5, -0.2, 0.3, 0.45, 0.1, -0.3, 0.55;
    contacts.normal.resize(3, 3);
    contacts.normal << 0.1, 0.0, 1.0, 0.0, -0.2, 2.0, 0.0, 0.1, 0.9;
    contacts.mu.resize(3, 2);
    contacts.mu << 0.5, 0.4, 0.8, 0.6, 0.3, 0.3;
    contacts.tangent.resize(3, 3);
    contacts.tangent << 1.0, 0.2, 0.0, 0.5, -1.0, 0.0, 0.3, 1.0, 0.1;
  }
};

}  // namespace stickslip::formulation::test
