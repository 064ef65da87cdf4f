// What every pose must do, in the plane and in space: a group of rigid motions that leaves distances and power alone.
#include <cmath>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "stickslip/core/pose2.hpp"
#include "stickslip/core/pose3.hpp"
#include "stickslip/core/test/property.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::pose_conformance_test {
namespace {

using test::draw_vector;

struct Plane {
  using Pose = Pose2;
  static constexpr int space = 2, motion = 3;
  static Pose2 draw() { return Pose2::from_coordinates(draw_vector<3>(4.0)); }
};

struct Space {
  using Pose = Pose3;
  static constexpr int space = 3, motion = 6;
  static Pose3 draw() {
    const Vec<3> position = draw_vector<3>(4.0);
    return Pose3::from_axis_angle(position, draw_vector<3>(1.0) + Vec<3>(2.0, 0.0, 0.0), draw_vector<1>(7.0)(0));
  }
};

template <class Kind>
class PoseConformance : public testing::Test {};
using Kinds = testing::Types<Plane, Space>;
TYPED_TEST_SUITE(PoseConformance, Kinds);

// Numbers here are below 10, products of two or three of them below 1000: rounding stays well below this.
constexpr double rounding = 1e-12;

template <class A, class B>
bool close(const A& a, const B& b, double tolerance = rounding) {
  return (a - b).cwiseAbs().maxCoeff() <= tolerance;
}

TYPED_TEST(PoseConformance, InverseUndoes) {
  test::for_all([] {
    const auto X = TypeParam::draw();
    const auto one = decltype(X){}.matrix();
    RC_ASSERT(close((X * X.inverse()).matrix(), one));
    RC_ASSERT(close((X.inverse() * X).matrix(), one));
    // Products are normalised: of a quaternion that is rounding of 2 eps, of the entries of its matrix, twice products of two, 8 eps.
    RC_ASSERT(close((X * decltype(X){}).matrix(), X.matrix(), 1.8e-15));
    RC_ASSERT(close(X.inverse().matrix(), X.matrix().inverse()));
  });
}

TYPED_TEST(PoseConformance, ComposesAsItsMatricesMultiply) {
  test::for_all([] {
    const auto X_AB = TypeParam::draw(), X_BC = TypeParam::draw(), X_CD = TypeParam::draw();
    RC_ASSERT(close((X_AB * X_BC).matrix(), X_AB.matrix() * X_BC.matrix()));
    RC_ASSERT(close((X_AB * X_BC).adjoint(), X_AB.adjoint() * X_BC.adjoint()));
    RC_ASSERT(close((X_AB * X_BC).dual_adjoint(), X_AB.dual_adjoint() * X_BC.dual_adjoint()));
    RC_ASSERT(close(((X_AB * X_BC) * X_CD).matrix(), (X_AB * (X_BC * X_CD)).matrix()));
  });
}

TYPED_TEST(PoseConformance, TakesPointsAndVectorsAsItsMatrixDoes) {
  test::for_all([] {
    constexpr int n = TypeParam::space;
    const auto X = TypeParam::draw();
    const Vec<n> p = draw_vector<n>(5.0), q = draw_vector<n>(5.0);
    RC_ASSERT(close(X.point(p), (X.matrix() * p.homogeneous()).template head<n>()));
    RC_ASSERT(close(X.point(p) - X.point(q), X.vector(p - q)));
    RC_ASSERT(std::abs(X.vector(p).dot(X.vector(q)) - p.dot(q)) <= 10 * rounding);
    RC_ASSERT(std::abs(X.matrix().determinant() - 1.0) <= rounding);
  });
}

// A point fixed to the body has one velocity, whichever frame's twist it is computed from.
TYPED_TEST(PoseConformance, KeepsTheVelocityOfEveryPoint) {
  test::for_all([] {
    constexpr int n = TypeParam::space, m = TypeParam::motion;
    const auto X_AB = TypeParam::draw();
    const Vec<m> V_B = draw_vector<m>(3.0);
    const Vec<n> p_B = draw_vector<n>(5.0);
    const Vec<n> in_b = twist_at(V_B, p_B).template head<n>();
    const Vec<n> in_a = twist_at(X_AB.twist(V_B), X_AB.point(p_B)).template head<n>();
    RC_ASSERT(close(in_a, X_AB.vector(in_b), 10 * rounding));
  });
}

TYPED_TEST(PoseConformance, KeepsPower) {
  test::for_all([] {
    constexpr int n = TypeParam::space, m = TypeParam::motion;
    const auto X_AB = TypeParam::draw();
    const Vec<m> V_B = draw_vector<m>(3.0), F_B = draw_vector<m>(3.0);
    const Vec<n> d = draw_vector<n>(5.0);
    const double power = V_B.dot(F_B);
    RC_ASSERT(std::abs(X_AB.twist(V_B).dot(X_AB.wrench(F_B)) - power) <= 100 * rounding);
    RC_ASSERT(std::abs(twist_at(V_B, d).dot(wrench_at(F_B, d)) - power) <= 100 * rounding);
  });
}

TYPED_TEST(PoseConformance, AdjointsAreTheMatricesOfTheChangesOfFrame) {
  test::for_all([] {
    constexpr int m = TypeParam::motion;
    const auto X_AB = TypeParam::draw();
    const Vec<m> V_B = draw_vector<m>(3.0), F_B = draw_vector<m>(3.0);
    RC_ASSERT(close(X_AB.adjoint() * V_B, X_AB.twist(V_B)));
    RC_ASSERT(close(X_AB.dual_adjoint() * F_B, X_AB.wrench(F_B)));
    RC_ASSERT(close(X_AB.inverse().twist(X_AB.twist(V_B)), V_B, 10 * rounding));
    RC_ASSERT(close(X_AB.inverse().wrench(X_AB.wrench(F_B)), F_B, 10 * rounding));
  });
}

TYPED_TEST(PoseConformance, ReferencePointMovesThereAndBack) {
  test::for_all([] {
    constexpr int n = TypeParam::space, m = TypeParam::motion;
    const Vec<m> V = draw_vector<m>(3.0), F = draw_vector<m>(3.0);
    const Vec<n> d = draw_vector<n>(5.0), e = draw_vector<n>(5.0);
    RC_ASSERT(close(twist_at(twist_at(V, d), e), twist_at(V, d + e)));
    RC_ASSERT(close(wrench_at(wrench_at(F, d), e), wrench_at(F, d + e)));
    RC_ASSERT(close(twist_at(twist_at(V, d), -d), V));
    RC_ASSERT(close(wrench_at(wrench_at(F, d), -d), F));
  });
}

// exp of the matrix of a displacement, by its series of halves: an independent computation.
template <class Matrix>
Matrix exponential(const Matrix& a) {
  constexpr int halvings = 12;
  const Matrix small = a / std::pow(2.0, halvings);
  Matrix term = Matrix::Identity(), sum = term;
  for (int k = 1; k < 12; ++k) {
    term = term * small / k;
    sum += term;
  }
  for (int k = 0; k < halvings; ++k) sum = sum * sum;
  return sum;
}

Eigen::Matrix3d generator(const Vec<3>& d) {
  Eigen::Matrix3d m = Eigen::Matrix3d::Zero();
  m << 0.0, -d(2), d(0), d(2), 0.0, d(1), 0.0, 0.0, 0.0;
  return m;
}

Eigen::Matrix4d generator(const Vec<6>& d) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Zero();
  m << 0.0, -d(5), d(4), d(0), d(5), 0.0, -d(3), d(1), -d(4), d(3), 0.0, d(2), 0.0, 0.0, 0.0, 0.0;
  return m;
}

