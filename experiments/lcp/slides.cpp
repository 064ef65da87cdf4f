// Fifty random boxes that slide and spin to rest, against the same laws integrated finely.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "experiments/lcp/lcp.hpp"
#include "experiments/lcp/pictures.hpp"
#include "experiments/lcp/slide.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp {

namespace slides_experiment {
namespace {

using record::Colour;
using record::Dash;
using record::MarkKind;

constexpr int boxes = 50;
constexpr std::uint32_t seed = 15;
constexpr std::array steps = {0.01, 0.001};
constexpr double largest_share = 0.1;   // of h (‖v₀‖ + R|ω₀|), error of the end
constexpr double largest_turn = 0.005;  // error of yaw at 1 ms, over the yaw

std::vector<SlidingBox> random_boxes() {
  std::mt19937 engine(seed);
  // The library's distributions differ between compilers; the engine does not.
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(engine()) / 0x1p32);
  };
  std::vector<SlidingBox> all;
  for (int i = 0; i < boxes; ++i) {
    SlidingBox box;
    do {
      box.size = {uniform(0.05, 1.0), uniform(0.05, 1.0), uniform(0.05, 1.0)};
      box.mu = uniform(0.2, 0.8);
      // Friction of the whole weight must not tip it over its nearest edge.
    } while (box.mu * box.size[2] > 0.95 * std::min(box.size[0], box.size[1]));
    box.mass = 500.0 * box.size.prod();
    const double speed = uniform(0.5, 5.0), direction = 2.0 * std::numbers::pi * (i + uniform(0.0, 1.0)) / boxes;
    box.velocity = {speed * std::cos(direction), speed * std::sin(direction)};
    box.spin = (uniform(0.0, 1.0) < 0.5 ? -1.0 : 1.0) * uniform(1.0, 10.0);
    all.push_back(box);
  }
  return all;
}

double way(const SlidingBox& box, double h) {
  return h * (norm(box.velocity) + box.radius() * std::abs(box.spin));
}

record::Figure figure() {
  record::Panel ends{"end", {"h (‖v₀‖ + R|ω₀|)", "mm", 1.0, true}, {"distance from the true end", "mm", 1.0, true}, {}};
  ends.marks = {{MarkKind::points, "slides", {"way_10ms", "error_10ms"}, "10 ms", Colour::red},
                {MarkKind::points, "slides", {"way_1ms", "error_1ms"}, "1 ms", Colour::blue},
                {MarkKind::line, "bound", {"way", "error"}, "bound, a tenth", Colour::grey, Dash::dashed}};
  record::Panel turns{"yaw", {"box", "1"}, {"error of the yaw / yaw", "%", 1.0, true}, {}};
  turns.marks = {{MarkKind::points, "slides", {"box", "turn_10ms"}, "10 ms", Colour::red},
                 {MarkKind::points, "slides", {"box", "turn_1ms"}, "1 ms", Colour::blue}};
  return {
      "slides",
      "Where fifty random boxes end, against Coulomb's law integrated finely",
      "Sides from 0.05 to 1 m, μ from 0.2 to 0.8, to 5 m/s and 10 rad/s, exact cone. The error is in proportion to the "
      "step: a few hundredths of what the box moves in one.",
      {ends, turns}};
}

record::Scene scene(Result& result, const std::vector<SlidingBox>& all, const std::vector<SlideEnd>& ends) {
  constexpr std::array colours = {Colour::blue,   Colour::red,  Colour::green,
                                  Colour::yellow, Colour::cyan, Colour::purple};
  std::vector<record::Shape> shapes;
  std::vector<StillBox> truth;
  double farthest = 0.0, until = 0.0;
  for (int i = 0; i < boxes; i += 6) until = std::max(until, ends[static_cast<std::size_t>(i)].t);
  for (std::size_t i = 0; i < all.size(); i += 6) {
    SlidingBox box = all[i];
    box.start = 2.0 * box.velocity / norm(box.velocity);
    const SlideRun run = slide(box, {}, 0.001, until + 0.3, {}, 0.02);
    for (record::Shape& shape :
         moving_bodies(result, "scene_" + std::to_string(i), run.recording, colours[i / 6 % 6], ""))
      shapes.push_back(std::move(shape));
    const Vec<3> end(box.start[0] + ends[i].x, box.start[1] + ends[i].y, 0.5 * box.size[2]);
    truth.push_back({box.size, end, turned_about_z(ends[i].yaw)});
    farthest = std::max({farthest, std::abs(end[0]), std::abs(end[1])});
  }
  shapes.push_back(still_boxes(result, "scene_truth", "Where the boxes should end", truth, Colour::grey,
                               "where Coulomb's law ends", 0.3));
  shapes.push_back(ground_shape(result, "scene_ground", Vec<3>::Zero(), Vec<2>::Constant(2.0 * farthest + 1.0)));
  return scene_of("scene_slides", "Nine of the boxes, steps of 1 ms",
                  "Grey: where Coulomb's law leaves each of them. They end within a millimetre of it.",
                  std::move(shapes));
}

