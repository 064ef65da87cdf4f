// By which velocity bodies move in a step: (4) of stepper.hpp.
//
// Contacts give a group the work ½ Σ Λ·(u + u⁺), and limits theirs, if it moves by the mean of velocities. Where that is more than the
// compliance of what rests gives back, the group moves by v⁺.
//
// A body that a joint connects moves as the joint lets it, by the mean; moved by v⁺, it would be put back when joints are closed, and what it
// carries left behind, step after step. So where bodies on joints, one of them to the world or to a body that forces do not move, carry
// others:
//   - nothing strikes, and no prescribed motion drives the group: all move by the mean, and work of contacts is paid for with kinetic
//     energy, v⁺ √(1 − work/K)
//   - what is carried strikes, and nothing else, or the group is driven: what is on joints moves by the mean, and the others ride on it:
//     carriers.hpp
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stickslip/sim/detail/groups.hpp"
#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/model.hpp"

namespace stickslip::sim::detail {

class Updates {
 public:
  // Sets `groups` to bodies joined by contacts that push, by joints and by volumes, and `is_pressed` of bodies. islands: of all volumes. May
  // lower the velocities after the step of bodies with joints. No allocation once sizes are steady.
  void choose(const Model& model, std::span<const int> present, std::span<const Island> islands, Groups& groups,
              StepData& data);

  std::span<const Update> of_bodies() const noexcept { return updates_; }
  // Whether a body is on joints, and others ride on it.
  std::span<const std::uint8_t> carries() const noexcept { return carries_; }

 private:
  // Of a group of bodies.
  struct Group {
    Update update = Update::mean;
    bool is_held = false;                           // by joints to what forces do not move
    bool is_driven = false;                         // touches, or is joined to, a body with a prescribed motion
    bool must_end = false;                          // strikes otherwise than by what is carried
    double work = 0.0, kinetic = 0.0, scale = 0.0;  // [J]
  };

  void join(std::span<const Island> islands, Groups& groups, const StepData& data);
  void add_joints(Groups& groups, const StepData& data);
  void add_contacts(Groups& groups, StepData& data);
  void add_volumes(std::span<const Island> islands, Groups& groups, StepData& data);
  Group& group_of(Groups& groups, const StepData& data, const std::array<int, 2>& pair);
  bool is_carried(const StepData& data, const std::array<int, 2>& pair) const noexcept;

  std::vector<Group> groups_;  // by root
  std::vector<Update> updates_;
  std::vector<std::uint8_t> is_jointed_, carries_;
};

}  // namespace stickslip::sim::detail
