#include "stickslip/cone/polyhedral_cone.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "stickslip/cone/test/enumeration.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/core/test/property.hpp"
#include "stickslip/numerics/singular_values.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::cone::polyhedral_cone_test {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using test::difference, test::matrix_of, test::random_matrix, test::random_rotation;

constexpr double infinity = std::numeric_limits<double>::infinity();

// Four corners of a foot, |fx|, |fy| ≤ μ fz at each: rays, and the rows that are known for them.
struct Foot {
  double x = 0.1, y = 0.05, mu = 0.5;

  MatrixXd rays() const {
    MatrixXd all(16, 6);
    Index i = 0;
    for (const double px : {-x, x}) {
      for (const double py : {-y, y}) {
        for (const double fx : {-mu, mu}) {
          for (const double fy : {-mu, mu}) {
            const Vec<3> f(fx, fy, 1.0);
            all.row(i++) << f.transpose(), Vec<3>(px, py, 0.0).cross(f).transpose();
          }
        }
      }
    }
    return all;
  }
  MatrixXd rows() const {
    MatrixXd all(16, 6);
    Index i = 0;
    for (const double s : {-1.0, 1.0}) {
      all.row(i++) << s, 0, -mu, 0, 0, 0;
      all.row(i++) << 0, s, -mu, 0, 0, 0;
      all.row(i++) << 0, 0, -y, s, 0, 0;
      all.row(i++) << 0, 0, -x, 0, s, 0;
      for (const double a : {-1.0, 1.0}) {
        for (const double b : {-1.0, 1.0}) all.row(i++) << a * y, b * x, -mu * (x + y), s * a * mu, s * b * mu, s;
      }
    }
    return all;
  }
};

TEST(PolyhedralCone, OfAFootHasTheKnownRowsAndRays) {
  for (const Foot& foot : {Foot{}, Foot{0.12, 0.03, 1.0}, Foot{1e-3, 2e-3, 0.05}}) {
    EXPECT_LE(difference(PolyhedralCone::from_generators(foot.rays()).facets(), foot.rows()), 1e-11);
    EXPECT_LE(difference(PolyhedralCone::from_facets(foot.rows()).generators(), foot.rays()), 1e-11);
  }
}

MatrixXd any_rays(Index d) {
  std::mt19937 generator(*rc::gen::arbitrary<unsigned>());
  const Index n = *rc::gen::inRange<Index>(1, 13);
  MatrixXd rays = random_matrix(n, d, generator);
  if (*rc::gen::arbitrary<bool>()) {
    std::uniform_int_distribution<int> digit(-2, 2);
    for (double& x : rays.reshaped()) x = digit(generator);
  }
  if (*rc::gen::inRange(0, 3) > 0) rays.col(0) = rays.col(0).cwiseAbs();
  for (Index i = 0; i < n; ++i) {
    if (rays.row(i).isZero(0.0)) rays(i, 0) = 1.0;
  }
  return rays;
}

VectorXd any_vector(Index d) {
  std::mt19937 generator(*rc::gen::arbitrary<unsigned>());
  return random_matrix(d, 1, generator);
}

// Twice round: the irredundant form comes back. Bases of lines and of equations are not unique, so only the others are
// compared.
TEST(PolyhedralCone, SurvivesChangesOfForm) {
  stickslip::test::for_all([] {
    const Index d = *rc::gen::inRange<Index>(1, 7);
    const PolyhedralCone first = PolyhedralCone::from_generators(any_rays(d));
    const PolyhedralCone second = PolyhedralCone::from_facets(first.facets());
    const PolyhedralCone third = PolyhedralCone::from_generators(second.generators());
    RC_ASSERT(third.facets().rows() == first.facets().rows());
    for (int k = 0; k < 20; ++k) {
      const VectorXd w = any_vector(d), p = first.project(w);
      RC_ASSERT((second.project(w) - p).norm() <= 1e-10 * w.norm());
      RC_ASSERT((third.project(w) - p).norm() <= 1e-10 * w.norm());
    }
    const auto spans = [d](const MatrixXd& rows) {
      return rows.rows() > 0 && numerics::SingularValues(rows).setThreshold(1e-9).rank() == d;
    };
    if (spans(first.generators())) RC_ASSERT(difference(third.facets(), first.facets()) <= 1e-10);
    const PolyhedralCone fourth = PolyhedralCone::from_facets(third.facets());
    if (spans(first.facets())) RC_ASSERT(difference(fourth.generators(), second.generators()) <= 1e-10);
  });
}

