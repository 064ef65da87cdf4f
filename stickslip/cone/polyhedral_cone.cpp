#include "stickslip/cone/polyhedral_cone.hpp"

#include <cmath>
#include <limits>
#include <mutex>
#include <string>
#include <utility>

#include <Eigen/LU>

#include "stickslip/cone/detail/cone_facets.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/numerics/non_negative_fit.hpp"

namespace stickslip::cone {

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using Fit = numerics::NonNegativeFit<numerics::few_rows>;
using Wrench = Eigen::Ref<const VectorXd>;

void check(const MatrixXd& directions, const char* name) {
  const Index d = directions.cols();
  if (d < 1 || d > PolyhedralCone::max_dimension) {
    throw InvalidArgument("PolyhedralCone: dimension = " + std::to_string(d) + " must be between 1 and " +
                          std::to_string(PolyhedralCone::max_dimension));
  }
  for (Index i = 0; i < directions.rows(); ++i) {
    const std::string item = std::string("PolyhedralCone: ") + name + " " + std::to_string(i);
    for (Index j = 0; j < d; ++j) {
      if (std::isfinite(directions(i, j))) continue;
      throw InvalidArgument(item + ", entry " + std::to_string(j) + " = " + to_text(directions(i, j)) +
                            " must be finite");
    }
    if (directions.row(i).isZero(0.0)) throw InvalidArgument(item + " = 0 must have a length > 0");
  }
}

// A frame with rows and columns of equal size. Those of forces and of torques about a far point differ by any number of
// digits, and elimination would lose the small in the rounding of the large.
struct Equalised {
  explicit Equalised(const MatrixXd& frame)
      : per_row(frame.cwiseAbs().rowwise().maxCoeff().cwiseInverse()), equal(per_row.asDiagonal() * frame) {
    per_column = equal.cwiseAbs().colwise().maxCoeff().transpose().cwiseInverse();
    equal *= per_column.asDiagonal();
  }

  bool is_invertible() const { return equal.allFinite() && equal.fullPivLu().isInvertible(); }
  MatrixXd inverse() const { return per_column.asDiagonal() * equal.inverse() * per_row.asDiagonal(); }

  VectorXd per_row, per_column;
  MatrixXd equal;
};

MatrixXd inverse_of(const MatrixXd& frame) {
  return Equalised(frame).inverse();
}

void check_frame(const MatrixXd& frame, Index dimension) {
  if (frame.size() == 0) return;
  if (frame.rows() == dimension && frame.cols() == dimension && Equalised(frame).is_invertible()) return;
  throw InvalidArgument("PolyhedralCone: frame must be finite, invertible and " + std::to_string(dimension) + " x " +
                        std::to_string(dimension));
}

// Whether directions, as unit columns, span the whole space with weights that are not negative.
bool reach_everywhere(const MatrixXd& columns) {
  for (Index i = 0; i < columns.rows(); ++i) {
    for (const double sign : {1.0, -1.0}) {
      const VectorXd axis = sign * VectorXd::Unit(columns.rows(), i);
      if (Fit(columns, axis).rest().norm() > PolyhedralCone::default_tolerance) return false;
    }
  }
  return true;
}

double largest(const VectorXd& values) noexcept {
  return values.size() > 0 ? values.maxCoeff() : -std::numeric_limits<double>::infinity();
}

// ‖v‖ of any scale, without allocation.
template <class Vector>
double length_of(const Vector& v) noexcept {
  const double most = v.cwiseAbs().maxCoeff();
  return most > 0.0 ? most * (v / most).norm() : v.sum();
}

}  // namespace

// Rays as given and rows of unit length, each also as the unit columns that fits want.
struct PolyhedralCone::Forms {
  Index dimension = 0;
  bool rays_given = false, rows_given = false;
  mutable MatrixXd given_rays, unit_rows;
  mutable numerics::UnitColumns ray_columns, row_columns;
  mutable std::once_flag other;
  MatrixXd frame;          // empty: as they are
  MatrixXd rays_in_frame;  // empty: frame · ray

