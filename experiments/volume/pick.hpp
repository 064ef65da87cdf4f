// A box picked up by an arm, carried, and let go over the edge of a cube: [Wakisaka 2017, Figs. 7 and 8].
//
// The box, 80 × 30 × 70 mm and 1 kg, stands on the ground at (0.7, 0); the cube of 0.3 m at (0, 0.7), its edge is x = 0.15 m. Until 0.4 s
// fingers close, until 0.9 s the arm lifts by 0.25 m, until 2.2 s it swings over the edge, 70 mm above it, until 2.8 s it lowers to where
// the box is let go, and from 3.1 s on fingers open, each at 50 mm/s.
#pragma once

#include "experiments/volume/arm.hpp"
#include "experiments/volume/edge.hpp"

namespace stickslip::experiments::volume {

inline constexpr double pick_lifted = 0.9, pick_swung = 2.2, pick_opens = 3.1;  // [s]
inline constexpr double pick_grip = 40.0;                                       // [N]
inline constexpr double pick_edge = 0.15, pick_top = 0.3;                       // of the cube: x, z [m]

// Where the box is to be let go: its centre of mass past the edge, its base over the top [m].
struct Release {
  double d, height;
};

// A copy goes on as the original does. The release matters from 2.2 s on.
class Pick {
 public:
  explicit Pick(const Contact& contact);

  void film(double record_dt);
  void run(const Release& release, double until);
  // The wrist stays where its path is now.
  void hold(double seconds);

  const sim::World& world() const { return world_; }
  const Arm& arm() const { return arm_; }
  const sim::BodyState& box() const { return world_.body(box_); }
  int box_number() const { return box_; }
  int cube_number() const { return cube_; }
  double time() const { return time_; }                        // [s]
  double d() const { return box().position.x() - pick_edge; }  // [m]
  Vec<3> in_hand() const;                                      // place of the box, seen from between the fingers [m]
  double tracking() const { return tracking_; }                // farthest the wrist was from its path [m]
  int unsolved() const { return unsolved_; }                   // steps
  const sim::Recording& recording() const { return recording_; }

 private:
  void step(const WristPath& path, double t);

  sim::World world_;
  int cube_, box_;
  Arm arm_;
  double time_ = 0.0;         // of the path: it stops while the arm holds [s]
  double opened_from_ = 0.0;  // distance of the fingers when they began to open [m]
  double tracking_ = 0.0;
  int unsolved_ = 0;
  long steps_ = 0, every_ = 0;
  sim::Recording recording_;
};

}  // namespace stickslip::experiments::volume
