// Whether two quantities grow together: Spearman's correlation of their ranks.
//
//   ρ = Cov(R(x), R(y))/(σ(R(x)) σ(R(y)))       R: place in the order of size; equal numbers share the mean of theirs
//
// 1 or −1 where one grows or falls with the other, however bent; near 0 where neither, which says nothing about a response that rises and falls.
#pragma once

#include <span>
#include <vector>

namespace stickslip::sweep {

// From 1 on. Of numbers that are none of them NaN.
std::vector<double> ranks(std::span<const double> values);

// As many x as y; pairs with a number that is not one are left out. NaN where fewer than two pairs are left, or one of the two is constant.
double rank_correlation(std::span<const double> x, std::span<const double> y);

}  // namespace stickslip::sweep
