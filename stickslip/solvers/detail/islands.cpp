#include "stickslip/solvers/detail/islands.hpp"

#include <numeric>

#include "stickslip/core/at.hpp"

namespace stickslip::solvers::detail {

int Islands::root(int i) noexcept {
  while (parent_[at(i)] != i) {
    parent_[at(i)] = parent_[at(parent_[at(i)])];  // halves the path for the next who comes
    i = parent_[at(i)];
  }
  return i;
}

void Islands::find(const BlockMatrix& W) {
  const int n = W.blocks_per_side();
  parent_.resize(at(n));
  std::iota(parent_.begin(), parent_.end(), 0);
  for (int i = 0; i < n; ++i) {
    for (int k = W.row_begin()[at(i)]; k < W.row_begin()[at(i) + 1]; ++k) {
      // The smaller number is the root, so that islands come in the order of their first contacts.
      const int a = root(i), b = root(W.columns()[at(k)]);
      if (a < b) parent_[at(b)] = a;
      if (b < a) parent_[at(a)] = b;
    }
  }
  island_.resize(at(n));
  place_.resize(at(n));
  begin_.assign(1, 0);
  int islands = 0;
  for (int i = 0; i < n; ++i) {
    const int first = root(i);
    if (first == i) {
      island_[at(i)] = islands++;
      begin_.push_back(0);
    } else {
      island_[at(i)] = island_[at(first)];
    }
    place_[at(i)] = begin_[at(island_[at(i)]) + 1]++;
  }
  for (int k = 0; k < islands; ++k) begin_[at(k) + 1] += begin_[at(k)];
  contacts_.resize(at(n));
  for (int i = 0; i < n; ++i) contacts_[at(begin_[at(island_[at(i)])] + place_[at(i)])] = i;
}

void Islands::take_whole(int contacts) {
  begin_.assign(1, 0);
  begin_.push_back(contacts);
  contacts_.resize(at(contacts));
  std::iota(contacts_.begin(), contacts_.end(), 0);
  place_ = contacts_;
}

}  // namespace stickslip::solvers::detail