  void set_rays(MatrixXd rays) const {
    ray_columns = numerics::UnitColumns(rays.transpose());
    given_rays = std::move(rays);
  }
  void set_rows(MatrixXd rows) const {
    row_columns = numerics::UnitColumns(rows.transpose());
    for (Index i = 0; i < rows.rows(); ++i) {
      // Scaling again what has been scaled would change its last digits.
      if (std::abs(rows.row(i).squaredNorm() - 1.0) <= 8.0 * std::numeric_limits<double>::epsilon()) continue;
      rows.row(i) = row_columns.columns.col(i).transpose();
    }
    unit_rows = std::move(rows);
  }
  void need_rays(const Progress& progress = {}) const {
    if (!rays_given) std::call_once(other, [&] { set_rays(rays_of(unit_rows, progress)); });
  }
  void need_rows(const Progress& progress = {}) const {
    if (!rows_given) std::call_once(other, [&] { set_rows(rows_of(given_rays, progress)); });
  }
  // a·w = (F⁻ᵀ a)·(F w): rays go with the frame, rows against it.
  MatrixXd rows_of(const MatrixXd& rays, const Progress& progress) const {
    if (frame.size() == 0) return detail::cone_facets(rays, progress);
    const MatrixXd there = rays_in_frame.size() > 0 ? rays_in_frame : MatrixXd(rays * frame.transpose());
    return detail::cone_facets(there, progress) * frame;
  }
  MatrixXd rays_of(const MatrixXd& rows, const Progress& progress) const {
    if (frame.size() == 0) return detail::cone_facets(rows, progress);
    const MatrixXd inverse = inverse_of(frame);
    return detail::cone_facets(rows * inverse, progress) * inverse.transpose();
  }
  // Of the polar cone, whose rays are these rows.
  MatrixXd polar_frame() const { return frame.size() == 0 ? frame : MatrixXd(inverse_of(frame).transpose()); }

  void check_size(const Wrench& w) const {
    if (w.size() == dimension) return;
    throw InvalidArgument("PolyhedralCone: vector of length " + std::to_string(w.size()) + " given, must be " +
                          std::to_string(dimension) + " long");
  }
  // w − project(w), by whichever form was given.
  Fit::Vector outside(const Wrench& w) const {
    if (rays_given) return Fit(ray_columns.columns, w).rest();
    const Fit fit(row_columns.columns, w);
    if (fit.report().status == SolveStatus::not_finite) return fit.rest();
    return fit.fitted(row_columns.columns);
  }
};

PolyhedralCone::PolyhedralCone(std::shared_ptr<const Forms> forms) : forms_(std::move(forms)) {}

PolyhedralCone PolyhedralCone::from_generators(MatrixXd rays) {
  return from_generators(std::move(rays), MatrixXd());
}

PolyhedralCone PolyhedralCone::from_generators(MatrixXd rays, const MatrixXd& frame) {
  return from_generators(std::move(rays), frame, MatrixXd());
}

PolyhedralCone PolyhedralCone::from_generators(MatrixXd rays, const MatrixXd& frame, MatrixXd rays_in_frame) {
  check(rays, "ray");
  check_frame(frame, rays.cols());
  auto forms = std::make_shared<Forms>();
  forms->frame = frame;
  forms->rays_in_frame = std::move(rays_in_frame);
  forms->dimension = rays.cols();
  forms->rays_given = true;
  forms->set_rays(std::move(rays));
  return PolyhedralCone(std::move(forms));
}

PolyhedralCone PolyhedralCone::from_facets(MatrixXd rows) {
  return from_facets(std::move(rows), MatrixXd());
}

PolyhedralCone PolyhedralCone::from_facets(MatrixXd rows, const MatrixXd& frame) {
  check(rows, "row");
  check_frame(frame, rows.cols());
  auto forms = std::make_shared<Forms>();
  forms->frame = frame;
  forms->dimension = rows.cols();
  forms->rows_given = true;
  forms->set_rows(std::move(rows));
  return PolyhedralCone(std::move(forms));
}

std::shared_ptr<PolyhedralCone::Forms> PolyhedralCone::both(MatrixXd rays, MatrixXd rows) {
  auto forms = std::make_shared<Forms>();
  forms->dimension = rays.cols();
  forms->rays_given = forms->rows_given = true;
  forms->set_rays(std::move(rays));
  forms->set_rows(std::move(rows));
  return forms;
}

PolyhedralCone PolyhedralCone::from_both(MatrixXd rays, MatrixXd rows) {
  check(rays, "ray");
  check(rows, "row");
  if (rays.cols() != rows.cols()) {
    throw InvalidArgument("PolyhedralCone: rays of length " + std::to_string(rays.cols()) +
                          " given with rows of length " + std::to_string(rows.cols()) + ", must be equal");
  }
  const std::shared_ptr<Forms> forms = both(std::move(rays), std::move(rows));
  const MatrixXd& columns = forms->ray_columns.columns;
  constexpr double agreement = 1e-6;  // computed rows of a nearly flat cone may be this far from its rays
  for (Index row = 0; row < forms->unit_rows.rows() && columns.cols() > 0; ++row) {
    Index ray = 0;
    const double side = (forms->unit_rows.row(row) * columns).maxCoeff(&ray);
    if (side <= agreement) continue;
    throw InvalidArgument("PolyhedralCone: ray " + std::to_string(ray) + " leaves the half-space of row " +
                          std::to_string(row) + " by " + to_text(side) + " of its length, must be at most " +
                          to_text(agreement));
  }
  if (forms->unit_rows.rows() == 0 && !reach_everywhere(columns)) {
    throw InvalidArgument("PolyhedralCone: there are no rows, but the rays do not span the whole space");
  }
  if (columns.cols() == 0 && !reach_everywhere(forms->row_columns.columns)) {
    throw InvalidArgument("PolyhedralCone: there are no rays, but the rows allow more than the origin");
  }
  return PolyhedralCone(forms);
}

