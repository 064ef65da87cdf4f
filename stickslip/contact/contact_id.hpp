// Which features of which two bodies touch: the name under which a contact keeps its impulse or its bristle from step to step.
//
// body_a, body_b    the first and the second body, by index
// shape_a, shape_b  which of their shapes, by index
// feature           which corner, edge or face of the two shapes, as a number made by the functions below. It depends on the
//                   features alone, not on which face a manifold was cut against, so it stays while the same features touch.
//                   Zero where one of the two is a sphere: such pairs touch at one point
//
// Indices of vertices, edges and faces are kept to 15 bits: shapes with more than 32768 of one kind may give two contacts the same
// name.
#pragma once

#include <compare>
#include <cstdint>

namespace stickslip::contact {

struct ContactId {
  int body_a, body_b;
  std::uint16_t shape_a, shape_b;
  std::uint32_t feature;

  // NOLINTNEXTLINE(modernize-use-nullptr): there is no pointer
  friend auto operator<=>(const ContactId&, const ContactId&) = default;
};

enum class FeatureKind : std::uint32_t {
  vertex_on_face,  // a vertex of the first on a face of the second; on a plane, face 0
  face_on_vertex,  // a face of the first on a vertex of the second
  edge_on_edge,
  near_vertices,  // shapes apart whose nearest points are on no face: the vertices next to those points
};

constexpr std::uint32_t feature_of(FeatureKind kind, int of_a, int of_b) noexcept {
  constexpr std::uint32_t bits = 15, mask = (1U << bits) - 1;
  return static_cast<std::uint32_t>(kind) << (2 * bits) | (static_cast<std::uint32_t>(of_a) & mask) << bits |
         (static_cast<std::uint32_t>(of_b) & mask);
}

constexpr FeatureKind kind_of(std::uint32_t feature) noexcept {
  return static_cast<FeatureKind>(feature >> 30);
}

}  // namespace stickslip::contact
