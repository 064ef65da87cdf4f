#include "stickslip/patch/detail/moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/numerics/gauss_legendre.hpp"
#include "stickslip/patch/surface/grid_surface.hpp"
#include "stickslip/patch/surface/hertz_family.hpp"
#include "stickslip/patch/surface/polygon_surface.hpp"

namespace stickslip::patch::detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Moments round_moments(double radius, double r, double u) {
  return {Vec<2>::Zero(), Vec<2>::Constant(-radius), Vec<2>::Constant(radius), r, u};
}

// The torque of a pure spin, as the exact surface has it.
template <class Surface>
double spin_torque(const Surface& surface) {
  return -surface.wrench(Twist2(0.0, 0.0, 1.0))(2);
}

// The profile over the angle θ, ρ = radius · sin θ: this takes roots at the rim away, and their inverses.
class RadialIntegrand {
 public:
  RadialIntegrand(const std::function<double(double)>& profile, double radius, int power)
      : profile_(profile), radius_(radius), power_(power) {}

  double over(double from, double to) const {
    const double half = 0.5 * (to - from);
    double sum = 0.0;
    for (const numerics::GaussPoint& point : numerics::gauss_legendre)
      sum += point.weight * at(from + half * (1.0 + point.x));
    return half * sum;
  }

  // Halves a stretch until the halves agree with the whole to eleven digits, which leaves them far better where the
  // profile is smooth, or to `least`. `estimate` is the integral over [from, to].
  double refined(double from, double to, double estimate, double least) {
    const double middle = 0.5 * (from + to), left = over(from, middle), right = over(middle, to);
    const double sum = left + right;
    if (budget_ == 0 || std::abs(sum - estimate) <= 1e-11 * sum + least) return sum;
    --budget_;
    return refined(from, middle, left, least) + refined(middle, to, right, least);
  }

 private:
  double at(double angle) const {
    const double share = std::sin(angle), rho = radius_ * share, value = profile_(rho);
    if (!(value >= 0.0) || std::isinf(value)) {
      throw InvalidArgument("Pressure.axisymmetric: profile(" + to_text(rho) + ") = " + to_text(value) +
                            " must be finite and >= 0");
    }
    return value * std::pow(share, power_) * std::cos(angle);
  }

  const std::function<double(double)>& profile_;
  double radius_;
  int power_;
  int budget_ = 4000;  // halvings; a smooth profile needs a few dozen
};

}  // namespace

double radial_moment(const std::function<double(double)>& profile, double radius, int power) {
  RadialIntegrand integrand(profile, radius, power);
  constexpr int stretches = 16;  // to begin with, so that a narrow ring is not overlooked
  constexpr double width = 0.5 * std::numbers::pi / stretches;
  std::array<double, stretches> estimates{};
  double total = 0.0, integral = 0.0;
  for (int i = 0; i < stretches; ++i)
    total += estimates.at(static_cast<std::size_t>(i)) = integrand.over(i * width, (i + 1) * width);
  for (int i = 0; i < stretches; ++i) {
    const double estimate = estimates.at(static_cast<std::size_t>(i));
    integral += integrand.refined(i * width, (i + 1) * width, estimate, 1e-16 * total);
  }
  return integral * std::pow(radius, power + 1);
}

Moments moments_of(const Disc& disc) {
  return round_moments(disc.radius, 2.0 / 3.0 * disc.radius, 0.5 * disc.radius * disc.radius);
}

Moments moments_of(const Annulus& annulus) {
  const double a = annulus.inner, b = annulus.outer;
  return round_moments(b, 2.0 / 3.0 * (a * a + a * b + b * b) / (a + b), 0.5 * (a * a + b * b));
}

Moments moments_of(const Line& line) {
  const double half = 0.5 * line.length, middle = line.gradient * line.length * line.length / 12.0;  // s of the CoP
  const double before = half + middle, beyond = half - middle, at_cop = 1.0 + line.gradient * middle;
  const double r = (0.5 * at_cop * (before * before + beyond * beyond) +
                    line.gradient / 3.0 * (beyond * beyond * beyond - before * before * before)) /
                   line.length;
  const Vec<2> direction(std::cos(line.angle), std::sin(line.angle));
  const Vec<2> reach = half * direction.cwiseAbs();
  return {middle * direction, -reach, reach, r, line.length * line.length / 12.0 - middle * middle};
}

