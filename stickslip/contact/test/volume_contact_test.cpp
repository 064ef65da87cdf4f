#include "stickslip/contact/volume_contact.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "stickslip/core/test/refusal.hpp"
#include "stickslip/geometry/test/bodies.hpp"
#include "stickslip/patch/limit_surface.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::contact::test::volume_contact_test {
namespace {

using Eigen::Quaterniond;
using geometry::Overlap, geometry::Polyhedron, stickslip::test::refusal;
using geometry::test::random_body, geometry::test::random_pose, geometry::test::random_vector;

Pose3 at(double x, double y, double z) {
  return {Vec<3>(x, y, z), Quaterniond::Identity()};
}

// The cube of 0.1 m on a floor, pressed in by this much.
VolumeContact cube_on_floor(double depth = 1e-6) {
  const Polyhedron cube = Polyhedron::box({0.1, 0.1, 0.1}), floor = Polyhedron::box({2.0, 2.0, 0.5});
  return VolumeContact(overlap(cube, at(0.0, 0.0, 0.05 - depth), floor, at(0.0, 0.0, -0.25)));
}

// Not where a body is inside the other.
bool has_normal(const Overlap& o) {
  VolumeContact room = cube_on_floor();
  return room.assign(o);
}

Eigen::Matrix3d cross_matrix(const Vec<3>& p) {
  Eigen::Matrix3d m;
  m << 0, -p(2), p(1), p(2), 0, -p(0), -p(1), p(0), 0;
  return m;
}

// Q and c of Eq. 2, triangle by triangle of each face, with the three midpoints of the edges: exact for quadratic integrands.
struct Sums {
  Eigen::Matrix<double, 6, 6> Q = Eigen::Matrix<double, 6, 6>::Zero();
  Vec<6> c = Vec<6>::Zero();
};

Sums by_triangles(const VolumeContact& contact) {
  Sums sums;
  const Overlap& o = contact.overlap();
  const Vec<3>& n = contact.normal();
  for (const Overlap::Face& face : o.faces()) {
    const auto corners = o.corners(face);
    const double side = face.normal.dot(n) > 0.0 ? 1.0 : -1.0;
    for (std::size_t i = 2; i < corners.size(); ++i) {
      const std::array<Vec<3>, 3> v{o.vertices()[static_cast<std::size_t>(corners[0])],
                                    o.vertices()[static_cast<std::size_t>(corners[i - 1])],
                                    o.vertices()[static_cast<std::size_t>(corners[i])]};
      const double area = 0.5 * std::abs((v[1] - v[0]).cross(v[2] - v[0]).dot(n));
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec<3> middle = 0.5 * (v[k] + v[(k + 1) % 3]), p = middle - middle.dot(n) * n;
        Eigen::Matrix<double, 3, 6> K;
        K << Eigen::Matrix3d::Identity(), -cross_matrix(p);
        sums.Q += area / 3.0 * K.transpose() * K;
        sums.c += area / 3.0 * side * middle.dot(n) * K.transpose() * n;
      }
    }
  }
  return sums;
}

TEST(VolumeContact, OfACubeOnAFloorIsItsFace) {
  const double depth = 1e-4;
  const VolumeContact contact = cube_on_floor(depth);
  EXPECT_NEAR((contact.normal() - Vec<3>::UnitZ()).norm(), 0.0, 1e-15);
  EXPECT_NEAR((contact.point() - Vec<3>(0.0, 0.0, -0.5 * depth)).norm(), 0.0, 1e-15);
  EXPECT_EQ(contact.e1(), Vec<3>::UnitX());
  EXPECT_EQ(contact.e2(), Vec<3>::UnitY());
  ASSERT_EQ(contact.polygon().size(), 4U);
  for (const Vec<2>& corner : contact.polygon()) EXPECT_NEAR(corner.cwiseAbs().minCoeff(), 0.05, 1e-15);
  EXPECT_NEAR(contact.area(), 0.01, 1e-16);
  EXPECT_NEAR(contact.c()(2), 0.01 * depth, 1e-16);
  // Twice ∫ x² = 0.1⁴/12.
  const double second = 2.0 * 1e-4 / 12.0;
  Vec<6> diagonal;
  diagonal << 0.02, 0.02, 0.02, second, second, 2.0 * second;
  EXPECT_NEAR((contact.Q() - Eigen::Matrix<double, 6, 6>(diagonal.asDiagonal())).norm(), 0.0, 1e-15);
  const patch::Pressure pressure = contact.pressure();
  const patch::Pressure uniform = patch::Pressure::rectangle({0.1, 0.1});
  EXPECT_NEAR(pressure.r(), uniform.r(), 1e-14);
  EXPECT_NEAR(pressure.u(), uniform.u(), 1e-15);
}

