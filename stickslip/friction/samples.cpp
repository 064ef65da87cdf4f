#include "stickslip/friction/samples.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "stickslip/core/error.hpp"

namespace stickslip::friction {

namespace {

std::string element(const char* name, std::size_t index, std::size_t dim) {
  std::string text = std::string(name) + "[" + std::to_string(index / dim);
  if (dim > 1) text += ", " + std::to_string(index % dim);
  return text + "]";
}

[[noreturn]] void refuse(const std::string& item, double value, const std::string& rule) {
  throw InvalidArgument(item + " = " + to_text(value) + " " + rule);
}

}  // namespace

void NormalForce::require_valid_for(std::size_t count) const {
  const auto valid = [](double value) { return std::isfinite(value) && value >= 0.0; };
  const char* rule = "must be finite and >= 0 [N]";
  if (!sampled_) {
    if (!valid(constant_)) refuse("normal_force", constant_, rule);
    return;
  }
  require_size("normal_force", samples_.size(), count);
  const auto bad = std::find_if_not(samples_.begin(), samples_.end(), valid);
  if (bad != samples_.end()) {
    refuse(element("normal_force", static_cast<std::size_t>(bad - samples_.begin()), 1), *bad, rule);
  }
}

void require_samples(const char* name, const char* unit, std::span<const double> values, std::size_t dim,
                     double largest) {
  if (values.size() % dim != 0) {
    throw InvalidArgument(std::string(name) + " has " + std::to_string(values.size()) +
                          " numbers, which is not a multiple of its dimension " + std::to_string(dim));
  }
  std::string bound = to_text(largest);
  std::erase(bound, '+');
  const auto bad =
      std::find_if_not(values.begin(), values.end(), [largest](double value) { return std::abs(value) <= largest; });
  if (bad != values.end()) {
    refuse(element(name, static_cast<std::size_t>(bad - values.begin()), dim), *bad,
           "must be finite, at most " + bound + " in size [" + std::string(unit) + "]");
  }
}

void require_step(double dt) {
  if (const auto bad = check_positive("dt", dt, "must be finite and > 0 [s]")) throw InvalidArgument(to_text(*bad));
}

void require_size(const char* name, std::size_t size, std::size_t expected) {
  if (size == expected) return;
  throw InvalidArgument(std::string(name) + " has " + std::to_string(size) + " values, expected " +
                        std::to_string(expected));
}

}  // namespace stickslip::friction
