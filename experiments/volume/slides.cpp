// Bodies that slide and spin to rest on their flat base, against quadrature: base_slide.hpp.
#include <cmath>
#include <numbers>
#include <utility>

#include "experiments/lcp/pictures.hpp"
#include "experiments/stages.hpp"
#include "experiments/volume/base_slide.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/parts.hpp"

namespace stickslip::experiments::volume {

namespace slides_experiment {
namespace {

using geometry::Polyhedron;

struct Slider {
  Polyhedron shape;
  SlidingBase base;
};

// 1 kg, 0.5 m/s, 20 rad/s: a disc of 50 mm radius as a prism.
Slider disc() {
  constexpr double thickness = 5e-3, mass = 1.0;
  const std::vector<Vec<2>> outline = disc_outline(32, 0.05);
  const Polyhedron shape = Polyhedron::prism(outline, thickness);
  return {shape, {outline, mass, upright_inertia(shape, mass), 0.5 * thickness, 0.3, {0.5, 0.0}, 20.0}};
}

// The box of [Peiret 2017, Table 1] on its whole base.
Slider box(double mu) {
  const std::vector<Vec<2>> outline = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
  return {Polyhedron::box(Vec<3>::Ones()), {outline, 1.0, 1.0 / 6.0, 0.5, mu, {0.0, 5.0}, 2.0 * std::numbers::pi}};
}

struct Slid {
  BaseEnd end;
  int unsolved;
  sim::Recording recording;
};

Slid slide(const Slider& slider, double h, double until) {
  const SlidingBase& base = slider.base;
  sim::World world;
  world.add_plane(Vec<3>::UnitZ(), 0.0, rough(base.mu));
  const int body = world.add_body({.shapes = {{slider.shape}},
                                   .mass = base.mass,
                                   .surface = rough(base.mu),
                                   .position = {0.0, 0.0, base.height},
                                   .velocity = {base.velocity(0), base.velocity(1), 0.0},
                                   .angular_velocity = {0.0, 0.0, base.spin}});
  world.add_contact_model({});
  Stepping stepping(world, h);
  stepping.film(0.01);
  double yaw = 0.0, last = 0.0, rest = 0.0;
  while (world.time() < until - 0.5 * h) {
    stepping.step();
    const double now = yaw_of(world.body(body).orientation), turn = 2.0 * std::numbers::pi;
    yaw += now - last - turn * std::round((now - last) / turn);
    last = now;
    if (speed_of(world.body(body), 0.5) > 1e-3) rest = world.time();
  }
  const Vec<3>& at = world.body(body).position;
  return {{at(0), at(1), yaw, rest}, stepping.unsolved(), std::move(stepping.recording())};
}

double apart(const BaseEnd& a, const BaseEnd& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

}  // namespace
}  // namespace slides_experiment

void slides(Result& result, const Progress& progress, Extent) {
  using namespace slides_experiment;
  Stages stages(progress, 3.0);
  record::Series table("slides", "Where bodies come to rest: computed, and by quadrature",
                       {{"x", "m"},
                        {"y", "m"},
                        {"yaw", "rad"},
                        {"x quadrature", "m"},
                        {"y quadrature", "m"},
                        {"yaw quadrature", "rad"}});
  std::vector<std::string> rows;
  const auto add = [&](const std::string& name, const Slid& slid, const BaseEnd& truth) {
    table.append({slid.end.x, slid.end.y, slid.end.yaw, truth.x, truth.y, truth.yaw});
    rows.push_back(name);
    check_solved(result, name, slid.unsolved);
  };

  const Slider spinning = disc();
  const BaseEnd disc_end = integrate(spinning.base, 2e-3);
  for (const auto& [h, tolerance] : {std::pair{1e-3, 1e-3}, {5e-3, 3e-3}}) {
    const std::string name = "disc as a prism, " + lcp::in_ms(h);
    const Slid slid = slide(spinning, h, 0.5);
    add(name, slid, disc_end);
    result.checks.push_back(
        equal(name + ": distance", "mm", 1e3 * disc_end.x, 1e3 * slid.end.x, tolerance * 1e3 * disc_end.x));
    result.checks.push_back(equal(name + ": yaw", "rad", disc_end.yaw, slid.end.yaw, tolerance * disc_end.yaw));
  }
  stages.next(1.0)(1.0);

  std::vector<record::Shape> shapes;
  for (const double mu : {0.5, 1.0}) {
    const Slider slider = box(mu);
    const BaseEnd truth = integrate(slider.base, 2e-3);
    const std::string name = "box, μ = " + to_text(mu);
    const Slid slid = slide(slider, 1e-3, 1.6);
    add(name + ", 1 ms", slid, truth);
    result.checks.push_back(
        at_most(name + ", 1 ms: end, off by", "mm", mu == 0.5 ? 0.5 : 1.0, 1e3 * apart(slid.end, truth)));
    if (mu == 0.5) {
      const Slid coarse = slide(slider, 1e-2, 1.6);
      add(name + ", 10 ms", coarse, truth);
      result.checks.push_back(at_most(name + ", 10 ms: end, off by", "mm", 4.0, 1e3 * apart(coarse.end, truth)));
      shapes = filmed(result, "slide", slid.recording, record::Colour::blue, "area contact");
      shapes.push_back(lcp::still_boxes(result, "slide_end", "Where quadrature ends",
                                        {{Vec<3>::Ones(), {truth.x, truth.y, 0.5}, lcp::turned_about_z(truth.yaw)}},
                                        record::Colour::grey, "end by quadrature", 0.3));
      shapes.push_back(lcp::ground_shape(result, "slide_ground", {0.3, 1.5, 0.0}, {4.0, 6.0}));
    }
    stages.next(1.0)(1.0);
  }
  result.series.push_back(std::move(table));
  result.tables.push_back({"Sliding and spinning to rest on a flat base", "slides", rows});
  result.scenes.push_back(lcp::scene_of("scene_slide", "A box that slides and spins on its base, μ = 0.5",
                                        "5 m/s and one turn per second. Pressure on the whole base, linear and shifted "
                                        "forward by friction, below zero nowhere.",
                                        std::move(shapes)));
}

}  // namespace stickslip::experiments::volume
