#include "stickslip/contact/bristle_volume.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/core/at.hpp"

namespace stickslip::contact {

namespace {

constexpr double roundings = 32.0;      // on the way from corners to a wrench
constexpr double most_rounding = 1e-6;  // of the wrench

double value_at(const Vec<3>& a, const Vec<2>& corner) noexcept {
  return a(0) + a(1) * corner(0) + a(2) * corner(1);
}

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
};
Extent extent_of(const Vec<3>& a, std::span<const Vec<2>> corners) noexcept {
  Extent extent;
  for (const Vec<2>& corner : corners) {
    const double value = value_at(a, corner);
    extent = {std::min(extent.low, value), std::max(extent.high, value)};
  }
  return extent;
}

// The part of an outline with sign · a·(1, x, y) ≥ 0.
void clip_to(const Vec<3>& a, double sign, const geometry::Outline& whole, geometry::Outline& part) {
  geometry::clip(whole, Vec<2>(-sign * a(1), -sign * a(2)), sign * a(0), part);
}

// (u_n + ω_x y − ω_y x) as coefficients of 1, x, y.
Vec<3> approach(const Vec<3>& normal_twist) noexcept {
  return {normal_twist(0), -normal_twist(2), normal_twist(1)};
}

}  // namespace

void BristleVolume::begin(const Thickness& thickness, double shift, const Vec<3>& normal_motion,
                          const VolumeStiffness& stiffness) {
  const auto& [k, tau, h, v_out, t_0] = stiffness;
  h_ = h;
  k_ = k;
  damping_ = k * (h + tau);
  pieces_.clear();
  corners_.clear();
  reach_ = 0.0;
  Vec<3> ahead = approach(normal_motion);
  ahead(0) -= shift;
  double deepest = 0.0;
  for (const Thickness::Piece& piece : thickness.pieces())
    deepest = std::max(deepest, extent_of(piece.t + ahead, thickness.corners(piece)).high);
  const double held = v_out * (h + tau), k_gap = damping_ / h;
  unpressed_ = std::max(0.0, std::min(t_0, deepest - held));
  const double k_inside = unpressed_ > 0.0 ? k * (1.0 - unpressed_ / deepest) : k;
  for (const Thickness::Piece& piece : thickness.pieces()) {
    const Vec<3> t = piece.t + ahead;
    const auto corners = thickness.corners(piece);
    const Extent extent = extent_of(t, corners);
    if (extent.low >= 0.0) {
      add(corners, k_inside * t);
    } else if (extent.high <= 0.0) {
      add(corners, k_gap * t);
    } else {
      whole_.assign(corners.begin(), corners.end());
      clip_to(t, 1.0, whole_, part_);
      add(part_, k_inside * t);
      clip_to(t, -1.0, whole_, part_);
      add(part_, k_gap * t);
    }
  }
}

void BristleVolume::add(std::span<const Vec<2>> corners, const Vec<3>& base) {
  if (corners.size() < 3) return;
  pieces_.push_back(
      {static_cast<int>(corners_.size()), static_cast<int>(corners.size()), patch::area_moments(corners), base});
  corners_.insert(corners_.end(), corners.begin(), corners.end());
  for (const Vec<2>& corner : corners) reach_ = std::max(reach_, corner.norm());
}

double BristleVolume::rounding() const noexcept {
  const double area = pressed_.area();
  const double share = roundings * std::numeric_limits<double>::epsilon() * reach_ * reach_;
  return area > 0.0 ? std::min(most_rounding, share / area) : 0.0;
}

double BristleVolume::pressed_depth(const Vec<6>& twist) const noexcept {
  const Vec<3> change = -damping_ * approach({twist(2), twist(3), twist(4)});
  double largest = 0.0;
  for (const Piece& piece : pieces_)
    largest = std::max(largest, extent_of(piece.base + change, {corners_.data() + piece.first, at(piece.count)}).high);
  return largest / k_;
}

void BristleVolume::respond(const Vec<6>& twist, const Bristles& bristles, Response& to) {
  const Vec<3> change = -damping_ * approach({twist(2), twist(3), twist(4)});
  pressed_.clear();
  for (const Piece& piece : pieces_) {
    const std::span<const Vec<2>> corners(corners_.data() + piece.first, at(piece.count));
    const Vec<3> a = piece.base + change;
    const Extent extent = extent_of(a, corners);
    if (!(extent.high > 0.0)) continue;
    if (extent.low >= 0.0) {
      pressed_.add(corners, piece.moments, a);
      continue;
    }
    whole_.assign(corners.begin(), corners.end());
    clip_to(a, 1.0, whole_, part_);
    if (part_.size() >= 3) pressed_.add(part_, patch::area_moments(part_), a);
  }
  pressed_.finish();
  to.by_twist.setZero();
  to.evaluations = 0;
  to.is_solved = true;
  to.slip.setZero();
  to.kept = 1.0;
  if (!(pressed_.load() > 0.0)) {
    to.wrench.setZero();
    to.displacement.setZero();
    to.u = 0.0;
    return;
  }
  const auto& loads = pressed_.loads();
  const auto& m = pressed_.moments();
  to.u = pressed_.u();
  const Vec<3>& before = bristles.displacement;
  const double stored = 0.5 * bristles.sigma0 * before.dot(pressed_.stiffness() * before);
  Vec<3> kept_by = Vec<3>::Zero();  // ∂κ/∂a
  if (stored > bristles.energy) {
    to.kept = std::sqrt(bristles.energy / stored);
    for (int j = 0; j < 3; ++j)
      kept_by(j) = -0.25 * to.kept * bristles.sigma0 * before.dot(pressed_.stiffness_by(j) * before) / stored;
  }
  const Vec<3> trial = to.kept * before + bristles.moved + bristles.share * h_ * Vec<3>(twist(0), twist(1), twist(5));
  patch::BristleResponse friction =
      patch::press_bristles(pressed_, bristles.mu, bristles.sigma0, trial, bristles.guess, bristles.surface);
  friction.by_pressure += friction.by_displacement * before * kept_by.transpose();
  to.wrench << friction.wrench(0), friction.wrench(1), loads[0], loads[2], -loads[1], friction.wrench(2);
  // a by (u_n, ω_x, ω_y), then f_n, τ_x, τ_y and friction by a.
  Eigen::Matrix3d a_by, normal_by_a;
  a_by << -damping_, 0.0, 0.0, 0.0, 0.0, damping_, 0.0, -damping_, 0.0;
  normal_by_a << m[0], m[1], m[2], m[2], m[4], m[5], -m[1], -m[3], -m[4];
  const Eigen::Matrix3d normal = normal_by_a * a_by, across = friction.by_pressure * a_by;
  constexpr int in_friction[3] = {0, 1, 5}, in_normal[3] = {2, 3, 4};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      to.by_twist(in_normal[i], in_normal[j]) = normal(i, j);
      to.by_twist(in_friction[i], in_normal[j]) = across(i, j);
      to.by_twist(in_friction[i], in_friction[j]) = bristles.share * h_ * friction.by_displacement(i, j);
    }
  }
  to.slip = friction.slip;
  to.displacement = trial - friction.slip;
  to.evaluations = friction.evaluations;
  to.is_solved = friction.is_solved;
}

}  // namespace stickslip::contact
