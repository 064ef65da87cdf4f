#include "stickslip/geometry/polyhedron.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "stickslip/core/test/refusal.hpp"
#include "stickslip/geometry/test/bodies.hpp"

namespace stickslip::geometry::test::polyhedron_test {
namespace {

using stickslip::test::refusal;

Eigen::Matrix3Xd random_points(unsigned seed, int count, bool on_sphere = false) {
  std::mt19937 engine(seed);
  return test::random_points(engine, count, on_sphere);
}

Eigen::Matrix3d rotation(double angle) {
  return Eigen::AngleAxisd(angle, Vec<3>(1, -2, 3).normalized()).toRotationMatrix();
}

// What holds for every polyhedron: Euler's relation, planes that bound it, three faces or more at every vertex, corners
// counter-clockwise, edges between the faces they name.
void expect_sound(const Polyhedron& body) {
  const std::size_t vertices = static_cast<std::size_t>(body.vertices().cols());
  EXPECT_EQ(vertices + body.faces().size(), body.edges().size() + 2);
  const double rounding = 1e-13 * body.vertices().cwiseAbs().maxCoeff() + 1e-11 * body.radius();
  std::vector<int> faces_at(vertices, 0);
  std::map<std::pair<int, int>, int> face_left_of;
  for (std::size_t f = 0; f < body.faces().size(); ++f) {
    const Polyhedron::Face& face = body.faces()[f];
    EXPECT_NEAR(face.normal.norm(), 1.0, 1e-14);
    const Eigen::RowVectorXd heights = (face.normal.transpose() * body.vertices()).array() - face.offset;
    EXPECT_LE(heights.maxCoeff(), rounding);
    const auto corners = body.corners(face);
    ASSERT_EQ(corners.size(), static_cast<std::size_t>(face.count));
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const int a = corners[i], b = corners[(i + 1) % corners.size()], c = corners[(i + 2) % corners.size()];
      EXPECT_NEAR(heights(a), 0.0, rounding);
      ++faces_at[static_cast<std::size_t>(a)];
      EXPECT_TRUE(face_left_of.emplace(std::pair(a, b), static_cast<int>(f)).second);
      const Vec<3> ab = body.vertices().col(b) - body.vertices().col(a),
                   bc = body.vertices().col(c) - body.vertices().col(b);
      EXPECT_GT(face.normal.dot(ab.cross(bc)), 0.0);
    }
  }
  for (const int count : faces_at) EXPECT_GE(count, 3);
  for (const Polyhedron::Edge& edge : body.edges()) {
    EXPECT_EQ(face_left_of.at({edge.tail, edge.head}), edge.left);
    EXPECT_EQ(face_left_of.at({edge.head, edge.tail}), edge.right);
  }
}

TEST(Polyhedron, BoxHasTheInertiaOfABox) {
  const Polyhedron box = Polyhedron::box({1.0, 2.0, 3.0});
  expect_sound(box);
  EXPECT_EQ(box.vertices().cols(), 8);
  EXPECT_EQ(box.faces().size(), 6U);
  EXPECT_EQ(box.edges().size(), 12U);
  EXPECT_NEAR(box.volume(), 6.0, 1e-14);
  EXPECT_NEAR(box.centre().norm(), 0.0, 1e-15);
  const Vec<3> expected(6.0 / 12 * (4 + 9), 6.0 / 12 * (1 + 9), 6.0 / 12 * (1 + 4));  // V/12 (b² + c²), …
  EXPECT_NEAR((box.inertia() - Eigen::Matrix3d(expected.asDiagonal())).norm(), 0.0, 1e-13);
  EXPECT_NEAR(box.radius(), 0.5 * std::sqrt(14.0), 1e-15);
}

TEST(Polyhedron, TetrahedronHasTheMomentsOfTheStandardSimplex) {
  Eigen::Matrix3Xd corners(3, 4);
  corners << 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;
  const Polyhedron body = Polyhedron::from_points(corners);
  expect_sound(body);
  EXPECT_NEAR(body.volume(), 1.0 / 6, 1e-15);
  EXPECT_NEAR((body.centre() - Vec<3>::Constant(0.25)).norm(), 0.0, 1e-15);
  // ∫x² = 1/60 and ∫xy = 1/120 about the corner; about the centre V/16 less.
  const double square = 1.0 / 60 - 1.0 / 96, mixed = 1.0 / 120 - 1.0 / 96;
  Eigen::Matrix3d expected = Eigen::Matrix3d::Constant(-mixed);
  expected.diagonal().setConstant(2 * square);
  EXPECT_NEAR((body.inertia() - expected).norm(), 0.0, 1e-16);
}

TEST(Polyhedron, PrismHasTheInertiaOfItsOutline) {
  std::vector<Vec<2>> hexagon;
  for (int i = 0; i < 6; ++i)
    hexagon.emplace_back(std::cos(i * std::numbers::pi / 3), std::sin(i * std::numbers::pi / 3));
  const double area = 1.5 * std::sqrt(3.0), height = 0.7, volume = area * height;
  for (const bool clockwise : {false, true}) {
    const Polyhedron body = Polyhedron::prism(hexagon, height);
    expect_sound(body);
    EXPECT_EQ(body.faces().size(), 8U);
    EXPECT_NEAR(body.volume(), volume, 1e-14);
    const double second = 5.0 / 16 * std::sqrt(3.0) * height;  // ∫x² = ∫y² of the regular hexagon of side 1
    const double axial = volume * height * height / 12;
    const Vec<3> expected(second + axial, second + axial, 2 * second);
    EXPECT_NEAR((body.inertia() - Eigen::Matrix3d(expected.asDiagonal())).norm(), 0.0, 1e-14);
    if (!clockwise) std::reverse(hexagon.begin(), hexagon.end());
  }
}

TEST(Polyhedron, LeavesOutCornersThatAreNone) {
  // A square with points in the middle of its sides.
  const Polyhedron body = Polyhedron::prism({{0, 0}, {0.5, 0}, {1, 0}, {1, 0.3}, {1, 1}, {0, 1}}, 1.0);
  expect_sound(body);
  EXPECT_EQ(body.vertices().cols(), 8);
  EXPECT_EQ(body.faces().size(), 6U);
  // A turned cube with a grid of points on and in it.
  Eigen::Matrix3Xd grid(3, 125);
  for (int i = 0; i < 125; ++i) grid.col(i) = rotation(0.7) * Vec<3>(i % 5, i / 5 % 5, i / 25);
  const Polyhedron cube = Polyhedron::from_points(grid);
  expect_sound(cube);
  EXPECT_EQ(cube.vertices().cols(), 8);
  EXPECT_EQ(cube.faces().size(), 6U);
  EXPECT_NEAR(cube.volume(), 64.0, 1e-12);
}

TEST(Polyhedron, HullsOfRandomPointsAreSoundAndHoldThem) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Eigen::Matrix3Xd points = random_points(seed, 4 + static_cast<int>(seed) * 5, seed % 2 == 0);
    const Polyhedron body = Polyhedron::from_points(points);
    expect_sound(body);
    for (const auto point : points.colwise()) EXPECT_LE(body.depth(point), 1e-12);
    if (seed % 2 == 0) {
      EXPECT_EQ(body.vertices().cols(), points.cols());
    }
  }
}

