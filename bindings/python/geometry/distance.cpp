#include "stickslip/geometry/distance.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "stickslip/core/error.hpp"

#include "geometry/objects.hpp"
#include "interrupts.hpp"
#include "rows.hpp"

namespace stickslip::python {

namespace {

using geometry::Separation;
using geometry::Shape;

constexpr const char* distance_doc =
    R"(distance(a, b, *, position_a=None, orientation_a=None, position_b=None, orientation_b=None)
--

(distance, point_a, point_b, normal) of two shapes.

a, b         Sphere, Polyhedron or Plane; not two planes
position     of the shape's frame in the world (3,) [m]; None: the origin
orientation  quaternion w, x, y, z from the shape's axes to the world's (4,), scaled to length 1; None: parallel

distance  [m]; negative: the length of the shortest translation that takes the shapes apart
point     on the surface of a and of b, in the world (3,) [m]: point_a − point_b = distance · normal
normal    (3,), of length 1, from b to a

Positions and orientations may also be many, (N, 3) and (N, 4): then so are the results, (N,) and (N, 3).)";

// One row for all, or one for each of several poses.
class Poses {
 public:
  Poses(const Arguments& arguments, const char* position, const char* orientation) {
    if (arguments.has(position)) take(position_, position, arguments.object(position), 3, "m");
    if (arguments.has(orientation)) take(orientation_, orientation, arguments.object(orientation), 4, "any length");
  }

  // Of how many; none where one stands for all. Throws where `expected` says otherwise.
  std::optional<std::size_t> count(std::optional<std::size_t> expected = {}) const {
    for (const auto* const rows : {&position_, &orientation_}) {
      if (!*rows || (*rows)->is_single()) continue;
      const std::size_t own = (*rows)->count();
      if (expected && *expected != own) {
        throw InvalidArgument("distance: positions and orientations have " + std::to_string(*expected) + " and " +
                              std::to_string(own) + " rows, must have as many or be single");
      }
      expected = own;
    }
    return expected;
  }

  Pose3 at(std::size_t i) const {
    Vec<3> position = Vec<3>::Zero();
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
    if (position_) position = position_->at(position_->is_single() ? 0 : i);
    if (orientation_) {
      const auto q = orientation_->at(orientation_->is_single() ? 0 : i);
      rotation = Eigen::Quaterniond(q(0), q(1), q(2), q(3));
    }
    return {position, rotation};
  }

 private:
  static void take(std::optional<Rows>& rows, const char* name, const py::object& value, std::size_t width,
                   const char* unit) {
    rows.emplace(name, value, Rows::Single::allowed, width);
    rows->require_finite(unit);
  }

  std::optional<Rows> position_, orientation_;
};

py::tuple distance(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("distance", {"a", "b"}, {"position_a", "orientation_a", "position_b", "orientation_b"},
                            args, kwargs);
  const Shape a = shape_argument(arguments, "a"), b = shape_argument(arguments, "b");
  const Poses poses_a(arguments, "position_a", "orientation_a"), poses_b(arguments, "position_b", "orientation_b");
  const std::optional<std::size_t> many = poses_b.count(poses_a.count());
  const auto rows = static_cast<py::ssize_t>(many.value_or(1));
  using Extents = std::vector<py::ssize_t>;
  ResultArray distances = fresh_array<double>(many ? Extents{rows} : Extents{});
  ResultArray points_a = fresh_array<double>(many ? Extents{rows, 3} : Extents{3});
  ResultArray points_b = fresh_array<double>(many ? Extents{rows, 3} : Extents{3});
  ResultArray normals = fresh_array<double>(many ? Extents{rows, 3} : Extents{3});
  const auto out = span_of(distances), out_a = span_of(points_a), out_b = span_of(points_b), out_n = span_of(normals);
  in_pieces(many.value_or(1), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Separation found = geometry::distance(a, poses_a.at(i), b, poses_b.at(i));
      out[i] = found.distance;
      std::copy_n(found.point_a.data(), 3, out_a.data() + 3 * i);
      std::copy_n(found.point_b.data(), 3, out_b.data() + 3 * i);
      std::copy_n(found.normal.data(), 3, out_n.data() + 3 * i);
    }
  });
  return py::make_tuple(number_or_array(distances), points_a, points_b, normals);
}

}  // namespace

Shape shape_argument(const Arguments& arguments, const char* name) {
  const py::object value = arguments.object(name);
  if (py::isinstance<SphereObject>(value)) return value.cast<const SphereObject&>().value;
  if (py::isinstance<PlaneObject>(value)) return value.cast<const PlaneObject&>().value;
  if (!py::isinstance<PolyhedronObject>(value)) arguments.refuse(name, "a Sphere, Polyhedron or Plane");
  return value.cast<const PolyhedronObject&>().value;
}

void bind_distance(py::module_& m) {
  m.def("distance", &distance, distance_doc);
  m.attr("distance").attr("__module__") = geometry_module;
}

}  // namespace stickslip::python
