// The value below which a share of numbers lies.
#pragma once

#include <span>
#include <vector>

namespace stickslip::sweep {

// The numbers in order of size, without those that are not a number.
std::vector<double> in_order(std::span<const double> values);

// Of at least one number, in order of size; interpolated between neighbours: q = 0 is the least, q = 1 the greatest.
double quantile(std::span<const double> sorted, double q) noexcept;

}  // namespace stickslip::sweep
