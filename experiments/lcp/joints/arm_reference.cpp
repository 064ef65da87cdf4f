#include "experiments/lcp/joints/arm_reference.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>

#include "experiments/lcp/joints/joints.hpp"

namespace stickslip::experiments::lcp::joints_experiment {

namespace {

// Two bodies that move as one.
ArmBody joined(const ArmBody& a, const ArmBody& b) {
  const double mass = a.mass + b.mass;
  const Vec<3> centre = (a.mass * a.centre + b.mass * b.centre) / mass;
  const auto about = [&centre](const ArmBody& body) -> Eigen::Matrix3d {
    const Vec<3> r = body.centre - centre;
    return body.inertia + body.mass * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
  };
  return {mass, centre, about(a) + about(b)};
}

Vec<3> hinge_point(int hinge) {
  return {0.0, 0.0, arm_links[static_cast<std::size_t>(hinge)].from};
}

}  // namespace

ArmReference::ArmReference(const ArmBody* held) {
  for (std::size_t i = 0; i < links_.size(); ++i) links_[i] = arm_body(arm_links[i]);
  if (held != nullptr) links_.back() = joined(links_.back(), *held);
}

ArmVector ArmReference::acceleration(const ArmVector& angles, const ArmVector& rates, const ArmTarget& target) const {
  std::array<Vec<3>, arm_hinges> axis, point, centre, force, moment;
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  // Of the link before: angular velocity and acceleration, acceleration of its hinge, with q̈ = 0.
  Vec<3> omega = Vec<3>::Zero(), alpha = Vec<3>::Zero(), a_point = Vec<3>::Zero(), before = Vec<3>::Zero();
  Eigen::Matrix<double, arm_hinges, arm_hinges> M = Eigen::Matrix<double, arm_hinges, arm_hinges>::Zero();
  for (int i = 0; i < arm_hinges; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Vec<3> way = i == 0 ? hinge_point(0) : Vec<3>(R * (hinge_point(i) - hinge_point(i - 1)));
    point[k] = before + way;
    a_point += alpha.cross(way) + omega.cross(omega.cross(way));
    axis[k] = R * arm_axis(i);
    alpha += omega.cross(axis[k]) * rates[i];
    omega += axis[k] * rates[i];
    R = R * Eigen::AngleAxisd(angles[i], arm_axis(i)).toRotationMatrix();
    before = point[k];

    const ArmBody& link = links_[k];
    const Vec<3> r = R * (link.centre - hinge_point(i));
    const Eigen::Matrix3d inertia = R * link.inertia * R.transpose();
    centre[k] = point[k] + r;
    force[k] = link.mass * (a_point + alpha.cross(r) + omega.cross(omega.cross(r)) + gravity * Vec<3>::UnitZ());
    moment[k] = inertia * alpha + omega.cross(inertia * omega);

    Eigen::Matrix<double, 3, arm_hinges> linear = Eigen::Matrix<double, 3, arm_hinges>::Zero(), angular = linear;
    for (int j = 0; j <= i; ++j) {
      const auto of = static_cast<std::size_t>(j);
      angular.col(j) = axis[of];
      linear.col(j) = axis[of].cross(centre[k] - point[of]);
    }
    M += link.mass * linear.transpose() * linear + angular.transpose() * inertia * angular;
  }
  ArmVector torque;
  for (int i = 0; i < arm_hinges; ++i) {
    const auto k = static_cast<std::size_t>(i);
    double resisted = 0.0;
    for (std::size_t j = k; j < arm_hinges; ++j)
      resisted += axis[k].dot(moment[j] + (centre[j] - point[k]).cross(force[j]));
    const ArmLink& link = arm_links[k];
    torque[i] = link.stiffness * (target.angle[i] - angles[i]) + link.damping * (target.rate[i] - rates[i]) - resisted;
  }
  return M.ldlt().solve(torque);
}

void ArmReference::advance(double time, double dt, int n, const std::function<ArmTarget(double)>& target) {
  for (int i = 0; i < n; ++i) {
    const double t = time + dt * i;
    const ArmTarget begin = target(t), middle = target(t + 0.5 * dt), end = target(t + dt);
    const ArmVector a1 = acceleration(q, rate, begin);
    const ArmVector v2 = rate + 0.5 * dt * a1, a2 = acceleration(q + 0.5 * dt * rate, v2, middle);
    const ArmVector v3 = rate + 0.5 * dt * a2, a3 = acceleration(q + 0.5 * dt * v2, v3, middle);
    const ArmVector v4 = rate + dt * a3, a4 = acceleration(q + dt * v3, v4, end);
    q += dt / 6.0 * (rate + 2.0 * v2 + 2.0 * v3 + v4);
    rate += dt / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
}

}  // namespace stickslip::experiments::lcp::joints_experiment
