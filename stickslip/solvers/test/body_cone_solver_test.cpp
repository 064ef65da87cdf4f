// Friction between bodies: the same solutions as with W formed, whatever the way there.
#include "stickslip/solvers/body_cone_solver.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/cone_problem.hpp"
#include "stickslip/solvers/residual.hpp"
#include "stickslip/solvers/workspace.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::solvers::test::body_cone_solver_test {
namespace {

using Contact = BodyConeProblem::Contact;

Eigen::Matrix3d cross_matrix(const Vec<3>& a) {
  Eigen::Matrix3d m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

// Velocity at a point per velocity of a body, in the axes that are the rows of `axes`.
Eigen::Matrix<double, 3, 6> jacobian(const Eigen::Matrix3d& axes, const Vec<3>& arm) {
  Eigen::Matrix<double, 3, 6> J;
  J << axes, -axes * cross_matrix(arm);
  return J;
}

// A tower of cubes of 0.1 m and 0.1 kg after a step of 1 ms of free fall, four contacts between neighbours, with sideways velocities.
BodyConeProblem tower(int height, std::mt19937_64& random, double sideways, double mu) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const double side = 0.1, mass = 0.1, inertia = mass * side * side / 6.0, h = 1e-3;
  BodyConeProblem problem;
  for (int i = 0; i < height; ++i) {
    BodyConeProblem::Body body;
    body.mass = mass;
    body.inverse_mass = 1.0 / mass;
    body.inertia = inertia * Eigen::Matrix3d::Identity();
    body.inverse_inertia = Eigen::Matrix3d::Identity() / inertia;
    for (int k = 0; k < 6; ++k) body.free[k] = sideways * number(random);
    body.free[2] -= 9.81 * h;
    problem.bodies.push_back(body);
    for (const double x : {-0.05, 0.05}) {
      for (const double y : {-0.05, 0.05}) {
        Eigen::Matrix3d axes;
        axes << 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0;
        Contact contact{.first = i,
                        .second = i == 0 ? BodyConeProblem::none : i - 1,
                        .J_first = jacobian(axes, {x, y, -0.05}),
                        .J_second = -jacobian(axes, {x, y, 0.05}),
                        .d = Vec<3>::Zero(),
                        .epsilon = 1e-4 * (i == 0 ? 40.0 : 80.0),
                        .mu = mu};
        problem.contacts.push_back(contact);
      }
    }
  }
  return problem;
}

ConeProblem with_matrix(const BodyConeProblem& problem) {
  const auto n = static_cast<Eigen::Index>(problem.contacts.size()),
             bodies = static_cast<Eigen::Index>(problem.bodies.size());
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * n, 6 * bodies), inverse = Eigen::MatrixXd::Zero(6 * bodies, 6 * bodies);
  Eigen::VectorXd free(6 * bodies), d(3 * n), mu(n);
  for (Eigen::Index b = 0; b < bodies; ++b) {
    const BodyConeProblem::Body& body = problem.bodies[static_cast<std::size_t>(b)];
    inverse.diagonal().segment<3>(6 * b).setConstant(body.inverse_mass);
    inverse.block<3, 3>(6 * b + 3, 6 * b + 3) = body.inverse_inertia;
    free.segment<6>(6 * b) = body.free;
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
    if (contact.first >= 0) J.block<3, 6>(3 * i, 6 * contact.first) = contact.J_first;
    if (contact.second >= 0) J.block<3, 6>(3 * i, 6 * contact.second) = contact.J_second;
    d.segment<3>(3 * i) = contact.d;
    mu[i] = contact.mu;
  }
  Eigen::MatrixXd W = J * inverse * J.transpose();
  for (Eigen::Index i = 0; i < n; ++i) W(3 * i, 3 * i) += problem.contacts[static_cast<std::size_t>(i)].epsilon;
  return {BlockMatrix::from_dense(W), J * free + d, mu};
}

struct Solved {
  std::vector<double> r, v;
  SolveReport report;
};

Solved solve(BodyConeSolver& solver, const BodyConeProblem& problem, BodyConeMemory& memory, double tolerance,
             const Solved& before = {}) {
  Solved solved = before;
  solved.r.resize(3 * problem.contacts.size(), 0.0);
  solved.v.resize(6 * problem.bodies.size(), 0.0);
  solved.report = solver.solve(problem, solved.r, solved.v, memory, {.tolerance = tolerance});
  solver.velocities(solved.v);
  return solved;
}

