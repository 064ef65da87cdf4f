#include "stickslip/geometry/detail/boundary.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include <Eigen/Geometry>

namespace stickslip::geometry::detail {

namespace {

using Points = Eigen::Matrix3Xd;

// Twice the area, along the normal [Newell].
Vec<3> area_vector(const Points& points, const Loop& loop) {
  Vec<3> sum = Vec<3>::Zero();
  const Vec<3> origin = points.col(loop.front());
  for (std::size_t i = 2; i < loop.size(); ++i) {
    sum += (points.col(loop[i - 1]) - origin).cross(points.col(loop[i]) - origin);
  }
  return sum;
}

// One side of a loop.
struct Side {
  int low, high;  // its ends
  int loop;
  bool upwards;  // whether the loop runs from low to high
};

// All sides, the two of each edge side by side; empty unless every edge has two.
std::vector<Side> paired_sides(const std::vector<Loop>& loops) {
  std::vector<Side> sides;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    for (std::size_t i = 0; i < loops[k].size(); ++i) {
      const int from = loops[k][i], to = loops[k][(i + 1) % loops[k].size()];
      sides.push_back({std::min(from, to), std::max(from, to), static_cast<int>(k), from < to});
    }
  }
  const auto ends = [](const Side& side) { return std::pair(side.low, side.high); };
  std::ranges::stable_sort(sides, {}, ends);
  if (sides.size() % 2 != 0) return {};
  for (std::size_t i = 0; i < sides.size(); i += 2) {
    if (ends(sides[i]) != ends(sides[i + 1])) return {};
    if (i > 0 && ends(sides[i]) == ends(sides[i - 1])) return {};
  }
  return sides;
}

// Gives all loops one sense, counter-clockwise seen from outside. False where that cannot be.
bool orient(const Points& points, std::vector<Loop>& loops) {
  const std::vector<Side> sides = paired_sides(loops);
  if (sides.empty()) return false;
  std::vector<std::vector<std::pair<int, bool>>> neighbours(loops.size());  // and whether it must have the other sense
  for (std::size_t i = 0; i < sides.size(); i += 2) {
    const Side &a = sides[i], &b = sides[i + 1];
    neighbours[static_cast<std::size_t>(a.loop)].emplace_back(b.loop, a.upwards == b.upwards);
    neighbours[static_cast<std::size_t>(b.loop)].emplace_back(a.loop, a.upwards == b.upwards);
  }
  std::vector<int> sense(loops.size(), 0);
  std::vector<std::size_t> reached{0};
  sense[0] = 1;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    for (const auto& [neighbour, differs] : neighbours[reached[next]]) {
      const auto other = static_cast<std::size_t>(neighbour);
      const int wanted = differs ? -sense[reached[next]] : sense[reached[next]];
      if (sense[other] == -wanted) return false;
      if (sense[other] == 0) {
        sense[other] = wanted;
        reached.push_back(other);
      }
    }
  }
  if (reached.size() != loops.size()) return false;
  double volume = 0.0;
  const Vec<3> origin = points.col(loops[0][0]);
  for (std::size_t k = 0; k < loops.size(); ++k) {
    volume += sense[k] * area_vector(points, loops[k]).dot(points.col(loops[k][0]) - origin);
  }
  for (std::size_t k = 0; k < loops.size(); ++k) {
    if ((sense[k] > 0) != (volume > 0.0)) std::ranges::reverse(loops[k]);
  }
  return true;
}

// The face that each loop belongs to; faces are numbered in the order of their first loops.
std::vector<int> group(const Points& points, const std::vector<Loop>& loops, double tolerance) {
  std::vector<std::vector<int>> loops_at(static_cast<std::size_t>(points.cols()));
  std::vector<Vec<3>> areas;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    for (const int corner : loops[k]) loops_at[static_cast<std::size_t>(corner)].push_back(static_cast<int>(k));
    areas.push_back(area_vector(points, loops[k]));
  }
  std::vector<std::size_t> by_area(loops.size());
  std::iota(by_area.begin(), by_area.end(), std::size_t{0});
  std::ranges::stable_sort(by_area, std::greater{}, [&](std::size_t k) { return areas[k].norm(); });

  std::vector<int> seed_of(loops.size(), -1);
  std::vector<std::size_t> reached;
  for (const std::size_t seed : by_area) {
    if (seed_of[seed] >= 0) continue;
    seed_of[seed] = static_cast<int>(seed);
    const double area = areas[seed].norm();
    if (!(area > 0.0)) continue;
    const Vec<3> normal = areas[seed] / area;
    const Vec<3> origin = points.col(loops[seed][0]);
    const auto is_near = [&](int corner) { return std::abs(normal.dot(points.col(corner) - origin)) <= tolerance; };
    reached.assign(1, seed);
    for (std::size_t next = 0; next < reached.size(); ++next) {
      for (const int corner : loops[reached[next]]) {
        for (const int neighbour : loops_at[static_cast<std::size_t>(corner)]) {
          const auto other = static_cast<std::size_t>(neighbour);
          if (seed_of[other] >= 0 || !std::ranges::all_of(loops[other], is_near)) continue;
          seed_of[other] = static_cast<int>(seed);
          reached.push_back(other);
        }
      }
    }
  }
  std::vector<int> face_of_seed(loops.size(), -1), face_of(loops.size());
  int count = 0;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    int& face = face_of_seed[static_cast<std::size_t>(seed_of[k])];
    if (face < 0) face = count++;
    face_of[k] = face;
  }
  return face_of;
}

