#include "stickslip/scene/detail/moved_body.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/dissipated_power.hpp"
#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/reduced_patch.hpp"

namespace stickslip::scene::detail {

namespace {

double checked_force(double fn, double t) {
  if (std::isfinite(fn) && fn >= 0.0) return fn;
  throw InvalidArgument("normal_force = " + to_text(fn) + " at t = " + to_text(t) + " s must be finite and >= 0 [N]");
}

}  // namespace

template <class Patch>
sim::Trajectory move(const Patch& patch, const PlanarSceneBody& body, const sim::SimulationOptions& options) {
  const double dt = std::min(options.dt.value_or(1e-3), options.record_dt);
  if (options.t_end / dt > 1e10) throw InvalidArgument("run.dt = " + to_text(dt) + " must be at least until/1e10 [s]");
  const auto steps = static_cast<long>(std::max(1.0, std::ceil(options.t_end / dt - 1e-9)));
  const double h = options.t_end / static_cast<double>(steps), same = 1e-6 * h;
  const bool is_carried = options.frame == sim::Frame::body;
  const double contacts = options.contacts;
  const Vec<2> cop = patch.cop();
  patch::ShapeMemory<Patch> shape;
  typename Patch::State state = patch.state(), along = state, mean_state = state, rate = state, probe = state;
  sim::Trajectory path;
  path.report.method = "given motion";
  path.steps = steps;
  Pose2 pose = body.body.pose;
  double load = 0.0, normal = 0.0, dissipated = 0.0;
  const auto record = [&](double t, double fn, const Twist2& twist, const Wrench2& wrench) {
    path.t.push_back(t);
    path.normal_force.push_back(fn);
    path.pose.push_back(pose);
    path.error.emplace_back(Vec<3>::Zero());
    path.twist.push_back(twist);
    path.wrench.push_back(wrench);
    path.energy.push_back({contacts * patch.at(fn, shape).stored_energy(state, fn), load, normal, dissipated});
    if (!options.record_bristles) return;
    const auto z = std::as_const(state).values();
    path.bristles.insert(path.bristles.end(), z.begin(), z.end());
  };
  double fn = checked_force(body.contact.normal_force(0.0), 0.0);
  record(0.0, fn, value_at<3>(*body.motion, 0.0), Wrench2::Zero());
  if (options.watch) options.watch(0.0, dissipated);
  long records = 1;
  for (long k = 0; k < steps; ++k) {
    const double t = static_cast<double>(k) * h, end = static_cast<double>(k + 1) * h;
    const Twist2 twist = value_at<3>(*body.motion, t + 0.5 * h);
    const double next_fn = checked_force(body.contact.normal_force(end), end);
    const double stored = next_fn == fn ? 0.0 : patch.at(fn, shape).stored_energy(state, fn);
    const Patch& now = patch.at(next_fn, shape);
    if (next_fn != fn) normal += contacts * (now.stored_energy(state, next_fn) - stored);  // it is held over the step
    fn = next_fn;
    const Pose2 middle = pose.after_world_twist(twist, 0.5 * h);
    const Pose2 axes{0.0, 0.0, is_carried ? middle.theta : 0.0};
    // From the centre of mass to the centre of pressure, in the patch's axes.
    const Vec<2> offset = is_carried ? cop : Vec<2>(cop - middle.position());
    const Twist2 at_patch = twist_at(axes.inverse().twist(twist), offset);
    const auto power = [&](const typename Patch::State& z) {
      return contacts * patch::dissipated_power(now, z, at_patch, fn, rate, probe);
    };
    const double power_before = power(state);
    mean_state = state;
    along = state;
    load -= h * contacts * now.step_mean(mean_state, at_patch, fn, h).dot(at_patch);
    const Wrench2 wrench = now.step(state, at_patch, fn, h);
    const double power_after = power(state);
    // Bristles that are on the way to steady sliding change much within a step.
    const bool is_steady = std::abs(power_after - power_before) <= 1e-9 * std::abs(power_after);
    const int pieces = is_steady ? 1 : 16;
    const double half = 0.5 * h / pieces;
    double last = power_before;
    for (int i = 0; i < pieces; ++i) {
      static_cast<void>(now.step(along, at_patch, fn, half));
      const double middle_power = power(along);
      static_cast<void>(now.step(along, at_patch, fn, half));
      const double next_power = power(along);
      dissipated += half / 3.0 * (last + 4.0 * middle_power + next_power);
      last = next_power;
    }
    if (options.watch) options.watch(end, dissipated);
    pose = pose.after_world_twist(twist, h);
    if (!wrench.allFinite() || !pose.coordinates().allFinite()) {
      path.report.status = SolveStatus::not_finite;
      break;
    }
    if (end >= static_cast<double>(records) * options.record_dt - same || k + 1 == steps) {
      record(end, fn, twist, axes.wrench(wrench_at(wrench, -cop)));
      while (static_cast<double>(records) * options.record_dt <= end + same) ++records;
    }
    if (k % 256 == 0) options.progress(end / options.t_end);
  }
  options.progress(1.0);
  return path;
}

template sim::Trajectory move(const patch::ReducedPatch&, const PlanarSceneBody&, const sim::SimulationOptions&);
template sim::Trajectory move(const patch::DistributedPatch&, const PlanarSceneBody&, const sim::SimulationOptions&);

}  // namespace stickslip::scene::detail
