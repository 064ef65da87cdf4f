// What goes along with bodies that have a prescribed motion. These move exactly as prescribed, what they hold by velocities, (4) of
// stepper.hpp: what would be left between the two in each step would add up to a slip.
//
//   (1)  carried   = d − h (V + V⁺)/2        what its support moves at the body, beside the mean of the velocities there
//   (2)  held back = h V⁺ − h (V + V⁺)/2     what an update by v⁺ would get ahead of it; only where the group moves by that
//
// d        displacement of the support at the body's centre of mass, as if the body were fixed to it; a turn by the angle α about â as the
//          vector 2 tan(α/2) â, by which (4) turns a body by α
// V, V⁺    velocity of the support there, at the start and at the end of the step, by when it has turned
//
// A group of bodies joined by contacts that push, or by joints, goes along with what it sticks to or is joined to, of several in proportion
// to load; with what it slides on only where there is nothing else, and then along the normal alone. A joint does not pass on what it leaves
// free: the way of a slider, the turn of a hinge, all turns of a ball joint.
// What rides on a body on joints (updates.hpp) is held back likewise; V are those of that body, which moves by their mean and by what it is
// carried itself, first: d = h (V + V⁺)/2 + carried.
#pragma once

#include <span>
#include <vector>

#include "stickslip/sim/detail/groups.hpp"
#include "stickslip/sim/detail/step_data.hpp"
#include "stickslip/sim/detail/updates.hpp"
#include "stickslip/sim/model.hpp"

namespace stickslip::sim::detail {

class Carriers {
 public:
  // Sets `carried` and `held_back` of the bodies `present`. groups: those that `updates` were chosen for.
  void carry(const Model& model, std::span<const int> present, Groups& groups, const Updates& updates, StepData& data);

 private:
  static constexpr int no_joint = -1;
  // That a group touches, or is joined to.
  struct Carrier {
    int group;   // its root
    bool rides;  // whether on bodies on joints, so that it is carried after these
    bool slips;  // then the group goes along with it along `normal` alone
    int body;
    int joint;
    Vec<3> normal;
    double load;  // [N s]

    bool is_before(const Carrier& other) const noexcept;
    bool is_like(const Carrier& other) const noexcept;
  };

  void find(const Model& model, Groups& groups, const Updates& updates, const StepData& data);
  void add(Groups& groups, const Updates& updates, const StepData& data, const std::array<int, 2>& pair, double load,
           bool slips, int joint, const Vec<3>& normal);
  void merge();
  void carry(const Model& model, bool rides, int root, const Updates& updates, StepData& data, int b) const;

  std::vector<Carrier> all_;
};

}  // namespace stickslip::sim::detail
