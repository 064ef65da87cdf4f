#include "stickslip/cone/wrench_polytope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "stickslip/cone/test/enumeration.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/core/test/property.hpp"

namespace stickslip::cone::wrench_polytope_test {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using test::difference, test::random_matrix;
using Vec6 = Vec<6>;

Vec6 wrench(double fx, double fy, double fz, double tx = 0.0, double ty = 0.0, double tz = 0.0) {
  return (Vec6() << fx, fy, fz, tx, ty, tz).finished();
}

// Three fingers around an object of radius r, pushing to its middle.
std::vector<FrictionPoint> three_fingers(double r, const Vec<3>& middle = Vec<3>::Zero(), double mu = 0.5) {
  std::vector<FrictionPoint> points;
  for (int i = 0; i < 3; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / 3.0;
    const Vec<3> out(std::cos(angle), std::sin(angle), 0.0);
    points.push_back({middle + r * out, -out, mu});
  }
  return points;
}

// How far the polytope reaches along u.
double reach(const WrenchPolytope& polytope, const Vec6& u) {
  return (polytope.vertices() * u).maxCoeff();
}

TEST(WrenchPolytope, OfOneContactIsAPyramid) {
  const std::vector<FrictionPoint> point{{Vec<3>::Zero(), Vec<3>::UnitZ(), 0.5}};
  const WrenchPolytope polytope(point, 10.0, 4, Approximation::outer);
  // Four sides, the cap, and no torque.
  MatrixXd rows = MatrixXd::Zero(11, 6);
  VectorXd offsets = VectorXd::Zero(11);
  rows.topLeftCorner(5, 3) = test::matrix_of({{2, 0, -1}, {-2, 0, -1}, {0, 2, -1}, {0, -2, -1}, {0, 0, 1}});
  rows.topRows(5).rowwise().normalize();
  offsets(4) = 10.0;
  rows.block(5, 3, 3, 3).setIdentity();
  rows.block(8, 3, 3, 3) = -MatrixXd::Identity(3, 3);
  const geometry::HalfSpaces& facets = polytope.facets();
  ASSERT_EQ(facets.a.rows(), 11);
  for (Index i = 0; i < 5; ++i) {
    double nearest = 1.0;
    for (Index j = 0; j < 11; ++j) {
      nearest = std::min(nearest, (rows.row(i) - facets.a.row(j)).norm() + std::abs(offsets(i) - facets.b(j)));
    }
    EXPECT_LE(nearest, 1e-14) << i;
  }
  for (Index j = 0; j < 11; ++j) EXPECT_NEAR(facets.a.row(j).norm(), 1.0, 1e-15);

  EXPECT_EQ(polytope.margin(wrench(0, 0, 5)), 0.0);
  EXPECT_EQ(polytope.margin(wrench(0, 0, 0)), 0.0);
  EXPECT_TRUE(polytope.contains(wrench(2, 1, 5)));
  EXPECT_NEAR(polytope.margin(wrench(1, 1, 12)), -2.0, 1e-14);
  EXPECT_NEAR(polytope.margin(wrench(0, 0, -3)), -3.0, 1e-14);
  EXPECT_NEAR(polytope.margin(wrench(7, 0, 10)), -2.0, 1e-14);
  // Off the side 2 fx = fz.
  EXPECT_NEAR(polytope.margin(wrench(3, 0, 4)), -2.0 / std::sqrt(5.0), 1e-14);
  EXPECT_NEAR(polytope.margin(wrench(0, 0, 5, 0.3, 0, 0.4)), -0.5, 1e-14);
  EXPECT_NEAR(polytope.margin(wrench(0, 0, 5, 0.3, 0, 0.4), 0.5), -1.0, 1e-14);
  EXPECT_FALSE(polytope.contains(wrench(0, 0, 10.0 + 1e-6)));
  EXPECT_TRUE(polytope.contains(wrench(0, 0, 10.0 + 1e-9)));
}

// Two opposite fingers cannot twist the object about the line between them.
TEST(WrenchPolytope, OfTwoFingersHasOneEquation) {
  const std::vector<FrictionPoint> points{{{0.03, 0, 0}, -Vec<3>::UnitX(), 0.8}, {{-0.03, 0, 0}, Vec<3>::UnitX(), 0.8}};
  const WrenchPolytope polytope(points, 4.0, 8);
  const MatrixXd& rows = polytope.facets().a;
  EXPECT_LE((rows.row(rows.rows() - 2) + rows.row(rows.rows() - 1)).norm(), 1e-12);
  EXPECT_NEAR(std::abs(rows(rows.rows() - 1, 3)), 1.0, 1e-12);
  EXPECT_NEAR(polytope.margin(wrench(0, 0, 0, 0.1, 0, 0)), -0.1, 1e-12);
  EXPECT_NEAR(polytope.margin(Vec6::Zero()), 0.0, 1e-12);
  // Both push with 2 N: 0.8 · 2 N each along y, together 3.2 N.
  EXPECT_TRUE(polytope.contains(wrench(0, 3.2, 0)));
  EXPECT_FALSE(polytope.contains(wrench(0, 3.2001, 0)));
}

// All planes through six of the corners (w, 1).
TEST(WrenchPolytope, HasTheFacetsFoundByEnumeration) {
  const WrenchPolytope polytope(three_fingers(1.0), 1.0, 3, Approximation::inner);
  MatrixXd lifted(polytope.vertices().rows(), 7);
  lifted << polytope.vertices(), VectorXd::Ones(polytope.vertices().rows());
  const MatrixXd expected = test::facets_by_enumeration(lifted);
  MatrixXd found(polytope.facets().b.size(), 7);
  found << polytope.facets().a, -polytope.facets().b;
  EXPECT_LE(difference(found, expected), 1e-12);
}

// The quality of a grasp: the least reach over all directions. A search over directions can only end above it.
TEST(WrenchPolytope, MarginOfRestIsTheLeastReach) {
  std::mt19937 generator(1);
  for (const double length : {1.0, 0.4}) {
    const WrenchPolytope polytope(three_fingers(1.0), 2.0, 8);
    const auto along = [&](const Vec6& u) {
      return reach(polytope, (Vec6() << u.head<3>(), u.tail<3>() / length).finished());
    };
    const double margin = polytope.margin(Vec6::Zero(), length);
    EXPECT_GT(margin, 0.01);
    double overall = std::numeric_limits<double>::infinity();
    for (int start = 0; start < 12; ++start) {
      Vec6 best = random_matrix(6, 1, generator).normalized();
      double least = along(best);
      for (double step = 1.0; step > 1e-7;) {
        bool better = false;
        for (int k = 0; k < 120; ++k) {
          const Vec6 u = (best + step * random_matrix(6, 1, generator)).normalized();
          const double value = along(u);
          if (value < least) {
            least = value;
            best = u;
            better = true;
          }
        }
        if (!better) step *= 0.5;
      }
      EXPECT_GE(least, margin - 1e-12);
      overall = std::min(overall, least);
    }
    EXPECT_NEAR(overall, margin, 1e-3 * margin);
  }
}

// From the middle of a facet straight out, or in.
TEST(WrenchPolytope, MarginIsTheDistanceToAFacet) {
  const WrenchPolytope polytope(three_fingers(0.05), 5.0, 4);
  const geometry::HalfSpaces& facets = polytope.facets();
  for (Index i = 0; i < facets.a.rows(); ++i) {
    Vec6 middle = Vec6::Zero();
    int count = 0;
    for (const auto& corner : polytope.vertices().rowwise()) {
      if (std::abs(facets.b(i) - corner.dot(facets.a.row(i))) > 1e-10) continue;
      middle += corner.transpose();
      ++count;
    }
    ASSERT_GE(count, 6);
    middle /= count;
    for (const double off : {1e-8, 1e-3, 10.0, -1e-5})
      EXPECT_NEAR(polytope.margin(middle + off * facets.a.row(i).transpose()), -off, 1e-13 + 1e-14 * std::abs(off));
  }
}

// Far from the origin, and tiny: torques about the origin are nearly all p × f, and yet the facets are the same ones.
TEST(WrenchPolytope, KeepsItsFacetsFarAway) {
  const WrenchPolytope near(three_fingers(1.0), 3.0, 6);
  for (const double r : {1e-3, 1.0}) {
    const Vec<3> middle(40.0, -7.0, 12.0);
    const WrenchPolytope far(three_fingers(r, middle), 3.0, 6);
    ASSERT_EQ(far.facets().a.rows(), near.facets().a.rows());
    // Back to the middle and to units of r.
    MatrixXd rows(far.facets().a.rows(), 6), expected(near.facets().a.rows(), 7), found(near.facets().a.rows(), 7);
    for (Index i = 0; i < rows.rows(); ++i) {
      const Vec<3> f = far.facets().a.row(i).head<3>(), t = far.facets().a.row(i).tail<3>();
      rows.row(i) << (f + t.cross(middle)).transpose(), r * t.transpose();
    }
    found << rows, -far.facets().b;
    expected << near.facets().a, -near.facets().b;
    // What is left of a position's digits.
    const double rounding = std::numeric_limits<double>::epsilon() * middle.norm() / r;
    EXPECT_LE(difference(found, expected), 1e-14 + 4.0 * rounding) << r;
  }
}

// A distance to a convex set, signed: concave, and changes no faster than one moves.
TEST(WrenchPolytope, MarginIsConcaveAndNeverSteep) {
  stickslip::test::for_all([] {
    static const WrenchPolytope polytope(three_fingers(0.3), 2.0, 5);
    std::mt19937 generator(*rc::gen::arbitrary<unsigned>());
    const double size = std::pow(10.0, *rc::gen::inRange(-3, 2));
    const Vec6 a = size * random_matrix(6, 1, generator), b = size * random_matrix(6, 1, generator);
    const double at_a = polytope.margin(a), at_b = polytope.margin(b), between = polytope.margin(0.5 * (a + b));
    RC_ASSERT(std::abs(at_a - at_b) <= (a - b).norm() + 1e-12);
    RC_ASSERT(between >= 0.5 * (at_a + at_b) - 1e-12);
    RC_ASSERT(polytope.contains(a) == (at_a >= -1e-9 * std::max(a.norm(), 2.0)));
  });
}

// Of any scale: squares that overflow or vanish must not count as no distance.
TEST(WrenchPolytope, JudgesHugeAndTinyWrenches) {
  for (const double scale : {1e-200, 1e-150, 1.0, 1e150, 1e200}) {
    const WrenchPolytope polytope(three_fingers(0.03), 10.0 * scale);
    EXPECT_TRUE(polytope.contains(wrench(0.0, 0.0, 2.0 * scale)));
    EXPECT_FALSE(polytope.contains(wrench(0.0, 0.0, 20.0 * scale)));
    EXPECT_NEAR(polytope.margin(wrench(0.0, 0.0, 20.0 * scale)) / scale, -15.0, 1e-9);
  }
  EXPECT_FALSE(WrenchPolytope(three_fingers(0.03), 10.0).contains(wrench(1e200, 0.0, 0.0)));
}

TEST(WrenchPolytope, ProjectsToTheNearestWrench) {
  const WrenchPolytope polytope(three_fingers(0.03), 10.0);
  stickslip::test::for_all([&] {
    const Vec6 w = stickslip::test::draw_vector<6>(12.0);
    for (const double length : {1.0, 0.03}) {
      Vec6 scale = Vec6::Ones();
      scale.tail<3>().setConstant(1.0 / length);
      const Vec6 nearest = polytope.project(w, length), way = scale.cwiseProduct(nearest - w);
      RC_ASSERT(polytope.margin(nearest, length) >= -1e-9);
      RC_ASSERT(std::abs(way.norm() + std::min(0.0, polytope.margin(w, length))) <= 1e-9);
      // No corner is nearer along the way: the way is an inward normal.
      for (const auto& corner : polytope.vertices().rowwise()) {
        RC_ASSERT(way.dot(scale.cwiseProduct(corner.transpose() - nearest)) >= -1e-9 * (1.0 + way.norm()));
      }
    }
    RC_ASSERT(polytope.support(w) == reach(polytope, w));
  });
}

TEST(WrenchPolytope, CanBeStopped) {
  struct Stop {};
  std::vector<double> shares;
  const auto polytope = [&](std::size_t most) {
    shares.clear();
    return WrenchPolytope(three_fingers(0.03), 10.0, 8, Approximation::inner, [&](double share) {
      shares.push_back(share);
      if (shares.size() == most) throw Stop{};
    });
  };
  EXPECT_THROW(polytope(5), Stop);
  EXPECT_EQ(shares.size(), 5U);
  EXPECT_NO_THROW(polytope(100'000));
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1.0);
}

TEST(WrenchPolytope, RefusesWhatHasNoBound) {
  const auto message_of = [](const auto& function) -> std::string {
    try {
      function();
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "nothing thrown";
  };
  std::vector<FrictionPoint> points = three_fingers(1.0);
  EXPECT_NE(message_of([&] { WrenchPolytope(points, 0.0); }).find("total_normal_force = 0"), std::string::npos);
  EXPECT_NE(message_of([&] { WrenchPolytope({}, 1.0); }).find("no contact points"), std::string::npos);
  const WrenchPolytope polytope(points, 1.0);
  EXPECT_NE(message_of([&] { static_cast<void>(polytope.margin(Vec<3>::Zero())); }).find("length 3"),
            std::string::npos);
  EXPECT_NE(message_of([&] { static_cast<void>(polytope.margin(Vec6::Zero(), -1.0)); }).find("length = -1"),
            std::string::npos);
  EXPECT_TRUE(std::isnan(polytope.margin(wrench(0, std::nan(""), 0))));
  EXPECT_FALSE(polytope.contains(wrench(0, std::nan(""), 0)));
  points[1].mu = std::numeric_limits<double>::infinity();
  EXPECT_NE(message_of([&] { WrenchPolytope(points, 1.0); }).find("contact 1: mu = inf"), std::string::npos);
  points[1].mu = 0.5;
  points[2].position(0) = std::nan("");
  EXPECT_NE(message_of([&] { WrenchPolytope(points, 1.0); }).find("contact 2: position"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::cone::wrench_polytope_test
