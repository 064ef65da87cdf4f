#include "stickslip/contact/bristle_volume.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "stickslip/geometry/overlap.hpp"

namespace stickslip::contact::bristle_volume_test {
namespace {

using geometry::Overlap;
using geometry::Polyhedron;

const Polyhedron cube = Polyhedron::box({0.1, 0.1, 0.1}), table = Polyhedron::box({1.0, 1.0, 0.2});
const Eigen::Matrix3d still = Eigen::Matrix3d::Identity();

// The cube `depth` below the table's top, z = 0, turned by these angles [rad].
Overlap on_table(double depth, double tilt = 0.0, double roll = 0.0) {
  const Eigen::Quaterniond turn = Eigen::Quaterniond(Eigen::AngleAxisd(tilt, Vec<3>::UnitY())) *
                                  Eigen::Quaterniond(Eigen::AngleAxisd(roll, Vec<3>::UnitX()));
  return geometry::overlap(cube, Pose3({0.02, 0.01, 0.05 - depth}, turn), table,
                           Pose3({0, 0, -0.1}, Eigen::Quaterniond::Identity()));
}

Thickness thickness_of(const Overlap& overlap) {
  Thickness thickness;
  EXPECT_TRUE(thickness.find(overlap, still, still));
  return thickness;
}

double volume_of(const Thickness& thickness) {
  double volume = 0.0;
  for (const Thickness::Piece& piece : thickness.pieces()) {
    const patch::AreaMoments m = patch::area_moments(thickness.corners(piece));
    volume += piece.t(0) * m[0] + piece.t(1) * m[1] + piece.t(2) * m[2];
  }
  return volume;
}

TEST(Thickness, OfAFaceOnAFaceIsItsDepth) {
  const Thickness thickness = thickness_of(on_table(1e-4));
  EXPECT_LT((thickness.normal() - Vec<3>::UnitZ()).norm(), 1e-15);
  EXPECT_NEAR(thickness.area(), 0.01, 1e-15);
  ASSERT_EQ(thickness.pieces().size(), 1U);
  EXPECT_NEAR(thickness.pieces()[0].t(0), 1e-4, 1e-16);
  EXPECT_LT(thickness.pieces()[0].t.tail<2>().norm(), 1e-14);
}

TEST(Thickness, AddsUpToTheVolume) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-0.3, 0.3);
  for (int k = 0; k < 50; ++k) {
    const Overlap overlap = on_table(0.01 + 0.01 * any(random), any(random), any(random));
    if (overlap.is_empty()) continue;
    const Thickness thickness = thickness_of(overlap);
    // Of the table only the top takes part: the depth is that below it, also over faces of the cube that look up. Faces along n may be left
    // out: each is seen with at most 0.04 of its area, all of them with less than 1e-3 of the area, and nowhere is it deeper than it is high.
    const double top = -overlap.barycentre().z();
    double low = 0.0, over = 0.0, left_out = 0.0;
    for (const Vec<3>& vertex : overlap.vertices()) low = std::min(low, vertex.z());
    for (const Overlap::Face& face : overlap.faces()) {
      const double seen = face.normal.z() * face.area;
      if (std::abs(face.normal.z()) <= 0.04) left_out += std::abs(seen) * (top - low);
      if (face.owner != Overlap::Owner::a || !(seen > 0.0)) continue;
      // Mean height of a plane polygon, by triangles.
      const auto corners = overlap.corners(face);
      for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        const auto vertex = [&](std::size_t at) { return overlap.vertices()[static_cast<std::size_t>(corners[at])]; };
        const Vec<3> p = vertex(0), q = vertex(i), r = vertex(i + 1);
        over += 0.5 * Vec<3>(q - p).cross(Vec<3>(r - p)).z() * (top - (p + q + r).z() / 3.0);
      }
    }
    EXPECT_NEAR(volume_of(thickness), overlap.volume() + over, 1e-12 * overlap.volume() + left_out);
    EXPECT_NEAR(thickness.volume(), volume_of(thickness), 1e-12 * overlap.volume());
    EXPECT_NEAR(thickness.normal().norm(), 1.0, 1e-15);
  }
}

TEST(Thickness, TurnsAroundWithTheBodies) {
  const Pose3 X_A({0.02, 0.01, 0.049}, Eigen::Quaterniond(Eigen::AngleAxisd(0.1, Vec<3>(1, 2, 0.5).normalized())));
  const Pose3 X_B({0, 0, -0.1}, Eigen::Quaterniond::Identity());
  const Thickness one = thickness_of(geometry::overlap(cube, X_A, table, X_B));
  const Thickness other = thickness_of(geometry::overlap(table, X_B, cube, X_A));
  EXPECT_LT((one.normal() + other.normal()).norm(), 1e-14);
  EXPECT_NEAR(one.area(), other.area(), 1e-15);
  EXPECT_NEAR(volume_of(one), volume_of(other), 1e-18);
}

