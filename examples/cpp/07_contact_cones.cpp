// A robot on one foot leans with a hand against a wall: which of its planned wrenches can the contacts bear?
//
// The foot's cone of wrenches tells, with a margin, and with a proof: forces at the corners if it can, a direction that
// no force of the contact reaches if it cannot. Both contacts give the rows of a quadratic program that shares a load
// between them. 07_contact_cones.py does the same in Python.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "stickslip/cone/qp_rows.hpp"
#include "stickslip/cone/wrench_cone.hpp"
#include "stickslip/patch/wrench_cone.hpp"

using stickslip::Vec;
using stickslip::cone::Approximation;
using stickslip::cone::Certificate;
using stickslip::cone::FrictionCone;
using stickslip::cone::PolyhedralCone;
using stickslip::cone::QpRows;
using stickslip::cone::WrenchCone;
using stickslip::patch::LimitSurface;
using stickslip::patch::Pressure;

struct Plan {
  const char* name;
  Vec<6> wrench;  // [N, N·m] about the middle of the sole
};

int main() {
  // A sole of 20 × 10 cm. The inner cone is safe: friction bears all that is in it.
  const WrenchCone foot = WrenchCone::rectangle(0.1, 0.05, 0.6, Approximation::inner);
  const Plan plans[] = {{"stand", {0.0, 0.0, 400.0, 0.0, 0.0, 0.0}},
                        {"push off", {100.0, 0.0, 500.0, 5.0, -30.0, 0.0}},
                        {"turn", {20.0, 0.0, 400.0, 0.0, 0.0, 15.0}},
                        {"turn faster", {20.0, 0.0, 400.0, 0.0, 0.0, 30.0}},
                        {"lean back", {0.0, 0.0, 400.0, 0.0, 50.0, 0.0}}};
  std::printf("plan          margin [N]   corners bear fz [N]\n");
  for (const auto& [name, wrench] : plans) {
    // A torque of 0.1 N m counts as much as a force of 1 N.
    std::printf("%-12s %11.3f  ", name, foot.margin(wrench, 0.1));
    const Certificate certificate = foot.certificate(wrench);
    if (certificate.inside) {  // a weight a ray, four rays a corner
      for (int corner = 0; corner < 4; ++corner) {
        std::printf(" %7.2f",
                    certificate.y.segment(4 * corner, 4).dot(foot.generators().col(2).segment(4 * corner, 4)));
      }
      std::printf("\n");
    } else {
      const Vec<6> nearest = foot.project(wrench, 0.1);
      std::printf(" no: a plane away from all of them by %.3f; nearest: fz %.2f N, torque %.3f N m\n",
                  certificate.y.dot(wrench), nearest(2), nearest.tail<3>().norm());
    }
  }

  // Corners that bear any share of the load would resist more yaw than a sole that is pressed evenly.
  const LimitSurface sole(Pressure::rectangle(Vec<2>(0.2, 0.1)));
  std::printf("\nlargest yaw torque at 400 N: corners %.3f, evenly pressed %.3f N m\n", 400.0 * 0.6 * (0.1 + 0.05),
              400.0 * 0.6 * sole.r());

  // Its cone of (fx, fy, torque, fn): how large a force along x may be that acts 5 cm beside the middle, at 400 N?
  const Vec<3> aside(1.0, 0.0, 0.05);
  std::printf("force along x 5 cm beside the middle: exactly %.3f N\n", 400.0 * 0.6 / sole.gauge(aside));
  for (const int k : {8, 16, 32}) {
    std::printf("%6d directions of sliding:", k);
    for (const Approximation kind : {Approximation::inner, Approximation::outer}) {
      const WrenchCone cone = stickslip::patch::wrench_cone(sole, 0.6, k, kind);
      const Eigen::VectorXd slopes = cone.facets().leftCols(3) * aside;
      double force = 1e9;  // as far as the first plane on the way
      for (Eigen::Index i = 0; i < slopes.size(); ++i) {
        if (slopes(i) > 0.0) force = std::min(force, -400.0 * cone.facets()(i, 3) / slopes(i));
      }
      std::printf(" %s %.3f N", kind == Approximation::inner ? "inner" : "outer", force);
    }
    std::printf("\n");
  }

  // The wall pushes back along −x. This force would slip: the nearest one that does not.
  const FrictionCone hand(0.4, {-1.0, 0.0, 0.0});
  const Vec<3> push(-50.0, 0.0, 30.0), held = hand.project(push);
  std::printf("\nhand: margin %.3f N, nearest force (%.3f, %.3f, %.3f) N\n", hand.margin(push), held(0), held(1),
              held(2));

  // l ≤ A (foot's wrench, hand's force) ≤ u, as solvers of quadratic programs take it.
  const std::vector<PolyhedralCone> contacts{foot.polyhedron(),
                                             PolyhedralCone::linearised(hand, 4, Approximation::inner)};
  const QpRows rows = stickslip::cone::stack(contacts);
  Eigen::VectorXd shared(9);
  shared << 50.0, 0.0, 400.0, 0.0, -10.0, 0.0, -50.0, 0.0, 15.0;
  std::printf("A has %d rows, %d columns; this share leaves %.3f to the nearest plane\n",
              static_cast<int>(rows.a.rows()), static_cast<int>(rows.a.cols()), (rows.u - rows.a * shared).minCoeff());
}
