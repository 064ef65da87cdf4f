// The given motion of [Waltersson 2024] (paper/setup.hpp) put through a patch, and how far two runs lie apart.
//
// Twists and wrenches at the patch's centre of pressure, fn = 1 N, bristles relaxed at the start, 5 s.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/patch_friction.hpp"
#include "stickslip/record/series.hpp"

#include "experiments/experiment.hpp"
#include "experiments/planar/paper/setup.hpp"

namespace stickslip::experiments::planar {

using Wrenches = std::vector<Wrench2>;

// Explicit Euler with 500 000 steps of 10 µs, as the published runs of a fixed step: the wrench of every 250th.
// step(v, dt) gives that of the bristles before the step.
template <class Step>
Wrenches euler_rows(Step&& step, const Progress& progress) {
  constexpr int steps = 500'000, steps_a_row = 250, steps_a_report = 10'000;
  constexpr double dt = 1e-5;
  Wrenches wrenches;
  wrenches.reserve(steps / steps_a_row);
  for (int k = 0; k < steps; ++k) {
    if (k % steps_a_report == 0) progress(static_cast<double>(k) / steps);
    const Wrench2 wrench = step(fixed_velocity_twist(k * dt), dt);
    if (k % steps_a_row == 0) wrenches.push_back(wrench);
  }
  progress(1.0);
  return wrenches;
}

template <patch::PatchFriction Patch>
Wrenches euler_run(const Patch& patch, const Progress& progress) {
  auto state = patch.state();
  return euler_rows([&](const Twist2& v, double dt) { return patch.step_euler(state, v, 1.0, dt); }, progress);
}

// The velocity held over every 10 ms at its value at their start; wrenches at the ends of the intervals: Figs 5, 13,
// 17, 19–22. Steps of 0.1 ms: exact for LuGre, of order 2 for Elasto-Plastic.
template <patch::PatchFriction Patch>
Wrenches held_run(const Patch& patch, const Progress& progress) {
  constexpr int holds = 500, steps_a_hold = 100;
  constexpr double hold = 0.01, dt = hold / steps_a_hold;
  Wrenches wrenches;
  wrenches.reserve(holds);
  auto state = patch.state();
  for (int k = 0; k < holds; ++k) {
    progress(static_cast<double>(k) / holds);
    const Twist2 v = fixed_velocity_twist(k * hold);
    Wrench2 wrench = Wrench2::Zero();
    for (int i = 0; i < steps_a_hold; ++i) wrench = patch.step(state, v, 1.0, dt);
    wrenches.push_back(wrench);
  }
  progress(1.0);
  return wrenches;
}

// Exponential steps, each with the twist at its middle, for wrenches of the bristles and the twist at every `row`, a
// multiple of 2.5 ms. Sliding bristles forget within 0.1 ms or so, and then lag behind the twist by that much: steps
// are halved towards the end of a row, from 1.25 ms to 40 µs. The motion is that of the point at `offset` from the patch's
// centre of pressure.
template <patch::PatchFriction Patch>
Wrenches graded_run(const Patch& patch, const Progress& progress, double row = 2.5e-3,
                    const Vec<2>& offset = Vec<2>::Zero()) {
  constexpr double duration = 5.0, longest = 1.25e-3, shortest = 4e-5;
  const auto twist = [&](double t) { return twist_at(fixed_velocity_twist(t), -offset); };
  const int rows = static_cast<int>(std::lround(duration / row));
  Wrenches wrenches;
  auto state = patch.state(), rate = patch.state();
  for (int k = 0; k < rows; ++k) {
    if (k % 10 == 0) progress(static_cast<double>(k) / rows);
    const double start = k * row, end = start + row;
    patch.rate(state, twist(start), rate);
    wrenches.push_back(patch.wrench(state, rate, twist(start), 1.0));
    for (double left = row; left > 0.0;) {
      const double dt = left < 1.01 * shortest ? left : std::min(0.5 * left, longest);
      patch.step(state, twist(end - left + 0.5 * dt), 1.0, dt);
      left -= dt;
    }
  }
  progress(1.0);
  return wrenches;
}

// The columns <prefix>_fx, _fy, _tau of a reference run.
Wrenches wrenches_of(const record::Series& reference, const std::string& prefix);

// The rows of a run at these times [s]; its rows are `row` [s] apart.
Wrenches rows_at(const std::vector<double>& times, const Wrenches& run, double row = 2.5e-3);

struct Difference {
  double force;   // relative to the greatest force of the run that is taken as true
  double torque;  // likewise
};

// The larger of two numbers, NaN if one is: an error that is no number must not get lost.
inline double larger(double a, double b) {
  return std::isnan(a) || a > b ? a : b;
}

// Root of the mean square.
Difference rms_difference(const Wrenches& run, const Wrenches& truth);
Difference largest_difference(const Wrenches& run, const Wrenches& truth);

}  // namespace stickslip::experiments::planar
