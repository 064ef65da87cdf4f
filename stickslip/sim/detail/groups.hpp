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

  // Gathers two kinds of items, each of which belongs to the group of member_of(item), or to none where that is −1. Groups without
  // items are left out; the others are numbered by their root. Members and items of a group are ascending.
  template <class FirstMemberOf, class SecondMemberOf>
  void collect(std::size_t number_of_first, FirstMemberOf first_member_of, std::size_t number_of_second,
               SecondMemberOf second_member_of) {
    number_.assign(parent_.size(), -1);
    const auto mark = [this](std::size_t count, auto member_of) {
      for (std::size_t i = 0; i < count; ++i) {
        if (const int member = member_of(i); member >= 0) number_[at(root(member))] = 0;
      }
    };
    mark(number_of_first, first_member_of);
    mark(number_of_second, second_member_of);
    int groups = 0;
    for (int& number : number_) {
      if (number == 0) number = groups++;
    }
    fill(members_, member_begin_, groups, parent_.size(),
         [this](std::size_t i) { return number_[at(root(static_cast<int>(i)))]; });
    const auto group_of = [this](int member) { return member >= 0 ? number_[at(root(member))] : -1; };
    fill(first_, first_begin_, groups, number_of_first, [&](std::size_t i) { return group_of(first_member_of(i)); });
    fill(second_, second_begin_, groups, number_of_second,
         [&](std::size_t i) { return group_of(second_member_of(i)); });
  }
  int size() const noexcept { return member_begin_.empty() ? 0 : static_cast<int>(member_begin_.size()) - 1; }
  std::span<const int> members(int group) const noexcept { return part(members_, member_begin_, group); }
  std::span<const int> first_items(int group) const noexcept { return part(first_, first_begin_, group); }
  std::span<const int> second_items(int group) const noexcept { return part(second_, second_begin_, group); }

 private:
  int& parent(int i) noexcept { return parent_[at(i)]; }

  // Things sorted by the group that group_of(thing) names; −1: none.
  template <class GroupOf>
  void fill(std::vector<int>& things, std::vector<int>& begin, int groups, std::size_t count, GroupOf group_of) {
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
  static std::span<const int> part(const std::vector<int>& things, const std::vector<int>& begin, int group) noexcept {
    return {things.data() + begin[at(group)], at(begin[at(group) + 1] - begin[at(group)])};
  }

  std::vector<int> parent_, number_, members_, member_begin_, first_, first_begin_, second_, second_begin_, place_;
};

}  // namespace stickslip::sim::detail
