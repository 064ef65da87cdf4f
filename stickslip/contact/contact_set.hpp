// The contacts of an instant: a value, sorted by identity.
//
// points       ascending by id, no id twice; not checked: ContactFinder makes them so
// Two sets are matched by merging them, so the impulses of the step before are found in time linear in both sizes.
#pragma once

#include <vector>

#include "stickslip/contact/contact_point.hpp"

namespace stickslip::contact {

struct ContactSet {
  std::vector<ContactPoint> points;

  int size() const noexcept { return static_cast<int>(points.size()); }
  friend bool operator==(const ContactSet&, const ContactSet&) = default;
};

// For each contact of `now` the index of the contact with the same id in `before`, −1 where there is none. Allocates only where
// `index` has to grow.
void match(const ContactSet& now, const ContactSet& before, std::vector<int>& index);

}  // namespace stickslip::contact
