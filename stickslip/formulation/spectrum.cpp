#include "stickslip/formulation/spectrum.hpp"

#include <limits>

#include "stickslip/core/error.hpp"
#include "stickslip/numerics/singular_values.hpp"

namespace stickslip::formulation {

int Spectrum::rank(std::optional<double> tolerance) const {
  if (tolerance) require("rank", check_not_negative("tol", *tolerance, "must be finite and >= 0"));
  if (singular_values.size() == 0) return 0;
  const double rounding =
      static_cast<double>(singular_values.size()) * std::numeric_limits<double>::epsilon() * singular_values[0];
  return static_cast<int>((singular_values.array() > tolerance.value_or(rounding)).count());
}

double Spectrum::condition() const noexcept {
  return singular_values.size() == 0 ? 1.0 : singular_values[0] / singular_values[singular_values.size() - 1];
}

Spectrum spectrum(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return {};
  return {numerics::SingularValues(matrix).singularValues()};
}

}  // namespace stickslip::formulation
