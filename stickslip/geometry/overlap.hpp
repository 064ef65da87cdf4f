// What two convex polyhedra A and B have in common: the convex polyhedron V = A ∩ B, and which of its faces come from whom.
//
//   (1)  S_f = ½ n_f·Σ (b − a) × (c − a),   V = ⅓ Σ (a − o)·S_f n_f        triangles a, b, c of a fan of each face f, any point o
//   (2)  barycentre = ∫ x dV/V;   Σ S_f n_f = 0
//
// barycentre  in the world [m]
// vertices    from the barycentre, in the axes of the world [m]: digits do not depend on where the bodies are
// faces       n·x ≤ offset for all points x from the barycentre, n of unit length, out of V; corners counter-clockwise seen from
//             outside; the owner says whose boundary it is, and `face` which of the owner's faces() it is a part of
// volume      [m³]; 0 where V is empty
//
// One body is clipped by the planes of the other that cut it: the body with the smaller radius, in its own frame. Of equal
// radii it is the one with fewer faces, of smaller volume, then the one that lies first along x, y or z in the world, so that the
// result does not depend on which body is called A: volumes of A ∩ B and B ∩ A are equal to the last bit.
// Vertices within 8 ε (radius + distance of the centres) of a plane lie in it, ε = 2.2e-16: planes that differ less are one, and its face
// belongs to the body that is clipped. Bodies that only touch have no volume: V is empty, as for bodies apart. Slivers
// are as thin as that distance allows. Where rounding leaves a plane of V in doubt, a face may be in two parts with the
// same owner and index; V is closed always, and no number is ever NaN: an overlap with a pose that is not finite is empty.
//
// [Muller 1978] has the same by the hull of dual points; clipping is faster for small bodies, and here
// for large ones: a cut costs what it removes, and a pass over the vertices.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "stickslip/core/pose3.hpp"
#include "stickslip/geometry/polyhedron.hpp"

namespace stickslip::geometry {

class Overlap {
 public:
  enum class Owner : std::uint8_t { a, b };
  struct Face {
    Vec<3> normal;
    double offset;     // from the barycentre [m], ≥ 0 but for rounding
    double area;       // S_f [m²], ≥ 0
    int first, count;  // corners: count of them from first on, in corners()
    Owner owner;
    int face;  // of the owner's faces()
  };

  bool is_empty() const noexcept { return faces_.empty(); }
  double volume() const noexcept { return volume_; }
  // Zero where V is empty.
  const Vec<3>& barycentre() const noexcept { return barycentre_; }
  std::span<const Vec<3>> vertices() const noexcept { return vertices_; }
  std::span<const Face> faces() const noexcept { return faces_; }
  std::span<const int> corners() const noexcept { return corners_; }
  std::span<const int> corners(const Face& face) const noexcept {
    return corners().subspan(static_cast<std::size_t>(face.first), static_cast<std::size_t>(face.count));
  }

 private:
  friend class OverlapFinder;
  void clear() noexcept;

  double volume_ = 0.0;
  Vec<3> barycentre_ = Vec<3>::Zero();
  std::vector<Vec<3>> vertices_;
  std::vector<Face> faces_;
  std::vector<int> corners_;
};

// Keeps its memory: once it has seen bodies as large, it allocates nothing.
class OverlapFinder {
 public:
  OverlapFinder();
  ~OverlapFinder();
  OverlapFinder(OverlapFinder&&) noexcept;
  OverlapFinder& operator=(OverlapFinder&&) noexcept;

  // Valid until the next call.
  const Overlap& find(const Polyhedron& a, const Pose3& X_WA, const Polyhedron& b, const Pose3& X_WB);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

Overlap overlap(const Polyhedron& a, const Pose3& X_WA, const Polyhedron& b, const Pose3& X_WB);

}  // namespace stickslip::geometry
