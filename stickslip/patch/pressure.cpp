#include "stickslip/patch/pressure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/geometry/clip.hpp"
#include "stickslip/patch/cells.hpp"
#include "stickslip/patch/detail/moments.hpp"
#include "stickslip/patch/surface/hertz_family.hpp"

namespace stickslip::patch {

namespace {

// Lengths whose powers up to the fifth neither over- nor underflow.
std::optional<Violation> check_length(const char* argument, double value) noexcept {
  if (value >= 1e-50 && value <= 1e50) return {};
  return Violation{argument, value, "must be between 1e-50 and 1e50 [m]"};
}

void require_size(const char* subject, const Vec<2>& size) {
  require(subject, check_length("size[0]", size(0)));
  require(subject, check_length("size[1]", size(1)));
}

std::string entry(const char* name, std::size_t index) {
  return std::string(name) + "[" + std::to_string(index) + "]";
}

// Each ≥ 0 and finite; divided by their sum. Scaled by the largest first, so that the sum cannot overflow.
std::vector<double> shares(const std::string& subject, const char* name, std::span<const double> values) {
  double largest = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(values[i] >= 0.0) || std::isinf(values[i])) {
      throw InvalidArgument(subject + ": " + entry(name, i) + " = " + to_text(values[i]) + " must be finite and >= 0");
    }
    largest = std::max(largest, values[i]);
  }
  if (largest == 0.0) throw InvalidArgument(subject + ": all " + name + " are 0; their sum must be > 0");
  std::vector<double> result(values.size());
  double total = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) total += result[i] = values[i] / largest;
  for (double& share : result) share /= total;
  return result;
}

// polygon(i) is the polygon i of `count`.
template <class PolygonAt>
void require_disjoint(const std::string& subject, std::size_t count, const PolygonAt& polygon) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      // What rounding makes of polygons that share an edge is far below this.
      const double smaller = std::min(polygon(i).area(), polygon(j).area());
      const double common = geometry::common_area(polygon(i), polygon(j));
      if (common > 1e-9 * smaller) {
        throw InvalidArgument(subject + ": polygons " + std::to_string(i) + " and " + std::to_string(j) +
                              " overlap in " + to_text(common) + " m^2; they must not overlap");
      }
    }
  }
}

PolygonRegion region_of(const std::string& subject, std::vector<geometry::Polygon> polygons, const Vec<2>& gradient) {
  for (const double component : {gradient(0), gradient(1)}) {
    if (!std::isfinite(component)) {
      throw InvalidArgument(subject + ": gradient has the component " + to_text(component) +
                            ", which must be finite [1/m]");
    }
  }
  require_disjoint(subject, polygons.size(), [&](std::size_t i) -> const geometry::Polygon& { return polygons[i]; });
  double area = 0.0;
  for (const geometry::Polygon& polygon : polygons) area += polygon.area();
  const Vec<2> origin = polygons.front().centroid();
  Vec<2> centroid = origin;
  for (const geometry::Polygon& polygon : polygons) centroid += polygon.area() / area * (polygon.centroid() - origin);
  for (const geometry::Polygon& polygon : polygons) {
    for (const Vec<2>& vertex : polygon.vertices()) {
      const double relative = 1.0 + gradient.dot(vertex - centroid);
      if (!(relative >= -1e-12)) {  // zero up to rounding is fine
        throw InvalidArgument(subject + ": gradient makes the pressure negative at (" + to_text(vertex(0)) + ", " +
                              to_text(vertex(1)) + "): 1 + gradient . (x - centroid) = " + to_text(relative) +
                              " must be >= 0 everywhere");
      }
    }
  }
  return {std::move(polygons), gradient, centroid};
}

std::vector<Vec<2>> box(double left, double bottom, double right, double top) {
  return {Vec<2>(left, bottom), Vec<2>(right, bottom), Vec<2>(right, top), Vec<2>(left, top)};
}

}  // namespace

