#include "stickslip/contact/thickness.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "stickslip/core/at.hpp"

namespace stickslip::contact {

namespace {

using geometry::Overlap;

constexpr double fade_from = 0.1, fade_over = 0.2;      // of |n_f·n0|
constexpr double steep_below = 0.3, steep_over = 0.15;  // of its mean over the area seen along n0
constexpr double steep = 0.04;                          // |n_f·n|: steeper faces count by their share of what is seen
constexpr double least_share = 1e-3;  // of the area seen along n: such faces count however steep they are
constexpr double steepest = 1e-9;     // |n_f·n| of those: what is less is rounding
constexpr double least_sum = 1e-9;    // of the area of all faces: what is less has no direction

double smoothstep(double x) noexcept {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

// The face by which one of the bodies takes part in the overlap, where it is the only one of that body; else null.
const Overlap::Face* only_face(const Overlap& overlap) noexcept {
  std::array<const Overlap::Face*, 2> first{};
  std::array<bool, 2> is_only{true, true};
  for (const Overlap::Face& face : overlap.faces()) {
    const std::size_t owner = face.owner == Overlap::Owner::a ? 0 : 1;
    if (first[owner] == nullptr) first[owner] = &face;
    is_only[owner] = is_only[owner] && first[owner]->face == face.face;
  }
  for (std::size_t owner = 0; owner < 2; ++owner) {
    if (is_only[owner] && first[owner] != nullptr) return first[owner];
  }
  return nullptr;
}

}  // namespace

Eigen::Matrix3d axes_along(const Vec<3>& normal) noexcept {
  int least = 0;
  normal.cwiseAbs().minCoeff(&least);
  const Vec<3> e1 = (Vec<3>::Unit(least) - normal(least) * normal).normalized();
  Eigen::Matrix3d axes;
  axes << e1.transpose(), normal.cross(e1).transpose(), normal.transpose();
  return axes;
}

bool Thickness::find(const Overlap& overlap, const Eigen::Matrix3d& back_a, const Eigen::Matrix3d& back_b) {
  pieces_.clear();
  if (const Overlap::Face* const only = only_face(overlap)) {
    const bool is_of_b = only->owner == Overlap::Owner::b;
    return find_behind(overlap, axes_along(is_of_b ? Vec<3>(back_b * only->normal) : Vec<3>(-back_a * only->normal)),
                       only->normal, only->offset);
  }
  Vec<3> sum = Vec<3>::Zero();
  double all = 0.0;
  for (const Overlap::Face& face : overlap.faces()) {
    all += face.area;
    if (face.owner == Overlap::Owner::b) sum += face.area * face.normal;
  }
  const double whole = sum.norm();
  if (!(whole > least_sum * all)) return false;
  sum /= whole;
  std::array<Vec<3>, 2> of{Vec<3>::Zero(), Vec<3>::Zero()};
  std::array<double, 2> seen{}, slopes{}, flatness{1.0, 1.0};
  for (const Overlap::Face& face : overlap.faces()) {
    const std::size_t owner = face.owner == Overlap::Owner::a ? 0 : 1;
    const double slope = std::abs(face.normal.dot(sum));
    of[owner] += smoothstep((slope - fade_from) / fade_over) * face.area * face.normal;
    seen[owner] += slope * face.area;
    slopes[owner] += slope * slope * face.area;
  }
  for (std::size_t owner = 0; owner < 2; ++owner) {
    if (slopes[owner] < (steep_below + steep_over) * seen[owner])
      flatness[owner] = smoothstep((slopes[owner] / seen[owner] - steep_below) / steep_over);
  }
  const double on_edges = (1.0 - flatness[0]) * (1.0 - flatness[1]);
  const Vec<3> edges = on_edges * whole * sum;
  const Vec<3> normal = back_b * (flatness[1] * of[1] + edges) - back_a * (flatness[0] * of[0] - edges);
  const double length = normal.norm();
  if (!(length > least_sum * all)) return false;
  if (!find_along(overlap, axes_along(normal / length))) return false;
  if (on_edges > 0.0) even_out(overlap, on_edges);
  return true;
}

bool Thickness::find_along(const Overlap& overlap, const Eigen::Matrix3d& axes) {
  begin(overlap, axes);
  return join_sides();
}

bool Thickness::find_behind(const Overlap& overlap, const Eigen::Matrix3d& axes, const Vec<3>& outward, double offset) {
  begin(overlap, axes);
  const Vec<3> seen = axes * outward, height = Vec<3>(offset, -seen(0), -seen(1)) / seen(2);
  if (seen(2) > 0.0) {
    for (const Side& low : lower_) add_piece(outline(low), height, low.height);
  } else {
    for (const Side& up : upper_) add_piece(outline(up), up.height, height);
  }
  return finish();
}

void Thickness::begin(const Overlap& overlap, const Eigen::Matrix3d& axes) {
  axes_ = axes;
  pieces_.clear();
  corners_.clear();
  area_ = volume_ = middle_ = 0.0;
  project(overlap);
}

bool Thickness::join_sides() {
  if (lower_.size() == 1) {
    for (const Side& up : upper_) add_piece(outline(up), up.height, lower_[0].height);
  } else if (upper_.size() == 1) {
    for (const Side& low : lower_) add_piece(outline(low), upper_[0].height, low.height);
  } else {
    for (const Side& up : upper_) {
      for (const Side& low : lower_) {
        const auto of_up = outline(up), of_low = outline(low);
        left_.assign(of_up.begin(), of_up.end());
        for (std::size_t i = 0; i < of_low.size() && !left_.empty(); ++i) {
          const Vec<2> edge = of_low[(i + 1) % of_low.size()] - of_low[i], outward(edge(1), -edge(0));
          geometry::clip(left_, outward, outward.dot(of_low[i]), next_);
          left_.swap(next_);
        }
        add_piece(left_, up.height, low.height);
      }
    }
  }
  return finish();
}

// The share of (4) that is the extent of the overlap.
void Thickness::even_out(const Overlap& overlap, double share) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vec<3>& vertex : overlap.vertices()) {
    const double z = axes_.row(2).dot(vertex);
    low = std::min(low, z);
    high = std::max(high, z);
  }
  for (Piece& piece : pieces_) piece.t = (1.0 - share) * piece.t + Vec<3>(share * (high - low), 0.0, 0.0);
  volume_ = (1.0 - share) * volume_ + share * (high - low) * area_;
}

