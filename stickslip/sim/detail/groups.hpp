// Things joined in pairs fall into groups: disjoint sets, and what belongs to each. The root of a group is its smallest member, so the
// result does not depend on the order of joining.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "stickslip/core/at.hpp"

namespace stickslip::sim::detail {

class Groups {
 public:
  // Each of n things alone.
  void begin(std::size_t n) {
    parent_.resize(n);
    for (std::size_t i = 0; i < n; ++i) parent_[i] = static_cast<int>(i);
  }
  int root(int i) noexcept {
    while (parent(i) != i) i = parent(i) = parent(parent(i));
    return i;
  }
  void join(int a, int b) noexcept {
    const int first = root(a), second = root(b);
    parent(std::max(first, second)) = std::min(first, second);
  }

  // Items of one kind, each of which belongs to the group of member_of(item), or to none where that is −1.
  template <class MemberOf>
  struct Items {
    std::size_t count;
    MemberOf member_of;
  };
  template <class MemberOf>
  Items(std::size_t, MemberOf) -> Items<MemberOf>;

  // Gathers items of several kinds. Groups without items are left out; the others are numbered by their root. Members and items of a group
  // are ascending.
  template <class... MemberOf>
  void collect(const Items<MemberOf>&... kinds) {
    number_.assign(parent_.size(), -1);
    const auto mark = [this](const auto& items) {
      for (std::size_t i = 0; i < items.count; ++i) {
        if (const int member = items.member_of(i); member >= 0) number_[at(root(member))] = 0;
      }
    };
    (mark(kinds), ...);
    int groups = 0;
    for (int& number : number_) {
      if (number == 0) number = groups++;
    }
    fill(members_, groups, parent_.size(), [this](std::size_t i) { return number_[at(root(static_cast<int>(i)))]; });
    items_.resize(sizeof...(kinds));
    std::size_t kind = 0;
    const auto gather = [&](const auto& items) {
      fill(items_[kind++], groups, items.count, [&](std::size_t i) {
        const int member = items.member_of(i);
        return member >= 0 ? number_[at(root(member))] : -1;
      });
    };
    (gather(kinds), ...);
  }
  int size() const noexcept { return members_.begin.empty() ? 0 : static_cast<int>(members_.begin.size()) - 1; }
  std::span<const int> members(int group) const noexcept { return members_.of(group); }
  // kind: its place among those that were collected.
  std::span<const int> items(std::size_t kind, int group) const noexcept { return items_[kind].of(group); }

 private:
  // Things by group.
  struct Lists {
    std::vector<int> things, begin;

    std::span<const int> of(int group) const noexcept {
      return {things.data() + begin[at(group)], at(begin[at(group) + 1] - begin[at(group)])};
    }
  };

  int& parent(int i) noexcept { return parent_[at(i)]; }

  // Things sorted by the group that group_of(thing) names; −1: none.
  template <class GroupOf>
  void fill(Lists& lists, int groups, std::size_t count, GroupOf group_of) {
    auto& [things, begin] = lists;
    begin.assign(at(groups) + 1, 0);
    for (std::size_t i = 0; i < count; ++i) {
      if (const int group = group_of(i); group >= 0) ++begin[at(group) + 1];
    }
    for (std::size_t g = 0; g < at(groups); ++g) begin[g + 1] += begin[g];
    things.resize(at(begin.back()));
    place_.assign(begin.begin(), begin.end());
    for (std::size_t i = 0; i < count; ++i) {
      if (const int group = group_of(i); group >= 0) things[at(place_[at(group)]++)] = static_cast<int>(i);
    }
  }

  std::vector<int> parent_, number_, place_;
  Lists members_;
  std::vector<Lists> items_;
};

}  // namespace stickslip::sim::detail
