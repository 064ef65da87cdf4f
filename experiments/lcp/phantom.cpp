// The shape of friction in every formulation, stick and slip under a ramped push, and what phantom inertia does not change
// [Peiret 2017, Figs. 1 and 2].
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/formulation/formulations.hpp"

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/scenes.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp {

namespace phantom_experiment {
namespace {

using formulation::Formulated;
using formulation::Relaxation;
using formulation::RowRole;
using record::Colour;
using record::Dash;
using record::MarkKind;

constexpr double mu = 0.5, h = 0.01;
constexpr double limit = mu * gravity;  // friction of the block of 1 kg [N]
const Relaxation rigid{.epsilon = 0.0};

std::span<const double> span_of(const Eigen::VectorXd& z) {
  return {z.data(), static_cast<std::size_t>(z.size())};
}

// --- Fig. 1 -----------------------------------------------------------------------------------------------------------------

// A formulation of friction, and the largest push it should hold by the direction θ, over μ m g.
struct Shape {
  std::string name;   // of its series
  std::string label;  // in figures and checks
  std::function<Formulated(const Scene&)> formulate;
  std::function<double(double)> expected;
};

// Of the regular polygon with 2k sides whose incircle is the unit circle, sides across the lines at multiples of π/k.
double circumscribed(int k, double theta) {
  double largest = 0.0;
  for (int i = 0; i < k; ++i) largest = std::max(largest, std::abs(std::cos(theta - std::numbers::pi * i / k)));
  return 1.0 / largest;
}

// Of the one with its corners on the unit circle, at multiples of π/k.
double inscribed(int k, double theta) {
  const double sector = std::numbers::pi / k;
  const double from_middle = theta - sector * (std::floor(theta / sector) + 0.5);
  return std::cos(0.5 * sector) / std::cos(from_middle);
}

std::vector<Shape> shapes() {
  std::vector<Shape> all;
  for (const int k : {2, 3, 4, 8}) {
    const std::string suffix = "_k" + std::to_string(k), text = ", k = " + std::to_string(k);
    all.push_back({"phantom" + suffix, "phantom inertia" + text,
                   [k](const Scene& s) {
                     return phantom_inertia(
                         s.bodies, s.contacts,
                         {.h = h, .directions = k, .normal_relaxation = rigid, .tangent_relaxation = rigid});
                   },
                   [k](double theta) { return circumscribed(k, theta); }});
    all.push_back({"anitescu_potra" + suffix, "Anitescu-Potra" + text,
                   [k](const Scene& s) {
                     return anitescu_potra(s.bodies, s.contacts, {.h = h, .directions = k, .normal_relaxation = rigid});
                   },
                   [k](double theta) { return inscribed(k, theta); }});
    all.push_back({"stewart_trinkle" + suffix, "Stewart-Trinkle" + text,
                   [k](const Scene& s) {
                     return stewart_trinkle(s.bodies, s.contacts,
                                            {.h = h, .directions = k, .normal_relaxation = rigid});
                   },
                   [k](double theta) { return inscribed(k, theta); }});
  }
  all.push_back({"box", "box",
                 [](const Scene& s) {
                   return box(s.bodies, s.contacts, {.h = h, .normal_relaxation = rigid, .tangent_relaxation = rigid});
                 },
                 [](double theta) { return circumscribed(2, theta); }});
  all.push_back({"hybrid", "hybrid",
                 [](const Scene& s) {
                   return hybrid(s.bodies, s.contacts,
                                 {.h = h, .normal_relaxation = rigid, .tangent_relaxation = rigid});
                 },
                 [](double theta) { return circumscribed(2, theta); }});
  all.push_back({"exact_cone", "exact cone",
                 [](const Scene& s) { return exact_cone(s.bodies, s.contacts, {.h = h, .normal_relaxation = rigid}); },
                 [](double) { return 1.0; }});
  return all;
}

// The largest push in a direction that does not move the block, over μ m g: bisected to rounding.
double largest_held(const Shape& shape, Scene& scene, double theta) {
  const auto speed = [&](double push) {
    scene.bodies.force(0, 0) = push * limit * std::cos(theta);
    scene.bodies.force(0, 1) = push * limit * std::sin(theta);
    const Formulated step = shape.formulate(scene);
    const formulation::Solution solution = step.solve();
    if (solution.report.status != SolveStatus::converged) {
      throw InvalidArgument("lcp-phantom: " + shape.label + " was not solved");
    }
    return step.velocities(span_of(solution.z)).row(0).head<2>().norm();
  };
  // A push beyond the limit by a share of it moves the block by that share of this speed.
  constexpr double share = 1e-10, free_speed = limit * h;
  double low = 0.5, high = 2.0;
  while (high - low > 1e-11) {
    const double middle = 0.5 * (low + high);
    (speed(middle) <= share * free_speed ? low : high) = middle;
  }
  return low;
}

void friction_shapes(Result& result, const Progress& progress) {
  constexpr int angles = 96;
  const std::vector<Shape> all = shapes();
  double done = 0.0;
  for (const Shape& shape : all) {
    Scene scene = block_on_point(mu);
    record::Series series(shape.name, "Largest push held: " + shape.label,
                          {{"theta", "rad"}, {"held", "1"}, {"fx", "1"}, {"fy", "1"}});
    double worst = 0.0;
    for (int i = 0; i <= angles; ++i) {
      const double theta = 2.0 * std::numbers::pi * i / angles;
      const double held = largest_held(shape, scene, theta);
      worst = std::max(worst, std::abs(held - shape.expected(theta)));
      series.append({theta, held, held * std::cos(theta), held * std::sin(theta)});
      progress((done + static_cast<double>(i) / angles) / static_cast<double>(all.size()));
    }
    ++done;
    result.series.push_back(std::move(series));
    result.checks.push_back(at_most(shape.label + ": largest push held / μ m g, error", "1", 1e-9, worst));
  }
}

// --- Fig. 2 -----------------------------------------------------------------------------------------------------------------

constexpr double ramp_h = 1e-3, ramp_end = 1.6;

double push_at(double t) {
  constexpr double peak = 1.5 * limit, rise = 0.5, fall = 1.0;
  if (t < rise) return peak * t / rise;
  return t < fall ? peak * (fall - t) / (fall - rise) : 0.0;
}

struct Ramp {
  record::Series series;
  std::vector<double> friction, velocity;
  double overlap = 0.0;  // largest w_up w_lo
};

// Pushed along the first direction, with phantom inertia `rho` [kg].
Ramp ramp(double rho, const std::string& name) {
  Scene scene = block_on_point(mu);
  Ramp run{{name,
            "Stick, slip, stick with phantom inertia " + to_text(rho) + " kg",
            {{"t", "s"},
             {"push", "N"},
             {"friction", "N"},
             {"velocity", "m/s"},
             {"saturation_up", "N"},
             {"saturation_lo", "N"},
             {"w_up", "m/s"},
             {"w_lo", "m/s"}}},
           {},
           {}};
  const auto steps = static_cast<int>(std::lround(ramp_end / ramp_h));
  for (int i = 0; i < steps; ++i) {
    const double push = push_at(i * ramp_h);
    scene.bodies.force(0, 0) = push;
    const Formulated step = phantom_inertia(
        scene.bodies, scene.contacts,
        // Never "sliding": the bounds of (29) and (30) are what the figure shows.
        {.h = ramp_h, .rho = rho, .v_th = 1e6, .normal_relaxation = rigid, .tangent_relaxation = rigid});
    const formulation::Solution solution = step.solve();
    const auto& problem = std::get<solvers::LcpProblem>(step.problem());
    const Eigen::VectorXd slack = problem.M * solution.z + problem.q;
    double w_up = 0.0, w_lo = 0.0, saturation_up = 0.0, saturation_lo = 0.0;
    for (std::size_t row = 0; row < step.rows().size(); ++row) {
      if (step.rows()[row].component != 0) continue;
      const auto at = static_cast<Eigen::Index>(row);
      if (step.rows()[row].role == RowRole::up) {
        w_up = solution.z[at];
        saturation_lo = slack[at] / ramp_h;
      } else if (step.rows()[row].role == RowRole::lo) {
        w_lo = solution.z[at];
        saturation_up = slack[at] / ramp_h;
      }
    }
    const double friction = step.impulses(span_of(solution.z))(0, 1) / ramp_h;
    const auto velocity = step.velocities(span_of(solution.z));
    scene.bodies.velocity.row(0) = velocity.row(0).head<3>();
    run.friction.push_back(friction);
    run.velocity.push_back(velocity(0, 0));
    run.overlap = std::max(run.overlap, w_up * w_lo);
    if (i % 4 == 0) {
      run.series.append({(i + 1) * ramp_h, push, friction, velocity(0, 0), saturation_up, saturation_lo, w_up, w_lo});
    }
  }
  return run;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

void stick_and_slip(Result& result, const Progress& progress) {
  double overlap = 0.0, friction = 0.0, velocity = 0.0;
  Ramp first{{"unused", "", {{"t", "s"}}}, {}, {}};
  for (int decade = -6; decade <= 2; ++decade) {
    // λ_min(K) of this block is its mass, 1 kg.
    Ramp run = ramp(std::pow(10.0, decade), "ramp_" + std::to_string(decade + 6));
    overlap = std::max(overlap, run.overlap);
    if (decade == -6) {
      first = run;
    } else {
      friction = std::max(friction, largest_difference(first.friction, run.friction));
      velocity = std::max(velocity, largest_difference(first.velocity, run.velocity));
    }
    result.series.push_back(std::move(run.series));
    progress((decade + 7) / 9.0);
  }
  result.checks.push_back(equal("w_up w_lo, largest, ρ over eight decades", "m²/s²", 0.0, overlap, 0.0));
  result.checks.push_back(at_most("friction, difference between phantom inertias", "N", 1e-9, friction));
  result.checks.push_back(at_most("velocity, difference between phantom inertias", "m/s", 1e-9, velocity));
  result.checks.push_back(equal("friction while it slips / μ m g", "1", 1.0,
                                -*std::min_element(first.friction.begin(), first.friction.end()) / limit, 1e-12));
  result.checks.push_back(equal("velocity at the end", "m/s", 0.0, first.velocity.back(), 1e-12));
  // Velocity is the integral of what the push exceeds friction by, until both are spent: by hand from the ramps of (7.3575 N, 0.5 s).
  const double slope = 3.0 * limit, slips = limit / slope, peak_time = 1.0 - slips;
  const double peak = slope * (0.5 - slips) * (0.5 - slips);  // two equal triangles of height μ m g/2
  const auto fastest = std::max_element(first.velocity.begin(), first.velocity.end());
  result.checks.push_back(equal("largest velocity, against the integral", "m/s", peak, *fastest, 0.5 * limit * ramp_h));
  result.checks.push_back(
      equal("its time", "s", peak_time, static_cast<double>(fastest - first.velocity.begin()) * ramp_h, 2.0 * ramp_h));
}

// --- the paper's box ---------------------------------------------------------------------------------------------------------

// One step of the box for ρ from 1e-6 to 1e2 of λ_min(K), by every pivoting solver.
void box_of_the_paper(Result& result, const Progress& progress) {
  const Scene scene = paper_box(1.0);
  formulation::PhantomInertiaOptions options{.h = h};
  const double least = 0.5 * phantom_inertia(scene.bodies, scene.contacts, options).rho_bound();
  record::Series series("box_rho", "One step of the paper's box against the phantom inertia",
                        {{"rho", "1"}, {"lemke", "1"}, {"murty", "1"}, {"judice_pires", "1"}, {"difference", "m/s"}});
  formulation::Rows<6> first;
  double worst = 0.0, fallbacks = 0.0, unsolved = 0.0;
  for (int i = 0; i <= 32; ++i) {
    const double share = std::pow(10.0, -6.0 + 0.25 * i);
    options.rho = share * least;
    const Formulated step = phantom_inertia(scene.bodies, scene.contacts, options);
    std::array<double, 3> pivots{};
    double difference = 0.0;
    constexpr std::array names = {"lemke", "murty", "judice_pires"};
    for (std::size_t m = 0; m < names.size(); ++m) {
      const formulation::Solution solution = step.solve(names[m]);
      pivots[m] = static_cast<double>(solution.report.iterations);
      if (solution.report.status != SolveStatus::converged) {
        // Murty's rule may cycle, and then says so.
        if (m != 1) ++unsolved;
        pivots[m] = std::numeric_limits<double>::quiet_NaN();
        continue;
      }
      if (share <= 1.0 && solution.report.method.size() > std::string_view("judice_pires").size()) ++fallbacks;
      const formulation::Rows<6> velocity = step.velocities(span_of(solution.z));
      if (first.size() == 0) first = velocity;
      difference = std::max(difference, (velocity - first).cwiseAbs().maxCoeff());
    }
    worst = std::max(worst, difference);
    series.append({share, pivots[0], pivots[1], pivots[2], difference});
    progress(i / 32.0);
  }
  result.series.push_back(std::move(series));
  result.checks.push_back(
      at_most("box: velocity after a step, difference over ρ from 1e-6 to 1e2 of λ_min(K)", "m/s", 1e-8, worst));
  result.checks.push_back(equal("box: steps that Lemke or block pivoting do not solve", "1", 0.0, unsolved, 0.0));
  result.checks.push_back(equal("box: fallbacks of block pivoting for ρ ≤ λ_min(K)", "1", 0.0, fallbacks, 0.0));
}

// --- pictures ----------------------------------------------------------------------------------------------------------------

record::Mark outline(const std::string& series, const std::string& label, Colour colour, Dash dash = Dash::solid) {
  return {MarkKind::line, series, {"fx", "fy"}, label, colour, dash};
}

record::Figure figure_of_shapes() {
  constexpr std::array colours = {Colour::red, Colour::yellow, Colour::green, Colour::purple};
  record::Panel outside{"phantom inertia", {"force along t1", "μ m g"}, {"force along t2", "μ m g"}, {}, true};
  record::Panel inside{"Anitescu-Potra and Stewart-Trinkle", outside.x, outside.y, {}, true};
  record::Panel boxes{"box, hybrid", outside.x, outside.y, {}, true};
  std::size_t i = 0;
  for (const int k : {2, 3, 4, 8}) {
    const std::string suffix = "_k" + std::to_string(k), label = "k = " + std::to_string(k);
    outside.marks.push_back(outline("phantom" + suffix, label, colours[i]));
    inside.marks.push_back(outline("anitescu_potra" + suffix, label, colours[i++]));
  }
  boxes.marks.push_back(outline("box", "box and hybrid", Colour::red));
  for (record::Panel* panel : {&outside, &inside, &boxes}) {
    panel->marks.push_back(outline("exact_cone", "exact cone", Colour::blue));
  }
  return {"fig1_shapes",
          "The largest push that friction holds, by its direction",
          "A block of 1 kg on one point. Phantom inertia bounds the force along k lines: a polygon about Coulomb's "
          "circle. Rays of force "
          "span one inside it. The exact cone is the circle.",
          {outside, inside, boxes}};
}

record::Figure figure_of_isotropy() {
  record::Panel panel{"",
                      {"direction of the push", "deg", 180.0 / std::numbers::pi, false, 0.0, 360.0},
                      {"largest push held", "μ m g"},
                      {}};
  const auto add = [&](const char* series, const char* label, Colour colour, Dash dash = Dash::solid) {
    panel.marks.push_back({MarkKind::line, series, {"theta", "held"}, label, colour, dash});
  };
  add("phantom_k2", "phantom inertia, k = 2", Colour::red);
  add("box", "box, hybrid", Colour::purple, Dash::dashed);
  add("phantom_k8", "phantom inertia, k = 8", Colour::yellow);
  add("exact_cone", "exact cone", Colour::blue);
  add("anitescu_potra_k8", "Anitescu-Potra, k = 8", Colour::grey);
  add("anitescu_potra_k2", "Anitescu-Potra, k = 2", Colour::green);
  return {
      "isotropy",
      "Why pyramids are wrong: friction depends on direction",
      "With two lines or four rays the same block holds up to 41 % more or 29 % less, depending on how the axes lie.",
      {panel}};
}

record::Figure figure_of_ramp() {
  constexpr std::array<std::pair<int, const char*>, 3> shown = {
      {{0, "ρ = 1e-6 kg"}, {6, "ρ = 1 kg"}, {8, "ρ = 100 kg"}}};
  constexpr std::array colours = {Colour::blue, Colour::red, Colour::green};
  const record::Axis time{"time", "s"};
  record::Panel forces{"push and friction", time, {"force", "N"}, {}};
  forces.marks = {{MarkKind::line, "ramp_6", {"t", "push"}, "push", Colour::grey, Dash::dashed},
                  {MarkKind::line, "ramp_6", {"t", "friction"}, "friction", Colour::blue}};
  record::Panel speeds{"slip", time, {"speed", "m/s"}, {}};
  speeds.marks = {{MarkKind::line, "ramp_6", {"t", "w_up"}, "w_up", Colour::red},
                  {MarkKind::line, "ramp_6", {"t", "w_lo"}, "w_lo", Colour::green},
                  {MarkKind::line, "ramp_6", {"t", "velocity"}, "velocity", Colour::ink, Dash::dotted}};
  record::Panel up{"saturation of the upper bound", time, {"σ up", "N", 1.0, true}, {}};
  record::Panel lo{"saturation of the lower bound", time, {"σ lo", "N"}, {}};
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const std::string series = "ramp_" + std::to_string(shown[i].first);
    up.marks.push_back({MarkKind::line, series, {"t", "saturation_up"}, shown[i].second, colours[i]});
    lo.marks.push_back({MarkKind::line, series, {"t", "saturation_lo"}, shown[i].second, colours[i]});
  }
  return {"fig2_stick_slip",
          "Stick, slip and stick under a ramped push",
          "While the block slips, w_up is its speed and the lower bound is saturated. Phantom inertia only adds to the "
          "saturation of "
          "the bound that is not reached; force and velocity are the same for every ρ.",
          {forces, speeds, up, lo},
          2};
}

record::Figure figure_of_pivots() {
  record::Panel panel{"", {"ρ/λ_min(K)", "1", 1.0, true}, {"pivots", "1"}, {}};
  panel.marks = {{MarkKind::line, "box_rho", {"rho", "lemke"}, "Lemke", Colour::blue},
                 {MarkKind::line, "box_rho", {"rho", "murty"}, "Murty", Colour::red},
                 {MarkKind::line, "box_rho", {"rho", "judice_pires"}, "Júdice-Pires", Colour::green}};
  return {"pivots",
          "One step of the paper's box: pivots against the phantom inertia",
          "The velocity after the step is the same for all. Beyond 2 λ_min(K) the friction block is no longer positive "
          "definite.",
          {panel}};
}

Result run(const Progress& progress) {
  Result result;
  Stages stages(progress, 4.0);
  friction_shapes(result, stages.next(2.5));
  stick_and_slip(result, stages.next(1.0));
  box_of_the_paper(result, stages.next(0.5));
  result.parameters = {{"mass", 1.0, "kg"},          {"mu", mu},
                       {"gravity", gravity, "m/s²"}, {"h, shapes and box", h, "s"},
                       {"h, ramp", ramp_h, "s"},     {"mu of the box", 1.0}};
  result.figures = {figure_of_shapes(), figure_of_isotropy(), figure_of_ramp(), figure_of_pivots()};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace phantom_experiment

Experiment phantom() {
  return {.name = "lcp-phantom",
          .paper = "Peiret2017",
          .figure = "Figs. 1 and 2, claims on ρ",
          .summary = "the shape of friction in six formulations, stick and slip for eight decades of phantom inertia",
          .run = &phantom_experiment::run};
}

}  // namespace stickslip::experiments::lcp
