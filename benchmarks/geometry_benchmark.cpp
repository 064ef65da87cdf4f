// What two polyhedra have in common, and the same by Qhull's half-space intersection.
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/LU>
#include <benchmark/benchmark.h>

#include "stickslip/geometry/hull.hpp"
#include "stickslip/geometry/overlap.hpp"

namespace stickslip::benchmarks {
namespace {

using geometry::Polyhedron;

struct Pair {
  Polyhedron a, b;
  Pose3 X_WA, X_WB;
};

Pair boxes(const Vec<3>& position, double angle) {
  const Polyhedron cube = Polyhedron::box({0.1, 0.1, 0.1});
  return {cube, cube, Pose3::from_axis_angle(position, {1, 2, 3}, angle), Pose3()};
}

Pair cube_on_ground() {
  return {Polyhedron::box({0.1, 0.1, 0.1}), Polyhedron::box({10.0, 10.0, 1.0}),
          Pose3({0.3, 0.2, 0.0499}, Eigen::Quaterniond::Identity()),
          Pose3({0.0, 0.0, -0.5}, Eigen::Quaterniond::Identity())};
}

// Hulls of points on spheres of radius 1, their centres this far apart.
Pair stones(int vertices, double apart) {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  const auto stone = [&] {
    Eigen::Matrix3Xd points(3, vertices);
    for (double& x : points.reshaped()) x = normal(engine);
    points.colwise().normalize();
    return Polyhedron::from_points(points);
  };
  const Polyhedron a = stone(), b = stone();
  return {a, b, Pose3(), Pose3::from_axis_angle({apart, 0.0, 0.0}, {1, 2, 3}, 0.4)};
}

void clipped(benchmark::State& state, const Pair& pair) {
  geometry::OverlapFinder finder;
  double faces = 0.0;
  for (auto _ : state) {
    const geometry::Overlap& found = finder.find(pair.a, pair.X_WA, pair.b, pair.X_WB);
    benchmark::DoNotOptimize(found.volume());
    faces = static_cast<double>(found.faces().size());
  }
  state.counters["faces"] = faces;
}

// The planes of both bodies as dual points about a point inside, which Qhull has to be given; facets of their hull are the vertices.
class HalfSpaceIntersection {
 public:
  explicit HalfSpaceIntersection(const Pair& pair)
      : pair_(pair),
        inside_(overlap(pair.a, pair.X_WA, pair.b, pair.X_WB).barycentre()),
        dual_(static_cast<Eigen::Index>(pair.a.faces().size() + pair.b.faces().size()), 3) {}

  std::vector<geometry::Corners> facets() {
    Eigen::Index row = 0;
    const auto add = [&](const Polyhedron& body, const Pose3& pose) {
      const Vec<3> centre = pose.inverse().point(inside_);
      for (const Polyhedron::Face& face : body.faces()) {
        dual_.row(row++) = pose.vector(face.normal) / (face.offset - face.normal.dot(centre));
      }
    };
    add(pair_.a, pair_.X_WA);
    add(pair_.b, pair_.X_WB);
    return geometry::hull_facets(dual_);
  }

  // Each the point that lies on the planes of three corners of its facet.
  Eigen::MatrixXd vertices(const std::vector<geometry::Corners>& facets) const {
    Eigen::MatrixXd points(static_cast<Eigen::Index>(facets.size()), 3);
    for (std::size_t k = 0; k < facets.size(); ++k) {
      Eigen::Matrix3d planes;
      for (int i = 0; i < 3; ++i) planes.row(i) = dual_.row(facets[k][static_cast<std::size_t>(i)]);
      points.row(static_cast<Eigen::Index>(k)) = planes.inverse() * Vec<3>::Ones();
    }
    return points;
  }

 private:
  const Pair& pair_;
  Vec<3> inside_;
  Eigen::MatrixXd dual_;
};

void by_qhull(benchmark::State& state, const Pair& pair) {
  HalfSpaceIntersection intersection(pair);
  for (auto _ : state) benchmark::DoNotOptimize(intersection.facets().data());
}

// And the hull of the vertices, from which volume and barycentre follow.
void by_qhull_with_volume(benchmark::State& state, const Pair& pair) {
  HalfSpaceIntersection intersection(pair);
  for (auto _ : state) {
    benchmark::DoNotOptimize(geometry::hull_facets(intersection.vertices(intersection.facets())).data());
  }
}

// Runs before main.
[[maybe_unused]] const bool are_registered = [] {
  const std::vector<std::pair<std::string, Pair>> pairs{{"cube_on_ground", cube_on_ground()},
                                                        {"boxes/face_on_face", boxes({0.02, 0.03, 0.0999}, 0.0)},
                                                        {"boxes/tumbling", boxes({0.02, 0.03, 0.06}, 0.7)},
                                                        {"boxes/deep", boxes({0.01, 0.02, 0.02}, 1.0)},
                                                        {"stones/500/touching", stones(500, 1.9)},
                                                        {"stones/500/half", stones(500, 1.0)},
                                                        {"stones/500/concentric", stones(500, 0.0)},
                                                        {"stones/5000/half", stones(5000, 1.0)}};
  for (const auto& [name, pair] : pairs) {
    benchmark::RegisterBenchmark(("geometry/overlap/" + name).c_str(), clipped, pair);
    benchmark::RegisterBenchmark(("geometry/qhull/" + name).c_str(), by_qhull, pair);
    benchmark::RegisterBenchmark(("geometry/qhull_volume/" + name).c_str(), by_qhull_with_volume, pair);
  }
  return true;
}();

}  // namespace
}  // namespace stickslip::benchmarks