namespace {

// Without r.
Moments area_moments(const PolygonRegion& region) {
  Moments m{Vec<2>::Zero(), Vec<2>::Constant(infinity), Vec<2>::Constant(-infinity), 0.0, 0.0};
  // Sums over triangles between the centroid and each edge ab, with signs: second moments J, and third moments along
  // the gradient, both about the centroid.
  double area = 0.0, spread = 0.0;  // spread: ∫ ‖x‖² (g·x) dA
  Eigen::Matrix2d second = Eigen::Matrix2d::Zero();
  const Vec<2>& g = region.gradient;
  for (const geometry::Polygon& polygon : region.polygons) {
    area += polygon.area();
    const std::vector<Vec<2>>& vertices = polygon.vertices();
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      m.lower = m.lower.cwiseMin(vertices[i]);
      m.upper = m.upper.cwiseMax(vertices[i]);
      const Vec<2> a = vertices[i] - region.centroid, b = vertices[(i + 1) % vertices.size()] - region.centroid;
      const double twice = geometry::cross(a, b), aa = a.dot(a), ab = a.dot(b), bb = b.dot(b);
      second += twice / 24.0 * ((a + b) * (a + b).transpose() + a * a.transpose() + b * b.transpose());
      // ∫ over a triangle of sⁱ tʲ, x = s a + t b, is twice its area times i! j!/(i + j + 2)!.
      spread += twice / 60.0 * (g.dot(a) * (3.0 * aa + 2.0 * ab + bb) + g.dot(b) * (aa + 2.0 * ab + 3.0 * bb));
    }
  }
  const Vec<2> offset = second * g / area;
  m.cop = region.centroid + offset;
  m.u = (second.trace() + spread) / area - offset.squaredNorm();
  return m;
}

}  // namespace

Moments moments_of(const PolygonRegion& region) {
  Moments m = area_moments(region);
  m.r = spin_torque(PolygonSurface(region, m.cop));
  return m;
}

Moments moments_of(const LinearPieces& shape) {
  Moments m{Vec<2>::Zero(), Vec<2>::Constant(infinity), Vec<2>::Constant(-infinity), 0.0, 0.0};
  // Of each piece as a region of its own: its share of the force, and its CoP and u.
  std::vector<Moments> parts;
  std::vector<double> shares;
  for (const LinearPiece& piece : shape.pieces) {
    const Vec<2>& centroid = piece.polygon.centroid();
    const double there = std::max(piece.value + piece.gradient.dot(centroid), std::numeric_limits<double>::min());
    parts.push_back(area_moments({{piece.polygon}, piece.gradient / there, centroid}));
    shares.push_back(piece.polygon.area() * there);
    m.cop += shares.back() * parts.back().cop;
    m.lower = m.lower.cwiseMin(parts.back().lower);
    m.upper = m.upper.cwiseMax(parts.back().upper);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) m.u += shares[i] * (parts[i].u + (parts[i].cop - m.cop).squaredNorm());
  m.r = spin_torque(PolygonSurface(shape, m.cop));
  return m;
}

Moments moments_of(const Hertz& hertz) {
  const double a = hertz.radius;
  return round_moments(a, a * HertzFamily::r(hertz.exponent), a * a * HertzFamily::u(hertz.exponent));
}

Moments moments_of(const Axisymmetric& pressure) {
  const double factor = 2.0 * std::numbers::pi / pressure.total;
  return round_moments(pressure.radius, factor * radial_moment(pressure.profile, pressure.radius, 2),
                       factor * radial_moment(pressure.profile, pressure.radius, 3));
}

Moments moments_of(const Grid& grid) {
  Moments m{Vec<2>::Zero(), Vec<2>::Constant(infinity), Vec<2>::Constant(-infinity), 0.0, 0.0};
  const Vec<2> cell(grid.size(0) / grid.columns, grid.size(1) / grid.rows);
  const auto for_each_loaded = [&grid](const auto& visit) {
    std::size_t i = 0;
    for (int row = 0; row < grid.rows; ++row) {
      for (int column = 0; column < grid.columns; ++column, ++i) {
        if (grid.weights[i] > 0.0) visit(Vec<2>(grid.x(column), grid.y(row)), grid.weights[i]);
      }
    }
  };
  for_each_loaded([&m, &cell](const Vec<2>& middle, double weight) {
    m.cop += weight * middle;
    m.lower = m.lower.cwiseMin(middle - 0.5 * cell);
    m.upper = m.upper.cwiseMax(middle + 0.5 * cell);
  });
  m.u = cell.squaredNorm() / 12.0;
  for_each_loaded([&m](const Vec<2>& middle, double weight) { m.u += weight * (middle - m.cop).squaredNorm(); });
  m.r = spin_torque(GridSurface(grid, m.cop));
  return m;
}

Moments moments_of(const Points& points) {
  Moments m{Vec<2>::Zero(), Vec<2>::Constant(infinity), Vec<2>::Constant(-infinity), 0.0, 0.0};
  for (std::size_t i = 0; i < points.positions.size(); ++i) {
    m.cop += points.weights[i] * points.positions[i];
    m.lower = m.lower.cwiseMin(points.positions[i]);
    m.upper = m.upper.cwiseMax(points.positions[i]);
  }
  for (std::size_t i = 0; i < points.positions.size(); ++i) {
    const Vec<2> offset = points.positions[i] - m.cop;
    m.r += points.weights[i] * norm(offset);
    m.u += points.weights[i] * offset.squaredNorm();
  }
  return m;
}

}  // namespace stickslip::patch::detail
