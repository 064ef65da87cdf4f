#include "stickslip/contact/contact_finder.hpp"

#include <algorithm>

#include "stickslip/contact/box_tree.hpp"
#include "stickslip/contact/detail/posed_manifold.hpp"

namespace stickslip::contact {

namespace {

// Of the box's lowest point; negative: the plane cuts the box, or it is behind.
double height_over(const detail::PosedPlane& plane, const Box& box) noexcept {
  const Vec<3> middle = 0.5 * (box.lower + box.upper), half = 0.5 * (box.upper - box.lower);
  return plane.normal.dot(middle) - plane.normal.cwiseAbs().dot(half) - plane.offset;
}

}  // namespace

struct ContactFinder::Memory {
  std::vector<double> room;
  std::vector<detail::PosedShape> shapes;
  std::vector<Box> boxes;     // about the shapes; of what is not finite: not a number
  std::vector<double> reach;  // h × bound + slack/2
  std::vector<Box> swept;
  std::vector<int> planes;     // colliders
  std::vector<int> bodies;     // ascending
  std::vector<double> bounds;  // of bodies [m/s]
  std::vector<double> raised;  // of bodies, Eq. 2
  std::vector<int> body_of;    // index into bodies
  std::vector<BoxPair> box_pairs;
  std::vector<NearPair> near_pairs;
  BoxTree tree;
  detail::PosedManifold manifold;

  void pose(std::span<const Collider> colliders);
  void collect_bodies(std::span<const Collider> colliders);
  void sweep(std::span<const Collider> colliders, std::span<const double> speeds, double h, double slack);
  bool raise_bounds(std::span<const Collider> colliders, std::span<const BodyPair> excluded);
  void collect_pairs(std::span<const Collider> colliders, std::span<const BodyPair> excluded);

