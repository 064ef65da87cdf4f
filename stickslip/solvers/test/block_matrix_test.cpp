#include "stickslip/solvers/block_matrix.hpp"

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"

namespace stickslip::solvers::block_matrix_test {
namespace {

TEST(BlockMatrix, AddsEntriesAtOnePlaceAndKeepsTheDiagonal) {
  const BlockMatrix::Block one = BlockMatrix::Block::Identity(), two = 2.0 * one;
  const BlockMatrix::Entry entries[] = {{0, 2, one}, {0, 2, two}, {2, 0, one}};
  const BlockMatrix matrix(3, entries);
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(9, 9);
  expected.block<3, 3>(0, 6) = 3.0 * one;
  expected.block<3, 3>(6, 0) = one;
  EXPECT_EQ(matrix.to_dense(), expected);
  // Rows 0 and 2 have a diagonal block of zeros beside what was given, row 1 has nothing else.
  EXPECT_EQ(matrix.blocks().size(), 5U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(matrix.diagonal(i), BlockMatrix::Block::Zero());
  EXPECT_EQ(matrix.asymmetry(), 2.0 / 3.0);
}

TEST(BlockMatrix, ComesBackFromDenseAndFromTriplets) {
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(6, 6);
  dense(0, 5) = 1.5;
  dense(4, 4) = -2.0;
  dense(5, 0) = 1.5;
  const BlockMatrix::Triplet triplets[] = {{4, 4, -1.0}, {0, 5, 1.5}, {4, 4, -1.0}, {5, 0, 1.5}};
  EXPECT_EQ(BlockMatrix::from_dense(dense).to_dense(), dense);
  EXPECT_EQ(BlockMatrix::from_triplets(6, triplets).to_dense(), dense);
  EXPECT_EQ(BlockMatrix::from_dense(dense).asymmetry(), 0.0);
  const Eigen::VectorXd r = Eigen::VectorXd::LinSpaced(6, 1.0, 6.0);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(BlockMatrix::from_dense(dense).row_times(i, r.data()), (dense * r).segment<3>(3 * i));
  }
}

TEST(BlockMatrix, RefusesWhatLiesOutside) {
  const BlockMatrix::Entry outside[] = {{0, 3, BlockMatrix::Block::Identity()}};
  EXPECT_THROW(BlockMatrix(3, outside), InvalidArgument);
  EXPECT_THROW(BlockMatrix(-1, {}), InvalidArgument);
  EXPECT_THROW(BlockMatrix::from_dense(Eigen::MatrixXd::Zero(4, 4)), InvalidArgument);
  EXPECT_THROW(BlockMatrix::from_dense(Eigen::MatrixXd::Zero(3, 6)), InvalidArgument);
  const BlockMatrix::Triplet triplets[] = {{6, 0, 1.0}};
  EXPECT_THROW(BlockMatrix::from_triplets(6, triplets), InvalidArgument);
}

TEST(BlockMatrix, MayBeEmpty) {
  EXPECT_EQ(BlockMatrix().rows(), 0);
  EXPECT_EQ(BlockMatrix(0, {}).to_dense().size(), 0);
  EXPECT_EQ(BlockMatrix().asymmetry(), 0.0);
}

TEST(BlockMatrix, RefusesAPatternThatIsNone) {
  BlockMatrix matrix = BlockMatrix::from_dense(Eigen::MatrixXd::Identity(6, 6));
  const Eigen::MatrixXd before = matrix.to_dense();
  const auto refused = [&](std::vector<int> row_begin, std::vector<int> columns) {
    EXPECT_THROW(matrix.set_pattern(row_begin, columns), InvalidArgument);
    EXPECT_EQ(matrix.to_dense(), before) << "as it was";
  };
  refused({}, {});
  refused({1, 2}, {0, 0});
  refused({0, 4, 1}, {0});  // beyond the columns there are
  refused({0, 2, 1, 3}, {0, 1, 2});
  refused({0, 1, 2}, {0, 0});  // no diagonal in the second row
  refused({0, 1, 2}, {0, 2});
  refused({0, 2, 3}, {1, 0, 1});
  matrix.set_pattern(std::vector<int>{0, 2, 3}, std::vector<int>{0, 1, 1});
  EXPECT_EQ(matrix.to_dense(), Eigen::MatrixXd::Zero(6, 6));
}

}  // namespace
}  // namespace stickslip::solvers::block_matrix_test
