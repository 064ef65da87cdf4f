// The shape that a patch has under the load of the moment, kept by whoever steps the patch.
//
// Empty at first, filled by Patch::at(fn, memory): the same load again costs a comparison, another one re-uses what has
// been allocated. What it holds is checked against the patch that asks, so that one memory may serve any number of
// patches in turn, and forgetting it changes no result.
#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "stickslip/patch/hertz_contact.hpp"

namespace stickslip::patch {

template <class Patch>
class ShapeMemory {
  friend Patch;

  // The patch under fn. reshape(patch, shape) gives a copy of `original` the contact's shape. A load that the contact
  // refuses leaves the memory as it was.
  template <class Reshape>
  const Patch& shaped(const Patch& original, const std::shared_ptr<const HertzContact>& contact, double fn,
                      Reshape reshape) {
    if (contact_ == contact && fn_ == fn) return *patch_;
    const HertzContact::Shape shape = contact->at(fn);
    if (contact_ != contact) {
      patch_ = original;
      contact_ = contact;
    }
    fn_ = std::numeric_limits<double>::quiet_NaN();  // of no load, should the shape be refused
    reshape(*patch_, shape);
    fn_ = fn;
    return *patch_;
  }

  std::optional<Patch> patch_;
  std::shared_ptr<const HertzContact> contact_;  // whose shape it is; shared by copies of one patch only
  double fn_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace stickslip::patch
