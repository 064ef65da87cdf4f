#include "stickslip/cone/friction_cone.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <Eigen/Geometry>

#include "stickslip/cone/detail/friction_cone_kernels.hpp"
#include "stickslip/cone/detail/turn.hpp"

namespace stickslip::cone {

namespace {

using detail::ConeFrame;
using detail::Force;

constexpr const char* subject = "FrictionCone";
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double epsilon = std::numeric_limits<double>::epsilon();

double checked_mu(double mu) {
  if (!(mu >= 0.0)) throw InvalidArgument(subject, {"mu", mu, "must be >= 0"});
  return mu + 0.0;  // not −0
}

Vec<3> unit_normal(const Vec<3>& normal) {
  constexpr std::array names{"normal[0]", "normal[1]", "normal[2]"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double entry = normal(static_cast<Eigen::Index>(i));
    if (!std::isfinite(entry)) throw InvalidArgument(subject, {names[i], entry, "must be finite"});
  }
  if (normal.isZero(0.0)) throw InvalidArgument(subject, {"length of normal", 0.0, "must be > 0"});
  // Scaling again what has been scaled would change its last digits.
  if (std::abs(normal.squaredNorm() - 1.0) <= 8.0 * epsilon) return normal.array() + 0.0;
  const Vec<3> scaled = normal / normal.cwiseAbs().maxCoeff();
  return (scaled / scaled.norm()).array() + 0.0;
}

Eigen::Matrix<double, 3, 2> basis(const Vec<3>& n) noexcept {
  const int axis = std::abs(n(0)) > 0.9 ? 1 : 0;
  Eigen::Matrix<double, 3, 2> t;
  t.col(0) = (Vec<3>::Unit(axis) - n(axis) * n).normalized();
  t.col(1) = n.cross(Vec<3>(t.col(0))).array() + 0.0;
  return t;
}

// (cos, sin) of the angle whose tangent is mu.
Vec<2> opening_of(double mu) noexcept {
  if (std::isinf(mu)) return {0.0, 1.0};
  const double size = std::hypot(1.0, mu);
  return {1.0 / size, mu / size};
}

// A force times a power of two that makes it plain.
struct ScaledForce {
  Force force;
  int exponent;  // of two: the force is this much larger
};

[[gnu::noinline, gnu::cold]] ScaledForce scaled(const Force& f) noexcept {
  if (!std::isfinite(f.x) || !std::isfinite(f.y) || !std::isfinite(f.z)) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {{nan, nan, nan}, 0};
  }
  const int exponent = std::ilogb(detail::largest(f));
  return {{std::scalbn(f.x, -exponent), std::scalbn(f.y, -exponent), std::scalbn(f.z, -exponent)}, exponent};
}

Force as_force(const Vec<3>& f) noexcept {
  return {f(0), f(1), f(2)};
}

ConeFrame frame_of(const FrictionCone& cone) noexcept {
  const Vec<2> opening = cone.opening();
  return {as_force(cone.normal()), as_force(cone.tangents().col(0)), as_force(cone.tangents().col(1)), opening(0),
          opening(1)};
}

void check_sides(int k) {
  if (k < FrictionCone::min_sides || k > FrictionCone::max_sides) {
    throw InvalidArgument(subject, {"k", static_cast<double>(k), "must be 3 to 1000000"});
  }
}

// Angles of rays [π/k]: even multiples of the inner cone, odd ones of the outer. Of facets it is the reverse.
long ray_angle(Approximation kind, long i) noexcept {
  return kind == Approximation::inner ? 2 * i : 2 * i + 1;
}
long facet_angle(Approximation kind, long i) noexcept {
  return kind == Approximation::inner ? 2 * i + 1 : 2 * i;
}

// The first four rows: ±t1, ±t2.
template <class Matrix>
void set_tangents(Matrix& rows, const Eigen::Matrix<double, 3, 2>& t) {
  for (const Eigen::Index i : {0, 1}) {
    rows.row(2 * i) = t.col(i).transpose();
    rows.row(2 * i + 1) = 0.0 - t.col(i).transpose().array();
  }
}

// Corners of the linearised cone at n·f = height, from row `first` on.
void set_corners(Eigen::MatrixX3d& rows, Eigen::Index first, const FrictionCone& cone, int k, Approximation kind,
                 double height) {
  detail::HalfTurns turns(k);
  const double stretch = kind == Approximation::inner ? 1.0 : turns(1)(0);
  const double radius = height * (cone.mu() / stretch);
  if (!std::isfinite(radius)) {
    throw InvalidArgument(std::string(subject) + ": rays of mu = " + to_text(cone.mu()) + " at the height " +
                          to_text(height) + " must be finite");
  }
  for (int i = 0; i < k; ++i) {
    const Vec<2> u = radius * turns(ray_angle(kind, i));
    rows.row(first + i) = (height * cone.normal() + cone.tangents() * u).transpose().array() + 0.0;
  }
}

// Smallest and largest normal force of a set of rows; either may be missing.
struct NormalBounds {
  std::optional<double> min, max;
};

NormalBounds checked_bounds(std::optional<double> f_min, std::optional<double> f_max) {
  if (f_min) require(subject, check_not_negative("f_min", *f_min, "must be finite and >= 0 [N]"));
  if (f_max && !(*f_max >= 0.0)) throw InvalidArgument(subject, {"f_max", *f_max, "must be >= 0 [N]"});
  if (f_min && f_max && *f_min > *f_max) {
    throw InvalidArgument(subject, {"f_min", *f_min, "must be at most f_max", *f_max});
  }
  if (f_max && std::isinf(*f_max)) f_max.reset();
  return {f_min, f_max};
}

}  // namespace

