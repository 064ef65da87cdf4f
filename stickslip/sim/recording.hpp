// What a run of rigid bodies leaves behind: where each body was at each record, and how the steps went.
//
// Arrays have one row per record. A body that is fixed has its place in every row, too. Orientation: quaternion w, x, y, z.
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

struct Recording {
  std::vector<double> t;  // [s]
  std::vector<BodyRecord> bodies;
  std::vector<double> kinetic_energy, potential_energy;  // [J]
  std::vector<int> contacts;
  // Status: the worst of all steps. Residual and iterations: the largest of a step. Contacts, islands: the most.
  StepReport report;
  long steps = 0;
  Model model;  // as it was at the start

  // Throws InvalidArgument where the body was not there.
  const BodyRecord& operator[](int body) const;

  // begin() makes the first record, add() one more, count() takes note of a step.
  void begin(const Model& model_now, const State& state);
  void add(const Model& model_now, const State& state);
  void count(const StepReport& step);

  // Series per body, energies, and a moving scene, for the report.
  record::Result to_result() const;
};

// The shapes of the bodies that are drawn in a scene, and where they move: adds series to the result, and returns the shapes. Series are
// named after `prefix`, so that several recordings fit into one result. `opacity` and `colour` for all bodies of it.
std::vector<record::Shape> draw(const Recording& recording, const std::string& prefix, record::Result& result,
                                std::optional<record::Colour> colour = {}, double opacity = 1.0);

}  // namespace stickslip::sim
