#include "stickslip/geometry/polyhedron.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include "stickslip/core/error.hpp"
#include "stickslip/geometry/detail/boundary.hpp"
#include "stickslip/geometry/hull.hpp"
#include "stickslip/geometry/polygon.hpp"

namespace stickslip::geometry {

namespace {

using detail::Loop;

constexpr double thinnest = 1e-6;       // of the extent: thinner bodies are flat
constexpr double widest_merge = 1e-7;   // of the extent: where rounding of the input leaves faces in doubt
constexpr long most_points = 10000000;  // Qhull counts in int, and needs about 1 kB per point

// Points as they are worked with: about the origin and of extent 1, so that neither place nor size costs digits.
struct Normalised {
  Eigen::Matrix3Xd points;
  Vec<3> shift;
  double extent;    // longest side of the box around the points
  double rounding;  // of the points as given, over the extent; several units in the last place
};

Normalised normalised(const Eigen::Matrix3Xd& points, const std::string& subject) {
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    for (const double coordinate : points.col(i)) {
      if (!(std::abs(coordinate) <= 1e50)) {
        throw InvalidArgument(subject + ": points[" + std::to_string(i) + "] has the coordinate " +
                              to_text(coordinate) + ", which must be finite and at most 1e50 in size [m]");
      }
    }
  }
  const Vec<3> low = points.rowwise().minCoeff(), high = points.rowwise().maxCoeff();
  const double extent = (high - low).maxCoeff();
  if (!(extent >= 1e-50))
    throw InvalidArgument(subject, {"extent of the points", extent, "must be at least 1e-50 [m]"});
  const Vec<3> shift = low + 0.5 * (high - low);
  const double rounding = 8.0 * std::numeric_limits<double>::epsilon() * points.cwiseAbs().maxCoeff() / extent;
  return {(points.colwise() - shift) / extent, shift, extent, std::max(rounding, 1e-12)};
}

[[noreturn]] void refuse_flat(const std::string& subject, double thickness, double extent) {
  throw InvalidArgument(subject + ": thickness = " + to_text(thickness * extent) +
                        " must be at least 1e-6 of the extent = " + to_text(extent) +
                        " [m]: the points lie in one plane");
}

// Extent along the direction in which points vary least.
double thickness_of(const Eigen::Matrix3Xd& points) {
  const Eigen::Matrix3Xd centred = points.colwise() - Vec<3>(points.rowwise().mean());
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(centred * centred.transpose());
  const Eigen::RowVectorXd along = axes.eigenvectors().col(0).transpose() * centred;
  return along.maxCoeff() - along.minCoeff();
}

// Corners of a facet in the order in which they follow one another.
Loop ordered(const Eigen::Matrix3Xd& points, const Corners& corners) {
  Loop loop(corners.begin(), corners.end());
  if (loop.size() <= 3) return loop;
  Vec<3> middle = Vec<3>::Zero();
  for (const int corner : loop) middle += points.col(corner) / static_cast<double>(loop.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const int corner : loop) spread += (points.col(corner) - middle) * (points.col(corner) - middle).transpose();
  const Eigen::Matrix3d axes = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(spread).eigenvectors();
  std::ranges::sort(loop, {}, [&](int corner) {
    const Vec<3> arm = points.col(corner) - middle;
    return std::atan2(axes.col(1).dot(arm), axes.col(2).dot(arm));
  });
  return loop;
}

std::vector<Loop> ordered(const Eigen::Matrix3Xd& points, const std::vector<Corners>& facets) {
  std::vector<Loop> loops;
  loops.reserve(facets.size());
  for (const Corners& facet : facets) loops.push_back(ordered(points, facet));
  return loops;
}

// With the least tolerance for which faces are convex: rounding of the input may be more than that of numbers.
std::optional<detail::Boundary> find_boundary(const Eigen::Matrix3Xd& points, const std::vector<Loop>& loops,
                                              double tolerance) {
  for (double tried = tolerance; tried <= std::max(widest_merge, tolerance); tried *= 10.0) {
    if (std::optional<detail::Boundary> found = detail::boundary(points, loops, tried)) return found;
  }
  return {};
}

// Without points that are given twice.
Eigen::Matrix3Xd distinct(const Eigen::Matrix3Xd& points) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(points.cols()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Eigen::Index>(i);
  const auto key = [&](Eigen::Index i) { return std::tuple(points(0, i), points(1, i), points(2, i), i); };
  std::ranges::sort(order, {}, key);
  std::vector<Eigen::Index> kept;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || points.col(order[i]) != points.col(order[i - 1])) kept.push_back(order[i]);
  }
  std::ranges::sort(kept);
  return points(Eigen::all, kept);
}

}  // namespace

