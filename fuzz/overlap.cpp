// Any bytes as two bodies and their poses: their overlap is closed, finite and the same either way.
#include "stickslip/geometry/overlap.hpp"

#include <array>
#include <cmath>
#include <cstring>

#include "fuzz/reader.hpp"

namespace {

using namespace stickslip;
using geometry::Overlap, geometry::Polyhedron;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  // Eighths, among which faces that touch are many, and now and then a power of two of them.
  double number() {
    const std::uint8_t style = byte();
    const double value = static_cast<std::int8_t>(byte()) / 8.0;
    return style < 192 ? value : std::ldexp(value, -(style - 192));
  }
  Vec<3> vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  Pose3 pose() {
    const Vec<3> position = 0.125 * vector(), axis = vector();
    if (axis.isZero(0.0)) return {position, Eigen::Quaterniond::Identity()};
    return Pose3::from_axis_angle(position, axis, byte() < 128 ? std::atan(1.0) * (byte() % 8) : number());
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

const Polyhedron& body(std::uint8_t which) {
  static const std::array<Polyhedron, 4> bodies = [] {
    Eigen::Matrix3Xd points(3, 60);
    for (int i = 0; i < 60; ++i) {
      const double z = 1.0 - (2.0 * i + 1.0) / 60.0, r = std::sqrt(1.0 - z * z), turn = 2.39996 * i;
      points.col(i) << r * std::cos(turn), r * std::sin(turn), z;
    }
    return std::array{Polyhedron::box({1.0, 1.0, 1.0}), Polyhedron::box({0.25, 1.0, 4.0}),
                      Polyhedron::prism({{0.0, 0.0}, {1.0, 0.0}, {0.5, 0.75}}, 1.0), Polyhedron::from_points(points)};
  }();
  return bodies[which % bodies.size()];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const Polyhedron &a = body(bytes.byte()), &b = body(bytes.byte());
  const Pose3 X_WA = bytes.pose(), X_WB = bytes.byte() < 64 ? X_WA * bytes.pose() : bytes.pose();
  static geometry::OverlapFinder finder;
  const Overlap o = finder.find(a, X_WA, b, X_WB);
  fuzz::require(std::isfinite(o.volume()) && o.barycentre().allFinite(), "finite numbers");
  fuzz::require(o.volume() == finder.find(b, X_WB, a, X_WA).volume(), "the same volume either way");
  fuzz::require(o.volume() <= 1.0001 * std::min(a.volume(), b.volume()), "no more than each has");
  Vec<3> sum = Vec<3>::Zero();
  for (const Overlap::Face& face : o.faces()) {
    fuzz::require(face.area >= 0.0 && std::isfinite(face.offset), "faces with an area");
    sum += face.area * face.normal;
  }
  fuzz::require(sum.norm() < 1e-10, "a closed surface");
  for (const Vec<3>& vertex : o.vertices()) {
    const Vec<3> point = o.barycentre() + vertex;
    fuzz::require(a.depth(X_WA.inverse().point(point)) < 1e-9 && b.depth(X_WB.inverse().point(point)) < 1e-9,
                  "vertices in both bodies");
  }
  return 0;
}
