#include "stickslip/solvers/block_matrix.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "stickslip/core/at.hpp"
#include "stickslip/core/error.hpp"

namespace stickslip::solvers {

namespace {

int block_side(Eigen::Index rows, Eigen::Index columns) {
  if (rows == columns && rows % 3 == 0) return static_cast<int>(rows / 3);
  throw InvalidArgument("BlockMatrix: the matrix is " + std::to_string(rows) + " x " + std::to_string(columns) +
                        ", must be square with three rows for each contact");
}

}  // namespace

BlockMatrix::BlockMatrix(int n, std::span<const Entry> entries) {
  if (n < 0) throw InvalidArgument("BlockMatrix: n = " + std::to_string(n) + " must be >= 0");
  // Counted, laid out by rows, then each row sorted: linear in the entries but for the sorting within a row.
  std::vector<int> begin(at(n) + 1, 0);
  for (const Entry& entry : entries) {
    if (entry.row < 0 || entry.row >= n || entry.column < 0 || entry.column >= n) {
      throw InvalidArgument("BlockMatrix: entry (" + std::to_string(entry.row) + ", " + std::to_string(entry.column) +
                            ") must be within 0 to " + std::to_string(n - 1));
    }
    ++begin[at(entry.row) + 1];
  }
  for (int i = 0; i < n; ++i) begin[at(i) + 1] += begin[at(i)];
  std::vector<const Entry*> sorted(entries.size());
  std::vector<int> next(begin.begin(), begin.end() - 1);
  for (const Entry& entry : entries) sorted[at(next[at(entry.row)]++)] = &entry;

  row_begin_.assign(1, 0);
  row_begin_.reserve(at(n) + 1);
  columns_.reserve(entries.size());
  blocks_.reserve(entries.size());
  diagonal_.reserve(at(n));
  const auto append = [this](int row, int column, const Block& block) {
    if (column == row) diagonal_.push_back(static_cast<int>(blocks_.size()));
    columns_.push_back(column);
    blocks_.push_back(block);
  };
  for (int i = 0; i < n; ++i) {
    const auto first = sorted.begin() + begin[at(i)], last = sorted.begin() + begin[at(i) + 1];
    std::stable_sort(first, last, [](const Entry* a, const Entry* b) { return a->column < b->column; });
    for (auto entry = first; entry != last; ++entry) {
      const int column = (*entry)->column;
      if (column > i && static_cast<int>(diagonal_.size()) == i) append(i, i, Block::Zero());
      if (static_cast<int>(columns_.size()) > row_begin_.back() && columns_.back() == column) {
        blocks_.back() += (*entry)->block;
      } else {
        append(i, column, (*entry)->block);
      }
    }
    if (static_cast<int>(diagonal_.size()) == i) append(i, i, Block::Zero());
    row_begin_.push_back(static_cast<int>(columns_.size()));
  }
}

void BlockMatrix::set_pattern(std::span<const int> row_begin, std::span<const int> columns) {
  const int n = static_cast<int>(row_begin.size()) - 1;
  const auto refuse = [](const std::string& what) { throw InvalidArgument("BlockMatrix: " + what); };
  if (n < 0 || row_begin.front() != 0 || row_begin.back() != static_cast<int>(columns.size())) {
    refuse("row_begin must start with 0 and end with the number of columns");
  }
  for (int i = 0; i < n; ++i) {
    if (row_begin[at(i) + 1] < row_begin[at(i)] || row_begin[at(i) + 1] > row_begin.back()) {
      refuse("row_begin[" + std::to_string(i + 1) + "] must not fall, nor exceed the number of columns");
    }
    bool has_diagonal = false;
    for (int k = row_begin[at(i)]; k < row_begin[at(i) + 1]; ++k) {
      const int column = columns[at(k)], before = k == row_begin[at(i)] ? -1 : columns[at(k) - 1];
      if (column <= before || column >= n) {
        refuse("columns[" + std::to_string(k) + "] = " + std::to_string(column) +
               " must rise within its row and be below " + std::to_string(n));
      }
      has_diagonal = has_diagonal || column == i;
    }
    if (!has_diagonal) refuse("row " + std::to_string(i) + " must have its diagonal block");
  }
  diagonal_.resize(at(n));
  for (int i = 0; i < n; ++i) {
    const auto own = columns.subspan(at(row_begin[at(i)]), at(row_begin[at(i) + 1] - row_begin[at(i)]));
    diagonal_[at(i)] = row_begin[at(i)] + static_cast<int>(std::find(own.begin(), own.end(), i) - own.begin());
  }
  row_begin_.assign(row_begin.begin(), row_begin.end());
  columns_.assign(columns.begin(), columns.end());
  blocks_.assign(columns.size(), Block::Zero());
}

BlockMatrix BlockMatrix::from_dense(const Eigen::Ref<const Eigen::MatrixXd>& matrix) {
  const int n = block_side(matrix.rows(), matrix.cols());
  std::vector<Entry> entries;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const Block block = matrix.block<3, 3>(3 * i, 3 * j);
      if (i == j || (block.array() != 0.0).any()) entries.push_back({i, j, block});
    }
  }
  return {n, entries};
}

BlockMatrix BlockMatrix::from_triplets(Eigen::Index rows, std::span<const Triplet> triplets) {
  const int n = block_side(rows, rows);
  std::vector<Entry> entries;
  entries.reserve(triplets.size());
  for (const Triplet& triplet : triplets) {
    if (triplet.row < 0 || triplet.row >= rows || triplet.column < 0 || triplet.column >= rows) {
      throw InvalidArgument("BlockMatrix: entry (" + std::to_string(triplet.row) + ", " +
                            std::to_string(triplet.column) + ") must be within 0 to " + std::to_string(rows - 1));
    }
    const int i = static_cast<int>(triplet.row / 3), j = static_cast<int>(triplet.column / 3);
    // Entries of a block mostly follow each other.
    if (entries.empty() || entries.back().row != i || entries.back().column != j) {
      entries.push_back({i, j, Block::Zero()});
    }
    entries.back().block(triplet.row % 3, triplet.column % 3) += triplet.value;
  }
  return {n, entries};
}

Eigen::MatrixXd BlockMatrix::to_dense() const {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(rows(), rows());
  for (int i = 0; i < blocks_per_side(); ++i) {
    for (int k = row_begin_[at(i)]; k < row_begin_[at(i) + 1]; ++k) {
      matrix.block<3, 3>(3 * i, 3 * columns_[at(k)]) = blocks_[at(k)];
    }
  }
  return matrix;
}

double BlockMatrix::asymmetry() const {
  double largest = 0.0, difference = 0.0;
  for (int i = 0; i < blocks_per_side(); ++i) {
    for (int k = row_begin_[at(i)]; k < row_begin_[at(i) + 1]; ++k) {
      const Block& block = blocks_[at(k)];
      largest = std::max(largest, block.cwiseAbs().maxCoeff());
      const int j = columns_[at(k)];
      const auto first = columns_.begin() + row_begin_[at(j)], last = columns_.begin() + row_begin_[at(j) + 1];
      const auto mirror = std::lower_bound(first, last, i);
      const bool found = mirror != last && *mirror == i;
      const Block other = found ? blocks_[static_cast<std::size_t>(mirror - columns_.begin())] : Block(Block::Zero());
      difference = std::max(difference, (block - other.transpose()).cwiseAbs().maxCoeff());
    }
  }
  return largest > 0.0 ? difference / largest : 0.0;
}

}  // namespace stickslip::solvers
