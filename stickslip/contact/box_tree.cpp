#include "stickslip/contact/box_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stickslip::contact {

namespace {

// Fewer comparisons with smaller leaves, fewer nodes with larger ones: for 10⁴ boxes 4 and 8 take about the same time.
constexpr int leaf_size = 4;
constexpr double infinite = std::numeric_limits<double>::infinity();

Box nothing() noexcept {
  return {Vec<3>::Constant(infinite), Vec<3>::Constant(-infinite)};
}

// The box about both. What is not a number in `added` is left out.
void include(Box& box, const Box& added) noexcept {
  for (int axis = 0; axis < 3; ++axis) {
    if (added.lower(axis) < box.lower(axis)) box.lower(axis) = added.lower(axis);
    if (added.upper(axis) > box.upper(axis)) box.upper(axis) = added.upper(axis);
  }
}

Vec<3> centre_of(const Box& box) noexcept {
  Vec<3> centre = 0.5 * box.lower + 0.5 * box.upper;
  // Sorting needs numbers; where such a box stands in the tree makes no difference to what is found.
  for (double& entry : centre) {
    if (!std::isfinite(entry)) entry = 0.0;
  }
  return centre;
}

}  // namespace

void BoxTree::build(std::span<const Box> boxes) {
  const int count = static_cast<int>(boxes.size());
  items_.resize(boxes.size());
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    items_[at] = {centre_of(boxes[at]), i};
  }
  nodes_.clear();
  if (count > 0) split(0, count);
  refit(boxes);
}

// Nodes in the order parent, left, right: a parent stands before its children.
void BoxTree::split(int begin, int end) {
  const std::size_t node = nodes_.size();
  nodes_.push_back({nothing(), begin, end, -1});
  if (end - begin <= leaf_size) return;

  Vec<3> least = Vec<3>::Constant(infinite), most = -least;
  for (int i = begin; i < end; ++i) {
    least = least.cwiseMin(items_[static_cast<std::size_t>(i)].centre);
    most = most.cwiseMax(items_[static_cast<std::size_t>(i)].centre);
  }
  int axis = 0;
  (most - least).maxCoeff(&axis);
  const int middle = begin + (end - begin) / 2;
  std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end,
                   [axis](const Item& a, const Item& b) {
                     return a.centre(axis) != b.centre(axis) ? a.centre(axis) < b.centre(axis) : a.index < b.index;
                   });
  split(begin, middle);
  nodes_[node].right = static_cast<int>(nodes_.size());
  split(middle, end);
}

void BoxTree::refit(std::span<const Box> boxes) {
  boxes_.resize(items_.size());
  for (std::size_t i = 0; i < items_.size(); ++i) boxes_[i] = boxes[static_cast<std::size_t>(items_[i].index)];
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    Node& node = nodes_[i];
    node.box = nothing();
    if (node.right < 0) {
      for (int item = node.begin; item < node.end; ++item) include(node.box, boxes_[static_cast<std::size_t>(item)]);
    } else {
      include(node.box, nodes_[i + 1].box);
      include(node.box, nodes_[static_cast<std::size_t>(node.right)].box);
    }
  }
}

void BoxTree::pairs(std::vector<BoxPair>& out) {
  found_.clear();
  comparisons_ = 0;
  if (!nodes_.empty()) pairs_within(0);
  sort_found(out);
}

void BoxTree::pairs_within(int node) {
  const Node& here = nodes_[static_cast<std::size_t>(node)];
  if (here.right < 0) {
    for (int a = here.begin; a < here.end; ++a) {
      for (int b = a + 1; b < here.end; ++b) compare(a, b);
    }
    return;
  }
  pairs_within(node + 1);
  pairs_within(here.right);
  pairs_between(node + 1, here.right);
}

void BoxTree::pairs_between(int a, int b) {
  const Node& first = nodes_[static_cast<std::size_t>(a)];
  const Node& second = nodes_[static_cast<std::size_t>(b)];
  if (!nodes_overlap(first, second)) return;
  if (first.right < 0 && second.right < 0) {
    for (int i = first.begin; i < first.end; ++i) {
      for (int j = second.begin; j < second.end; ++j) compare(i, j);
    }
  } else if (second.right < 0 || (first.right >= 0 && first.end - first.begin >= second.end - second.begin)) {
    pairs_between(a + 1, b);
    pairs_between(first.right, b);
  } else {
    pairs_between(a, b + 1);
    pairs_between(a, second.right);
  }
}

void BoxTree::compare(int a, int b) {
  const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
  ++comparisons_;
  if (!overlap(boxes_[i], boxes_[j])) return;
  const auto [first, second] = std::minmax(items_[i].index, items_[j].index);
  found_.push_back({first, second});
}

bool BoxTree::nodes_overlap(const Node& a, const Node& b) {
  ++comparisons_;
  return overlap(a.box, b.box);
}

// By counting the first index, then by comparing within each: linear where each box has few partners.
void BoxTree::sort_found(std::vector<BoxPair>& out) {
  starts_.assign(items_.size() + 1, 0);
  for (const BoxPair& pair : found_) ++starts_[static_cast<std::size_t>(pair.first) + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  out.resize(found_.size());
  for (const BoxPair& pair : found_) out[starts_[static_cast<std::size_t>(pair.first)]++] = pair;
  // Each start has moved on to the next one's.
  std::size_t begin = 0;
  for (std::size_t i = 0; i + 1 < starts_.size(); ++i) {
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.begin() + static_cast<std::ptrdiff_t>(starts_[i]));
    begin = starts_[i];
  }
}

}  // namespace stickslip::contact