Result run(const Progress& progress) {
  Result result;
  Stages stages(progress, boxes);
  // The reference must first give what was integrated without stickslip.
  for (const double mu : {1.0, 0.5}) check_reference(result, mu);
  const std::vector<SlidingBox> all = random_boxes();
  record::Series series("slides", "One row per box",
                        {{"box", "1"},
                         {"mu", "1"},
                         {"speed", "m/s"},
                         {"spin", "rad/s"},
                         {"yaw", "rad"},
                         {"way_10ms", "mm"},
                         {"error_10ms", "mm"},
                         {"turn_10ms", "%"},
                         {"way_1ms", "mm"},
                         {"error_1ms", "mm"},
                         {"turn_1ms", "%"}});
  std::vector<SlideEnd> ends;
  std::array<double, 2> share{}, turn{};
  double fastest = 0.0;
  for (int i = 0; i < boxes; ++i) {
    const SlidingBox& box = all[static_cast<std::size_t>(i)];
    const SlideEnd truth = integrate_slide(box, 2e-4);
    std::array<double, 2> error{}, turned{};
    const Progress of_box = stages.next(1.0);
    of_box(0.0);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const double until = std::ceil(100.0 * truth.t + 50.0) / 100.0;
      const SlideRun run = slide(box, {}, steps[k], until);
      error[k] = distance(run.end, truth);
      turned[k] = std::abs((run.end.yaw - truth.yaw) / truth.yaw);
      share[k] = std::max(share[k], error[k] / way(box, steps[k]));
      turn[k] = std::max(turn[k], turned[k]);
      fastest = std::max(fastest, run.speed);
    }
    ends.push_back(truth);
    series.append({static_cast<double>(i), box.mu, norm(box.velocity), box.spin, truth.yaw, 1e3 * way(box, steps[0]),
                   1e3 * error[0], 1e2 * turned[0], 1e3 * way(box, steps[1]), 1e3 * error[1], 1e2 * turned[1]});
  }
  result.series.push_back(std::move(series));
  record::Series bound("bound", "A tenth of the way in a step", {{"way", "mm"}, {"error", "mm"}});
  for (const double w : {0.5, 100.0}) bound.append({w, largest_share * w});
  result.series.push_back(std::move(bound));
  for (std::size_t k = 0; k < steps.size(); ++k) {
    result.checks.push_back(
        at_most(in_ms(steps[k]) + ": end, largest error / h (‖v₀‖ + R|ω₀|)", "1", largest_share, share[k]));
  }
  result.checks.push_back(at_most("1 ms: yaw, largest error / yaw", "%", 1e2 * largest_turn, 1e2 * turn[1]));
  result.checks.push_back(at_most("speed after rest, largest", "m/s", 1e-9, fastest));
  result.parameters = {
      {"boxes", static_cast<double>(boxes)}, {"seed", static_cast<double>(seed)}, {"formulation", "cone"}};
  result.figures = {figure()};
  result.scenes = {scene(result, all, ends)};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace slides_experiment

Experiment slides() {
  return {.name = "lcp-slides",
          .paper = "Peiret2017",
          .figure = "Fig. 4, for other boxes",
          .summary = "fifty random boxes slide and spin to rest, against Coulomb's law integrated finely",
          .run = &slides_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::lcp