double Thickness::deepest() const noexcept {
  double largest = 0.0;
  for (const Piece& piece : pieces_) {
    for (const Vec<2>& corner : corners(piece))
      largest = std::max(largest, piece.t(0) + piece.t(1) * corner(0) + piece.t(2) * corner(1));
  }
  return largest;
}

bool Thickness::finish() {
  if (!(area_ > 0.0)) return false;
  middle_ /= area_;
  return true;
}

void Thickness::project(const Overlap& overlap) {
  upper_.clear();
  lower_.clear();
  outlines_.clear();
  const auto vertices = overlap.vertices();
  double twice = 0.0;  // the area seen: upper and lower faces cover it once each
  for (const Overlap::Face& face : overlap.faces()) twice += std::abs(axes_.row(2).dot(face.normal)) * face.area;
  for (const Overlap::Face& face : overlap.faces()) {
    const Vec<3> seen = axes_ * face.normal;
    const double slope = std::abs(seen(2));
    if (!(slope > steep || (slope > steepest && slope * face.area > 0.5 * least_share * twice))) continue;
    const bool is_upper = seen(2) > 0.0;
    const auto corners = overlap.corners(face);
    const Side side{static_cast<int>(outlines_.size()), face.count, Vec<3>(face.offset, -seen(0), -seen(1)) / seen(2)};
    for (std::size_t i = 0; i < corners.size(); ++i) {
      // Lower faces are counter-clockwise seen from below.
      const std::size_t k = is_upper ? i : corners.size() - 1 - i;
      const Vec<3>& vertex = vertices[at(corners[k])];
      outlines_.emplace_back(axes_.row(0).dot(vertex), axes_.row(1).dot(vertex));
    }
    (is_upper ? upper_ : lower_).push_back(side);
  }
}

void Thickness::add_piece(std::span<const Vec<2>> corners, const Vec<3>& upper, const Vec<3>& lower) {
  double area = 0.0;
  Vec<2> first = Vec<2>::Zero();
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const double part = 0.5 * geometry::cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
    area += part;
    first += part / 3.0 * (corners[0] + corners[i] + corners[i + 1]);
  }
  if (!(area > 0.0)) return;
  pieces_.push_back({static_cast<int>(corners_.size()), static_cast<int>(corners.size()), upper - lower});
  corners_.insert(corners_.end(), corners.begin(), corners.end());
  const Vec<3> moments(area, first(0), first(1));
  area_ += area;
  volume_ += (upper - lower).dot(moments);
  middle_ += 0.5 * (upper + lower).dot(moments);
}

}  // namespace stickslip::contact