PolyhedralCone PolyhedralCone::linearised(const FrictionCone& cone, int k, Approximation kind) {
  return PolyhedralCone(both(cone.generators(k, kind), cone.facets(k, kind).a));
}

int PolyhedralCone::dimension() const noexcept {
  return static_cast<int>(forms_->dimension);
}

const MatrixXd& PolyhedralCone::generators() const {
  forms_->need_rays();
  return forms_->given_rays;
}

const MatrixXd& PolyhedralCone::facets() const {
  forms_->need_rows();
  return forms_->unit_rows;
}

void PolyhedralCone::complete(const Progress& progress) const {
  forms_->need_rays(progress);
  forms_->need_rows(progress);
}

double PolyhedralCone::distance(const Wrench& w) const {
  forms_->check_size(w);
  const double distance = length_of(forms_->outside(w));
  // Rounding of w, as in every vector of a flat cone. Not a number stays that.
  return distance <= 1e-15 * length_of(w) ? 0.0 : distance;
}

double PolyhedralCone::support(const Wrench& d) const {
  forms_->check_size(d);
  if (!d.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  return polar().contains(d) ? 0.0 : std::numeric_limits<double>::infinity();
}

bool PolyhedralCone::contains(const Wrench& w, double tolerance) const {
  forms_->check_size(w);
  return length_of(forms_->outside(w)) <= tolerance * length_of(w);
}

double PolyhedralCone::margin(const Wrench& w) const {
  forms_->check_size(w);
  if (!w.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  const double nearest = largest(facets() * w);
  return nearest <= 0.0 ? 0.0 - nearest : 0.0 - distance(w);
}

VectorXd PolyhedralCone::project(const Wrench& w) const {
  forms_->check_size(w);
  if (!w.allFinite()) return VectorXd::Constant(w.size(), std::numeric_limits<double>::quiet_NaN());
  if (!forms_->rays_given) return Fit(forms_->row_columns.columns, w).rest();
  const Fit fit(forms_->ray_columns.columns, w);
  // By whichever rounds less, and so that what is inside is not moved.
  const double size = length_of(w);
  double weights = 0.0;
  for (Index k = 0; k < fit.count(); ++k) weights += fit.weight(k);
  if (length_of(fit.rest()) <= 0.5 * size || weights > size) return w - fit.rest();
  return fit.fitted(forms_->ray_columns.columns);
}

Certificate PolyhedralCone::certificate(const Wrench& w, double tolerance) const {
  forms_->check_size(w);
  forms_->need_rays();
  const numerics::UnitColumns& rays = forms_->ray_columns;
  const Fit fit(rays.columns, w, numerics::Weights::bounded);
  const double distance = length_of(fit.rest());
  if (!(distance <= tolerance * length_of(w))) return {false, fit.rest() / distance, fit.report()};
  Certificate inside{true, VectorXd::Zero(rays.lengths.size()), fit.report()};
  for (Index k = 0; k < fit.count(); ++k) inside.y(fit.column(k)) = fit.weight(k) / rays.lengths(fit.column(k));
  return inside;
}

PolyhedralCone PolyhedralCone::polar() const {
  const Forms& forms = *forms_;
  if (!forms.rows_given) return from_facets(forms.given_rays, forms.polar_frame());
  if (!forms.rays_given) return from_generators(forms.unit_rows, forms.polar_frame());
  return PolyhedralCone(both(forms.unit_rows, forms.given_rays));
}

PolyhedralCone PolyhedralCone::dual() const {
  const Forms& forms = *forms_;
  if (!forms.rows_given) return from_facets(-forms.given_rays, forms.polar_frame());
  if (!forms.rays_given) return from_generators(-forms.unit_rows, forms.polar_frame());
  return PolyhedralCone(both(-forms.unit_rows, -forms.given_rays));
}

}  // namespace stickslip::cone