Pressure::Pressure(Shape shape) : shape_(std::move(shape)) {
  const detail::Moments m = std::visit([](const auto& s) { return detail::moments_of(s); }, shape_);
  cop_ = m.cop;
  lower_ = m.lower;
  upper_ = m.upper;
  r_ = m.r;
  u_ = m.u;
}

Pressure Pressure::disc(double radius) {
  require("Pressure.disc", check_length("radius", radius));
  return Pressure(Disc{radius});
}

Pressure Pressure::annulus(double inner, double outer) {
  require("Pressure.annulus", check_length("outer", outer));
  if (!(inner >= 0.0 && inner < outer)) {
    throw InvalidArgument("Pressure.annulus", {"inner", inner, "must be >= 0 and less than outer", outer});
  }
  return Pressure(Annulus{inner, outer});
}

Pressure Pressure::rectangle(const Vec<2>& size) {
  require_size("Pressure.rectangle", size);
  const double x = 0.5 * size(0), y = 0.5 * size(1);
  return polygon(box(-x, -y, x, y));
}

Pressure Pressure::line(double length, double gradient, double angle) {
  require("Pressure.line", check_length("length", length));
  const double steepest = 2.0 / length;
  if (!(std::abs(gradient) <= steepest * (1.0 + 1e-12))) {  // 2/length itself may round upwards
    throw InvalidArgument("Pressure.line", {"gradient", gradient, "must be at most 2/length in size", steepest});
  }
  if (!std::isfinite(angle)) throw InvalidArgument("Pressure.line", {"angle", angle, "must be finite [rad]"});
  return Pressure(Line{length, std::clamp(gradient, -steepest, steepest), angle});
}

Pressure Pressure::polygon(std::vector<Vec<2>> vertices, const Vec<2>& gradient) {
  const std::string subject = "Pressure.polygon";
  std::vector<geometry::Polygon> polygons;
  polygons.emplace_back(std::move(vertices), subject);
  return Pressure(region_of(subject, std::move(polygons), gradient));
}

Pressure Pressure::polygons(std::vector<std::vector<Vec<2>>> vertices, const Vec<2>& gradient) {
  const std::string subject = "Pressure.polygons";
  if (vertices.empty()) throw InvalidArgument(subject + ": there are no polygons; there must be at least one");
  std::vector<geometry::Polygon> polygons;
  polygons.reserve(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    polygons.emplace_back(std::move(vertices[i]), subject + ": " + entry("polygons", i));
  }
  return Pressure(region_of(subject, std::move(polygons), gradient));
}

Pressure Pressure::piecewise_linear(std::vector<LinearPiece> pieces) {
  const std::string subject = "Pressure.piecewise_linear";
  if (pieces.empty()) throw InvalidArgument(subject + ": there are no polygons; there must be at least one");
  require_disjoint(subject, pieces.size(),
                   [&](std::size_t i) -> const geometry::Polygon& { return pieces[i].polygon; });
  double highest = 0.0;
  for (const LinearPiece& piece : pieces) {
    for (const Vec<2>& vertex : piece.polygon.vertices()) {
      highest = std::max(highest, piece.value + piece.gradient.dot(vertex));
    }
  }
  double total = 0.0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const LinearPiece& piece = pieces[i];
    for (const Vec<2>& vertex : piece.polygon.vertices()) {
      const double value = piece.value + piece.gradient.dot(vertex);
      if (!(value >= -1e-12 * highest) || std::isinf(value)) {  // zero up to rounding is fine
        throw InvalidArgument(subject + ": " + entry("coefficients", i) + " make the pressure " + to_text(value) +
                              " at (" + to_text(vertex(0)) + ", " + to_text(vertex(1)) +
                              "); it must be finite and >= 0 everywhere");
      }
    }
    total += piece.polygon.area() * (piece.value + piece.gradient.dot(piece.polygon.centroid()));
  }
  if (!(total > 0.0) || std::isinf(total)) {
    throw InvalidArgument(subject, {"total of the pressure", total, "must be finite and > 0"});
  }
  for (LinearPiece& piece : pieces) {
    piece.value /= total;
    piece.gradient /= total;
  }
  return Pressure(LinearPieces{std::move(pieces)});
}

