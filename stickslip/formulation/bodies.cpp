#include "stickslip/formulation/bodies.hpp"

#include "stickslip/core/vector.hpp"
#include "stickslip/formulation/detail/checks.hpp"

namespace stickslip::formulation {

namespace {

constexpr const char* bodies_name = "Bodies";

void check_principal(const Bodies& bodies, Eigen::Index i) {
  for (Eigen::Index j = 0; j < 3; ++j) {
    const double value = bodies.inertia(i, j);
    if (std::isfinite(value) && value >= smallest_positive) continue;
    throw InvalidArgument(detail::item(bodies_name, "inertia", i, j) + " = " + to_text(value) +
                          " must be finite and > 0 [kg m^2]");
  }
}

void check_full(const Bodies& bodies, Eigen::Index i) {
  // What rounding leaves of a symmetric matrix that was rotated.
  constexpr double rounding = 1e-9;
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> inertia(bodies.inertia.row(i).data());
  const double scale = inertia.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  const bool is_symmetric =
      std::isfinite(scale) && (inertia - inertia.transpose()).cwiseAbs().maxCoeff() <= rounding * scale;
  const Eigen::Matrix3d scaled = inertia / scale;
  const double minor = scaled(0, 0) * scaled(1, 1) - scaled(0, 1) * scaled(1, 0);
  if (is_symmetric && scaled(0, 0) > 0.0 && minor > 0.0 && scaled.determinant() > 0.0) return;
  throw InvalidArgument(detail::item(bodies_name, "inertia", i) +
                        " must be finite, symmetric and positive definite [kg m^2]");
}

}  // namespace

void check(const Bodies& bodies) {
  const Eigen::Index n = bodies.size();
  detail::require_rows(bodies_name, "inertia", bodies.inertia.rows(), n);
  detail::require_rows(bodies_name, "position", bodies.position.rows(), n);
  detail::require_rows(bodies_name, "velocity", bodies.velocity.rows(), n);
  detail::require_rows(bodies_name, "angular_velocity", bodies.angular_velocity.rows(), n);
  detail::require_rows(bodies_name, "orientation", bodies.orientation.rows(), n, true);
  detail::require_rows(bodies_name, "force", bodies.force.rows(), n, true);
  detail::require_rows(bodies_name, "torque", bodies.torque.rows(), n, true);
  if (n > 0 && bodies.inertia.cols() != 3 && bodies.inertia.cols() != 9) {
    throw InvalidArgument(std::string(bodies_name) + ": inertia has " + std::to_string(bodies.inertia.cols()) +
                          " numbers per body, must have 3 (principal) or 9 (matrix)");
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const double mass = bodies.mass[i];
    if (!std::isfinite(mass) || mass < smallest_positive) {
      throw InvalidArgument(detail::item(bodies_name, "mass", i) + " = " + to_text(mass) +
                            " must be finite and > 0 [kg]");
    }
    if (bodies.inertia.cols() == 3) {
      check_principal(bodies, i);
    } else {
      check_full(bodies, i);
    }
  }
  detail::require_finite(bodies_name, "position", bodies.position);
  detail::require_finite(bodies_name, "velocity", bodies.velocity);
  detail::require_finite(bodies_name, "angular_velocity", bodies.angular_velocity);
  detail::require_finite(bodies_name, "orientation", bodies.orientation);
  detail::require_finite(bodies_name, "force", bodies.force);
  detail::require_finite(bodies_name, "torque", bodies.torque);
  for (Eigen::Index i = 0; i < bodies.orientation.rows(); ++i) {
    const double length = norm(Vec<4>(bodies.orientation.row(i)));
    if (std::isfinite(length) && length >= smallest_positive) continue;
    throw InvalidArgument(detail::item(bodies_name, "orientation", i) + " has length " + to_text(length) +
                          ", must be a quaternion w, x, y, z that is not zero");
  }
}

}  // namespace stickslip::formulation