TYPED_TEST(PoseConformance, ExponentialIsThatOfTheMatrix) {
  test::for_all([] {
    const Vec<TypeParam::motion> d = draw_vector<TypeParam::motion>(3.0);
    // Twelve squarings let the rounding of the independent computation grow to some 2¹² of 1e-16.
    RC_ASSERT(close(decltype(TypeParam::draw())::exp(d).matrix(), exponential(generator(d)), 1e-11));
  });
}

TYPED_TEST(PoseConformance, ExponentialsAlongOneScrewAdd) {
  test::for_all([] {
    using Pose = typename TypeParam::Pose;
    const Vec<TypeParam::motion> d = draw_vector<TypeParam::motion>(2.0);
    const double a = draw_vector<1>(1.0)(0), b = draw_vector<1>(1.0)(0);
    RC_ASSERT(close((Pose::exp(a * d) * Pose::exp(b * d)).matrix(), Pose::exp((a + b) * d).matrix()));
    RC_ASSERT(close(Pose::exp(-d).matrix(), Pose::exp(d).inverse().matrix()));
    // A twist is the same screw in every frame: X exp(d) X⁻¹ = exp(Ad d).
    const Pose X = TypeParam::draw();
    RC_ASSERT(close((X * Pose::exp(d) * X.inverse()).matrix(), Pose::exp(X.twist(d)).matrix(), 10 * rounding));
  });
}

