#include "stickslip/formulation/contacts.hpp"

#include <Eigen/Geometry>

#include "stickslip/formulation/detail/checks.hpp"

namespace stickslip::formulation {

namespace {

constexpr const char* contacts_name = "Contacts";

// A tangent this near to the normal, in units of its length, has no direction left in the tangent plane.
constexpr double smallest_tangent = 1e-6;

void check_length(const char* name, const Rows<3>& vectors, Eigen::Index i) {
  const double value = norm(Vec<3>(vectors.row(i)));
  if (std::isfinite(value) && value >= smallest_positive) return;
  throw InvalidArgument(detail::item(contacts_name, name, i) + " has length " + to_text(value) +
                        ", must be finite and > 0");
}

Vec<3> unit_row(const Rows<3>& vectors, Eigen::Index i) noexcept {
  const Vec<3> vector = vectors.row(i);
  return unit(vector, norm(vector));
}

Vec<3> tangential_part(const Vec<3>& vector, const Vec<3>& normal) noexcept {
  return vector - normal.dot(vector) * normal;
}

}  // namespace

void check(const Contacts& contacts, int number_of_bodies) {
  const Eigen::Index n = contacts.size();
  detail::require_rows(contacts_name, "point", contacts.point.rows(), n);
  detail::require_rows(contacts_name, "normal", contacts.normal.rows(), n);
  detail::require_rows(contacts_name, "mu", contacts.mu.rows(), n);
  detail::require_rows(contacts_name, "gap", contacts.gap.rows(), n, true);
  detail::require_rows(contacts_name, "tangent", contacts.tangent.rows(), n, true);
  detail::require_rows(contacts_name, "ground_velocity", contacts.ground_velocity.rows(), n, true);
  if (n > 0 && contacts.mu.cols() != 1 && contacts.mu.cols() != 2) {
    throw InvalidArgument(std::string(contacts_name) + ": mu has " + std::to_string(contacts.mu.cols()) +
                          " numbers per contact, must have 1 (mu) or 2 (mu_s, mu_k)");
  }
  detail::require_pairs(contacts_name, contacts.bodies, number_of_bodies);
  detail::require_finite(contacts_name, "point", contacts.point);
  detail::require_finite(contacts_name, "normal", contacts.normal);
  detail::require_finite(contacts_name, "gap", contacts.gap);
  detail::require_finite(contacts_name, "tangent", contacts.tangent);
  detail::require_finite(contacts_name, "ground_velocity", contacts.ground_velocity);
  for (Eigen::Index i = 0; i < n; ++i) {
    check_length("normal", contacts.normal, i);
    for (Eigen::Index j = 0; j < contacts.mu.cols(); ++j) {
      const double mu = contacts.mu(i, j);
      if (std::isfinite(mu) && mu >= 0.0) continue;
      const std::string place =
          contacts.mu.cols() == 1 ? detail::item(contacts_name, "mu", i) : detail::item(contacts_name, "mu", i, j);
      throw InvalidArgument(place + " = " + to_text(mu) + " must be finite and >= 0");
    }
    if (contacts.tangent.rows() == 0) continue;
    check_length("tangent", contacts.tangent, i);
    if (tangential_part(unit_row(contacts.tangent, i), unit_row(contacts.normal, i)).norm() >= smallest_tangent)
      continue;
    throw InvalidArgument(detail::item(contacts_name, "tangent", i) + " must not be parallel to the normal");
  }
}

Eigen::Matrix3d axes_of(const Contacts& contacts, int contact) noexcept {
  // Of the x axis too little is left in the tangent plane.
  constexpr double nearly_along_x = 0.9;
  const Vec<3> n = unit_row(contacts.normal, contact);
  const Vec<3> wanted = contacts.tangent.rows() > 0        ? unit_row(contacts.tangent, contact)
                        : std::abs(n.x()) > nearly_along_x ? Vec<3>(Vec<3>::UnitY())
                                                           : Vec<3>(Vec<3>::UnitX());
  const Vec<3> t1 = tangential_part(wanted, n).normalized();
  Eigen::Matrix3d axes;
  axes.row(0) = n;
  axes.row(1) = t1;
  axes.row(2) = n.cross(t1);
  return axes;
}

}  // namespace stickslip::formulation
