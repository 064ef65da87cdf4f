// The problem of one contact alone, solved exactly.
//
//   (1)  u = A r + b,   K_μ ∋ r ⟂ u + μ ‖u_t‖ n ∈ K*_μ                       (A: 3 × 3, of the contact; b: of the others)
//   (2)  it lifts off: b_n ≥ 0, r = 0
//   (3)  it sticks:    r = −A⁻¹ b, where that is in K_μ
//   (4)  it slides:    u_n = 0, u_t = −s r_t, s > 0:   r_t(s) = −(d + s c)/Δ(s),   r_n(s) = β + (a_nt·(d + s c))/(a_nn Δ(s))
//        S = A_tt − a_tn a_nt/a_nn,  c = b_t − a_tn b_n/a_nn,  d = adj(S) c,  β = −b_n/a_nn,  Δ(s) = s² + s tr S + det S
//   (5)  s is a root of F(s) = μ r_n(s) Δ(s) − ‖d + s c‖, one square root per evaluation
//
// F(0) < 0 where it neither sticks nor lifts off, and F → +∞, so there is a root, and at every root r_n ≥ 0: each is a solution. It is
// found by Newton's method between bounds that halve where it leaves them. Singular S: (3) is replaced by (4) at s = 10⁻¹⁴ tr S. Where
// S is indefinite, s is sought above the largest root of Δ. a_nn ≤ 0 with b_n < 0 has no solution of its own: `solve` says so.
// Neither allocates nor throws. Costs about 40 multiplications and one root where it sticks, 2 to 4 more roots where it slides.
#pragma once

#include <cmath>

#include <Eigen/Core>

namespace stickslip::solvers::detail {

struct LocalContact {
  double mu = 0.0;
  double a_nn = 0.0, inverse_nn = 0.0;  // the latter 0 where a_nn is not positive
  double a_n1 = 0.0, a_n2 = 0.0;        // a_nt
  double l_1 = 0.0, l_2 = 0.0;          // a_tn / a_nn
  double s_11 = 0.0, s_12 = 0.0, s_21 = 0.0, s_22 = 0.0;
  double trace = 0.0, determinant = 0.0;
  double first_s = 0.0;  // 0, or above the largest root of Δ, or where a singular S counts as sticking
  bool is_regular = false;
  double s = -1.0;  // of the last sliding solution: the next one begins there; negative: unknown

  LocalContact() = default;
  LocalContact(const Eigen::Matrix3d& a, double friction) noexcept : mu(friction), a_nn(a(0, 0)) {
    if (!(a_nn > 0.0)) return;
    inverse_nn = 1.0 / a_nn;
    a_n1 = a(0, 1);
    a_n2 = a(0, 2);
    l_1 = a(1, 0) * inverse_nn;
    l_2 = a(2, 0) * inverse_nn;
    s_11 = a(1, 1) - l_1 * a_n1;
    s_12 = a(1, 2) - l_1 * a_n2;
    s_21 = a(2, 1) - l_2 * a_n1;
    s_22 = a(2, 2) - l_2 * a_n2;
    trace = s_11 + s_22;
    determinant = s_11 * s_22 - s_12 * s_21;
    // Round-off of the Schur complement is about 10⁻¹⁶ of A's own entries.
    constexpr double round_off = 1e-14;
    const double size = std::abs(a(1, 1)) + std::abs(a(2, 2)) + std::abs(a(1, 2)) + std::abs(a(2, 1));
    is_regular = std::abs(determinant) > round_off * size * size;
    if (!is_regular) {
      first_s = round_off * (size > 0.0 ? size : a_nn);
      if (determinant < 0.0) determinant = 0.0;
      if (trace < 0.0) trace = 0.0;
    } else if (determinant < 0.0 || trace < 0.0) {
      const double discriminant = 0.25 * trace * trace - determinant;
      if (discriminant >= 0.0) {
        const double root = -0.5 * trace + std::sqrt(discriminant);
        if (root > 0.0) first_s = root * (1.0 + round_off);
      }
    }
  }

