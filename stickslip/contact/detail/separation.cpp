#include "stickslip/contact/detail/separation.hpp"

#include <cmath>

namespace stickslip::contact::detail {

namespace {

using Numbers = Eigen::Map<const Eigen::ArrayXd>;

Numbers numbers(std::span<const double> values) noexcept {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

// direction·n for the normals of all faces.
void project_normals(const PosedPolyhedron& shape, const Vec<3>& direction, double* out) noexcept {
  const double *nx = shape.nx.data(), *ny = shape.ny.data(), *nz = shape.nz.data();
  for (std::size_t i = 0; i < shape.faces.size(); ++i) {
    out[i] = direction(0) * nx[i] + direction(1) * ny[i] + direction(2) * nz[i];
  }
}

}  // namespace

FaceAxis best_face(const PosedPolyhedron& of, const PosedPolyhedron& other, double enough) noexcept {
  FaceAxis best;
  const Numbers x = numbers(other.x), y = numbers(other.y), z = numbers(other.z);
  for (std::size_t i = 0; i < of.faces.size(); ++i) {
    const double separation = (of.nx[i] * x + of.ny[i] * y + of.nz[i] * z).minCoeff() - of.offset[i];
    if (separation > best.separation) best = {static_cast<int>(i), separation};
    if (separation > enough) break;
  }
  return best;
}

int support(const PosedPolyhedron& shape, const Vec<3>& direction) noexcept {
  Eigen::Index best = 0;
  (direction(0) * numbers(shape.x) + direction(1) * numbers(shape.y) + direction(2) * numbers(shape.z)).maxCoeff(&best);
  return static_cast<int>(best);
}

// Of a normal n of (2) with s(n) > least ≥ −(inner radius of the other): the other's centre c is on the outer side of the
// plane through the edge. n is a positive combination of the normals of the edge's two faces, so c is outside one of them.
void EdgeSearch::collect(const PosedPolyhedron& of, const PosedPolyhedron& other, double least,
                         std::vector<Candidate>& out) {
  const bool all = !(least > -other.inner_radius);
  heights_.resize(of.faces.size());
  project_normals(of, other.centre, heights_.data());
  for (std::size_t i = 0; i < of.faces.size(); ++i) heights_[i] -= of.offset[i];
  out.clear();
  for (int i = 0; i < static_cast<int>(of.edges.size()); ++i) {
    const PosedPolyhedron::Edge& edge = of.edge(i);
    const auto left = static_cast<std::size_t>(edge.left), right = static_cast<std::size_t>(edge.right);
    if (!all && !(heights_[left] > 0.0) && !(heights_[right] > 0.0)) continue;
    const Vec<3> tail = of.vertex(edge.tail);
    out.push_back({i, edge.left, edge.right, tail, of.vertex(edge.head) - tail});
  }
}

EdgeAxis EdgeSearch::best(const PosedPolyhedron& a, const PosedPolyhedron& b, double least, const Vec<3>& known,
                          double well) {
  collect(a, b, least, of_a_);
  collect(b, a, least, of_b_);
  const std::size_t faces_a = a.faces.size(), faces_b = b.faces.size();
  along_a_.resize(of_a_.size() * faces_b);
  along_b_.resize(of_b_.size() * faces_a);
  for (std::size_t i = 0; i < of_a_.size(); ++i) project_normals(b, of_a_[i].direction, &along_a_[i * faces_b]);
  for (std::size_t j = 0; j < of_b_.size(); ++j) project_normals(a, of_b_[j].direction, &along_b_[j * faces_a]);

  EdgeAxis best;
  best.separation = least;
  for (std::size_t i = 0; i < of_a_.size(); ++i) {
    const Candidate& edge_a = of_a_[i];
    const double* on_b = &along_a_[i * faces_b];
    for (std::size_t j = 0; j < of_b_.size(); ++j) {
      const Candidate& edge_b = of_b_[j];
      // The arcs from left to right normal, B's reversed, cross: with d = n_left × n_right of each edge.
      const double b_left = on_b[edge_b.left], b_right = on_b[edge_b.right];
      const double a_left = along_b_[j * faces_a + static_cast<std::size_t>(edge_a.left)];
      const double a_right = along_b_[j * faces_a + static_cast<std::size_t>(edge_a.right)];
      if (!(b_left * b_right < 0.0) || !(a_left * a_right < 0.0) || !(b_left * a_right < 0.0)) continue;

      Vec<3> normal = edge_a.direction.cross(edge_b.direction);
      const double squared = normal.squaredNorm();
      // Edges within 1e-6 of parallel: their normal would be rounding.
      if (!(squared > 1e-12 * edge_a.direction.squaredNorm() * edge_b.direction.squaredNorm())) continue;
      normal *= std::copysign(1.0 / std::sqrt(squared), a_left);
      const double separation = normal.dot(edge_b.tail - edge_a.tail);
      if (!(separation > best.separation) || (separation <= well && are_parallel(normal, known))) continue;
      best = {edge_a.edge, edge_b.edge, separation, normal};
    }
  }
  return best;
}

}  // namespace stickslip::contact::detail