struct Polyhedron::Data {
  // Of normalised points, with the boundary found there.
  Data(const Normalised& body, const Eigen::Matrix3Xd& given, detail::Boundary boundary, const std::string& subject)
      : vertices(given(Eigen::all, boundary.vertices)),
        faces(std::move(boundary.faces)),
        corners(std::move(boundary.corners)),
        edges(std::move(boundary.edges)) {
    pair_corners();
    const Eigen::Matrix3Xd points = body.points(Eigen::all, boundary.vertices);
    const double area = integrate(points);
    // No convex body is thinner than twice its volume over its area.
    if (2.0 * volume < thinnest * area) check_thickness(points, body.extent, subject);
    fit_offsets();
    const double extent2 = body.extent * body.extent;
    volume *= body.extent * extent2;
    centre = body.extent * centre + body.shift;
    inertia *= body.extent * extent2 * extent2;
    radius *= body.extent;
  }

  void check_thickness(const Eigen::Matrix3Xd& points, double extent, const std::string& subject) const {
    for (const Face& face : faces) {
      const double thickness = face.offset - (face.normal.transpose() * points).minCoeff();
      if (!(thickness >= thinnest * (1.0 - 1e-9))) refuse_flat(subject, thickness, extent);
    }
  }

  // From the vertices as they are stored: far from the origin these are rounded.
  void fit_offsets() {
    for (Face& face : faces) {
      face.offset = -std::numeric_limits<double>::infinity();
      for (int i = 0; i < face.count; ++i) {
        const int corner = corners[static_cast<std::size_t>(face.first + i)];
        face.offset = std::max(face.offset, face.normal.dot(vertices.col(corner)));
      }
    }
  }

  void pair_corners() {
    std::vector<std::tuple<int, int, int>> ends;  // of an edge, ascending, and the corner from which it runs
    ends.reserve(corners.size());
    for (const Face& face : faces) {
      for (int i = 0; i < face.count; ++i) {
        const int from = face.first + i, to = face.first + (i + 1) % face.count;
        const auto [low, high] =
            std::minmax(corners[static_cast<std::size_t>(from)], corners[static_cast<std::size_t>(to)]);
        ends.emplace_back(low, high, from);
      }
    }
    std::ranges::sort(ends);
    twins.resize(corners.size());
    for (std::size_t i = 1; i < ends.size(); i += 2) {
      const int one = std::get<2>(ends[i - 1]), other = std::get<2>(ends[i]);
      twins[static_cast<std::size_t>(one)] = other;
      twins[static_cast<std::size_t>(other)] = one;
    }
  }

  // Eqs. 1 and 2, of normalised points. Returns the area of the surface.
  double integrate(const Eigen::Matrix3Xd& points) {
    double area = 0.0;
    const Vec<3> origin = points.rowwise().mean();
    Vec<3> moment = Vec<3>::Zero();
    Eigen::Matrix3d second = Eigen::Matrix3d::Zero();  // ∫ x xᵀ dV
    for (const Face& face : faces) {
      const auto corner = [&](int i) -> Vec<3> {
        return points.col(corners[static_cast<std::size_t>(face.first + i)]) - origin;
      };
      const Vec<3> a = corner(0);
      for (int i = 2; i < face.count; ++i) {
        const Vec<3> b = corner(i - 1), c = corner(i), sum = a + b + c;
        const double det = a.dot(b.cross(c));
        volume += det / 6.0;
        area += 0.5 * (b - a).cross(c - a).norm();
        moment += det / 24.0 * sum;
        second += det / 120.0 * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
      }
    }
    const Vec<3> arm = moment / volume;
    second -= volume * arm * arm.transpose();
    inertia = second.trace() * Eigen::Matrix3d::Identity() - second;
    centre = origin + arm;
    radius = (points.colwise() - centre).colwise().norm().maxCoeff();
    return area;
  }

