#include "experiments/volume/arm.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stickslip/core/at.hpp"

namespace stickslip::experiments::volume {

namespace arm_parts {
namespace {

struct Link {
  double from, to;   // heights of its hinge and of the next, straight up [m]
  double thickness;  // of its square section [m]
  double mass;       // [kg]
};
constexpr std::array<Link, arm_hinges> links = {{{0.200, 0.315, 0.12, 9.78},
                                                 {0.315, 0.595, 0.11, 8.41},
                                                 {0.595, 0.765, 0.10, 3.52},
                                                 {0.765, 1.015, 0.09, 4.31},
                                                 {1.015, 1.265, 0.08, 3.45},
                                                 {1.265, 1.345, 0.07, 1.46},
                                                 {1.345, 1.355, 0.07, 0.24}}};
constexpr double shoulder = 0.315, upper = 0.45, fore = 0.5, wrist_height = 1.265;
constexpr double finger_mass = 0.5;
constexpr double hinge_stiffness = 35e3, hinge_damping = 220.0, finger_stiffness = 17e3, finger_damping = 220.0;

Vec<3> axis_of(int hinge) {
  return hinge % 2 == 0 ? Vec<3>::UnitZ() : Vec<3>::UnitX();
}

Vec<3> sides_of(const Link& link) {
  return {link.thickness, link.thickness, link.to - link.from};
}

Vec<3> box_inertia(const Vec<3>& sides, double mass) {
  const Vec<3> squares = sides.cwiseAbs2();
  return mass / 12.0 * (Vec<3>::Constant(squares.sum()) - squares);
}

// Third and fifth hinge straight, elbow up, gripper down and turned as the world.
ArmVector angles_at(const Vec<3>& wrist) {
  const double out = std::hypot(wrist.x(), wrist.y()), up = wrist.z() - shoulder;
  const double bend = std::acos((out * out + up * up - upper * upper - fore * fore) / (2.0 * upper * fore));
  const double lean = std::atan2(out, up) - std::atan2(fore * std::sin(bend), upper + fore * std::cos(bend));
  const double turn = std::atan2(wrist.y(), wrist.x()) - 0.5 * std::numbers::pi;
  ArmVector q;
  q << turn, -lean, 0.0, -bend, 0.0, lean + bend - std::numbers::pi, turn;
  return q;
}

// Where each hinge is, its axis, and how its link is turned.
struct Chain {
  std::array<Vec<3>, arm_hinges> point, axis;
  std::array<Eigen::Matrix3d, arm_hinges> R;
};
Chain chain_at(const ArmVector& q) {
  Chain chain;
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  Vec<3> point(0.0, 0.0, links[0].from);
  for (int i = 0; i < arm_hinges; ++i) {
    chain.point[at(i)] = point;
    chain.axis[at(i)] = R * axis_of(i);
    R = R * Eigen::AngleAxisd(q[i], axis_of(i)).toRotationMatrix();
    chain.R[at(i)] = R;
    point += (links[at(i)].to - links[at(i)].from) * R.col(2);
  }
  return chain;
}

// τ_0 of (1): by the recursion of Newton and Euler. Fingers count as a body of the last link, in the middle.
ArmVector compensation(const ArmVector& q, const ArmVector& rate) {
  const Chain chain = chain_at(q);
  ArmVector torque = ArmVector::Zero();
  Vec<3> omega = Vec<3>::Zero(), alpha = Vec<3>::Zero(), acceleration(0.0, 0.0, gravity);
  const auto add = [&](int last, const Vec<3>& centre, double mass, const Vec<3>& inertia) {
    const Vec<3> r = centre - chain.point[at(last)];
    const Vec<3> force = mass * (acceleration + alpha.cross(r) + omega.cross(omega.cross(r)));
    const Eigen::Matrix3d I = chain.R[at(last)] * inertia.asDiagonal() * chain.R[at(last)].transpose();
    const Vec<3> moment = I * alpha + omega.cross(I * omega);
    for (int i = 0; i <= last; ++i)
      torque[i] += chain.axis[at(i)].dot(moment + (centre - chain.point[at(i)]).cross(force));
  };
  for (int i = 0; i < arm_hinges; ++i) {
    if (i > 0) {
      const Vec<3> way = chain.point[at(i)] - chain.point[at(i - 1)];
      acceleration += alpha.cross(way) + omega.cross(omega.cross(way));
    }
    alpha += omega.cross(chain.axis[at(i)]) * rate[i];
    omega += chain.axis[at(i)] * rate[i];
    const Link& link = links[at(i)];
    add(i, chain.point[at(i)] + 0.5 * (link.to - link.from) * chain.R[at(i)].col(2), link.mass,
        box_inertia(sides_of(link), link.mass));
  }
  const Vec<3> fingers =
      chain.point.back() + (wrist_height + Arm::finger_below - links.back().from) * chain.R.back().col(2);
  add(arm_hinges - 1, fingers, 2.0 * finger_mass,
      box_inertia({Arm::finger_width, Arm::finger_depth, Arm::finger_height}, 2.0 * finger_mass));
  return torque;
}

}  // namespace
}  // namespace arm_parts

double smooth_share(double u) {
  u = std::clamp(u, 0.0, 1.0);
  return u * u * u * (10.0 + u * (6.0 * u - 15.0));
}

Arm::Arm(sim::World& world, const Vec<3>& wrist, double apart, const sim::Surface& surface)
    : start_(arm_parts::angles_at(wrist)), apart_(apart) {
  using namespace arm_parts;
  const Chain chain = chain_at(start_);
  int before = sim::the_world;
  for (int i = 0; i < arm_hinges; ++i) {
    const Link& link = links[at(i)];
    const int body =
        world.add_body({.shapes = {{geometry::Polyhedron::box(sides_of(link))}},
                        .mass = link.mass,
                        .position = chain.point[at(i)] + 0.5 * (link.to - link.from) * chain.R[at(i)].col(2),
                        .orientation = Eigen::Quaterniond(chain.R[at(i)])});
    hinge_[at(i)] = world.add_hinge(body, before, chain.point[at(i)], chain.axis[at(i)]);
    body_.push_back(body);
    before = body;
  }
  for (const std::size_t i : {0U, 1U}) {
    const double side = i == 0 ? 1.0 : -1.0;
    finger_[i] = world.add_body({.shapes = {{geometry::Polyhedron::box({finger_width, finger_depth, finger_height})}},
                                 .mass = finger_mass,
                                 .surface = surface,
                                 .position = wrist + Vec<3>(0.0, side * 0.5 * (apart + finger_depth), -finger_below)});
    slider_[i] = world.add_slider(finger_[i], before, Vec<3>::UnitY());
    body_.push_back(finger_[i]);
  }
  for (const int a : body_) {
    for (int b = 0; b < world.model().size(); ++b) {
      if (a != b) world.set_collision(a, b, false);
    }
  }
}

void Arm::follow(sim::World& world, const WristPath& path, double t, double h) const {
  using namespace arm_parts;
  constexpr double dt = 1e-4;
  const double middle = t + 0.5 * h;
  const ArmVector q = angles_at(path(middle)),
                  rate = (angles_at(path(middle + dt)) - angles_at(path(middle - dt))) / (2.0 * dt);
  const ArmVector torque = compensation(q, rate);
  for (int i = 0; i < arm_hinges; ++i) {
    world.drive(hinge_[at(i)], {.target = q[i] - start_[i] + torque[i] / hinge_stiffness,
                                .stiffness = hinge_stiffness,
                                .damping = hinge_damping,
                                .target_velocity = rate[i]});
  }
}

void Arm::squeeze(sim::World& world, double force) const {
  using namespace arm_parts;
  const sim::JointReading a = world.joint(slider_[0]), b = world.joint(slider_[1]);
  // Targets that leave out the common middle, and lie deeper by what the spring needs to press.
  const double half = 0.5 * (a.position - b.position), rate = 0.5 * (a.velocity - b.velocity);
  for (const std::size_t i : {0U, 1U}) {
    const double side = i == 0 ? 1.0 : -1.0;
    world.drive(slider_[i], {.target = side * (half - force / finger_stiffness),
                             .stiffness = finger_stiffness,
                             .damping = finger_damping,
                             .target_velocity = side * rate});
  }
}

void Arm::open(sim::World& world, double apart, double rate) const {
  using namespace arm_parts;
  for (const std::size_t i : {0U, 1U}) {
    const double side = i == 0 ? 1.0 : -1.0;
    world.drive(slider_[i], {.target = side * 0.5 * (apart - apart_),
                             .stiffness = finger_stiffness,
                             .damping = finger_damping,
                             .target_velocity = side * 0.5 * rate});
  }
}

double Arm::apart(const sim::World& world) const {
  return apart_ + world.joint(slider_[0]).position - world.joint(slider_[1]).position;
}

Vec<3> Arm::wrist(const sim::World& world) const {
  using namespace arm_parts;
  const sim::BodyState& link = world.body(body_[5]);
  return link.position - 0.5 * (links[5].to - links[5].from) * (link.orientation * Vec<3>::UnitZ());
}

}  // namespace stickslip::experiments::volume
