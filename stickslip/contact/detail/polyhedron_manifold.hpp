// Where two convex polyhedra touch.
//
// The face that separates them most is the reference; the other body's face that looks most against it is clipped by its sides.
// Edges add a point where they separate more than any face, and where bodies are apart: see ManifoldFinder.
#pragma once

#include <vector>

#include "stickslip/contact/contact_point.hpp"
#include "stickslip/contact/detail/face_clip.hpp"
#include "stickslip/contact/detail/posed_shape.hpp"
#include "stickslip/contact/detail/separation.hpp"

namespace stickslip::contact::detail {

class PolyhedronManifold {
 public:
  // Appends contacts nearer than `margin`, ascending by feature. `id` names bodies and shapes.
  void append(const PosedPolyhedron& a, const PosedPolyhedron& b, double margin, const ContactId& id,
              std::vector<ContactPoint>& out);

 private:
  struct Pair;

  void append_face(const Pair& pair, bool is_of_a, int face, bool are_checked);
  static void append_edges(const Pair& pair, const EdgeAxis& axis);
  static void append_nearest_edges(const Pair& pair, const Vec<3>& normal, double separation);

  EdgeSearch edge_search_;
  FaceClip face_clip_;
};

}  // namespace stickslip::contact::detail
