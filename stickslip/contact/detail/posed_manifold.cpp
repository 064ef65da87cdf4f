#include "stickslip/contact/detail/posed_manifold.hpp"

#include "stickslip/contact/detail/sphere_contact.hpp"

namespace stickslip::contact::detail {

namespace {

// `from_b_to_a`: 1 where the sphere is the first shape, −1 where it is the second.
template <class Other>
void append_sphere(const PosedSphere& sphere, const Other& other, double from_b_to_a, double margin,
                   const ContactId& id, std::vector<ContactPoint>& out) {
  const SurfacePoint near = nearest_point(other, sphere.centre);
  const double gap = near.distance - sphere.radius;
  if (gap < margin) out.push_back({id, near.point + 0.5 * gap * near.normal, from_b_to_a * near.normal, gap});
}

// All vertices that are near, so that a face on a plane touches with every one of its corners.
void append_vertices(const PosedPolyhedron& shape, const PosedPlane& plane, double from_b_to_a, double margin,
                     const ContactId& id, std::vector<ContactPoint>& out) {
  for (int i = 0; i < static_cast<int>(shape.x.size()); ++i) {
    const Vec<3> vertex = shape.vertex(i);
    const double gap = plane.normal.dot(vertex) - plane.offset;
    if (!(gap < margin)) continue;
    ContactPoint& added =
        out.emplace_back(ContactPoint{id, vertex - 0.5 * gap * plane.normal, from_b_to_a * plane.normal, gap});
    added.id.feature = from_b_to_a > 0.0 ? feature_of(FeatureKind::vertex_on_face, i, 0)
                                         : feature_of(FeatureKind::face_on_vertex, 0, i);
  }
}

struct Cases {
  PolyhedronManifold& polyhedra;
  double margin;
  const ContactId& id;
  std::vector<ContactPoint>& out;

  void operator()(const PosedPolyhedron& a, const PosedPolyhedron& b) const { polyhedra.append(a, b, margin, id, out); }
  void operator()(const PosedPolyhedron& a, const PosedPlane& b) const { append_vertices(a, b, 1.0, margin, id, out); }
  void operator()(const PosedPlane& a, const PosedPolyhedron& b) const { append_vertices(b, a, -1.0, margin, id, out); }
  void operator()(const PosedPlane&, const PosedPlane&) const {}
  template <class Other>
  void operator()(const PosedSphere& a, const Other& b) const {
    append_sphere(a, b, 1.0, margin, id, out);
  }
  template <class Other>
  void operator()(const Other& a, const PosedSphere& b) const {
    append_sphere(b, a, -1.0, margin, id, out);
  }
  void operator()(const PosedSphere& a, const PosedSphere& b) const { append_sphere(a, b, 1.0, margin, id, out); }
};

}  // namespace

void PosedManifold::append(const PosedShape& a, const PosedShape& b, double margin, const ContactId& id,
                           std::vector<ContactPoint>& out) {
  std::visit(Cases{polyhedra_, margin, id, out}, a, b);
}

}  // namespace stickslip::contact::detail