TEST(VolumeContact, SumsAreThoseOfItsTriangles) {
  std::mt19937 engine(1);
  int tried = 0;
  for (int i = 0; i < 200; ++i) {
    const Polyhedron a = random_body(engine), b = random_body(engine);
    const Overlap o = overlap(a, random_pose(engine, 0.5), b, random_pose(engine, 0.5));
    if (!has_normal(o)) continue;
    const VolumeContact contact(o);
    const Sums sums = by_triangles(contact);
    EXPECT_NEAR((contact.Q() - sums.Q).norm(), 0.0, 1e-12 * sums.Q.norm()) << i;
    EXPECT_NEAR((contact.c() - sums.c).norm(), 0.0, 1e-12 * (o.volume() + 1.0)) << i;
    EXPECT_EQ(contact.Q(), contact.Q().transpose().eval());
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> eigen(contact.Q());
    EXPECT_GE(eigen.eigenvalues().minCoeff(), -1e-13 * sums.Q.norm()) << i;
    ++tried;
  }
  EXPECT_GT(tried, 100);
}

TEST(VolumeContact, NormalTurnsRoundWhenBodiesAreSwappedAndFollowsARotation) {
  std::mt19937 engine(2);
  for (int i = 0; i < 100; ++i) {
    const Polyhedron a = random_body(engine), b = random_body(engine);
    const Pose3 X_WA = random_pose(engine, 0.5), X_WB = random_pose(engine, 0.5), X = random_pose(engine, 3.0);
    const Overlap o = overlap(a, X_WA, b, X_WB);
    if (!has_normal(o) || o.volume() < 1e-9) continue;
    const VolumeContact contact(o), swapped(overlap(b, X_WB, a, X_WA)), moved(overlap(a, X * X_WA, b, X * X_WB));
    EXPECT_NEAR((contact.normal() + swapped.normal()).norm(), 0.0, 1e-12) << i;
    EXPECT_NEAR((X.vector(contact.normal()) - moved.normal()).norm(), 0.0, 1e-11) << i;
    EXPECT_NEAR((X.point(contact.point()) - moved.point()).norm(), 0.0, 1e-11) << i;
    EXPECT_NEAR(contact.area(), moved.area(), 1e-11) << i;
    EXPECT_NEAR((contact.Q() - swapped.Q()).norm(), 0.0, 1e-11 * contact.Q().norm()) << i;
    // The direction in which moving A shrinks the volume fastest: −dV = area of the polygon times the way.
    const double step = 1e-6;
    const auto volume_after = [&](const Vec<3>& way) {
      return overlap(a, Pose3(X_WA.position() + step * way, X_WA.rotation()), b, X_WB).volume();
    };
    Vec<3> gradient;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec<3> way = Vec<3>::Unit(axis);
      gradient(axis) = (volume_after(way) - volume_after(-way)) / (2.0 * step);
    }
    EXPECT_NEAR((gradient.normalized() + contact.normal()).norm(), 0.0, 1e-4) << i;
  }
}

