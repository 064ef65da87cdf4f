// A puck slides and spins to rest; the run becomes a page to look at and a file to compute with.
//
//   puck/run.csv       the series as text
//   puck/result.h5     everything: series, units, parameters, figures
//   puck/report.html   plots and a moving picture, in one file that needs nothing else
//
// 08_report.py does the same in Python.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>

#include "stickslip/core/version.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/record/csv.hpp"
#include "stickslip/record/hdf5.hpp"
#include "stickslip/record/html.hpp"
#include "stickslip/record/timestamp.hpp"
#include "stickslip/sim/simulate.hpp"

using namespace stickslip::record;
namespace patch = stickslip::patch;
namespace sim = stickslip::sim;
using stickslip::Signal;

constexpr double radius = 0.038, mass = 0.17, mu = 0.2;  // [m], [kg]

sim::Trajectory slide() {
  const stickslip::friction::ElastoPlastic law({.sigma0 = 1e5, .sigma1 = 2e2, .mu_c = mu, .mu_s = mu});
  const sim::PlanarBody puck{.mass = mass, .inertia = 0.5 * mass * radius * radius, .twist = {0.8, 0.3, 25.0}};
  sim::SimulationOptions options;
  options.frame = sim::Frame::body;  // the pressed area moves with the puck
  options.t_end = 0.8;
  options.record_dt = 5e-3;
  return sim::simulate(patch::ReducedPatch(law, patch::Pressure::disc(radius)), puck,
                       Signal<stickslip::Wrench2>(stickslip::Wrench2(0.0, 0.0, 0.0)), Signal<double>(9.81 * mass),
                       options);
}

Series run_of(const sim::Trajectory& way) {
  Series run("run", "A puck that comes to rest",
             {{"t", "s"},
              {"x", "m"},
              {"y", "m"},
              {"z", "m"},
              {"qw", "1"},
              {"qx", "1"},
              {"qy", "1"},
              {"qz", "1"},
              {"speed", "m/s"},
              {"omega", "rad/s"}});
  for (std::size_t k = 0; k < way.t.size(); ++k) {
    const auto& q = way.pose[k];
    run.append({way.t[k], q.x, q.y, 0.0, std::cos(q.theta / 2), 0.0, 0.0, std::sin(q.theta / 2),
                way.twist[k].head<2>().norm(), way.twist[k](2)});
  }
  return run;
}

// Two halves of a disc, so that its turning can be seen.
Series puck_shape() {
  Series shape("shape", "The puck, corner after corner", {{"facet", "1"}, {"x", "m"}, {"y", "m"}, {"z", "m"}});
  for (int half = 0; half < 2; ++half) {
    for (int k = 0; k <= 24; ++k) {
      const double angle = std::numbers::pi * (half + k / 24.0);
      shape.append({static_cast<double>(half), radius * std::cos(angle), radius * std::sin(angle), 0.0});
    }
  }
  return shape;
}

int main() {
  Result result;
  result.name = "puck";
  result.title = "A puck slides and spins to rest";
  result.version = stickslip::version;
  result.made = utc_now();
  result.parameters = {{"radius", radius, "m"},
                       {"mass", mass, "kg"},
                       {"mu", mu},
                       {"law", std::string("Elasto-Plastic, three bristles")}};
  result.series = {run_of(slide()), puck_shape()};
  const Series& run = result["run"];
  // A disc stops sliding and stops spinning at the same instant [Farkas2003].
  result.checks = {at_most("speed at the end", "m/s", 1e-6, run["speed"].back()),
                   at_most("spin at the end", "rad/s", 1e-4, std::abs(run["omega"].back()))};
  result.figures = {{"speeds",
                     "Sliding and spinning end together",
                     "Friction of an area couples them: neither decays along a straight line.",
                     {{"", {"t", "s"}, {"speed", "m/s"}, {{MarkKind::line, "run", {"t", "speed"}}}},
                      {"", {"t", "s"}, {"spin", "rad/s"}, {{MarkKind::line, "run", {"t", "omega"}}}}}}};
  const auto half = [](double facet, Colour colour) {
    Shape shape{ShapeKind::polygons, "shape", {"facet", "x", "y", "z"}, "", colour};
    shape.only = {"facet", facet};
    shape.motion = Motion{"run"};
    return shape;
  };
  result.scenes = {{"way",
                    "The puck on its way",
                    "",
                    {"x", "mm", 1e3},
                    {"y", "mm", 1e3},
                    {"z", "mm", 1e3},
                    {half(0.0, Colour::blue),
                     half(1.0, Colour::cyan),
                     {ShapeKind::curve, "run", {"t", "x", "y", "z"}, "way of the centre", Colour::red}}}};

  std::filesystem::create_directories("puck");
  write_csv(run, "puck/run.csv");
  write_hdf5(result, "puck/result.h5");
  if (can_write_html()) write_html({result}, "puck/report.html");
  const Result back = read_hdf5("puck/result.h5");
  std::printf("rests after %.2f m and %.2f turns; %zu rows in puck/result.h5; checks %s\n",
              std::hypot(run["x"].back(), run["y"].back()), slide().pose.back().theta / (2.0 * std::numbers::pi),
              back["run"].rows(), back.passed() ? "pass" : "FAIL");
  return back.passed() ? 0 : 1;
}
