// Contact volumes: from two boxes to normal, Q and c; the static check against a linear program; a step against one with points.
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "stickslip/contact/volume_contact.hpp"
#include "stickslip/sim/world.hpp"

#ifdef STICKSLIP_HAS_CLP
#include <ClpSimplex.hpp>
#endif

namespace stickslip::benchmarks {
namespace {

using contact::VolumeContact;
using geometry::Polyhedron;

Polyhedron cube() {
  return Polyhedron::box({0.1, 0.1, 0.1});
}

// Overlap, normal, polygon, Q and c.
void volume(benchmark::State& state, const Vec<3>& position, double angle) {
  const Polyhedron body = cube();
  const Pose3 above = Pose3::from_axis_angle(position, {1, 2, 3}, angle), origin;
  geometry::OverlapFinder finder;
  VolumeContact contact(finder.find(body, above, body, origin));
  for (auto _ : state) {
    benchmark::DoNotOptimize(contact.assign(finder.find(body, above, body, origin)));
    benchmark::DoNotOptimize(contact.Q().data());
  }
}

// The cube of 0.5 kg on the ground, pushed and turned: its contact is a square.
constexpr double mu = 0.5, weight = 4.905;

VolumeContact square() {
  const Polyhedron body = cube(), floor = Polyhedron::box({1.0, 1.0, 0.2});
  return VolumeContact(overlap(body, Pose3({0.0, 0.0, 0.05 - 1e-8}, Eigen::Quaterniond::Identity()), floor,
                               Pose3({0.0, 0.0, -0.1}, Eigen::Quaterniond::Identity())));
}

// By half of what friction bears, and turned by a share of what the corners bear. More force alone than friction bears would be
// found without a search.
Wrench3 pushed(double share) {
  Wrench3 w;
  w << 0.5 * mu * weight, 0.1, weight, 0.02, -0.03, share * mu * weight * 0.07;
  return w;
}

enum class Call { rays, exact, margin, kinetic };

void check(benchmark::State& state, double share, Call call) {
  const VolumeContact contact = square();
  const Wrench3 w = pushed(share);
  Twist3 twist;
  twist << 0.1, 0.02, 0.0, 0.0, 0.0, 1.0;
  for (auto _ : state) {
    switch (call) {
      case Call::rays: {
        const contact::StaticFriction found = contact.static_friction(w, mu, 8);
        if (found.holds != (share < 0.8)) return state.SkipWithError("the wrong answer");
        break;
      }
      case Call::exact:
        benchmark::DoNotOptimize(contact.static_friction(w, mu).holds);
        break;
      case Call::margin:
        benchmark::DoNotOptimize(contact.margin(w, mu));
        break;
      case Call::kinetic:
        benchmark::DoNotOptimize(contact.kinetic_wrench(w, twist, mu));
        break;
    }
  }
}

#ifdef STICKSLIP_HAS_CLP
// The same feasibility problem, six equations in 32 weights. Clp keeps the program and is given a new right-hand side, from which it
// starts anew.
void by_clp(benchmark::State& state, double share) {
  const VolumeContact contact = square();
  const Wrench3 w = pushed(share);
  const int rays = 8, count = rays * static_cast<int>(contact.polygon().size());
  const Vec<3> n = contact.normal();
  const Vec<3> t1 = (w.head<3>() - w.head<3>().dot(n) * n).normalized(), t2 = n.cross(t1);
  std::vector<CoinBigIndex> starts{0};
  std::vector<int> rows;
  std::vector<double> entries;
  for (const Vec<2>& corner : contact.polygon()) {
    const Vec<3> p = corner(0) * contact.e1() + corner(1) * contact.e2();
    for (int k = 0; k < rays; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / rays;
      const Vec<3> f = n + mu * (std::cos(angle) * t1 + std::sin(angle) * t2);
      Vec<6> column;
      column << f, p.cross(f) / 0.07;
      for (int i = 0; i < 6; ++i) {
        rows.push_back(i);
        entries.push_back(column(i));
      }
      starts.push_back(static_cast<CoinBigIndex>(rows.size()));
    }
  }
  Vec<6> target = w;
  target.tail<3>() /= 0.07;
  const std::vector<double> lower(static_cast<std::size_t>(count), 0.0),
      upper(static_cast<std::size_t>(count), COIN_DBL_MAX), cost(static_cast<std::size_t>(count), 0.0);
  ClpSimplex program;
  program.setLogLevel(0);
  program.loadProblem(count, 6, starts.data(), rows.data(), entries.data(), lower.data(), upper.data(), cost.data(),
                      target.data(), target.data());
  program.dual();
  for (auto _ : state) {
    program.allSlackBasis(true);
    program.chgRowLower(target.data());
    program.chgRowUpper(target.data());
    program.dual();
    if ((program.status() == 0) != (share < 0.8)) return state.SkipWithError("Clp finds another answer");
  }
}
#endif

// A step of the cube, at rest and sliding and spinning for ever: touching by a volume, or at four points with exact cones.
void step(benchmark::State& state, bool slides, std::optional<sim::VolumeFriction> friction) {
  sim::World world;
  world.add_plane({0, 0, 1}, 0.0, {.mu_s = mu, .mu_k = mu});
  const int body = world.add_body(
      {.shapes = {{cube()}}, .mass = 0.5, .surface = {.mu_s = mu, .mu_k = mu}, .position = {0, 0, 0.05}});
  if (friction) world.add_contact_model({.friction = *friction});
  for (int k = 0; k < 200; ++k) static_cast<void>(world.step(1e-3));
  const auto kick = [&] {
    world.set_velocity(body, {2.0, 0.5, 0.0});
    world.set_angular_velocity(body, {0.0, 0.0, 20.0});
  };
  int left = 0;
  for (auto _ : state) {
    // 0.3 s from 2 m/s it is still sliding.
    if (slides && left-- == 0) {
      state.PauseTiming();
      kick();
      left = 300;
      state.ResumeTiming();
    }
    if (!world.step(1e-3).converged()) return state.SkipWithError("a step did not converge");
  }
}

// Runs before main.
[[maybe_unused]] const bool are_registered = [] {
  benchmark::RegisterBenchmark("contact/volume/face_on_face", volume, Vec<3>(0.02, 0.03, 0.0999), 0.0);
  benchmark::RegisterBenchmark("contact/volume/tumbling", volume, Vec<3>(0.02, 0.03, 0.06), 0.7);
  benchmark::RegisterBenchmark("contact/volume/deep", volume, Vec<3>(0.01, 0.02, 0.02), 1.0);
  for (const auto& [name, share] : {std::pair("holds", 0.3), std::pair("slips", 0.95)}) {
    const std::string end = std::string("/") + name;
    benchmark::RegisterBenchmark(("contact/static/rays8" + end).c_str(), check, share, Call::rays);
    benchmark::RegisterBenchmark(("contact/static/exact" + end).c_str(), check, share, Call::exact);
    benchmark::RegisterBenchmark(("contact/margin" + end).c_str(), check, share, Call::margin);
#ifdef STICKSLIP_HAS_CLP
    benchmark::RegisterBenchmark(("contact/clp/rays8" + end).c_str(), by_clp, share);
#endif
  }
  benchmark::RegisterBenchmark("contact/kinetic", check, 0.95, Call::kinetic);
  using Friction = std::optional<sim::VolumeFriction>;
  for (const auto& [name, friction] :
       {std::pair("points", Friction()), std::pair("volume", Friction(sim::VolumeFriction::bristle)),
        std::pair("p_gon", Friction(sim::VolumeFriction::p_gon))}) {
    benchmark::RegisterBenchmark((std::string("volume_step/rest/") + name).c_str(), step, false, friction);
    benchmark::RegisterBenchmark((std::string("volume_step/slide/") + name).c_str(), step, true, friction);
  }
  return true;
}();

}  // namespace
}  // namespace stickslip::benchmarks
