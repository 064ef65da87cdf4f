#include "experiments/planar/picture/scenes.hpp"

#include <cmath>
#include <numbers>

#include "stickslip/patch/cells.hpp"

namespace stickslip::experiments::planar {

using record::Series;
using record::Shape;
using record::ShapeKind;
using std::numbers::pi;

namespace {

// The number of the next facet.
double next_facet(const Series& body) {
  return body.rows() == 0 ? 0.0 : body["facet"].back() + 1.0;
}

}  // namespace

Series surface_facets(const std::string& name, const std::string& title, const patch::LimitSurface& surface,
                      double length, int around, int from_pole_to_pole) {
  Series facets(name, title, {{"facet", "1"}, {"fx", "N"}, {"fy", "N"}, {"ft", "N"}});
  const auto corner = [&](int i, int j) {
    const double direction = 2.0 * pi * i / around, blend = pi * (static_cast<double>(j) / from_pole_to_pole - 0.5);
    const double slide = j == 0 || j == from_pole_to_pole ? 0.0 : surface.r() * std::cos(blend);
    const Wrench2 w = surface.wrench({slide * std::cos(direction), slide * std::sin(direction), std::sin(blend)});
    return Vec<3>(w(0), w(1), w(2) / length);
  };
  double facet = 0.0;
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < from_pole_to_pole; ++j) {
      std::vector<Vec<3>> corners = {corner(i, j), corner(i, j + 1)};
      if (j + 1 < from_pole_to_pole) corners.push_back(corner(i + 1, j + 1));
      if (j > 0) corners.push_back(corner(i + 1, j));
      for (const Vec<3>& c : corners) facets.append({facet, c(0), c(1), c(2)});
      facet += 1.0;
    }
  }
  return facets;
}

Shape surface_shape(const std::string& series, const std::string& label, record::Colour colour, double opacity) {
  return {ShapeKind::polygons, series, {"facet", "fx", "fy", "ft"}, label, colour, opacity};
}

Series body_series(const std::string& name, const std::string& title) {
  return {name, title, {{"facet", "1"}, {"x", "m"}, {"y", "m"}, {"z", "m"}}};
}

void append_plate(Series& body, const std::vector<Vec<2>>& outline, double z) {
  const double facet = next_facet(body);
  for (const Vec<2>& c : outline) body.append({facet, c(0), c(1), z});
}

void append_prism(Series& body, const std::vector<Vec<2>>& outline, double lower, double upper) {
  append_plate(body, outline, upper);
  append_plate(body, outline, lower);
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec<2>&a = outline[i], &b = outline[(i + 1) % outline.size()];
    const double facet = next_facet(body);
    body.append({facet, a(0), a(1), lower});
    body.append({facet, b(0), b(1), lower});
    body.append({facet, b(0), b(1), upper});
    body.append({facet, a(0), a(1), upper});
  }
}

void append_cells(Series& body, const patch::Pressure& pressure, double z) {
  const patch::Cells cells = patch::cells_of(pressure);
  const double half =
      0.5 * std::abs(cells.row_y.size() > 1 ? cells.row_y[1] - cells.row_y[0] : cells.column_x[1] - cells.column_x[0]);
  constexpr double least = 1e-9;  // share of the force: less cannot matter
  for (std::size_t i = 0; i < cells.x.size(); ++i) {
    if (cells.weight[i] < least) continue;
    std::vector<Vec<2>> square = rectangle_outline({2.0 * half, 2.0 * half});
    for (Vec<2>& corner : square) corner += cells.cop + Vec<2>(cells.x[i], cells.y[i]);
    append_plate(body, square, z);
  }
}

std::vector<Vec<2>> circle_outline(double radius) {
  constexpr int corners = 48;
  std::vector<Vec<2>> outline;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2.0 * pi * i / corners;
    outline.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  return outline;
}

std::vector<Vec<2>> rectangle_outline(const Vec<2>& size) {
  const double x = 0.5 * size(0), y = 0.5 * size(1);
  return {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
}

Series motion_series(const std::string& name, const std::string& title, const Series& run, double top, int contacts,
                     const std::optional<Vec<2>>& at) {
  Series motion(name, title,
                {{"t", "s"},
                 {"x", "m"},
                 {"y", "m"},
                 {"z", "m"},
                 {"qw", "1"},
                 {"qx", "1"},
                 {"qy", "1"},
                 {"qz", "1"},
                 {"top", "m"},
                 {"at_x", "m"},
                 {"at_y", "m"},
                 {"fx", "N"},
                 {"fy", "N"},
                 {"fz", "N"}});
  const std::vector<double>&t = run["t"], &x = run["x"], &y = run["y"], &theta = run["theta"];
  const std::vector<double>&fx = run["fx"], &fy = run["fy"];
  for (std::size_t k = 0; k < run.rows(); ++k) {
    const std::size_t bent = k == 0 ? 1 : k;
    const Vec<2> place = at.value_or(Vec<2>(x[k], y[k]));
    motion.append({t[k], x[k], y[k], 0.0, std::cos(0.5 * theta[k]), 0.0, 0.0, std::sin(0.5 * theta[k]), top, place(0),
                   place(1), contacts * fx[bent], contacts * fy[bent], 0.0});
  }
  return motion;
}

Shape moving_body(const std::string& body, const std::string& motion, const std::string& label, record::Colour colour,
                  double opacity) {
  return {.kind = ShapeKind::polygons,
          .series = body,
          .columns = {"facet", "x", "y", "z"},
          .label = label,
          .colour = colour,
          .opacity = opacity,
          .motion = record::Motion{motion}};
}

Shape path_shape(const std::string& motion, const std::string& label, record::Colour colour) {
  return {ShapeKind::curve, motion, {"t", "x", "y", "top"}, label, colour};
}

Shape friction_arrow(const std::string& motion, double metres_a_newton) {
  return {.kind = ShapeKind::arrows,
          .series = motion,
          .columns = {"t", "at_x", "at_y", "top", "fx", "fy", "fz"},
          .label = "friction on it",
          .colour = record::Colour::red,
          .length = metres_a_newton};
}

}  // namespace stickslip::experiments::planar
