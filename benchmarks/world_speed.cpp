// Rigid bodies in contact against the engines that are installed, on the same scenes in the same run: time per step, and what became of
// the scene. Sleeping, damping and restitution are off, friction is that of the scene; all else is as the engines come.
//
// world_speed [SECONDS]: length of towers and wall, 5 s unless given. Times are those of the processor, one thread.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "stickslip/sim/world.hpp"

#include "benchmarks/engines.hpp"

namespace stickslip::benchmarks {
namespace {

using sim::BodyDescription;
using sim::World;

double seconds_of_processor() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Ours : public Engine {
 public:
  Ours(const EngineScene& scene, double tolerance) : world_({.tolerance = tolerance}) {
    world_.add_plane({0.0, 0.0, 1.0}, 0.0, {scene.mu, scene.mu, 0.0});
    for (const EngineBox& box : scene.boxes) {
      BodyDescription given{.shapes = {{geometry::Polyhedron::box(scene.sides)}}, .mass = scene.mass};
      given.surface = {scene.mu, scene.mu, 0.0};
      given.position = box.position;
      given.orientation = box.orientation;
      given.velocity = box.velocity;
      given.angular_velocity = box.angular_velocity;
      world_.add_body(given);
    }
  }
  const char* name() const override { return "stickslip"; }
  void step(double h) override {
    const sim::StepReport report = world_.step(h);
    residual = std::max(residual, report.residual);
    contacts = std::max(contacts, report.contacts);
    if (!report.converged()) ++unsolved;
  }
  Vec<3> position(std::size_t box) const override { return world_.body(static_cast<int>(box) + 1).position; }

  double residual = 0.0;
  int contacts = 0;
  int unsolved = 0;

 private:
  World world_;
};

EngineScene spinning_box() {
  EngineScene scene{.sides = {1.0, 1.0, 1.0}, .mass = 1.0, .mu = 1.0, .boxes = {}};
  EngineBox box;
  box.position = {0.0, 0.0, 0.5};
  box.velocity = {0.0, 5.0, 0.0};
  box.angular_velocity = {0.0, 0.0, 2.0 * std::numbers::pi};
  scene.boxes.push_back(box);
  return scene;
}

EngineScene cubes(int columns, int height, double pitch, double shift) {
  EngineScene scene{.sides = {0.1, 0.1, 0.1}, .mass = 0.1, .mu = 0.5, .boxes = {}};
  for (int r = 0; r < height; ++r) {
    for (int k = 0; k < columns; ++k) {
      EngineBox box;
      box.position = {pitch * k + (r % 2 == 0 ? 0.0 : shift), 0.0, 0.05 + 0.1 * r};
      scene.boxes.push_back(box);
    }
  }
  return scene;
}

// Ten rows of ten towers, each of `height` cubes.
EngineScene hundred_towers(int height) {
  EngineScene scene = cubes(10, height, 0.3, 0.0);
  const std::vector<EngineBox> row = scene.boxes;
  for (int y = 1; y < 10; ++y) {
    for (EngineBox box : row) {
      box.position.y() = 0.3 * y;
      scene.boxes.push_back(box);
    }
  }
  return scene;
}

// A thousand cubes that fall onto a heap.
EngineScene heap() {
  EngineScene scene{.sides = {0.1, 0.1, 0.1}, .mass = 0.1, .mu = 0.5, .boxes = {}};
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  for (int z = 0; scene.boxes.size() < 1000; ++z) {
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 8 && scene.boxes.size() < 1000; ++x) {
        EngineBox box;
        box.position = {0.18 * x + 0.01 * u(engine), 0.18 * y + 0.01 * u(engine), 0.2 + 0.18 * z};
        box.orientation = Eigen::Quaterniond(u(engine), u(engine), u(engine), u(engine)).normalized();
        scene.boxes.push_back(box);
      }
    }
  }
  return scene;
}

struct Timing {
  double first, mean;  // [s]
  double moved;        // the farthest that a box moved from its place [m]
};

// `from`: time from which on steps count for the mean.
Timing run(Engine& engine, const EngineScene& scene, double h, double duration, double from = 0.0) {
  Timing timing{0.0, 0.0, 0.0};
  const int steps = static_cast<int>(std::lround(duration / h)), skipped = static_cast<int>(std::lround(from / h));
  double sum = 0.0;
  for (int k = 0; k < steps; ++k) {
    const double before = seconds_of_processor();
    engine.step(h);
    const double taken = seconds_of_processor() - before;
    if (k == 0) timing.first = taken;
    if (k >= skipped) sum += taken;
    if (k % 50 != 49 && k + 1 != steps) continue;
    for (std::size_t i = 0; i < scene.boxes.size(); ++i)
      timing.moved = std::max(timing.moved, (engine.position(i) - scene.boxes[i].position).norm());
  }
  timing.mean = sum / (steps - skipped);
  return timing;
}

void show(const char* what, const Engine& engine, const Timing& timing, const char* rest) {
  std::printf("%-34s%-12s%11.1f%11.2f%14.4g  %s\n", what, engine.name(), 1e6 * timing.mean, 1e3 * timing.first,
              1e3 * timing.moved, rest);
  std::fflush(stdout);
}

void compare(const char* what, const EngineScene& scene, double h, double duration) {
  Ours ours(scene, 1e-7);
  const Timing timing = run(ours, scene, h, duration);
  char rest[100];
  static_cast<void>(std::snprintf(rest, sizeof rest, "residual %.0e, %d unsolved, %d contacts", ours.residual,
                                  ours.unsolved, ours.contacts));
  show(what, ours, timing, rest);
  for (const std::unique_ptr<Engine>& engine : installed_engines(scene, h))
    show("", *engine, run(*engine, scene, h, duration), "");
}

void measure_heap(double tolerance) {
  const EngineScene scene = heap();
  Ours ours(scene, tolerance);
  const Timing timing = run(ours, scene, 1e-3, 1.25, 0.6);
  char what[60], rest[100];
  static_cast<void>(std::snprintf(what, sizeof what, "heap of 1000, tol %g, 0.6 to 1.25 s", tolerance));
  static_cast<void>(std::snprintf(rest, sizeof rest, "residual %.0e, %d unsolved, %d contacts", ours.residual,
                                  ours.unsolved, ours.contacts));
  show(what, ours, timing, rest);
}

int main_of(int argc, char** argv) {
  const double duration = argc > 1 ? std::atof(argv[1]) : 5.0;
  std::printf("%-34s%-12s%11s%11s%14s\n", "scene, 1 ms", "", "µs/step", "first ms", "moved mm");
  compare("S1 spinning box", spinning_box(), 1e-3, 0.8);
  compare("ten towers of ten", cubes(10, 10, 0.3, 0.0), 1e-3, duration);
  compare("wall of 100", cubes(10, 10, 0.102, 0.025), 1e-3, duration);
  measure_heap(0.1);
  measure_heap(0.01);
  for (const int height : {1, 10, 100}) {
    const EngineScene scene = hundred_towers(height);
    Ours ours(scene, 1e-7);
    const Timing timing = run(ours, scene, 1e-3, 0.1, 0.05);
    const std::string what = "100 towers of " + std::to_string(height) + ", at rest";
    show(what.c_str(), ours, timing, "");
  }
  return 0;
}

}  // namespace
}  // namespace stickslip::benchmarks

int main(int argc, char** argv) {
  return stickslip::benchmarks::main_of(argc, argv);
}
