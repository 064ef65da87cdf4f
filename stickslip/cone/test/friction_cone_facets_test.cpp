#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "stickslip/cone/detail/turn.hpp"
#include "stickslip/cone/friction_cone.hpp"
#include "stickslip/cone/test/friction_cone_cases.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/core/test/refusal.hpp"

namespace stickslip::cone::friction_cone_facets_test {
namespace {

using stickslip::test::refusal;

using test::infinity;

constexpr Approximation kinds[] = {Approximation::inner, Approximation::outer};
const std::vector<double> round_frictions{1e-12, 0.05, 0.5, 1.0, 3.0, 1e6};

// Largest excess of a force over the rows.
double excess(const geometry::HalfSpaces& rows, const Vec<3>& f) {
  return (rows.a * f - rows.b).maxCoeff();
}

Eigen::MatrixXd turned(const Eigen::MatrixXd& rows, const Eigen::Matrix3d& rotation) {
  return rows * rotation.transpose();
}

bool has_negative_zero(const Eigen::MatrixXd& m) {
  return std::any_of(m.data(), m.data() + m.size(), [](double x) { return x == 0.0 && std::signbit(x); });
}

TEST(HalfTurns, AreExactWhereTheyCanBeAndMirrorEachOther) {
  for (const long k : {3L, 4L, 5L, 7L, 8L, 12L, 1000003L}) {
    detail::HalfTurns turns(k);
    for (long m = 0; m < std::min(4 * k, 100L); ++m) {
      const Vec<2> u = turns(m);
      const double angle = std::numbers::pi * static_cast<double>(m) / static_cast<double>(k);
      EXPECT_NEAR(u(0), std::cos(angle), 2e-16 * (1.0 + angle));
      EXPECT_NEAR(u(1), std::sin(angle), 2e-16 * (1.0 + angle));
      detail::HalfTurns others(k);
      EXPECT_EQ(others(m + k), -u);
      EXPECT_EQ(others(m + 2 * k), u);
      if (m <= 2 * k) {
        EXPECT_EQ(others(2 * k - m), Vec<2>(u(0), -u(1)));
      }
    }
    EXPECT_EQ(turns(0), Vec<2>(1.0, 0.0));
    EXPECT_EQ(turns(k), Vec<2>(-1.0, 0.0));
    if (k % 2 == 0) {
      EXPECT_EQ(turns(k / 2), Vec<2>(0.0, 1.0));
      EXPECT_EQ(turns(3 * k / 2), Vec<2>(0.0, -1.0));
    }
  }
}

TEST(FrictionConeFacets, FourOuterOnesBoundEachTangent) {
  for (const double mu : {0.5, 3.0}) {
    const FrictionCone cone(mu);
    const geometry::HalfSpaces rows = cone.facets(4, Approximation::outer);
    Eigen::MatrixXd expected(4, 3);
    expected << 1, 0, -mu, 0, 1, -mu, -1, 0, -mu, 0, -1, -mu;
    expected /= std::sqrt(1.0 + mu * mu);
    EXPECT_LE((rows.a - expected).cwiseAbs().maxCoeff(), 2e-16);
    EXPECT_EQ((rows.a.array() == 0.0).count(), 4);
    EXPECT_TRUE((rows.b.array() == 0.0).all());
    std::mt19937 random(2);
    for (int i = 0; i < 1000; ++i) {
      const Vec<3> f = test::random_vector(random);
      EXPECT_EQ(excess(rows, f) <= 0.0, std::abs(f(0)) <= mu * f(2) && std::abs(f(1)) <= mu * f(2));
    }
  }
}

TEST(FrictionConeFacets, AxesGiveNoNegativeZeros) {
  for (const FrictionCone& cone : test::cones()) {
    for (const Approximation kind : kinds) {
      for (const int k : {3, 4, 8}) {
        const geometry::HalfSpaces rows = cone.facets(k, kind, 0.0, 1.0);
        EXPECT_FALSE(has_negative_zero(rows.a) || has_negative_zero(rows.b));
        EXPECT_FALSE(has_negative_zero(cone.generators(k, kind)));
      }
    }
  }
}

TEST(FrictionConeFacets, RowsAreTheProductsOfNeighbouringRays) {
  for (const double mu : round_frictions) {
    for (const Vec<3>& n : test::normals()) {
      const FrictionCone cone(mu, n);
      for (const Approximation kind : kinds) {
        for (const int k : {3, 4, 5, 8, 64}) {
          const geometry::HalfSpaces rows = cone.facets(k, kind);
          const Eigen::MatrixX3d rays = cone.generators(k, kind);
          ASSERT_EQ(rows.a.rows(), k);
          ASSERT_EQ(rays.rows(), k);
          EXPECT_LE((rays * cone.normal() - Eigen::VectorXd::Ones(k)).cwiseAbs().maxCoeff(), 1e-15 * (1.0 + mu));
          for (int i = 0; i < k; ++i) {
            // Inner facet i lies between the rays i, i + 1; outer facet i between the rays i − 1, i.
            const int first = kind == Approximation::inner ? i : (i + k - 1) % k;
            // In the cone's own frame and in units where friction is 1: products of nearly parallel rays lose digits.
            const auto local = [&](int j) -> Vec<3> {
              const Vec<3> v = rays.row(j);
              return {v.dot(cone.tangents().col(0)) / mu, v.dot(cone.tangents().col(1)) / mu, v.dot(cone.normal())};
            };
            const Vec<3> m = local(first).cross(local((first + 1) % k));
            Vec<3> row = m(0) / mu * cone.tangents().col(0) + m(1) / mu * cone.tangents().col(1) + m(2) * cone.normal();
            row = -row.normalized() * (row.dot(cone.normal()) > 0.0 ? 1.0 : -1.0);  // outward: away from the normal
            // Off the axes the rays n + μ u themselves are rounded.
            const bool is_axis =
                cone.normal().cwiseAbs().maxCoeff() == 1.0 && (cone.normal().array() == 0.0).count() == 2;
            const double digits = 1e-15 * k * (is_axis ? 1.0 : std::max(1.0, 1.0 / mu));
            EXPECT_LE((rows.a.row(i).transpose() - row).norm(), digits) << mu << " " << k << " " << i;
            EXPECT_NEAR(rows.a.row(i).norm(), 1.0, 1e-15);
          }
        }
      }
    }
  }
}

TEST(FrictionConeFacets, EveryRayLiesOnTwoFacetsAndInsideTheOthers) {
  for (const double mu : round_frictions) {
    for (const Vec<3>& n : test::normals()) {
      const FrictionCone cone(mu, n);
      for (const Approximation kind : kinds) {
        for (int k = 3; k <= 64; k += k < 10 ? 1 : 9) {
          const geometry::HalfSpaces rows = cone.facets(k, kind);
          const Eigen::MatrixX3d rays = cone.generators(k, kind);
          const double size = rays.rowwise().norm().maxCoeff();
          // How far a ray is from the facets that it is not on: at least this, from a polygon with k sides.
          const double angle = std::numbers::pi / k;
          const double apart = mu / std::sqrt(1.0 + mu * mu) * std::sin(angle) * std::sin(angle);
          const Eigen::MatrixXd products = rows.a * rays.transpose();
          for (int j = 0; j < k; ++j) {
            EXPECT_GE((products.col(j).array().abs() <= 1e-15 * size).count(), 2);
            if (apart > 1e-14 * size) {
              EXPECT_EQ((products.col(j).array().abs() <= 1e-15 * size).count(), 2) << mu << " " << k;
              EXPECT_EQ((products.col(j).array() < -apart).count(), k - 2) << mu << " " << k;
            }
          }
        }
      }
    }
  }
}

TEST(FrictionConeFacets, InnerAndOuterEncloseTheConeWithAKnownGap) {
  std::mt19937 random(4);
  for (const double mu : {0.05, 0.5, 3.0}) {
    for (const Vec<3>& n : test::normals()) {
      const FrictionCone cone(mu, n);
      for (int k = 3; k <= 64; ++k) {
        const geometry::HalfSpaces inner = cone.facets(k, Approximation::inner),
                                   outer = cone.facets(k, Approximation::outer);
        const Eigen::MatrixX3d inner_rays = cone.generators(k, Approximation::inner),
                               outer_rays = cone.generators(k, Approximation::outer);
        for (int i = 0; i < k; ++i) {
          const Vec<3> v = inner_rays.row(i), w = outer_rays.row(i);
          EXPECT_NEAR(cone.margin(v), 0.0, 2e-15 * v.norm());  // on the cone
          EXPECT_LE(excess(outer, v), 2e-15 * v.norm());
          // Corners at the radii μ and μ/cos(π/k).
          EXPECT_NEAR((cone.projector() * v).norm() / (cone.projector() * w).norm(), std::cos(std::numbers::pi / k),
                      1e-14);
          EXPECT_LT(cone.margin(w), 0.0);
        }
        // Along a facet's middle: the inner one at the radius μ cos(π/k), the outer one at μ.
        for (const Approximation kind : kinds) {
          const geometry::HalfSpaces& rows = kind == Approximation::inner ? inner : outer;
          const double radius = mu * (kind == Approximation::inner ? std::cos(std::numbers::pi / k) : 1.0);
          for (int i = 0; i < k; ++i) {
            const Vec<3> u = (cone.projector() * rows.a.row(i).transpose()).normalized();
            EXPECT_NEAR(rows.a.row(i) * (cone.normal() + radius * u), 0.0, 1e-15 * (1.0 + mu));
          }
        }
        for (int i = 0; i < 20; ++i) {
          const Vec<3> f = test::random_vector(random);
          if (excess(inner, f) <= 0.0) {
            EXPECT_TRUE(cone.contains(f, 1e-15));
          }
          if (cone.contains(f, 0.0)) {
            EXPECT_LE(excess(outer, f), 1e-15 * f.norm());
          }
        }
      }
    }
  }
}

TEST(FrictionConeFacets, ManyFacetsAreTheCone) {
  const FrictionCone cone(0.5, {1.0, 2.0, -2.0});
  const geometry::HalfSpaces inner = cone.facets(20'000, Approximation::inner),
                             outer = cone.facets(20'000, Approximation::outer);
  for (const Vec<3>& f : test::forces_for(cone, 5)) {
    if (cone.margin(f) < 0.0 && f.dot(cone.normal()) <= 0.0) continue;  // its nearest point is the apex
    EXPECT_NEAR(-excess(inner, f), cone.margin(f), 1e-7 * f.norm());
    EXPECT_NEAR(-excess(outer, f), cone.margin(f), 1e-7 * f.norm());
  }
}

TEST(FrictionConeFacets, StartAtTheFirstTangent) {
  for (const Vec<3>& n : test::normals()) {
    const FrictionCone cone(0.5, n);
    const Eigen::MatrixX3d rays = cone.generators(5, Approximation::inner);
    EXPECT_LE((rays.row(0).transpose() - cone.normal() - 0.5 * cone.tangents().col(0)).norm(), 2e-16);
    EXPECT_GT(rays.row(1) * cone.tangents().col(1), 0.0);  // and go on towards the second
    const Vec<3> row = cone.facets(5, Approximation::outer).a.row(0);
    EXPECT_LE((row * std::sqrt(1.25) - cone.tangents().col(0) + 0.5 * cone.normal()).norm(), 4e-16);
  }
}

TEST(FrictionConeFacets, WithoutFrictionTheyBoundTheRay) {
  for (const Vec<3>& n : test::normals()) {
    const FrictionCone cone(0.0, n);
    const auto& t = cone.tangents();
    for (const Approximation kind : kinds) {
      const geometry::HalfSpaces rows = cone.facets(8, kind);
      ASSERT_EQ(rows.a.rows(), 5);
      Eigen::MatrixXd expected(5, 3);
      expected << t.col(0).transpose(), -t.col(0).transpose(), t.col(1).transpose(), -t.col(1).transpose(),
          -cone.normal().transpose();
      EXPECT_EQ(rows.a, expected);
      EXPECT_TRUE((rows.b.array() == 0.0).all());
      EXPECT_EQ(cone.generators(8, kind), cone.normal().transpose());
      const Eigen::MatrixX3d corners = cone.vertices(8, kind, 3.0);
      ASSERT_EQ(corners.rows(), 2);
      EXPECT_EQ(corners.row(0), Eigen::RowVector3d::Zero());
      EXPECT_EQ(corners.row(1), 3.0 * cone.normal().transpose());
      EXPECT_LE(excess(rows, 2.0 * cone.normal()), 4e-16);
      EXPECT_EQ(excess(rows, -cone.normal()), 1.0 * cone.normal().squaredNorm());
    }
  }
}

TEST(FrictionConeFacets, OfAHalfSpaceIsOne) {
  for (const Vec<3>& n : test::normals()) {
    const FrictionCone cone(infinity, n);
    const geometry::HalfSpaces rows = cone.facets(3, Approximation::outer);
    EXPECT_EQ(rows.a, -cone.normal().transpose());
    EXPECT_EQ(rows.b, Eigen::VectorXd::Zero(1));
    const Eigen::MatrixX3d rays = cone.generators(3, Approximation::inner);
    ASSERT_EQ(rays.rows(), 5);
    EXPECT_EQ(rays.row(0), -rays.row(1));
    EXPECT_EQ(rays.row(2), -rays.row(3));
    EXPECT_EQ(rays.row(4), cone.normal().transpose());
    EXPECT_LE((rays.topRows(4) * cone.normal()).cwiseAbs().maxCoeff(), 2e-16);
    EXPECT_NEAR(rays.topRows(3).row(0).dot(rays.row(2)), 0.0, 2e-16);
  }
}

// A and b of n = z, the rows that bound the normal force.
struct Bounds {
  std::optional<double> f_min, f_max;
  std::vector<Vec<3>> last_rows;
  std::vector<double> last_b;
};

TEST(FrictionConeFacets, NormalForceIsBoundedWhereAsked) {
  const Vec<3> up(0, 0, 1), down(0, 0, -1);
  const std::vector<Bounds> cases{{{}, {}, {}, {}},
                                  {{}, infinity, {}, {}},
                                  {0.0, {}, {down}, {0.0}},
                                  {2.0, infinity, {down}, {-2.0}},
                                  {{}, 100.0, {up}, {100.0}},
                                  {0.0, 100.0, {up, down}, {100.0, 0.0}},
                                  {5.0, 5.0, {up, down}, {5.0, -5.0}}};
  for (const double mu : {0.0, 0.5, infinity}) {
    const FrictionCone cone(mu);
    for (const Bounds& c : cases) {
      const geometry::HalfSpaces rows = cone.facets(8, Approximation::inner, c.f_min, c.f_max);
      // Without friction and for a half-space −n·f ≤ 0 is a facet, unless f_min replaces it.
      const auto asked = static_cast<Eigen::Index>(c.last_b.size());
      const Eigen::Index facets = mu == 0.5 ? 8 : (mu == 0.0 ? 4 : 0) + (c.f_min ? 0 : 1);
      ASSERT_EQ(rows.a.rows(), facets + asked) << mu;
      ASSERT_EQ(rows.b.size(), facets + asked);
      EXPECT_TRUE((rows.b.head(facets).array() == 0.0).all());
      for (Eigen::Index i = 0; i < asked; ++i) {
        EXPECT_EQ(rows.a.row(facets + i).transpose(), c.last_rows[static_cast<std::size_t>(i)]);
        EXPECT_EQ(rows.b(facets + i), c.last_b[static_cast<std::size_t>(i)]);
      }
      EXPECT_LE(excess(rows, {0, 0, 5.0}), 0.0);
      EXPECT_EQ(excess(rows, {0, 0, 101.0}) > 0.0, c.f_max && *c.f_max < 101.0);
      EXPECT_EQ(excess(rows, {0, 0, 1.0}) > 0.0, c.f_min && *c.f_min > 1.0);
      EXPECT_GT(excess(rows, {0, 0, -1.0}), 0.0);
    }
  }
}

TEST(FrictionConeFacets, CappedCornersAreThoseOfTheRows) {
  for (const double mu : round_frictions) {
    for (const Vec<3>& n : test::normals()) {
      const FrictionCone cone(mu, n);
      for (const Approximation kind : kinds) {
        for (const int k : {3, 4, 8}) {
          const double height = 40.0;
          const Eigen::MatrixX3d corners = cone.vertices(k, kind, height);
          ASSERT_EQ(corners.rows(), k + 1);
          EXPECT_EQ(corners.row(0), Eigen::RowVector3d::Zero());
          EXPECT_LE((corners.bottomRows(k) - height * cone.generators(k, kind)).norm(), 1e-15 * corners.norm());
          const geometry::HalfSpaces rows = cone.facets(k, kind, {}, height);
          for (int i = 1; i <= k; ++i) {
            const Vec<3> v = corners.row(i);
            const Eigen::VectorXd slack = rows.b - rows.a * v;
            EXPECT_GE(slack.minCoeff(), -1e-15 * v.norm());
            EXPECT_NEAR(slack(k), 0.0, 1e-15 * v.norm());
          }
        }
      }
    }
  }
}

TEST(FrictionConeFacets, TurnAboutTheNormalByAStepChangesNothing) {
  const FrictionCone cone(0.5, {1.0, 2.0, -2.0});
  for (const int k : {3, 5, 8}) {
    const Eigen::Matrix3d step = Eigen::AngleAxisd(2.0 * std::numbers::pi / k, cone.normal()).toRotationMatrix();
    for (const Approximation kind : kinds) {
      const Eigen::MatrixXd rows = cone.facets(k, kind).a, next = turned(rows, step);
      EXPECT_LE((next.topRows(k - 1) - rows.bottomRows(k - 1)).norm(), 1e-14);
      EXPECT_LE((next.row(k - 1) - rows.row(0)).norm(), 1e-14);
    }
  }
}

TEST(FrictionConeFacets, NamesWhatItRefuses) {
  const FrictionCone cone(0.5), ray(0.0), half_space(infinity), steep(1e308);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string k_text = "FrictionCone: k = 2 must be 3 to 1000000";
  for (const FrictionCone& any : {cone, ray, half_space}) {
    EXPECT_EQ(refusal([&] { any.facets(2, Approximation::inner); }), k_text);
    EXPECT_EQ(refusal([&] { any.generators(2, Approximation::inner); }), k_text);
    EXPECT_EQ(refusal([&] { any.vertices(2, Approximation::inner, 1.0); }), k_text);
    EXPECT_EQ(refusal([&] { any.facets(1'000'001, Approximation::inner); }),
              "FrictionCone: k = 1000001 must be 3 to 1000000");
  }
  const auto with = [&](std::optional<double> f_min, std::optional<double> f_max) {
    return refusal([&] { cone.facets(8, Approximation::inner, f_min, f_max); });
  };
  EXPECT_EQ(with(-1.0, {}), "FrictionCone: f_min = -1 must be finite and >= 0 [N]");
  EXPECT_EQ(with(nan, {}), "FrictionCone: f_min = nan must be finite and >= 0 [N]");
  EXPECT_EQ(with(infinity, infinity), "FrictionCone: f_min = inf must be finite and >= 0 [N]");
  EXPECT_EQ(with({}, -1.0), "FrictionCone: f_max = -1 must be >= 0 [N]");
  EXPECT_EQ(with({}, nan), "FrictionCone: f_max = nan must be >= 0 [N]");
  EXPECT_EQ(with(5.0, 2.5), "FrictionCone: f_min = 5 must be at most f_max = 2.5");
  EXPECT_EQ(refusal([&] { cone.vertices(8, Approximation::inner, 0.0); }),
            "FrictionCone: height = 0 must be finite and > 0 [N]");
  EXPECT_EQ(refusal([&] { cone.vertices(8, Approximation::inner, infinity); }),
            "FrictionCone: height = inf must be finite and > 0 [N]");
  EXPECT_EQ(refusal([&] { half_space.vertices(8, Approximation::inner, 1.0); }),
            "FrictionCone: mu = inf must be finite: a half-space has no corners");
  EXPECT_EQ(refusal([&] { steep.vertices(8, Approximation::inner, 10.0); }),
            "FrictionCone: rays of mu = 1e+308 at the height 10 must be finite");
  EXPECT_EQ(refusal([&] { steep.generators(3, Approximation::outer); }),
            "FrictionCone: rays of mu = 1e+308 at the height 1 must be finite");
  EXPECT_TRUE(steep.facets(3, Approximation::outer).a.allFinite());
  EXPECT_TRUE(steep.generators(3, Approximation::inner).allFinite());
}

}  // namespace
}  // namespace stickslip::cone::friction_cone_facets_test
