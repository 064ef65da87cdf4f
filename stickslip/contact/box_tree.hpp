// Which of many boxes overlap, found with a tree of boxes around boxes.
//
// Built from nothing each time, by halving along the axis in which the centres spread most; it remembers nothing but its
// memory, so results depend on the boxes alone. Ties are broken by index.
// Boxes of any size, empty and infinite ones too. One with an entry that is not a number overlaps none.
//
// Cost: build O(n log n); pairs near-linear while each box overlaps few others, and never worse than n²/2 comparisons and
// O(n) of the tree's own. No allocation once sizes repeat.
#pragma once

#include <compare>
#include <span>
#include <vector>

#include "stickslip/contact/box.hpp"

namespace stickslip::contact {

struct BoxPair {
  int first, second;  // first < second

  // NOLINTNEXTLINE(modernize-use-nullptr): there is no pointer
  friend auto operator<=>(const BoxPair&, const BoxPair&) = default;
};

class BoxTree {
 public:
  void build(std::span<const Box> boxes);
  // The same tree about other boxes, as many as it was built from: quicker, and good while they are near the old ones.
  void refit(std::span<const Box> boxes);
  // All pairs that overlap, ascending, into `out`.
  void pairs(std::vector<BoxPair>& out);

  // Comparisons of two boxes in the last call of pairs().
  long comparisons() const noexcept { return comparisons_; }

 private:
  struct Item {
    Vec<3> centre;
    int index;
  };
  struct Node {
    Box box;
    int begin, end;  // of items_
    int right;       // the left child is the next node; −1: a leaf
  };

  void split(int begin, int end);
  void pairs_within(int node);
  void pairs_between(int a, int b);
  void compare(int a, int b);  // two items
  bool nodes_overlap(const Node& a, const Node& b);
  void sort_found(std::vector<BoxPair>& out);

  std::vector<Item> items_;
  std::vector<Box> boxes_;  // in the order of items_
  std::vector<Node> nodes_;
  std::vector<BoxPair> found_;
  std::vector<std::size_t> starts_;
  long comparisons_ = 0;
};

}  // namespace stickslip::contact
