#include "stickslip/geometry/overlap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include "stickslip/geometry/detail/clipped_polyhedron.hpp"

namespace stickslip::geometry {

namespace {

using detail::ClippedPolyhedron;

struct Posed {
  const Polyhedron& body;
  const Pose3& pose;
};

// Which of two bodies is clipped: a rule that does not see their order.
bool is_clipped(const Posed& one, const Posed& other) {
  const auto size = [](const Posed& p) { return std::tuple(p.body.radius(), p.body.faces().size(), p.body.volume()); };
  const auto place = [](const Posed& p) {
    const Vec<3> centre = p.pose.point(p.body.centre());
    const Vec<4> q = p.pose.quaternion();
    return std::array{centre(0), centre(1), centre(2), q(0), q(1), q(2), q(3)};
  };
  if (const auto a = size(one), b = size(other); a != b) return a < b;
  return place(one) <= place(other);
}

// A plane of the other body that may cut, from the centre of the one that is clipped.
struct Cutter {
  double offset;
  int face;
};

// Of a face: twice the area, six times its share in the volume and 24 times that in the moment. Divided in the end only, so that
// whole numbers stay exact.
struct FaceSums {
  Vec<3> area = Vec<3>::Zero();
  double volume = 0.0;
  Vec<3> moment = Vec<3>::Zero();
};

FaceSums sums_of(std::span<const int> corners, const Vec<3>* vertices) {
  FaceSums sums;
  const Vec<3>& a = vertices[corners[0]];
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Vec<3>&b = vertices[corners[i - 1]], &c = vertices[corners[i]];
    const Vec<3> twice = (b - a).cross(c - a);
    const double det = a.dot(twice);
    sums.area += twice;
    sums.volume += det;
    sums.moment += det * (a + b + c);
  }
  return sums;
}

}  // namespace

struct OverlapFinder::Memory {
  Overlap overlap;
  ClippedPolyhedron clipped;
  std::vector<Cutter> cutters;

  void clip(const Posed& kept, const Posed& cutting);
  void write(const Pose3& pose, const Vec<3>& centre, Overlap::Owner clipped_owner, int clipped_faces);
};

// In the frame of `kept`, from its centre: what is common to both is small there, so that digits are not lost.
void OverlapFinder::Memory::clip(const Posed& kept, const Posed& cutting) {
  // Tags of faces that come from `cutting` follow those of `kept`.
  const int first_tag = static_cast<int>(kept.body.faces().size());
  const Eigen::Matrix3d R_WK = kept.pose.rotation().toRotationMatrix(),
                        R_WC = cutting.pose.rotation().toRotationMatrix();
  const Vec<3> apart = (kept.pose.position() - cutting.pose.position()) + R_WK * kept.body.centre();
  const Vec<3> centre = R_WC.transpose() * apart;  // in the frame of `cutting`
  const double radius = kept.body.radius();
  const double distance = norm(Vec<3>(centre - cutting.body.centre()));
  if (!(distance < radius + cutting.body.radius())) return;
  cutters.clear();
  int face = 0;
  for (const Polyhedron::Face& plane : cutting.body.faces()) {
    const double offset = plane.offset - plane.normal.dot(centre);
    if (offset <= -radius) return;
    if (offset < radius) cutters.push_back({offset, face});
    ++face;
  }
  // What cuts most comes first: little is left to be looked at by the others.
  std::ranges::sort(cutters, {}, [](const Cutter& c) { return std::pair(c.offset, c.face); });
  clipped.load(kept.body);
  const double tolerance = 8.0 * std::numeric_limits<double>::epsilon() * (radius + norm(centre));
  const Eigen::Matrix3d R_KC = R_WK.transpose() * R_WC;
  // The box about what is left tells most planes of a large body that they cut nothing.
  constexpr std::size_t many = 32;
  std::size_t boxed = 0;  // vertices when the box was made
  Vec<3> middle, half;
  for (const Cutter& cutter : cutters) {
    const Vec<3> normal = R_KC * cutting.body.faces()[static_cast<std::size_t>(cutter.face)].normal;
    if (boxed != 0 && normal.dot(middle) + normal.cwiseAbs().dot(half) <= cutter.offset) continue;
    const std::size_t before = clipped.vertex_count();
    clipped.cut(normal, cutter.offset, tolerance, first_tag + cutter.face);
    const std::size_t now = clipped.vertex_count();
    if (now == 0) return;
    if (now != before && cutters.size() > many && (boxed == 0 || 4 * now < 3 * boxed)) {
      const Vec<3> lower = clipped.lower(), upper = clipped.upper();
      middle = 0.5 * (lower + upper);
      half = 0.5 * (upper - lower);
      boxed = now;
    }
  }
}

