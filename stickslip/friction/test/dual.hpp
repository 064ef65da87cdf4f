// A number with its derivative by one variable: the smallest type that laws over another scalar can be tried with.
#pragma once

#include <cmath>
#include <compare>

#include <Eigen/Core>

namespace stickslip::friction::test {

struct Dual {
  double value = 0.0;
  double slope = 0.0;

  Dual() = default;
  Dual(double constant) : value(constant) {}  // NOLINT(google-explicit-constructor)
  Dual(double at, double derivative) : value(at), slope(derivative) {}

  Dual operator-() const { return {-value, -slope}; }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
  }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend std::partial_ordering operator<=>(const Dual& a, const Dual& b) { return a.value <=> b.value; }

  friend Dual abs(const Dual& a) { return a.value < 0.0 ? -a : a; }
  friend Dual sqrt(const Dual& a) {
    const double root = std::sqrt(a.value);
    return {root, 0.5 * a.slope / root};
  }
  friend Dual exp(const Dual& a) { return {std::exp(a.value), a.slope * std::exp(a.value)}; }
  friend Dual expm1(const Dual& a) { return {std::expm1(a.value), a.slope * std::exp(a.value)}; }
  friend Dual log1p(const Dual& a) { return {std::log1p(a.value), a.slope / (1.0 + a.value)}; }
  friend Dual pow(const Dual& a, const Dual& b) {
    const double power = std::pow(a.value, b.value);
    return {power, power * (b.slope * std::log(a.value) + b.value * a.slope / a.value)};
  }
};

}  // namespace stickslip::friction::test

template <>
struct Eigen::NumTraits<stickslip::friction::test::Dual> : Eigen::GenericNumTraits<stickslip::friction::test::Dual> {};