TEST(PolyhedralCone, ProjectsAsMoreauSays) {
  stickslip::test::for_all([] {
    const Index d = *rc::gen::inRange<Index>(1, 9);
    const MatrixXd directions = any_rays(d);
    const PolyhedralCone cone = *rc::gen::arbitrary<bool>() ? PolyhedralCone::from_generators(directions)
                                                            : PolyhedralCone::from_facets(directions);
    const VectorXd w = any_vector(d), p = cone.project(w), q = cone.polar().project(w);
    RC_ASSERT((p + q - w).norm() <= 1e-13 * w.norm());
    RC_ASSERT(std::abs(p.dot(q)) <= 1e-13 * w.squaredNorm());
    RC_ASSERT((cone.project(p) - p).norm() <= 1e-13 * w.norm());
    RC_ASSERT(cone.contains(p, 1e-13 * w.norm() / std::max(p.norm(), 1e-300)));
    RC_ASSERT((cone.dual().project(-w) + q).norm() <= 1e-13 * w.norm());
    RC_ASSERT((cone.dual().dual().project(w) - p).norm() <= 1e-13 * w.norm());
    if (!cone.contains(w)) RC_ASSERT(std::abs(cone.margin(w) + (w - p).norm()) <= 1e-12 * w.norm());
  });
}

// A ball of this radius about w fits and a larger one does not: the nearest point of the complement is on a facet.
TEST(PolyhedralCone, HasTheMarginOfTheEnumeratedFacets) {
  stickslip::test::for_all([] {
    const Index d = *rc::gen::inRange<Index>(2, 7);
    const MatrixXd rays = any_rays(d);
    RC_PRE(numerics::SingularValues(rays).setThreshold(1e-9).rank() == d);
    const PolyhedralCone cone = PolyhedralCone::from_generators(rays);
    const MatrixXd rows = test::facets_by_enumeration(rays);
    RC_PRE(rows.rows() > 0);
    const VectorXd w =
        rays.transpose() * VectorXd::NullaryExpr(rays.rows(), [&] { return 0.1 + *rc::gen::inRange(0, 10); });
    RC_ASSERT(std::abs(cone.margin(w) + (rows * w).maxCoeff()) <= 1e-11 * w.norm());
    const VectorXd outside = w + (1.0 + 1.0 / 16.0) * cone.margin(w) * cone.facets().row(0).transpose();
    RC_ASSERT(cone.contains(outside) == ((rows * outside).maxCoeff() <= 1e-9 * outside.norm()));
  });
}

void expect_certified(const PolyhedralCone& cone, const VectorXd& w) {
  const Certificate certificate = cone.certificate(w);
  const MatrixXd& rays = cone.generators();
  EXPECT_EQ(certificate.inside, cone.contains(w));
  EXPECT_EQ(certificate.report.status, SolveStatus::converged);
  if (certificate.inside) {
    ASSERT_EQ(certificate.y.size(), rays.rows());
    EXPECT_TRUE((certificate.y.array() >= 0.0).all());
    EXPECT_LE((rays.transpose() * certificate.y - w).norm(), 1e-9 * w.norm());
  } else {
    ASSERT_EQ(certificate.y.size(), w.size());
    EXPECT_NEAR(certificate.y.norm(), 1.0, 1e-14);
    EXPECT_GT(certificate.y.dot(w), 0.0);
    for (Index i = 0; i < rays.rows(); ++i) EXPECT_LE(rays.row(i).dot(certificate.y), 1e-12 * rays.row(i).norm());
  }
}

TEST(PolyhedralCone, CertifiesBothWays) {
  std::mt19937 generator(1);
  const Foot foot;
  const PolyhedralCone by_rays = PolyhedralCone::from_generators(foot.rays()),
                       by_rows = PolyhedralCone::from_facets(foot.rows());
  int inside = 0;
  for (int k = 0; k < 500; ++k) {
    VectorXd w =
        random_matrix(6, 1, generator).cwiseProduct((VectorXd(6) << 0.25, 0.25, 0, 0.04, 0.04, 0.04).finished());
    w(2) = 1.0;
    inside += by_rays.contains(w) ? 1 : 0;
    expect_certified(by_rays, w);
    expect_certified(by_rows, w);
  }
  EXPECT_GT(inside, 50);
  EXPECT_LT(inside, 450);
}

