// Samples in flat arrays, row-major N × Dim, and the checks before a loop over them.
#pragma once

#include <cstddef>
#include <span>

#include "stickslip/core/vector.hpp"

namespace stickslip::friction {

// One value for all samples, or one per sample [N].
class NormalForce {
 public:
  NormalForce(double constant) : constant_(constant) {}  // NOLINT(google-explicit-constructor)
  // NOLINTNEXTLINE(google-explicit-constructor)
  NormalForce(std::span<const double> samples) : samples_(samples), sampled_(true) {}

  double operator[](std::size_t k) const noexcept { return sampled_ ? samples_[k] : constant_; }
  // Throws unless every value is finite and ≥ 0 and, if there is one per sample, there are `count`.
  void require_valid_for(std::size_t count) const;

 private:
  double constant_ = 0.0;
  std::span<const double> samples_;
  bool sampled_ = false;  // an empty span may have no data either
};

// Throw InvalidArgument unless: `values` are N × dim and finite; dt is finite and > 0; `size` is `expected`.
// Up to 1e307 the norm of three numbers, and of the difference of two positions, is finite too.
void require_samples(const char* name, const char* unit, std::span<const double> values, std::size_t dim,
                     double largest = 1e307);
void require_step(double dt);
void require_size(const char* name, std::size_t size, std::size_t expected);

template <int Dim>
Vec<Dim> sample(std::span<const double> values, std::size_t k) noexcept {
  return Eigen::Map<const Vec<Dim>>(values.data() + k * Dim);
}

template <int Dim>
void store(std::span<double> values, std::size_t k, const Vec<Dim>& value) noexcept {
  Eigen::Map<Vec<Dim>>(values.data() + k * Dim) = value;
}

}  // namespace stickslip::friction
