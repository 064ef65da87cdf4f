#include "stickslip/scene/detail/turned_bodies.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stickslip::scene::detail {

void TurnedBodies::find(const sim::Model& model, const std::vector<sim::BodyState>& before,
                        const std::vector<sim::BodyState>& after) {
  std::swap(touched_, touching_);
  touching_.clear();
  const auto moves = [&](int body) { return model[body].is_moved_by_forces(); };
  const auto turns = [&](int body) {
    return !moves(body) && !(before[at(body)].spin_before.isZero(0.0) && before[at(body)].spin_middle.isZero(0.0) &&
                             after[at(body)].spin.isZero(0.0));
  };
  is_turned_.assign(before.size(), false);
  for (int i = 0; i < model.size(); ++i) is_turned_[at(i)] = turns(i);
  is_any_ = std::ranges::find(is_turned_, true) != is_turned_.end();
  if (!is_any_) return;
  group_.resize(before.size());
  std::iota(group_.begin(), group_.end(), 0);
  const auto root = [this](int body) {
    while (group_[at(body)] != body) body = group_[at(body)] = group_[at(group_[at(body)])];
    return body;
  };
  const auto for_each_pair = [&](auto f) {
    for (const auto& [a, b] : touched_) f(a, b);
    for (const auto& joint : model.joints) {
      if (joint && joint->body[1] != sim::the_world) f(joint->body[0], joint->body[1]);
    }
  };
  for_each_pair([&](int a, int b) {
    if (moves(a) && moves(b)) group_[at(root(a))] = root(b);
  });
  std::vector<bool> is_held(before.size(), false);  // groups, by their root
  for_each_pair([&](int a, int b) {
    if (turns(a)) is_held[at(root(b))] = true;
    if (turns(b)) is_held[at(root(a))] = true;
  });
  for (int i = 0; i < model.size(); ++i) {
    if (moves(i) && is_held[at(root(i))]) is_turned_[at(i)] = true;
  }
}

}  // namespace stickslip::scene::detail