TEST(Polyhedron, TurningAndMovingCarriesEverythingAlong) {
  const Eigen::Matrix3Xd points = random_points(7, 30);
  const Polyhedron body = Polyhedron::from_points(points);
  const Eigen::Matrix3d turn = rotation(1.3);
  for (const double far : {1.0, 1e3, 1e6}) {
    const Vec<3> shift = far * Vec<3>(3, -2, 5);
    const Polyhedron other = Polyhedron::from_points((turn * points).colwise() + shift);
    expect_sound(other);
    const double rounding = 1e-13 + 1e-14 * far;
    EXPECT_NEAR(other.volume(), body.volume(), rounding * body.volume());
    EXPECT_NEAR((other.centre() - turn * body.centre() - shift).norm(), 0.0, rounding);
    EXPECT_NEAR((other.inertia() - turn * body.inertia() * turn.transpose()).norm(), 0.0,
                10 * rounding * body.inertia().norm());
    const Polyhedron back = other.moved(-shift);
    expect_sound(back);
    EXPECT_NEAR((back.centre() - turn * body.centre()).norm(), 0.0, rounding);
  }
}

TEST(Polyhedron, ScalesFromTinyToHuge) {
  const Eigen::Matrix3Xd points = random_points(3, 20);
  const Polyhedron body = Polyhedron::from_points(points);
  for (const double scale : {1e-40, 1e-3, 1e40}) {
    const Polyhedron other = Polyhedron::from_points(scale * points);
    EXPECT_NEAR(other.volume() / std::pow(scale, 3) / body.volume(), 1.0, 1e-12);
    EXPECT_NEAR((other.inertia() / std::pow(scale, 5) - body.inertia()).norm(), 0.0, 1e-12 * body.inertia().norm());
    EXPECT_EQ(other.faces().size(), body.faces().size());
  }
}

TEST(Polyhedron, SupportIsTheFirstFarthestVertex) {
  const Polyhedron box = Polyhedron::box({1, 1, 1});
  EXPECT_EQ(box.support({1, 0, 0}), 1);
  const Polyhedron body = Polyhedron::from_points(random_points(11, 200, true));
  const Eigen::Matrix3Xd directions = random_points(12, 200);
  for (const auto direction : directions.colwise()) {
    Eigen::Index expected = 0;
    (direction.transpose() * body.vertices()).maxCoeff(&expected);
    EXPECT_EQ(body.support(direction), static_cast<int>(expected));
  }
}

