// What a run of rigid bodies leaves behind: where each body and each joint was at each record, and how the steps went.
//
// Arrays have one row per record. A body that is fixed has its place in every row, too. Orientation: quaternion w, x, y, z.
// Joints as JointReading has them: efforts and reactions are means over the step before the record. What a joint does not have, and all of
// one that was removed during the run, is not a number.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "stickslip/record/result.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"
#include "stickslip/sim/step_report.hpp"

namespace stickslip::sim {

struct BodyRecord {
  int body;
  std::vector<Vec<3>> position;  // [m]
  std::vector<Vec<4>> orientation;
  std::vector<Vec<3>> velocity;          // [m/s]
  std::vector<Vec<3>> angular_velocity;  // [rad/s]
};

struct JointRecord {
  int joint;
  std::vector<double> position, velocity, effort;  // [rad, rad/s, N·m] of a hinge, [m, m/s, N] of a slider
  std::vector<Vec<6>> reaction;                    // [N, N·m]
  std::vector<Vec<2>> error;                       // distance, angle by which it was open [m, rad]
};

struct Recording {
  std::vector<double> t;           // [s]
  std::vector<BodyRecord> bodies;  // by rising number
  std::vector<JointRecord> joints;
  std::vector<double> kinetic_energy, potential_energy;  // [J]
  std::vector<int> contacts;
  // Status: the worst of all steps. Residual and iterations: the largest of a step. Contacts, islands: the most.
  StepReport report;
  long steps = 0;
  Model model;  // as it was at the start

  // Throws InvalidArgument where the body was not there, or not kept.
  const BodyRecord& operator[](int body) const;
  // Throws InvalidArgument where the joint was not there, or not kept.
  const JointRecord& joint(int joint) const;

  // begin() makes the first record, add() one more, count() takes note of a step. `only`: numbers, rising, of the bodies that are kept,
  // and joints are where they hold one of these; absent: all.
  void begin(const Model& model_now, const State& state, const std::optional<std::vector<int>>& only = {});
  void add(const Model& model_now, const State& state);
  void count(const StepReport& step);

  // Series per body and joint, energies, and a moving scene, for the report.
  record::Result to_result() const;
};

// The shapes of the bodies that are drawn in a scene, and where they move: adds series to the result, and returns the shapes. Series are
// named after `prefix`, so that several recordings fit into one result. `opacity` and `colour` for all bodies of it. `names` are those of
// bodies by number, in place of the numbers, where there are any.
std::vector<record::Shape> draw(const Recording& recording, const std::string& prefix, record::Result& result,
                                std::optional<record::Colour> colour = {}, double opacity = 1.0,
                                const std::vector<std::string>& names = {});

}  // namespace stickslip::sim
