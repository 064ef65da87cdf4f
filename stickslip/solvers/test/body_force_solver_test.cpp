#include "stickslip/solvers/body_force_solver.hpp"

#include <cmath>
#include <random>
#include <span>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace stickslip::solvers::body_force_solver_test {
namespace {

using Matrix6 = BodyForceProblem::Matrix;

// r = −D u + b, or with a bend: −D u − c u³ entry by entry.
class BentLaw final : public BodyForceLaw {
 public:
  std::vector<Matrix6> D;
  std::vector<Vec<6>> b;
  double bend = 0.0;

  void respond(int force, const Vec<6>& u, Vec<6>& r, Matrix6& slope) override {
    const auto i = static_cast<std::size_t>(force);
    r = b[i] - D[i] * u - bend * u.array().cube().matrix();
    slope = D[i];
    slope.diagonal() += 3.0 * bend * u.cwiseAbs2();
  }
};

class Random {
 public:
  double operator()() { return normal_(engine_); }
  template <class Matrix>
  Matrix matrix() {
    Matrix m;
    for (double& entry : m.reshaped()) entry = (*this)();
    return m;
  }
  BodyConeProblem::Body body() {
    const double mass = 0.5 + std::abs((*this)());
    const auto a = matrix<Eigen::Matrix3d>();
    const Eigen::Matrix3d inertia = mass * (a * a.transpose() + Eigen::Matrix3d::Identity());
    return {mass, 1.0 / mass, inertia, inertia.inverse(), matrix<Vec<6>>()};
  }

