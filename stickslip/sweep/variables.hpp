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

struct KeyFactor {
  std::string key;
  double factor;

  // The factor times a value: 0.3 where 3 times 0.1 is meant, and not 0.30000000000000004.
  double times(double value) const;
};

struct VariableName {
  std::string key;         // of the scene, such as "bodies.plate.mass"; where there are several keys, a name for them
  std::string unit = "1";  // "1" for a pure number
  // Of the scene, which get the value times their factor; none: the key gets the value.
  std::vector<KeyFactor> keys = {};

  // What a value of it puts into the scene: keys and numbers.
  std::vector<std::pair<std::string, double>> assigned(double value) const;
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
