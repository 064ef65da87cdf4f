// Finding contacts: two boxes, many boxes, and all of a step.
#include <cmath>
#include <random>

#include <Eigen/Geometry>
#include <benchmark/benchmark.h>

#include "stickslip/contact/box_tree.hpp"
#include "stickslip/contact/contact_finder.hpp"
#include "stickslip/contact/manifold_finder.hpp"

namespace stickslip::benchmarks {
namespace {

using contact::Box, contact::Collider;

const geometry::Shape& cube() {
  static const geometry::Shape shape = geometry::Polyhedron::box({0.1, 0.1, 0.1});
  return shape;
}

const geometry::Shape& ground() {
  static const geometry::Shape shape = geometry::Plane{Vec<3>::UnitZ(), 0.0};
  return shape;
}

// The first is the box at the origin; the second is above it.
void pair(benchmark::State& state, const Vec<3>& position, const Vec<3>& axis, double angle) {
  const Collider a{.body = 0, .shape = &cube()};
  const Collider b{.body = 1,
                   .shape = &cube(),
                   .rotation = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(),
                   .position = position};
  contact::ManifoldFinder finder;
  std::vector<contact::ContactPoint> points;
  for (auto _ : state) {
    points.clear();
    finder.append(a, b, 1e-3, points);
    benchmark::DoNotOptimize(points.data());
  }
  state.counters["contacts"] = static_cast<double>(points.size());
}

// Boxes of side 1, of which each overlaps eight others.
void tree(benchmark::State& state) {
  std::mt19937_64 engine(1);
  const auto count = static_cast<std::size_t>(state.range(0));
  std::uniform_real_distribution<double> place(0.0, std::cbrt(static_cast<double>(count)));
  std::vector<Box> boxes;
  while (boxes.size() < count) {
    const Vec<3> centre(place(engine), place(engine), place(engine));
    boxes.push_back(Box{centre, centre}.grown(0.5));
  }
  contact::BoxTree found;
  std::vector<contact::BoxPair> pairs;
  for (auto _ : state) {
    found.build(boxes);
    found.pairs(pairs);
    benchmark::DoNotOptimize(pairs.data());
  }
  state.counters["pairs"] = static_cast<double>(pairs.size());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// A wall of bricks, ten high, at rest: 1 ms.
void wall(benchmark::State& state) {
  const int count = static_cast<int>(state.range(0));
  std::vector<Collider> colliders{{.body = -1, .shape = &ground(), .moves = false}};
  const int length = count / 10;
  for (int i = 0; i < count; ++i) {
    const int row = i / length;
    const Vec<3> position(0.101 * (i % length) + 0.05 * (row % 2), 0.0, 0.05 + 0.1 * row);
    colliders.push_back({.body = i, .shape = &cube(), .position = position, .speed = 0.01});
  }
  contact::ContactFinder finder;
  contact::ContactSet contacts;
  for (auto _ : state) {
    finder.find(colliders, 1e-3, 2e-5, {}, contacts);
    benchmark::DoNotOptimize(contacts.points.data());
  }
  state.counters["contacts"] = contacts.size();
}

// Runs before main.
[[maybe_unused]] const bool are_registered = [] {
  const Vec<3> up = Vec<3>::UnitZ(), any(1.0, 2.0, 3.0);
  benchmark::RegisterBenchmark("contact/boxes/aligned", pair, Vec<3>(0, 0, 0.1), up, 0.0);
  benchmark::RegisterBenchmark("contact/boxes/offset", pair, Vec<3>(0.05, 0.02, 0.1), up, 0.0);
  benchmark::RegisterBenchmark("contact/boxes/turned", pair, Vec<3>(0, 0, 0.1), up, 0.785398);
  benchmark::RegisterBenchmark("contact/boxes/tumbling", pair, Vec<3>(0.02, 0.03, 0.115), any, 0.7);
  benchmark::RegisterBenchmark("contact/boxes/edges", pair, Vec<3>(0.1, 0.1, 0.02), Vec<3>(1, -1, 0), 1.2);
  benchmark::RegisterBenchmark("contact/boxes/apart", pair, Vec<3>(0.09, 0.09, 0.14), any, 0.7);
  benchmark::RegisterBenchmark("contact/boxes/corners", pair, Vec<3>(0.1003, 0.1003, 0.1003), up, 0.0);
  benchmark::RegisterBenchmark("contact/tree", tree)->RangeMultiplier(10)->Range(100, 10000);
  benchmark::RegisterBenchmark("contact/wall", wall)->RangeMultiplier(10)->Range(100, 10000);
  return true;
}();

}  // namespace
}  // namespace stickslip::benchmarks
