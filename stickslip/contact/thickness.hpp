// How deep two overlapping convex bodies are in one another, over the plane in which they touch.
//
//   (1)  N = Σ_B S_f n_f,   n0 = N/‖N‖,   w = s(|n_f·n0|),   s(x) = smoothstep((x − 0.1)/0.2)
//   (2)  m_B = q_B Σ_B w S_f n_f + (1 − q_A)(1 − q_B) N,   m_A likewise with −N;   n = (m_B − m_A) over its length
//        q_B = smoothstep((r_B − 0.3)/0.15),   r_B = Σ_B S_f |n_f·n0|²/Σ_B S_f |n_f·n0|
//   (3)  t = z_up − z_low = t0 + t1 x + t2 y       on each common part of an upper and a lower face, seen along n
//   (4)  Σ ∫ t dA = volume, but for faces that do not count: steeper than |n_f·n| = 0.04, with less than 1e-3 of the area seen
//        Of edges on edges, e = (1 − q_A)(1 − q_B) > 0, this becomes (1 − e) t + e d, d the extent of the overlap along n: thin sheets that
//        lean are thin along n, however deep their edges are in one another
//
// n_f, S_f   outward normal and area of the faces of the overlap (geometry/overlap.hpp), by owner A or B
// n          from B to A. Faces at the side of the overlap fade out of it: a box that slides over the seam of two others keeps its normal.
// q, r       how flat a body is where it takes part: r = 1 of a face, 0.71 of the edge of a box, 0.58 of its corner; of a blade on its edge
//            the sine of its half angle. The normal is that of the flatter body, q = 1; of two blades that cross edge on edge it is n0,
//            which is across both edges though no face looks along it
// x, y, z    from the barycentre along e1, e2 and n [m];  pieces are convex, corners counter-clockwise seen against n
// z          of the middle of the overlap, its mean over the area [m]
//
// The bodies may stand where they will be after the step; then each one's sum in (2) is turned back to where it is now. Swapping
// A and B turns n around. The sum can vanish, where a body is inside the other: there is no thickness then but along a given normal.
// A body of which only one face takes part in the overlap is a half-space there: n is the normal of that face, which is what (1) says as
// well, and t the depth of the other body's faces behind it, however far that body is through, or how slender it is.
// Memory is kept. Cost: 0.5 µs for two boxes face on face.
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "stickslip/core/vector.hpp"
#include "stickslip/geometry/clip.hpp"
#include "stickslip/geometry/overlap.hpp"

namespace stickslip::contact {

// Rows e1, e2, n, of which e1 and e2 are any across n.
Eigen::Matrix3d axes_along(const Vec<3>& normal) noexcept;

class Thickness {
 public:
  struct Piece {
    int first, count;  // corners
    Vec<3> t;          // (t0, t1, t2) [m, 1, 1]
  };

  // back_a, back_b: rotations from where the bodies stand in the overlap to where they are now. False where there is no thickness.
  bool find(const geometry::Overlap& overlap, const Eigen::Matrix3d& back_a, const Eigen::Matrix3d& back_b);
  // The same along a normal that is known: rows e1, e2, n.
  bool find_along(const geometry::Overlap& overlap, const Eigen::Matrix3d& axes);
  // The same where one body is taken for the half-space outward·x ≤ offset, x from the barycentre: t is how far the faces of the other
  // are behind its surface.
  bool find_behind(const geometry::Overlap& overlap, const Eigen::Matrix3d& axes, const Vec<3>& outward, double offset);

  Vec<3> normal() const noexcept { return axes_.row(2); }
  // Rows e1, e2, n.
  const Eigen::Matrix3d& axes() const noexcept { return axes_; }
  double area() const noexcept { return area_; }
  double volume() const noexcept { return volume_; }  // Σ ∫ t dA [m³]
  double middle() const noexcept { return middle_; }
  double deepest() const noexcept;  // the largest t [m]
  const std::vector<Piece>& pieces() const noexcept { return pieces_; }
  std::span<const Vec<2>> corners(const Piece& piece) const noexcept {
    return {corners_.data() + piece.first, static_cast<std::size_t>(piece.count)};
  }

 private:
  // A face seen along n: z = height·(1, x, y).
  struct Side {
    int first, count;  // in outlines_
    Vec<3> height;
  };

  std::span<const Vec<2>> outline(const Side& side) const noexcept {
    return {outlines_.data() + side.first, static_cast<std::size_t>(side.count)};
  }
  void begin(const geometry::Overlap& overlap, const Eigen::Matrix3d& axes);
  void project(const geometry::Overlap& overlap);
  bool join_sides();
  void even_out(const geometry::Overlap& overlap, double share);
  bool finish();
  void add_piece(std::span<const Vec<2>> corners, const Vec<3>& upper, const Vec<3>& lower);

  Eigen::Matrix3d axes_ = Eigen::Matrix3d::Identity();
  double area_ = 0.0, volume_ = 0.0, middle_ = 0.0;
  std::vector<Piece> pieces_;
  std::vector<Vec<2>> corners_;
  std::vector<Side> upper_, lower_;
  std::vector<Vec<2>> outlines_;
  geometry::Outline left_, next_;
};

}  // namespace stickslip::contact
