#include "stickslip/patch/detail/normal_map.hpp"

#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "stickslip/patch/detail/enclosure.hpp"

namespace stickslip::patch::detail {

namespace {

using Matrix2 = Eigen::Matrix2d;

// Half the side of the first square; √10 for exact surfaces, more for those that approximate one.
constexpr double half_side = 4.0;

// ψ over the plane −w·v = 1, in scaled coordinates.
class Plane {
 public:
  Plane(WrenchOf wrench, const Vec<3>& unit_wrench, double r) noexcept : wrench_(wrench), foot_(-unit_wrench), r_(r) {
    Eigen::Index least = 0;
    foot_.cwiseAbs().minCoeff(&least);
    const Vec<3> axis = Vec<3>::Unit(least);
    const Vec<3> first = (axis - axis.dot(foot_) * foot_).normalized();
    basis_.col(0) = first;
    basis_.col(1) = foot_.cross(first);
  }

  struct Point {
    Vec<2> y = Vec<2>::Zero();
    double support = std::numeric_limits<double>::infinity();
    Vec<2> gradient = Vec<2>::Zero();
  };

  Vec<3> scaled_twist(const Vec<2>& y) const noexcept { return foot_ + basis_ * y; }
  Twist2 twist(const Vec<2>& y) const noexcept {
    const Vec<3> p = scaled_twist(y);
    return {p(0), p(1), p(2) / r_};
  }

  Point at(const Vec<2>& y) noexcept {
    ++evaluations_;
    const Vec<3> w = wrench_(twist(y)), h(w(0), w(1), w(2) / r_);
    return {y, -h.dot(scaled_twist(y)), -basis_.transpose() * h};
  }

  Matrix2 slope(const Point& point) noexcept {
    constexpr double step = 1e-5;  // errs by its square and by rounding over it
    Matrix2 slope;
    for (int k = 0; k < 2; ++k) {
      const Vec<2> apart = step * Vec<2>::Unit(k);
      slope.col(k) = (at(point.y + apart).gradient - at(point.y - apart).gradient) / (2.0 * step);
    }
    return slope;
  }

  int evaluations() const noexcept { return evaluations_; }

 private:
  WrenchOf wrench_;
  Vec<3> foot_;
  Eigen::Matrix<double, 3, 2> basis_;
  double r_;
  int evaluations_ = 0;
};

// The step to where the gradient would vanish. Along a flat stretch, where the slope is singular, it stays short.
Vec<2> newton_step(const Matrix2& slope, const Vec<2>& gradient) noexcept {
  const double shift = 1e-13 * (std::abs(slope(0, 0)) + std::abs(slope(1, 1)));
  const double a = slope(0, 0) + shift, d = slope(1, 1) + shift, b = slope(0, 1), c = slope(1, 0);
  const double determinant = a * d - b * c;
  return Vec<2>(b * gradient(1) - d * gradient(0), c * gradient(0) - a * gradient(1)) / determinant;
}

// Whether one direction is so much flatter than the other that secants, which know the slope to a few digits of the
// steep one, may miss it.
bool nearly_flat(const Matrix2& slope) noexcept {
  const double trace = slope.trace();
  return slope.determinant() < 1e-4 * trace * trace;
}

}  // namespace

Normal normal_map(WrenchOf wrench, const Wrench2& w, double r) noexcept {
  constexpr int most_evaluations = 500;
  constexpr int cuts_between_newton_steps = 3;
  constexpr double smallest = 2e-16;  // gradient that is all rounding
  const Vec<3> q(w(0), w(1), w(2) / r);
  const Length size = length(q);
  Plane plane(wrench, unit(q, size.value), r);
  Enclosure enclosure(half_side);

  Plane::Point current = plane.at(Vec<2>::Zero()), best = current;
  const auto visit = [&](const Vec<2>& y) noexcept {
    const Plane::Point point = plane.at(y);
    if (point.support < best.support) best = point;
    // Cut where the tangent plane passes the best value: beyond y, if y is worse.
    const double steepness2 = point.gradient.squaredNorm(), excess = point.support - best.support;
    enclosure.cut(steepness2 > 0.0 ? Vec<2>(y - excess / steepness2 * point.gradient) : y, point.gradient);
    return point;
  };
  enclosure.cut(current.y, current.gradient);

  bool found = false;
  while (!found && plane.evaluations() < most_evaluations) {
    // Newton's method for as long as it shortens the gradient, or what is left to go by the same slope: along a flat
    // valley that bends, a good step makes one of them longer. The slope learns from every step, and is measured anew
    // when it has become too old.
    Matrix2 slope = plane.slope(current);
    bool measured = true;
    while (plane.evaluations() < most_evaluations) {
      const double steepness = current.gradient.norm();
      const Vec<2> step = newton_step(slope, current.gradient), y = current.y + step;
      const double step_length = step.norm();
      // Beside a kink steps are short as well, but the gradient is not.
      const bool last = step_length <= 1e-13 && steepness <= 1e-6;
      if (last && !measured && nearly_flat(slope)) {
        slope = plane.slope(current);
        measured = true;
        continue;
      }
      if (last) current.y = y;
      found = last || steepness <= smallest;
      if (found || !(y.cwiseAbs().maxCoeff() <= half_side)) break;
      const Plane::Point next = visit(y);
      if (newton_step(slope, next.gradient).norm() <= 0.8 * step_length || next.gradient.norm() <= 0.5 * steepness) {
        slope += (next.gradient - current.gradient - slope * step) * step.transpose() / step.squaredNorm();
        measured = false;
        current = next;
      } else if (!measured) {
        slope = plane.slope(current);
        measured = true;
      } else {
        found = step_length <= 1e-8 && steepness <= 1e-6;  // as far as rounding lets it come
        break;
      }
    }
    if (found) best = current;
    if (found) break;
    for (int k = 0; k < cuts_between_newton_steps; ++k) {
      if (enclosure.empty() || enclosure.extent() <= 1e-13) {
        found = true;
        break;
      }
      visit(enclosure.centroid());
    }
    current = best;
  }

  const Vec<3> p = plane.scaled_twist(best.y), direction = p.normalized();
  const double support = plane.at(best.y).support;
  return {{direction(0), direction(1), direction(2) / r}, size.value / support, plane.evaluations()};
}

}  // namespace stickslip::patch::detail
