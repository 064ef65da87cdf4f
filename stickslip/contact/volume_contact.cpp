#include "stickslip/contact/volume_contact.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include <Eigen/Geometry>

#include "stickslip/contact/detail/convex_outline.hpp"
#include "stickslip/contact/detail/vertex_friction.hpp"
#include "stickslip/contact/thickness.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/patch/pressed_polygons.hpp"

namespace stickslip::contact {

namespace {

using geometry::Overlap;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

// Σ_B S n, beside the area of all faces. Below the share it is rounding: B's faces cancel, or there are none.
constexpr double vanishing = 1e-12;
constexpr double least_piece = 1e-12;  // of the area: smaller pieces are rounding

struct FaceSum {
  Vec<3> of_b = Vec<3>::Zero();
  double area = 0.0;

  bool vanishes() const noexcept { return !(norm(of_b) > vanishing * area); }
};

FaceSum face_sum(const Overlap& overlap) noexcept {
  FaceSum sum;
  for (const Overlap::Face& face : overlap.faces()) {
    if (face.owner == Overlap::Owner::b) sum.of_b += face.area * face.normal;
    sum.area += face.area;
  }
  return sum;
}

// ∫ 1, (x, y), (x², xy, y²) dA over a polygon.
struct AreaMoments {
  double area = 0.0;
  Vec<2> first = Vec<2>::Zero();
  Vec<3> second = Vec<3>::Zero();
};

AreaMoments moments_of(const std::vector<Vec<2>>& polygon) noexcept {
  AreaMoments m;
  for (std::size_t i = 0, n = polygon.size(); i < n; ++i) {
    const Vec<2>&a = polygon[i], &b = polygon[i + 1 < n ? i + 1 : 0];
    const double twice = geometry::cross(a, b);
    m.area += twice / 2.0;
    m.first += twice / 6.0 * (a + b);
    m.second +=
        twice / 12.0 *
        Vec<3>(a(0) * (a(0) + b(0)) + b(0) * b(0), a(0) * a(1) + b(0) * b(1) + 0.5 * (a(0) * b(1) + a(1) * b(0)),
               a(1) * (a(1) + b(1)) + b(1) * b(1));
  }
  return m;
}

Eigen::Matrix3d cross_matrix(const Vec<3>& v) noexcept {
  Eigen::Matrix3d m;
  m << 0.0, -v(2), v(1), v(2), 0.0, -v(0), -v(1), v(0), 0.0;
  return m;
}

void require_wrench(const char* subject, const char* name, const Vec<6>& w) {
  for (int i = 0; i < 6; ++i) {
    if (!std::isfinite(w(i))) {
      throw InvalidArgument(std::string(subject) + ": " + name + "[" + std::to_string(i) + "] = " + to_text(w(i)) +
                            " must be finite");
    }
  }
}

void require_input(const char* subject, const Wrench3& wrench, double mu, std::optional<int> sides = {}) {
  require_wrench(subject, "wrench", wrench);
  require(subject, check_not_negative("mu", mu, "must be finite and not negative"));
  if (sides && !(*sides >= 3 && *sides <= 10000)) {
    throw InvalidArgument(std::string(subject) + ": sides = " + std::to_string(*sides) + " must be 3 to 10000");
  }
}

}  // namespace

VolumeContact::VolumeContact(const Overlap& overlap) {
  if (overlap.is_empty()) throw InvalidArgument("VolumeContact: the overlap is empty; it must have a volume");
  if (!assign(overlap)) {
    throw InvalidArgument(
        "VolumeContact: the overlap has no normal: its faces of b cancel out, because one body is inside the other or "
        "right "
        "through it");
  }
}

bool VolumeContact::assign(const Overlap& overlap) {
  const FaceSum sum = face_sum(overlap);
  if (overlap.is_empty() || sum.vanishes()) return false;
  static_cast<void>(assign(overlap, unit(sum.of_b, norm(sum.of_b))));
  return true;
}

bool VolumeContact::assign(const Overlap& overlap, const Vec<3>& normal) {
  overlap_ = overlap;
  normal_ = normal;
  const Vec<3> axis = std::abs(normal_(0)) > 0.9 ? Vec<3>::UnitY() : Vec<3>::UnitX();
  e1_ = (axis - axis.dot(normal_) * normal_).normalized();
  e2_ = normal_.cross(e1_);
  projected_.clear();
  for (const Vec<3>& v : overlap.vertices()) projected_.emplace_back(e1_.dot(v), e2_.dot(v));
  polygon_.reserve(2 * projected_.size());
  detail::convex_outline(projected_, polygon_);
  const AreaMoments m = moments_of(polygon_);
  area_ = m.area;
  // Eq. 2 with p = x e1 + y e2: −[p]×² = ‖p‖² 1 − p pᵀ.
  const Eigen::Matrix3d arm = cross_matrix(2.0 * (m.first(0) * e1_ + m.first(1) * e2_));
  const Eigen::Matrix3d mixed = e1_ * e2_.transpose();
  const Eigen::Matrix3d second = m.second(0) * (e1_ * e1_.transpose()) + m.second(1) * (mixed + mixed.transpose()) +
                                 m.second(2) * (e2_ * e2_.transpose());
  Q_.topLeftCorner<3, 3>() = 2.0 * m.area * Eigen::Matrix3d::Identity();
  Q_.topRightCorner<3, 3>() = arm.transpose();
  Q_.bottomLeftCorner<3, 3>() = arm;
  Q_.bottomRightCorner<3, 3>() = 2.0 * (m.second(0) + m.second(2)) * Eigen::Matrix3d::Identity() - 2.0 * second;
  for (int i = 3; i < 6; ++i) {
    for (int j = 3; j < i; ++j) Q_(j, i) = Q_(i, j);  // rounded alike
  }
  return area_ > 0.0;
}

Vec<6> VolumeContact::c() const noexcept {
  Vec<6> c = Vec<6>::Zero();
  c.head<3>() = volume() * normal_;
  return c;
}

Vec<6> VolumeContact::in_plane(const Vec<6>& v) const noexcept {
  Vec<6> seen;
  seen << e1_.dot(v.head<3>()), e2_.dot(v.head<3>()), normal_.dot(v.head<3>()), e1_.dot(v.tail<3>()),
      e2_.dot(v.tail<3>()), normal_.dot(v.tail<3>());
  return seen;
}

Vec<6> VolumeContact::in_world(const Vec<6>& v) const noexcept {
  Vec<6> seen;
  seen << v(0) * e1_ + v(1) * e2_ + v(2) * normal_, v(3) * e1_ + v(4) * e2_ + v(5) * normal_;
  return seen;
}

patch::Pressure VolumeContact::pressure() const {
  Eigen::Matrix3d axes;
  axes << e1_.transpose(), e2_.transpose(), normal_.transpose();
  Thickness thickness;
  static_cast<void>(thickness.find_along(overlap_, axes));
  std::vector<patch::LinearPiece> pieces;
  geometry::Outline part, outline;
  for (const Thickness::Piece& piece : thickness.pieces()) {
    const Vec<2> gradient = piece.t.tail<2>();
    const auto corners = thickness.corners(piece);
    outline.assign(corners.begin(), corners.end());
    geometry::clip(outline, -gradient, piece.t(0), part);  // rounding may leave t < 0 where the faces meet
    detail::convex_outline(part, outline);
    const double area = outline.size() < 3 ? 0.0 : patch::area_moments(outline)[0];
    if (area > least_piece * thickness.area())
      pieces.push_back({geometry::Polygon(outline, "VolumeContact"), piece.t(0), gradient});
  }
  if (pieces.empty()) throw InvalidArgument("VolumeContact: the contact has no area for a pressure");
  return patch::Pressure::piecewise_linear(std::move(pieces));
}

StaticFriction VolumeContact::static_friction(const Wrench3& wrench, double mu, std::optional<int> sides) const {
  require_input("static_friction", wrench, mu, sides);
  detail::VertexForces found = detail::VertexFriction(polygon_, mu).solve(in_plane(wrench), sides);
  StaticFriction result;
  result.holds = found.holds;
  result.weights = std::move(found.weights);
  result.forces = std::move(found.forces);
  Eigen::Matrix3d axes;
  axes << e1_, e2_, normal_;
  for (auto force : result.forces.colwise()) force = (axes * force).eval();
  if (!found.holds) result.direction = in_world(found.direction);
  return result;
}

double VolumeContact::margin(const Wrench3& wrench, double mu, std::optional<int> sides) const {
  require_input("margin", wrench, mu, sides);
  if (wrench.isZero(0.0)) return 1.0;
  const double factor = detail::VertexFriction(polygon_, mu).largest_factor(in_plane(wrench), sides);
  if (!(factor > 0.0)) return -std::numeric_limits<double>::infinity();
  return 1.0 - 1.0 / factor;
}

Wrench3 VolumeContact::kinetic_wrench(const Wrench3& wrench, const Twist3& twist, double mu) const {
  require_input("kinetic_wrench", wrench, mu);
  require_wrench("kinetic_wrench", "twist", twist);
  return in_world(detail::VertexFriction(polygon_, mu).sliding(in_plane(wrench), in_plane(twist)));
}

}  // namespace stickslip::contact