void OverlapFinder::Memory::write(const Pose3& pose, const Vec<3>& centre, Overlap::Owner clipped_owner,
                                  int clipped_faces) {
  // About the mean of the vertices at first, in the frame of the body that was clipped.
  const std::size_t count = clipped.vertex_count();
  std::vector<Vec<3>>& vertices = overlap.vertices_;
  vertices.resize(count);
  Vec<3> origin = Vec<3>::Zero();
  for (std::size_t i = 0; i < count; ++i) origin += vertices[i] = clipped.vertex(static_cast<int>(i));
  origin /= static_cast<double>(count);
  for (Vec<3>& vertex : vertices) vertex -= origin;
  const Overlap::Owner other = clipped_owner == Overlap::Owner::a ? Overlap::Owner::b : Overlap::Owner::a;
  double volume = 0.0;
  Vec<3> moment = Vec<3>::Zero();
  for (const ClippedPolyhedron::Face& face : clipped.faces()) {
    if (face.edge < 0) continue;
    const std::size_t first = overlap.corners_.size();
    int i = face.edge;
    do {
      overlap.corners_.push_back(clipped.half_edge(i).tail);
      i = clipped.half_edge(i).next;
    } while (i != face.edge);
    const std::span<const int> corners = std::span(overlap.corners_).subspan(first);
    if (corners.size() < 3) {  // two edges that rounding laid over one another
      overlap.corners_.resize(first);
      continue;
    }
    const FaceSums sums = sums_of(corners, vertices.data());
    volume += sums.volume;
    moment += sums.moment;
    const bool is_own = face.tag < clipped_faces;
    overlap.faces_.push_back({face.normal, face.offset - face.normal.dot(origin),
                              std::max(0.0, 0.5 * sums.area.dot(face.normal)), static_cast<int>(first),
                              static_cast<int>(corners.size()), is_own ? clipped_owner : other,
                              is_own ? face.tag : face.tag - clipped_faces});
  }
  if (!(volume > 0.0)) return overlap.clear();
  const Vec<3> barycentre = 0.25 * moment / volume;
  const Eigen::Matrix3d rotation = pose.rotation().toRotationMatrix();
  overlap.volume_ = volume / 6.0;
  overlap.barycentre_ = pose.position() + rotation * (centre + (origin + barycentre));
  for (Vec<3>& vertex : vertices) vertex = rotation * (vertex - barycentre);
  for (Overlap::Face& face : overlap.faces_) {
    face.offset -= face.normal.dot(barycentre);
    face.normal = (rotation * face.normal).eval();
  }
}

void Overlap::clear() noexcept {
  volume_ = 0.0;
  barycentre_.setZero();
  vertices_.clear();
  faces_.clear();
  corners_.clear();
}

OverlapFinder::OverlapFinder() : memory_(std::make_unique<Memory>()) {}
OverlapFinder::~OverlapFinder() = default;
OverlapFinder::OverlapFinder(OverlapFinder&&) noexcept = default;
OverlapFinder& OverlapFinder::operator=(OverlapFinder&&) noexcept = default;

const Overlap& OverlapFinder::find(const Polyhedron& a, const Pose3& X_WA, const Polyhedron& b, const Pose3& X_WB) {
  Overlap& found = memory_->overlap;
  found.clear();
  const Posed of_a{a, X_WA}, of_b{b, X_WB};
  const bool a_is_clipped = is_clipped(of_a, of_b);
  const Posed& kept = a_is_clipped ? of_a : of_b;
  memory_->clipped.clear();
  memory_->clip(kept, a_is_clipped ? of_b : of_a);
  if (!memory_->clipped.is_empty()) {
    memory_->write(kept.pose, kept.body.centre(), a_is_clipped ? Overlap::Owner::a : Overlap::Owner::b,
                   static_cast<int>(kept.body.faces().size()));
  }
  return found;
}

Overlap overlap(const Polyhedron& a, const Pose3& X_WA, const Polyhedron& b, const Pose3& X_WB) {
  OverlapFinder finder;
  return finder.find(a, X_WA, b, X_WB);
}

}  // namespace stickslip::geometry
