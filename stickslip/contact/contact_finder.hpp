// All contacts that a step may need, between any number of shapes.
//
//   (1)  a pair's contacts are those nearer than  h (v_a + v_b) + slack
//   (2)  v of a body = the largest of its own bounds and of the bounds of all bodies whose swept boxes overlap its own: a slow body
//        may be struck in the same step. Swept box: the box about a shape, larger by h × bound + slack/2 on every side
//
// h       length of the step [s], ≥ 0
// slack   what gravity may add [m], ≥ 0: 2 g h² for a step of sim
//
// Left out: pairs of the same body, pairs of which neither moves, and pairs of bodies that are excluded. A body that does not
// move is not struck: its bound stays its own.
// First body of a contact: the one that moves; of two that move, the one with the smaller index.
// The result depends on the colliders alone, not on what was found before, and not on the order in which they are given.
//
// Cost: O(n log n) for n shapes that have few neighbours each, planes × n, and the manifolds of the pairs that are near. No
// allocation once sizes repeat.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "stickslip/contact/collider.hpp"
#include "stickslip/contact/contact_id.hpp"
#include "stickslip/contact/contact_set.hpp"

namespace stickslip::contact {

struct BodyPair {
  int first, second;  // first < second

  // NOLINTNEXTLINE(modernize-use-nullptr): there is no pointer
  friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

// Which pairs of bodies touch by an overlap instead of at points: all but some, or only some.
struct SolidPairs {
  bool are_all;
  std::span<const BodyPair> others;  // ascending: all that are unlike the rest

  bool contains(const BodyPair& pair) const noexcept;
};

// Two colliders that may touch within the step, the contact's first body first.
struct NearPair {
  ContactId id;  // with feature 0
  int a, b;      // colliders
};

class ContactFinder {
 public:
  ContactFinder();
  ~ContactFinder();
  ContactFinder(ContactFinder&&) noexcept;
  ContactFinder& operator=(ContactFinder&&) noexcept;

  // `excluded` is ascending; body and shape_index together name one collider: neither is checked.
  void find(std::span<const Collider> colliders, double h, double slack, std::span<const BodyPair> excluded,
            ContactSet& out);
  // The same, but of the pairs that `which` names those that have an overlap with faces, of polyhedra with each other and with planes, are
  // listed by id in `solid` and give no points.
  void find(std::span<const Collider> colliders, double h, double slack, std::span<const BodyPair> excluded,
            const SolidPairs& which, ContactSet& out, std::vector<NearPair>& solid);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace stickslip::contact
