#include "stickslip/contact/detail/closest_edges.hpp"

#include <algorithm>

namespace stickslip::contact::detail {

namespace {

double to_unit_interval(double share) noexcept {
  return std::clamp(share, 0.0, 1.0);
}

}  // namespace

// [Ericson 2005, section 5.1.9]: the nearest points of the lines, moved into the edges one after the other.
NearPoints closest_on_edges(const PosedPolyhedron& a, const PosedPolyhedron::Edge& edge_a, const PosedPolyhedron& b,
                            const PosedPolyhedron::Edge& edge_b) noexcept {
  const Vec<3> tail_a = a.vertex(edge_a.tail), tail_b = b.vertex(edge_b.tail);
  const Vec<3> along_a = a.vertex(edge_a.head) - tail_a, along_b = b.vertex(edge_b.head) - tail_b;
  const Vec<3> between = tail_a - tail_b;
  const double aa = along_a.squaredNorm(), bb = along_b.squaredNorm(), ab = along_a.dot(along_b);
  const double a_between = along_a.dot(between), b_between = along_b.dot(between);
  // Parallel edges have many nearest pairs: begin at A's tail.
  const double determinant = aa * bb - ab * ab;
  double s = determinant > 1e-14 * aa * bb ? to_unit_interval((ab * b_between - a_between * bb) / determinant) : 0.0;
  double t = (ab * s + b_between) / bb;
  if (t < 0.0 || t > 1.0) {
    t = to_unit_interval(t);
    s = to_unit_interval((ab * t - a_between) / aa);
  }
  return {tail_a + s * along_a, tail_b + t * along_b, s, t};
}

}  // namespace stickslip::contact::detail
