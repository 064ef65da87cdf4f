// Which bodies are coupled, as the pattern of a matrix of 6 × 6 blocks, and where the blocks of each coupling are in it.
#pragma once

#include <span>
#include <vector>

namespace stickslip::solvers::detail {

struct BodyPattern {
  // Blocks among those of the matrix, by rows; −1: none.
  struct Places {
    int first, second, upper, lower;
  };
  struct Pair {
    int first, second;  // bodies; < 0: none

    friend bool operator==(const Pair&, const Pair&) = default;
  };

  // Allocates only where sizes grow.
  void set(int bodies, std::span<const Pair> pairs);

  std::vector<int> row_begin, columns;  // ascending within a row, the diagonal among them
  std::vector<int> diagonal;            // block of each body
  std::vector<Places> places;           // of each pair

 private:
  std::vector<int> fill_;
};

}  // namespace stickslip::solvers::detail
