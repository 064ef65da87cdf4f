#include "experiments/planar/error/random_run.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <utility>

namespace stickslip::experiments::planar {

namespace {

using patch::LimitSurface;
using patch::Pressure;

template <class Value, std::size_t count>
const Value& one_of(RandomVectors& random, const std::array<Value, count>& values) {
  return values[static_cast<std::size_t>(random.between(0.0, static_cast<double>(count)))];
}

// As likely between 1 and 10 as between 10 and 100.
double decade(RandomVectors& random, double low, double high) {
  return std::pow(10.0, random.between(low, high));
}

patch::BristleLaw random_law(RandomVectors& random, double mu_c) {
  const double sigma0 = decade(random, 4.0, 6.5), v_s = decade(random, -3.5, -1.0);
  const double mu_s = mu_c * one_of(random, std::array{1.0, 1.1, 1.3, 2.0});
  const double sigma1 = random.number() < 0.5 ? 0.0 : decade(random, 0.0, 3.0);
  const double sigma2 = random.number() < 0.5 ? 0.0 : decade(random, -2.0, 0.0);
  if (random.number() < 0.3) {
    return friction::LuGre(
        {.sigma0 = sigma0, .sigma1 = sigma1, .sigma2 = sigma2, .mu_c = mu_c, .mu_s = mu_s, .v_s = v_s});
  }
  return friction::ElastoPlastic(
      {.sigma0 = sigma0, .sigma1 = sigma1, .sigma2 = sigma2, .mu_c = mu_c, .mu_s = mu_s, .v_s = v_s});
}

Pressure two_pads(double side) {
  const auto square = [&](double x) {
    const double h = 0.5 * side;
    return std::vector<Vec<2>>{{x - h, -h}, {x + h, -h}, {x + h, h}, {x - h, h}};
  };
  return Pressure::polygons({square(-side), square(side)});
}

Pressure random_pressure(RandomVectors& random, double size) {
  switch (static_cast<int>(random.between(0.0, 5.0))) {
    case 0:
      return Pressure::disc(size);
    case 1:
      return Pressure::rectangle({size, size * decade(random, -1.0, 1.0)});
    case 2:
      return two_pads(size);
    case 3:
      return Pressure::line(size);
    default:
      return Pressure::hertz(size, 2.0);
  }
}

std::variant<patch::ReducedPatch, patch::DistributedPatch> random_patch(RandomVectors& random,
                                                                        const patch::BristleLaw& law,
                                                                        const Pressure& pressure) {
  const double kind = random.number();
  if (kind < 0.15) return patch::DistributedPatch(law, pressure, 7);
  if (kind < 0.55) return patch::ReducedPatch(law, LimitSurface(pressure));
  return patch::ReducedPatch(law, pressure);
}

// Constant, or a grip that comes and goes.
Signal<double> random_normal_force(RandomVectors& random, double mean) {
  if (random.number() < 0.7) return mean;
  const double depth = random.between(0.0, 0.9), rate = 2.0 * std::numbers::pi * decade(random, 0.5, 1.5);
  return std::function<double(double)>([=](double t) { return mean * (1.0 + depth * std::sin(rate * t)); });
}

}  // namespace

RandomRun random_run(RandomVectors& random) {
  const double size = decade(random, -3.0, -1.0), mass = decade(random, -2.0, 1.5);
  const double mu_c = decade(random, -1.0, 0.3);
  const patch::BristleLaw law = random_law(random, mu_c);
  const Pressure pressure = random_pressure(random, size);
  auto patch = random_patch(random, law, pressure);
  const double fn = mass * 9.81 * decade(random, -0.5, 0.7);
  sim::PlanarBody body{.mass = mass, .inertia = mass * size * size * decade(random, -0.5, 0.7)};
  body.pose = Pose2::from_coordinates(0.5 * random.vector<3>().cwiseProduct(Vec<3>(size, size, 1.0)));
  const double speed = random.number() < 0.5 ? 0.0 : decade(random, -3.0, 0.5);
  body.twist = speed * random.vector<3>().cwiseProduct(Vec<3>(1.0, 1.0, 1.0 / size));
  const double push = one_of(random, std::array{0.0, 0.2, 0.6, 1.5});
  const Wrench2 load = push * mu_c * fn * random.vector<3>().cwiseProduct(Vec<3>(1.0, 1.0, size));
  const Signal<double> normal_force = random_normal_force(random, fn);
  const sim::Frame frame = random.number() < 0.5 ? sim::Frame::world : sim::Frame::body;
  const int contacts = random.number() < 0.5 ? 1 : 2;
  const double dt = one_of(random, std::array{1e-3, 2e-3, 5e-3});
  return {std::move(patch), body, load, normal_force, frame, contacts, dt, pressure.r()};
}

sim::Trajectory simulate(const RandomRun& run, sim::SimulationOptions options) {
  options.t_end = random_run_end;
  options.record_dt = 0.1 * random_run_end;
  options.frame = run.frame;
  options.contacts = run.contacts;
  options.record_bristles = false;
  return std::visit(
      [&](const auto& patch) { return sim::simulate(patch, run.body, run.load, run.normal_force, options); },
      run.patch);
}

}  // namespace stickslip::experiments::planar