// From a point of a facet, one facet after another, 10⁻⁸ outwards and inwards.
TEST(PolyhedralCone, CertifiesCloseToItsSurface) {
  std::mt19937 generator(2);
  const Foot foot;
  const MatrixXd rays = foot.rays(), rows = foot.rows().rowwise().normalized();
  const PolyhedralCone cone = PolyhedralCone::from_generators(rays);
  for (Index i = 0; i < rows.rows(); ++i) {
    for (int k = 0; k < 20; ++k) {
      VectorXd on = VectorXd::Zero(6);
      for (Index j = 0; j < rays.rows(); ++j) {
        if (std::abs(rows.row(i).dot(rays.row(j))) < 1e-12)
          on += std::abs(random_matrix(1, 1, generator)(0)) * rays.row(j).transpose();
      }
      on.normalize();
      for (const double off : {1e-8, 1e-6, -1e-8}) {
        const VectorXd w = on + off * rows.row(i).transpose();
        EXPECT_EQ(cone.certificate(w).inside, off < 0.0);
        EXPECT_NEAR(cone.margin(w), -off, 1e-12);
        expect_certified(cone, w);
        EXPECT_TRUE(cone.contains(w, 2e-6));
      }
    }
  }
}

TEST(PolyhedralCone, TurnsWithItsRays) {
  std::mt19937 generator(3);
  for (int k = 0; k < 20; ++k) {
    const MatrixXd turn = random_rotation(6, generator), rays = random_matrix(9, 6, generator) + MatrixXd::Ones(9, 6);
    const PolyhedralCone cone = PolyhedralCone::from_generators(rays),
                         turned = PolyhedralCone::from_generators(rays * turn);
    const VectorXd w = random_matrix(6, 1, generator), v = turn.transpose() * w;
    EXPECT_LE((turned.project(v) - turn.transpose() * cone.project(w)).norm(), 1e-13);
    EXPECT_EQ(turned.contains(v), cone.contains(w));
    ASSERT_GT(cone.facets().rows(), 0);
    EXPECT_NEAR(turned.margin(v), cone.margin(w), 1e-12);
  }
}

