#include "stickslip/cone/detail/cone_facets.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <Eigen/QR>

#include "stickslip/geometry/hull.hpp"
#include "stickslip/numerics/non_negative_fit.hpp"
#include "stickslip/numerics/singular_values.hpp"

namespace stickslip::cone::detail {

namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

// Rays are columns in this file. The cross-section needs a row more than the cone has dimensions.
using Fit = numerics::NonNegativeFit<numerics::few_rows>;
using Svd = numerics::SingularValues;
using geometry::Corners;

MatrixXd beside(const MatrixXd& left, const MatrixXd& right) {
  MatrixXd both(left.rows(), left.cols() + right.cols());
  both << left, right;
  return both;
}

// The columns for which `keep(index)` says so.
template <class Keep>
MatrixXd those(const MatrixXd& columns, Keep keep) {
  std::vector<Index> kept;
  for (Index j = 0; j < columns.cols(); ++j) {
    if (keep(j)) kept.push_back(j);
  }
  return columns(Eigen::all, kept);
}

MatrixXd without_repetition(const MatrixXd& unit) {
  constexpr double same = 1e-14;
  return those(unit, [&](Index j) {
    for (Index i = 0; i < j; ++i) {
      if ((unit.col(i) - unit.col(j)).lpNorm<Eigen::Infinity>() <= same) return false;
    }
    return true;
  });
}

// Orthonormal directions, first those that the columns span, then the others.
struct Span {
  explicit Span(const MatrixXd& columns) : basis(MatrixXd::Identity(columns.rows(), columns.rows())) {
    if (columns.cols() == 0) return;
    const Svd svd(columns, Eigen::ComputeFullU);
    basis = svd.matrixU();
    spreads = svd.singularValues();
    while (dimension < spreads.size() && spreads(dimension) > flat * spreads(0)) ++dimension;
  }
  MatrixXd inside() const { return basis.leftCols(dimension); }
  MatrixXd outside() const { return basis.rightCols(basis.cols() - dimension); }

  MatrixXd basis;
  VectorXd spreads;
  Index dimension = 0;
};

// The direction from whose normal plane all rays keep the largest angle, on one side: the point of their hull that is
// nearest to the origin. None if the origin is in the hull: then the cone contains a line.
std::optional<VectorXd> axis(const MatrixXd& rays) {
  const Index d = rays.rows();
  MatrixXd lifted(d + 1, rays.cols());
  lifted << rays, Eigen::RowVectorXd::Ones(rays.cols());
  const Fit fit(numerics::UnitColumns(lifted).columns, VectorXd::Unit(d + 1, d));
  const VectorXd h = -fit.rest().head(d);
  if (!(h.norm() > flat)) return {};
  return h.normalized();
}

// Rays whose opposites are in the cone, too: at least one, if the origin is in the hull of the rays to within `flat`. For
// of the d + 1 rays at most that reach it one has a share of 1/(d + 1) or more, and the others come within (d + 1) `flat`
// of its opposite. Weights are bounded: by huge ones the rounding of some rays could turn another round.
MatrixXd on_lines(const MatrixXd& rays) {
  VectorXd off(rays.cols());
  for (Index j = 0; j < rays.cols(); ++j) off(j) = Fit(rays, -rays.col(j), numerics::Weights::bounded).rest().norm();
  const double near = std::max(flat, off.minCoeff());
  return those(rays, [&](Index j) { return off(j) <= near; });
}

Corners rays_on(const MatrixXd& rays, const VectorXd& normal) {
  Corners on;
  for (Index j = 0; j < rays.cols(); ++j) {
    if (std::abs(rays.col(j).dot(normal)) <= flat) on.push_back(j);
  }
  return on;
}

// Turned outwards; nothing if rays lie on both sides.
std::optional<VectorXd> outward(const MatrixXd& rays, const VectorXd& normal) {
  const VectorXd sides = rays.transpose() * normal;
  const double most = sides.maxCoeff(), least = sides.minCoeff();
  if (std::min(most, -least) > flat) return {};
  return most < -least ? normal : -normal;
}

// As close to these rays as can be, with one component held; nothing if they do not determine a plane, or if others lie
// on both sides. As precise as by singular values, and several times as fast.
std::optional<VectorXd> plane_through(const MatrixXd& rays, const Corners& on) {
  const Index d = rays.rows();
  if (static_cast<Index>(on.size()) < d - 1) return {};
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(rays(Eigen::all, on).transpose());
  const MatrixXd& r = qr.matrixQR();
  if (!(std::abs(r(d - 2, d - 2)) > flat)) return {};
  VectorXd normal = VectorXd::Unit(d, d - 1);
  normal.head(d - 1) = -r.topLeftCorner(d - 1, d - 1).triangularView<Eigen::Upper>().solve(r.col(d - 1).head(d - 1));
  return outward(rays, (qr.colsPermutation() * normal).normalized());
}

// Facets by the rays on them, found by one of these.
class KnownFacets {
 public:
  explicit KnownFacets(Index rays) : through_(static_cast<std::size_t>(rays)) {}

