#include "experiments/planar/picture/pictures.hpp"

#include <utility>
#include <variant>

#include "stickslip/core/error.hpp"

#include "experiments/planar/paper/models.hpp"
#include "experiments/planar/paper/setup.hpp"

namespace stickslip::experiments::planar {

using record::Axis;
using record::MarkKind;
using record::Panel;

Axis time_axis() {
  return {"t", "s"};
}

Axis force_axis(const std::string& label) {
  return {label, "N"};
}

Axis torque_axis(const std::string& label) {
  return {label, "mN·m", 1e3};
}

Axis place_axis(const std::string& label) {
  return {label, "mm", 1e3};
}

Axis percent_axis(const std::string& label) {
  return {label, "%", 100.0};
}

Axis log_axis(const std::string& label, const std::string& unit, double factor) {
  return {label, unit, factor, true};
}

void add_law(Result& result, const friction::LuGre::Parameters& law) {
  const std::vector<record::Parameter> all = {
      {"σ0", law.sigma0, "1/m"}, {"σ1", law.sigma1, "s/m"}, {"σ2", law.sigma2, "s/m"}, {"μC", law.mu_c},
      {"μS", law.mu_s},          {"γ", law.gamma},          {"vS", law.v_s, "m/s"}};
  result.parameters.insert(result.parameters.end(), all.begin(), all.end());
}

void add_law(Result& result, const friction::ElastoPlastic::Parameters& law) {
  add_law(result,
          friction::LuGre::Parameters{law.sigma0, law.sigma1, law.sigma2, law.mu_c, law.mu_s, law.v_s, law.gamma});
  result.parameters.push_back({"s_ba", law.s_ba});
}

void add_grid(Result& result, int cells_along_a_side, double side) {
  result.parameters.push_back({"cells along a side", static_cast<double>(cells_along_a_side)});
  result.parameters.push_back({"side of the contact's square", side, "m"});
}

void add_table_1(Result& result) {
  record::Series series("table_1", "Table I: parameters of the bristles",
                        {{"sigma0", "1/m"},
                         {"sigma1", "s/m"},
                         {"sigma2", "s/m"},
                         {"mu_c", "1"},
                         {"mu_s", "1"},
                         {"gamma", "1"},
                         {"v_s", "m/s"},
                         {"s_ba", "1"}});
  for (const int p : {0, 1}) {
    const friction::ElastoPlastic::Parameters law = elasto_plastic(p).parameters();
    series.append({law.sigma0, law.sigma1, law.sigma2, law.mu_c, law.mu_s, law.gamma, law.v_s, law.s_ba});
  }
  result.series.push_back(std::move(series));
  result.tables.push_back({"Table I: friction parameters", "table_1", {"p = 0", "p = 1"}});
}

void add_paper_settings(Result& result) {
  add_law(result, elasto_plastic(1).parameters());
  add_grid(result, surface_cells, surface_side);
  result.parameters.push_back({"N_ls, cells of the table over 90°", static_cast<double>(table_cells)});
}

Panel time_panel(const Axis& y, const std::string& column, const std::vector<Curve>& runs, const std::string& symbol) {
  Panel panel{"", time_axis(), y, {}};
  for (const Curve& run : runs) {
    panel.marks.push_back({MarkKind::line, run.series, {"t", column}, symbol + run.label, run.colour, run.dash});
  }
  return panel;
}

std::vector<Panel> wrench_panels(const std::vector<Curve>& runs) {
  return {time_panel(force_axis("fx"), "fx", runs, "fx "), time_panel(force_axis("fy"), "fy", runs, "fy "),
          time_panel(torque_axis("τ"), "tau", runs, "τ ")};
}

std::vector<Panel> pose_panels(const std::vector<Curve>& runs) {
  return {time_panel(place_axis("x"), "x", runs, "x "), time_panel(place_axis("y"), "y", runs, "y "),
          time_panel({"θ", "rad"}, "theta", runs, "θ ")};
}

std::string resolution_series(const std::string& surface, int p) {
  return lower_case(surface) + "_p" + std::to_string(p);
}

record::Figure resolution_figure(const std::string& name, const std::string& title, const std::string& caption,
                                 const Axis& resolution, const std::vector<std::string>& columns) {
  record::Figure figure{name, title, caption, {}};
  const std::vector<std::pair<std::string, record::Colour>> surfaces = {
      {"Square", record::Colour::blue}, {"Circle", record::Colour::red}, {"LineGrad", record::Colour::green}};
  for (const std::size_t k : {1U, 2U}) {
    Panel panel{"", resolution, percent_axis(k == 1 ? "RMSE/‖ft,max‖" : "RMSE/τmax"), {}};
    for (const int p : {0, 1}) {
      for (const auto& [surface, colour] : surfaces) {
        panel.marks.push_back({MarkKind::line,
                               resolution_series(surface, p),
                               {columns.at(0), columns.at(k)},
                               surface + " p=" + std::to_string(p),
                               colour,
                               p == 0 ? record::Dash::solid : record::Dash::dashed});
      }
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

record::Series pressure_series(const std::string& name, const std::string& title) {
  return {name, title, {{"surface", "1"}, {"x", "m"}, {"y", "m"}, {"p", "Pa"}}};
}

void append_pressure(record::Series& series, double surface, const patch::Pressure& grid, double fn) {
  const auto* cells = std::get_if<patch::Grid>(&grid.shape());
  if (cells == nullptr) throw InvalidArgument("append_pressure: the pressure must be a grid");
  const double area = cells->size.prod() / (cells->rows * cells->columns);
  std::size_t k = 0;
  for (int row = 0; row < cells->rows; ++row) {
    for (int column = 0; column < cells->columns; ++column) {
      series.append({surface, cells->x(column), cells->y(row), fn * cells->weights[k++] / area});
    }
  }
}

Panel pressure_panel(const std::string& title, const std::string& series, double surface) {
  return {.title = title,
          .x = place_axis("x"),
          .y = place_axis("y"),
          .marks = {{.kind = MarkKind::heat_map,
                     .series = series,
                     .columns = {"x", "y", "p"},
                     .only = record::RowFilter{"surface", surface}}},
          .equal_axes = true};
}

}  // namespace stickslip::experiments::planar
