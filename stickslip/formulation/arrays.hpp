// The arrays that describe a scene: one row per body, contact or joint, laid out row by row as numpy does.
#pragma once

#include <Eigen/Core>

namespace stickslip::formulation {

template <int Columns>
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Columns, Eigen::RowMajor>;

// Two bodies per row, by index. The second may be the ground.
using Pairs = Eigen::Matrix<int, Eigen::Dynamic, 2, Eigen::RowMajor>;
inline constexpr int ground = -1;

}  // namespace stickslip::formulation
