#include "stickslip/scene/detail/moved_body.hpp"

#include <algorithm>
#include <cmath>

#include "stickslip/core/error.hpp"
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
sim::Trajectory move(const Patch& patch, const PlanarSceneBody& body, const sim::SimulationOptions& options,
                     typename Patch::State* state) {
  const auto steps = static_cast<long>(std::max(1.0, std::ceil(options.t_end / options.dt.value_or(1e-3) - 1e-9)));
  const double h = options.t_end / static_cast<double>(steps);
  const bool is_carried = options.frame == sim::Frame::body;
  const Vec<2> cop = patch.cop();
  patch::ShapeMemory<Patch> shape;
  sim::Trajectory path;
  path.report.method = "given motion";
  path.steps = steps;
  Pose2 pose = body.body.pose;
  const auto record = [&](double t, double fn, const Twist2& twist, const Wrench2& wrench) {
    path.t.push_back(t);
    path.normal_force.push_back(fn);
    path.pose.push_back(pose);
    path.error.emplace_back(Vec<3>::Zero());
    path.twist.push_back(twist);
    path.wrench.push_back(wrench);
    if (!options.record_bristles) return;
    const auto z = std::as_const(*state).values();
    path.bristles.insert(path.bristles.end(), z.begin(), z.end());
  };
  record(0.0, checked_force(body.contact.normal_force(0.0), 0.0), value_at<3>(*body.motion, 0.0), Wrench2::Zero());
  for (long k = 0; k < steps; ++k) {
    const double t = static_cast<double>(k) * h, end = static_cast<double>(k + 1) * h;
    const Twist2 twist = value_at<3>(*body.motion, t + 0.5 * h);
    const double fn = checked_force(body.contact.normal_force(end), end);
    const Pose2 middle = pose.after_world_twist(twist, 0.5 * h);
    const Pose2 axes{0.0, 0.0, is_carried ? middle.theta : 0.0};
    // From the centre of mass to the centre of pressure, in the patch's axes.
    const Vec<2> offset = is_carried ? cop : Vec<2>(cop - middle.position());
    const Twist2 at_patch = twist_at(axes.inverse().twist(twist), offset);
    const Wrench2 wrench = patch.at(fn, shape).step(*state, at_patch, fn, h);
    pose = pose.after_world_twist(twist, h);
    if (!wrench.allFinite() || !pose.coordinates().allFinite()) {
      path.report.status = SolveStatus::not_finite;
      break;
    }
    record(end, fn, twist, axes.wrench(wrench_at(wrench, -cop)));
    if (k % 256 == 0) options.progress(end / options.t_end);
  }
  options.progress(1.0);
  return path;
}

template sim::Trajectory move(const patch::ReducedPatch&, const PlanarSceneBody&, const sim::SimulationOptions&,
                              patch::ReducedPatch::State*);
template sim::Trajectory move(const patch::DistributedPatch&, const PlanarSceneBody&, const sim::SimulationOptions&,
                              patch::DistributedPatch::State*);

}  // namespace stickslip::scene::detail
