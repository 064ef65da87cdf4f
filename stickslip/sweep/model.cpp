#include "stickslip/sweep/model.hpp"

#include <cmath>

namespace stickslip::sweep {

namespace {

double ishigami(std::span<const double> x) noexcept {
  const double s = std::sin(x[1]), square = x[2] * x[2];
  return std::sin(x[0]) * (1.0 + x[4] * square * square) + x[3] * s * s;
}

}  // namespace

const std::vector<Model>& models() {
  static const std::vector<Model> all = {{"ishigami",
                                          "sin x1 + a sin² x2 + b x3⁴ sin x1",
                                          {{"x1", 0.0}, {"x2", 0.0}, {"x3", 0.0}, {"a", 7.0}, {"b", 0.1}},
                                          ishigami}};
  return all;
}

}  // namespace stickslip::sweep
