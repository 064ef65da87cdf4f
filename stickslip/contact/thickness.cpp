#include "stickslip/contact/thickness.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/core/at.hpp"

namespace stickslip::contact {

namespace {

using geometry::Overlap;

constexpr double fade_from = 0.1, fade_over = 0.2;  // of |n_f·n0|
constexpr double steepest = 0.02;                   // |n_f·n| of faces that count as upper or lower
constexpr double least_sum = 1e-9;                  // of the area of all faces: what is less has no direction

double smoothstep(double x) noexcept {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

}  // namespace

bool Thickness::find(const Overlap& overlap, const Eigen::Matrix3d& back_a, const Eigen::Matrix3d& back_b) {
  pieces_.clear();
  Vec<3> sum = Vec<3>::Zero();
  double all = 0.0;
  for (const Overlap::Face& face : overlap.faces()) {
    all += face.area;
    if (face.owner == Overlap::Owner::b) sum += face.area * face.normal;
  }
  if (!(sum.norm() > least_sum * all)) return false;
  sum.normalize();
  Vec<3> of_a = Vec<3>::Zero(), of_b = Vec<3>::Zero();
  for (const Overlap::Face& face : overlap.faces()) {
    const double weight = smoothstep((std::abs(face.normal.dot(sum)) - fade_from) / fade_over) * face.area;
    (face.owner == Overlap::Owner::a ? of_a : of_b) += weight * face.normal;
  }
  Vec<3> normal = back_b * of_b - back_a * of_a;
  const double length = normal.norm();
  if (!(length > least_sum * all)) return false;
  normal /= length;
  int least = 0;
  normal.cwiseAbs().minCoeff(&least);
  const Vec<3> e1 = (Vec<3>::Unit(least) - normal(least) * normal).normalized();
  Eigen::Matrix3d axes;
  axes << e1.transpose(), normal.cross(e1).transpose(), normal.transpose();
  return find_along(overlap, axes);
}

bool Thickness::find_along(const Overlap& overlap, const Eigen::Matrix3d& axes) {
  axes_ = axes;
  pieces_.clear();
  corners_.clear();
  area_ = middle_ = 0.0;
  project(overlap);
  const auto outline = [this](const Side& side) {
    return std::span<const Vec<2>>(outlines_.data() + side.first, at(side.count));
  };
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
  if (!(area_ > 0.0)) return false;
  middle_ /= area_;
  return true;
}

void Thickness::project(const Overlap& overlap) {
  upper_.clear();
  lower_.clear();
  outlines_.clear();
  const auto vertices = overlap.vertices();
  for (const Overlap::Face& face : overlap.faces()) {
    const Vec<3> seen = axes_ * face.normal;
    if (std::abs(seen(2)) <= steepest) continue;
    const bool is_upper = seen(2) > 0.0;
    const auto corners = overlap.corners(face);
    Side side{static_cast<int>(outlines_.size()), face.count, Vec<3>(face.offset, -seen(0), -seen(1)) / seen(2)};
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
  area_ += area;
  middle_ += 0.5 * (upper + lower).dot(Vec<3>(area, first(0), first(1)));
}

}  // namespace stickslip::contact
