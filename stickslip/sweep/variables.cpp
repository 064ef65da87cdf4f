#include "stickslip/sweep/variables.hpp"

#include "stickslip/core/error.hpp"

namespace stickslip::sweep {

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
