// A convex polyhedron: vertices, plane faces and edges, and the volume they enclose.
//
//   (1)  V = Σ det(a, b, c)/6,   centre = Σ (a + b + c) det(a, b, c)/(24 V)        over the triangles a, b, c of a fan of each face
//   (2)  inertia = ∫ (‖x‖² 1 − x xᵀ) dV about the centre: that of unit density [m⁵]; times mass/V it is a body's
//
// vertices   in the polyhedron's own frame [m], |x| ≤ 1e50, farthest apart ≥ 1e-50; every one is a corner of the hull
// faces      n·x ≤ offset for all points, n of unit length, outwards; corners counter-clockwise seen from outside. What is
//            coplanar up to rounding is one face
// edges      between two faces each: tail → head runs counter-clockwise about the left face
//
// Immutable; copies share the data and cost a pointer. Queries allocate nothing.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "stickslip/core/vector.hpp"

namespace stickslip::geometry {

class Polyhedron {
 public:
  struct Face {
    Vec<3> normal;
    double offset;     // [m]
    int first, count;  // corners: count of them from first on, in corners()
  };
  struct Edge {
    int tail, head;   // vertices
    int left, right;  // faces
  };

  // Of full side lengths [m], its centre at the origin, its faces across x, y and z. Throws InvalidArgument unless all are
  // positive, finite and not too unlike: 1e-6 of the longest at least.
  static Polyhedron box(const Vec<3>& sides);
  // A convex outline, in either sense, from z = −height/2 to height/2. Throws InvalidArgument that names what is wrong.
  static Polyhedron prism(const std::vector<Vec<2>>& outline, double height);
  // The convex hull; points inside are left out. Neighbouring faces within `tolerance` of one plane are one [m]; rounding
  // is allowed for anyway. Throws InvalidArgument, beginning with `subject`, where points are fewer than four, not finite,
  // or in one plane: thinner than 1e-6 of their extent.
  static Polyhedron from_points(const Eigen::Matrix3Xd& points, double tolerance = 0.0,
                                const std::string& subject = "Polyhedron");

  const Eigen::Matrix3Xd& vertices() const noexcept;
  std::span<const Face> faces() const noexcept;
  std::span<const int> corners() const noexcept;
  std::span<const int> corners(const Face& face) const noexcept;
  // Where an edge runs back: the edge from corners()[i] to the next corner of its face runs from corners()[twins()[i]] to the
  // next one of the neighbour.
  std::span<const int> twins() const noexcept;
  std::span<const Edge> edges() const noexcept;

  double volume() const noexcept;
  const Vec<3>& centre() const noexcept;
  const Eigen::Matrix3d& inertia() const noexcept;
  double radius() const noexcept;  // of the sphere about the centre that holds it [m]

  // The vertex farthest along a direction; the first of several.
  int support(const Vec<3>& direction) const noexcept;
  // Negative inside: the largest of n·x − offset. Outside it is at most the distance.
  double depth(const Vec<3>& point) const noexcept;
  // The same body elsewhere in its frame, or seen from another origin.
  Polyhedron moved(const Vec<3>& translation) const;

  // Equal vertices and faces, in the same order.
  friend bool operator==(const Polyhedron& a, const Polyhedron& b) noexcept;

 private:
  struct Data;
  explicit Polyhedron(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  static Polyhedron from_loops(const Eigen::Matrix3Xd& points, const std::vector<std::vector<int>>& loops,
                               const std::string& subject);
  std::shared_ptr<const Data> data_;
};

}  // namespace stickslip::geometry