  template <class Visitor>
  void visit_pairs(std::span<const Collider> colliders, std::span<const BodyPair> excluded, Visitor&& visitor) const;
};

bool SolidPairs::contains(const BodyPair& pair) const noexcept {
  return std::binary_search(others.begin(), others.end(), pair) != are_all;
}

ContactFinder::ContactFinder() : memory_(std::make_unique<Memory>()) {}
ContactFinder::~ContactFinder() = default;
ContactFinder::ContactFinder(ContactFinder&&) noexcept = default;
ContactFinder& ContactFinder::operator=(ContactFinder&&) noexcept = default;

void ContactFinder::find(std::span<const Collider> colliders, double h, double slack,
                         std::span<const BodyPair> excluded, ContactSet& out) {
  std::vector<NearPair> none;
  find(colliders, h, slack, excluded, {.are_all = false, .others = {}}, out, none);
}

void ContactFinder::find(std::span<const Collider> colliders, double h, double slack,
                         std::span<const BodyPair> excluded, const SolidPairs& which, ContactSet& out,
                         std::vector<NearPair>& solid) {
  Memory& memory = *memory_;
  memory.pose(colliders);
  memory.collect_bodies(colliders);

  memory.sweep(colliders, memory.bounds, h, slack);
  memory.tree.build(memory.swept);
  memory.tree.pairs(memory.box_pairs);
  if (memory.raise_bounds(colliders, excluded)) {
    memory.sweep(colliders, memory.raised, h, slack);
    memory.tree.refit(memory.swept);
    memory.tree.pairs(memory.box_pairs);
  }
  memory.collect_pairs(colliders, excluded);

  out.points.clear();
  solid.clear();
  auto raised = [&memory](int collider) {
    return memory.raised[static_cast<std::size_t>(memory.body_of[static_cast<std::size_t>(collider)])];
  };
  const auto is_round = [&memory](int collider) {
    return std::holds_alternative<detail::PosedSphere>(memory.shapes[static_cast<std::size_t>(collider)]);
  };
  for (const NearPair& pair : memory.near_pairs) {
    const auto [first, second] = std::minmax(pair.id.body_a, pair.id.body_b);
    if (!is_round(pair.a) && !is_round(pair.b) && which.contains({first, second})) {
      solid.push_back(pair);
      continue;
    }
    const double margin = h * (raised(pair.a) + raised(pair.b)) + slack;
    memory.manifold.append(memory.shapes[static_cast<std::size_t>(pair.a)],
                           memory.shapes[static_cast<std::size_t>(pair.b)], margin, pair.id, out.points);
  }
}

void ContactFinder::Memory::pose(std::span<const Collider> colliders) {
  std::size_t needed = 0;
  for (const Collider& collider : colliders) needed += detail::room_for(*collider.shape);
  room.resize(needed);
  std::span<double> rest = room;
  shapes.clear();
  boxes.clear();
  planes.clear();
  for (const Collider& collider : colliders) {
    const std::size_t taken = detail::room_for(*collider.shape);
    shapes.push_back(detail::posed(collider, rest.first(taken)));
    rest = rest.subspan(taken);
    const bool is_plane = std::holds_alternative<detail::PosedPlane>(shapes.back());
    if (is_plane && detail::is_finite(collider)) planes.push_back(static_cast<int>(shapes.size()) - 1);
    const bool is_in_tree = !is_plane && detail::is_finite(collider);
    boxes.push_back(is_in_tree ? detail::box_about(shapes.back()) : Box{not_a_number<3>(), not_a_number<3>()});
  }
}

void ContactFinder::Memory::collect_bodies(std::span<const Collider> colliders) {
  bodies.clear();
  for (const Collider& collider : colliders) bodies.push_back(collider.body);
  if (!std::is_sorted(bodies.begin(), bodies.end())) std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  bounds.assign(bodies.size(), 0.0);
  body_of.clear();
  for (const Collider& collider : colliders) {
    const auto place = std::lower_bound(bodies.begin(), bodies.end(), collider.body) - bodies.begin();
    body_of.push_back(static_cast<int>(place));
    double& bound = bounds[static_cast<std::size_t>(place)];
    if (detail::is_finite(collider)) bound = std::max(bound, collider.speed);
  }
}

void ContactFinder::Memory::sweep(std::span<const Collider> colliders, std::span<const double> speeds, double h,
                                  double slack) {
  reach.clear();
  swept.clear();
  for (std::size_t i = 0; i < colliders.size(); ++i) {
    reach.push_back(h * speeds[static_cast<std::size_t>(body_of[i])] + 0.5 * slack);
    swept.push_back(boxes[i].grown(reach.back()));
  }
}

// All pairs of colliders that may have contacts and whose swept boxes overlap; with a plane, those that reach it.
template <class Visitor>
void ContactFinder::Memory::visit_pairs(std::span<const Collider> colliders, std::span<const BodyPair> excluded,
                                        Visitor&& visitor) const {
  auto visit = [&](int i, int j) {
    const Collider &p = colliders[static_cast<std::size_t>(i)], &q = colliders[static_cast<std::size_t>(j)];
    if (p.body == q.body || (!p.moves && !q.moves)) return;
    const auto [first, second] = std::minmax(p.body, q.body);
    if (std::binary_search(excluded.begin(), excluded.end(), BodyPair{first, second})) return;
    const bool is_in_order = p.moves == q.moves ? p.body < q.body : p.moves;
    is_in_order ? visitor(i, j) : visitor(j, i);
  };
  for (const BoxPair& pair : box_pairs) visit(pair.first, pair.second);
  for (const int i : planes) {
    const auto& plane = std::get<detail::PosedPlane>(shapes[static_cast<std::size_t>(i)]);
    for (int j = 0; j < static_cast<int>(colliders.size()); ++j) {
      if (height_over(plane, swept[static_cast<std::size_t>(j)]) <= reach[static_cast<std::size_t>(i)]) visit(j, i);
    }
  }
}

// Whether any bound has changed.
bool ContactFinder::Memory::raise_bounds(std::span<const Collider> colliders, std::span<const BodyPair> excluded) {
  raised = bounds;
  auto raise = [&](int struck, int by) {
    if (!colliders[static_cast<std::size_t>(struck)].moves) return;
    double& bound = raised[static_cast<std::size_t>(body_of[static_cast<std::size_t>(struck)])];
    bound = std::max(bound, bounds[static_cast<std::size_t>(body_of[static_cast<std::size_t>(by)])]);
  };
  visit_pairs(colliders, excluded, [&](int i, int j) {
    raise(i, j);
    raise(j, i);
  });
  return raised != bounds;
}

void ContactFinder::Memory::collect_pairs(std::span<const Collider> colliders, std::span<const BodyPair> excluded) {
  near_pairs.clear();
  visit_pairs(colliders, excluded, [&](int i, int j) {
    const Collider &a = colliders[static_cast<std::size_t>(i)], &b = colliders[static_cast<std::size_t>(j)];
    near_pairs.push_back({{a.body, b.body, a.shape_index, b.shape_index, 0}, i, j});
  });
  std::sort(near_pairs.begin(), near_pairs.end(), [](const NearPair& p, const NearPair& q) { return p.id < q.id; });
}

}  // namespace stickslip::contact
