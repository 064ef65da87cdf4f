// Functions that a study may run in place of a scene, to test designs and statistics on known answers.
//
//   ishigami    y = sin x1 + a sin² x2 + b x3⁴ sin x1,   a = 7, b = 0.1 unless they are variables, too          [Ishigami 1990]
//               with x1, x2, x3 uniform from −π to π: mean a/2, variance a²/8 + b π⁴/5 + b² π⁸/18 + 1/2
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip::sweep {

struct Model {
  struct Key {
    std::string_view name;
    double otherwise;  // where it is no variable
  };
  std::string_view name;
  std::string_view meaning;
  std::vector<Key> keys;
  double (*value)(std::span<const double> arguments) noexcept;  // in the order of the keys
};

const std::vector<Model>& models();

}  // namespace stickslip::sweep
