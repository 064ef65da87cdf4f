// Figs 14, 15: limit surfaces of the paper's contacts, and the tables made of them.
#include <cmath>
#include <numbers>
#include <string>

#include "stickslip/patch/limit_surface.hpp"

#include "experiments/planar/given_motion/given_motion.hpp"
#include "experiments/planar/paper/models.hpp"
#include "experiments/planar/picture/pictures.hpp"
#include "experiments/planar/planar.hpp"
#include "experiments/planar/surface/pictures.hpp"

namespace stickslip::experiments::planar {

namespace limit_surfaces_experiment {
namespace {

using patch::LimitSurface;
using patch::Pressure;
using patch::TabulatedSurface;
using std::numbers::pi;

constexpr double side = surface_side;
constexpr int slice_cells = 101;  // along a side, Fig. 14

struct Slice {
  std::string name;  // of the series
  std::string title;
  LimitSurface surface;
  bool along_y;  // direction of the slide
};

// Fig. 14: force and torque from pure slide to pure spin, each over its own maximum.
record::Series slice_series(const Slice& slice) {
  constexpr int samples = 300;
  record::Series series(slice_series_name(slice.name), "Fig. 14: " + slice.title,
                        {{"angle", "rad"}, {"force", "1"}, {"torque", "1"}});
  std::vector<double> angle, force, torque;
  double force_max = 0.0, torque_max = 0.0;
  for (int k = 0; k < samples; ++k) {
    const double a = 0.5 * pi * k / (samples - 1), v = 0.011 * std::cos(a);
    const Wrench2 w = slice.surface.wrench(slice.along_y ? Twist2(0.0, v, std::sin(a)) : Twist2(v, 0.0, std::sin(a)));
    angle.push_back(a);
    force.push_back(std::hypot(w(0), w(1)));
    torque.push_back(std::abs(w(2)));
    force_max = larger(force_max, force.back());
    torque_max = larger(torque_max, torque.back());
  }
  for (std::size_t k = 0; k < angle.size(); ++k)
    series.append({angle[k], force[k] / force_max, torque[k] / torque_max});
  return series;
}

// Largest distance of two slices as pictures.
double picture_distance(const record::Series& a, const record::Series& b) {
  double largest = 0.0;
  for (std::size_t k = 0; k < a.rows(); ++k) {
    largest = larger(largest, std::hypot(a["force"][k] - b["force"][k], a["torque"][k] - b["torque"][k]));
  }
  return largest;
}

void figure_14(Result& result) {
  constexpr int n = slice_cells;
  const auto cells = [&](const char* name) { return LimitSurface::cells(surface(name, n, side)); };
  const Pressure square = Pressure::rectangle({side, side}), line = Pressure::line(side, 0.0, 0.5 * pi);
  // of the radius that 101 cells have: 50 of their widths
  const Pressure disc = Pressure::disc(50.0 * side / n);
  const auto add = [&](const Slice& slice) -> const record::Series& {
    return result.series.emplace_back(slice_series(slice));
  };
  // Exact shape against 101² cells: their error is of the order of 1/N² where cells fill the shape; 1/N along the rim of a
  // disc, and for a line, which cells give a width.
  const auto pair = [&](const std::string& name, const std::string& title, const char* cell_name, const Pressure& exact,
                        bool along_y, double bound) {
    const record::Series by_cells = add({name, title + ", 101² cells", cells(cell_name), along_y});
    const record::Series by_shape = add({name + "_exact", title + ", exact", LimitSurface(exact), along_y});
    result.checks.push_back(at_most(title + ": slice of 101² cells against the exact shape", "1", bound,
                                    picture_distance(by_cells, by_shape)));
    return by_shape;
  };
  pair("square", "Square", "Square", square, false, 1.0 / (n * n));
  const record::Series circle = pair("circle", "Circle", "Circle", disc, false, 1.0 / n);
  pair("line_vx", "Line vx", "Line", line, false, 1.0 / n);
  pair("line_vy", "Line vy", "Line", line, true, 1.0 / n);
  add({"line_grad", "LineGrad vx, 101² cells", cells("LineGrad"), false});
  add({"non_convex_1", "NonConvex1 vx, 101² cells", cells("NonConvex1"), false});
  add({"non_convex_2", "NonConvex2 vx, 101² cells", cells("NonConvex2"), false});
  const record::Series ellipsoid =
      add({"ellipsoid", "ellipsoid with the circle's torque", LimitSurface::ellipsoid(disc), false});
  // The text: "Even for a circular shape" the ellipsoid puts a velocity at a place that differs "significantly".
  result.checks.push_back(
      at_least("Circle: slice against that of the ellipsoid", "1", 0.1, picture_distance(circle, ellipsoid)));
}

// Fig. 15: h of a gradient line over blends of slide and spin.
record::Series figure_15() {
  const LimitSurface surface = LimitSurface::cells(planar::surface("LineGrad"));
  record::Series series("fig15_line_grad", "Fig. 15: limit surface of a gradient line",
                        {{"direction", "rad"}, {"blend", "1"}, {"hx", "1"}, {"hy", "1"}, {"htau", "1"}});
  constexpr int around = 72, blends = 50;
  for (int i = 0; i <= around; ++i) {
    const double direction = 2.0 * pi * i / around;
    for (int k = 0; k <= blends; ++k) {
      const double spin = 2.0 * k / blends - 1.0, slide = 0.01 * (1.0 - std::abs(spin));  // −1 … 1 rad/s, up to 1 cm/s
      const Wrench2 w = surface.wrench({slide * std::cos(direction), slide * std::sin(direction), spin});
      series.append({direction, spin, w(0), w(1), w(2) / surface.r()});
    }
  }
  return series;
}

// What the authors' code prints for each surface, nine digits.
void numbers(Result& result) {
  const std::vector<std::string> names = {"Circle",    "Square",     "Line",      "LineGrad",
                                          "LineGradX", "NonConvex1", "NonConvex2"};
  record::Series series("numbers",
                        "What the reduced model needs of each surface beside its table, in the order of the checks",
                        {{"cop_x", "m"}, {"cop_y", "m"}, {"r", "m"}, {"u", "m²"}, {"spin_force", "N"}});
  for (const std::string& name : names) {
    const AuthorsNumbers published = authors_numbers(name);
    const LimitSurface surface = LimitSurface::cells(planar::surface(name));
    const Wrench2 spin = surface.wrench({0.0, 0.0, -1.0});
    series.append({surface.cop()(0), surface.cop()(1), surface.r(), surface.u(), std::hypot(spin(0), spin(1))});
    const std::string prefix = name + ", N = 21: ";
    result.checks.push_back(equal(prefix + "r", "m", published.r, surface.r(), 1e-11));
    result.checks.push_back(equal(prefix + "u", "m²", published.u, surface.u(), 1e-13));
    const Vec<2> cop(published.cop_x, published.cop_y);
    result.checks.push_back(at_most(prefix + "distance of the CoP", "m", 1e-11, norm(surface.cop() - cop)));
    // six decimals; the sign is that of the other spin
    result.checks.push_back(equal(prefix + "force of a spin about the CoP", "N", std::hypot(published.hx, published.hy),
                                  std::hypot(spin(0), spin(1)), 1.5e-6));
  }
  result.series.push_back(std::move(series));
  result.tables.push_back({"Centre of pressure, r, u and the force of a spin about the CoP, N = 21", "numbers", names});
  // p ∝ s over 0 ≤ s ≤ L has its CoP at 2L/3: 5/9 of the load beyond it, 4/9 before. The ellipsoid says 0.
  const LimitSurface line(Pressure::line(side, 2.0 / side));
  const Wrench2 spin = line.wrench({0.0, 0.0, 1.0});
  result.checks.push_back(equal("gradient line, exact: force of a spin about the CoP", "N", 1.0 / 9.0,
                                std::hypot(spin(0), spin(1)), 1e-12));
}

// Our table of each surface against the authors' nodes. Their rule extrapolates where the centre of rotation lies up to
// one cell beyond the low rims; those nodes are set apart.
void nodes(Result& result) {
  constexpr int n = table_cells, cells_along = surface_cells;
  const std::vector<std::string> names = {"Circle", "Square", "LineGrad", "NonConvex1"};
  record::Series series("nodes", "Nodes against the authors'; surfaces: 0 Circle, 1 Square, 2 LineGrad, 3 NonConvex1",
                        {{"surface", "1"},
                         {"compared", "1"},
                         {"largest_difference", "1"},
                         {"set_apart", "1"},
                         {"difference_there", "1"}});
  double index = 0.0;
  for (const std::string& name : names) {
    const patch::BristleLaw law = bristle_law(false, 0);
    const patch::ReducedPatch ours = paper_reduced(law, surface(name)), theirs = authors_reduced(law, name);
    const auto& table = std::get<TabulatedSurface>(ours.surface().form());
    const auto& published = std::get<TabulatedSurface>(theirs.surface().form());
    double largest = 0.0, largest_apart = 0.0;
    int compared = 0, apart = 0;
    for (int i = 0; i <= 4 * n; ++i) {
      for (int j = 0; j <= n; ++j) {
        const double difference = norm(table.node(i, j) - published.node(i, j));
        const Twist2 v = TabulatedSurface::node_twist(i, j, n, ours.r());
        const Vec<2> rotation = ours.cop() + Vec<2>(-v(1), v(0)) / v(2);  // its centre, from the middle of the grid
        const auto low = [&](double x) {
          return x < -0.5 * side + 1e-9 && x > -0.5 * side - side / cells_along - 1e-9;
        };
        const auto high = [&](double x) { return x > 0.5 * side - 1e-9; };
        const bool extrapolated = (low(rotation(0)) && !high(rotation(1))) || (low(rotation(1)) && !high(rotation(0)));
        (extrapolated ? largest_apart : largest) = larger(extrapolated ? largest_apart : largest, difference);
        ++(extrapolated ? apart : compared);
      }
    }
    series.append({index, static_cast<double>(compared), largest, static_cast<double>(apart), largest_apart});
    index += 1.0;
    // eleven digits are kept
    result.checks.push_back(at_most(name + ", N = 21: largest difference of nodes of the table", "1", 1e-9, largest));
  }
  result.series.push_back(std::move(series));
  result.tables.push_back({"Nodes of the table against the authors'", "nodes", names});
}

Result run(const Progress& progress) {
  Result result;
  progress(0.0);
  figure_14(result);
  progress(0.5);
  result.series.push_back(figure_15());
  progress(0.7);
  numbers(result);
  progress(0.8);
  nodes(result);
  progress(0.9);
  add_grid(result, surface_cells, side);
  result.parameters.push_back({"cells along a side, Fig. 14", static_cast<double>(slice_cells)});
  result.parameters.push_back({"N_ls, cells of the table over 90°", static_cast<double>(table_cells)});
  show_slices(result);
  show_surfaces(result);
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace limit_surfaces_experiment

Experiment limit_surfaces() {
  return {"planar-limit-surfaces", "Waltersson2024", "Figs 14, 15",
          "slices of limit surfaces, exact and of cells, and the authors' tables", limit_surfaces_experiment::run};
}

}  // namespace stickslip::experiments::planar
