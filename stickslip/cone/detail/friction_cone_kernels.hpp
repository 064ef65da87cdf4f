// Equations (2) and (3) of friction_cone.hpp, for one force and in loops over many.
//
// The formulas square forces: they hold where is_plain says so. All of it can be computed without branches, so that the
// loops become vector code.
#pragma once

#include <cmath>
#include <cstddef>

#include "stickslip/numerics/kernel_target.hpp"

namespace stickslip::cone::detail {

struct Force {
  double x, y, z;
};

struct ConeFrame {
  Force n, t1, t2;
  double cosine, sine;  // of the angle between the normal and the cone's surface
};

STICKSLIP_KERNEL_PART double dot(const Force& a, const Force& b) noexcept {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Largest entry of a force, not negative; of NaN and others it may be either.
STICKSLIP_KERNEL_PART double largest(const Force& f) noexcept {
  const double x = std::abs(f.x), y = std::abs(f.y), z = std::abs(f.z), xy = x > y ? x : y;
  return xy > z ? xy : z;
}

// Whether squares of the force neither overflow nor lose digits.
STICKSLIP_KERNEL_PART bool is_plain(const Force& f) noexcept {
  const double size = largest(f);
  return size == 0.0 || (size >= 1e-140 && size <= 1e140);
}

// A force in the frame of the cone.
struct Parts {
  double normal, tangent1, tangent2, tangential;
  double inside;  // signed distance from the line of the cone's surface in the plane of the normal and the force
  double along;   // position along that line
};

STICKSLIP_KERNEL_PART Parts parts(const ConeFrame& k, const Force& f) noexcept {
  const double normal = dot(k.n, f), u = dot(k.t1, f), v = dot(k.t2, f), tangential = std::sqrt(u * u + v * v);
  return {normal, u, v, tangential, k.sine * normal - k.cosine * tangential, k.cosine * normal + k.sine * tangential};
}

// Without friction the line goes through the forces opposite to the normal too.
STICKSLIP_KERNEL_PART bool is_inside(const Parts& p) noexcept {
  return p.inside >= 0.0 && p.along >= 0.0;
}

STICKSLIP_KERNEL_PART double margin(const ConeFrame& k, const Force& f) noexcept {
  const Parts p = parts(k, f);
  const double size = std::sqrt(dot(f, f));
  return p.along < 0.0 ? -size : p.inside;
}

STICKSLIP_KERNEL_PART bool contains(const ConeFrame& k, const Force& f, double tolerance) noexcept {
  return margin(k, f) >= -tolerance * std::sqrt(dot(f, f));
}

// The nearest force of the cone to one outside.
STICKSLIP_KERNEL_PART Force nearest(const ConeFrame& k, const Parts& p) noexcept {
  constexpr double tiny = 1e-300;  // keeps the quotient of zeros finite
  const double along = p.along > 0.0 ? p.along : 0.0, scale = along * k.sine / (p.tangential + tiny);
  const double n = along * k.cosine, u = scale * p.tangent1, v = scale * p.tangent2;
  return {n * k.n.x + u * k.t1.x + v * k.t2.x, n * k.n.y + u * k.t1.y + v * k.t2.y,
          n * k.n.z + u * k.t1.z + v * k.t2.z};
}

STICKSLIP_KERNEL_PART Force project(const ConeFrame& k, const Force& f) noexcept {
  const Parts p = parts(k, f);
  const Force q = nearest(k, p);
  const bool keep = is_inside(p);
  return {keep ? f.x : q.x, keep ? f.y : q.y, keep ? f.z : q.z};
}

// How many of `count` forces, row-major N × 3, have an entry that is not finite, and how many are not plain.
struct Census {
  std::size_t not_finite, not_plain;
};
Census census(const double* forces, std::size_t count) noexcept;

// For forces that are all plain. Results of project may replace the forces.
void margins(const ConeFrame& frame, const double* forces, std::size_t count, double* out) noexcept;
void contain(const ConeFrame& frame, const double* forces, std::size_t count, double tolerance, bool* out) noexcept;
void project(const ConeFrame& frame, const double* forces, std::size_t count, double* out) noexcept;

}  // namespace stickslip::cone::detail
