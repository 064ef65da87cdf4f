// In what order the rows of a sparse symmetric pattern are eliminated, and what its factors then look like.
//
// Rows are ordered by least degree, ties by number, so that the same pattern has the same order always. Row k of U holds the places
// after k that it is coupled to once all places before it are eliminated; L is its mirror image.
// analyze() allocates for a pattern larger than any before, and beyond 2048 rows always; for the pattern it saw last it does nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stickslip::solvers::detail {

class Elimination {
 public:
  // columns[row_begin[i]] … columns[row_begin[i + 1] − 1] are the neighbours of row i, itself among them or not. True where the
  // pattern is another than that of the last call.
  bool analyze(const std::vector<int>& row_begin, const std::vector<int>& columns);

  std::size_t size() const noexcept { return order.size(); }
  // Products of blocks in a factorisation, for those who weigh its cost.
  double products() const noexcept { return products_; }

  std::vector<int> order, place;  // row of each place, place of each row
  std::vector<int> upper_begin, upper_index;
  std::vector<int> lower_begin, lower_index, lower_at;  // the last: where in the upper rows the mirror block stands

 private:
  void order_by_degree(const std::vector<int>& row_begin, const std::vector<int>& columns);
  void order_large(const std::vector<int>& row_begin, const std::vector<int>& columns);
  void find_pattern(const std::vector<int>& row_begin, const std::vector<int>& columns);

  std::vector<int> seen_rows_, seen_columns_;  // the pattern analysed
  std::vector<std::uint64_t> bits_;
  std::vector<int> degree_, mark_, first_child_, next_sibling_;
  double products_ = 0.0;
};

}  // namespace stickslip::solvers::detail
