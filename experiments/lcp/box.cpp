// A box that slides and spins until it rests [Peiret 2017, Fig. 3, Fig. 4 and Table 1].
#include "experiments/lcp/box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/record/csv.hpp"

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/pictures.hpp"
#include "experiments/reference_data.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp {

namespace box_experiment {

sim::ModelOptions options_of(sim::ContactModel model, sim::TangentAxes axes, Relaxed relaxed) {
  sim::ModelOptions options{.formulation = model, .axes = axes};
  if (relaxed == Relaxed::by_table_1) {
    options.normal_relaxation = formulation::Relaxation{.stiffness = 1e10, .damping = 1e8};
    options.tangent_relaxation = formulation::Relaxation{.stiffness = 1e8, .damping = 1e5};
    // These springs are up to 200 times stiffer than the default ones: so must the solution be better.
    options.tolerance = 1e-9;
  }
  return options;
}

namespace {

using record::Colour;
using record::Dash;
using record::MarkKind;
using sim::ContactModel;
using sim::TangentAxes;

struct Formulation {
  ContactModel model;
  const char* name;  // of its series
  const char* label;
  Colour colour;
  Dash dash;
};

constexpr std::array formulations = {
    Formulation{ContactModel::anitescu_potra, "anitescu_potra", "Anitescu-Potra", Colour::red, Dash::solid},
    Formulation{ContactModel::box, "box", "Box", Colour::green, Dash::solid},
    Formulation{ContactModel::hybrid, "hybrid", "Hybrid", Colour::yellow, Dash::solid},
    Formulation{ContactModel::phantom, "phantom", "phantom inertia", Colour::purple, Dash::solid},
    Formulation{ContactModel::cone, "cone", "exact cone", Colour::blue, Dash::dashed}};

// A box, and where it should end.
struct Setting {
  const char* name;
  double mu;
  SlideEnd truth;
  double until;  // [s]
};
constexpr std::array settings = {Setting{"mu1", 1.0, end_mu_1, 1.0}, Setting{"mu05", 0.5, end_mu_05, 1.5}};
constexpr std::array steps = {0.01, 0.001};

bool is_exact(ContactModel model) {
  return model == ContactModel::phantom || model == ContactModel::cone;
}

std::string mu_text(const Setting& setting) {
  return "μ = " + to_text(setting.mu);
}

// Largest error allowed at the end [m].
double bound(double h) {
  return h > 0.005 ? 3.5e-3 : 0.4e-3;
}

// --- the reference -------------------------------------------------------------------------------------------------------------

void reference(Result& result) {
  for (const Setting& setting : settings) {
    record::Series path =
        path_series(std::string("reference_") + setting.name, "Coulomb's law integrated finely, " + mu_text(setting));
    check_reference(result, setting.mu, &path);
    result.series.push_back(std::move(path));
  }
  const auto file = reference_data("contact/box_reference.csv");
  if (!file) return;
  const record::Series given = record::read_csv(*file);
  const record::Series& ours = result["reference_mu1"];
  double farthest = 0.0;
  std::size_t row = 0;
  for (std::size_t k = 0; k < ours.rows(); ++k) {
    const double t = ours["t"][k];
    while (row + 2 < given.rows() && given["t"][row + 1] < t) ++row;
    const double share = std::min(1.0, (t - given["t"][row]) / (given["t"][row + 1] - given["t"][row]));
    const auto at = [&](const char* column) { return std::lerp(given[column][row], given[column][row + 1], share); };
    farthest = std::max(farthest, std::hypot(at("x") - ours["x"][k], at("y") - ours["y"][k]));
  }
  // Rows are 1.3 ms apart: between them a straight line errs by μ g (1.3 ms)²/8 = 2.1 µm.
  result.checks.push_back(at_most("reference, μ = 1: path against box_reference.csv", "m", 3e-6, farthest));
}

// --- runs ----------------------------------------------------------------------------------------------------------------------

record::Series ends_series(const std::string& name, const std::string& title) {
  return {name, title, {{"error", "mm"}, {"x", "m"}, {"y", "m"}, {"yaw", "rad"}, {"speed after rest", "m/s"}}};
}

void add_end(record::Series& series, const SlideRun& run, const SlideEnd& truth) {
  series.append({1e3 * distance(run.end, truth), run.end.x, run.end.y, run.end.yaw, run.speed});
}

// Fig. 4 and S1b: default relaxation, world axes.
Ends paths(Result& result, const Progress& progress) {
  Stages stages(progress, settings.size() * steps.size() * formulations.size());
  Ends ends{};
  for (const Setting& setting : settings) {
    record::Series table = ends_series(std::string("ends_") + setting.name, "Where the box ends, " + mu_text(setting));
    std::vector<std::string> labels;
    std::array<double, 2> cone{}, phantom{};
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const double h = steps[k];
      for (const Formulation& f : formulations) {
        const SlideRun run = slide({.mu = setting.mu}, options_of(f.model), h, setting.until, stages.next(1.0));
        const std::string label = std::string(f.label) + ", " + in_ms(h);
        result.series.push_back(path_series(std::string(f.name) + "_" + setting.name + (k == 0 ? "_10ms" : "_1ms"),
                                            label + ", " + mu_text(setting), run.recording));
        add_end(table, run, setting.truth);
        labels.push_back(label);
        const double error = distance(run.end, setting.truth);
        const std::string quantity = label + ", " + mu_text(setting);
        if (is_exact(f.model)) {
          (f.model == ContactModel::cone ? cone : phantom)[k] = error;
          result.checks.push_back(at_most(quantity + ": end, error", "mm", 1e3 * bound(h), 1e3 * error));
          result.checks.push_back(at_most(quantity + ": speed after rest", "m/s", 1e-9, run.speed));
        } else if (f.model != ContactModel::hybrid && setting.mu == 1.0) {
          // What the shape of a pyramid costs does not shrink with the step.
          result.checks.push_back(at_least(quantity + ": end, error", "mm", 100.0, 1e3 * error));
        }
        if (setting.mu == 1.0 && k == 0) {
          if (f.model == ContactModel::anitescu_potra) ends.anitescu_potra = run.end;
          if (f.model == ContactModel::box) ends.box = run.end;
          if (f.model == ContactModel::hybrid) ends.hybrid = run.end;
          if (f.model == ContactModel::phantom) ends.phantom = run.end;
        }
      }
    }
    result.checks.push_back(equal("exact cone, " + mu_text(setting) + ": error at 1 ms / at 10 ms (first order)", "1",
                                  0.1, cone[1] / cone[0], 0.03));
    result.checks.push_back(equal("phantom inertia, " + mu_text(setting) + ": error at 1 ms / at 10 ms (first order)",
                                  "1", 0.1, phantom[1] / phantom[0], 0.03));
    result.tables.push_back(
        {"Where the box ends, " + mu_text(setting) + ", default relaxation, world axes", table.name(), labels});
    result.series.push_back(std::move(table));
  }
  return ends;
}

// The same with the stiffness and damping of Table 1, whose corners come down late: by damping/stiffness, 10 ms.
void table_1(Result& result, const Progress& progress) {
  Stages stages(progress, steps.size() * formulations.size());
  const SlideEnd truth = integrate_slide({}, 1e-4, 0.01);
  record::Series table = ends_series("ends_table_1", "Where the box ends with the stiffness and damping of Table 1");
  std::vector<std::string> labels;
  for (const double h : steps) {
    for (const Formulation& f : formulations) {
      const SlideRun run =
          slide({}, options_of(f.model, TangentAxes::world, Relaxed::by_table_1), h, 1.0, stages.next(1.0));
      add_end(table, run, truth);
      labels.push_back(std::string(f.label) + ", " + in_ms(h));
      if (!is_exact(f.model)) continue;
      result.checks.push_back(
          at_most(labels.back() + ", Table 1: end, error", "mm", 1e3 * bound(h), 1e3 * distance(run.end, truth)));
      result.checks.push_back(at_most(labels.back() + ", Table 1: speed after rest", "m/s", 1e-9, run.speed));
    }
  }
  result.tables.push_back(
      {"Where the box ends with Table 1's stiffness and damping, μ = 1, against Coulomb's law with corners so damped, "
       "whose end is 0.11 mm "
       "from that of rigid ones",
       table.name(), labels});
  result.series.push_back(std::move(table));
}

// Pyramids err by their shape, so by how they lie.
void axes(Result& result, const Progress& progress) {
  Stages stages(progress, 2.0 * 2.0 * 4.0);
  record::Series table = ends_series("ends_axes", "Where the box ends, by the axes of the pyramids, 1 ms");
  std::vector<std::string> labels;
  for (const Setting& setting : settings) {
    for (const Formulation& f : formulations) {
      if (f.model == ContactModel::cone) continue;
      for (const TangentAxes to : {TangentAxes::world, TangentAxes::body}) {
        const SlideRun run = slide({.mu = setting.mu}, options_of(f.model, to), 0.001, setting.until, stages.next(1.0));
        add_end(table, run, setting.truth);
        labels.push_back(std::string(f.label) + ", " + std::string(name_of(to)) + " axes, " + mu_text(setting));
      }
    }
  }
  result.tables.push_back({"Axes fixed to the world and to the box, 1 ms", table.name(), labels});
  result.series.push_back(std::move(table));
}

// Against the length of the step.
void orders(Result& result, const Progress& progress) {
  constexpr std::array lengths = {0.01, 0.005, 0.002, 0.001, 0.0005};
  Stages stages(progress, lengths.size() * formulations.size());
  record::Panel panel{"", {"step", "ms", 1.0, true}, {"error of the end", "mm", 1.0, true}, {}};
  for (const Formulation& f : formulations) {
    record::Series series(std::string("order_") + f.name, std::string("Error of the end against the step, ") + f.label,
                          {{"h", "ms"}, {"error", "mm"}});
    for (const double h : lengths) {
      const SlideRun run = slide({}, options_of(f.model), h, 1.0, stages.next(1.0));
      series.append({1e3 * h, 1e3 * distance(run.end, end_mu_1)});
    }
    panel.marks.push_back({MarkKind::line, series.name(), {"h", "error"}, f.label, f.colour, f.dash});
    result.series.push_back(std::move(series));
  }
  result.figures.push_back(
      {"order",
       "The error of the end against the step, μ = 1",
       "In proportion to the step for phantom inertia, the exact cone and Hybrid. A shorter step does "
       "not help a pyramid.",
       {panel}});
}

// --- pictures ------------------------------------------------------------------------------------------------------------------

// The way along y goes to the right.
record::Panel path_panel(const std::string& title, const std::string& setting, const std::string& step) {
  record::Panel panel{title, {"y", "m"}, {"x", "m"}, {}, true};
  panel.marks.push_back({MarkKind::line, "reference_" + setting, {"y", "x"}, "Coulomb's law", Colour::ink});
  for (const Formulation& f : formulations) {
    std::string series(f.name);
    series.append("_").append(setting).append(step);
    panel.marks.push_back({MarkKind::line, series, {"y", "x"}, f.label, f.colour, f.dash});
  }
  return panel;
}

record::Figure figure_4() {
  return {"fig4_path",
          "Fig. 4: the path of the centre of mass",
          "The box starts at the origin, along y. Phantom inertia and the exact cone lie on Coulomb's law; pyramids of "
          "friction (Anitescu-Potra, Box) leave it however short the step. Four corners share the load by equal "
          "compliance.",
          {path_panel("μ = 1, 10 ms", "mu1", "_10ms"), path_panel("μ = 1, 1 ms", "mu1", "_1ms"),
           path_panel("μ = 0.5, 10 ms", "mu05", "_10ms"), path_panel("μ = 0.5, 1 ms", "mu05", "_1ms")},
          2};
}

record::Scene moving_scene(Result& result) {
  std::vector<record::Shape> shapes;
  std::vector<StillBox> truth;
  double x = -1.8;
  for (const std::size_t i : {0UL, 4UL, 1UL}) {
    const Formulation& f = formulations[i];
    const SlidingBox box{.start = {x, 0.0}};
    const SlideRun run = slide(box, options_of(f.model), 0.001, 1.0);
    for (record::Shape& shape : moving_bodies(result, std::string("scene_") + f.name, run.recording, f.colour, f.label))
      shapes.push_back(std::move(shape));
    truth.push_back({box.size, {x + end_mu_1.x, end_mu_1.y, 0.5}, turned_about_z(end_mu_1.yaw)});
    x += 1.8;
  }
  shapes.push_back(still_boxes(result, "scene_truth", "Where the boxes should end", truth, Colour::grey,
                               "where Coulomb's law ends", 0.3));
  shapes.push_back(ground_shape(result, "scene_ground", {0.3, 1.0, 0.0}, {6.5, 4.0}));
  return scene_of(
      "scene_box", "Fig. 3: the box, by a pyramid, by the exact cone, and by the Box model",
      "5 m/s and one turn per second at first, μ = 1, steps of 1 ms. Grey: where Coulomb's law leaves the box.",
      std::move(shapes));
}

Result run(const Progress& progress) {
  Result result;
  Stages stages(progress, 10.0);
  reference(result);
  const Ends ends = paths(result, stages.next(3.0));
  table_1(result, stages.next(2.0));
  axes(result, stages.next(1.0));
  orders(result, stages.next(1.0));
  claims(result, ends, stages.next(3.0));
  result.parameters = {{"mass", 1.0, "kg"},
                       {"side", 1.0, "m"},
                       {"velocity along y", 5.0, "m/s"},
                       {"angular velocity about z", 2.0 * std::numbers::pi, "rad/s"},
                       {"gravity", 9.81, "m/s²"},
                       {"stiffness, Table 1, normal", 1e10, "N/m"},
                       {"damping, Table 1, normal", 1e8, "N s/m"},
                       {"stiffness, Table 1, tangential", 1e8, "N/m"},
                       {"damping, Table 1, tangential", 1e5, "N s/m"},
                       {"velocity threshold", 1e-3, "m/s"}};
  result.figures.insert(result.figures.begin(), figure_4());
  result.scenes = {moving_scene(result)};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace box_experiment

Experiment box() {
  return {.name = "lcp-box",
          .paper = "Peiret2017",
          .figure = "Figs. 3 and 4, Table 1",
          .summary = "a box slides and spins to rest by five formulations, against Coulomb's law integrated finely",
          .run = &box_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::lcp
