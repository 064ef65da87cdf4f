// What the figures of these experiments share: axes, panels that the paper repeats, and what a reader is told of a run.
//
// Colours tell components, loads or surfaces apart, dashes models: solid distributed, dashed reduced, dotted ellipsoid.
#pragma once

#include <string>
#include <vector>

#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/patch/pressure.hpp"

#include "experiments/experiment.hpp"

namespace stickslip::experiments::planar {

constexpr record::Dash distributed_dash = record::Dash::solid, reduced_dash = record::Dash::dashed,
                       ellipsoid_dash = record::Dash::dotted;

// Units as shown.
record::Axis time_axis();
record::Axis force_axis(const std::string& label);   // N
record::Axis torque_axis(const std::string& label);  // mN·m
record::Axis place_axis(const std::string& label);   // mm
// Of a column in shares, e.g. a root-mean-square error over the greatest value.
record::Axis percent_axis(const std::string& label);
record::Axis log_axis(const std::string& label, const std::string& unit = "1", double factor = 1.0);

// What the command's reader has to know of a law and of the cells.
void add_law(Result& result, const friction::LuGre::Parameters& law);
void add_law(Result& result, const friction::ElastoPlastic::Parameters& law);
void add_grid(Result& result, int cells_along_a_side, double side);
// Table I, for results of both parameter sets.
void add_table_1(Result& result);
// The parameters of the paper's runs, unless a result says otherwise: set 1 of Table I, 21 × 21 cells, N_ls = 20.
void add_paper_settings(Result& result);

// A run: a series, how the legend names it, and how it is drawn.
struct Curve {
  std::string series;
  std::string label;
  record::Colour colour;
  record::Dash dash = record::Dash::solid;
};
// One column of each run over time; the legend has `symbol` before each label.
record::Panel time_panel(const record::Axis& y, const std::string& column, const std::vector<Curve>& runs,
                         const std::string& symbol = {});
// Panels fx, fy and τ of one contact, and panels x, y and θ; columns as to_series (trajectory.hpp) names them.
std::vector<record::Panel> wrench_panels(const std::vector<Curve>& runs);
std::vector<record::Panel> pose_panels(const std::vector<Curve>& runs);

// The series of one surface with one set of parameters: "square_p0".
std::string resolution_series(const std::string& surface, int p);
// The layout of Figs 9, 36 and 37: error of the force, then of the torque, of Square, Circle and LineGrad with p = 0 and 1,
// whose series are named by resolution_series. `columns`: resolution, force, torque.
record::Figure resolution_figure(const std::string& name, const std::string& title, const std::string& caption,
                                 const record::Axis& resolution, const std::vector<std::string>& columns);

// Pressures of grids as heat maps: columns surface, x, y, p.
record::Series pressure_series(const std::string& name, const std::string& title);
// The cells of a grid that carries fn. Throws InvalidArgument if the pressure is no grid.
void append_pressure(record::Series& series, double surface, const patch::Pressure& grid, double fn);
record::Panel pressure_panel(const std::string& title, const std::string& series, double surface);

}  // namespace stickslip::experiments::planar