// With d small, exp(d) = 1 + d + d²/2 in the matrices; at every angle down to zero, nothing is lost beside d itself.
TYPED_TEST(PoseConformance, ExponentialIsPreciseForSmallDisplacements) {
  using Pose = typename TypeParam::Pose;
  for (const double size : {1e-4, 1e-8, 1e-12, 1e-160, 1e-300}) {
    Vec<TypeParam::motion> d;
    for (int i = 0; i < d.size(); ++i) d(i) = size * (1.0 + 0.37 * i * (i % 2 == 0 ? 1.0 : -1.0));
    const auto first = generator(d);
    const auto expected = (first + 0.5 * first * first).eval();
    const auto got = Pose::exp(d).matrix();
    const Vec<TypeParam::space> shift = got.template topRightCorner<TypeParam::space, 1>();
    const Vec<TypeParam::space> wanted = expected.template topRightCorner<TypeParam::space, 1>();
    // What is left out is of the third order.
    EXPECT_LE((shift - wanted).cwiseAbs().maxCoeff(), (50.0 * size * size + 4e-16) * size) << size;
    EXPECT_LE((got - expected - decltype(got)::Identity()).cwiseAbs().maxCoeff(), 50.0 * size * size * size + 4e-16);
  }
  EXPECT_EQ(Pose::exp(Vec<TypeParam::motion>::Zero()).matrix(), Pose{}.matrix());
}

// A twist that is constant in the body is one screw; many short steps along it are one long step.
TYPED_TEST(PoseConformance, BodyTwistMovesAlongItsScrew) {
  test::for_all([] {
    const auto X = TypeParam::draw();
    const Vec<TypeParam::motion> V = draw_vector<TypeParam::motion>(2.0);
    auto stepped = X;
    for (int k = 0; k < 10; ++k) stepped = stepped.after_body_twist(V, 0.1);
    RC_ASSERT(close(stepped.matrix(), X.after_body_twist(V, 1.0).matrix()));
    RC_ASSERT(close(stepped.matrix(), (X * decltype(X)::exp(V)).matrix()));
  });
}

// Constant in the world's axes: the origin goes straight, and the body turns about it.
TYPED_TEST(PoseConformance, WorldTwistMovesTheOriginStraight) {
  test::for_all([] {
    constexpr int n = TypeParam::space, m = TypeParam::motion;
    const auto X = TypeParam::draw();
    const Vec<m> V = draw_vector<m>(2.0);
    auto stepped = X;
    for (int k = 0; k < 10; ++k) stepped = stepped.after_world_twist(V, 0.1);
    const auto once = X.after_world_twist(V, 1.0);
    RC_ASSERT(close(stepped.matrix(), once.matrix()));
    RC_ASSERT(close(once.position(), X.position() + V.template head<n>(), 1e-14));
  });
}

// Both integrate the same field: for a short time they differ by its curvature only, dt² with a factor below ‖V‖².
TYPED_TEST(PoseConformance, BodyAndWorldTwistAgreeForAShortTime) {
  test::for_all([] {
    constexpr int n = TypeParam::space, m = TypeParam::motion;
    const auto X = TypeParam::draw();
    const Vec<m> V_W = draw_vector<m>(1.0);
    // The same twist at B's origin, in B's axes.
    const auto X_BW = X.inverse();
    Vec<m> V_B = V_W;
    V_B.template head<n>() = X_BW.vector(V_W.template head<n>());
    if constexpr (n == 3) V_B.template tail<3>() = X_BW.vector(V_W.template tail<3>());
    const double dt = 1e-5;
    RC_ASSERT(close(X.after_body_twist(V_B, dt).matrix(), X.after_world_twist(V_W, dt).matrix(), 10 * dt * dt));
  });
}

TYPED_TEST(PoseConformance, AllocatesNothing) {
  if (!test::counts_allocations()) GTEST_SKIP() << "allocations cannot be counted here";
  constexpr int m = TypeParam::motion;
  using Pose = typename TypeParam::Pose;
  const Vec<m> V = Vec<m>::Constant(0.3);
  double sum = 0.0;
  EXPECT_EQ(test::allocations_in([&] {
              const Pose X = Pose::exp(V).after_body_twist(V, 0.1).after_world_twist(V, 0.1) * Pose{};
              sum += (X.inverse().adjoint() * X.twist(V)).dot(X.dual_adjoint() * X.wrench(V)) + X.matrix()(0, 0);
            }),
            0U);
  EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace
}  // namespace stickslip::pose_conformance_test