FrictionCone::FrictionCone(double mu, const Vec<3>& normal)
    : FrictionCone(checked_mu(mu), unit_normal(normal), unchecked) {}

FrictionCone::FrictionCone(double mu, const Vec<3>& normal, Unchecked) noexcept
    : mu_(mu), cosine_(opening_of(mu)(0)), sine_(opening_of(mu)(1)), normal_(normal), tangents_(basis(normal)) {}

Eigen::Matrix3d FrictionCone::projector() const noexcept {
  return Eigen::Matrix3d::Identity() - normal_ * normal_.transpose();
}

bool FrictionCone::contains(const Vec<3>& f, double tolerance) const noexcept {
  const Force force = as_force(f);
  if (detail::is_plain(force)) [[likely]]
    return detail::contains(frame_of(*this), force, tolerance);
  return detail::contains(frame_of(*this), scaled(force).force, tolerance);
}

double FrictionCone::margin(const Vec<3>& f) const noexcept {
  const Force force = as_force(f);
  if (detail::is_plain(force)) [[likely]]
    return detail::margin(frame_of(*this), force);
  const ScaledForce s = scaled(force);
  return std::scalbn(detail::margin(frame_of(*this), s.force), s.exponent);
}

Vec<3> FrictionCone::project(const Vec<3>& f) const noexcept {
  const Force force = as_force(f);
  const ConeFrame frame = frame_of(*this);
  const ScaledForce s = detail::is_plain(force) ? ScaledForce{force, 0} : scaled(force);
  const detail::Parts parts = detail::parts(frame, s.force);
  if (detail::is_inside(parts)) return f;
  const Force p = detail::nearest(frame, parts);
  if (s.exponent == 0) [[likely]]
    return {p.x, p.y, p.z};
  return {std::scalbn(p.x, s.exponent), std::scalbn(p.y, s.exponent), std::scalbn(p.z, s.exponent)};
}

double FrictionCone::support(const Vec<3>& d, double f_max) const noexcept {
  const Force direction = as_force(d);
  const ScaledForce s = detail::is_plain(direction) ? ScaledForce{direction, 0} : scaled(direction);
  const double size = std::sqrt(detail::dot(s.force, s.force));
  if (std::isnan(size) || !(f_max >= 0.0)) return std::numeric_limits<double>::quiet_NaN();
  const detail::Parts p = detail::parts(frame_of(*this), s.force);
  const double rounding = 8.0 * epsilon * size;
  if (std::isinf(mu_) && p.tangential > rounding) return infinity;
  // Growth with the normal force is gain/cosine; of the half-space's forces only the normal ones count by now.
  const double gain = std::isinf(mu_) ? p.normal : p.along;
  if (std::isinf(f_max)) return gain > rounding ? infinity : 0.0;
  if (gain <= 0.0 || f_max == 0.0) return 0.0;
  return std::scalbn(f_max * (std::isinf(mu_) ? gain : gain / cosine_), s.exponent);
}

FrictionCone FrictionCone::dual() const noexcept {
  return {1.0 / mu_, normal_, unchecked};
}

FrictionCone FrictionCone::polar() const noexcept {
  return {1.0 / mu_, 0.0 - normal_.array(), unchecked};
}

Eigen::MatrixX3d FrictionCone::generators(int k, Approximation kind) const {
  check_sides(k);
  if (mu_ == 0.0) return normal_.transpose();
  if (std::isinf(mu_)) {
    Eigen::MatrixX3d rays(5, 3);
    set_tangents(rays, tangents_);
    rays.row(4) = normal_.transpose();
    return rays;
  }
  Eigen::MatrixX3d rays(k, 3);
  set_corners(rays, 0, *this, k, kind, 1.0);
  return rays;
}

Eigen::MatrixX3d FrictionCone::vertices(int k, Approximation kind, double height) const {
  check_sides(k);
  require(subject, check_positive("height", height, "must be finite and > 0 [N]"));
  if (std::isinf(mu_)) throw InvalidArgument(subject, {"mu", mu_, "must be finite: a half-space has no corners"});
  Eigen::MatrixX3d corners(mu_ == 0.0 ? 2 : k + 1, 3);
  corners.row(0).setZero();
  if (mu_ == 0.0) {
    corners.row(1) = height * normal_.transpose();
  } else {
    set_corners(corners, 1, *this, k, kind, height);
  }
  return corners;
}