 private:
  std::mt19937 engine_{11};
  std::normal_distribution<double> normal_;
};

std::span<double> numbers_of(Eigen::VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

struct Case {
  BodyForceProblem problem;
  BentLaw law;
};

// Bodies in a ring, the first held by the ground, with matrices that are not symmetric.
Case ring(int bodies, Random& random) {
  Case made;
  for (int b = 0; b < bodies; ++b) made.problem.bodies.push_back(random.body());
  for (int b = 0; b <= bodies; ++b) {
    const int first = b == bodies ? 0 : b, second = b == bodies ? BodyForceProblem::none : (b + 1) % bodies;
    if (first == second) continue;
    made.problem.forces.push_back(
        {first, second, random.matrix<Matrix6>(), random.matrix<Matrix6>(), random.matrix<Vec<6>>()});
    const auto a = random.matrix<Matrix6>(), skew = random.matrix<Matrix6>();
    made.law.D.push_back(a * a.transpose() + 0.3 * (skew - skew.transpose()));
    made.law.b.push_back(random.matrix<Vec<6>>());
  }
  return made;
}

// M (v − v_free) − Σ Jᵀ r, by body.
Eigen::VectorXd left_over(const Case& of, const Eigen::VectorXd& v, const std::vector<double>& r) {
  BentLaw law = of.law;
  Eigen::VectorXd left(v.size());
  for (std::size_t b = 0; b < of.problem.bodies.size(); ++b) {
    const auto& body = of.problem.bodies[b];
    const Vec<6> change = v.segment<6>(6 * static_cast<Eigen::Index>(b)) - body.free;
    left.segment<6>(6 * static_cast<Eigen::Index>(b)) << body.mass * change.head<3>(), body.inertia * change.tail<3>();
  }
  for (std::size_t i = 0; i < of.problem.forces.size(); ++i) {
    const auto& force = of.problem.forces[i];
    Vec<6> u = force.d, push;
    Matrix6 slope;
    if (force.first >= 0) u += force.J_first * v.segment<6>(6 * force.first);
    if (force.second >= 0) u += force.J_second * v.segment<6>(6 * force.second);
    law.respond(static_cast<int>(i), u, push, slope);
    if (force.first >= 0) left.segment<6>(6 * force.first) -= force.J_first.transpose() * push;
    if (force.second >= 0) left.segment<6>(6 * force.second) -= force.J_second.transpose() * push;
  }
  for (std::size_t i = 0; i < of.problem.rows.size(); ++i) {
    const auto& row = of.problem.rows[i];
    if (row.first >= 0) left.segment<6>(6 * row.first) -= r[i] * row.J_first;
    if (row.second >= 0) left.segment<6>(6 * row.second) -= r[i] * row.J_second;
  }
  return left;
}

TEST(BodyForceSolver, SolvesLinearForcesInOneStep) {
  Random random;
  for (const int bodies : {1, 2, 5, 12}) {
    Case made = ring(bodies, random);
    Eigen::VectorXd v = Eigen::VectorXd::Zero(6 * bodies);
    BodyForceSolver solver;
    const SolveReport report = solver.solve(made.problem, made.law, numbers_of(v), {});
    EXPECT_EQ(report.status, SolveStatus::converged);
    EXPECT_LE(report.iterations, 2);
    EXPECT_LT(left_over(made, v, {}).norm(), 1e-8) << bodies;
  }
}

TEST(BodyForceSolver, SolvesForcesThatAreNotLinear) {
  Random random;
  Case made = ring(6, random);
  made.law.bend = 10.0;
  Eigen::VectorXd v = Eigen::VectorXd::Zero(36);
  BodyForceSolver solver;
  const SolveReport report = solver.solve(made.problem, made.law, numbers_of(v), {});
  EXPECT_EQ(report.status, SolveStatus::converged) << report.residual;
  EXPECT_LT(left_over(made, v, {}).norm(), 1e-7);
  // From the solution there is nothing to do.
  EXPECT_EQ(solver.solve(made.problem, made.law, numbers_of(v), {}).iterations, 0);
}

TEST(BodyForceSolver, HoldsRowsWithinTheirBounds) {
  Random random;
  Case made = ring(4, random);
  for (int i = 0; i < 6; ++i) {
    made.problem.rows.push_back({i % 4, i < 3 ? (i + 1) % 4 : BodyConeProblem::none, random.matrix<Vec<6>>(),
                                 random.matrix<Vec<6>>(), random(), 1e-3, -0.2, 0.1});
  }
  Eigen::VectorXd v = Eigen::VectorXd::Zero(24);
  std::vector<double> r(6);
  BodyForceSolver solver;
  ASSERT_EQ(solver.solve(made.problem, made.law, numbers_of(v), r).status, SolveStatus::converged);
  EXPECT_LT(left_over(made, v, r).norm(), 1e-7);
  int at_bounds = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto& row = made.problem.rows[i];
    double y = row.d + row.epsilon * r[i] + row.J_first.dot(v.segment<6>(6 * row.first));
    if (row.second >= 0) y += row.J_second.dot(v.segment<6>(6 * row.second));
    if (r[i] <= row.low) {
      EXPECT_GE(y, -1e-9);
      ++at_bounds;
    } else if (r[i] >= row.high) {
      EXPECT_LE(y, 1e-9);
      ++at_bounds;
    } else {
      EXPECT_NEAR(y, 0.0, 1e-9);
    }
  }
  EXPECT_GT(at_bounds, 0);
}

// Against differences of the solution, with constant impulses at the first two forces.
TEST(BodyForceSolver, FindsWhatImpulsesDoToVelocities) {
  Random random;
  Case made = ring(4, random);
  made.problem.rows.push_back({1, 2, random.matrix<Vec<6>>(), random.matrix<Vec<6>>(), 0.3, 1e-3, -10.0, 10.0});
  for (int i = 0; i < 2; ++i) {
    made.law.D[static_cast<std::size_t>(i)].setZero();
    made.law.b[static_cast<std::size_t>(i)].setZero();
  }
  BodyForceSolver solver;
  std::vector<double> r(1);
  const auto twists = [&] {
    Eigen::VectorXd v = Eigen::VectorXd::Zero(24), u(12);
    EXPECT_EQ(solver.solve(made.problem, made.law, numbers_of(v), r).status, SolveStatus::converged);
    for (int i = 0; i < 2; ++i) {
      const auto& force = made.problem.forces[static_cast<std::size_t>(i)];
      u.segment<6>(6 * i) =
          force.J_first * v.segment<6>(6 * force.first) + force.J_second * v.segment<6>(6 * force.second);
    }
    return u;
  };
  const Eigen::VectorXd before = twists();
  Eigen::MatrixXd A;
  ASSERT_TRUE(solver.find_responses(made.problem, 2, A));
  for (int k = 0; k < 12; ++k) {
    const auto force = static_cast<std::size_t>(k / 6);
    made.law.b[force](k % 6) = 1.0;
    EXPECT_LT((twists() - before - A.col(k)).norm(), 1e-7) << k;
    made.law.b[force](k % 6) = 0.0;
  }
}

TEST(BodyForceSolver, SaysWhereNumbersAreNotFinite) {
  Random random;
  Case made = ring(2, random);
  made.problem.bodies[0].free(0) = std::nan("");
  Eigen::VectorXd v = Eigen::VectorXd::Zero(12);
  BodyForceSolver solver;
  EXPECT_EQ(solver.solve(made.problem, made.law, numbers_of(v), {}).status, SolveStatus::not_finite);
}

}  // namespace
}  // namespace stickslip::solvers::body_force_solver_test