// A blade of half angle β, edge down, d deep: 2 d tan β of it per length in the plane, whatever it leans by. Only the table's top takes part.
TEST(Thickness, OfABladeIsAlongTheFaceItStandsOn) {
  for (const double half : {0.1, 0.02, 0.0035}) {
    for (const double lean : {0.0, 0.5 * half, half, 0.3}) {
      for (const double depth : {1e-8, 1e-4}) {
        const double t = 0.1 * std::tan(half);
        Eigen::Matrix3Xd points(3, 6);
        points.transpose() << 0, -0.1, 0, 0, 0.1, 0, -t, -0.1, 0.1, t, -0.1, 0.1, -t, 0.1, 0.1, t, 0.1, 0.1;
        const Polyhedron blade = Polyhedron::from_points(points);
        const Pose3 X_A({0.02, 0.01, -depth}, Eigen::Quaterniond(Eigen::AngleAxisd(lean, Vec<3>::UnitY())));
        const Pose3 X_B({0, 0, -0.1}, Eigen::Quaterniond::Identity());
        const Overlap overlap = geometry::overlap(blade, X_A, table, X_B);
        const Thickness thickness = thickness_of(overlap);
        EXPECT_LT((thickness.normal() - Vec<3>::UnitZ()).norm(), 1e-15);
        // Seen from above: what of the two faces looks down, each from the edge to where it comes out of the table.
        const double area = 0.2 * depth * (std::tan(half + lean) + std::max(0.0, std::tan(half - lean)));
        EXPECT_NEAR(thickness.area(), area, 1e-6 * area) << half << " " << lean << " " << depth;
        EXPECT_NEAR(thickness.volume(), 0.5 * depth * area, 1e-6 * depth * area);
        const Thickness other = thickness_of(geometry::overlap(table, X_B, blade, X_A));
        EXPECT_LT((other.normal() + Vec<3>::UnitZ()).norm(), 1e-15);
        EXPECT_NEAR(other.volume(), thickness.volume(), 1e-9 * thickness.volume());
      }
    }
  }
}

// Two blades that cross: their volume grows with the cube of how deep they are along the normal of both edges, so that this is the normal,
// however steep their sides are and however they lean. As deep as the edges are in one another they are over all of the
// area: upright a parallelogram, d tan α by d tan β on either side.
TEST(Thickness, OfCrossedBladesIsAcrossBothEdges) {
  const auto blade = [](double half, double up) {
    const double t = 0.1 * std::tan(half);
    Eigen::Matrix3Xd points(3, 6);
    points.transpose() << 0, -0.1, 0, 0, 0.1, 0, -t, -0.1, up, t, -0.1, up, -t, 0.1, up, t, 0.1, up;
    return Polyhedron::from_points(points);
  };
  const double depth = 1e-5;
  const Pose3 X_B(Vec<3>::Zero(), Eigen::Quaterniond::Identity());
  for (const double half_a : {0.0035, 0.02, 0.09}) {
    for (const double half_b : {0.0035, 0.02, 0.09}) {
      const Polyhedron upper = blade(half_a, 0.1), lower = blade(half_b, -0.1);
      for (const double yaw : {0.3, 1.5}) {
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(yaw, Vec<3>::UnitZ()));
        const Thickness upright = thickness_of(geometry::overlap(upper, Pose3({0, 0, -depth}, turn), lower, X_B));
        EXPECT_LT((upright.normal() - Vec<3>::UnitZ()).norm(), 1e-9);
        const double area = 2.0 * depth * depth * std::tan(half_a) * std::tan(half_b) / std::sin(yaw);
        EXPECT_NEAR(upright.area(), area, 1e-6 * area);
        EXPECT_NEAR(upright.volume(), area * depth, 1e-6 * area * depth);
        for (const double lean : {0.05, 0.6}) {
          const Eigen::Quaterniond leaning = Eigen::AngleAxisd(lean, Vec<3>(1, 1, 0).normalized()) * turn;
          const Thickness thickness =
              thickness_of(geometry::overlap(upper, Pose3({0, 0, -depth}, leaning), lower, X_B));
          const Vec<3> across = (leaning * Vec<3>::UnitY()).cross(Vec<3>::UnitY()).normalized();
          const Vec<3> normal = across.z() > 0.0 ? across : Vec<3>(-across);
          EXPECT_LT((thickness.normal() - normal).norm(), 1e-6) << half_a << " " << half_b << " " << yaw << " " << lean;
          if (lean > 0.1) continue;
          EXPECT_NEAR(thickness.volume(), thickness.area() * depth * normal.z(), 1e-6 * thickness.volume());
        }
      }
    }
  }
}

