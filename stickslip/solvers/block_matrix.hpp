// A square sparse matrix of 3 × 3 blocks, stored by block rows: what contacts do to each other.
//
// Row i holds the blocks with indices row_begin[i] … row_begin[i + 1] − 1, columns rising, the diagonal block always among
// them (zero where nothing was given). Memory is linear in the blocks. Products allocate nothing.
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

namespace stickslip::solvers {

class BlockMatrix {
 public:
  using Block = Eigen::Matrix3d;
  struct Entry {
    int row, column;
    Block block;
  };
  struct Triplet {
    Eigen::Index row, column;
    double value;
  };

  BlockMatrix() = default;
  // Of n × n blocks. Entries at the same place are added. Throws InvalidArgument for an entry outside.
  BlockMatrix(int n, std::span<const Entry> entries);
  // Of a square matrix with 3 n rows. Blocks of zeros are left out, but for the diagonal. Throws InvalidArgument for other shapes.
  static BlockMatrix from_dense(const Eigen::Ref<const Eigen::MatrixXd>& matrix);
  // The same, of single entries of a matrix with `rows` rows; those at the same place are added.
  static BlockMatrix from_triplets(Eigen::Index rows, std::span<const Triplet> triplets);

  // Lays the matrix out anew with blocks of zeros, to be written through the two functions below. Columns of each row rising, the diagonal
  // among them, as above; throws InvalidArgument otherwise. Allocates only to grow.
  void set_pattern(std::span<const int> row_begin, std::span<const int> columns);
  std::span<Block> mutable_blocks() noexcept { return blocks_; }
  Block& mutable_diagonal(int i) noexcept {
    return blocks_[static_cast<std::size_t>(diagonal_[static_cast<std::size_t>(i)])];
  }

  int blocks_per_side() const noexcept { return static_cast<int>(diagonal_.size()); }
  Eigen::Index rows() const noexcept { return 3 * static_cast<Eigen::Index>(diagonal_.size()); }

  std::span<const int> row_begin() const noexcept { return row_begin_; }  // n + 1 entries
  std::span<const int> columns() const noexcept { return columns_; }
  std::span<const Block> blocks() const noexcept { return blocks_; }
  const Block& diagonal(int i) const noexcept {
    return blocks_[static_cast<std::size_t>(diagonal_[static_cast<std::size_t>(i)])];
  }

  // Where among blocks() the diagonal block of each row stands.
  std::span<const int> diagonal_places() const noexcept { return diagonal_; }

  // Row i of W r.
  Eigen::Vector3d row_times(int i, const double* r) const noexcept {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int k = row_begin_[static_cast<std::size_t>(i)]; k < row_begin_[static_cast<std::size_t>(i) + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      sum.noalias() += blocks_[at] * Eigen::Map<const Eigen::Vector3d>(r + 3 * columns_[at]);
    }
    return sum;
  }

  Eigen::MatrixXd to_dense() const;
  // The largest |W − Wᵀ| entry over the largest |W| entry; 0 for the zero matrix.
  double asymmetry() const;

 private:
  std::vector<int> row_begin_ = {0};
  std::vector<int> columns_;
  std::vector<int> diagonal_;  // index of the diagonal block of each row
  std::vector<Block> blocks_;
};

}  // namespace stickslip::solvers
