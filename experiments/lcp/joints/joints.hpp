// The parts of the experiment on joints, one file each. Each adds its series, checks, figures and scenes to the result.
#pragma once

#include <optional>

#include "stickslip/sim/world.hpp"

#include "experiments/experiment.hpp"

namespace stickslip::experiments::lcp::joints_experiment {

inline constexpr double h = 1e-3, gravity = 9.81;

void double_pendulum(Result& result, const Progress& progress);  // against its equations
void four_bar(Result& result, const Progress& progress);         // redundant hinges, and how they share their load
void arm(Result& result, const Progress& progress);              // seven hinges that follow a trajectory
void limits(Result& result, const Progress& progress);           // hinges that strike their limits
void wheel(Result& result, const Progress& progress);            // rolling without slip
void slider_crank(Result& result, const Progress& progress);     // a piston that pushes a box

// A straight bar of square section from one point to another: its axis is z of the body, a uniform slender rod but for `thickness`.
sim::BodyDescription bar(const Vec<3>& from, const Vec<3>& to, double thickness, double mass);

// The arm of arm_links.hpp on a place of the ground, its hinges within the given limits. The number of the first; the others follow.
int add_arm(sim::World& world, const std::optional<sim::JointLimits>& limits, const Vec<3>& at = Vec<3>::Zero());

// Distance by which the joints are open, the largest; angles count times 1 m.
double largest_opening(const sim::World& world);

inline double energy_of(const sim::World& world) {
  return world.kinetic_energy() + world.potential_energy();
}

}  // namespace stickslip::experiments::lcp::joints_experiment
