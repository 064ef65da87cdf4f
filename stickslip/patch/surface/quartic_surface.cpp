#include "stickslip/patch/surface/quartic_surface.hpp"

#include <cassert>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Cholesky>

#include "stickslip/core/error.hpp"
#include "stickslip/core/solve_report.hpp"
#include "stickslip/numerics/non_negative_fit.hpp"

namespace stickslip::patch {

namespace {

using Products = Eigen::Matrix<double, 6, 1>;

constexpr double floor_weight = 1e-3;  // ε

Products products(const Vec<3>& h) noexcept {
  Products m;
  m << h(0) * h(0), h(1) * h(1), h(2) * h(2), h(1) * h(2), h(0) * h(2), h(0) * h(1);
  return m;
}

// The a_i: rings of equal elevation over the plane of forces, closed under quarter turns and mirroring, as many shapes
// are, so that the fit is too.
std::vector<Vec<3>> directions() {
  std::vector<Vec<3>> all{Vec<3>::UnitZ()};
  constexpr int rings = 6, around = 24;
  for (int ring = 0; ring < rings; ++ring) {
    const double elevation = ring * std::numbers::pi / (2.0 * rings);
    const int count = ring == 0 ? around / 2 : around;  // half of the equator mirrors the other half
    for (int k = 0; k < count; ++k) {
      const double azimuth = k * 2.0 * std::numbers::pi / around;
      all.emplace_back(std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth),
                       std::sin(elevation));
    }
  }
  return all;
}

double fourth_power(double x) noexcept {
  return x * x * x * x;
}

}  // namespace

QuarticSurface::QuarticSurface(std::span<const Wrench2> wrenches, double r) : r_(r) {
  require("QuarticSurface", check_positive("r", r, "must be finite and > 0 [m]"));
  constexpr std::size_t unknowns = 15;  // of a quartic in three variables
  if (wrenches.size() < unknowns) {
    throw InvalidArgument("QuarticSurface: " + std::to_string(wrenches.size()) + " wrenches given, must be at least " +
                          std::to_string(unknowns));
  }
  const std::vector<Vec<3>> a = directions();
  Eigen::MatrixXd powers(wrenches.size(), a.size());
  Eigen::VectorXd rest(wrenches.size());
  for (std::size_t j = 0; j < wrenches.size(); ++j) {
    for (const double entry : {wrenches[j](0), wrenches[j](1), wrenches[j](2)}) {
      if (!std::isfinite(entry)) {
        throw InvalidArgument("QuarticSurface: wrenches[" + std::to_string(j) + "] has the entry " + to_text(entry) +
                              ", which must be finite");
      }
    }
    const Vec<3> h = wrenches[j].cwiseQuotient(scale());
    const auto row = static_cast<Eigen::Index>(j);
    for (std::size_t i = 0; i < a.size(); ++i) powers(row, static_cast<Eigen::Index>(i)) = fourth_power(a[i].dot(h));
    rest(row) = 1.0 - floor_weight * h.squaredNorm() * h.squaredNorm();
  }
  Eigen::VectorXd weights;
  [[maybe_unused]] const SolveReport fit = numerics::non_negative_fit(powers, rest, weights);
  // A fit that stalls leaves weights that are not negative either: Q stays convex, only further from the samples.
  assert(fit.status == SolveStatus::converged);

  // (a·h)² = Σ b_k m_k(h) with b the products of a, mixed ones twice; ∂²(a·h)⁴ = 12 (a·h)² a aᵀ.
  Products twice;
  twice << 1.0, 1.0, 1.0, 2.0, 2.0, 2.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Products b = products(a[i]);
    forms_ += 12.0 * weights(static_cast<Eigen::Index>(i)) * b * b.cwiseProduct(twice).transpose();
  }
  // ∂²‖h‖⁴ = 4 ‖h‖² I + 8 h hᵀ.
  forms_.topLeftCorner<3, 3>() += 4.0 * floor_weight * Matrix3::Ones();
  forms_ += 8.0 * floor_weight * Forms::Identity();
}