// Wholly behind a face: as deep as its lower side is below it.
TEST(Thickness, BehindAFaceIsHowFarTheOtherSideIs) {
  const Pose3 X_A({0.02, 0.01, -0.08}, Eigen::Quaterniond::Identity()),
      X_B({0, 0, -0.1}, Eigen::Quaterniond::Identity());
  const Overlap overlap = geometry::overlap(Polyhedron::box({0.1, 0.1, 0.02}), X_A, table, X_B);
  Thickness thickness;
  EXPECT_FALSE(thickness.find(overlap, still, still));
  ASSERT_TRUE(thickness.find_behind(overlap, still, Vec<3>::UnitZ(), -overlap.barycentre().z()));
  EXPECT_NEAR(thickness.area(), 0.01, 1e-15);
  EXPECT_NEAR(thickness.volume(), 0.09 * 0.01, 1e-15);
}

TEST(Thickness, IsNoneInsideAnotherBody) {
  Thickness thickness;
  EXPECT_FALSE(thickness.find(Overlap(), still, still));
  const Pose3 centre({0, 0, -0.1}, Eigen::Quaterniond::Identity());
  EXPECT_FALSE(thickness.find(geometry::overlap(cube, centre, table, centre), still, still));
}

constexpr VolumeStiffness stiffness{.k = 1e8, .tau = 4e-3, .h = 1e-3, .v_out = 10.0};

TEST(BristleVolume, PressesAsDeepAsItIs) {
  BristleVolume volume;
  volume.begin(thickness_of(on_table(1e-4)), 0.0, Vec<3>::Zero(), stiffness);
  BristleVolume::Response at;
  volume.respond(Vec<6>::Zero(), {.mu = 0.5, .sigma0 = 1e6, .displacement = Vec<3>::Zero(), .guess = Vec<3>::Zero()},
                 at);
  EXPECT_NEAR(at.wrench(2), 1e8 * 1e-4 * 0.01, 1e-10);
  EXPECT_LT(at.wrench.cwiseAbs().sum() - at.wrench(2), 1e-12);
  // Parting at the depth over h + τ there is nothing left.
  Vec<6> parting = Vec<6>::Zero();
  parting(2) = 1e-4 / 5e-3 * (1.0 + 1e-12);
  volume.respond(parting, {.mu = 0.5, .sigma0 = 1e6, .displacement = Vec<3>::Zero(), .guess = Vec<3>::Zero()}, at);
  EXPECT_EQ(at.wrench, Vec<6>(Vec<6>::Zero()));
}

TEST(BristleVolume, PartsNoFasterThanItMay) {
  // Found 5 mm deep, with nothing else to do, the pressure vanishes at the speed v_out.
  BristleVolume volume;
  VolumeStiffness slow = stiffness;
  slow.v_out = 0.2;
  volume.begin(thickness_of(on_table(5e-3)), 0.0, Vec<3>::Zero(), slow);
  BristleVolume::Response at;
  Vec<6> parting = Vec<6>::Zero();
  for (const double speed : {0.199, 0.201}) {
    parting(2) = speed;
    volume.respond(parting, {.mu = 0.5, .sigma0 = 1e6, .displacement = Vec<3>::Zero(), .guess = Vec<3>::Zero()}, at);
    EXPECT_EQ(at.wrench(2) > 0.0, speed < 0.2);
  }
}

class BristleVolumeOf : public testing::TestWithParam<patch::BristleSurface> {};

TEST_P(BristleVolumeOf, DerivativesAreThoseOfDifferences) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 60; ++k) {
    const Overlap overlap =
        on_table(2e-4 + 1e-4 * std::abs(normal(random)), 0.01 * normal(random), 0.01 * normal(random));
    if (overlap.is_empty()) continue;
    BristleVolume volume;
    volume.begin(thickness_of(overlap), 2e-5, 1e-5 * Vec<3>(normal(random), normal(random), normal(random)), stiffness);
    const BristleVolume::Bristles bristles{
        .mu = 0.5,
        .sigma0 = 1e6,
        .displacement = 3e-7 * Vec<3>(normal(random), normal(random), 10.0 * normal(random)),
        .guess = Vec<3>::Zero(),
        .share = k % 2 == 0 ? 1.0 : 0.5,
        .surface = GetParam(),
        .energy = k % 4 == 1 ? 1e-6 : std::numeric_limits<double>::infinity()};
    Vec<6> twist;
    for (double& entry : twist) entry = 1e-3 * normal(random);
    if (k % 3 == 0) twist.head<2>() *= 1e-2;  // sticks
    BristleVolume::Response at, more, less;
    volume.respond(twist, bristles, at);
    if (!(at.wrench(2) > 0.0)) continue;
    const double reach = volume.reach();
    const Vec<6> size = (Vec<6>() << 1, 1, 1, 1 / reach, 1 / reach, 1 / reach).finished();
    for (int j = 0; j < 6; ++j) {
      const double step = 1e-9 * size(j);
      Vec<6> away = twist;
      away(j) += step;
      volume.respond(away, bristles, more);
      away(j) -= 2.0 * step;
      volume.respond(away, bristles, less);
      if ((more.slip == Vec<3>::Zero()) != (less.slip == Vec<3>::Zero())) continue;
      const Vec<6> slope = (more.wrench - less.wrench) / (2.0 * step);
      // Force per twist, in newtons for a twist of the step's size.
      const double scale = at.by_twist.col(j).cwiseProduct(size).norm() + at.wrench(2);
      EXPECT_LT((at.by_twist.col(j) - slope).cwiseProduct(size).norm(), 2e-4 * scale) << k << ' ' << j;
    }
  }
}

