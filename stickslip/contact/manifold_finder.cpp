#include "stickslip/contact/manifold_finder.hpp"

#include "stickslip/contact/detail/posed_manifold.hpp"

namespace stickslip::contact {

struct ManifoldFinder::Memory {
  detail::PosedManifold manifold;
  std::vector<double> room;
};

ManifoldFinder::ManifoldFinder() : memory_(std::make_unique<Memory>()) {}
ManifoldFinder::~ManifoldFinder() = default;
ManifoldFinder::ManifoldFinder(ManifoldFinder&&) noexcept = default;
ManifoldFinder& ManifoldFinder::operator=(ManifoldFinder&&) noexcept = default;

void ManifoldFinder::append(const Collider& a, const Collider& b, double margin, std::vector<ContactPoint>& out) {
  if (!detail::is_finite(a) || !detail::is_finite(b)) return;
  const std::size_t room_a = detail::room_for(*a.shape);
  memory_->room.resize(room_a + detail::room_for(*b.shape));
  const std::span<double> room = memory_->room;
  const detail::PosedShape posed_a = detail::posed(a, room.first(room_a));
  const detail::PosedShape posed_b = detail::posed(b, room.subspan(room_a));
  memory_->manifold.append(posed_a, posed_b, margin, {a.body, b.body, a.shape_index, b.shape_index, 0}, out);
}

}  // namespace stickslip::contact
