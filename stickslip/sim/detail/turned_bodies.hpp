// Which bodies are held, in the end, by one with a prescribed motion that turns, or by joints to the world or to what forces do not move: by
// contacts and volumes that pushed in the last step, or by joints. Springs hold nothing. What sticks to such a body follows its turn: (3) of step_data.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stickslip/contact/contact_set.hpp"
#include "stickslip/sim/detail/groups.hpp"
#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"

namespace stickslip::sim::detail {

class TurnedBodies {
 public:
  // present: the model's bodies. found, match: contacts of the step, and what each of them was in the last one; −1: not there.
  void find(const Model& model, const State& state, const StepData& data, std::span<const int> present,
            const contact::ContactSet& found, std::span<const int> match);
  bool has(int body) const noexcept { return is_turned_[static_cast<std::size_t>(body)] != 0; }
  // What the turning of the larger body adds to the velocity at a contact.
  Vec<3> turning_of(const Model& model, const StepData& data, const StepContact& contact) const noexcept;

 private:
  Groups groups_;
  std::vector<std::uint8_t> is_turned_, is_standing_;
};

}  // namespace stickslip::sim::detail