TEST(PolyhedralCone, MayBeFlatOrContainLines) {
  const PolyhedralCone ray = PolyhedralCone::from_generators(matrix_of({{0, 3, 4}}));
  EXPECT_TRUE(ray.contains(Vec<3>(0, 0.6, 0.8)));
  EXPECT_EQ(ray.margin(Vec<3>(0, 0.6, 0.8)), 0.0);
  EXPECT_NEAR(ray.margin(Vec<3>(2, 0, 0)), -2.0, 1e-15);
  EXPECT_LE((ray.project(Vec<3>(1, 3, -1)) - Vec<3>(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_EQ(ray.facets().rows(), 5);

  const PolyhedralCone half = PolyhedralCone::from_facets(matrix_of({{0, 0, -2}}));
  EXPECT_EQ(half.facets(), matrix_of({{0, 0, -1}}));
  EXPECT_EQ(half.margin(Vec<3>(5, 5, 2)), 2.0);
  EXPECT_EQ(half.margin(Vec<3>(5, 5, -2)), -2.0);
  EXPECT_EQ(half.generators().rows(), 5);
  EXPECT_EQ(half.polar().generators(), matrix_of({{0, 0, -1}}));

  const PolyhedralCone everything = PolyhedralCone::from_facets(MatrixXd(0, 2));
  EXPECT_EQ(everything.margin(Vec<2>(1, 2)), infinity);
  EXPECT_TRUE(everything.contains(Vec<2>(-3, 1)));
  EXPECT_EQ(everything.project(Vec<2>(-3, 1)), VectorXd(Vec<2>(-3, 1)));
  expect_certified(everything, Vec<2>(-3, 1));
  EXPECT_EQ(PolyhedralCone::from_generators(matrix_of({{1, 0}, {-1, 1}, {-1, -1}})).margin(Vec<2>(1, 2)), infinity);

  const PolyhedralCone origin = PolyhedralCone::from_generators(MatrixXd(0, 2));
  EXPECT_EQ(origin.margin(Vec<2>(3, 4)), -5.0);
  EXPECT_EQ(origin.facets().rows(), 4);
  EXPECT_TRUE(origin.contains(Vec<2>::Zero()));
  EXPECT_FALSE(origin.contains(Vec<2>(1e-200, 0)));
  EXPECT_EQ(origin.project(Vec<2>(3, 4)), VectorXd::Zero(2));
  expect_certified(origin, Vec<2>(3, 4));
  EXPECT_EQ(origin.dual().margin(Vec<2>(3, 4)), infinity);

  const Certificate nothing = half.certificate(Vec<3>::Zero());
  EXPECT_TRUE(nothing.inside);
  EXPECT_EQ(nothing.y, VectorXd::Zero(5));
}

TEST(PolyhedralCone, IgnoresScale) {
  const PolyhedralCone cone = PolyhedralCone::from_generators(matrix_of({{1e150, 1e150}, {1e-150, -1e-150}}));
  for (const double scale : {1e-150, 1.0, 1e150}) {
    EXPECT_NEAR(cone.margin(scale * Vec<2>(1, 0)) / scale, std::sqrt(0.5), 1e-15);
    EXPECT_NEAR(cone.margin(scale * Vec<2>(-3, 4)) / scale, -std::sqrt(24.5), 1e-14);
    EXPECT_TRUE(cone.contains(scale * Vec<2>(1, 1)));
    EXPECT_FALSE(cone.contains(scale * Vec<2>(1, 1.00001)));
  }
}

TEST(PolyhedralCone, LinearisesAFrictionCone) {
  for (const double mu : {0.0, 0.3, 1e6, infinity}) {
    for (const Approximation kind : {Approximation::inner, Approximation::outer}) {
      const FrictionCone round(mu, {0.3, -0.5, 0.8});
      const PolyhedralCone cone = PolyhedralCone::linearised(round, 7, kind);
      EXPECT_EQ(cone.generators(), round.generators(7, kind));
      EXPECT_LE(difference(cone.facets(), round.facets(7, kind).a), 1e-15);
      const PolyhedralCone by_rays = PolyhedralCone::from_generators(round.generators(7, kind));
      EXPECT_EQ(by_rays.facets().rows(), cone.facets().rows()) << mu;
      const Vec<3> f(1.0, 2.0, -0.5);
      EXPECT_LE((by_rays.project(f) - PolyhedralCone::from_facets(cone.facets()).project(f)).norm(), 1e-9) << mu;
    }
  }
}

TEST(PolyhedralCone, TakesBothFormsIfTheyAgree) {
  const Foot foot;
  const PolyhedralCone cone = PolyhedralCone::from_both(foot.rays(), foot.rows());
  EXPECT_EQ(cone.generators(), foot.rays());
  EXPECT_LE((cone.facets() - foot.rows().rowwise().normalized()).norm(), 1e-15);
  EXPECT_THROW(PolyhedralCone::from_both(foot.rays(), -foot.rows()), InvalidArgument);
  EXPECT_THROW(PolyhedralCone::from_both(foot.rays(), MatrixXd::Ones(1, 5)), InvalidArgument);
}

TEST(PolyhedralCone, RefusesWhatItCannotUse) {
  const auto message_of = [](const auto& function) -> std::string {
    try {
      function();
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "nothing thrown";
  };
  const auto rays = [&](const MatrixXd& m) { return message_of([&] { PolyhedralCone::from_generators(m); }); };
  const auto rows = [&](const MatrixXd& m) { return message_of([&] { PolyhedralCone::from_facets(m); }); };
  EXPECT_NE(rays(matrix_of({{1, 2}, {0, 0}})).find("ray 1 = 0"), std::string::npos);
  EXPECT_NE(rows(matrix_of({{1, 2}, {3, infinity}})).find("row 1, entry 1 = inf"), std::string::npos);
  EXPECT_NE(rays(MatrixXd::Ones(2, 9)).find("dimension = 9"), std::string::npos);
  EXPECT_NE(rays(MatrixXd(3, 0)).find("dimension = 0"), std::string::npos);
  const PolyhedralCone cone = PolyhedralCone::from_generators(MatrixXd::Identity(3, 3));
  const std::string wrong = message_of([&] { static_cast<void>(cone.contains(Vec<2>(1, 2))); });
  EXPECT_NE(wrong.find("length 2"), std::string::npos);
  EXPECT_NE(wrong.find("must be 3"), std::string::npos);
  for (const auto& call : {message_of([&] { static_cast<void>(cone.margin(Vec<2>(1, 2))); }),
                           message_of([&] { static_cast<void>(cone.project(Vec<2>(1, 2))); }),
                           message_of([&] { static_cast<void>(cone.certificate(Vec<2>(1, 2))); })}) {
    EXPECT_EQ(call, wrong);
  }
  for (const double bad : {std::nan(""), infinity}) {
    const Vec<3> w(1.0, bad, 2.0);
    EXPECT_FALSE(cone.contains(w));
    EXPECT_TRUE(std::isnan(cone.margin(w)));
    EXPECT_TRUE(std::isnan(cone.project(w)(0)));
    EXPECT_FALSE(cone.certificate(w).inside);
    EXPECT_FALSE(cone.dual().contains(w));
  }
}

TEST(PolyhedralCone, ContainsWithoutAllocating) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "allocations cannot be counted here";
  const Foot foot;
  const PolyhedralCone by_rays = PolyhedralCone::from_generators(foot.rays()),
                       by_rows = PolyhedralCone::from_facets(foot.rows());
  std::mt19937 generator(4);
  std::vector<VectorXd> wrenches{VectorXd::Zero(6), VectorXd::Constant(6, 1e-200), foot.rays().colwise().sum()};
  for (int k = 0; k < 50; ++k) wrenches.emplace_back(random_matrix(6, 1, generator));
  int inside = 0;
  EXPECT_EQ(stickslip::test::allocations_in([&] {
              for (const VectorXd& w : wrenches)
                inside += (by_rays.contains(w) ? 1 : 0) + (by_rows.contains(w) ? 1 : 0);
            }),
            0U);
  EXPECT_GE(inside, 4);
}

TEST(PolyhedralCone, ComputesItsOtherFormOnceFromManyThreads) {
  for (int k = 0; k < 20; ++k) {
    const PolyhedralCone cone = PolyhedralCone::from_generators(Foot{}.rays());
    std::vector<const MatrixXd*> seen(4);
    std::vector<double> margins(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      threads.emplace_back([&, i] {
        const PolyhedralCone copy = cone;
        margins[i] = copy.margin(VectorXd::Unit(6, 2));
        seen[i] = &copy.facets();
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < seen.size(); ++i) {
      EXPECT_EQ(seen[i], &cone.facets());
      EXPECT_EQ(margins[i], cone.margin(VectorXd::Unit(6, 2)));
    }
  }
}

TEST(PolyhedralCone, DoesNotMoveWhatIsInside) {
  const PolyhedralCone cone = PolyhedralCone::linearised(FrictionCone(1e6), 6, Approximation::inner);
  const Vec<3> f(10.0, -3.0, 5.0);
  EXPECT_EQ(VectorXd(cone.project(f)), VectorXd(f));
  EXPECT_EQ(cone.distance(f), 0.0);
}

TEST(PolyhedralCone, SupportIsThatOfThePolar) {
  const PolyhedralCone cone = PolyhedralCone::from_generators(MatrixXd::Identity(3, 3));
  EXPECT_EQ(cone.support(Vec<3>(-1.0, -2.0, 0.0)), 0.0);
  EXPECT_EQ(cone.support(Vec<3>(-1.0, -2.0, 0.1)), std::numeric_limits<double>::infinity());
}

TEST(PolyhedralCone, RefusesFormsThatContradictEachOther) {
  const MatrixXd axes = MatrixXd::Identity(3, 3), none(0, 3);
  EXPECT_THROW(PolyhedralCone::from_both(axes, none), InvalidArgument);
  EXPECT_THROW(PolyhedralCone::from_both(none, -axes), InvalidArgument);
  EXPECT_THROW(PolyhedralCone::from_both(axes, axes), InvalidArgument);
  EXPECT_NO_THROW(PolyhedralCone::from_both(axes, -axes));
  MatrixXd everywhere(4, 3);
  everywhere << axes, -Eigen::RowVector3d::Ones();
  EXPECT_NO_THROW(PolyhedralCone::from_both(everywhere, none));
  EXPECT_NO_THROW(PolyhedralCone::from_both(none, everywhere));
}

TEST(PolyhedralCone, RefusesFramesThatAreNone) {
  const MatrixXd axes = MatrixXd::Identity(3, 3);
  EXPECT_THROW(PolyhedralCone::from_generators(axes, MatrixXd::Identity(2, 2)), InvalidArgument);
  EXPECT_THROW(PolyhedralCone::from_generators(axes, MatrixXd::Ones(3, 3)), InvalidArgument);
  EXPECT_THROW(PolyhedralCone::from_facets(axes, std::nan("") * axes), InvalidArgument);
}

TEST(PolyhedralCone, ManySidesNeedNoSquareOfThem) {
  const PolyhedralCone cone = PolyhedralCone::linearised(FrictionCone(0.5), 100'000, Approximation::outer);
  EXPECT_TRUE(cone.contains(Vec<3>(0.3, 0.3, 1.0)));
  EXPECT_FALSE(cone.contains(Vec<3>(0.4, 0.4, 1.0)));
}

}  // namespace
}  // namespace stickslip::cone::polyhedral_cone_test
