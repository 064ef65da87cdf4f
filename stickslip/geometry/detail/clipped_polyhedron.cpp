#include "stickslip/geometry/detail/clipped_polyhedron.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "stickslip/geometry/detail/plane_heights.hpp"

namespace stickslip::geometry::detail {

namespace {

constexpr int none = -1;

Eigen::Map<const Eigen::ArrayXd> array(const std::vector<double>& values, std::size_t count) {
  return {values.data(), static_cast<Eigen::Index>(count)};
}

}  // namespace

void ClippedPolyhedron::clear() noexcept {
  vertex_count_ = edge_count_ = free_count_ = 0;
  faces_.clear();
  stamp_ = 0;
}

void ClippedPolyhedron::provide(std::size_t vertices, std::size_t edges) {
  if (x_.size() < vertices) {
    const std::size_t room = 2 * vertices;
    for (auto* const values : {&x_, &y_, &z_, &heights_}) values->resize(room);
    out_.resize(room);
    removed_.resize(room);
    rim_at_.resize(room, none);
    highest_.resize(room / height_block + 1);
  }
  if (edges_.size() < edges) {
    const std::size_t room = 2 * edges;
    edges_.resize(room);
    free_.resize(room);
    touched_.resize(room);
    sibling_.resize(room);
    crossings_.resize(room, none);
  }
}

void ClippedPolyhedron::load(const Polyhedron& body) {
  clear();
  const Eigen::Matrix3Xd& vertices = body.vertices();
  const std::span<const int> corners = body.corners(), twins = body.twins();
  vertex_count_ = static_cast<std::size_t>(vertices.cols());
  edge_count_ = corners.size();
  provide(vertex_count_, edge_count_);
  const Vec<3>& centre = body.centre();
  for (std::size_t i = 0; i < vertex_count_; ++i) {
    const double* const vertex = vertices.data() + 3 * i;
    x_[i] = vertex[0] - centre(0);
    y_[i] = vertex[1] - centre(1);
    z_[i] = vertex[2] - centre(2);
  }
  int number = 0;
  for (const Polyhedron::Face& face : body.faces()) {
    faces_.push_back({face.normal, face.offset - face.normal.dot(centre), face.first, number, 0});
    for (int i = face.first; i < face.first + face.count; ++i) {
      edge(i) = {i + 1, twins[at(i)], corners[at(i)], number};
      out_[at(corners[at(i)])] = i;
    }
    edge(face.first + face.count - 1).next = face.first;
    ++number;
  }
}

void ClippedPolyhedron::cut(const Vec<3>& normal, double offset, double tolerance, int tag) {
  if (is_empty()) return;
  const auto points = [this](const std::vector<double>& values) { return std::span(values).first(vertex_count_); };
  const double lowest = plane_heights(points(x_), points(y_), points(z_), normal, offset, heights_, highest_);
  removed_count_ = find_removed(tolerance);
  if (removed_count_ == 0) return;
  if (!(lowest < -tolerance)) return clear();
  const std::size_t corners = find_opened();
  // Each run of corners beyond, in the loop of a face, is replaced by an edge, and each of their edges may make a vertex.
  provide(vertex_count_ + corners, edge_count_ + 2 * corners);
  touched_count_ = 0;
  rim_.clear();
  for (const int face : opened_) close(face, tolerance);
  cap(normal, offset, tag);
  drop_vertices();
}

std::size_t ClippedPolyhedron::find_removed(double tolerance) noexcept {
  std::size_t found = 0;
  for (std::size_t block = 0; block * height_block < vertex_count_; ++block) {
    if (!(highest_[block] > tolerance)) continue;
    const std::size_t end = std::min(vertex_count_, (block + 1) * height_block);
    for (std::size_t i = block * height_block; i < end; ++i) {
      if (heights_[i] > tolerance) removed_[found++] = static_cast<int>(i);
    }
  }
  return found;
}

// Faces with a corner beyond the plane; returns the number of such corners.
std::size_t ClippedPolyhedron::find_opened() {
  opened_.clear();
  ++stamp_;
  std::size_t corners = 0;
  for (std::size_t k = 0; k < removed_count_; ++k) {
    const int first = out_[at(removed_[k])];
    int i = first;
    do {
      const int number = edge(i).face;
      if (Face& face = faces_[at(number)]; face.stamp != stamp_) {
        face.stamp = stamp_;
        opened_.push_back(number);
      }
      ++corners;
      i = around_tail(i);
    } while (i != first);
  }
  return corners;
}

int ClippedPolyhedron::add_vertex(const Vec<3>& point) noexcept {
  const std::size_t i = vertex_count_++;
  x_[i] = point(0);
  y_[i] = point(1);
  z_[i] = point(2);
  heights_[i] = 0.0;
  return static_cast<int>(i);
}

int ClippedPolyhedron::add_half_edge(int tail, int face) noexcept {
  const int i = free_count_ > 0 ? free_[--free_count_] : static_cast<int>(edge_count_++);
  edge(i) = {none, none, tail, face};
  return i;
}

// Where an edge meets the plane: made for one half-edge and kept for its twin.
int ClippedPolyhedron::crossing(int i, int within, int beyond) noexcept {
  if (const int known = std::exchange(crossings_[at(i)], none); known != none) return known;
  const double from = heights_[at(within)], to = heights_[at(beyond)];
  const Vec<3> begin = vertex(within), end = vertex(beyond);
  return crossings_[at(edge(i).twin)] = add_vertex(begin + from / (from - to) * (end - begin));
}

// Leaves of a face the half-edges that do not end beyond, in their order, or their part within, and bridges what is between them.
void ClippedPolyhedron::close(int number, double tolerance) {
  HalfEdge* const edges = edges_.data();
  const double* const heights = heights_.data();
  const int first = faces_[at(number)].edge, first_tail = edges[first].tail;
  int first_kept = none, first_begin = none, last = none, last_end = none;
  const auto join = [&](int to, int begin) {
    if (last_end == begin) {
      edges[last].next = to;
    } else {
      bridge(last, last_end, to, begin, number);
    }
  };
  int i = first, tail = first_tail;
  double tail_height = heights[tail];
  do {
    const int next = edges[i].next, head = next == first ? first_tail : edges[next].tail;
    const double head_height = heights[head];
    int begin = tail, end = head;
    bool is_kept = true;
    if (tail_height > tolerance) {
      is_kept = head_height < -tolerance;
      if (is_kept) begin = edges[i].tail = crossing(i, head, tail);
    } else if (head_height > tolerance) {
      is_kept = tail_height < -tolerance;
      if (is_kept) {
        end = crossing(i, tail, head);
      } else {
        touched_[touched_count_++] = tail;
      }
    }
    if (is_kept) {
      out_[at(begin)] = i;
      if (last == none) {
        first_kept = i;
        first_begin = begin;
      } else {
        join(i, begin);
      }
      last = i;
      last_end = end;
    } else {
      edges[i].tail = none;
      free_[free_count_++] = i;
    }
    i = next;
    tail = head;
    tail_height = head_height;
  } while (i != first);
  if (last != first_kept) {
    faces_[at(number)].edge = first_kept;
    join(first_kept, first_begin);
  } else {  // nothing, or an edge in the plane, of a face beyond it: it bounds the new face instead
    faces_[at(number)].edge = none;
    if (last != none) rim_.push_back(last);
  }
}

// An edge from the vertex `leave`, where the half-edge `from` ends, to `arrive`, where `to` begins.
void ClippedPolyhedron::bridge(int from, int leave, int to, int arrive, int face) {
  const int inner = add_half_edge(leave, face), outer = add_half_edge(arrive, none);
  edge(inner).twin = outer;
  edge(outer).twin = inner;
  edge(from).next = inner;
  edge(inner).next = to;
  rim_.push_back(outer);
}

// The face in the plane: its rim is as many loops as rounding makes of it, one but for that.
void ClippedPolyhedron::cap(const Vec<3>& normal, double offset, int tag) {
  pinched_.clear();
  for (const int i : rim_) {
    int& known = rim_at_[at(edge(i).tail)];
    if (known != none) pinched_.insert(pinched_.end(), {known, i});
    sibling_[at(i)] = known;
    known = i;
    edge(i).face = none;
    out_[at(edge(i).tail)] = i;
  }
  for (const int i : rim_) {
    int& known = rim_at_[at(head(i))];
    edge(i).next = known;
    known = sibling_[at(known)];
  }
  for (const int i : rim_) {
    if (edge(i).face != none) continue;
    const int face = static_cast<int>(faces_.size());
    faces_.push_back({normal, offset, i, tag, stamp_});
    for (int k = i; edge(k).face == none; k = edge(k).next) edge(k).face = face;
  }
  if (!pinched_.empty()) split_pinched();
}

void ClippedPolyhedron::split_pinched() {
  provide(vertex_count_ + pinched_.size(), edge_count_);
  for (const int i : pinched_) {
    const int vertex = edge(i).tail;
    bool is_whole = false;  // the half-edge that the vertex knows is in this part
    int k = i;
    do {
      is_whole = is_whole || k == out_[at(vertex)];
      k = around_tail(k);
    } while (k != i);
    if (is_whole) continue;
    const int twin = add_vertex(this->vertex(vertex));
    out_[at(twin)] = i;
    do {
      edge(k).tail = twin;
      k = around_tail(k);
    } while (k != i);
  }
}

// The last vertex takes the place of one that is gone.
void ClippedPolyhedron::drop_vertices() noexcept {
  for (std::size_t k = 0; k < touched_count_; ++k) {
    const int vertex = touched_[k];
    if (int& out = out_[at(vertex)]; out != none && edge(out).tail != vertex) {
      out = none;  // listed once
      removed_[removed_count_++] = vertex;
    }
  }
  std::sort(removed_.data(), removed_.data() + removed_count_, std::greater<>());
  for (std::size_t k = 0; k < removed_count_; ++k) {
    const std::size_t vertex = at(removed_[k]), last = --vertex_count_;
    if (vertex == last) continue;
    x_[vertex] = x_[last];
    y_[vertex] = y_[last];
    z_[vertex] = z_[last];
    const int first = out_[vertex] = out_[last];
    int i = first;
    do {
      edge(i).tail = static_cast<int>(vertex);
      i = around_tail(i);
    } while (i != first);
  }
}

Vec<3> ClippedPolyhedron::lower() const noexcept {
  return {array(x_, vertex_count_).minCoeff(), array(y_, vertex_count_).minCoeff(),
          array(z_, vertex_count_).minCoeff()};
}

Vec<3> ClippedPolyhedron::upper() const noexcept {
  return {array(x_, vertex_count_).maxCoeff(), array(y_, vertex_count_).maxCoeff(),
          array(z_, vertex_count_).maxCoeff()};
}

}  // namespace stickslip::geometry::detail
