// A convex polyhedron that planes cut smaller, one after the other.
//
// Its surface is a mesh of half-edges: each edge between two faces is two half-edges, one in the loop of either face, twins
// of one another. A cut classifies every vertex once, as beyond the plane, on it or within, and from then on looks at
// these classes only, never at coordinates again: whatever rounding does, each loop closes and each half-edge has its
// twin, so that the surface is closed. A vertex where rounding makes two parts of the surface meet is doubled.
//
// Cost of a cut: a pass over the vertices (vector code), and the faces at the vertices that it removes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stickslip/core/vector.hpp"
#include "stickslip/geometry/polyhedron.hpp"

namespace stickslip::geometry::detail {

class ClippedPolyhedron {
 public:
  struct HalfEdge {
    int next, twin;  // half-edges
    int tail;        // vertex
    int face;
  };
  struct Face {
    Vec<3> normal;
    double offset;
    int edge;   // one of its half-edges; −1: the face is gone
    int tag;    // as the cut that made it has it; of a face of the body as it was: the face's index
    int stamp;  // of the last cut that touched it
  };

  // Nothing is left.
  void clear() noexcept;
  // The body seen from its centre.
  void load(const Polyhedron& body);
  // Leaves the part with n·x ≤ d. Vertices within the tolerance of the plane stay where they are. Nothing is left where no
  // vertex is farther within.
  void cut(const Vec<3>& normal, double offset, double tolerance, int tag);

  bool is_empty() const noexcept { return vertex_count_ == 0; }
  std::size_t vertex_count() const noexcept { return vertex_count_; }
  Vec<3> vertex(int i) const noexcept { return {x_[at(i)], y_[at(i)], z_[at(i)]}; }
  // Those that are gone, too.
  std::span<const Face> faces() const noexcept { return faces_; }
  const HalfEdge& half_edge(int i) const noexcept { return edges_[at(i)]; }

  // The box about the vertices.
  Vec<3> lower() const noexcept;
  Vec<3> upper() const noexcept;

 private:
  static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
  HalfEdge& edge(int i) noexcept { return edges_[at(i)]; }
  int head(int i) noexcept { return edge(edge(i).twin).tail; }
  int around_tail(int i) noexcept { return edge(edge(i).twin).next; }

  void provide(std::size_t vertices, std::size_t edges);
  std::size_t find_removed(double tolerance) noexcept;
  std::size_t find_opened();
  int add_vertex(const Vec<3>& point) noexcept;
  int add_half_edge(int tail, int face) noexcept;
  int crossing(int i, int within, int beyond) noexcept;
  void close(int number, double tolerance);
  void bridge(int from, int leave, int to, int arrive, int face);
  void cap(const Vec<3>& normal, double offset, int tag);
  void split_pinched();
  void drop_vertices() noexcept;

  // Arrays are longer than what they hold: a cut makes room once, for all that it may add.
  std::size_t vertex_count_ = 0, edge_count_ = 0, free_count_ = 0;
  std::vector<double> x_, y_, z_;
  std::vector<double> heights_;  // of the vertices above the plane of the cut in hand; 0 for those that it makes
  std::vector<int> out_;         // of each vertex a half-edge that begins there
  std::vector<HalfEdge> edges_;
  std::vector<int> free_;       // half-edges that may be used again
  std::vector<int> crossings_;  // of each half-edge the vertex where its twin met the plane; −1: none
  std::vector<Face> faces_;

  // Of the cut in hand.
  std::vector<double> highest_;  // of each block of vertices
  int stamp_ = 0;                // number of cuts
  std::size_t removed_count_ = 0, touched_count_ = 0;
  std::vector<int> removed_;  // vertices beyond the plane, and those left without a face
  std::vector<int> touched_;  // vertices on the plane next to those
  std::vector<int> opened_;   // faces with a corner beyond
  std::vector<int> rim_;      // half-edges of the new face
  std::vector<int> rim_at_,
      sibling_;               // of a vertex a half-edge of the rim that begins there, −1: none; of that the next one
  std::vector<int> pinched_;  // half-edges of the rim that begin where another does
};

}  // namespace stickslip::geometry::detail