  // Whether one of the facets holds all these rays.
  bool hold(const Corners& some) const {
    const auto fewer = [this](Index a, Index b) { return through(a).size() < through(b).size(); };
    const std::vector<std::size_t>& candidates = through(*std::min_element(some.begin(), some.end(), fewer));
    return std::any_of(candidates.begin(), candidates.end(), [&](std::size_t facet) {
      const Corners& on = facets_[facet];
      return std::includes(on.begin(), on.end(), some.begin(), some.end());
    });
  }
  void add(Corners on) {
    for (const Index ray : on) through_[static_cast<std::size_t>(ray)].push_back(facets_.size());
    facets_.push_back(std::move(on));
  }

 private:
  const std::vector<std::size_t>& through(Index ray) const { return through_[static_cast<std::size_t>(ray)]; }

  std::vector<Corners> facets_;
  std::vector<std::vector<std::size_t>> through_;  // facets through each ray
};

// Columns: the planes of a cone that spans its space and contains no line. A candidate may be part of a facet, or none.
MatrixXd planes(const MatrixXd& rays, const std::vector<Corners>& candidates, const Progress& progress) {
  KnownFacets known(rays.cols());
  std::vector<VectorXd> normals;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    progress(static_cast<double>(k) / static_cast<double>(candidates.size()));
    const Corners& corners = candidates[k];
    if (corners.empty() || known.hold(corners)) continue;
    std::optional<VectorXd> normal = plane_through(rays, corners);
    if (!normal) continue;
    Corners on = rays_on(rays, *normal);
    if (on.empty() || known.hold(on)) continue;
    if (on != corners) normal = plane_through(rays, on);
    if (!normal) continue;
    known.add(std::move(on));
    normals.push_back(std::move(*normal));
  }
  progress(1.0);
  MatrixXd all(rays.rows(), static_cast<Index>(normals.size()));
  for (std::size_t k = 0; k < normals.size(); ++k) all.col(static_cast<Index>(k)) = normals[k];
  return all;
}

// The normals, as columns.
MatrixXd pointed_facets(const MatrixXd& rays, const VectorXd& h, const Progress& progress) {
  const Index d = rays.rows();
  if (d == 1) return -h;
  // Linear change of coordinates: the last is the height along h; the cross-section at height 1 has its middle at the
  // origin and is as wide one way as another.
  const MatrixXd across = Span(h).outside();
  const Eigen::RowVectorXd heights = h.transpose() * rays;
  const MatrixXd section = (across.transpose() * rays).array().rowwise() / heights.array();
  const VectorXd middle = section.rowwise().mean();
  const Svd svd(section.colwise() - middle, Eigen::ComputeFullU);
  const VectorXd widths = svd.singularValues().head(d - 1) / std::sqrt(static_cast<double>(rays.cols()));
  MatrixXd change(d, d);
  change.topRows(d - 1) =
      widths.cwiseInverse().asDiagonal() * svd.matrixU().transpose() * (across.transpose() - middle * h.transpose());
  change.row(d - 1) = h.transpose();

  const MatrixXd changed = change * rays;
  const MatrixXd points = (changed.topRows(d - 1).array().rowwise() / changed.row(d - 1).array()).matrix();
  std::vector<Corners> candidates(2, Corners(1));
  if (d == 2) {
    points.row(0).minCoeff(candidates[0].data());
    points.row(0).maxCoeff(candidates[1].data());
  } else {
    candidates = geometry::hull_facets(points.transpose());
  }
  return change.transpose() * planes(numerics::UnitColumns(changed).columns, candidates, progress);
}

MatrixXd facets(const MatrixXd& rays, const Progress& progress);

// For rays that span their space.
MatrixXd spanning_facets(const MatrixXd& rays, const Progress& progress) {
  const Index d = rays.rows();
  if (d == 0) return {0, 0};
  if (const std::optional<VectorXd> h = axis(rays)) return pointed_facets(rays, *h, progress);
  const Span lines(on_lines(rays));
  const MatrixXd across = lines.outside();
  if (across.cols() == 0) return {d, 0};
  const MatrixXd left = across.transpose() * rays;
  return across * facets(those(left, [&](Index j) { return left.col(j).norm() > flat; }), progress);
}

MatrixXd facets(const MatrixXd& rays, const Progress& progress) {
  const MatrixXd unit = without_repetition(numerics::UnitColumns(rays).columns);
  const Span span(unit);
  const MatrixXd even = span.spreads.head(span.dimension).cwiseInverse().asDiagonal() * span.inside().transpose();
  const MatrixXd normals = even.transpose() * spanning_facets(numerics::UnitColumns(even * unit).columns, progress);
  return numerics::UnitColumns(beside(normals, beside(span.outside(), -span.outside()))).columns;
}

}  // namespace

MatrixXd cone_facets(const MatrixXd& rays, const Progress& progress) {
  return facets(rays.transpose(), progress).transpose();
}

}  // namespace stickslip::cone::detail
