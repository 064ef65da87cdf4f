// Separation and distance of two convex polyhedra by trying everything, each in the simplest way.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include <Eigen/QR>

#include "stickslip/contact/collider.hpp"

namespace stickslip::contact::test {

struct World {
  explicit World(const Collider& at) : polyhedron(std::get<geometry::Polyhedron>(*at.shape)) {
    vertices = (at.rotation * polyhedron.vertices()).colwise() + at.position;
    for (const geometry::Polyhedron::Face& face : polyhedron.faces()) normals.push_back(at.rotation * face.normal);
    for (const geometry::Polyhedron::Edge& edge : polyhedron.edges()) {
      edges.push_back({vertices.col(edge.tail), vertices.col(edge.head)});
    }
  }
  double highest(const Vec<3>& n) const { return (n.transpose() * vertices).maxCoeff(); }
  // Largest signed distance to the planes of the faces: negative inside.
  double depth(const Vec<3>& point) const {
    double most = -std::numeric_limits<double>::infinity();
    for (const Vec<3>& n : normals) most = std::max(most, n.dot(point) - highest(n));
    return most;
  }

  struct Edge {
    Vec<3> tail, head;
  };
  geometry::Polyhedron polyhedron;
  Eigen::Matrix3Xd vertices;
  std::vector<Vec<3>> normals;
  std::vector<Edge> edges;
};

// By how much the slab between two planes square to n keeps them apart, n from the first to the second.
inline double separation_along(const World& a, const World& b, const Vec<3>& n) {
  return -b.highest(-n) - a.highest(n);
}

struct Separation {
  double value = -std::numeric_limits<double>::infinity();
  Vec<3> normal = Vec<3>::Zero();  // from the first to the second
};

// The largest over the normals of all faces and the cross products of all edges.
inline Separation separation(const World& a, const World& b) {
  Separation most;
  auto consider = [&](const Vec<3>& n) {
    const double value = separation_along(a, b, n);
    if (value > most.value) most = {value, n};
  };
  for (const Vec<3>& n : a.normals) consider(n);
  for (const Vec<3>& n : b.normals) consider(-n);
  for (const World::Edge& p : a.edges) {
    for (const World::Edge& q : b.edges) {
      const Vec<3> n = (p.head - p.tail).cross(q.head - q.tail);
      if (n.norm() < 1e-9) continue;
      consider(n.normalized());
      consider(-n.normalized());
    }
  }
  return most;
}

inline double distance_to_edge(const Vec<3>& point, const World::Edge& edge) {
  const Vec<3> along = edge.head - edge.tail;
  const double share = std::clamp(along.dot(point - edge.tail) / along.squaredNorm(), 0.0, 1.0);
  return (point - edge.tail - share * along).norm();
}

inline double distance_of_edges(const World::Edge& p, const World::Edge& q) {
  double least = std::min({distance_to_edge(p.tail, q), distance_to_edge(p.head, q), distance_to_edge(q.tail, p),
                           distance_to_edge(q.head, p)});
  Eigen::Matrix<double, 3, 2> along;
  along << p.head - p.tail, q.tail - q.head;
  const Vec<2> shares = along.colPivHouseholderQr().solve(q.tail - p.tail);
  if ((shares.array() >= 0.0).all() && (shares.array() <= 1.0).all()) {
    least = std::min(least, (along * shares - (q.tail - p.tail)).norm());
  }
  return least;
}

// From the vertices of one to the faces of the other where their feet are inside the face.
inline double distance_to_faces(const World& of, const World& to) {
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < of.vertices.cols(); ++i) {
    for (const Vec<3>& n : to.normals) {
      const double height = n.dot(of.vertices.col(i)) - to.highest(n);
      if (height > 0.0 && to.depth(of.vertices.col(i) - height * n) <= 1e-12) least = std::min(least, height);
    }
  }
  return least;
}

// Of two that are apart.
inline double distance(const World& a, const World& b) {
  double least = std::min(distance_to_faces(a, b), distance_to_faces(b, a));
  for (const World::Edge& p : a.edges) {
    for (const World::Edge& q : b.edges) least = std::min(least, distance_of_edges(p, q));
  }
  return least;
}

}  // namespace stickslip::contact::test