  Eigen::Matrix3Xd vertices;
  std::vector<Face> faces;
  std::vector<int> corners, twins;
  std::vector<Edge> edges;
  double volume = 0.0;
  Vec<3> centre = Vec<3>::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  double radius = 0.0;
};

Polyhedron Polyhedron::box(const Vec<3>& sides) {
  const double longest = sides.maxCoeff();
  for (const double side : sides) {
    if (!(side > 0.0 && side <= 1e50 && side >= thinnest * longest && longest >= 1e-50)) {
      throw InvalidArgument("Polyhedron.box",
                            {"side", side, "must be positive, 1e-50 to 1e50 and at least 1e-6 of the longest [m]"});
    }
  }
  Eigen::Matrix3Xd corners(3, 8);
  for (int i = 0; i < 8; ++i)
    for (int axis = 0; axis < 3; ++axis)
      corners(axis, i) = ((i >> axis) & 1) != 0 ? 0.5 * sides(axis) : -0.5 * sides(axis);
  const std::vector<Loop> loops{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  return from_loops(corners, loops, "Polyhedron.box");
}

Polyhedron Polyhedron::prism(const std::vector<Vec<2>>& outline, double height) {
  const std::string subject = "Polyhedron.prism";
  if (!(height > 0.0 && height <= 1e50)) {
    throw InvalidArgument(subject, {"height", height, "must be positive and at most 1e50 [m]"});
  }
  const Polygon polygon(outline, subject);
  const std::vector<Vec<2>>& vertices = polygon.vertices();
  const std::size_t n = vertices.size();
  const bool reversed = vertices.front() != outline.front();
  Eigen::Matrix3Xd points(3, 2 * static_cast<Eigen::Index>(n));
  Loop top, bottom;
  std::vector<Loop> loops;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t next = (i + 1) % n;
    const Vec<2> arrive = vertices[i] - vertices[(i + n - 1) % n], leave = vertices[next] - vertices[i];
    if (cross(arrive, leave) < -1e-12 * (arrive + leave).norm() * std::max(arrive.norm(), leave.norm())) {
      throw InvalidArgument(subject + ": outline[" + std::to_string(reversed ? n - 1 - i : i) +
                            "] is a corner that turns inwards; the outline must be convex");
    }
    const int low = static_cast<int>(i), high = static_cast<int>(i + n);
    points.col(low) << vertices[i], -0.5 * height;
    points.col(high) << vertices[i], 0.5 * height;
    top.push_back(high);
    bottom.push_back(static_cast<int>(n) - 1 - low);
    loops.push_back({low, static_cast<int>(next), static_cast<int>(next + n), high});
  }
  loops.push_back(bottom);
  loops.push_back(top);
  return from_loops(points, loops, subject);
}

Polyhedron Polyhedron::from_loops(const Eigen::Matrix3Xd& points, const std::vector<std::vector<int>>& loops,
                                  const std::string& subject) {
  const Normalised body = normalised(points, subject);
  std::optional<detail::Boundary> found = find_boundary(body.points, loops, body.rounding);
  if (!found) refuse_flat(subject, thickness_of(body.points), body.extent);
  return Polyhedron(std::make_shared<const Data>(body, points, std::move(*found), subject));
}