TEST(Polyhedron, DepthIsNegativeInsideAndZeroOnTheSurface) {
  const Polyhedron box = Polyhedron::box({2, 2, 2});
  EXPECT_DOUBLE_EQ(box.depth({0.5, 0, 0}), -0.5);
  EXPECT_DOUBLE_EQ(box.depth({1.0, 0.2, 0}), 0.0);
  EXPECT_DOUBLE_EQ(box.depth({3.0, 0, 0}), 2.0);
}

TEST(Polyhedron, EqualsWhatHasTheSameVerticesAndFaces) {
  EXPECT_TRUE(Polyhedron::box({1, 2, 3}) == Polyhedron::box({1, 2, 3}));
  EXPECT_FALSE(Polyhedron::box({1, 2, 3}) == Polyhedron::box({1, 2, 4}));
  EXPECT_FALSE(Polyhedron::box({1, 1, 1}) == Polyhedron::from_points(random_points(1, 9)));
}

TEST(Polyhedron, MergesWithinATolerance) {
  Eigen::Matrix3Xd corners = rotation(0.4) * Polyhedron::box({1, 2, 3}).vertices();
  corners = corners.cast<float>().cast<double>();
  EXPECT_GT(Polyhedron::from_points(corners).faces().size(), 6U);
  const Polyhedron box = Polyhedron::from_points(corners, 1e-6);
  EXPECT_EQ(box.faces().size(), 6U);
  EXPECT_NEAR(box.volume(), 6.0, 1e-5);
}

TEST(Polyhedron, RefusesWhatIsNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal([] {
              Polyhedron::box({1, 0, 1});
            }),
            "Polyhedron.box: side = 0 must be positive, 1e-50 to 1e50 and at least 1e-6 of the longest [m]");
  EXPECT_NE(refusal([&] { Polyhedron::box({1, nan, 1}); }).find("side = nan"), std::string::npos);
  EXPECT_NE(refusal([] { Polyhedron::box({1, 1, 1e-7}); }).find("side = 1e-07"), std::string::npos);
  EXPECT_EQ(refusal([] { Polyhedron::box({1, 1, 1e-6}); }), "accepted");
  EXPECT_NE(refusal([] { Polyhedron::prism({{0, 0}, {1, 0}, {1, 1}}, 0.0); }).find("height = 0"), std::string::npos);
  EXPECT_NE(refusal([] { Polyhedron::prism({{0, 0}, {1, 0}, {1, 1}}, 1e-8); }).find("thickness"), std::string::npos);
  EXPECT_EQ(refusal([] {
              Polyhedron::prism({{0, 0}, {0, 2}, {1, 1}, {2, 2}, {2, 0}}, 1.0);
            }),
            "Polyhedron.prism: outline[2] is a corner that turns inwards; the outline must be convex");
  EXPECT_NE(refusal([] { Polyhedron::prism({{0, 0}, {1, 0}}, 1.0); }).find("3 or more"), std::string::npos);
  EXPECT_EQ(refusal([] { Polyhedron::from_points(Eigen::Matrix3Xd::Random(3, 3)); }),
            "Polyhedron: 3 points; there must be 4 to 10000000");
  Eigen::Matrix3Xd points = random_points(1, 12);
  points(2, 5) = nan;
  EXPECT_EQ(refusal([&] { Polyhedron::from_points(points, 0.0, "stone"); }),
            "stone: points[5] has the coordinate nan, which must be finite and at most 1e50 in size [m]");
  for (const double thick : {0.0, 1e-9}) {
    Eigen::Matrix3Xd flat = random_points(1, 12);
    flat.row(2) = flat.row(0) - 2 * flat.row(1) + thick * flat.row(2);
    EXPECT_NE(refusal([&] { Polyhedron::from_points(flat); }).find("lie in one plane"), std::string::npos) << thick;
  }
  EXPECT_NE(refusal([] { Polyhedron::from_points(Eigen::Matrix3Xd::Ones(3, 9)); }).find("extent"), std::string::npos);
  EXPECT_NE(refusal([] { Polyhedron::from_points(random_points(1, 9), -1.0); }).find("tolerance = -1"),
            std::string::npos);
  EXPECT_NE(refusal([] { Polyhedron::from_points(random_points(1, 9), 1.0); }).find("tolerance = 1"),
            std::string::npos);
  EXPECT_NE(refusal([&] { Polyhedron::box({1, 1, 1}).moved({0, nan, 0}); }).find("(0, nan, 0)"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::geometry::test::polyhedron_test
