// Figs 5, 13, 17, 19–21: the wrench of a given motion, five surfaces, distributed and reduced.
#include <array>
#include <string>

#include "stickslip/patch/distributed_patch.hpp"

#include "experiments/planar/given_motion/given_motion.hpp"
#include "experiments/planar/given_motion/guarded_ellipsoid.hpp"
#include "experiments/planar/paper/models.hpp"
#include "experiments/planar/paper/reference.hpp"
#include "experiments/planar/picture/pictures.hpp"
#include "experiments/planar/planar.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::planar {

namespace fixed_velocity_experiment {
namespace {

using patch::DistributedPatch;

struct Surface {
  const char* name;
  const char* figures;
  bool has_reference;
  double cells;  // their number: what a run costs
};
constexpr std::array shown_surfaces = {"Circle", "Square", "Line", "LineGrad", "NonConvex1", "NonConvex2"};
constexpr double reduced_weight = 20.0;  // of a run of the reduced model, in cells

// Largest difference from the reference over both parameter sets, relative to the greatest force or torque.
template <class Run>
double against_reference(const std::string& surface, const std::string& prefix, const Run& run) {
  double largest = 0.0;
  for (const int p : {0, 1}) {
    const record::Series truth = reference("fixedvel_" + lower_case(surface) + "_p" + std::to_string(p));
    const Difference d = largest_difference(rows_at(truth["t"], run(p)), wrenches_of(truth, prefix));
    largest = larger(largest, larger(d.force, d.torque));
  }
  return largest;
}

struct EllipsoidDifferences {
  double model = 0.0;      // of the library from the same equations, guard 0
  double reference = 0.0;  // of these, with the reference's guard, from the reference
};

EllipsoidDifferences ellipsoid_differences(const std::string& surface, Stages& stages) {
  const AuthorsNumbers numbers = authors_numbers(surface);
  const auto plain_run = [&](int p, double guard, const Progress& progress) {
    GuardedEllipsoid ellipsoid(elasto_plastic(p).parameters(), numbers.r, numbers.u_centre, guard);
    return euler_rows([&](const Twist2& v, double dt) { return ellipsoid.step(v, dt); }, progress);
  };
  EllipsoidDifferences differences;
  for (const int p : {0, 1}) {
    const Wrenches model = euler_run(authors_ellipsoid(bristle_law(true, p), surface), stages.next(reduced_weight));
    const Difference own = largest_difference(model, plain_run(p, 0.0, stages.next(0.0)));
    differences.model = larger(differences.model, larger(own.force, own.torque));
    const record::Series truth = reference("fixedvel_ellipsoid_ep_p" + std::to_string(p));
    const Wrenches guarded = rows_at(truth["t"], plain_run(p, GuardedEllipsoid::reference_guard, stages.next(0.0)));
    const Difference d = largest_difference(guarded, wrenches_of(truth, surface));
    differences.reference = larger(differences.reference, larger(d.force, d.torque));
  }
  return differences;
}

// Explicit Euler against the reference runs of the authors' set-ups: the same arithmetic, so what is left is rounding
// (the files keep eleven digits, r and u nine).
void against_authors(Result& result, const Surface& contact, Stages& stages) {
  constexpr double distributed_bound = 1e-9, reduced_bound = 1e-6;
  const std::string surface = contact.name;
  const auto check = [&](const char* what, double bound, double weight, const char* prefix, const auto& model) {
    const auto run = [&](int p) { return euler_run(model(p), stages.next(weight)); };
    result.checks.push_back(
        at_most(surface + ", " + what + ": largest difference", "1", bound, against_reference(surface, prefix, run)));
  };
  const patch::Pressure pressure = planar::surface(surface);
  check("distributed LuGre", distributed_bound, contact.cells, "d",
        [&](int p) { return DistributedPatch(bristle_law(false, p), pressure); });
  check("distributed Elasto-Plastic", distributed_bound, 2.0 * contact.cells, "dep",
        [&](int p) { return DistributedPatch(bristle_law(true, p), pressure); });
  check("reduced LuGre", reduced_bound, reduced_weight, "r",
        [&](int p) { return authors_reduced(bristle_law(false, p), surface); });
  check("reduced Elasto-Plastic", reduced_bound, reduced_weight, "rep",
        [&](int p) { return authors_reduced(bristle_law(true, p), surface); });
  check("ellipsoid LuGre", reduced_bound, reduced_weight, "e",
        [&](int p) { return authors_ellipsoid(bristle_law(false, p), surface); });
}

// The figures: velocity held over 10 ms, p = 1, Elasto-Plastic.
record::Series figure(const Surface& contact, Stages& stages) {
  const std::string surface = contact.name;
  const patch::BristleLaw law = bristle_law(true, 1);
  const patch::Pressure pressure = planar::surface(surface);
  const Wrenches d = held_run(DistributedPatch(law, pressure), stages.next(0.2 * contact.cells));
  const Wrenches r = held_run(paper_reduced(law, pressure), stages.next(0.0));
  const Wrenches e = held_run(paper_ellipsoid(law, pressure), stages.next(0.0));
  record::Series series(lower_case(surface), std::string(contact.figures) + ": " + surface + ", p = 1, Elasto-Plastic",
                        {{"t", "s"},
                         {"vx", "m/s"},
                         {"vy", "m/s"},
                         {"w", "rad/s"},
                         {"fx_d", "N"},
                         {"fy_d", "N"},
                         {"tau_d", "N·m"},
                         {"fx_r", "N"},
                         {"fy_r", "N"},
                         {"tau_r", "N·m"},
                         {"fx_e", "N"},
                         {"fy_e", "N"},
                         {"tau_e", "N·m"}});
  for (std::size_t k = 0; k < d.size(); ++k) {
    const double t = 0.01 * static_cast<double>(k);
    const Twist2 v = fixed_velocity_twist(t);
    series.append(
        {t, v(0), v(1), v(2), d[k](0), d[k](1), d[k](2), r[k](0), r[k](1), r[k](2), e[k](0), e[k](1), e[k](2)});
  }
  return series;
}

using record::Colour;

// How one of the three models appears in a figure: the end of its columns, and its subscript.
struct Drawn {
  const char* end;
  const char* subscript;
  record::Dash dash;
};
constexpr Drawn distributed{"_d", "d", distributed_dash}, reduced{"_r", "r", reduced_dash},
    ellipsoid{"_e", "e", ellipsoid_dash};

// Force and torque over time, as in Figs 5, 13, 17 and 19–21.
std::vector<record::Panel> panels_of(const std::string& series, const std::vector<Drawn>& models) {
  record::Panel force{"force", time_axis(), force_axis("f"), {}}, torque{"torque", time_axis(), torque_axis("τ"), {}};
  const auto line = [&](const std::string& column, const std::string& label, Colour colour, record::Dash dash) {
    return record::Mark{record::MarkKind::line, series, {"t", column}, label, colour, dash};
  };
  for (const Drawn& m : models) {
    const std::string end = m.end, subscript = m.subscript;
    force.marks.push_back(line("fx" + end, "f" + subscript + ",x", Colour::blue, m.dash));
    force.marks.push_back(line("fy" + end, "f" + subscript + ",y", Colour::red, m.dash));
    torque.marks.push_back(line("tau" + end, "τ" + subscript, Colour::green, m.dash));
  }
  return {force, torque};
}

// Fig. 5 begins with the motion.
record::Figure figure_5() {
  const auto line = [](const char* column, const char* label, Colour colour) {
    return record::Mark{record::MarkKind::line, "circle", {"t", column}, label, colour};
  };
  record::Figure figure{
      "fig5",
      "Fig. 5: the given motion, and friction of a circle",
      "The centre of rotation moves inside the contact and near it, so that force and torque depend "
      "on each other: while the disc slides and spins, each takes from the other.",
      {{"velocity", time_axis(), {"v", "mm/s", 1e3}, {line("vx", "vx", Colour::blue), line("vy", "vy", Colour::red)}},
       {"angular velocity", time_axis(), {"ω", "rad/s"}, {line("w", "ω", Colour::green)}}},
      2};
  for (const record::Panel& panel : panels_of("circle", {distributed})) figure.panels.push_back(panel);
  return figure;
}

record::Figure comparison(const std::string& name, const std::string& title, const std::string& caption,
                          const std::string& series, const std::vector<Drawn>& models) {
  return {name, title, caption, panels_of(series, models), 2};
}

record::Figure figure_8() {
  record::Figure figure{"fig8",
                        "Fig. 8: contact pressures, 21 × 21 cells",
                        "Each surface carries 1 N; the origin is the middle of the grid, not the centre of pressure.",
                        {},
                        3};
  double index = 0.0;
  for (const char* name : shown_surfaces) figure.panels.push_back(pressure_panel(name, "fig8", index++));
  return figure;
}

void show(Result& result) {
  add_table_1(result);
  add_grid(result, surface_cells, surface_side);
  result.parameters.push_back({"N_ls, cells of the table over 90°", static_cast<double>(table_cells)});
  result.parameters.push_back({"figures", "Elasto-Plastic, p = 1, fn = 1 N, velocity held for 10 ms"});
  record::Series pressures = pressure_series(
      "fig8", "Fig. 8: pressures of 1 N; surfaces: 0 Circle, 1 Square, 2 Line, 3 LineGrad, 4 NonConvex1, 5 NonConvex2");
  double index = 0.0;
  for (const char* name : shown_surfaces) append_pressure(pressures, index++, surface(name), 1.0);
  result.series.push_back(std::move(pressures));
  const std::string both = "Solid: distributed (d), dashed: reduced (r). ";
  result.figures = {
      figure_5(),
      figure_8(),
      comparison("fig13", "Fig. 13: reduced model with the ellipsoid, circle",
                 "Solid: distributed (d), dotted: ellipsoid (e). It reaches the same extremes, but not at the same "
                 "velocities.",
                 "circle", {distributed, ellipsoid}),
      comparison("fig17", "Fig. 17: reduced model with the limit surface, circle",
                 both + "With the limit surface the two can hardly be told apart.", "circle", {distributed, reduced}),
      comparison("square", "As Fig. 17, square", both + "Closer still: cells fill a square.", "square",
                 {distributed, reduced}),
      comparison("fig19", "Fig. 19: gradient line",
                 both + "A spin about the centre of pressure leaves a force, and the distributed model's cells make "
                        "stairs that the reduced model does not have.",
                 "linegrad", {distributed, reduced}),
      comparison("fig20", "Fig. 20: non-convex 1",
                 both + "Two pads: hardly any fy until the centre of rotation passes through one of them, after 3.4 s.",
                 "nonconvex1", {distributed, reduced}),
      comparison("fig21", "Fig. 21: non-convex 2", both + "Neither symmetric nor convex.", "nonconvex2",
                 {distributed, reduced})};
}

Result run(const Progress& progress) {
  constexpr std::array<Surface, 5> surfaces = {{{"Circle", "Figs 5, 13, 17", true, 317.0},
                                                {"Square", "The same for a square", true, 441.0},
                                                {"LineGrad", "Fig. 19", true, 21.0},
                                                {"NonConvex1", "Fig. 20", true, 18.0},
                                                {"NonConvex2", "Fig. 21", false, 84.0}}};
  double total = 0.0;
  for (const Surface& surface : surfaces) {
    total += 0.2 * surface.cells + 2.0 * reduced_weight +
             (surface.has_reference ? 6.0 * (surface.cells + reduced_weight) : 0.0);
  }
  Stages stages(progress, total);
  Result result;
  for (const Surface& surface : surfaces) {
    result.series.push_back(figure(surface, stages));
    if (surface.has_reference) against_authors(result, surface, stages);
    // the reference runs guard their divisions; see guarded_ellipsoid.hpp
    const EllipsoidDifferences differences = ellipsoid_differences(surface.name, stages);
    const std::string name = surface.name;
    result.checks.push_back(at_most(name + ", ellipsoid Elasto-Plastic: largest difference from its equations", "1",
                                    1e-9, differences.model));
    result.checks.push_back(
        at_most(name + ", these with the reference's guard: largest difference", "1", 1e-6, differences.reference));
  }
  show(result);
  stages.finish();
  return result;
}

}  // namespace
}  // namespace fixed_velocity_experiment

Experiment fixed_velocity() {
  return {"planar-fixed-velocity",
          "Waltersson2024",
          "Figs 5, 13, 17, 19–21",
          "wrench of a given motion: distributed, reduced and ellipsoid against reference runs",
          fixed_velocity_experiment::run,
          true};
}

}  // namespace stickslip::experiments::planar
