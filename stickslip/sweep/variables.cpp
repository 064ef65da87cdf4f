#include "stickslip/sweep/variables.hpp"

#include <cmath>
#include <limits>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/detail/tidied.hpp"

namespace stickslip::sweep {

double KeyFactor::times(double value) const {
  const double product = factor * value;
  // Both factors and the product are rounded.
  return detail::tidied(product, 2.0 * std::numeric_limits<double>::epsilon() * std::abs(product));
}

std::vector<std::pair<std::string, double>> VariableName::assigned(double value) const {
  if (keys.empty()) return {{key, value}};
  std::vector<std::pair<std::string, double>> all;
  all.reserve(keys.size());
  for (const KeyFactor& one : keys) all.emplace_back(one.key, one.times(value));
  return all;
}

void Variables::add(VariableName name, Distribution distribution) {
  names_.push_back(std::move(name));
  parts_.emplace_back(std::move(distribution));
}

void Variables::add(std::vector<VariableName> names, JointNormal distribution) {
  if (names.size() != distribution.size()) {
    throw InvalidArgument("Variables: there must be as many keys as means");
  }
  for (VariableName& name : names) names_.push_back(std::move(name));
  parts_.emplace_back(std::move(distribution));
}

std::vector<std::uint64_t> Variables::levels() const {
  std::vector<std::uint64_t> levels;
  for (const auto& part : parts_) {
    if (const auto* one = std::get_if<Distribution>(&part)) {
      levels.push_back(one->levels());
    } else {
      levels.resize(levels.size() + std::get<JointNormal>(part).size(), 0);
    }
  }
  return levels;
}

void Variables::values(std::span<const double> u, std::span<double> x) const noexcept {
  std::size_t at = 0;
  for (const auto& part : parts_) {
    if (const auto* one = std::get_if<Distribution>(&part)) {
      x[at] = one->value(u[at]);
      ++at;
    } else {
      const auto& joint = std::get<JointNormal>(part);
      joint.values(u.subspan(at, joint.size()), x.subspan(at, joint.size()));
      at += joint.size();
    }
  }
}

}  // namespace stickslip::sweep
