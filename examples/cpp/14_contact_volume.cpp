// A cube on a table, pushed at its base: the volume that the two share, its pressure, and when it slips.
#include <algorithm>
#include <cstdio>

#include <stickslip/contact/volume_contact.hpp>
#include <stickslip/patch/limit_surface.hpp>

int main() {
  using namespace stickslip;
  const auto cube = geometry::Polyhedron::box({0.1, 0.1, 0.1}), table = geometry::Polyhedron::box({1.0, 1.0, 0.2});
  const auto flat = Eigen::Quaterniond::Identity();
  const geometry::Overlap overlap =
      geometry::overlap(cube, Pose3({0.0, 0.0, 0.05 - 1e-6}, flat), table, Pose3({0.0, 0.0, -0.1}, flat));
  const auto of_cube =
      std::ranges::count(overlap.faces(), geometry::Overlap::Owner::a, &geometry::Overlap::Face::owner);
  std::printf("overlap: %.0f mm3, %zu faces, %td of them of the cube\n", 1e9 * overlap.volume(), overlap.faces().size(),
              of_cube);

  const contact::VolumeContact contact(overlap);
  const Vec<3>& n = contact.normal();
  std::printf("contact: normal (%g, %g, %g), %zu corners, %.0f cm2\n", n.x(), n.y(), n.z(), contact.polygon().size(),
              1e4 * contact.area());

  const double weight = 0.5 * 9.81;
  for (const double push : {2.4, 2.5}) {
    Wrench3 wrench;
    wrench << push, 0.0, weight, 0.0, 0.0, 0.0;
    const contact::StaticFriction found = contact.static_friction(wrench, 0.5, 8);
    std::printf("%g N at the base: %s, margin %+.3f, ", push, found.holds ? "holds" : "slips",
                contact.margin(wrench, 0.5));
    if (found.holds) {
      std::printf("weights (%td, %td)\n", found.weights.rows(), found.weights.cols());
    } else {
      std::printf("twist along (%.2f, %.2f, %.2f)\n", found.direction(0), found.direction(1), found.direction(2));
    }
  }

  Wrench3 wrench;
  wrench << 2.5, 0.0, weight, 0.0, 0.0, 0.0;
  Twist3 twist = Twist3::Zero();
  twist(0) = -0.1;
  std::printf("sliding it bears %.4f N\n", contact.kinetic_wrench(wrench, twist, 0.3)(0));

  // Forces in the corners bear the largest torque. Under the pressure of the overlap, here uniform, it is less.
  const patch::LimitSurface surface(contact.pressure());
  const double spin = -surface.wrench({0.0, 0.0, 1.0})(2) * 0.5 * weight;
  double reach = 0.0;
  for (const Vec<2>& corner : contact.polygon()) reach = std::max(reach, corner.norm());
  std::printf("torque about the normal: %.4f N m in the corners, %.4f N m under the pressure\n", 0.5 * weight * reach,
              spin);
}
