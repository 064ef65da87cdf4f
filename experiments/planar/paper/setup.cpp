#include "experiments/planar/paper/setup.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/core/error.hpp"

namespace stickslip::experiments::planar {

namespace {

// Half to even, as the bounds of the shapes without convexity were rounded.
int round_even(double x) {
  return static_cast<int>(std::nearbyint(x));
}

// The relative pressure of cell (column, row); row 0 is the top.
double relative_pressure(const std::string& name, int column, int row, int n) {
  const int c = n / 2;
  const auto in = [](int i, int from, int to) { return i >= from && i < to; };
  const auto middle = [&](int i) { return n % 2 == 0 ? in(i, c - 1, c + 1) : i == c; };
  if (name == "Square") return 1.0;
  if (name == "Circle") return std::hypot(column - c, row - c) <= std::min(c, n - c) ? 1.0 : 0.0;
  if (name == "Line") return middle(column) ? 1.0 : 0.0;
  if (name == "LineGrad") return middle(column) ? 1.0 - static_cast<double>(row) / n : 0.0;
  if (name == "LineGradX") return middle(row) ? 1.0 - static_cast<double>(column) / n : 0.0;
  const int width = static_cast<int>(0.15 * n), length = static_cast<int>(0.70 * n);
  const auto band = [&](int i, int size) {
    return in(i, round_even(0.5 * n - 0.5 * size), round_even(0.5 * n + 0.5 * size));
  };
  const bool right = in(column, n - width, n);
  if (name == "NonConvex1") return band(row, width) && (in(column, 0, width) || right) ? 1.0 : 0.0;
  if (name == "NonConvex2") {
    return (band(row, width) && in(column, 0, length)) || (band(row, length) && right) ? 1.0 : 0.0;
  }
  throw InvalidArgument("surface: no surface " + name +
                        "; there are Circle, Square, Line, LineGrad, LineGradX, NonConvex1, NonConvex2");
}

}  // namespace

patch::Pressure surface(const std::string& name, int n, double side) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) values.push_back(relative_pressure(name, column, row, n));
  }
  return patch::Pressure::grid(n, n, values, {side, side});
}

friction::LuGre lugre(int p) {
  const double mu_s = p == 0 ? 1.0 : 1.2, sigma2 = p == 0 ? 0.0 : 0.2;
  return friction::LuGre({.sigma0 = 1e6, .sigma1 = 8e2, .sigma2 = sigma2, .mu_c = 1.0, .mu_s = mu_s, .v_s = 1e-3});
}

friction::ElastoPlastic elasto_plastic(int p) {
  const friction::LuGre::Parameters l = lugre(p).parameters();
  return friction::ElastoPlastic(
      {.sigma0 = l.sigma0, .sigma1 = l.sigma1, .sigma2 = l.sigma2, .mu_c = l.mu_c, .mu_s = l.mu_s, .v_s = l.v_s});
}

Twist2 fixed_velocity_twist(double t) {
  constexpr double c = 0.015, slow = 0.4 * c;  // [m/s]
  const auto ramp = [&](double from, double to) { return (t - from) / (to - from); };
  if (t < 0.6) return {0.0, 0.0, ramp(0.0, 0.6)};
  if (t < 0.8) return {0.0, 0.0, 1.0};
  if (t < 1.4) return {c * ramp(0.8, 1.4), 0.0, 1.0};
  if (t < 1.6) return {c, 0.0, 1.0};
  if (t < 2.2) return {c * (1.0 - ramp(1.6, 2.2)), 0.0, 1.0};
  if (t < 2.4) return {0.0, 0.0, 1.0};
  if (t < 2.7) return {0.0, slow * ramp(2.4, 2.7), 1.0};
  if (t < 3.4) return {0.0, slow, 1.0};
  if (t < 4.0) return {0.0, slow, 1.0 - ramp(3.4, 4.0)};
  if (t < 4.3) return {0.0, slow, 0.0};
  if (t < 4.6) return {0.0, slow * (1.0 - ramp(4.3, 4.6)), 0.0};
  return Twist2::Zero();
}

}  // namespace stickslip::experiments::planar