  // r is written. False where there is no solution, or none was found: r is as it was.
  bool solve(const double* b, double* r) noexcept {
    if (b[0] >= 0.0) {
      r[0] = r[1] = r[2] = 0.0;
      return true;
    }
    if (!(a_nn > 0.0)) return false;
    const double beta = -b[0] * inverse_nn;
    if (mu == 0.0) {
      r[0] = beta;
      r[1] = r[2] = 0.0;
      return true;
    }
    const double c_1 = b[1] - l_1 * b[0], c_2 = b[2] - l_2 * b[0];
    const double d_1 = s_22 * c_1 - s_12 * c_2, d_2 = s_11 * c_2 - s_21 * c_1;
    if (is_regular) {
      const double inverse = 1.0 / determinant;
      const double t_1 = -d_1 * inverse, t_2 = -d_2 * inverse;
      const double normal = beta - (a_n1 * t_1 + a_n2 * t_2) * inverse_nn;
      if (normal >= 0.0 && t_1 * t_1 + t_2 * t_2 <= mu * mu * normal * normal) {
        r[0] = normal;
        r[1] = t_1;
        r[2] = t_2;
        return true;
      }
    }
    const double e_0 = (a_n1 * d_1 + a_n2 * d_2) * inverse_nn, e_1 = (a_n1 * c_1 + a_n2 * c_2) * inverse_nn;
    // μ r_n Δ = n_0 + n_1 s + n_2 s²,  ‖d + s c‖² = q_0 + 2 q_1 s + q_2 s²
    const double n_0 = mu * (beta * determinant + e_0), n_1 = mu * (beta * trace + e_1), n_2 = mu * beta;
    const double q_0 = d_1 * d_1 + d_2 * d_2, q_1 = d_1 * c_1 + d_2 * c_2, q_2 = c_1 * c_1 + c_2 * c_2;
    const double at = root(n_0, n_1, n_2, q_0, q_1, q_2);
    const double inverse = 1.0 / (determinant + at * (trace + at));
    const double normal = beta + (e_0 + at * e_1) * inverse;
    const double t_1 = -(d_1 + at * c_1) * inverse, t_2 = -(d_2 + at * c_2) * inverse;
    if (!(normal >= 0.0) || !std::isfinite(normal + t_1 + t_2)) return false;
    s = at;
    r[0] = normal;
    r[1] = t_1;
    r[2] = t_2;
    return true;
  }

 private:
  double root(double n_0, double n_1, double n_2, double q_0, double q_1, double q_2) const noexcept {
    double low = first_s, high = -1.0;  // negative: not known yet
    // Exact where S is a multiple of 1 and a_nt = 0.
    double at = s > 0.0 ? s : std::sqrt(q_2) / n_2 - 0.5 * trace;
    if (!(at > low)) at = low;
    for (int i = 0; i < 100; ++i) {
      const double length = std::sqrt(std::max(0.0, q_0 + at * (2.0 * q_1 + at * q_2)));
      const double left = n_0 + at * (n_1 + at * n_2);
      const double value = left - length;
      if (std::abs(value) <= 4e-16 * (std::abs(left) + length)) return at;
      if (value < 0.0) {
        low = at;
      } else {
        high = at;
        if (at == first_s) return at;  // no change of sign above it
      }
      const double slope = n_1 + 2.0 * at * n_2 - (length > 0.0 ? (q_1 + at * q_2) / length : 0.0);
      double next = at - value / slope;
      const bool is_inside = next > low && (high < 0.0 || next < high);
      if (is_inside && slope > 0.0) {
        if (std::abs(next - at) <= 1e-8 * at) return next;  // the error is of the order of the square
      } else {
        next = high < 0.0 ? 2.0 * at + std::sqrt(q_2) / n_2 : 0.5 * (low + high);
        if (!(next > low) || (high >= 0.0 && !(next < high))) return at;
      }
      at = next;
    }
    return at;
  }
};

}  // namespace stickslip::solvers::detail