// The outlines of the faces: what their loops do not share. Empty where an outline is not one closed chain.
std::vector<Loop> outlines(const std::vector<Loop>& loops, const std::vector<int>& face_of) {
  std::vector<std::map<int, int>> follower(static_cast<std::size_t>(*std::ranges::max_element(face_of)) + 1);
  const std::vector<Side> sides = paired_sides(loops);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const auto face = static_cast<std::size_t>(face_of[static_cast<std::size_t>(sides[i].loop)]);
    const std::size_t twin = i ^ 1U;
    if (face_of[static_cast<std::size_t>(sides[twin].loop)] == static_cast<int>(face)) continue;
    const auto [from, to] =
        sides[i].upwards ? std::pair(sides[i].low, sides[i].high) : std::pair(sides[i].high, sides[i].low);
    if (!follower[face].emplace(from, to).second) return {};
  }
  std::vector<Loop> found;
  for (const std::map<int, int>& next : follower) {
    if (next.empty()) return {};
    Loop& outline = found.emplace_back(1, next.begin()->first);
    for (int at = next.begin()->second; at != outline.front(); at = next.at(at)) outline.push_back(at);
    if (outline.size() != next.size()) return {};
  }
  return found;
}

// Leaves out points in the middle of an edge, which are corners of two faces only, and faces that vanish by that.
void drop_false_corners(std::vector<Loop>& faces, std::size_t points) {
  for (bool again = true; again;) {
    again = false;
    std::vector<int> count(points, 0);
    for (const Loop& face : faces)
      for (const int corner : face) ++count[static_cast<std::size_t>(corner)];
    for (Loop& face : faces)
      again |= std::erase_if(face, [&](int corner) { return count[static_cast<std::size_t>(corner)] < 3; }) > 0;
    again |= std::erase_if(faces, [](const Loop& face) { return face.size() < 3; }) > 0;
  }
}

Boundary numbered(const Points& points, const std::vector<Loop>& faces) {
  Boundary result;
  std::vector<int> place(static_cast<std::size_t>(points.cols()), -1);
  for (const Loop& face : faces)
    for (const int corner : face) place[static_cast<std::size_t>(corner)] = 0;
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (place[i] < 0) continue;
    place[i] = static_cast<int>(result.vertices.size());
    result.vertices.push_back(static_cast<int>(i));
  }
  for (Loop face : faces) {
    std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
    const Vec<3> normal = area_vector(points, face).normalized();
    double offset = -std::numeric_limits<double>::infinity();
    for (const int corner : face) offset = std::max(offset, normal.dot(points.col(corner)));
    result.faces.push_back({normal, offset, static_cast<int>(result.corners.size()), static_cast<int>(face.size())});
    for (const int corner : face) result.corners.push_back(place[static_cast<std::size_t>(corner)]);
  }
  return result;
}

bool find_edges(Boundary& result) {
  std::vector<Loop> loops;
  for (const Polyhedron::Face& face : result.faces) {
    const auto first = result.corners.begin() + face.first;
    loops.emplace_back(first, first + face.count);
  }
  const std::vector<Side> sides = paired_sides(loops);
  for (std::size_t i = 0; i < sides.size(); i += 2) {
    if (sides[i].upwards == sides[i + 1].upwards) return false;
    const int left = sides[sides[i].upwards ? i : i + 1].loop, right = sides[sides[i].upwards ? i + 1 : i].loop;
    result.edges.push_back({sides[i].low, sides[i].high, left, right});
  }
  return result.vertices.size() + result.faces.size() == result.edges.size() + 2;  // Euler
}

// Whether corners of neighbours lie below each face, which for a closed surface makes it convex.
bool is_convex(const Points& points, const Boundary& result, double tolerance) {
  const auto lies_below = [&](int face, int other) {
    const Polyhedron::Face& plane = result.faces[static_cast<std::size_t>(face)];
    const Polyhedron::Face& neighbour = result.faces[static_cast<std::size_t>(other)];
    for (int i = 0; i < neighbour.count; ++i) {
      const int vertex = result.corners[static_cast<std::size_t>(neighbour.first + i)];
      const Vec<3> corner = points.col(result.vertices[static_cast<std::size_t>(vertex)]);
      if (!(plane.normal.dot(corner) - plane.offset <= 4.0 * tolerance)) return false;
    }
    return true;
  };
  return std::ranges::all_of(result.edges, [&](const Polyhedron::Edge& edge) {
    return lies_below(edge.left, edge.right) && lies_below(edge.right, edge.left);
  });
}

}  // namespace

std::optional<Boundary> boundary(const Points& points, std::vector<Loop> loops, double tolerance) {
  if (loops.size() < 4 || !orient(points, loops)) return {};
  std::vector<Loop> faces = outlines(loops, group(points, loops, tolerance));
  drop_false_corners(faces, static_cast<std::size_t>(points.cols()));
  if (faces.size() < 4) return {};
  Boundary result = numbered(points, faces);
  if (!find_edges(result) || !is_convex(points, result, tolerance)) return {};
  return result;
}

}  // namespace stickslip::geometry::detail
