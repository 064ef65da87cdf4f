// The friction wrench of a pressure seen from afar: a series in its moments, whatever its shape.
//
// With positions z = x + iy from the CoP, the velocity at z is U (1 − ζ) ‖v_t‖, ζ = κ e z, where U is the direction of
// v_t as a number of size one, e = −i/U and κ = ω/‖v_t‖. Its direction is a product of two binomial series,
//   (1)  U (1 − ζ)^{1/2} (1 − ζ̄)^{−1/2} = U Σ α_a β_b κ^{a+b} e^{a−b} z^a z̄^b
//   (2)  M_ab = ∫ p z^a z̄^b dA
//   (3)  fx + i fy = −U Σ α_a β_b M_ab κ^{a+b} e^{a−b},   τ = −Im(U Σ α_a β_b M_{a,b+1} κ^{a+b} e^{a−b})
// α_a, β_b  coefficients of (1 − ζ)^{1/2} and (1 − ζ)^{−1/2}
//
// The unit of length is that of the farthest load, so that |M_ab| ≤ 1. For |κ| ≤ 1/4 the terms up to the order 27 leave
// 1e-16; pure sliding is the first term alone. Ours. Cost: up to 406 terms, the fewer the smaller κ. No allocation.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/detail/scaled_twist.hpp"

namespace stickslip::patch::detail {

class Multipoles {
 public:
  static constexpr int order = 27;
  static constexpr int degrees = order + 2;  // of the moments that the torque needs: 0 … order + 1
  using Moments = Eigen::Matrix<double, degrees, degrees>;

  // moments(i, j) = ∫ p x^i y^j dA for i + j ≤ order + 1.
  explicit Multipoles(const Moments& moments) {
    std::array<double, degrees> alpha{1.0}, beta{1.0};
    for (std::size_t k = 1; k < degrees; ++k) {
      const auto n = static_cast<double>(k);
      alpha.at(k) = alpha.at(k - 1) * (n - 1.5) / n;
      beta.at(k) = beta.at(k - 1) * (n - 0.5) / n;
    }
    const ComplexMoments complex = complex_moments(moments);
    for (int n = 0; n <= order; ++n) {
      for (int b = 0; b <= n; ++b) {
        const double factor = alpha.at(static_cast<std::size_t>(n - b)) * beta.at(static_cast<std::size_t>(b));
        const double fx = factor * complex.real(n - b, b), fy = factor * complex.imaginary(n - b, b);
        const double tx = factor * complex.real(n - b, b + 1), ty = factor * complex.imaginary(n - b, b + 1);
        terms_.push_back({fx, fy, tx, ty});
      }
    }
  }

  // Eq. 3, torque in the unit of length. |v.spin| ≤ ‖(v.x, v.y)‖/4.
  Wrench2 wrench(const ScaledTwist& v) const noexcept {
    const double inverse = 1.0 / std::sqrt(v.x * v.x + v.y * v.y);
    const double ux = v.x * inverse, uy = v.y * inverse, kappa = v.spin * inverse;
    // Powers of e = −i/U: (x, y) of e^m at m + order.
    std::array<std::array<double, 2>, 2 * order + 1> powers;
    double x = 1.0, y = 0.0;
    for (std::size_t m = 0; m <= order; ++m) {
      powers[order + m] = {x, y};
      powers[order - m] = {x, -y};
      const double next = -uy * x + ux * y;
      y = -uy * y - ux * x;
      x = next;
    }
    double fx = 0.0, fy = 0.0, tx = 0.0, ty = 0.0, scale = 1.0;
    const Term* term = terms_.data();
    for (std::size_t n = 0; n <= order && std::abs(scale) > 1e-18; ++n) {
      double n_fx = 0.0, n_fy = 0.0, n_tx = 0.0, n_ty = 0.0;
      for (std::size_t b = 0; b <= n; ++b, ++term) {
        const auto& [px, py] = powers[order + n - 2 * b];
        n_fx += term->fx * px - term->fy * py;
        n_fy += term->fx * py + term->fy * px;
        n_tx += term->tx * px - term->ty * py;
        n_ty += term->tx * py + term->ty * px;
      }
      fx += scale * n_fx;
      fy += scale * n_fy;
      tx += scale * n_tx;
      ty += scale * n_ty;
      scale *= kappa;
    }
    return {-(ux * fx - uy * fy), -(ux * fy + uy * fx), -(ux * ty + uy * tx)};
  }

 private:
  using Coefficients = Eigen::Matrix<double, degrees, 1>;

  struct Term {
    double fx, fy;  // α_a β_b M_ab
    double tx, ty;  // α_a β_b M_{a,b+1}
  };

  struct ComplexMoments {
    Moments real, imaginary;  // of M_ab
  };

  // From the coefficients of (x − t)^b (x + t)^a, t = iy.
  static ComplexMoments complex_moments(const Moments& moments) {
    ComplexMoments result{Moments::Zero(), Moments::Zero()};
    Coefficients of_b = Coefficients::Unit(0);
    for (int b = 0; b < degrees; ++b) {
      Coefficients of_ab = of_b;
      for (int a = 0; a + b < degrees; ++a) {
        for (int k = 0; k <= a + b; ++k) {  // i^k: 1, i, −1, −i
          Moments& part = k % 2 == 0 ? result.real : result.imaginary;
          part(a, b) += (k % 4 < 2 ? of_ab(k) : -of_ab(k)) * moments(a + b - k, k);
        }
        multiply(of_ab, 1.0);
      }
      multiply(of_b, -1.0);
    }
    return result;
  }

  // Those of a polynomial in t times 1 ± t; what exceeds the greatest degree is not needed.
  static void multiply(Coefficients& coefficients, double sign) {
    for (int k = degrees - 1; k > 0; --k) coefficients(k) += sign * coefficients(k - 1);
  }

  std::vector<Term> terms_;  // by order n, then b
};

}  // namespace stickslip::patch::detail
