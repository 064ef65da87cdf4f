#include "stickslip/geometry/polygon.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"

namespace stickslip::geometry {

namespace {

// The sum of a few numbers without rounding: kept as numbers of growing size whose bits do not overlap.
class ExactSum {
 public:
  void add(double value) noexcept {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const double sum = value + parts_[i], shadow = sum - value;
      const double lost = (value - (sum - shadow)) + (parts_[i] - shadow);
      if (lost != 0.0) parts_[kept++] = lost;
      value = sum;
    }
    if (value != 0.0) parts_[kept++] = value;
    count_ = kept;
  }

  void add_product(double a, double b) noexcept {
    const double product = a * b;
    add(std::fma(a, b, -product));
    add(product);
  }

  int sign() const noexcept {
    if (count_ == 0) return 0;
    return parts_[count_ - 1] > 0.0 ? 1 : -1;
  }

 private:
  std::array<double, 12> parts_{};  // as many as there are addends at most
  std::size_t count_ = 0;
};

// Whether c lies within the rectangle around a and b.
bool within(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) noexcept {
  return (c.array() >= a.array().min(b.array())).all() && (c.array() <= a.array().max(b.array())).all();
}

// Whether the segments ab and cd have a point in common.
bool meet(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c, const Vec<2>& d) noexcept {
  if ((a.array().max(b.array()) < c.array().min(d.array())).any()) return false;
  if ((c.array().max(d.array()) < a.array().min(b.array())).any()) return false;
  return orientation(a, b, c) * orientation(a, b, d) <= 0 && orientation(c, d, a) * orientation(c, d, b) <= 0;
}

// Whether the edges ab and bc lie on each other.
bool fold_back(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) noexcept {
  return orientation(a, b, c) == 0 && (within(a, b, c) || within(b, c, a));
}

void check_vertices(const std::string& subject, const std::vector<Vec<2>>& vertices) {
  const std::size_t n = vertices.size();
  if (n < 3) throw InvalidArgument(subject + ": " + std::to_string(n) + " vertices; there must be 3 or more");
  for (std::size_t i = 0; i < n; ++i) {
    for (const double coordinate : {vertices[i](0), vertices[i](1)}) {
      if (!(std::abs(coordinate) <= 1e50)) {
        throw InvalidArgument(subject + ": vertices[" + std::to_string(i) + "] has the coordinate " +
                              to_text(coordinate) + ", which must be finite and at most 1e50 in size [m]");
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t next = (i + 1) % n;
    if (vertices[i] == vertices[next]) {
      throw InvalidArgument(subject + ": vertices[" + std::to_string(i) + "] and vertices[" + std::to_string(next) +
                            "] are the same point; neighbours must differ");
    }
  }
}

void check_edges(const std::string& subject, const std::vector<Vec<2>>& v) {
  const std::size_t n = v.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const Vec<2>&a = v[i], &b = v[i + 1], &c = v[j], &d = v[(j + 1) % n];
      const bool follows = j == i + 1, precedes = (j + 1) % n == i;
      if (follows ? fold_back(a, b, d) : precedes ? fold_back(c, d, b) : meet(a, b, c, d)) {
        throw InvalidArgument(subject + ": edge " + std::to_string(i) + " and edge " + std::to_string(j) +
                              " cross, touch or overlap; edges must meet only at the corner that neighbours share");
      }
    }
  }
}

}  // namespace

int orientation(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) noexcept {
  const double left = (a(0) - c(0)) * (b(1) - c(1)), right = (a(1) - c(1)) * (b(0) - c(0));
  // Four times the rounding of the three differences and two products.
  const double doubt = 4.0 * std::numeric_limits<double>::epsilon() * (std::abs(left) + std::abs(right));
  if (left - right > doubt) return 1;
  if (right - left > doubt) return -1;
  ExactSum sum;
  sum.add_product(a(0), b(1));
  sum.add_product(-a(0), c(1));
  sum.add_product(-c(0), b(1));
  sum.add_product(-a(1), b(0));
  sum.add_product(a(1), c(0));
  sum.add_product(c(1), b(0));
  return sum.sign();
}

Polygon::Polygon(std::vector<Vec<2>> vertices, const std::string& subject) : vertices_(std::move(vertices)) {
  check_vertices(subject, vertices_);
  double extent = 0.0;
  for (const Vec<2>& v : vertices_) extent = std::max(extent, (v - vertices_.front()).cwiseAbs().maxCoeff());
  if (extent < 1e-50) {
    throw InvalidArgument(subject, {"greatest distance of two vertices", extent, "must be at least 1e-50 [m]"});
  }
  const Vec<2> origin = vertices_.front();  // sums from a corner: it does not matter how far away the polygon lies
  double twice_area = 0.0;
  Vec<2> moment = Vec<2>::Zero();
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    const Vec<2> a = vertices_[i] - origin, b = vertices_[(i + 1) % vertices_.size()] - origin;
    twice_area += cross(a, b);
    moment += cross(a, b) * (a + b);
  }
  if (!(std::abs(twice_area) > 2e-14 * extent * extent)) {
    const auto in_line = [&](const Vec<2>& v) { return orientation(vertices_[0], vertices_[1], v) == 0; };
    if (!std::all_of(vertices_.begin(), vertices_.end(), in_line))
      check_edges(subject, vertices_);  // a bow tie has no area
    throw InvalidArgument(subject + ": area = " + to_text(0.5 * std::abs(twice_area)) +
                          " must be more than 1e-14 of the square around the vertices [m^2]");
  }
  check_edges(subject, vertices_);
  area_ = 0.5 * std::abs(twice_area);
  centroid_ = origin + moment / (3.0 * twice_area);
  if (twice_area < 0.0) std::reverse(vertices_.begin(), vertices_.end());
}

}  // namespace stickslip::geometry