// Bristles that were turned under a corner would store a thousand times as much under the face: they keep what they stored.
TEST_P(BristleVolumeOf, StoresNoMoreThanItMay) {
  BristleVolume volume;
  volume.begin(thickness_of(on_table(1e-4)), 0.0, Vec<3>::Zero(), stiffness);
  BristleVolume::Bristles bristles{.mu = 1e6,  // sticks
                                   .sigma0 = 1e6,
                                   .displacement = {2e-6, -1e-6, 1e-2},
                                   .guess = Vec<3>::Zero(),
                                   .share = 1.0,
                                   .surface = GetParam()};
  const auto stored = [&] {
    BristleVolume::Response at;
    volume.respond(Vec<6>::Zero(), bristles, at);
    const Vec<3> friction(at.wrench(0), at.wrench(1), at.wrench(5));
    EXPECT_LT((at.displacement - at.kept * bristles.displacement).norm(), 1e-18);
    return -0.5 * friction.dot(at.displacement);
  };
  // A uniform pressure on a square of side a: ½ σ0 f_n (e² + θ² a²/6).
  const double all = 0.5 * 1e6 * 1e8 * 1e-4 * 0.01 * (5e-12 + 1e-4 * 0.01 / 6.0);
  EXPECT_NEAR(stored(), all, 1e-9 * all);
  for (const double share : {0.5, 1e-6, 0.0}) {
    bristles.energy = share * all;
    EXPECT_NEAR(stored(), share * all, 1e-9 * all * share);
  }
  bristles.energy = 2.0 * all;
  EXPECT_NEAR(stored(), all, 1e-9 * all);
}

INSTANTIATE_TEST_SUITE_P(Surface, BristleVolumeOf,
                         testing::Values(patch::BristleSurface::exact, patch::BristleSurface::ellipsoid),
                         [](const auto& of) { return std::string(name_of(of.param)); });

// A face on a face, so that the pressure is uniform: by hand, with r = ∫ ‖ρ‖ dA/A of a square, (√2 + asinh 1)/6 of its side.
TEST(BristleVolume, SlidesOnTheEllipsoid) {
  constexpr double depth = 1e-4, mu = 0.5, load = 1e8 * depth * 0.01;
  const double r = 0.1 * (std::sqrt(2.0) + std::asinh(1.0)) / 6.0;
  BristleVolume volume;
  volume.begin(thickness_of(on_table(depth)), 0.0, Vec<3>::Zero(), stiffness);
  BristleVolume::Response at, exact;
  for (const Vec<3>& motion : {Vec<3>(0.3, -0.4, 0.0), Vec<3>(0.3, -0.4, 10.0), Vec<3>(0.0, 0.0, 10.0)}) {
    BristleVolume::Bristles bristles{
        .mu = mu, .sigma0 = 1e9, .displacement = Vec<3>::Zero(), .guess = Vec<3>::Zero(), .share = 1.0, .surface = {}};
    const Vec<6> twist = (Vec<6>() << motion(0), motion(1), 0.0, 0.0, 0.0, motion(2)).finished();
    volume.respond(twist, bristles, exact);
    bristles.surface = patch::BristleSurface::ellipsoid;
    volume.respond(twist, bristles, at);
    ASSERT_TRUE(at.is_solved);
    const Vec<3> w(at.wrench(0), at.wrench(1), at.wrench(5) / r);
    EXPECT_NEAR(w.norm(), mu * load, 1e-9 * load);
    const Vec<3> slip(at.slip(0), at.slip(1), r * at.slip(2));
    EXPECT_LT((w / w.norm() + slip / slip.norm()).norm(), 1e-9) << motion.transpose();
    // Sliding and turning apart are what they are on the exact surface; together they are not.
    const double apart = (at.wrench - exact.wrench).norm() / load;
    if (motion(0) != 0.0 && motion(2) != 0.0)
      EXPECT_GT(apart, 1e-2);
    else
      EXPECT_LT(apart, 1e-9) << motion.transpose();
  }
}

}  // namespace
}  // namespace stickslip::contact::bristle_volume_test
