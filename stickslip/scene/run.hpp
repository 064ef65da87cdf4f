// A scene, run to its end: what moved, what pushed, where the energy went, and a result for files and the report.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "stickslip/core/progress.hpp"
#include "stickslip/core/solve_report.hpp"
#include "stickslip/record/result.hpp"
#include "stickslip/scene/energy.hpp"
#include "stickslip/scene/scene_description.hpp"
#include "stickslip/sim/recording.hpp"
#include "stickslip/sim/trajectory.hpp"

namespace stickslip::scene {

// Two rigid bodies that touched at a record: what the first received from the second, world axes, mean over the step before the record.
// Zero where they did not touch.
struct PairRecord {
  int a, b;
  std::vector<Vec<3>> force;         // [N]
  std::vector<Vec<3>> torque;        // about the centre of mass of the first as the step began [N·m]
  std::vector<Vec<3>> reaction;      // torque on the second, about its own [N·m]
  std::vector<double> normal_force;  // Σ of the contacts [N]
  std::vector<int> contacts;         // points, or volumes
};

// How the steps up to a record since the one before it were solved: the worst of them.
struct SolverRecord {
  double residual = 0.0;
  long iterations = 0;
};

// What the contacts of rigid bodies did at most, of all steps, and what they do at the end.
struct ContactExtremes {
  // Between two bodies, numbers of the scene; −1: never.
  struct Most {
    double value = 0.0, t = 0.0;
    int a = -1, b = -1;
  };

  int sticking = 0, sliding = 0;  // at the end, of those that push; sliding is faster than `least_slip`
  Most force;                     // on a body by another, of one point or volume, mean over a step [N]
  Most slip;                      // speed of one along its surfaces, mean over a step [m/s]
  Most slid;  // way of two bodies along each other, at their fastest contact, all steps together; when last [m]

  static constexpr double least_slip = 1e-6;  // [m/s]: below, contacts deflect
};

struct RigidRun {
  sim::Recording recording;
  std::vector<PairRecord> pairs;  // in the order in which they touched
  std::vector<SolverRecord> solver;
  ContactExtremes extremes = {};
  std::vector<std::string> hints = {};           // what was probably not meant, a sentence each
  std::vector<sim::FittedVelocity> fitted = {};  // velocities of the start that joints do not allow as they are written

  // "velocity of door fitted to its joints: (0, 1, 0) m/s, was (0, 0, 0)": the velocities that changed most, and how many more did.
  std::vector<std::string> fitted_lines(const RigidScene& scene) const;
};

struct PlanarTrack {
  std::string body = {}, contact = {};
  sim::Trajectory trajectory = {};
  std::vector<double> bristles = {};  // deflections, record after record; empty unless the scene asks for them
};

struct PlanarRun {
  std::vector<PlanarTrack> tracks;  // in the order of the scene's bodies, of those that are kept
};

struct PointRun {
  std::vector<std::vector<double>> position, force;  // one list per component, one value per record [m, N]
  std::vector<double> normal_force;
};

class SceneRun {
 public:
  using Records = std::variant<RigidRun, PlanarRun, PointRun>;

  SceneRun(SceneDescription scene, Records records, std::vector<double> t, Energy energy, SolveStatus status,
           long steps, double seconds);

  const SceneDescription& scene() const noexcept { return scene_; }
  const std::vector<double>& t() const noexcept { return t_; }  // of the records [s]
  const Records& records() const noexcept { return records_; }
  const Energy& energy() const noexcept { return energy_; }
  // The worst of all steps; not_finite: it stopped early.
  SolveStatus status() const noexcept { return status_; }
  long steps() const noexcept { return steps_; }
  double seconds() const noexcept { return seconds_; }  // that computing took
  double until() const noexcept;                        // as the scene has it [s]
  bool ended_early() const noexcept;
  // Whether one of the verdicts of result() failed.
  bool fails() const;

  // Throw InvalidArgument for another name, naming those there are, for what the scene says is not kept, and for another kind of scene.
  const sim::BodyRecord& body(const std::string& name) const;
  const sim::JointRecord& joint(const std::string& name) const;
  const PlanarTrack& track(const std::string& body_or_contact) const;
  // What body `a`, which is kept, received from body `b`; zero where they never touched at a record.
  PairRecord pair(const std::string& a, const std::string& b) const;

  // One series per body, joint and contact (body_<name>, joint_<name>, contact_<name>), energy, solver, a moving scene, figures, parameters
  // and the text of the scene.
  record::Result result() const;

 private:
  SceneDescription scene_;
  Records records_;
  std::vector<double> t_;
  Energy energy_;
  SolveStatus status_;
  long steps_;
  double seconds_;
};

// Throws InvalidArgument for what shows only while running: bodies that overlap at the start, a load that turns bad on the way. What
// `progress` throws ends it.
SceneRun run(const SceneDescription& scene, const Progress& progress = {});

}  // namespace stickslip::scene