geometry::HalfSpaces FrictionCone::facets(int k, Approximation kind, std::optional<double> f_min,
                                          std::optional<double> f_max) const {
  check_sides(k);
  const NormalBounds bounds = checked_bounds(f_min, f_max);
  const bool flat = mu_ == 0.0 || std::isinf(mu_);
  const Eigen::Index tangents = mu_ == 0.0 ? 4 : 0, base = flat && !bounds.min ? 1 : 0;
  const Eigen::Index sides = flat ? tangents + base : k;
  const Eigen::Index count = sides + (bounds.max ? 1 : 0) + (bounds.min ? 1 : 0);
  geometry::HalfSpaces rows{Eigen::MatrixXd(count, 3), Eigen::VectorXd::Zero(count)};
  if (mu_ == 0.0) set_tangents(rows.a, tangents_);
  if (base == 1) rows.a.row(tangents) = 0.0 - normal_.transpose().array();
  if (!flat) {
    detail::HalfTurns turns(k);
    const Vec<2> tilt = opening_of(kind == Approximation::inner ? mu_ * turns(1)(0) : mu_);
    const Vec<3> down = tilt(1) * normal_;
    for (int i = 0; i < k; ++i) {
      const Vec<2> u = tilt(0) * turns(facet_angle(kind, i));
      rows.a.row(i) = (tangents_ * u - down).transpose().array() + 0.0;
    }
  }
  if (bounds.max) {
    rows.a.row(sides) = normal_.transpose();
    rows.b(sides) = *bounds.max;
  }
  if (bounds.min) {
    rows.a.row(count - 1) = 0.0 - normal_.transpose().array();
    rows.b(count - 1) = 0.0 - *bounds.min;
  }
  return rows;
}

namespace {

// Number of forces. Throws unless all are finite and `out` has `width` values for each. Tells how many are not plain.
struct CheckedForces {
  std::size_t count, not_plain;
};

CheckedForces check_forces(std::span<const double> forces, std::size_t out_size, std::size_t width) {
  if (forces.size() % 3 != 0) {
    throw InvalidArgument("forces has " + std::to_string(forces.size()) + " values, must have 3 a force");
  }
  const std::size_t count = forces.size() / 3;
  if (out_size != width * count) {
    throw InvalidArgument("out has " + std::to_string(out_size) + " values, must have " +
                          std::to_string(width * count));
  }
  const detail::Census census = detail::census(forces.data(), count);
  if (census.not_finite != 0) {
    const auto bad = std::find_if_not(forces.begin(), forces.end(), [](double entry) { return std::isfinite(entry); });
    const auto index = bad - forces.begin();
    throw InvalidArgument("forces[" + std::to_string(index / 3) + ", " + std::to_string(index % 3) +
                          "] = " + to_text(*bad) + " must be finite [N]");
  }
  return {count, census.not_plain};
}

// Calls many(begin, count) where all forces are plain, and one(i) for the forces of a block where some are not.
template <class Many, class One>
void for_forces(const double* forces, CheckedForces checked, Many many, One one) {
  if (checked.not_plain == 0) return many(0, checked.count);
  constexpr std::size_t block = 64;
  for (std::size_t begin = 0; begin < checked.count; begin += block) {
    const std::size_t count = std::min(block, checked.count - begin);
    if (detail::census(forces + 3 * begin, count).not_plain == 0) {
      many(begin, count);
    } else {
      for (std::size_t i = begin; i < begin + count; ++i) one(i);
    }
  }
}

Vec<3> force_at(std::span<const double> forces, std::size_t i) noexcept {
  return Eigen::Map<const Vec<3>>(forces.data() + 3 * i);
}

}  // namespace

void contains(const FrictionCone& cone, std::span<const double> forces, double tolerance, std::span<bool> out) {
  require(subject, check_not_negative("tolerance", tolerance, "must be finite and >= 0"));
  const CheckedForces checked = check_forces(forces, out.size(), 1);
  const ConeFrame frame = frame_of(cone);
  for_forces(
      forces.data(), checked,
      [&](std::size_t begin, std::size_t count) {
        detail::contain(frame, forces.data() + 3 * begin, count, tolerance, out.data() + begin);
      },
      [&](std::size_t i) { out[i] = cone.contains(force_at(forces, i), tolerance); });
}

void margins(const FrictionCone& cone, std::span<const double> forces, std::span<double> out) {
  const CheckedForces checked = check_forces(forces, out.size(), 1);
  const ConeFrame frame = frame_of(cone);
  for_forces(
      forces.data(), checked,
      [&](std::size_t begin, std::size_t count) {
        detail::margins(frame, forces.data() + 3 * begin, count, out.data() + begin);
      },
      [&](std::size_t i) { out[i] = cone.margin(force_at(forces, i)); });
}

void project(const FrictionCone& cone, std::span<const double> forces, std::span<double> out) {
  const CheckedForces checked = check_forces(forces, out.size(), 3);
  const ConeFrame frame = frame_of(cone);
  for_forces(
      forces.data(), checked,
      [&](std::size_t begin, std::size_t count) {
        detail::project(frame, forces.data() + 3 * begin, count, out.data() + 3 * begin);
      },
      [&](std::size_t i) { Eigen::Map<Vec<3>>(out.data() + 3 * i) = cone.project(force_at(forces, i)); });
}

}  // namespace stickslip::cone
