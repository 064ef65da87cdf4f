#include "stickslip/cone/wrench_cone.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "stickslip/cone/qp_rows.hpp"
#include "stickslip/cone/wrench_cone_json.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/core/test/property.hpp"
#include "stickslip/core/test/refusal.hpp"

namespace stickslip::cone::wrench_cone_test {
namespace {

using stickslip::test::refusal;

using Eigen::MatrixXd;
using Eigen::VectorXd;

const Vec<3> up = Vec<3>::UnitZ();

std::vector<FrictionPoint> corners(double x, double y, double mu, const Vec<3>& at = Vec<3>::Zero()) {
  return {{at + Vec<3>(x, y, 0.0), up, mu},
          {at + Vec<3>(-x, y, 0.0), up, mu},
          {at + Vec<3>(-x, -y, 0.0), up, mu},
          {at + Vec<3>(x, -y, 0.0), up, mu}};
}

// Largest distance from a row of one to the nearest row of the other, both ways.
double apart(const MatrixXd& a, const MatrixXd& b) {
  double largest = a.rows() == b.rows() ? 0.0 : std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    largest = std::max(largest, (b.rowwise() - a.row(i)).rowwise().norm().minCoeff());
  for (Eigen::Index i = 0; i < b.rows(); ++i)
    largest = std::max(largest, (a.rowwise() - b.row(i)).rowwise().norm().minCoeff());
  return largest;
}

// Wrenches about `at` in terms of those about the origin.
MatrixXd moved(const Vec<3>& at) {
  Eigen::Matrix3d cross;
  cross << 0.0, -at(2), at(1), at(2), 0.0, -at(0), -at(1), at(0), 0.0;
  MatrixXd move = MatrixXd::Identity(6, 6);
  move.bottomLeftCorner(3, 3) = -cross;
  return move;
}

TEST(WrenchCone, RectangleIsTheHullOfItsCorners) {
  for (const auto& [x, y] : {std::pair(0.1, 0.05), std::pair(0.02, 0.3), std::pair(1e-6, 2e-6), std::pair(40.0, 3.0)}) {
    for (const double mu : {0.01, 0.5, 3.0}) {
      const WrenchCone closed = WrenchCone::rectangle(x, y, mu, Approximation::outer);
      const WrenchCone hull = WrenchCone::from_points(corners(x, y, mu), 4, Approximation::outer);
      EXPECT_EQ(closed.facets().rows(), 16);
      // Torques in units in which the foot is of size one.
      const VectorXd size = (Vec<6>() << 1.0, 1.0, 1.0, x + y, x + y, x + y).finished();
      const MatrixXd a = (closed.facets() * size.asDiagonal()).rowwise().normalized();
      const MatrixXd b = (hull.facets() * size.asDiagonal()).rowwise().normalized();
      EXPECT_LE(apart(a, b), 1e-11) << x << " " << y << " " << mu;
    }
  }
}

// The pyramid of μ/√2 touches the round cone at its corners.
TEST(WrenchCone, InnerRectangleIsWithinTheRoundCone) {
  const double mu = 0.7;
  const WrenchCone inner = WrenchCone::rectangle(0.1, 0.05, mu, Approximation::inner);
  const FrictionCone round(mu);
  double closest = std::numeric_limits<double>::infinity();
  for (const auto& ray : inner.generators().rowwise()) {
    const double margin = round.margin(ray.head<3>().transpose());
    EXPECT_GE(margin, -1e-15);
    closest = std::min(closest, margin);
  }
  EXPECT_NEAR(closest, 0.0, 1e-15);
}

TEST(WrenchCone, FarAwayContactsKeepTheirFacets) {
  const MatrixXd here = WrenchCone::rectangle(0.1, 0.05, 0.5, Approximation::outer).facets();
  const Vec<3> away(300.0, -200.0, 100.0);
  MatrixXd there = WrenchCone::from_points(corners(0.1, 0.05, 0.5, away), 4, Approximation::outer).facets();
  // Rows over wrenches about `away`.
  there = (there * moved(away).inverse()).rowwise().normalized();
  EXPECT_LE(apart(here, there), 1e-9);
}

// Three contacts close together and far from the origin, two of them squeezing: noise of p × f must not make them hold
// everything.
TEST(WrenchCone, AClusterFarFromTheOriginStaysACluster) {
  const Vec<3> away(0.4, 0.3, -0.4);
  const auto cluster = [](const Vec<3>& at) {
    return std::vector<FrictionPoint>{{at + Vec<3>(3.5e-4, 0.0, 0.0), -Vec<3>::UnitX(), 0.3},
                                      {at - Vec<3>(3.5e-4, 0.0, 0.0), Vec<3>::UnitX(), 0.3},
                                      {at + Vec<3>(0.0, 3e-4, 0.0), Vec<3>(0.0, 0.2, 1.0), 0.3}};
  };
  const MatrixXd here = WrenchCone::from_points(cluster(Vec<3>::Zero()), 6, Approximation::inner).facets();
  const WrenchCone there = WrenchCone::from_points(cluster(away), 6, Approximation::inner);
  EXPECT_EQ(there.facets().rows(), here.rows());
  for (const auto& ray : there.generators().rowwise()) {
    EXPECT_LE((there.facets() * ray.transpose()).maxCoeff(), 1e-9 * ray.norm());
  }
}

TEST(WrenchCone, PolygonOfARectangleIsTheRectangle) {
  const std::vector<Vec<2>> sole{{0.1, 0.05}, {-0.1, 0.05}, {-0.1, -0.05}, {0.1, -0.05}, {0.0, 0.01}};  // one inside
  for (const Approximation kind : {Approximation::inner, Approximation::outer}) {
    EXPECT_LE(
        apart(WrenchCone::rectangle(0.1, 0.05, 0.5, kind).facets(), WrenchCone::polygon(sole, 0.5, kind).facets()),
        1e-11);
  }
}

// Whatever forces the contacts exert, their wrench is inside; what leaves by a row is outside.
TEST(WrenchCone, HoldsWhatItsContactsExert) {
  stickslip::test::for_all([] {
    std::vector<FrictionPoint> contacts;
    const int count = *stickslip::test::whole(1, 4);
    Vec<6> wrench = Vec<6>::Zero();
    for (int i = 0; i < count; ++i) {
      const Vec<3> normal = stickslip::test::draw_vector<3>(1.0) + Vec<3>(0.0, 0.0, 0.3);
      RC_PRE(normal.norm() > 1e-3);
      contacts.push_back({stickslip::test::draw_vector<3>(0.2), normal, stickslip::test::draw_power(-1, 0)});
      const FrictionCone round(contacts.back().mu, normal);
      const Vec<3> f = round.project(10.0 * stickslip::test::draw_vector<3>(1.0));
      wrench.head<3>() += f;
      wrench.tail<3>() += contacts.back().position.cross(f);
    }
    const WrenchCone outer = WrenchCone::from_points(contacts, 6, Approximation::outer);
    RC_ASSERT(outer.contains(wrench));
    const Certificate found = outer.certificate(wrench);
    RC_ASSERT(found.inside);
    RC_ASSERT(found.y.size() == 0 || found.y.minCoeff() >= 0.0);
    RC_ASSERT((outer.generators().transpose() * found.y - wrench).norm() <= 1e-9 * (1.0 + wrench.norm()));
  });
}

TEST(WrenchCone, OnePointTakesForcesThroughItself) {
  const Vec<3> at(0.1, 0.2, 0.3);
  const std::array<FrictionPoint, 1> one{{{at, up, 0.5}}};
  const WrenchCone cone = WrenchCone::from_points(one, 8, Approximation::inner);
  EXPECT_EQ(cone.facets().rows(), 8 + 2 * 3);  // its facets, and the torque is p × f
  const auto wrench = [&](const Vec<3>& f) {
    Vec<6> w;
    w << f, at.cross(f);
    return w;
  };
  EXPECT_TRUE(cone.contains(wrench({0.1, 0.2, 1.0})));
  EXPECT_FALSE(cone.contains(wrench({0.6, 0.0, 1.0})));
  Vec<6> turned = wrench({0.1, 0.2, 1.0});
  turned(5) += 1e-3;
  EXPECT_FALSE(cone.contains(turned));
  EXPECT_LT(cone.margin(turned), 0.0);
  EXPECT_EQ(cone.margin(wrench({0.1, 0.2, 1.0})), 0.0);  // flat: no inside
}

TEST(WrenchCone, CoincidentPointsAreOne) {
  const std::vector<FrictionPoint> one{{Vec<3>(0.1, 0.0, 0.0), up, 0.5}}, three(3, one[0]);
  EXPECT_LE(apart(WrenchCone::from_points(one, 6, Approximation::outer).facets(),
                  WrenchCone::from_points(three, 6, Approximation::outer).facets()),
            1e-12);
}

// The mean of six equal numbers need not be that number.
TEST(WrenchCone, CoincidentPointsAreOneHowever) {
  for (const int count : {2, 3, 5, 6, 7, 11}) {
    const std::vector<FrictionPoint> one{{Vec<3>(0.1, 0.2, 0.3), up, 0.5}},
        many(static_cast<std::size_t>(count), one[0]);
    EXPECT_LE(apart(WrenchCone::from_points(one, 8, Approximation::inner).facets(),
                    WrenchCone::from_points(many, 8, Approximation::inner).facets()),
              1e-12)
        << count;
  }
}

// However close together beside their distance from the origin, and however far away: what is refused is never the frame
// in which the library chose to compute.
TEST(WrenchCone, ContactsCloseTogetherAndFarAwayKeepTheirRays) {
  for (int k = 4; k <= 20; ++k) {
    for (const double scale : {1e-40, 1.0, 1e40}) {
      const double apart = scale * std::pow(10.0, -k);
      const Vec<3> at = scale * Vec<3>(0.4, 0.3, -0.4);
      const std::vector<FrictionPoint> contacts{{at + Vec<3>(apart, 0.0, 0.0), Vec<3>(-1.0, 0.1, 0.0), 0.3},
                                                {at - Vec<3>(apart, 0.0, 0.0), Vec<3>(1.0, 0.2, 0.0), 0.3},
                                                {at + Vec<3>(0.0, apart, 0.0), Vec<3>(0.0, 0.2, 1.0), 0.3}};
      const WrenchCone cone = WrenchCone::from_points(contacts, 6, Approximation::inner);
      for (const auto& ray : cone.generators().rowwise()) {
        EXPECT_LE((cone.facets() * ray.transpose()).maxCoeff(), 1e-9 * ray.norm()) << k << " " << scale;
      }
    }
  }
}

// Three contacts, the last a hair away from the first, all squeezing: a half-space, of which rounding must not make the
// whole space. At the closest the hull of the rays comes within `flat` of the origin, but no opposite of a ray within `flat`
// of the cone; whether there is a line in it is decided once.
TEST(WrenchCone, HasFacetsWhereItAlmostHoldsALine) {
  struct Case {
    Vec<3> here, there, hair;
    std::array<Vec<3>, 3> normals;
    int k;
  };
  const std::array<Case, 2> cases{{{{-0.8, -0.9, -0.5},
                                    {0.1, -0.6, 0.6},
                                    {1.6, -0.1, -1.3},
                                    {{{-1.1, 0.1, -1.4}, {1.0, 0.8, 1.5}, {-0.4, 1.9, 0.8}}},
                                    3},
                                   {{-1.0, 0.8, -1.3},
                                    {0.0, -1.0, 2.2},
                                    {2.4, -0.7, -0.2},
                                    {{{-0.9, -0.5, -0.5}, {0.0, -0.3, 0.9}, {-0.3, 0.1, -1.3}}},
                                    6}}};
  std::mt19937 generator(1);
  std::normal_distribution<double> normal;
  for (const Case& c : cases) {
    for (int power = 2; power <= 8; ++power) {
      const std::vector<FrictionPoint> contacts{{c.here, c.normals[0], 1.0},
                                                {c.there, c.normals[1], 1.0},
                                                {c.here + std::pow(10.0, -power) * c.hair, c.normals[2], 1.0}};
      const WrenchCone cone = WrenchCone::from_points(contacts, c.k, Approximation::inner);
      for (const auto& row : cone.facets().rowwise()) {
        EXPECT_LE((cone.generators().rowwise().normalized() * row.transpose()).maxCoeff(), 1e-8);
      }
      if (power > 7) continue;
      // No row is missing: what all of them allow is in the cone.
      EXPECT_EQ(cone.facets().rows(), 1) << power;
      for (int k = 0; k < 50; ++k) {
        const VectorXd w = VectorXd::NullaryExpr(6, [&] { return normal(generator); });
        const bool is_allowed = ((cone.facets() * w).array() < -1e-6).all();
        EXPECT_LE(is_allowed ? cone.polyhedron().distance(w) : 0.0, 1e-6) << power;
      }
    }
  }
}

// Two of three contacts a hair apart, all squeezing: what is certified is what the weights add up to, and the wrenches of
// the rays themselves are always inside.
TEST(WrenchCone, CertifiesWhatItsWeightsAddUpTo) {
  stickslip::test::for_all(
      [] {
        const double hair = std::pow(10.0, -0.1 * *stickslip::test::whole(40, 130));
        std::vector<FrictionPoint> contacts;
        for (int i = 0; i < 3; ++i) {
          const Vec<3> normal = stickslip::test::draw_vector<3>(1.0), at = stickslip::test::draw_vector<3>(1.0);
          RC_PRE(normal.norm() > 1e-3);
          contacts.push_back({i == 2 ? Vec<3>(contacts[0].position + hair * at) : at, normal, 0.5});
        }
        const WrenchCone cone = WrenchCone::from_points(contacts, 4, Approximation::inner);
        const MatrixXd& rays = cone.generators();
        VectorXd own = VectorXd::Zero(6);
        for (const int part : stickslip::test::draw(3, 0, static_cast<int>(rays.rows()) - 1)) own += rays.row(part);
        for (const VectorXd& w : {own, VectorXd(stickslip::test::draw_vector<6>(1.0))}) {
          if (w.norm() == 0.0) continue;
          const Certificate found = cone.certificate(w);
          if (found.inside) {
            RC_ASSERT(cone.contains(w));
            RC_ASSERT(found.y.minCoeff() >= 0.0);
            RC_ASSERT((rays.transpose() * found.y - w).norm() <= 2e-9 * w.norm());
          } else {
            RC_ASSERT(found.y.dot(w) > 0.0);
            RC_ASSERT((rays.rowwise().normalized() * found.y).maxCoeff() <= 2.5e-7);
          }
        }
        RC_ASSERT(cone.contains(own));
        RC_ASSERT(own.norm() == 0.0 || cone.certificate(own).inside);
      },
      2000);
}

// Points on a line cannot turn about it.
TEST(WrenchCone, CollinearPointsHaveOneEquation) {
  std::vector<FrictionPoint> line;
  for (const double x : {-0.1, 0.02, 0.1}) line.push_back({Vec<3>(x, 0.0, 0.0), up, 0.5});
  const WrenchCone cone = WrenchCone::from_points(line, 8, Approximation::outer);
  int equations = 0;
  const MatrixXd& rows = cone.facets();
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (Eigen::Index j = i + 1; j < rows.rows(); ++j) {
      if ((rows.row(i) + rows.row(j)).norm() > 1e-12) continue;
      ++equations;
      EXPECT_NEAR(std::abs(rows(i, 3)), 1.0, 1e-12);  // τx = 0
    }
  }
  EXPECT_EQ(equations, 1);
  EXPECT_TRUE(cone.contains((Vec<6>() << 0.1, 0.0, 1.0, 0.0, 0.05, 0.0).finished()));
  EXPECT_FALSE(cone.contains((Vec<6>() << 0.1, 0.0, 1.0, 1e-3, 0.05, 0.0).finished()));
}

TEST(WrenchCone, WithoutFrictionOnlyNormalForcesAreLeft) {
  for (const WrenchCone& cone : {WrenchCone::rectangle(0.1, 0.05, 0.0),
                                 WrenchCone::from_points(corners(0.1, 0.05, 0.0), 8, Approximation::inner)}) {
    EXPECT_EQ(cone.generators().rows(), 4);
    EXPECT_EQ(cone.facets().rows(), 4 + 2 * 3);  // where the centre of pressure may be; fx = fy = τz = 0
    EXPECT_TRUE(cone.contains((Vec<6>() << 0.0, 0.0, 1.0, 0.049, -0.099, 0.0).finished()));
    EXPECT_FALSE(cone.contains((Vec<6>() << 0.0, 0.0, 1.0, 0.051, 0.0, 0.0).finished()));
    EXPECT_FALSE(cone.contains((Vec<6>() << 0.01, 0.0, 1.0, 0.0, 0.0, 0.0).finished()));
  }
}

TEST(WrenchCone, HugeFrictionKeepsForcesOnOneSide) {
  const WrenchCone cone = WrenchCone::rectangle(0.1, 0.05, 1e6, Approximation::outer);
  EXPECT_TRUE(cone.contains((Vec<6>() << 1e4, -1e4, 1.0, 0.0, 0.0, 0.0).finished()));
  EXPECT_FALSE(cone.contains((Vec<6>() << 0.0, 0.0, -1.0, 0.0, 0.0, 0.0).finished()));
}

// Two fingers and two thumbs around a cube hold anything.
TEST(WrenchCone, AGraspThatHoldsEverythingHasNoRows) {
  std::vector<FrictionPoint> hand;
  for (const Vec<3>& side :
       {Vec<3>(1.0, 0.0, 0.0), Vec<3>(-1.0, 0.0, 0.0), Vec<3>(0.0, 1.0, 0.0), Vec<3>(0.0, -1.0, 0.0)})
    hand.push_back({0.05 * side, -side, 0.5});
  const WrenchCone cone = WrenchCone::from_points(hand, 8, Approximation::inner);
  EXPECT_EQ(cone.facets().rows(), 0);
  EXPECT_EQ(cone.margin(-5.0 * Vec<6>::Ones()), std::numeric_limits<double>::infinity());
  EXPECT_LE((cone.project(Vec<6>::Ones()) - Vec<6>::Ones()).norm(), 1e-14);
}

// Seen in units in which the foot is of size one, a foot of any size is the same.
TEST(WrenchCone, LengthMakesTorquesForces) {
  const double size = 0.05;
  const WrenchCone unit = WrenchCone::rectangle(2.0, 1.0, 0.5, Approximation::outer);
  const WrenchCone foot = WrenchCone::rectangle(2.0 * size, size, 0.5, Approximation::outer);
  const Vec<6> inside = (Vec<6>() << 0.1, 0.05, 1.0, 0.2, -0.4, 0.1).finished();
  const Vec<6> outside = (Vec<6>() << 0.9, 0.1, 1.0, 1.2, -0.4, 2.0).finished();
  for (const Vec<6>& w : {inside, outside}) {
    Vec<6> scaled = w;
    scaled.tail<3>() *= size;
    EXPECT_NEAR(foot.margin(scaled, size), unit.margin(w), 1e-14);
    Vec<6> projected = foot.project(scaled, size);
    projected.tail<3>() /= size;
    EXPECT_LE((projected - unit.project(w)).norm(), 1e-14);
  }
  EXPECT_GT(unit.margin(inside), 0.0);
  EXPECT_NEAR(unit.margin(outside), -(outside - unit.project(outside)).norm(), 1e-14);
}

TEST(WrenchCone, NamesWhatIsWrong) {
  const double nan = std::nan("");
  EXPECT_EQ(refusal([] { WrenchCone::from_points({}); }),
            "WrenchCone: there are no contact points; there must be at least one");
  EXPECT_EQ(refusal([] { WrenchCone::rectangle(0.1, 0.0, 0.5); }),
            "WrenchCone.rectangle: half_y = 0 must be between 1e-50 and 1e50 [m]; of lines and points: from_points");
  EXPECT_EQ(refusal([] { WrenchCone::rectangle(0.1, 0.1, -0.5); }),
            "WrenchCone.rectangle: mu = -0.5 must be between 0 and 1e8");
  std::vector<FrictionPoint> contacts = corners(0.1, 0.05, 0.5);
  contacts[2].position(1) = nan;
  EXPECT_NE(refusal([&] { WrenchCone::from_points(contacts); }).find("contact 2"), std::string::npos);
  contacts = corners(0.1, 0.05, 0.5);
  contacts[1].normal.setZero();
  EXPECT_NE(refusal([&] { WrenchCone::from_points(contacts); }).find("contact 1"), std::string::npos);
  contacts = corners(0.1, 0.05, 1e9);
  EXPECT_EQ(refusal([&] { WrenchCone::from_points(contacts); }), "contact 0: mu = 1e+09 must be at most 1e8, or inf");
  const WrenchCone foot = WrenchCone::rectangle(0.1, 0.05, 0.5);
  EXPECT_NE(refusal([&] { foot.margin(Vec<3>::Ones()); }), "accepted");
  EXPECT_NE(refusal([&] { foot.margin(Vec<3>::Ones(), 0.1); }), "accepted");
  EXPECT_EQ(refusal([&] { foot.margin(Vec<6>::Ones(), 0.0); }), "WrenchCone: length = 0 must be finite and > 0 [m]");
  EXPECT_EQ(refusal([] { WrenchCone(PolyhedralCone::from_generators(MatrixXd::Identity(3, 3))); }),
            "WrenchCone: dimension = 3 must be 6 (forces and torques) or 4");
}

TEST(WrenchConeJson, ComesBackToTheLastDigit) {
  for (const WrenchCone& cone : {WrenchCone::rectangle(0.1, 1.0 / 3.0, 0.7),
                                 WrenchCone::from_points(corners(0.1, 0.05, 0.0), 5, Approximation::outer),
                                 WrenchCone(PolyhedralCone::from_generators(Eigen::RowVector4d(0.1, 0.2, 0.3, 1.0)))}) {
    const std::string text = to_json(cone);
    const WrenchCone back = wrench_cone_from_json(text, "text");
    EXPECT_EQ(back.generators(), cone.generators());
    EXPECT_LE((back.facets() - cone.facets()).cwiseAbs().maxCoeff(), 1e-16);  // scaled to unit length again
    EXPECT_NE(text.find("\"N m\""), std::string::npos);
  }
}

TEST(WrenchConeJson, NamesWhatIsWrong) {
  const auto read = [](const std::string& text) { return refusal([&] { wrench_cone_from_json(text, "a.json"); }); };
  EXPECT_EQ(read("{\n\"format\": oops"), "a.json:2: not JSON");
  EXPECT_EQ(read(""), "a.json:1: not JSON");
  EXPECT_EQ(read("[]"), "a.json:1: the entry \"format\" must be \"stickslip wrench cone 1\"");
  EXPECT_EQ(read("{\"format\": 3}"), "a.json:1: the entry \"format\" must be \"stickslip wrench cone 1\"");
  EXPECT_EQ(read("{\"format\": 1e999}"), "a.json:1: a number is too large");
  const std::string good = to_json(WrenchCone::rectangle(0.1, 0.05, 0.5));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    return read(text.replace(text.find(from), from.size(), to));
  };
  EXPECT_EQ(changed("\"rays\"", "\"says\""), "a.json:1: there is no entry \"rays\"");
  EXPECT_EQ(changed("\"tau_x\"", "\"tau\""),
            "a.json:1: components must be [\"fx\",\"fy\",\"fz\",\"tau_x\",\"tau_y\",\"tau_z\"]");
  EXPECT_EQ(changed("\"tau_x\",", ""), "a.json:1: components must be a list of 4 or 6 names");
  EXPECT_NE(changed("0.1", "\"x\""), "accepted");
}

