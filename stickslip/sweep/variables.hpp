// The variables of a study, in their order, and their values at a point of the unit cube.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "stickslip/sweep/distribution.hpp"
#include "stickslip/sweep/joint_normal.hpp"

namespace stickslip::sweep {

struct VariableName {
  std::string key;         // of the scene, such as "bodies.plate.mass"
  std::string unit = "1";  // "1" for a pure number
};

class Variables {
 public:
  void add(VariableName name, Distribution distribution);
  // As many names as numbers. Throws InvalidArgument otherwise.
  void add(std::vector<VariableName> names, JointNormal distribution);

  const std::vector<VariableName>& names() const noexcept { return names_; }
  std::size_t size() const noexcept { return names_.size(); }
  // How many values each has; 0 where it has a distribution.
  std::vector<std::uint64_t> levels() const;

  // One u and one value per variable.
  void values(std::span<const double> u, std::span<double> x) const noexcept;

 private:
  std::vector<VariableName> names_;
  std::vector<std::variant<Distribution, JointNormal>> parts_;
};

}  // namespace stickslip::sweep