TEST(BodyConeSolver, FindsTheVelocitiesThatTheProblemWithItsMatrixHas) {
  std::mt19937_64 random(1);
  for (const int height : {1, 2, 5, 12}) {
    for (const double sideways : {0.0, 0.003, 0.5}) {
      const BodyConeProblem problem = tower(height, random, sideways, 0.5);
      BodyConeSolver solver;
      BodyConeMemory memory;
      const Solved solved = solve(solver, problem, memory, 1e-10);
      EXPECT_EQ(solved.report.status, SolveStatus::converged)
          << height << ' ' << sideways << ' ' << solved.report.residual;
      EXPECT_NEAR(residual(problem, solved.r), solved.report.residual, 1e-13);

      const ConeProblem whole = with_matrix(problem);
      Eigen::VectorXd r = Eigen::VectorXd::Zero(whole.size());
      const SolveReport other = solvers::solve(whole, std::span<double>(r.data(), static_cast<std::size_t>(r.size())),
                                               ConeMethod::automatic, {.tolerance = 1e-12});
      ASSERT_EQ(other.status, SolveStatus::converged);
      // Normal impulses are unique, as are velocities at contacts; friction within a face is not.
      for (std::size_t i = 0; i < problem.contacts.size(); ++i)
        EXPECT_NEAR(solved.r[3 * i], r[static_cast<Eigen::Index>(3 * i)], 1e-5 * r.lpNorm<Eigen::Infinity>());
    }
  }
}

// A chain of bodies, random rows between neighbours, some with bounds; the last of a pair of rows is redundant.
BodyConeProblem chain_of_rows(int length, bool with_bounds, std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  BodyConeProblem problem;
  for (int i = 0; i < length; ++i) {
    const double mass = std::exp(2.0 * number(random));
    BodyConeProblem::Body body{
        mass, 1.0 / mass, mass * 0.1 * Eigen::Matrix3d::Identity(), Eigen::Matrix3d::Identity() / (0.1 * mass), {}};
    for (int k = 0; k < 6; ++k) body.free[k] = number(random);
    problem.bodies.push_back(body);
    for (int row = 0; row < 4; ++row) {
      BodyConeProblem::Row to{.first = i,
                              .second = i == 0 ? BodyConeProblem::none : i - 1,
                              .J_first = Vec<6>::Zero(),
                              .J_second = Vec<6>::Zero(),
                              .d = number(random),
                              .epsilon = 1e-3 / mass,
                              .low = -infinity,
                              .high = infinity};
      for (int k = 0; k < 6; ++k) {
        to.J_first[k] = number(random);
        if (i > 0) to.J_second[k] = number(random);
      }
      if (row == 3) {
        to.J_first = problem.rows.back().J_first;
        to.J_second = problem.rows.back().J_second;
      }
      if (with_bounds && row == 1) to.low = 0.0;
      if (with_bounds && row == 2) {
        to.high = 0.1 * mass;
        to.low = -to.high;
      }
      problem.rows.push_back(to);
    }
  }
  return problem;
}

TEST(BodyConeSolver, SolvesRowsAsTheDenseEquationsDo) {
  std::mt19937_64 random(11);
  for (const int length : {1, 3, 20}) {
    const BodyConeProblem problem = chain_of_rows(length, false, random);
    BodyConeSolver solver;
    BodyConeMemory memory;
    std::vector<double> r(problem.impulses(), 0.0), v(6 * problem.bodies.size(), 0.0);
    const SolveReport report = solver.solve(problem, r, v, memory, {.tolerance = 1e-10});
    EXPECT_EQ(report.status, SolveStatus::converged);
    const auto rows = static_cast<Eigen::Index>(problem.rows.size());
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(rows, 6 * length),
                    inverse = Eigen::MatrixXd::Zero(6 * length, 6 * length);
    Eigen::VectorXd right(rows), epsilon(rows), free(6 * length);
    for (int b = 0; b < length; ++b) {
      const auto& body = problem.bodies[static_cast<std::size_t>(b)];
      inverse.diagonal().segment<3>(6 * b).setConstant(body.inverse_mass);
      inverse.block<3, 3>(6 * b + 3, 6 * b + 3) = body.inverse_inertia;
      free.segment<6>(6 * b) = body.free;
    }
    for (Eigen::Index i = 0; i < rows; ++i) {
      const auto& row = problem.rows[static_cast<std::size_t>(i)];
      J.row(i).segment<6>(6 * row.first) = row.J_first;
      if (row.second >= 0) J.row(i).segment<6>(6 * row.second) = row.J_second;
      right[i] = -row.d;
      epsilon[i] = row.epsilon;
    }
    Eigen::MatrixXd W = J * inverse * J.transpose();
    W.diagonal() += epsilon;
    const Eigen::VectorXd expected = W.ldlt().solve(right - J * free);
    for (Eigen::Index i = 0; i < rows; ++i)
      EXPECT_NEAR(r[static_cast<std::size_t>(i)], expected[i], 1e-6 * expected.lpNorm<Eigen::Infinity>()) << length;
  }
}

