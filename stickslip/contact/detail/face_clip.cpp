#include "stickslip/contact/detail/face_clip.hpp"

#include <cmath>

namespace stickslip::contact::detail {

namespace {

// Where the way from `from` to `to` meets the side. Along an earlier side of the reference face it is the corner between the two.
ClipCorner crossing(const ClipCorner& from, const ClipCorner& to, double share, int side, int sides,
                    int next) noexcept {
  const Vec<3> point = from.point + share * (to.point - from.point);
  if (from.next >= 0) return {point, from.next, side, next};
  const int earlier = ~from.next;
  const bool is_before = (earlier + 1) % sides == side;
  return {point, -1, is_before ? side : earlier, next};
}

}  // namespace

std::span<const ClipCorner> FaceClip::clip(const PosedPolyhedron& reference, int reference_face,
                                           const PosedPolyhedron& incident, int incident_face, double tolerance) {
  const std::span<const int> of_incident = incident.corners_of(incident_face);
  corners_.clear();
  for (int i = 0; i < static_cast<int>(of_incident.size()); ++i) {
    corners_.push_back({incident.vertex(of_incident[static_cast<std::size_t>(i)]), i, -1, i});
  }
  const std::span<const int> of_reference = reference.corners_of(reference_face);
  const Vec<3> normal = reference.normal(reference_face);
  const int sides = static_cast<int>(of_reference.size());
  Vec<3> corner = reference.vertex(of_reference[0]);
  for (int side = 0; side < sides && !corners_.empty(); ++side) {
    const Vec<3> following = reference.vertex(of_reference[static_cast<std::size_t>((side + 1) % sides)]);
    const Vec<3> outward = (following - corner).cross(normal).normalized();
    cut(side, sides, outward, outward.dot(corner), tolerance);
    corner = following;
  }
  return corners_;
}

void FaceClip::cut(int side, int sides, const Vec<3>& outward, double offset, double tolerance) {
  bool is_any_outside = false;
  heights_.clear();
  for (const ClipCorner& corner : corners_) {
    const double height = outward.dot(corner.point) - offset;
    is_any_outside = is_any_outside || !(height <= tolerance);
    heights_.push_back(height);
  }
  if (!is_any_outside) return;

  kept_.clear();
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const std::size_t j = i + 1 < corners_.size() ? i + 1 : 0;
    const ClipCorner &here = corners_[i], &there = corners_[j];
    const double from = heights_[i], to = heights_[j];
    if (from <= tolerance) {
      kept_.push_back(here);
      if (to <= tolerance) continue;
      if (from < -tolerance) {
        kept_.push_back(crossing(here, there, from / (from - to), side, sides, ~side));
      } else {
        kept_.back().next = ~side;  // it is on the side, and the way goes on along that
      }
    } else if (to < -tolerance) {
      kept_.push_back(crossing(here, there, from / (from - to), side, sides, here.next));
    }
  }
  std::swap(corners_, kept_);
}

}  // namespace stickslip::contact::detail
