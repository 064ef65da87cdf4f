#include "experiments/volume/base_slide.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "stickslip/core/error.hpp"
#include "stickslip/numerics/gauss_legendre.hpp"

namespace stickslip::experiments::volume {

namespace base_slide {
namespace {

constexpr double gravity = 9.81;

using Outline = std::vector<Vec<2>>;
using State = Vec<6>;  // x, y, yaw, and their rates

double cross(const Vec<2>& a, const Vec<2>& b) {
  return a(0) * b(1) - a(1) * b(0);
}

// The part of an outline on which a0 + a1 x + a2 y ≥ 0.
Outline pressed_part(const Outline& outline, const Vec<3>& a) {
  Outline part;
  const auto value = [&](const Vec<2>& p) { return a(0) + a(1) * p(0) + a(2) * p(1); };
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec<2>&from = outline[i], &to = outline[(i + 1) % outline.size()];
    const double at_from = value(from), at_to = value(to);
    if (at_from >= 0.0) part.push_back(from);
    if ((at_from < 0.0) != (at_to < 0.0)) part.push_back(from + at_from / (at_from - at_to) * (to - from));
  }
  return part;
}

// Of the pressures 1, x and y, one column each: ∫ p, ∫ p x, ∫ p y, and friction for μ = 1.
struct Sums {
  Eigen::Matrix3d load = Eigen::Matrix3d::Zero();
  Eigen::Matrix3d friction = Eigen::Matrix3d::Zero();  // rows f_x, f_y, τ
};

// ∫ (1, x, y)(1, x, y)ᵀ.
void add_loads(const Outline& outline, Sums& sums) {
  for (std::size_t i = 1; i + 1 < outline.size(); ++i) {
    const Vec<2>&a = outline[0], &b = outline[i], &c = outline[i + 1];
    const double area = 0.5 * cross(b - a, c - a);
    for (const Vec<2>& middle : {Vec<2>(0.5 * (a + b)), Vec<2>(0.5 * (b + c)), Vec<2>(0.5 * (c + a))}) {
      const Vec<3> powers(1.0, middle(0), middle(1));
      sums.load += area / 3.0 * powers * powers.transpose();
    }
  }
}

// centre: of rotation; sign: of the spin.
void add_friction(const Outline& outline, const Vec<2>& centre, double sign, Sums& sums) {
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec<2> from = outline[i] - centre, to = outline[(i + 1) % outline.size()] - centre;
    const double length = (to - from).norm();
    if (!(length > 0.0)) continue;
    const Vec<2> along = (to - from) / length, foot = from - from.dot(along) * along;
    const double distance = cross(from, along), d = std::abs(distance);  // signed as the triangle is
    if (d < 1e-14) continue;
    const double first = std::asinh(from.dot(along) / d), last = std::asinh(to.dot(along) / d);
    const int panels = 1 + static_cast<int>(last - first);
    const double half = 0.5 * (last - first) / panels;
    for (int panel = 0; panel < panels; ++panel) {
      for (const numerics::GaussPoint& point : numerics::gauss_legendre) {
        const double sigma = first + half * (2.0 * panel + 1.0 + point.x);
        const double reach = d * std::cosh(sigma), weight = half * point.weight * reach * distance;
        const Vec<2> edge = foot + d * std::sinh(sigma) * along, ray = edge / reach;
        const double c_ray = centre.dot(ray);
        // Along the ray, s from 0 to 1, dA = s ds: pressures q0 + q1 s; ρ·ray = c_ray + reach s.
        for (int j = 0; j < 3; ++j) {
          const double q0 = j == 0 ? 1.0 : centre(j - 1), q1 = j == 0 ? 0.0 : edge(j - 1);
          const double force = q0 / 2.0 + q1 / 3.0;
          sums.friction(0, j) += sign * weight * force * ray(1);
          sums.friction(1, j) -= sign * weight * force * ray(0);
          sums.friction(2, j) -=
              sign * weight * (q0 * c_ray / 2.0 + (q0 * reach + q1 * c_ray) / 3.0 + q1 * reach / 4.0);
        }
      }
    }
  }
}

class Motion {
 public:
  explicit Motion(const SlidingBase& base) : base_(base), pressure_(1.0, 0.0, 0.0) {
    for (const Vec<2>& corner : base.outline) reach_ = std::max(reach_, corner.norm());
  }

  double speed(const State& q) const { return std::hypot(q(3), q(4)) + reach_ * std::abs(q(5)); }

  State rate(const State& q) {
    const Eigen::Rotation2Dd turn(q(2));
    const Vec<2> v = turn.inverse() * Vec<2>(q(3), q(4));
    // So slow a spin is none; its centre is far away.
    const double spin = std::copysign(std::max(std::abs(q(5)), 1e-4 * v.norm() / reach_), q(5));
    const Vec<3> wrench = base_.mu * friction(Vec<2>(-v(1) / spin, v(0) / spin), std::copysign(1.0, spin));
    const Vec<2> force = turn * Vec<2>(wrench.head<2>());
    State to;
    to << q.tail<3>(), force / base_.mass, wrench(2) / base_.inertia;
    return to;
  }

 private:
  // With the pressure that holds up weight and friction.
  Vec<3> friction(const Vec<2>& centre, double sign) {
    constexpr int most_steps = 100;
    for (int step = 0; step < most_steps; ++step) {
      const Outline part = pressed_part(base_.outline, pressure_);
      if (part.size() < 3) break;
      Sums sums;
      add_loads(part, sums);
      add_friction(part, centre, sign, sums);
      Eigen::Matrix3d balance = sums.load;
      balance.row(1) += base_.height * base_.mu * sums.friction.row(0);
      balance.row(2) += base_.height * base_.mu * sums.friction.row(1);
      const Vec<3> next = balance.inverse() * Vec<3>(base_.mass * gravity, 0.0, 0.0);
      const double change = (next - pressure_).norm();
      pressure_ = next;
      if (change <= 1e-11 * next.norm()) return sums.friction * pressure_;
    }
    throw InvalidArgument("the body tips over");
  }

  const SlidingBase& base_;
  double reach_ = 0.0;
  Vec<3> pressure_;  // the last one, to start from
};

}  // namespace
}  // namespace base_slide

BaseEnd integrate(const SlidingBase& base, double dt) {
  using base_slide::State;
  base_slide::Motion motion(base);
  State q;
  q << 0.0, 0.0, 0.0, base.velocity, base.spin;
  constexpr double at_rest = 1e-8, share = 0.02;
  double t = 0.0;
  for (double speed = motion.speed(q); speed > at_rest; speed = motion.speed(q)) {
    const double h = std::min(dt, share * speed / (base.mu * base_slide::gravity));
    const State k1 = motion.rate(q), k2 = motion.rate(q + 0.5 * h * k1), k3 = motion.rate(q + 0.5 * h * k2),
                k4 = motion.rate(q + h * k3);
    q += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    t += h;
  }
  return {q(0), q(1), q(2), t};
}

}  // namespace stickslip::experiments::volume
