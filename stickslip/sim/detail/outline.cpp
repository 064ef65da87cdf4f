#include "stickslip/sim/detail/outline.hpp"

#include <cmath>
#include <numbers>

namespace stickslip::sim::detail {

namespace {

class Facets {
 public:
  explicit Facets(const std::string& name)
      : series_(name, "surface in body axes", {{"facet", "1"}, {"x", "m"}, {"y", "m"}, {"z", "m"}}) {}

  void begin() { ++facet_; }
  void corner(const Vec<3>& p) { series_.append({static_cast<double>(facet_), p.x(), p.y(), p.z()}); }
  record::Series take() { return std::move(series_); }

 private:
  record::Series series_;
  int facet_ = -1;
};

void add(Facets& facets, const geometry::Polyhedron& polyhedron, const Pose3& X_BS) {
  for (const geometry::Polyhedron::Face& face : polyhedron.faces()) {
    facets.begin();
    for (const int corner : polyhedron.corners(face)) facets.corner(X_BS.point(polyhedron.vertices().col(corner)));
  }
}

void add(Facets& facets, const geometry::Sphere& sphere, const Pose3& X_BS) {
  constexpr int meridians = 16, parallels = 8;
  const auto point = [&](int i, int j) {
    const double around = 2.0 * std::numbers::pi * i / meridians, down = std::numbers::pi * j / parallels;
    const Vec<3> direction(std::sin(down) * std::cos(around), std::sin(down) * std::sin(around), std::cos(down));
    return X_BS.point(sphere.radius * direction);
  };
  for (int i = 0; i < meridians; ++i) {
    for (int j = 0; j < parallels; ++j) {
      facets.begin();
      facets.corner(point(i, j));
      if (j + 1 < parallels) facets.corner(point(i, j + 1));
      facets.corner(point(i + 1, j + 1));
      if (j > 0) facets.corner(point(i + 1, j));
    }
  }
}

void add(Facets& facets, const geometry::Plane& plane, const Eigen::AlignedBox3d& room) {
  const Vec<3>& n = plane.normal;
  const Vec<3> along = std::abs(n.x()) > 0.9 ? Vec<3>(Vec<3>::UnitY()) : Vec<3>(Vec<3>::UnitX());
  const Vec<3> t1 = (along - along.dot(n) * n).normalized(), t2 = n.cross(t1);
  const Vec<3> middle = room.center() - (n.dot(room.center()) - plane.offset) * n;
  const double reach = 0.6 * room.diagonal().norm() + 1e-3;
  facets.begin();
  for (const auto& [a, b] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}})
    facets.corner(middle + reach * (a * t1 + b * t2));
}

}  // namespace

record::Series outline_of(const RigidBody& body, const Eigen::AlignedBox3d& room, const std::string& name) {
  Facets facets(name);
  for (const PlacedShape& placed : body.shapes) {
    if (const auto* plane = std::get_if<geometry::Plane>(&placed.shape)) {
      add(facets, *plane, room);
    } else if (const auto* sphere = std::get_if<geometry::Sphere>(&placed.shape)) {
      add(facets, *sphere, placed.X_BS);
    } else {
      add(facets, std::get<geometry::Polyhedron>(placed.shape), placed.X_BS);
    }
  }
  return facets.take();
}

}  // namespace stickslip::sim::detail