Matrix3 QuarticSurface::hessian(const Vec<3>& h) const noexcept {
  const Products m = forms_ * products(h);
  Matrix3 hessian;
  hessian << m(0), m(5), m(4), m(5), m(1), m(3), m(4), m(3), m(2);
  return hessian;
}

double QuarticSurface::gauge(const Wrench2& w) const noexcept {
  const Vec<3> all = w.cwiseQuotient(scale());
  const double size = norm(all);
  const Vec<3> h = unit(all, size);
  return size * std::sqrt(std::sqrt(h.dot(hessian(h) * h) / 12.0));
}

Twist2 QuarticSurface::twist(const Wrench2& w) const noexcept {
  const Vec<3> all = w.cwiseQuotient(scale()), h = unit(all, norm(all)), gradient = hessian(h) * h;
  return -unit(gradient, norm(gradient)).cwiseQuotient(scale());
}

Vec<3> QuarticSurface::with_gradient(const Vec<3>& q) const noexcept {
  // Minimises Q(h) − q·h. Along a ray Q is a pure fourth power, so the best length is known and set after every step.
  const auto lengthened = [&](const Vec<3>& h) noexcept -> Vec<3> {
    const Vec<3> gradient = hessian(h) * h / 3.0;
    return std::cbrt(q.dot(h) / gradient.dot(h)) * h;
  };
  const auto excess = [&](const Vec<3>& h) noexcept { return h.dot(hessian(h) * h) / 12.0 - q.dot(h); };
  Vec<3> h = lengthened(q);
  double least = excess(h);
  constexpr int most_steps = 50;
  for (int k = 0; k < most_steps; ++k) {
    const Matrix3 slope = hessian(h);
    const Vec<3> lacking = q - slope * h / 3.0, step = slope.ldlt().solve(lacking);
    if (norm(lacking) <= 4e-16) break;
    double share = 1.0;
    Vec<3> next = lengthened(h + step);
    double value = excess(next);
    // Close to the end the values no longer tell better from worse, but full steps are right there.
    while (!(value < least) && norm(step) > 1e-6 * norm(h) && share > 1e-6) {
      share *= 0.5;
      next = lengthened(h + share * step);
      value = excess(next);
    }
    const bool last = norm(step) <= 1e-8 * norm(h);  // the next would be its square
    h = next;
    least = value;
    if (last) break;
  }
  return h;
}

Wrench2 QuarticSurface::wrench(const Twist2& v) const noexcept {
  const Vec<3> v_s = v.cwiseProduct(scale());
  const double speed = norm(v_s);
  if (speed == 0.0) return Wrench2::Zero();
  const Vec<3> q = -unit(v_s, speed);
  if (!q.allFinite()) return not_a_number<3>();
  const Vec<3> h = with_gradient(q);
  return (h / std::sqrt(std::sqrt(q.dot(h) / 4.0))).cwiseProduct(scale());
}

Response QuarticSurface::response(const Twist2& v) const noexcept {
  const Vec<3> v_s = v.cwiseProduct(scale());
  const Length speed = length(v_s);
  if (speed.value == 0.0) return {Wrench2::Zero(), Matrix3::Zero()};
  const Vec<3> q = -unit(v_s, speed.value);
  if (!q.allFinite()) return {not_a_number<3>(), Matrix3::Constant(not_a_number<1>()(0))};
  // With ∇Q(h) = q and Q = q·h/4 the wrench is h/Q^¼, and ∂h/∂q the inverse of the second derivatives.
  const Vec<3> h = with_gradient(q);
  const double fourth = q.dot(h) / 4.0, root = std::sqrt(std::sqrt(fourth));
  const Matrix3 inverse = hessian(h).ldlt().solve(Matrix3::Identity());
  const Matrix3 slope = (Matrix3::Identity() - h * q.transpose() / (4.0 * fourth)) * inverse / root;
  return {(h / root).cwiseProduct(scale()), -speed.inverse * (scale().asDiagonal() * slope * scale().asDiagonal())};
}

}  // namespace stickslip::patch
