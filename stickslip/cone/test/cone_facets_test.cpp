#include "stickslip/cone/detail/cone_facets.hpp"

#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "stickslip/cone/detail/contact_rays.hpp"
#include "stickslip/cone/test/enumeration.hpp"
#include "stickslip/core/test/property.hpp"
#include "stickslip/geometry/hull.hpp"
#include "stickslip/numerics/non_negative_fit.hpp"
#include "stickslip/numerics/singular_values.hpp"

namespace stickslip::cone::cone_facets_test {
namespace {

using detail::cone_facets;
using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using test::difference, test::matrix_of, test::random_matrix, test::random_rotation;

TEST(ConeFacets, OfTheOrthant) {
  for (Index d = 1; d <= 8; ++d) {
    EXPECT_LE(difference(cone_facets(MatrixXd::Identity(d, d)), -MatrixXd::Identity(d, d)), 1e-14) << d;
  }
}

// d independent rays: each facet holds all but one, so A Vᵀ is diagonal and negative.
TEST(ConeFacets, OfASimplexAreTheInverse) {
  std::mt19937 generator(1);
  for (Index d = 1; d <= 8; ++d) {
    for (int k = 0; k < 20; ++k) {
      const MatrixXd v = random_matrix(d, d, generator) + 3.0 * MatrixXd::Identity(d, d);
      EXPECT_LE(difference(cone_facets(v), -v.inverse().transpose()), 1e-12) << d;
    }
  }
}

TEST(ConeFacets, OfAPyramidWithRaysInsideAndOnItsFacets) {
  const MatrixXd rays = matrix_of(
      {{1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1}, {0, 0, 1}, {1, 0.3, 1}, {0, 1, 1}, {2, 2, 2}, {-0.2, 0.4, 7}});
  EXPECT_LE(difference(cone_facets(rays), matrix_of({{1, 0, -1}, {-1, 0, -1}, {0, 1, -1}, {0, -1, -1}})), 1e-14);
}

// The cone over a cube, d − 1 = 2 … 7 dimensions: 2^(d−1) rays, 2 (d − 1) facets, far from simplices. Its polar is the
// cone over the cross-polytope, with as many facets as the cube has corners.
TEST(ConeFacets, OfACubeAndItsPolar) {
  for (Index d = 3; d <= 8; ++d) {
    const Index corners = Index{1} << (d - 1);
    MatrixXd rays(corners, d), rows = MatrixXd::Zero(2 * (d - 1), d);
    for (Index i = 0; i < corners; ++i) {
      for (Index j = 0; j + 1 < d; ++j) rays(i, j) = ((i >> j) & 1) != 0 ? 1.0 : -1.0;
      rays(i, d - 1) = 1.0;
    }
    for (Index j = 0; j + 1 < d; ++j) {
      rows(2 * j, j) = 1.0;
      rows(2 * j + 1, j) = -1.0;
    }
    rows.col(d - 1).setConstant(-1.0);
    EXPECT_LE(difference(cone_facets(rays), rows), 1e-13) << d;
    EXPECT_LE(difference(cone_facets(rows), rays), 1e-13) << d;
  }
}

// Many facets at small angles to each other.
TEST(ConeFacets, OfARoundCone) {
  constexpr int sides = 360;
  MatrixXd rays(sides, 3), rows(sides, 3);
  for (int i = 0; i < sides; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / sides, half = angle + std::numbers::pi / sides;
    rays.row(i) << std::cos(angle), std::sin(angle), 2.0;
    rows.row(i) << std::cos(half), std::sin(half), -0.5 * std::cos(std::numbers::pi / sides);
  }
  EXPECT_LE(difference(cone_facets(rays), rows), 1e-12);
}

TEST(ConeFacets, OfLinesPlanesAndHalfSpaces) {
  // One ray: the equations and the end of the ray.
  EXPECT_LE(difference(cone_facets(matrix_of({{0, 0, 3}})),
                       matrix_of({{0, 0, -1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}})),
            1e-14);
  // A line in the plane.
  EXPECT_LE(difference(cone_facets(matrix_of({{1, 1}, {-2, -2}})), matrix_of({{1, -1}, {-1, 1}})), 1e-14);
  // A half-space, by rays that balance only all together.
  const MatrixXd half = matrix_of({{1, 0, 0}, {-0.5, 0.9, 0}, {-0.4, -0.8, 0}, {0.3, 0.2, 0.7}, {0, 0, 1}});
  EXPECT_LE(difference(cone_facets(half), matrix_of({{0, 0, -1}})), 1e-14);
  // A wedge: a line and two half-planes that meet in it.
  EXPECT_LE(difference(cone_facets(matrix_of({{0, 0, 1}, {0, 0, -1}, {1, 0, 0.3}, {1, 1, 5}, {2, 1, 0}})),
                       matrix_of({{0, -1, 0}, {-1, 1, 0}})),
            1e-14);
  EXPECT_EQ(cone_facets(matrix_of({{1, 0}, {-1, 2}, {-1, -1}})).rows(), 0);
  EXPECT_EQ(cone_facets(matrix_of({{1}, {-3}})).rows(), 0);
  // No ray: the origin alone. No facet: everything.
  const MatrixXd none(0, 2), axes = matrix_of({{1, 0}, {-1, 0}, {0, 1}, {0, -1}});
  EXPECT_LE(difference(cone_facets(none), axes), 0.0);
  EXPECT_EQ(cone_facets(axes).rows(), 0);
}

// In a turned subspace, with the equations of that subspace.
TEST(ConeFacets, OfFlatCones) {
  std::mt19937 generator(2);
  for (Index d = 3; d <= 8; ++d) {
    for (Index inner = 2; inner < d; ++inner) {
      MatrixXd rays = random_matrix(inner + 3, inner, generator);
      rays.col(0) = rays.col(0).cwiseAbs().array() + 0.5;
      const MatrixXd turn = random_rotation(d, generator), flat_rays = rays * turn.topRows(inner);
      const MatrixXd rows = cone_facets(flat_rays), expected = cone_facets(rays) * turn.topRows(inner);
      ASSERT_EQ(rows.rows(), expected.rows() + 2 * (d - inner));
      EXPECT_LE(difference(rows.topRows(expected.rows()), expected), 1e-12);
      const MatrixXd equations = rows.bottomRows(2 * (d - inner));
      EXPECT_LE((equations * flat_rays.transpose()).cwiseAbs().maxCoeff(), 1e-13);
      EXPECT_LE((equations.topRows(d - inner) + equations.bottomRows(d - inner)).norm(), 1e-15);
      EXPECT_LE((equations.transpose() * equations / 2.0 -
                 turn.bottomRows(d - inner).transpose() * turn.bottomRows(d - inner))
                    .norm(),
                1e-12);
    }
  }
}

MatrixXd any_rays(Index d, bool integer, bool upward) {
  const Index n = *rc::gen::inRange<Index>(d, 13);
  std::mt19937 generator(*rc::gen::arbitrary<unsigned>());
  const int range = *rc::gen::inRange(1, 4);
  MatrixXd rays = random_matrix(n, d, generator);
  if (integer) {
    std::uniform_int_distribution<int> uniform(-range, range);
    for (double& x : rays.reshaped()) x = uniform(generator);
  }
  if (upward) rays.col(d - 1) = rays.col(d - 1).cwiseAbs();
  for (Index i = 0; i < n; ++i) {
    if (rays.row(i).isZero(0.0)) rays(i, d - 1) = 1.0;
  }
  return rays;
}

// With integers many rays share planes, repeat, or are opposite.
TEST(ConeFacets, AreThoseFoundByEnumeration) {
  stickslip::test::for_all([] {
    const Index d = *rc::gen::inRange<Index>(2, 7);
    const MatrixXd rays = any_rays(d, *rc::gen::inRange(0, 3) > 0, *rc::gen::inRange(0, 4) > 0);
    RC_PRE(numerics::SingularValues(rays).setThreshold(1e-9).rank() == d);
    RC_ASSERT(difference(cone_facets(rays), test::facets_by_enumeration(rays)) <= 1e-11);
  });
}

// Units must not matter: with newtons and millimetres, rays and rows are only stretched.
TEST(ConeFacets, FollowAChangeOfUnits) {
  stickslip::test::for_all([] {
    const Index d = *rc::gen::inRange<Index>(2, 7);
    const MatrixXd rays = any_rays(d, false, true);
    VectorXd scale = VectorXd::Ones(d);
    for (Index j = d / 2; j < d; ++j) scale(j) = *rc::gen::element(1e-3, 1e3);
    const MatrixXd rows = cone_facets(rays), stretched = cone_facets(rays * scale.asDiagonal());
    RC_ASSERT(difference(stretched * scale.asDiagonal(), rows) <= 1e-10);
  });
}

TEST(ConeFacets, TurnWithTheRays) {
  stickslip::test::for_all([] {
    const Index d = *rc::gen::inRange<Index>(2, 8);
    const MatrixXd rays = any_rays(d, *rc::gen::arbitrary<bool>(), true);
    std::mt19937 generator(*rc::gen::arbitrary<unsigned>());
    const MatrixXd turn = random_rotation(d, generator);
    RC_PRE(numerics::SingularValues(rays).setThreshold(1e-9).rank() == d);
    RC_ASSERT(difference(cone_facets(rays * turn), cone_facets(rays) * turn) <= 1e-10);
  });
}

TEST(ConeFacets, IgnoreLengths) {
  const MatrixXd rays = matrix_of({{1e150, 0, 1e150}, {0, 1e-150, 1e-150}, {-3, 0, 3}, {0, -1e-300, 1e-300}});
  EXPECT_LE(difference(cone_facets(rays), matrix_of({{1, 1, -1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, -1}})), 1e-14);
}

MatrixXd rays_of(const std::vector<FrictionPoint>& points, int k) {
  return detail::contact_rays(points, k, Approximation::inner);
}

// A sole bears what its corners bear: contacts between them add many rays to its facets, and no facet.
TEST(ConeFacets, OfASoleAreThoseOfItsCorners) {
  for (const double width : {0.035, 0.05, 0.1}) {
    for (const int k : {3, 4, 7, 8}) {
      std::vector<FrictionPoint> all, corners;
      for (const double x : {-0.1, 0.0, 0.1}) {
        for (const double y : {-width, 0.0, width}) {
          const FrictionPoint point{{x, y, 0.0}, Vec<3>::UnitZ(), 0.5};
          all.push_back(point);
          if (x * y != 0.0) corners.push_back(point);
        }
      }
      const MatrixXd rows = cone_facets(rays_of(all, k));
      EXPECT_LE(difference(rows, cone_facets(rays_of(corners, k))), 1e-13);
      EXPECT_LE(difference(cone_facets(rows), rays_of(corners, k)), 1e-13);
    }
  }
}

// Points of a grid in one plane, seen from elsewhere: rounding leaves so many rays almost in one facet that Qhull's
// merging gives up for some. A missing facet would leave the cone too wide: rays would come back that are outside.
TEST(ConeFacets, AreCompleteWhereManyRaysAreAlmostCoplanar) {
  std::mt19937 generator(5);
  std::uniform_int_distribution<int> digit(-1, 1);
  for (int i = 0; i < 12; ++i) {
    const Vec<3> normal = random_matrix(3, 1, generator).normalized(), middle = random_matrix(3, 1, generator);
    std::vector<FrictionPoint> points;
    for (int j = 0; j < 6; ++j) {
      const Vec<3> corner(digit(generator), digit(generator), digit(generator));
      points.push_back({middle + corner - corner.dot(normal) * normal, normal, 0.17});
    }
    const MatrixXd rays = rays_of(points, 7), rows = cone_facets(rays), back = cone_facets(rows);
    EXPECT_LE((rows * rays.transpose()).maxCoeff(), 1e-13) << i;
    const MatrixXd columns = numerics::UnitColumns(rays.transpose()).columns;
    for (const auto& ray : back.rowwise())
      EXPECT_LE(numerics::NonNegativeFit<numerics::few_rows>(columns, ray.transpose()).rest().norm(), 1e-11) << i;
  }
}

TEST(Hull, SaysWhatQhullSays) {
  const MatrixXd too_few = matrix_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  std::string message;
  try {
    geometry::hull_facets(too_few);
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_NE(message.find("3 points in 3 dimensions"), std::string::npos) << message;
  EXPECT_NE(message.find("not enough points"), std::string::npos) << message;
}

}  // namespace
}  // namespace stickslip::cone::cone_facets_test
