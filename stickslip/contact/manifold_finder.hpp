// The points where two shapes touch, or are nearer than a margin.
//
// | shapes                | contacts                                                                                              |
// |-----------------------|-------------------------------------------------------------------------------------------------------|
// | sphere, anything      | one: at the nearest point                                                                             |
// | polyhedron, plane     | every vertex nearer than the margin                                                                   |
// | polyhedron, polyhedron| the corners of one face clipped by the sides of the other, and a crossing of edges                    |
// | plane, plane          | none                                                                                                  |
//
// Two polyhedra. The face, of either, whose plane separates them most is the reference. The other body's face that looks most
// against it, of those around its deepest vertex, is cut by the sides of the reference face; corners nearer than the margin,
// measured along the reference normal, are contacts. The edges, one of each, along whose common normal the bodies are
// separated most, are a contact
//   where they separate more than any face, besides the points of the best face, and
//   where a face separates more, but bodies are apart.
// Where neither gives a point though the bodies are nearer than the margin, the nearest points of an edge of each are one contact.
// Of overlapping bodies the deepest contact's gap is minus the least displacement that frees them, up to `steadiness`.
//
// Steadiness: where the normals of two candidates differ by less than 2.6°, a face of the first body is preferred to one of the
// second, and that to edges, unless the other separates more by 1e-4 of the smaller body's radius; corners as near as that to a
// side of the reference face count as on it. So features do not change while a body at rest rocks a little.
//
// Of the points of the best face beside a pair of edges those are left out that are below its plane but outside the body, under an
// overhang, and the crossing of the same two edges. Planes along edges: [Gregorius 2013].
//
// Signs and names as in ContactPoint and ContactId. Shapes with a pose that is not finite, and a margin that is not a number,
// give no contacts. Coordinates are the world's: 1 km from its origin gaps are rounded to 1e-13 m.
// Cost: 1 µs for two boxes; faces × vertices + facing edges² in general. No allocation once sizes repeat.
#pragma once

#include <memory>
#include <vector>

#include "stickslip/contact/collider.hpp"
#include "stickslip/contact/contact_point.hpp"

namespace stickslip::contact {

class ManifoldFinder {
 public:
  ManifoldFinder();
  ~ManifoldFinder();
  ManifoldFinder(ManifoldFinder&&) noexcept;
  ManifoldFinder& operator=(ManifoldFinder&&) noexcept;

  // Appends the contacts of the first shape with the second, ascending by id. `margin` [m]. Speeds are not looked at.
  void append(const Collider& a, const Collider& b, double margin, std::vector<ContactPoint>& out);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace stickslip::contact
