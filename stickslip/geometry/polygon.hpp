// A simple polygon in the plane: any number of corners ≥ 3, convex or not, edges that meet only at corners.
//
//   (1)  A = ½ Σ x_i × x_{i+1}      (2)  centroid = 1/(6A) Σ (x_i + x_{i+1}) (x_i × x_{i+1})
//
// x_i  vertices [m], |x|, |y| ≤ 1e50, farthest apart ≥ 1e-50: so that no power up to the fifth over- or underflows
//
// Vertices are stored counter-clockwise, however they were given; the last is joined to the first. Whether edges meet
// is decided in exact arithmetic, so a polygon is refused for what its numbers say and for nothing else.
// Cost of construction: O(n²) for n vertices.
#pragma once

#include <string>
#include <vector>

#include "stickslip/core/vector.hpp"

namespace stickslip::geometry {

class Polygon {
 public:
  // Throws InvalidArgument that names the vertex or the two edges: fewer than 3 vertices, a vertex that is not finite
  // or out of range, two equal neighbours, edges that cross, touch or overlap, no area (< 1e-14 of the square around
  // it). Edge i runs from vertex i to the next, as given. The message begins with `subject`.
  explicit Polygon(std::vector<Vec<2>> vertices, const std::string& subject = "Polygon");

  const std::vector<Vec<2>>& vertices() const noexcept { return vertices_; }
  double area() const noexcept { return area_; }                 // > 0 [m²]
  const Vec<2>& centroid() const noexcept { return centroid_; }  // of the area [m]

 private:
  std::vector<Vec<2>> vertices_;
  double area_ = 0.0;
  Vec<2> centroid_ = Vec<2>::Zero();
};

// a × b = a_x b_y − a_y b_x.
inline double cross(const Vec<2>& a, const Vec<2>& b) noexcept {
  return a(0) * b(1) - a(1) * b(0);
}

// 1 if a, b, c turn left, −1 if they turn right, 0 if they lie on one straight line. Exact for coordinates between
// 1e-50 and 1e50 in size, and zero.
int orientation(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) noexcept;

}  // namespace stickslip::geometry
