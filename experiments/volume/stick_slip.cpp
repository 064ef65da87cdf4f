// A cube that a spring draws at its base, slower than it slides: period and force of stick-slip against the equation of motion.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "experiments/stages.hpp"
#include "experiments/volume/bench.hpp"
#include "experiments/volume/parts.hpp"

namespace stickslip::experiments::volume {

namespace stick_slip_experiment {
namespace {

constexpr double mu_s = 0.5, mu_k = 0.3, stiffness = 100.0, drawn = 0.01;  // spring [N/m], its end [m/s]
constexpr double weight = cube_mass * gravity;

struct Cycle {
  double period, low, high;  // [s, N, N]
};

// From the third second on, by when it repeats.
class Cycles {
 public:
  void add(double t, double force, double speed) {
    if (t < 3.0) return;
    low_ = std::min(low_, force);
    high_ = std::max(high_, force);
    const bool slides = speed > 0.5 * drawn;
    if (slides && !slid_) starts_.push_back(t);
    slid_ = slides;
  }
  Cycle cycle() const {
    return {(starts_.back() - starts_.front()) / static_cast<double>(starts_.size() - 1), low_, high_};
  }

 private:
  double low_ = 1e9, high_ = 0.0;
  bool slid_ = true;
  std::vector<double> starts_;
};

// m ẍ = k (V t − x) − μ(ẋ) m g while it slides, finely; it sticks from ẋ = 0 until the force is μs m g.
Cycle by_equation(double v_s, double until) {
  constexpr double dt = 1e-5;
  Cycles cycles;
  double x = 0.0, v = 0.0;
  bool sticks = true;
  const auto acceleration = [&](double t, double at, double speed) {
    const double ratio = speed / v_s, mu = mu_k + (mu_s - mu_k) * std::exp(-ratio * ratio);
    return (stiffness * (drawn * t - at) - mu * weight) / cube_mass;
  };
  for (long i = 0; i < std::lround(until / dt); ++i) {
    const double t = static_cast<double>(i) * dt;
    const double force = stiffness * (drawn * t - x);
    cycles.add(t, force, v);
    if (sticks && force <= mu_s * weight) continue;
    sticks = false;
    const double k1 = acceleration(t, x, v), k2 = acceleration(t + 0.5 * dt, x + 0.5 * dt * v, v + 0.5 * dt * k1);
    x += dt * (v + 0.5 * dt * k1);
    v += dt * k2;
    if (v <= 0.0) {
      v = 0.0;
      sticks = true;
    }
  }
  return cycles.cycle();
}

// For v_s → 0: [T, F] of Coulomb's law with two coefficients.
Cycle by_coulomb() {
  const double amplitude = (mu_s - mu_k) * weight / stiffness, omega = std::sqrt(stiffness / cube_mass);
  const double period =
      2.0 * amplitude / drawn + (2.0 * std::numbers::pi - 2.0 * std::atan(amplitude * omega / drawn)) / omega;
  return {period, (2.0 * mu_k - mu_s) * weight, mu_s * weight};
}

Cycle run(Result& result, const std::string& name, double v_s, double until) {
  sim::World world = cube_on_ground(rough(mu_s, mu_k), {.v_s = v_s});
  Stepping stepping(world);
  stepping.run(0.2);
  const double start = world.time(), from = world.body(1).position.x();
  Cycles cycles;
  record::Series series(name, "Force of the spring", {{"t", "s"}, {"force", "N"}});
  const auto pull = [&](double ahead) {
    const double x = world.body(1).position.x() + ahead * world.body(1).velocity.x() - from;
    return stiffness * (drawn * (world.time() - start + ahead) - x);
  };
  while (world.time() - start < until) {
    // That of the middle of the step, as the force holds throughout it.
    push_at(world, 1, {pull(0.5 * stepping.h()), 0.0, 0.0}, world.body(1).position - Vec<3>(0.0, 0.0, 0.5 * cube_side));
    stepping.step();
    cycles.add(world.time() - start, pull(0.0), world.body(1).velocity.x());
    if (stepping.steps() % 10 == 0) series.append({world.time() - start, pull(0.0)});
  }
  check_solved(result, "stick-slip, v_s = " + to_text(v_s) + " m/s", stepping.unsolved());
  result.series.push_back(std::move(series));
  return cycles.cycle();
}

void compare(Result& result, const std::string& name, const Cycle& truth, const Cycle& measured, double millinewtons) {
  result.checks.push_back(equal(name + ": period", "s", truth.period, measured.period, 3e-3 * truth.period));
  result.checks.push_back(equal(name + ": least force", "N", truth.low, measured.low, 1e-3 * millinewtons));
  result.checks.push_back(equal(name + ": largest force", "N", truth.high, measured.high, 1e-3 * millinewtons));
}

}  // namespace
}  // namespace stick_slip_experiment

void stick_slip(Result& result, const Progress& progress, Extent extent) {
  using namespace stick_slip_experiment;
  Stages stages(progress, 2.0);
  const double until = extent == Extent::full ? 25.0 : 10.0;
  compare(result, "stick-slip, v_s = 1 mm/s", by_equation(1e-3, until), run(result, "stick_slip", 1e-3, until), 3.0);
  stages.next(1.0)(1.0);
  compare(result, "stick-slip, v_s = 10 µm/s, Coulomb", by_coulomb(), run(result, "stick_slip_sharp", 1e-5, until),
          6.0);
  stages.next(1.0)(1.0);
  using record::Colour;
  record::Panel panel{"", {"time", "s"}, {"force", "N"}, {}};
  panel.marks.push_back({record::MarkKind::line, "stick_slip", {"t", "force"}, "v_s = 1 mm/s", Colour::blue});
  panel.marks.push_back({record::MarkKind::line, "stick_slip_sharp", {"t", "force"}, "v_s = 10 µm/s", Colour::red});
  result.figures.push_back({"stick_slip",
                            "Stick-slip: the force of the spring",
                            "A cube of 0.5 kg, μs = 0.5, μk = 0.3, drawn at its base by 100 N/m at 10 mm/s.",
                            {panel}});
}

}  // namespace stickslip::experiments::volume
