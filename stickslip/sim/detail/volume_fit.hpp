// The wrenches of all fitted contact volumes of an island at once: least squares over what the corners of their outlines can bear.
//
//   (1)  minimise Σ ‖u − u*‖²_Q + ‖f‖²_Λ + ties   over impulses f, six per contact,   u = l + A f,   Q u* = k (c − ½ δ Q n)
//   (2)  f = Σ_l K(p_l)ᵀ (t_l, ε_l),   ε_l ≥ 0      of a contact that sticks: with t_l free, i.e. any tangential force and torque about n
//   (3)  the same with t_l = −μ ε_l v_l/√(‖v_l‖² + v_0²)      of one that slides, v_l the velocity at corner p_l after the step; of
//        ‖u − u*‖²_Q only u_n, ω_1 and ω_2 count
//   (4)  Λ = λ̂ diag(tr F/3, tr T/3), F and T the blocks of forces and torques of the contact's own part of Aᵀ Q A; or λ
//
// u, f   twist of the first body against the second, and impulse on the first, at the barycentre p0 along e1, e2 and n
// l, A   twist without these impulses, and what they do to it: J K⁻¹ Jᵀ, with all joints and other forces in K
// Q, c   of contact/volume_contact.hpp: Q u* = k c asks surfaces to part at k times their height over the plane, k = κ/h; k is smaller
//        where a contact would part faster than `push_out`. Overlaps are those of bodies a skin δ nearer than they are, along the normal.
//        The volume in c is at least ∫ t dA of contact/thickness.hpp: what is wholly below a face comes out as fast as it is deep
// v_0    1e-3 · 9.81 m/s² · h: corners of a contact that slides creep below it, where they would stick
//
// Least squares would hold on to what is being lifted: a contact that parts faster than it is asked to is open, out of (1), unless one
// of its corners then goes in. All others begin as sticking ones. One whose wrench its corners cannot bear by static friction slides, and
// the fit is made again, until no more of them does; p_gon: each corner has a cone of `sides` rays, cone: exact ones. Because (3) does not
// charge sliding, no pressure is made up to slow it down.
// (3) is taken as linear in ε_l and v_l about those of the fit before: by Newton's method, and where that goes round, with the length
// √(‖v_l‖² + v_0²) of that fit, which goes round less and settles more slowly.
// Ties: where many ε make the same normal force and torques, (3) takes those whose friction comes nearest to what would stop it, at the
// length that friction allows (weight 1e-6 of tr F/3), and the most even of these (1e-10).
// Upper and lower face both cover the outline, hence u*_n is half the depth times k. A body at rest sinks λ m² g h²/(κ a), a the area of
// the outline.
// Bodies that tumble on each other may leave friction unsettled, in two to eight steps of a hundred: such a step is taken and says so;
// where the residual is large, with pressures in place of the fit (island_volumes.cpp).
// No force is found where the friction of what slides draws the surfaces together, nor for an area that is tiny beside another: StepVolume::
// sinks_in(). Such a step is taken with pressures as well, and is not converged.
// v_0, the skin and what counts as opening go by 9.81 m/s², whatever the gravity of the world.
// Dense, and allocates: 1.4, 15 and 120 ms per step for walls of 14, 32 and 68 contacts.
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "stickslip/core/solve_report.hpp"
#include "stickslip/sim/detail/step_volume.hpp"
#include "stickslip/sim/volume.hpp"

namespace stickslip::sim::detail {

class VolumeFit {
 public:
  // A, l: six rows per volume, in their order. Sets f. Stalled where friction of sliding corners did not settle: the residual is
  // what of it is wrong times the contact's own response [m/s].
  SolveReport solve(double h, std::span<StepVolume* const> volumes, const Eigen::MatrixXd& A, const Eigen::VectorXd& l,
                    Eigen::VectorXd& f);
  // Whether contact i of the last solve slides.
  bool slides(std::size_t i) const noexcept { return contacts_[i].slides; }

 private:
  // Friction of a corner that slides, about the last fit: t = ε along − stiffness (v − v_before).
  struct Corner {
    Vec<2> along = Vec<2>::Zero(), v_before = Vec<2>::Zero();
    Eigen::Matrix2d stiffness = Eigen::Matrix2d::Zero();
  };
  struct Contact {
    const StepVolume* of;
    bool slides, is_open, may_open;
    Eigen::Matrix3d normal_root, tangential_root;  // square roots of the parts of Q: Q = rootᵀ root
    Vec<3> wanted;                                 // u_n, ω_1, ω_2 of u*
    double force_cost, torque_cost;                // Λ
    double tie_cost;                               // tr F/3
    double response;                               // to a force, mean of the directions [1/kg]
    std::vector<Corner> corners;                   // where it slides
    Vec<3> stopping;                               // (f_1, f_2, τ_n) that would stop it, as long as friction allows
    Eigen::Index column;                           // its first

    bool is_sliding() const noexcept { return slides && !is_open; }
  };

  void begin(double h, const Eigen::MatrixXd& A);
  SolveReport fit(const Eigen::MatrixXd& A, const Eigen::VectorXd& l, Eigen::VectorXd& f);
  SolveReport fit_sliding(double slow, const Eigen::MatrixXd& A, const Eigen::VectorXd& l, Eigen::VectorXd& f);
  double linearise(const Eigen::VectorXd& u, double slow, bool is_newton, bool is_first);
  bool open_or_close(const Eigen::VectorXd& u, double small);
  bool let_slide(const Eigen::VectorXd& f);

  std::vector<Contact> contacts_;
  Eigen::MatrixXd columns_, free_, rows_, free_rows_;
  Eigen::VectorXd goal_, weights_;
};

}  // namespace stickslip::sim::detail