Polyhedron Polyhedron::from_points(const Eigen::Matrix3Xd& points, double tolerance, const std::string& subject) {
  if (points.cols() < 4 || points.cols() > most_points) {
    throw InvalidArgument(subject + ": " + std::to_string(points.cols()) + " points; there must be 4 to " +
                          std::to_string(most_points));
  }
  require(subject.c_str(), check_not_negative("tolerance", tolerance, "must be finite and not negative [m]"));
  Normalised body = normalised(points, subject);
  const double merged = tolerance / body.extent;
  if (merged > 1e-3) {
    throw InvalidArgument(subject,
                          {"tolerance", tolerance, "must be at most a thousandth of the extent [m]", body.extent});
  }
  const Eigen::Matrix3Xd given = distinct(points);
  body.points = (given.colwise() - body.shift) / body.extent;
  const double thickness = thickness_of(body.points);
  if (given.cols() < 4 || !(thickness >= thinnest)) refuse_flat(subject, thickness, body.extent);
  const double least = std::max(body.rounding, merged);
  const Eigen::MatrixXd rows = body.points.transpose();
  try {
    std::optional<detail::Boundary> found = find_boundary(body.points, ordered(body.points, hull_facets(rows)), least);
    if (!found) found = find_boundary(body.points, ordered(body.points, hull_simplices(rows)), least);
    if (found) return Polyhedron(std::make_shared<const Data>(body, given, std::move(*found), subject));
  } catch (const InvalidArgument&) {
    throw;
  } catch (const std::runtime_error& error) {  // of Qhull
    throw InvalidArgument(subject + ": " + error.what());
  }
  throw InvalidArgument(subject + ": the points are too nearly coplanar for their faces to be told apart");
}

const Eigen::Matrix3Xd& Polyhedron::vertices() const noexcept {
  return data_->vertices;
}

std::span<const Polyhedron::Face> Polyhedron::faces() const noexcept {
  return data_->faces;
}

std::span<const int> Polyhedron::corners() const noexcept {
  return data_->corners;
}

std::span<const int> Polyhedron::corners(const Face& face) const noexcept {
  return corners().subspan(static_cast<std::size_t>(face.first), static_cast<std::size_t>(face.count));
}

std::span<const int> Polyhedron::twins() const noexcept {
  return data_->twins;
}

std::span<const Polyhedron::Edge> Polyhedron::edges() const noexcept {
  return data_->edges;
}

double Polyhedron::volume() const noexcept {
  return data_->volume;
}

const Vec<3>& Polyhedron::centre() const noexcept {
  return data_->centre;
}

const Eigen::Matrix3d& Polyhedron::inertia() const noexcept {
  return data_->inertia;
}

double Polyhedron::radius() const noexcept {
  return data_->radius;
}

int Polyhedron::support(const Vec<3>& direction) const noexcept {
  const Eigen::Matrix3Xd& all = data_->vertices;
  int best = 0;
  double farthest = direction.dot(all.col(0));
  for (Eigen::Index i = 1; i < all.cols(); ++i) {
    const double along = direction.dot(all.col(i));
    if (along > farthest) {
      farthest = along;
      best = static_cast<int>(i);
    }
  }
  return best;
}

double Polyhedron::depth(const Vec<3>& point) const noexcept {
  double largest = -std::numeric_limits<double>::infinity();
  for (const Face& face : data_->faces) largest = std::max(largest, face.normal.dot(point) - face.offset);
  return largest;
}

Polyhedron Polyhedron::moved(const Vec<3>& translation) const {
  Data data = *data_;
  data.vertices.colwise() += translation;
  if (!(data.vertices.array().abs() <= 1e50).all()) {
    throw InvalidArgument("Polyhedron.moved: translation = (" + to_text(translation(0)) + ", " +
                          to_text(translation(1)) + ", " + to_text(translation(2)) +
                          ") must be finite and leave vertices within 1e50 [m]");
  }
  data.centre += translation;
  data.fit_offsets();
  return Polyhedron(std::make_shared<const Data>(std::move(data)));
}

bool operator==(const Polyhedron& a, const Polyhedron& b) noexcept {
  const auto same = [](const Polyhedron::Face& p, const Polyhedron::Face& q) {
    return p.normal == q.normal && p.offset == q.offset && p.first == q.first && p.count == q.count;
  };
  return a.data_ == b.data_ ||
         (a.vertices().cols() == b.vertices().cols() && a.vertices() == b.vertices() &&
          std::ranges::equal(a.faces(), b.faces(), same) && std::ranges::equal(a.corners(), b.corners()));
}

}  // namespace stickslip::geometry
