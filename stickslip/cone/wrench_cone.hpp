// Every wrench that a set of frictional contacts can exert together.
//
//   (1)  a ray for each ray f of each contact's linearised friction cone:  (f, p × f)
//   (2)  foot [−X, X] × [−Y, Y], n = z, |fx|, |fy| ≤ μ fz at each corner: 16 rows,
//        |fx| ≤ μ fz, |fy| ≤ μ fz, |τx| ≤ Y fz, |τy| ≤ X fz,
//        τz ≤ μ(X + Y) fz − |Y fx + μ τx| − |X fy + μ τy|,
//       −τz ≤ μ(X + Y) fz − |Y fx − μ τx| − |X fy − μ τy|
//
// wrench  (fx, fy, fz, τx, τy, τz) [N, N·m] about the origin of the frame in which points are given; from a pressed
//         patch (fx, fy, τ, fn) about its centre of pressure (patch/wrench_cone.hpp)
// p       contact point [m]; n its unit normal, the way the contact pushes; μ its coefficient of friction
// length  ℓ [m]: distances between wrenches are √(‖Δf‖² + ‖Δτ‖²/ℓ²), with ℓ = 1 m unless told otherwise
//
// (2) is the corner-force bound: it takes each corner to bear any share of the load. A sole whose pressure is known
// bears less yaw torque: its limit surface tells. [Caron 2015], containment by weights [Lawson 1974]
#pragma once

#include <span>
#include <string>
#include <vector>

#include "stickslip/cone/polyhedral_cone.hpp"
#include "stickslip/geometry/half_spaces.hpp"

namespace stickslip::cone {

struct FrictionPoint {
  Vec<3> position;
  Vec<3> normal;
  double mu;
};

class WrenchCone {
 public:
  // The cone of (fx, fy, fz, τx, τy, τz) (dimension 6) or (fx, fy, τ, fn) (dimension 4). Throws for other dimensions.
  explicit WrenchCone(PolyhedralCone cone);

  static WrenchCone from_points(std::span<const FrictionPoint> points, int k = 8,
                                Approximation kind = Approximation::inner);
  // Half-widths [m]. `inner` is the same with μ/√2, whose pyramid lies in the round cone.
  static WrenchCone rectangle(double half_x, double half_y, double mu, Approximation kind = Approximation::inner);
  // A flat sole of any shape, normal z, at z = 0: contacts at the corners (x, y) [m], friction as in `rectangle`.
  static WrenchCone polygon(std::span<const Vec<2>> corners, double mu, Approximation kind = Approximation::inner);

  const PolyhedralCone& polyhedron() const noexcept { return cone_; }
  int dimension() const noexcept { return cone_.dimension(); }
  std::vector<std::string> components() const;  // fx, fy, fz, tau_x, tau_y, tau_z, or fx, fy, tau, fn
  const Eigen::MatrixXd& generators() const { return cone_.generators(); }
  const Eigen::MatrixXd& facets() const { return cone_.facets(); }

  bool contains(const Eigen::Ref<const Eigen::VectorXd>& wrench,
                double tolerance = PolyhedralCone::default_tolerance) const;
  double margin(const Eigen::Ref<const Eigen::VectorXd>& wrench, double length = 1.0) const;
  Eigen::VectorXd project(const Eigen::Ref<const Eigen::VectorXd>& wrench, double length = 1.0) const;
  Certificate certificate(const Eigen::Ref<const Eigen::VectorXd>& wrench,
                          double tolerance = PolyhedralCone::default_tolerance) const;

 private:
  PolyhedralCone cone_;
};

}  // namespace stickslip::cone
