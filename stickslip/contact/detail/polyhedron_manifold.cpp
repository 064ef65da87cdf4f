#include "stickslip/contact/detail/polyhedron_manifold.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/contact/detail/closest_edges.hpp"

namespace stickslip::contact::detail {

namespace {

// Of the smaller body's radius. Faces that look at each other take turns in separating most while a body rocks by 1e-5 rad, and
// corners that lie on each other move by as little: differences below this do not change which features are in contact.
constexpr double steadiness = 1e-4;
// Where axes differ in direction only rounding may be ignored: at a crossing of edges all separations are small, and a face's
// normal would be wrong.
constexpr double rounding = 1e-10;

// Of the faces around the vertex that is deepest below the reference face, the one that looks most against it. Other faces may
// look even more against it, but they are farther away.
int incident_face(const PosedPolyhedron& shape, const Vec<3>& normal) noexcept {
  const int deepest = support(shape, -normal);
  int best = -1;
  double least = std::numeric_limits<double>::infinity();
  auto consider = [&](int face) {
    const double along = normal.dot(shape.normal(face));
    if (along < least || (along == least && face < best)) best = face, least = along;
  };
  for (const PosedPolyhedron::Edge& edge : shape.edges) {
    if (edge.tail != deepest && edge.head != deepest) continue;
    consider(edge.left);
    consider(edge.right);
  }
  return best;
}

// The edge that begins, about this face, at its corner number `side`.
int edge_of_side(const PosedPolyhedron& shape, int face, int side) noexcept {
  const std::span<const int> corners = shape.corners_of(face);
  const auto at = static_cast<std::size_t>(side);
  const int from = corners[at], to = corners[at + 1 < corners.size() ? at + 1 : 0];
  const auto found = std::find_if(shape.edges.begin(), shape.edges.end(), [&](const PosedPolyhedron::Edge& edge) {
    return (edge.tail == from && edge.head == to) || (edge.tail == to && edge.head == from);
  });
  return static_cast<int>(found - shape.edges.begin());
}

bool is_inside(const PosedPolyhedron& shape, const Vec<3>& point, double tolerance) noexcept {
  for (int face = 0; face < static_cast<int>(shape.faces.size()); ++face) {
    if (!(shape.height(face, point) <= tolerance)) return false;
  }
  return true;
}

int corner(const PosedPolyhedron& shape, int face, int number) noexcept {
  return shape.corners_of(face)[static_cast<std::size_t>(number)];
}

}  // namespace

struct PolyhedronManifold::Pair {
  const PosedPolyhedron& a;
  const PosedPolyhedron& b;
  double margin;
  double size;  // the smaller radius
  ContactId id;
  std::size_t begin;  // of this pair's contacts
  std::vector<ContactPoint>& out;

  void add(std::uint32_t feature, const Vec<3>& point, const Vec<3>& normal, double gap) const {
    for (std::size_t i = begin; i < out.size(); ++i) {
      if (out[i].id.feature == feature) return;
    }
    ContactPoint& added = out.emplace_back(ContactPoint{id, point, normal, gap});
    added.id.feature = feature;
  }
};

void PolyhedronManifold::append(const PosedPolyhedron& a, const PosedPolyhedron& b, double margin, const ContactId& id,
                                std::vector<ContactPoint>& out) {
  const FaceAxis of_a = best_face(a, b, margin);
  if (of_a.face < 0 || !(of_a.separation < margin)) return;
  const FaceAxis of_b = best_face(b, a, margin);
  if (of_b.face < 0 || !(of_b.separation < margin)) return;

  const Pair pair{a, b, margin, std::min(a.radius, b.radius), id, out.size(), out};
  const Vec<3> normal_a = a.normal(of_a.face), normal_b = -b.normal(of_b.face);  // both from A towards B
  const double of_b_must_exceed =
      of_a.separation + (are_parallel(normal_a, normal_b) ? steadiness : rounding) * pair.size;
  const bool is_face_of_a = !(of_b.separation > of_b_must_exceed);
  const Vec<3>& face_normal = is_face_of_a ? normal_a : normal_b;
  const double face_separation = std::max(of_a.separation, of_b.separation);

  const EdgeAxis edges =
      edge_search_.best(a, b, std::min(face_separation, 0.0), face_normal, face_separation + steadiness * pair.size);
  if (edges.exists() && !(edges.separation < margin)) return;
  const bool are_edges_best = edges.exists() && edges.separation > face_separation + rounding * pair.size;

  // The first to name a pair of features keeps it: where edges cross, the normal of the edges is the right one.
  if (are_edges_best) append_edges(pair, edges);
  append_face(pair, is_face_of_a, is_face_of_a ? of_a.face : of_b.face, are_edges_best);
  if (edges.exists() && !are_edges_best && face_separation > 0.0) append_edges(pair, edges);
  if (out.size() == pair.begin) {
    append_nearest_edges(pair, are_edges_best ? edges.normal : face_normal,
                         are_edges_best ? edges.separation : face_separation);
  }
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(pair.begin), out.end(),
            [](const ContactPoint& p, const ContactPoint& q) { return p.id.feature < q.id.feature; });
}

