// What the scenes of contact volumes share: the cube of most of them, forces at a point, steps that are counted, and films of them.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "stickslip/sim/world.hpp"

#include "experiments/experiment.hpp"

namespace stickslip::experiments::volume {

inline constexpr double gravity = 9.81;      // [m/s²]
inline constexpr double millisecond = 1e-3;  // the step of most scenes [s]
inline constexpr double cube_side = 0.1;     // [m]
inline constexpr double cube_mass = 0.5;     // [kg]

// Nothing: contact at points.
using Contact = std::optional<sim::Volume>;

sim::Surface rough(double mu);
sim::Surface rough(double mu_s, double mu_k);

geometry::Polyhedron cube();
// Plane z = 0, body 0, and the cube upon it, body 1, touching by volumes.
sim::World cube_on_ground(const sim::Surface& surface, const sim::Volume& volume = {});

// A regular polygon of the area of a disc.
std::vector<Vec<2>> disc_outline(int corners, double radius);
// Moment of inertia about the vertical axis of a body of that shape [kg m²].
double upright_inertia(const geometry::Polyhedron& shape, double mass);

// A force at a point, world axes; it replaces what pushed the body before.
void push_at(sim::World& world, int body, const Vec<3>& force, const Vec<3>& point);

double yaw_of(const Eigen::Quaterniond& orientation);
double turn_of(const Eigen::Quaterniond& orientation);  // from the world's axes, 0 to π
Eigen::Quaterniond turned(double angle, const Vec<3>& axis);

// Speed of the centre plus that of turning at a radius.
double speed_of(const sim::BodyState& body, double radius);

// Steps, and how many of them did not converge; films every so many of them.
class Stepping {
 public:
  explicit Stepping(sim::World& world, double h = millisecond) : world_(world), h_(h) {}

  void film(double record_dt, double until = std::numeric_limits<double>::infinity());
  void step();
  void run(double seconds);

  double h() const { return h_; }
  long steps() const { return steps_; }
  int unsolved() const { return unsolved_; }
  double residual() const { return residual_; }  // the largest of steps that did not converge [m/s]
  sim::Recording& recording() { return recording_; }

 private:
  sim::World& world_;
  double h_;
  long steps_ = 0, every_ = 0;
  int unsolved_ = 0;
  double residual_ = 0.0;
  double filmed_until_ = 0.0;  // [s]
  sim::Recording recording_;
};

// The bodies of a film under one entry of the legend. Adds series named after `prefix`.
std::vector<record::Shape> filmed(Result& result, const std::string& prefix, const sim::Recording& recording,
                                  record::Colour colour, const std::string& label);

// Adds the check that all steps converged.
void check_solved(Result& result, const std::string& quantity, int unsolved);

}  // namespace stickslip::experiments::volume
