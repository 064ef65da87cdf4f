// A limit surface as a table of wrenches over the directions of the twist.
//
//   (1)  θ = angle of (vx, vy), turned by π where ω < 0;   φ = angle of (r|ω|, ‖v_t‖)
//   (2)  node (i, j):  θ_i = i π/(2n), i = 0 … 4n;   φ_j = j π/(2n), j = 0 … n
//   (3)  h = (fx, fy, τ/r) by bilinear interpolation between nodes, with the sign of ω
//
// φ = 0 is a pure spin, φ = π/2 a pure slide. h is friction's: it opposes the twist. Nodes hold h for ω ≥ 0. Being
// interpolated, h is not exactly a gradient: with n = 20 it is off by up to 0.9 % for a disc and 1.2 % for a square,
// where the centre of rotation crosses the rim, and by less than 0.2 % away from it; by 4 % to 7 % for lines. At a point
// load h jumps, which no n follows: close to it h is off by up to the size of the jump.
// A patch of another size but the same shape has the same h: `resized`.
// [Waltersson 2024, Eqs. 29–36; the text of Eq. 36 has the arguments of φ swapped]. Cost: two square roots, two
// divisions. Memory: 32 bytes per node, (4n + 1)(n + 1) nodes. No allocation after construction.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/numerics/angle.hpp"
#include "stickslip/patch/patch_friction.hpp"

namespace stickslip::patch {

class TabulatedSurface {
 public:
  static constexpr int most_n = 1000;

  // Nodes in the order i (n + 1) + j. Throws InvalidArgument unless n is 1 … most_n, r > 0, and the nodes are finite and
  // as many as Eq. 2 says.
  TabulatedSurface(const std::vector<Vec<3>>& nodes, int n, double r);

  // The same shape in another size. Throws InvalidArgument unless r > 0.
  TabulatedSurface resized(double r) const;

  // The twist of node (i, j), at the CoP, for a patch with this r: what to sample a surface with.
  static Twist2 node_twist(int i, int j, int n, double r) noexcept;

  int n() const noexcept { return n_; }
  double r() const noexcept { return r_; }
  Vec<3> node(int i, int j) const noexcept { return Eigen::Map<const Vec<3>>(nodes_.data() + 4 * (i * (n_ + 1) + j)); }
  // Four numbers per node, the last unused: for loops over many patches.
  const double* data() const noexcept { return nodes_.data(); }

  Wrench2 wrench(const Twist2& v) const noexcept;
  Response response(const Twist2& v) const noexcept;

  // h of the scaled twist v_S = (vx, vy, r ω), Eq. 3. The zero twist gives zero.
  Vec<3> normalised(const Vec<3>& v_s) const noexcept {
    Vec<3> h;
    interpolate(nodes_.data(), n_, place(n_, v_s(0), v_s(1), v_s(2)), h(0), h(1), h(2));
    return h;
  }

  struct Normalised {
    Vec<3> h;
    Matrix3 slope;  // ‖v_S‖ ∂h/∂v_S: bounded, whatever the speed
  };
  Normalised normalised_with_slope(const Vec<3>& v_s) const noexcept;

  // Where in the table a twist is, Eq. 1, in units of nodes; without branches.
  struct Place {
    double theta, phi;
    double sign;  // of ω; 0 for the zero twist
  };
  STICKSLIP_KERNEL_PART static Place place(int n, double vx, double vy, double s) noexcept {
    const double sign = s < 0.0 ? -1.0 : 1.0, scale = 2.0 * n / std::numbers::pi, slide2 = vx * vx + vy * vy;
    const double theta = scale * numerics::circle_angle(sign * vx, sign * vy);
    const double phi = scale * numerics::quadrant_angle(sign * s, std::sqrt(slide2));
    return {theta, phi, slide2 + s * s > 0.0 ? sign : 0.0};
  }

  // h there, Eq. 3. `nodes` as data() gives them.
  static void interpolate(const double* nodes, int n, const Place& at, double& hx, double& hy, double& ht) noexcept {
    const int i = cell(at.theta, 4 * n), j = cell(at.phi, n);
    const double p = at.theta - i, q = at.phi - j;
    const double* low = nodes + 4 * (i * (n + 1) + j);
    const double* high = low + 4 * (n + 1);
    const double w00 = at.sign * (1.0 - p) * (1.0 - q), w01 = at.sign * (1.0 - p) * q, w10 = at.sign * p * (1.0 - q),
                 w11 = at.sign * p * q;
    hx = w00 * low[0] + w01 * low[4] + w10 * high[0] + w11 * high[4];
    hy = w00 * low[1] + w01 * low[5] + w10 * high[1] + w11 * high[5];
    ht = w00 * low[2] + w01 * low[6] + w10 * high[2] + w11 * high[6];
  }

 private:
  // The cell, of `count`, that holds a coordinate ≥ 0; the last one for what is beyond it or not a number.
  static int cell(double coordinate, int count) noexcept {
    return coordinate < count - 1 ? static_cast<int>(coordinate) : count - 1;
  }

  std::vector<double> nodes_;
  int n_;
  double r_;
};

}  // namespace stickslip::patch
