// The part of a face of one polyhedron that lies over a face of the other: the corners of a manifold.
//
// The incident face is cut by the planes through the sides of the reference face, square to it. Each corner of what is left is
// a corner of the incident face, a corner of the reference face, or where a side of one crosses a side of the other; that is
// its identity.
// A corner nearer to a side than `tolerance` counts as on it: so corners that coincide are not doubled, and faces of equal size
// on top of each other keep the same corners whatever rounding says.
#pragma once

#include <vector>

#include "stickslip/contact/detail/posed_shape.hpp"

namespace stickslip::contact::detail {

// A corner by its sides: sides of a face are counted from the corner where they begin. −1: not of this face.
struct ClipCorner {
  Vec<3> point;        // on the incident face
  int incident = -1;   // the incident face's side before a crossing, or its corner
  int reference = -1;  // the reference face's side, or its corner
  int next = 0;        // side that leads to the next corner: of the incident face, or ~side of the reference face
};

class FaceClip {
 public:
  // The corners left, in order; valid until the next call.
  std::span<const ClipCorner> clip(const PosedPolyhedron& reference, int reference_face,
                                   const PosedPolyhedron& incident, int incident_face, double tolerance);

 private:
  void cut(int side, int sides, const Vec<3>& outward, double offset, double tolerance);

  std::vector<ClipCorner> corners_, kept_;
  std::vector<double> heights_;
};

}  // namespace stickslip::contact::detail
