// The islands of a cone problem: groups of contacts that W couples with each other and with nobody else. Each is a problem of
// its own. Linear in the blocks of W; allocates where a problem is larger than any before.
#pragma once

#include <span>
#include <vector>

#include "stickslip/solvers/block_matrix.hpp"

namespace stickslip::solvers::detail {

class Islands {
 public:
  // In the order of their first contacts; contacts within them rise.
  void find(const BlockMatrix& W);
  // All contacts as one island.
  void take_whole(int contacts);

  std::size_t count() const noexcept { return begin_.size() - 1; }
  std::span<const int> contacts(std::size_t island) const noexcept {
    return std::span(contacts_).subspan(static_cast<std::size_t>(begin_[island]),
                                        static_cast<std::size_t>(begin_[island + 1] - begin_[island]));
  }
  // The number of each contact within its island.
  std::span<const int> place() const noexcept { return place_; }

 private:
  int root(int i) noexcept;

  std::vector<int> begin_ = {0}, contacts_, place_, island_, parent_;
};

}  // namespace stickslip::solvers::detail
