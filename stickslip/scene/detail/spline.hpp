// A smooth curve through the rows of a table: what a drive can follow without shocks.
//
// Cubic between two rows, s(t) = y_i + ṡ_i (t − t_i) + …; value, slope ṡ and curvature s̈ are continuous. It is at rest at the ends, and
// constant before and after:
//
//   (1)  ṡ_{i−1}/h_{i−1} + 2 (1/h_{i−1} + 1/h_i) ṡ_i + ṡ_{i+1}/h_i = 3 (Δ_{i−1}/h_{i−1}² + Δ_i/h_i²),  ṡ_0 = ṡ_n = 0
//
// h_i = t_{i+1} − t_i, Δ_i = y_{i+1} − y_i. Of a function that is at rest at the ends it is off by at most 5/384 h⁴ of its fourth derivative
// [Hall 1976], h the longest of the h_i. Between rows it may go beyond their values.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace stickslip::scene::detail {

class Spline {
 public:
  // Times rise, there is a value for each and at least one; all are finite. Not checked.
  Spline(std::vector<double> times, std::vector<double> values);

  double operator()(double t) const;
  // The least and the greatest value between two times, both included.
  std::pair<double, double> range(double from, double to) const;
  // Whether it can be computed: values far apart at times too close are too steep.
  bool is_finite() const;

 private:
  // y = y_0 + u (c_1 + u (c_2 + u c_3)), u the share of the time between two rows.
  struct Cubic {
    double c1, c2, c3;
  };
  Cubic piece(std::size_t i) const;

  std::vector<double> times_, values_, slopes_;
};

}  // namespace stickslip::scene::detail