// Below a plane that does not separate most there may be points under an overhang, outside the body: `are_checked` leaves them out.
void PolyhedronManifold::append_face(const Pair& pair, bool is_of_a, int face, bool are_checked) {
  const PosedPolyhedron& reference = is_of_a ? pair.a : pair.b;
  const PosedPolyhedron& other = is_of_a ? pair.b : pair.a;
  const Vec<3> outward = reference.normal(face);
  const int other_face = incident_face(other, outward);
  if (other_face < 0) return;
  const Vec<3> normal = is_of_a ? Vec<3>(-outward) : outward;  // from B towards A

  auto feature = [&](const ClipCorner& at) {
    if (at.incident >= 0 && at.reference >= 0) {
      const int incident_edge = edge_of_side(other, other_face, at.incident);
      const int reference_edge = edge_of_side(reference, face, at.reference);
      return is_of_a ? feature_of(FeatureKind::edge_on_edge, reference_edge, incident_edge)
                     : feature_of(FeatureKind::edge_on_edge, incident_edge, reference_edge);
    }
    const bool is_vertex_of_a = (at.reference >= 0) == is_of_a;
    const int vertex =
        at.reference >= 0 ? corner(reference, face, at.reference) : corner(other, other_face, at.incident);
    const int on = at.reference >= 0 ? other_face : face;
    return is_vertex_of_a ? feature_of(FeatureKind::vertex_on_face, vertex, on)
                          : feature_of(FeatureKind::face_on_vertex, on, vertex);
  };
  const double tolerance = steadiness * pair.size;
  for (const ClipCorner& at : face_clip_.clip(reference, face, other, other_face, tolerance)) {
    const double gap = reference.height(face, at.point);
    if (are_checked && gap < 0.0 && !is_inside(reference, at.point, tolerance)) continue;
    if (gap < pair.margin) pair.add(feature(at), at.point - 0.5 * gap * outward, normal, gap);
  }
}

void PolyhedronManifold::append_edges(const Pair& pair, const EdgeAxis& axis) {
  const NearPoints near = closest_on_edges(pair.a, pair.a.edge(axis.edge_a), pair.b, pair.b.edge(axis.edge_b));
  // Edges that only their extensions bring together pass beside each other.
  if (!((near.on_a - near.on_b).norm() < pair.margin) && axis.separation > 0.0) return;
  pair.add(feature_of(FeatureKind::edge_on_edge, axis.edge_a, axis.edge_b), 0.5 * (near.on_a + near.on_b), -axis.normal,
           axis.separation);
}

// What is nearest where no face lies over another: a point of an edge or a vertex of each. `normal` separates the bodies by
// `separation`, so of bodies nearer than the margin only edges this near to the planes between them matter.
void PolyhedronManifold::append_nearest_edges(const Pair& pair, const Vec<3>& normal, double separation) {
  const double top_of_a = normal.dot(pair.a.vertex(support(pair.a, normal)));
  const double bottom_of_b = normal.dot(pair.b.vertex(support(pair.b, -normal)));
  const double reach = pair.margin - separation;
  double least = pair.margin;
  const PosedPolyhedron::Edge *edge_of_a = nullptr, *edge_of_b = nullptr;
  NearPoints nearest{};
  for (const PosedPolyhedron::Edge& edge_a : pair.a.edges) {
    const double top = std::max(normal.dot(pair.a.vertex(edge_a.tail)), normal.dot(pair.a.vertex(edge_a.head)));
    if (!(top >= top_of_a - reach)) continue;
    for (const PosedPolyhedron::Edge& edge_b : pair.b.edges) {
      const double bottom = std::min(normal.dot(pair.b.vertex(edge_b.tail)), normal.dot(pair.b.vertex(edge_b.head)));
      if (!(bottom <= bottom_of_b + reach)) continue;
      const NearPoints near = closest_on_edges(pair.a, edge_a, pair.b, edge_b);
      const double distance = (near.on_a - near.on_b).norm();
      if (distance < least) least = distance, nearest = near, edge_of_a = &edge_a, edge_of_b = &edge_b;
    }
  }
  if (edge_of_a == nullptr) return;
  const int vertex_a = nearest.share_a < 0.5 ? edge_of_a->tail : edge_of_a->head;
  const int vertex_b = nearest.share_b < 0.5 ? edge_of_b->tail : edge_of_b->head;
  const Vec<3> from_b_to_a = least > 0.0 ? Vec<3>((nearest.on_a - nearest.on_b) / least) : Vec<3>(-normal);
  pair.add(feature_of(FeatureKind::near_vertices, vertex_a, vertex_b), 0.5 * (nearest.on_a + nearest.on_b), from_b_to_a,
           least);
}

}  // namespace stickslip::contact::detail