TEST(VolumeContact, RefusesOverlapsWithoutNormal) {
  const Polyhedron cube = Polyhedron::box({1.0, 1.0, 1.0}), rod = Polyhedron::box({0.2, 0.2, 9.0}),
                   small = Polyhedron::box({0.5, 0.5, 0.5});
  const auto refused = [&](const Polyhedron& a, const Pose3& X_WA) {
    return refusal([&] { VolumeContact{overlap(a, X_WA, cube, Pose3())}; });
  };
  EXPECT_NE(refused(small, at(0.1, 0.0, 0.0)).find("no normal"), std::string::npos);
  EXPECT_NE(refused(rod, at(0.1, 0.2, 0.0)).find("right through"), std::string::npos);
  EXPECT_NE(refused(small, at(5.0, 0.0, 0.0)).find("empty"), std::string::npos);
  VolumeContact contact = cube_on_floor();
  EXPECT_FALSE(contact.assign(overlap(small, Pose3(), cube, Pose3())));
  EXPECT_NEAR(contact.area(), 0.01, 1e-15);
}

// A wedge pressed into a floor: V is a prism of triangles, thickness a roof, and its pressure has a mean along the ridge.
TEST(VolumeContact, PressureFollowsTheThickness) {
  const Polyhedron wedge = Polyhedron::prism({{-1.0, 1.0}, {0.0, 0.0}, {1.0, 1.0}}, 2.0);  // its edge along z
  const Polyhedron floor = Polyhedron::box({9.0, 9.0, 9.0});
  const double depth = 0.1;
  const VolumeContact contact(overlap(wedge, at(0.0, 4.5 - depth, 0.0), floor, Pose3()));
  EXPECT_NEAR((contact.normal() - Vec<3>::UnitY()).norm(), 0.0, 1e-14);
  const patch::Pressure pressure = contact.pressure();
  EXPECT_EQ(std::get<patch::LinearPieces>(pressure.shape()).pieces.size(), 2U);
  // p ∝ 1 − |x|/depth over |x| ≤ depth, |z| ≤ 1: u = depth²/6 + 1/3.
  EXPECT_NEAR(pressure.u(), depth * depth / 6.0 + 1.0 / 3.0, 1e-13);
  EXPECT_NEAR(pressure.cop().norm(), 0.0, 1e-14);
  // The force against a slide is 1 in any direction.
  const patch::LimitSurface surface(pressure);
  EXPECT_NEAR(surface.wrench({0.6, 0.8, 0.0}).head<2>().norm(), 1.0, 1e-13);
}

// Volume, and the same by pressure: the thickness of random overlaps adds up to V where no face is nearly parallel to the normal.
TEST(VolumeContact, PressureExistsForRandomBodies) {
  std::mt19937 engine(3);
  int tried = 0;
  for (int i = 0; i < 300; ++i) {
    const Overlap o =
        overlap(random_body(engine), random_pose(engine, 0.6), random_body(engine), random_pose(engine, 0.6));
    if (o.is_empty()) continue;
    VolumeContact contact = cube_on_floor();
    if (!contact.assign(o)) continue;
    const patch::Pressure pressure = contact.pressure();
    // The CoP is the barycentre, seen along n, but for the faces that are left out.
    const double size = std::sqrt(contact.area());
    EXPECT_LT(pressure.cop().norm(), 0.03 * size) << i;
    EXPECT_GT(pressure.r(), 0.0);
    ++tried;
  }
  EXPECT_GT(tried, 150);
}

TEST(VolumeContact, AllocatesNothingWhenAssignedAgain) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP();
  const Polyhedron cube = Polyhedron::box({0.1, 0.1, 0.1});
  geometry::OverlapFinder finder;
  VolumeContact contact = cube_on_floor();
  std::mt19937 engine(4);
  std::vector<Pose3> poses;
  for (int i = 0; i < 30; ++i) poses.push_back(random_pose(engine, 0.03));
  const auto run = [&] {
    for (const Pose3& pose : poses) static_cast<void>(contact.assign(finder.find(cube, Pose3(), cube, pose)));
  };
  run();
  EXPECT_EQ(stickslip::test::allocations_in(run), 0U);
}

}  // namespace
}  // namespace stickslip::contact::test::volume_contact_test