TEST(QpRows, StacksBlocksAndJoinsEquations) {
  const WrenchCone foot = WrenchCone::rectangle(0.1, 0.05, 0.5);
  const std::array<FrictionPoint, 1> one{{{Vec<3>(0.1, 0.2, 0.3), up, 0.5}}};
  const WrenchCone point = WrenchCone::from_points(one, 4, Approximation::outer);
  const std::vector<PolyhedralCone> cones{foot.polyhedron(), point.polyhedron()};
  const QpRows rows = stack(cones);
  ASSERT_EQ(rows.a.cols(), 12);
  ASSERT_EQ(rows.a.rows(), 16 + 4 + 3);
  EXPECT_EQ(rows.a.topRightCorner(16, 6), MatrixXd::Zero(16, 6));
  EXPECT_EQ(rows.a.bottomLeftCorner(7, 6), MatrixXd::Zero(7, 6));
  EXPECT_EQ(rows.u, VectorXd::Zero(23));
  int equations = 0;
  for (const double l : rows.l) equations += l == 0.0 ? 1 : 0;
  EXPECT_EQ(equations, 3);
  // What both cones hold, the rows allow.
  VectorXd w(12);
  w << 0.1, 0.0, 1.0, 0.01, 0.0, 0.0, 0.1, 0.0, 1.0, Vec<3>(0.1, 0.2, 0.3).cross(Vec<3>(0.1, 0.0, 1.0));
  const VectorXd values = rows.a * w;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    EXPECT_LE(values(i), 1e-15);
    EXPECT_GE(values(i), rows.l(i) - 1e-15);
  }
  EXPECT_EQ(stack({}).a.size(), 0);
}

}  // namespace
}  // namespace stickslip::cone::wrench_cone_test
