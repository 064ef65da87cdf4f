// Elementary functions without branches, calls or tables, so that a loop over them becomes vector code.
//
//   (1)  e^{−x} − 1 and e^{−x}, x ≥ 0: with k = round(−x/ln 2), r = −x − k ln 2 and |r| ≤ ln 2/2,
//        e^{−x} = 2^k + 2^k (e^r − 1), e^r − 1 = r + r² Q(r), Q of degree 9
//   (2)  sin(πw/2), cos(πw/2), |w| ≤ 1/2, from polynomials in w²
//
// Polynomials interpolate at Chebyshev nodes; their errors are below 1e-16. Results are within 4e-16 relative of the
// exact ones; e^{−x} ends at e^{−340} = 2e-148.
#pragma once

#include <cstdint>

#include "stickslip/numerics/kernel_target.hpp"

namespace stickslip::numerics {

struct Decay {
  double value;  // e^{−x}
  double loss;   // 1 − e^{−x}, with all its digits where x is small
};

// k and r of Eq. 1. Two steps, because two short loops overlap better than a long one.
struct Reduced {
  double r;
  double scale;  // 2^k
};

// Any x ≥ 0.
STICKSLIP_KERNEL_PART Reduced reduced(double x) noexcept {
  constexpr double magic = 0x1.8p52;  // adding it rounds to an integer, which is then in the lowest bits
  // ln 2 in two parts, the first so short that its product with k is exact.
  constexpr double log2_e = 0x1.71547652b82fep+0, ln2_high = 0x1.62e42fefa3p-1, ln2_low = 0x1.3de6af278ece6p-42;
  constexpr double far = 340.0;  // far enough, and e^{−far} is not subnormal even times itself: that would be slow
  const double near = x < far ? x : far;
  const double shifted = magic - near * log2_e;
  const double k = shifted - magic;
  return {(-near - k * ln2_high) - k * ln2_low,
          __builtin_bit_cast(double, (__builtin_bit_cast(std::uint64_t, shifted) << 52U) + (1023ULL << 52U))};
}

STICKSLIP_KERNEL_PART Decay decay_of(double r, double scale) noexcept {
  const double r2 = r * r, r4 = r2 * r2;
  const double q01 = 0.5 + r * 0.16666666666666669, q23 = 0.04166666666662413 + r * 0.008333333333330062;
  const double q45 = 0.0013888888917213717 + r * 0.00019841269863053618;
  const double q67 = 2.4801521295954376e-05 + r * 2.7557268459997064e-06;
  const double q89 = 2.7620088445409746e-07 + r * 2.510038549551032e-08;
  const double q = (q01 + r2 * q23) + r4 * ((q45 + r2 * q67) + r4 * q89);
  const double p = r + r2 * q;
  return {scale + scale * p, (1.0 - scale) - scale * p};
}

// Eq. 1.
STICKSLIP_KERNEL_PART Decay decay(double x) noexcept {
  const Reduced at = reduced(x);
  return decay_of(at.r, at.scale);
}

// sin(πw/2) for |w| ≤ 1/2.
STICKSLIP_KERNEL_PART double quarter_sine(double w) noexcept {
  const double t = w * w, t2 = t * t;
  const double a01 = 1.5707963267948966 - t * 0.6459640975062443, a23 = 0.07969262624604301 - t * 0.004681754132340976;
  const double a45 = 0.0001604411507421909 - t * 3.59864335298231e-06;
  return w * ((a01 + t2 * a23) + (t2 * t2) * (a45 + t2 * 5.633933781537854e-08));
}

// cos(πw/2) for |w| ≤ 1/2.
STICKSLIP_KERNEL_PART double quarter_cosine(double w) noexcept {
  const double t = w * w, t2 = t * t;
  const double a01 = 1.0 - t * 1.2337005501361513, a23 = 0.25366950789986475 - t * 0.02086348073494657;
  const double a45 = 0.000919259950041661 - t * 2.520013526428479e-05;
  return (a01 + t2 * a23) + (t2 * t2) * (a45 + t2 * 4.6552961874867623e-07);
}

}  // namespace stickslip::numerics
