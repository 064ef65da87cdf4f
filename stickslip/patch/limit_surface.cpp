#include "stickslip/patch/limit_surface.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/cells.hpp"
#include "stickslip/patch/detail/facet.hpp"
#include "stickslip/patch/detail/normal_map.hpp"

namespace stickslip::patch {

namespace {

// Up to this many point loads all facets are tried before the search: it ends at them too, but slowly.
constexpr std::size_t few_points = 16;

struct ExactForm {
  const Vec<2>& cop;

  LimitSurface::Form operator()(const Disc& shape) const { return DiscSurface(shape.radius); }
  LimitSurface::Form operator()(const Annulus& shape) const { return AnnulusSurface(shape.inner, shape.outer); }
  LimitSurface::Form operator()(const Line& shape) const { return LineSurface(shape, cop); }
  LimitSurface::Form operator()(const PolygonRegion& shape) const { return PolygonSurface(shape, cop); }
  LimitSurface::Form operator()(const LinearPieces& shape) const { return PolygonSurface(shape, cop); }
  LimitSurface::Form operator()(const Hertz& shape) const { return AxisymmetricSurface(shape); }
  LimitSurface::Form operator()(const Axisymmetric& shape) const { return AxisymmetricSurface(shape); }
  LimitSurface::Form operator()(const Grid& shape) const { return GridSurface(shape, cop); }
  LimitSurface::Form operator()(const Points& shape) const { return PointsSurface(shape, cop); }
};

Response differences(const LimitSurface& surface, const Twist2& v) noexcept {
  const double r = surface.r() > 0.0 ? surface.r() : 1.0;
  const Vec<3> scale(1.0, 1.0, r);
  const Vec<3> v_s = v.cwiseProduct(scale);
  const Length speed = length(v_s);
  if (speed.value == 0.0) return {Wrench2::Zero(), Matrix3::Zero()};
  // About the unit twist, so that the step fits any speed; its error is the square of the step, or rounding over it.
  constexpr double step = 6e-6;
  const Vec<3> direction = unit(v_s, speed.value);
  Response response{surface.wrench(v), Matrix3::Zero()};
  for (int k = 0; k < 3; ++k) {
    const Vec<3> ahead = direction + step * Vec<3>::Unit(k), behind = direction - step * Vec<3>::Unit(k);
    const Wrench2 difference = surface.wrench(ahead.cwiseQuotient(scale)) - surface.wrench(behind.cwiseQuotient(scale));
    response.jacobian.col(k) = scale(k) * speed.inverse / (2.0 * step) * difference;
  }
  return response;
}

// A single load: every wrench without torque is borne like by a point, no torque at all.
detail::Normal single_load(const Wrench2& w) noexcept {
  if (w(2) != 0.0) {
    return {{0.0, 0.0, -std::copysign(1.0, w(2))}, std::numeric_limits<double>::infinity(), 0};
  }
  const double force = norm(w);
  return {-unit(w, force), force, 0};
}

// w: finite, not zero.
detail::Normal normal(const LimitSurface& surface, const Wrench2& w) noexcept {
  if (surface.r() == 0.0) return single_load(w);
  return std::visit(
      [&](const auto& form) noexcept -> detail::Normal {
        if constexpr (requires { form.gauge(w); }) {
          const Twist2 v = form.twist(w);
          return {v / norm(Vec<3>(v(0), v(1), surface.r() * v(2))), form.gauge(w), 0};
        } else {
          const double size = w.cwiseAbs().maxCoeff();
          const Wrench2 scaled = w / size;
          std::optional<detail::Normal> facet;
          if constexpr (requires { form.positions(); }) {
            if (form.positions().size() <= few_points) facet = detail::facet_normal(form, scaled, surface.r());
          }
          const auto wrench = [&](const Twist2& v) noexcept { return form.wrench(v); };
          detail::Normal normal = facet ? *facet : detail::normal_map(wrench, scaled, surface.r());
          normal.gauge *= size;
          return normal;
        }
      },
      surface.form());
}

// For forms that are scaled by r.
std::optional<Violation> check_spin(double r) noexcept {
  return check_positive("r", r, "must be > 0 [m]: not a single point");
}

// Applies a function to every row of three numbers.
template <std::size_t width, class Function>
void for_each_row(const char* subject, std::span<const double> in, std::span<double> out, Function&& function) {
  if (in.size() % 3 != 0 || out.size() != in.size() / 3 * width) {
    throw InvalidArgument(std::string(subject) + ": " + std::to_string(in.size()) + " numbers in and " +
                          std::to_string(out.size()) + " out must be rows of 3 and of " + std::to_string(width));
  }
  for (std::size_t k = 0; k < in.size(); ++k) {
    if (!std::isfinite(in[k])) {
      throw InvalidArgument(std::string(subject) + ": row " + std::to_string(k / 3) + ", entry " +
                            std::to_string(k % 3) + " = " + to_text(in[k]) + " must be finite");
    }
  }
  for (std::size_t row = 0; row < in.size() / 3; ++row) {
    const Vec<3> given(in[3 * row], in[3 * row + 1], in[3 * row + 2]);
    function(given, out.subspan(width * row, width));
  }
}

void store(const Vec<3>& value, std::span<double> out) noexcept {
  for (std::size_t k = 0; k < 3; ++k) out[k] = value(static_cast<Eigen::Index>(k));
}

}  // namespace

LimitSurface::LimitSurface(const Pressure& pressure)
    : LimitSurface(std::visit(ExactForm{pressure.cop()}, pressure.shape()), pressure.cop(), pressure.r(),
                   pressure.u()) {}

LimitSurface::LimitSurface(Form form, const Vec<2>& cop, double r, double u)
    : form_(std::move(form)), cop_(cop), r_(r), u_(u) {
  require("LimitSurface", check_not_negative("r", r, "must be finite and >= 0 [m]"));
  require("LimitSurface", check_not_negative("u", u, "must be finite and >= 0 [m²]"));
}

LimitSurface LimitSurface::tabulated(const Pressure& pressure, int n, const Progress& progress) {
  return LimitSurface(pressure).as_table(n, progress);
}

LimitSurface LimitSurface::cells(const Pressure& pressure, int cells, const Progress& progress) {
  const Cells loads = cells_of(pressure, cells);
  const CellSurface form(loads, progress);
  double u = 0.0;
  for (std::size_t i = 0; i < loads.x.size(); ++i) {
    u += loads.weight[i] * (loads.x[i] * loads.x[i] + loads.y[i] * loads.y[i]);
  }
  return {form, loads.cop, -form.wrench({0.0, 0.0, 1.0})(2), u};
}

LimitSurface LimitSurface::ellipsoid(const Pressure& pressure) {
  require("LimitSurface.ellipsoid", check_spin(pressure.r()));
  return {EllipsoidSurface(pressure.r()), pressure.cop(), pressure.r(), pressure.u()};
}

LimitSurface LimitSurface::quartic(const Pressure& pressure, const Progress& progress) {
  const LimitSurface exact(pressure);
  require("LimitSurface.quartic", check_spin(exact.r()));
  // Wrenches seen from the inside in all directions alike: that way facets are fitted as well as the rest.
  constexpr int rings = 8, around = 24;
  std::vector<Wrench2> samples;
  for (int ring = 0; ring < rings; ++ring) {
    const double height = (ring + 0.5) / rings, width = std::sqrt(1.0 - height * height);
    for (int k = 0; k < around; ++k) {
      const double azimuth = k * 2.0 * std::numbers::pi / around;
      const Wrench2 w(width * std::cos(azimuth), width * std::sin(azimuth), exact.r() * height);
      samples.emplace_back(w / exact.gauge(w));
      progress((ring * around + k + 1.0) / (rings * around));
    }
  }
  const QuarticSurface form(samples, exact.r());
  return {form, exact.cop(), -form.wrench({0.0, 0.0, 1.0})(2), exact.u()};
}

LimitSurface LimitSurface::as_table(int n, const Progress& progress) const {
  require_count("LimitSurface.tabulated", "n", n, TabulatedSurface::most_n);
  require("LimitSurface.tabulated", check_spin(r_));
  const auto index = [&](int i, int j) {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(n + 1) + static_cast<std::size_t>(j);
  };
  std::vector<Vec<3>> nodes(index(4 * n, n) + 1);
  for (int i = 0; i <= 4 * n; ++i) {
    for (int j = 0; j <= n; ++j) {
      Vec<3>& node = nodes[index(i, j)];
      // A spin has no direction, a slide that is turned by π is the opposite, and the circle is closed.
      if (j == 0 && i > 0) {
        node = nodes[index(0, 0)];
      } else if (i == 4 * n) {
        node = nodes[index(0, j)];
      } else if (j == n && i >= 2 * n) {
        node = -nodes[index(i - 2 * n, n)];
      } else {
        node = wrench(TabulatedSurface::node_twist(i, j, n, r_)).cwiseQuotient(Vec<3>(1.0, 1.0, r_));
        progress(static_cast<double>(index(i, j)) / static_cast<double>(nodes.size()));
      }
    }
  }
  progress(1.0);
  return {TabulatedSurface(nodes, n, r_), cop_, r_, u_};
}

Wrench2 LimitSurface::wrench(const Twist2& v) const noexcept {
  return std::visit([&](const auto& form) noexcept { return form.wrench(v); }, form_);
}

Response LimitSurface::response(const Twist2& v) const noexcept {
  if (!v.allFinite()) return {not_a_number<3>(), Matrix3::Constant(std::numeric_limits<double>::quiet_NaN())};
  return std::visit(
      [&](const auto& form) noexcept {
        if constexpr (requires { form.response(v); }) {
          return form.response(v);
        } else {
          return differences(*this, v);
        }
      },
      form_);
}

double LimitSurface::support(const Twist2& v) const noexcept {
  return -wrench(v).dot(v);
}

double LimitSurface::gauge(const Wrench2& w) const noexcept {
  if (!w.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  return w.isZero(0.0) ? 0.0 : normal(*this, w).gauge;
}

Twist2 LimitSurface::twist(const Wrench2& w) const noexcept {
  if (!w.allFinite()) return not_a_number<3>();
  return w.isZero(0.0) ? Twist2(Twist2::Zero()) : normal(*this, w).twist;
}

void wrenches(const LimitSurface& surface, std::span<const double> twists, std::span<double> out) {
  for_each_row<3>("wrenches", twists, out,
                  [&](const Twist2& v, std::span<double> row) { store(surface.wrench(v), row); });
}

void supports(const LimitSurface& surface, std::span<const double> twists, std::span<double> out) {
  for_each_row<1>("supports", twists, out,
                  [&](const Twist2& v, std::span<double> row) { row[0] = surface.support(v); });
}

void gauges(const LimitSurface& surface, std::span<const double> wrenches, std::span<double> out) {
  for_each_row<1>("gauges", wrenches, out, [&](const Wrench2& w, std::span<double> row) { row[0] = surface.gauge(w); });
}

void twists(const LimitSurface& surface, std::span<const double> wrenches, std::span<double> out) {
  for_each_row<3>("twists", wrenches, out,
                  [&](const Wrench2& w, std::span<double> row) { store(surface.twist(w), row); });
}

}  // namespace stickslip::patch
