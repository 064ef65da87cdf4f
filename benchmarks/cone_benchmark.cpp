// Friction cones for many forces and for one; cones of wrenches; and the weights of rays against a linear program.
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "stickslip/cone/friction_cone.hpp"
#include "stickslip/cone/wrench_cone.hpp"

#ifdef STICKSLIP_HAS_CLP
#include <ClpSimplex.hpp>
#include <malloc.h>
#endif

namespace stickslip::benchmarks {
namespace {

using cone::Approximation;
using cone::FrictionCone;
using cone::FrictionPoint;
using cone::WrenchCone;

FrictionCone tilted() {
  return FrictionCone(0.5, {0.3, -0.5, 0.8});
}

// In all directions: inside, outside and in the polar cone, in no order that a processor could learn.
std::vector<double> forces(std::size_t count) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> f(3 * count);
  for (double& x : f) x = 100.0 * normal(random);
  return f;
}

void contains_many(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const FrictionCone cone = tilted();
  const std::vector<double> f = forces(count);
  const auto inside = std::make_unique<bool[]>(count);
  for (auto _ : state) {
    cone::contains(cone, f, FrictionCone::default_tolerance, {inside.get(), count});
    benchmark::DoNotOptimize(inside.get());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

template <class Function>
void map_many(benchmark::State& state, std::size_t width, Function function) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const FrictionCone cone = tilted();
  const std::vector<double> f = forces(count);
  std::vector<double> result(width * count);
  for (auto _ : state) {
    function(cone, f, result);
    benchmark::DoNotOptimize(result.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

// One call per force.
template <class Function>
void each(benchmark::State& state, Function function) {
  constexpr std::size_t count = 1024;
  const FrictionCone cone = tilted();
  const std::vector<double> f = forces(count);
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) {
      benchmark::DoNotOptimize(function(cone, Vec<3>(Eigen::Map<const Vec<3>>(f.data() + 3 * i))));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

void facets(benchmark::State& state) {
  const FrictionCone cone = tilted();
  for (auto _ : state) benchmark::DoNotOptimize(cone.facets(8, Approximation::inner, 0.0, 100.0));
  state.SetItemsProcessed(state.iterations());
}

// The corners of a foot on uneven ground.
std::vector<FrictionPoint> corners() {
  return {{{0.10, 0.05, 0.00}, {0.0, 0.1, 1.0}, 0.5},
          {{-0.11, 0.05, 0.01}, {0.1, 0.0, 1.0}, 0.6},
          {{-0.10, -0.05, 0.00}, {0.0, -0.1, 1.0}, 0.5},
          {{0.10, -0.06, 0.02}, {-0.1, 0.05, 1.0}, 0.7}};
}

void from_points(benchmark::State& state) {
  const std::vector<FrictionPoint> contacts = corners();
  for (auto _ : state) {
    const WrenchCone cone = WrenchCone::from_points(contacts, 4, Approximation::inner);
    benchmark::DoNotOptimize(cone.facets().data());
  }
  state.SetItemsProcessed(state.iterations());
}

enum class Where { inside, outside };

// Wrenches of 16 rays: sums with random weights, which may be far inside, and the same beyond a facet, by a little.
std::vector<Vec<6>> wrenches(const WrenchCone& cone, Where where) {
  std::mt19937_64 random(2);
  std::exponential_distribution<double> weight;
  std::vector<Vec<6>> all;
  for (Eigen::Index i = 0; i < 256; ++i) {
    Vec<6> w = Vec<6>::Zero();
    for (const auto& ray : cone.generators().rowwise()) w += 30.0 * weight(random) * ray.transpose();
    if (where == Where::outside) {
      const auto row = cone.facets().row(i % cone.facets().rows());
      w += (0.01 * w.norm() - row.dot(w)) * row.transpose();
    }
    all.push_back(w);
  }
  return all;
}

void certificate(benchmark::State& state, Where where) {
  const WrenchCone cone = WrenchCone::from_points(corners(), 4, Approximation::inner);
  const std::vector<Vec<6>> all = wrenches(cone, where);
  for (const Vec<6>& w : all) {
    if (cone.certificate(w).inside != (where == Where::inside)) state.SkipWithError("wrong side");
  }
  for (auto _ : state) {
    for (const Vec<6>& w : all) benchmark::DoNotOptimize(cone.certificate(w));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}

#ifdef STICKSLIP_HAS_CLP

// Vᵀ y = w, y ≥ 0, nothing to minimise.
class RayProgram {
 public:
  explicit RayProgram(const Eigen::MatrixXd& rays) : rays_(rays) {}

  void build(const Vec<6>& w) {
    std::vector<CoinBigIndex> starts;
    std::vector<int> rows;
    for (Eigen::Index ray = 0; ray <= rays_.rows(); ++ray) starts.push_back(static_cast<CoinBigIndex>(6 * ray));
    for (Eigen::Index ray = 0; ray < rays_.rows(); ++ray) {
      for (int row = 0; row < 6; ++row) rows.push_back(row);
    }
    const Eigen::MatrixXd columns = rays_.transpose();
    simplex_.setLogLevel(0);
    simplex_.loadProblem(static_cast<int>(rays_.rows()), 6, starts.data(), rows.data(), columns.data(), nullptr,
                         nullptr, nullptr, w.data(), w.data());
  }
  void change(const Vec<6>& w) {
    for (int row = 0; row < 6; ++row) simplex_.setRowBounds(row, w(row), w(row));
  }
  // Whether there are such weights.
  bool by_dual() {
    simplex_.dual();
    return simplex_.status() == 0;
  }
  bool by_primal() {
    simplex_.primal();
    return simplex_.status() == 0;
  }

 private:
  const Eigen::MatrixXd& rays_;
  ClpSimplex simplex_;
};

// A program a wrench, or one for all of them whose right-hand side changes and which goes on from its last basis.
enum class Start { cold, warm };

void clp(benchmark::State& state, Where where, Start start, bool (RayProgram::*solve)()) {
  const WrenchCone cone = WrenchCone::from_points(corners(), 4, Approximation::inner);
  const std::vector<Vec<6>> all = wrenches(cone, where);
  RayProgram kept(cone.generators());
  kept.build(all.back());
#ifdef M_TRIM_THRESHOLD
  // Clp asks for memory anew in each solve. Kept by the process it takes half the time.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
  bool is_right = true;
  for (auto _ : state) {
    for (const Vec<6>& w : all) {
      if (start == Start::cold) {
        RayProgram fresh(cone.generators());
        fresh.build(w);
        is_right &= (fresh.*solve)() == (where == Where::inside);
      } else {
        kept.change(w);
        is_right &= (kept.*solve)() == (where == Where::inside);
      }
    }
  }
  if (!is_right) state.SkipWithError("Clp finds another answer");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}

#endif

template <class Function>
auto* add(const std::string& name, Function function) {
  return benchmark::RegisterBenchmark(name.c_str(), function);
}

// Runs before main.
[[maybe_unused]] const bool are_registered = [] {
  add("cone/contains_many", contains_many)->Arg(1000)->Arg(1'000'000);
  add("cone/margin_many",
      [](benchmark::State& s) {
        map_many(s, 1, [](const auto& cone, const auto& f, auto& out) { margins(cone, f, out); });
      })
      ->Arg(1000)
      ->Arg(1'000'000);
  add("cone/project_many",
      [](benchmark::State& s) {
        map_many(s, 3, [](const auto& cone, const auto& f, auto& out) { project(cone, f, out); });
      })
      ->Arg(1000)
      ->Arg(1'000'000);
  add("cone/contains",
      [](benchmark::State& s) { each(s, [](const auto& c, const auto& f) { return c.contains(f); }); });
  add("cone/margin", [](benchmark::State& s) { each(s, [](const auto& c, const auto& f) { return c.margin(f); }); });
  add("cone/project", [](benchmark::State& s) { each(s, [](const auto& c, const auto& f) { return c.project(f); }); });
  add("cone/facets", facets);
  add("cone/from_points", from_points);
  for (const auto& [name, where] : {std::pair("inside", Where::inside), std::pair("outside", Where::outside)}) {
    const std::string side = name;
    add("cone/certificate/" + side, [where = where](benchmark::State& s) { certificate(s, where); });
#ifdef STICKSLIP_HAS_CLP
    for (const auto& [start_name, start] : {std::pair("cold", Start::cold), std::pair("warm", Start::warm)}) {
      const std::string program = "cone/clp/" + side + "/" + start_name + "/";
      const auto run = [where = where, start = start](bool (RayProgram::*solve)()) {
        return [=](benchmark::State& s) { clp(s, where, start, solve); };
      };
      add(program + "dual", run(&RayProgram::by_dual));
      add(program + "primal", run(&RayProgram::by_primal));
    }
#endif
  }
  return true;
}();

}  // namespace
}  // namespace stickslip::benchmarks
