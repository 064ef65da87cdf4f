#include "stickslip/patch/surface/hertz_family.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>

namespace stickslip::patch {
namespace {

constexpr double shift = 0.6;

double kappa(double exponent) noexcept {
  return 1.0 / std::sqrt(exponent + shift);
}

struct Range {
  double low = kappa(HertzFamily::highest_exponent), high = kappa(HertzFamily::lowest_exponent);
};

}  // namespace

const HertzFamily& HertzFamily::table() {
  static const HertzFamily family;
  return family;
}

std::optional<Violation> HertzFamily::check(double radius, double exponent) noexcept {
  if (auto bad = check_positive("radius", radius, "must be finite and > 0 [m]")) return bad;
  if (exponent >= lowest_exponent && exponent <= highest_exponent) return {};
  return Violation{"exponent", exponent, "must be between 0.5 and 200"};
}

double HertzFamily::r(double exponent) noexcept {
  const double q = 1.0 / exponent, three = std::tgamma(1.0 + 3.0 * q);
  return (2.0 / 3.0) * three * three / (std::tgamma(1.0 + 2.0 * q) * std::tgamma(1.0 + 4.0 * q));
}

double HertzFamily::u(double exponent) noexcept {
  const double q = 1.0 / exponent;
  return 0.5 * std::tgamma(1.0 + 3.0 * q) * std::tgamma(1.0 + 4.0 * q) /
         (std::tgamma(1.0 + 2.0 * q) * std::tgamma(1.0 + 5.0 * q));
}

AxisymmetricTable HertzFamily::integrated(double exponent) {
  require("Hertz", check(1.0, exponent));
  AxisymmetricTable made = axisymmetric_table([exponent](double rho, double gap) {
    const double logarithm = rho < 0.5 ? std::log(rho) : std::log1p(-gap);  // both keep the digits of 1 − ρ^k
    return std::pow(-std::expm1(exponent * logarithm), 1.0 / exponent);
  });
  made.r = r(exponent);
  return made;
}

HertzFamily::HertzFamily() {
  const Range range;
  Eigen::Array<double, rows, terms> values;
  for (int j = 0; j < terms; ++j) {
    const double y = std::cos((j + 0.5) * std::numbers::pi / terms);
    const double k = 0.5 * ((1.0 - y) * range.low + (1.0 + y) * range.high);
    const AxisymmetricTable made = integrated(1.0 / (k * k) - shift);
    values.col(j) << Eigen::Map<const Eigen::Array<double, rows / 2, 1>>(made.inner.data()),
        Eigen::Map<const Eigen::Array<double, rows / 2, 1>>(made.outer.data());
  }
  for (int n = 0; n < terms; ++n) {
    factors_.col(n).setZero();
    for (int j = 0; j < terms; ++j) {
      factors_.col(n) += values.col(j) * std::cos(n * (j + 0.5) * std::numbers::pi / terms);
    }
    factors_.col(n) *= (n == 0 ? 1.0 : 2.0) / terms;
  }
}

AxisymmetricSurface HertzFamily::at(double radius, double exponent) const {
  require("Hertz", check(radius, exponent));
  const Range range;
  const double y = (2.0 * kappa(exponent) - range.low - range.high) / (range.high - range.low);
  std::array<double, terms> chebyshev{1.0, y};
  for (std::size_t n = 2; n < terms; ++n) chebyshev[n] = 2.0 * y * chebyshev[n - 1] - chebyshev[n - 2];

  AxisymmetricTable slice;
  slice.r = r(exponent);
  constexpr int half = rows / 2;
  Eigen::Map<Eigen::Array<double, half, 1>, Eigen::Aligned16> inner(slice.inner.data()), outer(slice.outer.data());
  inner = factors_.col(0).head<half>();
  outer = factors_.col(0).tail<half>();
  static_assert(terms % 4 == 1);
  for (int n = 1; n < terms; n += 4) {  // four columns a pass: a quarter of the stores
    const auto i = static_cast<std::size_t>(n);
    const double a = chebyshev[i], b = chebyshev[i + 1], c = chebyshev[i + 2], d = chebyshev[i + 3];
    inner += (a * factors_.col(n).head<half>() + b * factors_.col(n + 1).head<half>()) +
             (c * factors_.col(n + 2).head<half>() + d * factors_.col(n + 3).head<half>());
    outer += (a * factors_.col(n).tail<half>() + b * factors_.col(n + 1).tail<half>()) +
             (c * factors_.col(n + 2).tail<half>() + d * factors_.col(n + 3).tail<half>());
  }
  return {slice, radius};
}

}  // namespace stickslip::patch
