// A free box over the edge of a fixed cube, and whether it falls. The cube's side is 0.3 m, its top z = 0, its edge x = 0; it
// stands on the ground.
//
// d: of the centre of mass past the edge [m]: a box that rests with d < 0 stays, with d > 0 it falls
// falls: leans by 0.7 rad, or sinks by 20 mm below where it would rest, within 3 s
#pragma once

#include <optional>

#include "experiments/volume/bench.hpp"

namespace stickslip::experiments::volume {

inline constexpr double edge_mu_s = 0.5, edge_mu_k = 0.3, table_side = 0.3, fallen_lean = 0.7;

struct EdgeBox {
  Vec<3> size = Vec<3>::Constant(cube_side);
  double mass = cube_mass;
  std::optional<double> inertia = {};  // the same about every axis [kg m²]; that of a solid box unless given
};

struct EdgeStart {
  double gap = 0.0;  // of its lowest point over the top [m]; negative: found inside
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
  double h = millisecond;  // the step [s]
};

struct EdgeEnd {
  bool falls;
  double when;  // it has leaned by 0.7 rad or sunk, if it falls [s]
  int unsolved;
  sim::Recording recording;  // where asked for
};

// The cube is body 0, the box body 1.
sim::World box_over_edge(const EdgeBox& box, const EdgeStart& start, double d, const Contact& contact);

// From the vertical [rad].
double lean_of(const Eigen::Quaterniond& orientation);

// Watches a box of that height over a top: whether it falls, and whether it rests.
class Watch {
 public:
  // From a time on.
  Watch(double height, double top, double t = 0.0)
      : lowest_(top + 0.5 * height - 0.02), radius_(0.5 * height), rested_(t) {}

  // After a step that ended at t. Whether the answer is known: it fell, or has moved by less than 1e-6 m/s for 0.2 s.
  bool is_decided(const sim::BodyState& body, double t);

  bool falls() const { return falls_; }
  double when() const { return when_; }

 private:
  double lowest_, radius_, rested_;
  bool falls_ = false;
  double when_ = 0.0;
};

// When it leans by 0.7 rad, however deep it is by then; not a number if it does not within 3 s.
double time_to_lean(const EdgeBox& box, const EdgeStart& start, double d, const Contact& contact);

// `film`: for how long, every 10 ms; it is watched as long even where it rests before.
EdgeEnd let_go(const EdgeBox& box, const EdgeStart& start, double d, const Contact& contact, double film = 0.0);

// Scanned downwards, from two steps past the edge until it stays: the last d at which it fell. d = 0, where a box at rest would
// balance, is not tried and counts as a fall. `lowest`: where the scan ends.
double falls_from(const EdgeBox& box, const EdgeStart& start, double step, double lowest, const Contact& contact);

}  // namespace stickslip::experiments::volume
