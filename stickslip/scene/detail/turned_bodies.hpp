// Which bodies turn with one that has a prescribed motion and turns, because it holds them in the end: by contacts that pushed in the step
// before, or by joints. It itself is one. What touches these sticks to where they are at the end of a step: (3) of sim/detail/step_data.hpp.
#pragma once

#include <array>
#include <vector>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"

namespace stickslip::scene::detail {

class TurnedBodies {
 public:
  // Of the step from `before` to `after`. Contacts are those of the step before it.
  void find(const sim::Model& model, const std::vector<sim::BodyState>& before,
            const std::vector<sim::BodyState>& after);
  // Two bodies push each other in this step.
  void touch(int a, int b) { touching_.push_back({a, b}); }

  bool has(int body) const noexcept { return is_any_ && is_turned_[at(body)]; }

 private:
  bool is_any_ = false;
  std::vector<bool> is_turned_;
  std::vector<int> group_;
  std::vector<std::array<int, 2>> touching_, touched_;
};

}  // namespace stickslip::scene::detail
