#include "experiments/planar/surface/pictures.hpp"

#include <array>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/patch/limit_surface.hpp"

#include "experiments/planar/paper/models.hpp"
#include "experiments/planar/paper/setup.hpp"
#include "experiments/planar/picture/scenes.hpp"

namespace stickslip::experiments::planar {

namespace {

using patch::LimitSurface;
using patch::TabulatedSurface;
using record::Colour;
using std::numbers::pi;

struct Curve14 {
  const char* name;  // of the slice
  const char* label;
  Colour colour;
  record::Dash dash = record::Dash::solid;
};
constexpr std::array<Curve14, 8> curves = {{{"ellipsoid", "ellipsoid", Colour::ink, record::Dash::dashed},
                                            {"circle_exact", "Circle", Colour::blue},
                                            {"square_exact", "Square", Colour::red},
                                            {"line_vx_exact", "Line vx", Colour::green},
                                            {"line_vy_exact", "Line vy", Colour::yellow},
                                            {"line_grad", "LineGrad vx", Colour::cyan},
                                            {"non_convex_1", "NonConvex1 vx", Colour::purple},
                                            {"non_convex_2", "NonConvex2 vx", Colour::grey}}};

// The same few velocities on each slice.
record::Series marks_14(const Result& result) {
  constexpr std::size_t apart = 50;  // rows
  record::Series marks("fig14_marks", "Fig. 14: the same velocities on all slices, in the order of the legend",
                       {{"slice", "1"}, {"angle", "rad"}, {"force", "1"}, {"torque", "1"}});
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const record::Series& slice = result[slice_series_name(curves[i].name)];
    for (std::size_t k = 0; k < slice.rows(); k += apart) {
      marks.append({static_cast<double>(i), slice["angle"][k], slice["force"][k], slice["torque"][k]});
    }
  }
  return marks;
}

std::vector<record::Figure> figures_14() {
  const record::Axis force{"force / greatest"}, torque{"torque / greatest"},
      angle{"from slide to spin", "deg", 180.0 / pi};
  record::Panel slice{"slices", force, torque, {}, true};
  record::Panel forces{"force", angle, force, {}}, torques{"torque", angle, torque, {}};
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Curve14& c = curves[i];
    const std::string name = slice_series_name(c.name);
    const auto line = [&](const char* x, const char* y) {
      return record::Mark{record::MarkKind::line, name, {x, y}, c.label, c.colour, c.dash};
    };
    slice.marks.push_back(line("force", "torque"));
    slice.marks.push_back({record::MarkKind::points,
                           "fig14_marks",
                           {"force", "torque"},
                           c.label,
                           c.colour,
                           record::Dash::solid,
                           record::RowFilter{"slice", static_cast<double>(i)}});
    forces.marks.push_back(line("angle", "force"));
    torques.marks.push_back(line("angle", "torque"));
  }
  return {
      {"fig14",
       "Fig. 14: slices of limit surfaces, from slide to spin",
       "Points: the same seven velocities on each curve. The curves look alike, yet a velocity has its place elsewhere "
       "on "
       "each: that, more than the shape, is what the ellipsoid misses.",
       {slice}},
      {"fig14_velocities",
       "Force and torque of Fig. 14 against the velocity",
       "From slide (0°) to spin (90°), 11 mm/s against 1 rad/s. As long as the centre of rotation lies beyond the end "
       "of a line, "
       "a slide across it (vx) leaves no torque at all.",
       {forces, torques}}};
}

// Fig. 15, and the nodes of its table on it: they crowd where a small change of velocity changes little.
void gradient_line(Result& result) {
  const LimitSurface surface = LimitSurface::cells(planar::surface("LineGrad"));
  result.series.push_back(surface_facets(
      "fig15_facets", "Fig. 15: facets of the limit surface of a gradient line; ft = τ/r", surface, surface.r()));
  result.series.push_back(surface_facets("fig15_ellipsoid", "Facets of the ellipsoid with the same r",
                                         LimitSurface::ellipsoid(planar::surface("LineGrad")), surface.r()));
  record::Series samples("fig15_samples", "Fig. 15: nodes of the table of N_ls = 20, both halves",
                         {{"hx", "1"}, {"hy", "1"}, {"htau", "1"}});
  for (int i = 0; i < 4 * table_cells; ++i) {
    for (int j = 0; j <= table_cells; ++j) {
      const Wrench2 w = surface.wrench(TabulatedSurface::node_twist(i, j, table_cells, surface.r()));
      for (const double sign : {1.0, -1.0}) samples.append({sign * w(0), sign * w(1), sign * w(2) / surface.r()});
    }
  }
  result.series.push_back(std::move(samples));
  record::Shape points{record::ShapeKind::points, "fig15_samples", {"hx", "hy", "htau"}, "nodes of the table"};
  points.colour = Colour::ink;
  points.opacity = 0.5;
  result.scenes.push_back(
      {"fig15",
       "Fig. 15: limit surface of a gradient line",
       "Wrenches that the sliding contact can bear, each over its greatest. It is tilted: a spin about "
       "the centre of pressure leaves a force, which the ellipsoid (red) does not know. The nodes of "
       "the table crowd at some places and are rare at others.",
       {"fx"},
       {"fy"},
       {"τ"},
       {surface_shape("fig15_facets", "limit surface", Colour::blue, 0.6),
        surface_shape("fig15_ellipsoid", "ellipsoid", Colour::red, 0.15), points}});
}

// The same for other surfaces.
void other_surfaces(Result& result) {
  const std::vector<std::pair<std::string, std::string>> shown = {
      {"Circle", "A body of revolution, as a disc has no direction, inside the ellipsoid of the same extremes."},
      {"Line", "A line along y: less torque is left beside a force across it than beside one along it."},
      {"NonConvex1", "Two pads: nearly flat sides, which belong to centres of rotation within one of the pads."},
      {"NonConvex2", "Point symmetry, as a reversed velocity reverses friction, and no other."}};
  for (const auto& [name, caption] : shown) {
    const LimitSurface surface = LimitSurface::cells(planar::surface(name));
    const std::string facets = "facets_" + lower_case(name);
    result.series.push_back(
        surface_facets(facets, "Facets of the limit surface of " + name + "; ft = τ/r", surface, surface.r()));
    result.scenes.push_back({"surface_" + lower_case(name),
                             "Limit surface, " + name,
                             caption,
                             {"fx"},
                             {"fy"},
                             {"τ"},
                             {surface_shape(facets, "", Colour::blue, 0.8)}});
  }
}

}  // namespace

std::string slice_series_name(const std::string& slice) {
  return "fig14_" + slice;
}

void show_slices(Result& result) {
  result.series.push_back(marks_14(result));
  for (record::Figure& figure : figures_14()) result.figures.push_back(std::move(figure));
}

void show_surfaces(Result& result) {
  gradient_line(result);
  other_surfaces(result);
}

}  // namespace stickslip::experiments::planar