TEST(BodyConeSolver, KeepsRowsWithinTheirBoundsBesideContacts) {
  std::mt19937_64 random(12);
  for (int k = 0; k < 20; ++k) {
    BodyConeProblem problem = chain_of_rows(6, true, random);
    if (k % 2 == 1) problem.contacts = tower(6, random, 0.01, 0.5).contacts;
    BodyConeSolver solver;
    BodyConeMemory memory;
    std::vector<double> r(problem.impulses(), 0.0), v(36, 0.0);
    const SolveReport report = solver.solve(problem, r, v, memory, {.tolerance = 1e-9});
    ASSERT_EQ(report.status, SolveStatus::converged) << k << ' ' << report.residual;
    EXPECT_LE(residual(problem, r), 1e-9) << k;
    solver.velocities(v);
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      const auto& row = problem.rows[i];
      const double impulse = r[3 * problem.contacts.size() + i];
      double y = row.d + row.epsilon * impulse + row.J_first.dot(Eigen::Map<const Vec<6>>(v.data() + 6 * row.first));
      if (row.second >= 0) y += row.J_second.dot(Eigen::Map<const Vec<6>>(v.data() + 6 * row.second));
      EXPECT_GE(impulse, row.low);
      EXPECT_LE(impulse, row.high);
      const bool is_above = impulse > row.low, is_below = impulse < row.high;
      EXPECT_TRUE(!is_above || y <= 1e-7) << k << ' ' << i << ' ' << y;
      EXPECT_TRUE(!is_below || y >= -1e-7) << k << ' ' << i << ' ' << y;
    }
  }
}

TEST(BodyConeSolver, RepeatsARestingStepByOneBackSubstitution) {
  std::mt19937_64 random(2);
  const BodyConeProblem problem = tower(10, random, 0.0, 0.5);
  BodyConeSolver solver;
  BodyConeMemory memory;
  Solved solved;
  for (int step = 0; step < 3; ++step) {
    solved = solve(solver, problem, memory, 1e-9, solved);
    ASSERT_EQ(solved.report.status, SolveStatus::converged);
    ASSERT_FALSE(memory.is_empty());
    for (double& impulse : solved.r) impulse *= 1.0 + 1e-4;
  }
  EXPECT_LE(solved.report.iterations, 2);
}

TEST(BodyConeSolver, GoesOnBitForBitWithAMemoryThatWasWrittenAndRead) {
  std::mt19937_64 random(3);
  const BodyConeProblem problem = tower(6, random, 0.002, 0.5);
  BodyConeSolver solver;
  BodyConeMemory memory, again;
  const Solved first = solve(solver, problem, memory, 1e-9);
  std::vector<double> numbers;
  memory.write(numbers);
  ASSERT_FALSE(numbers.empty());
  again.read(numbers);
  const Solved one = solve(solver, problem, memory, 1e-12, first);
  BodyConeSolver other_solver;
  const Solved other = solve(other_solver, problem, again, 1e-12, first);
  EXPECT_EQ(one.r, other.r);
  EXPECT_EQ(one.v, other.v);
  numbers.pop_back();
  EXPECT_THROW(again.read(numbers), InvalidArgument);
  numbers[1] = std::nan("");
  EXPECT_THROW(again.read(numbers), InvalidArgument);
}

TEST(BodyConeSolver, SaysSoWhereNumbersAreNotFinite) {
  std::mt19937_64 random(4);
  BodyConeProblem problem = tower(3, random, 0.0, 0.5);
  BodyConeSolver solver;
  BodyConeMemory memory, other;
  static_cast<void>(solve(solver, problem, memory, 1e-9));
  problem.bodies[1].free[0] = std::nan("");
  const Solved solved = solve(solver, problem, other, 1e-9);
  EXPECT_EQ(solved.report.status, SolveStatus::not_finite);
  // Nothing of the solve before.
  EXPECT_EQ(solved.r, std::vector<double>(solved.r.size(), 0.0));
  EXPECT_TRUE(std::isnan(solved.v[6]));
}

TEST(BodyConeSolver, AllocatesNothingTheSecondTime) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP();
  std::mt19937_64 random(5);
  const BodyConeProblem problem = tower(8, random, 0.01, 0.5);
  BodyConeSolver solver;
  BodyConeMemory memory;
  Solved solved = solve(solver, problem, memory, 1e-9);
  memory.clear();
  std::fill(solved.r.begin(), solved.r.end(), 0.0);
  EXPECT_EQ(stickslip::test::allocations_in(
                [&] { solved.report = solver.solve(problem, solved.r, solved.v, memory, {.tolerance = 1e-9}); }),
            0U);
  EXPECT_EQ(solved.report.status, SolveStatus::converged);
}

}  // namespace
}  // namespace stickslip::solvers::test::body_cone_solver_test
