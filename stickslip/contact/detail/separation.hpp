// By how much planes separate two convex polyhedra: the planes of their faces, and those along an edge of each.
//
//   (1)  s(n) = min over B of n·x − max over A of n·x,   n of unit length, from A towards B
//   (2)  bodies that overlap: the depth is −max s over the faces of the Minkowski difference A − B, whose normals are those of
//        faces of A, of faces of B reversed, and ±d_A × d_B of edges whose arcs on the Gauss map cross [Gregorius 2013]
//   (3)  bodies apart: max s is at most the distance
//
// Cost: faces × vertices, both ways, and edges × edges of those that face the other body.
#pragma once

#include <limits>
#include <vector>

#include "stickslip/contact/detail/posed_shape.hpp"

namespace stickslip::contact::detail {

struct FaceAxis {
  int face = -1;
  double separation = -std::numeric_limits<double>::infinity();
};

struct EdgeAxis {
  int edge_a = -1, edge_b = -1;
  double separation = -std::numeric_limits<double>::infinity();
  Vec<3> normal = Vec<3>::Zero();  // from A towards B

  bool exists() const noexcept { return edge_a >= 0; }
};

// The face of `of` whose plane keeps most distance from `other`. Stops at the first whose separation exceeds `enough`.
FaceAxis best_face(const PosedPolyhedron& of, const PosedPolyhedron& other, double enough) noexcept;

// The vertex farthest along a direction; the first of several.
int support(const PosedPolyhedron& shape, const Vec<3>& direction) noexcept;

// An axis so near another as to say the same: within 2.6°.
inline bool are_parallel(const Vec<3>& a, const Vec<3>& b) noexcept {
  return a.dot(b) > 0.999;
}

class EdgeSearch {
 public:
  // The pair of edges with the largest separation above `least`, leaving out normals parallel to `known` unless their
  // separation exceeds `well`. `least` must be below the largest separation of a face, or zero where that is positive.
  EdgeAxis best(const PosedPolyhedron& a, const PosedPolyhedron& b, double least, const Vec<3>& known, double well);

 private:
  struct Candidate {
    int edge, left, right;
    Vec<3> tail, direction;
  };
  void collect(const PosedPolyhedron& of, const PosedPolyhedron& other, double least, std::vector<Candidate>& out);

  std::vector<double> heights_;  // of the other body's centre over the faces
  std::vector<Candidate> of_a_, of_b_;
  std::vector<double> along_a_, along_b_;  // directions of A's edges on B's normals, and of B's on A's
};

}  // namespace stickslip::contact::detail
