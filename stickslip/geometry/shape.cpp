#include "stickslip/geometry/shape.hpp"

#include <cmath>
#include <variant>

#include "stickslip/core/error.hpp"

namespace stickslip::geometry {

Plane Plane::with_normal(const Vec<3>& normal, double offset) {
  const double length = norm(normal);
  if (!(length > 0.0 && std::isfinite(length))) {
    throw InvalidArgument("Plane", {"length of the normal", length, "must be positive and finite"});
  }
  const Plane plane{unit(normal, length), offset};
  check(plane);
  return plane;
}

void check(const Shape& shape) {
  if (const Sphere* const sphere = std::get_if<Sphere>(&shape)) {
    if (!(sphere->radius > 0.0 && sphere->radius <= 1e50)) {
      throw InvalidArgument("Sphere", {"radius", sphere->radius, "must be positive and at most 1e50 [m]"});
    }
  } else if (const Plane* const plane = std::get_if<Plane>(&shape)) {
    const double length = plane->normal.norm();
    if (!(std::abs(length - 1.0) <= 1e-9)) {
      throw InvalidArgument("Plane", {"length of the normal", length, "must be 1"});
    }
    if (!(std::abs(plane->offset) <= 1e50)) {
      throw InvalidArgument("Plane", {"offset", plane->offset, "must be finite and at most 1e50 in size [m]"});
    }
  }
}

}  // namespace stickslip::geometry
