// What holds for all polyhedra in all places, against trying everything.
#include <gtest/gtest.h>

#include "stickslip/contact/manifold_finder.hpp"
#include "stickslip/core/test/property.hpp"

#include "brute_force.hpp"
#include "shapes.hpp"

namespace stickslip::contact::test::manifold_property_test {
namespace {

using Points = std::vector<ContactPoint>;

// Which features are preferred may cost as much, see ManifoldFinder: 1e-4 of a radius, which is below 1.8 here.
constexpr double steady = 2e-4;

template <class Property>
void for_all_seeds(Property&& property) {
  stickslip::test::for_all([&] { property(static_cast<std::uint64_t>(*stickslip::test::whole(0, 1 << 30))); }, 150);
}

struct Meeting {
  geometry::Shape shape_a, shape_b;
  Collider a, b;

  // Two random polyhedra, moved until the best plane separates them by a distance within this range.
  Meeting(std::uint64_t seed, double from, double to) : shape_a(box(1, 1, 1)), shape_b(box(1, 1, 1)) {
    Random random(seed);
    shape_a = random.polyhedron();
    shape_b = random.polyhedron();
    const Vec<3> start = random.vector(1.0);
    a = placed(shape_a, 0, start, random.rotation());
    b = placed(shape_b, 1, start + random.vector(0.3), random.rotation());
    const double wanted = random.number(from, to);
    Separation now = separation(World(a), World(b));
    for (int i = 0; i < 20 && std::abs(now.value - wanted) > 1e-12; ++i) {
      b.position += (wanted - now.value) * now.normal;
      now = separation(World(a), World(b));
    }
  }
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;
};

Points manifold(const Collider& a, const Collider& b, double margin) {
  Points points;
  ManifoldFinder().append(a, b, margin, points);
  return points;
}

// Whether every point has an equal among the others.
bool are_among(const Points& points, const Points& others) {
  return std::all_of(points.begin(), points.end(), [&](const ContactPoint& p) {
    return std::any_of(others.begin(), others.end(), [&](const ContactPoint& q) {
      return (p.point - q.point).norm() < steady && (p.normal - q.normal).norm() < 1e-9 &&
             std::abs(p.gap - q.gap) < steady;
    });
  });
}

bool are_same(const Points& points, const Points& others) {
  return are_among(points, others) && are_among(others, points);
}

// Whether the bodies almost touch with two faces that look at each other: then the first's is preferred.
bool are_faces_parallel(const Meeting& meeting) {
  const World a(meeting.a), b(meeting.b);
  for (const Vec<3>& n : a.normals) {
    for (const Vec<3>& m : b.normals) {
      if (n.dot(m) < -0.998) return true;
    }
  }
  return false;
}

TEST(ManifoldProperty, OverlapIsTheLeastWayOut) {
  for_all_seeds([](std::uint64_t seed) {
    const Meeting meeting(seed, -0.3, 0.0);
    const World a(meeting.a), b(meeting.b);
    const double overlap = separation(a, b).value;
    RC_PRE(overlap < 0.0);
    const Points points = manifold(meeting.a, meeting.b, 1e-3);
    RC_ASSERT(std::any_of(points.begin(), points.end(), [&](const ContactPoint& p) {
      return std::abs(p.gap - overlap) < steady && std::abs(separation_along(a, b, -p.normal) - overlap) < steady;
    }));
    for (const ContactPoint& p : points) RC_ASSERT(kind_of(p.id.feature) != FeatureKind::near_vertices);
  });
}

TEST(ManifoldProperty, ContactsOfOverlappingBodiesLieOnBothSurfaces) {
  for_all_seeds([](std::uint64_t seed) {
    const Meeting meeting(seed, -0.1, 0.0);
    const World a(meeting.a), b(meeting.b);
    for (const ContactPoint& p : manifold(meeting.a, meeting.b, 1e-3)) {
      RC_ASSERT(std::abs(p.normal.norm() - 1.0) < 1e-12);
      RC_ASSERT(a.depth(p.point + 0.5 * p.gap * p.normal) < steady);
      RC_ASSERT(b.depth(p.point - 0.5 * p.gap * p.normal) < steady);
    }
  });
}

TEST(ManifoldProperty, ThereAreContactsWhereverBodiesAreNearAndNowhereElse) {
  for_all_seeds([](std::uint64_t seed) {
    const Meeting meeting(seed, 1e-3, 0.1);
    const double apart = distance(World(meeting.a), World(meeting.b));
    RC_ASSERT(apart >= separation(World(meeting.a), World(meeting.b)).value - 1e-12);
    RC_ASSERT(manifold(meeting.a, meeting.b, apart - steady).empty());
    const Points points = manifold(meeting.a, meeting.b, apart + 1e-9);
    RC_ASSERT(!points.empty());
    for (const double wider : {1.001, 1.1, 2.0, 10.0}) {
      const Points more = manifold(meeting.a, meeting.b, wider * apart);
      RC_ASSERT(!more.empty());
      for (const ContactPoint& p : more) RC_ASSERT(p.gap > -steady && p.gap < wider * apart);
    }
  });
}

// No plane of contact cuts into a body that it should only touch.
TEST(ManifoldProperty, NormalsOfBodiesApartSeparateThem) {
  for_all_seeds([](std::uint64_t seed) {
    const Meeting meeting(seed, 1e-3, 0.1);
    const World a(meeting.a), b(meeting.b);
    for (const ContactPoint& p : manifold(meeting.a, meeting.b, 0.2)) {
      if (kind_of(p.id.feature) == FeatureKind::edge_on_edge || separation_along(a, b, -p.normal) < 0.0) continue;
      RC_ASSERT(p.gap >= separation_along(a, b, -p.normal) - steady);
    }
  });
}

TEST(ManifoldProperty, SwappedBodiesHaveTheSameContactsWithNormalsReversed) {
  for_all_seeds([](std::uint64_t seed) {
    const Meeting meeting(seed, -0.1, 0.1);
    RC_PRE(!are_faces_parallel(meeting));
    Points swapped = manifold(meeting.b, meeting.a, 0.05);
    for (ContactPoint& p : swapped) p.normal = -p.normal;
    RC_ASSERT(are_same(manifold(meeting.a, meeting.b, 0.05), swapped));
  });
}

TEST(ManifoldProperty, MovedBodiesHaveMovedContacts) {
  for_all_seeds([](std::uint64_t seed) {
    const Meeting meeting(seed, -0.1, 0.1);
    Random random(seed + 1);
    const Eigen::Matrix3d rotation = random.rotation().toRotationMatrix();
    const Vec<3> shift = random.vector(10.0);
    auto moved = [&](Collider collider) {
      collider.rotation = rotation * collider.rotation;
      collider.position = rotation * collider.position + shift;
      return collider;
    };
    Points before = manifold(meeting.a, meeting.b, 0.05);
    const Points after = manifold(moved(meeting.a), moved(meeting.b), 0.05);
    RC_ASSERT(before.size() == after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      RC_ASSERT(before[i].id == after[i].id);
      RC_ASSERT((rotation * before[i].point + shift - after[i].point).norm() < 1e-9);
      RC_ASSERT((rotation * before[i].normal - after[i].normal).norm() < 1e-9);
      RC_ASSERT(std::abs(before[i].gap - after[i].gap) < 1e-9);
    }
  });
}

// In a mirror faces turn the other way round, and are cut by their sides in another order, but corners stay corners.
TEST(ManifoldProperty, MirroredBodiesHaveMirroredContacts) {
  const Eigen::Matrix3d mirror = Vec<3>(1, 1, -1).asDiagonal();
  for_all_seeds([&](std::uint64_t seed) {
    const Meeting meeting(seed, -0.1, 0.1);
    auto mirrored_shape = [&](const geometry::Shape& shape) -> geometry::Shape {
      return geometry::Polyhedron::from_points(mirror * std::get<geometry::Polyhedron>(shape).vertices());
    };
    auto mirrored = [&](Collider collider, const geometry::Shape& shape) {
      collider.shape = &shape;
      collider.rotation = mirror * collider.rotation * mirror;
      collider.position = mirror * collider.position;
      return collider;
    };
    const geometry::Shape shape_a = mirrored_shape(meeting.shape_a), shape_b = mirrored_shape(meeting.shape_b);
    Points seen = manifold(mirrored(meeting.a, shape_a), mirrored(meeting.b, shape_b), 0.05);
    for (ContactPoint& p : seen) p.point = mirror * p.point, p.normal = mirror * p.normal;
    RC_ASSERT(are_same(manifold(meeting.a, meeting.b, 0.05), seen));
  });
}

TEST(ManifoldProperty, NamesAreUniqueAndAscending) {
  for_all_seeds([](std::uint64_t seed) {
    const Meeting meeting(seed, -0.1, 0.1);
    const Points points = manifold(meeting.a, meeting.b, 0.1);
    for (std::size_t i = 1; i < points.size(); ++i) RC_ASSERT(points[i - 1].id < points[i].id);
  });
}

}  // namespace
}  // namespace stickslip::contact::test::manifold_property_test
