#include "stickslip/cone/wrench_polytope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "stickslip/cone/detail/cone_facets.hpp"
#include "stickslip/cone/detail/contact_rays.hpp"
#include "stickslip/cone/detail/torque_scale.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/numerics/non_negative_fit.hpp"

namespace stickslip::cone {

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using Vec6 = Vec<6>;
using Wrench = Eigen::Ref<const VectorXd>;

void check(std::span<const FrictionPoint> points, double total_normal_force) {
  if (points.empty()) throw InvalidArgument("WrenchPolytope: there are no contact points; there must be at least one");
  require("WrenchPolytope", check_positive("total_normal_force", total_normal_force, "must be finite and > 0 [N]"));
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].mu > detail::most_friction) {  // infinite too: forces along the contact would have no bound
      throw InvalidArgument("WrenchPolytope: contact " + std::to_string(i),
                            {"mu", points[i].mu, "must be at most 1e8"});
    }
  }
}

void check_size(const Wrench& w) {
  if (w.size() == 6) return;
  throw InvalidArgument("WrenchPolytope: wrench of length " + std::to_string(w.size()) + " given, must be 6 long");
}

// Normals of the facets of the hull of the origin and the rays, as rows, lengths as they come.
MatrixXd normals(std::span<const FrictionPoint> points, int k, Approximation kind, const Progress& progress) {
  const auto [middle, size] = detail::extent_of(points);

  // A cone over the polytope at height 1: (w, 1), with the row (a, −b) for a·w ≤ b.
  const MatrixXd rays = detail::contact_rays(points, k, kind, middle);
  MatrixXd lifted = MatrixXd::Zero(rays.rows() + 1, 7);
  lifted.bottomLeftCorner(rays.rows(), 3) = rays.leftCols(3);
  lifted.block(1, 3, rays.rows(), 3) = rays.rightCols(3) / size;
  lifted.col(6).setOnes();
  const MatrixXd rows = detail::cone_facets(lifted, progress);

  MatrixXd all(rows.rows(), 6);
  Index count = 0;
  for (const auto& row : rows.rowwise()) {
    // A single corner has, besides its equations, only the plane at height 0.
    if (row.head<6>().norm() <= detail::flat) continue;
    // a·(τ − c × f) = a·τ − (a × c)·f
    const Vec<3> force = row.head<3>(), torque = row.segment<3>(3) / size;
    all.row(count++) << (force - torque.cross(middle)).transpose(), torque.transpose();
  }
  return all.topRows(count);
}

// From w to the nearest point of the hull of the rows: with z_i = v_i − w and their size s, the y ≥ 0 that brings
// (Σ y_i z_i, s Σ y_i) closest to (0, s) is a multiple of the weights of the nearest point.
Vec6 way_to_hull(const MatrixXd& corners, const Vec6& w) {
  MatrixXd lifted(7, corners.rows());
  lifted.topRows(6) = corners.transpose().colwise() - w;
  const double unit = lifted.topRows(6).cwiseAbs().maxCoeff();
  if (unit == 0.0) return Vec6::Zero();
  lifted.topRows(6) /= unit;  // any scale
  const double size = lifted.topRows(6).colwise().norm().maxCoeff();
  lifted.row(6).setConstant(size);
  const numerics::NonNegativeFit<numerics::few_rows> fit(numerics::UnitColumns(lifted).columns, VectorXd::Unit(7, 6));
  const Vec6 way = -size / (1.0 - fit.rest()(6)) * fit.rest().head(6);
  return way.norm() > 1e-15 * size ? Vec6(unit * way) : Vec6::Zero();
}

}  // namespace

WrenchPolytope::WrenchPolytope(std::span<const FrictionPoint> points, double total_normal_force, int k,
                               Approximation kind, const Progress& progress)
    : total_normal_force_(total_normal_force) {
  check(points, total_normal_force);
  const MatrixXd rays = detail::contact_rays(points, k, kind);
  vertices_ = MatrixXd::Zero(rays.rows() + 1, 6);
  vertices_.bottomRows(rays.rows()) = total_normal_force * rays;
  facets_.a = normals(points, k, kind, progress).rowwise().normalized();
  // Each plane touches the corners: so the origin is on the right side of all of them to the last digit.
  facets_.b = (facets_.a * vertices_.transpose()).rowwise().maxCoeff();
}

bool WrenchPolytope::contains(const Wrench& wrench, double tolerance) const {
  return margin(wrench) >= -tolerance * std::max(norm(Vec6(wrench)), total_normal_force_);
}

double WrenchPolytope::margin(const Wrench& wrench, double length) const {
  check_size(wrench);
  const Vec6 scale = detail::torque_scale("WrenchPolytope", 6, length);
  if (!wrench.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  const VectorXd sizes = (facets_.a * scale.cwiseInverse().asDiagonal()).rowwise().norm();
  const double inside = (facets_.b - facets_.a * wrench).cwiseQuotient(sizes).minCoeff();
  if (inside >= 0.0) return inside + 0.0;
  return 0.0 - norm(way_to_hull(vertices_ * scale.asDiagonal(), scale.cwiseProduct(wrench)));
}

Vec<6> WrenchPolytope::project(const Wrench& wrench, double length) const {
  check_size(wrench);
  const Vec6 scale = detail::torque_scale("WrenchPolytope", 6, length);
  if (!wrench.allFinite()) return not_a_number<6>();
  if (((facets_.a * wrench - facets_.b).array() <= 0.0).all()) return wrench;
  const Vec6 way = way_to_hull(vertices_ * scale.asDiagonal(), scale.cwiseProduct(wrench));
  return wrench + way.cwiseQuotient(scale);
}

double WrenchPolytope::support(const Wrench& d) const {
  check_size(d);
  return (vertices_ * d).maxCoeff();
}

}  // namespace stickslip::cone