Pressure Pressure::hertz(double radius, double exponent) {
  require("Pressure.hertz", check_length("radius", radius));
  require("Pressure.hertz", HertzFamily::check(radius, exponent));
  return Pressure(Hertz{radius, exponent});
}

Pressure Pressure::axisymmetric(std::function<double(double)> profile, double radius) {
  require("Pressure.axisymmetric", check_length("radius", radius));
  if (!profile) throw InvalidArgument("Pressure.axisymmetric: profile is empty; it must be a function of the radius");
  const double total = 2.0 * std::numbers::pi * detail::radial_moment(profile, radius, 1);
  if (!(total > 0.0) || std::isinf(total)) {
    throw InvalidArgument("Pressure.axisymmetric", {"total of profile", total, "must be finite and > 0"});
  }
  return Pressure(Axisymmetric{std::move(profile), radius, total});
}

Pressure Pressure::grid(int rows, int columns, std::span<const double> values, const Vec<2>& size) {
  const char* const subject = "Pressure.grid";
  require_count(subject, "rows", rows, 10000);
  require_count(subject, "columns", columns, 10000);
  const std::size_t cells = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  if (values.size() != cells) {
    throw InvalidArgument(std::string(subject) + ": " + std::to_string(values.size()) + " values for " +
                          std::to_string(rows) + " x " + std::to_string(columns) + " cells; there must be " +
                          std::to_string(cells));
  }
  require_size(subject, size);
  return Pressure(Grid{rows, columns, size, shares(subject, "values", values)});
}

Pressure Pressure::points(std::span<const Vec<2>> positions, std::span<const double> weights) {
  const std::string subject = "Pressure.points";
  if (positions.empty()) throw InvalidArgument(subject + ": there are no points; there must be at least one");
  if (positions.size() != weights.size()) {
    throw InvalidArgument(subject + ": " + std::to_string(weights.size()) + " weights for " +
                          std::to_string(positions.size()) + " points; there must be as many");
  }
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (const double coordinate : {positions[i](0), positions[i](1)}) {
      if (!(std::abs(coordinate) <= 1e50)) {
        throw InvalidArgument(subject + ": " + entry("positions", i) + " has the coordinate " + to_text(coordinate) +
                              ", which must be finite and at most 1e50 in size [m]");
      }
    }
  }
  const std::vector<double> share = shares(subject, "weights", weights);
  Points points;
  std::map<std::pair<double, double>, std::size_t> known;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (share[i] == 0.0) continue;
    const auto [at, is_new] = known.try_emplace({positions[i](0), positions[i](1)}, points.positions.size());
    if (is_new) {
      points.positions.push_back(positions[i]);
      points.weights.push_back(share[i]);
    } else {
      points.weights[at->second] += share[i];
    }
  }
  if (points.weights.size() == 1) points.weights.front() = 1.0;  // whatever the sum was rounded to
  return Pressure(std::move(points));
}

Pressure Pressure::function(const std::function<double(double, double)>& pressure, const Vec<2>& size, int cells) {
  const std::string subject = "Pressure.function";
  if (!pressure) throw InvalidArgument(subject + ": pressure is empty; it must be a function of x and y");
  require_size(subject.c_str(), size);
  require_count(subject, "cells", cells, most_cells);
  Grid grid{cells, cells, size, {}};
  grid.weights.reserve(static_cast<std::size_t>(cells) * static_cast<std::size_t>(cells));
  for (int row = 0; row < cells; ++row) {
    for (int column = 0; column < cells; ++column) {
      const double x = grid.x(column), y = grid.y(row), value = pressure(x, y);
      if (!(value >= 0.0) || std::isinf(value)) {
        throw InvalidArgument(subject + ": pressure(" + to_text(x) + ", " + to_text(y) + ") = " + to_text(value) +
                              " must be finite and >= 0");
      }
      grid.weights.push_back(value);
    }
  }
  grid.weights = shares(subject, "values", grid.weights);
  return Pressure(std::move(grid));
}

}  // namespace stickslip::patch
