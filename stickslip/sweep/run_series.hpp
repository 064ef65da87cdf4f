// The numbers over time that a run of a scene has, by name, for outputs such as {series: plate.pose.theta}.
//
//   planar   <body>.pose.x y theta · <body>.twist.vx vy omega · <body>.error.error_x … · <contact>.normal_force · <contact>.wrench.fx fy tau
//   rigid    <body>.position.x y z · <body>.orientation.w x y z · <body>.velocity.x y z · <body>.angular_velocity.x y z ·
//            <joint>.position velocity effort · <a>__<b>.force.x y z · <a>__<b>.torque.x y z · <a>__<b>.normal_force · <a>__<b>.contacts ·
//            solver.residual iterations
//   point    point.position.x y z · point.force.x y z · point.normal_force
//   all      energy.kinetic potential stored external dissipated corrected unaccounted
//
// Units and signs are those of the results of a run; <a>__<b> is what body a received from body b. One value per record.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "stickslip/scene/run.hpp"

namespace stickslip::sweep {

struct RunSeries {
  std::string name;
  std::string unit;
  std::function<std::vector<double>(const scene::SceneRun&)> values;
};

// All but those of pairs of rigid bodies, of which there are as many as bodies squared.
std::vector<RunSeries> series_of(const scene::SceneDescription& scene);

// Throws InvalidArgument, with what was probably meant, where runs of the scene have none of that name.
RunSeries find_series(const scene::SceneDescription& scene, const std::string& name);

}  // namespace stickslip::sweep
