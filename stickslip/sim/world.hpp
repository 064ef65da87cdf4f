// Rigid bodies in contact: the friendly front of Model, State and Stepper.
//
//   World world;
//   const int ground = world.add_plane({0, 0, 1}, 0.0);
//   const int box = world.add_body({.shapes = {{geometry::Polyhedron::box({1, 1, 1})}}, .mass = 1.0, .position = {0, 0, 0.5}});
//   const StepReport report = world.step(1e-3);
//   world.body(box).position
//
// Bodies are named by the number that adding them returns; it is not given again after a body is removed. Vectors are in world axes,
// positions and velocities those of centres of mass. Copies are independent and go on alike, bit for bit, with any number of threads.
// Functions throw InvalidArgument, naming the body and the value, for bad input; the world is then as it was.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stickslip/core/progress.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/recording.hpp"
#include "stickslip/sim/state.hpp"
#include "stickslip/sim/step_report.hpp"
#include "stickslip/sim/stepper.hpp"

namespace stickslip::sim {

struct BodyDescription {
  std::vector<PlacedShape> shapes;  // their common centroid is the centre of mass
  double mass;                      // [kg]; 0: fixed, or moved by its velocity
  Surface surface = {};
  Vec<3> position = Vec<3>::Zero();
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();  // of any length but zero
  Vec<3> velocity = Vec<3>::Zero();
  Vec<3> angular_velocity = Vec<3>::Zero();
  std::optional<Eigen::Matrix3d> inertia = {};  // body axes; that of the shapes, uniform, unless given
  // What position and velocity are those of; none: of a body with a mass the centroid, of one without the frame, in which it stays. A body
  // with a mass whose frame they are is put there: from then on its state is that of its centre of mass.
  std::optional<BodyOrigin> origin = {};
};

struct RunOptions {
  double until = required;
  double dt = 1e-3;
  double record_dt = 0.01;
  Progress progress = {};

  static constexpr auto fields() {
    using O = RunOptions;
    return std::tuple{Field{"until", &O::until, "s", any_finite, "time at which the run ends"},
                      Field{"dt", &O::dt, "s", positive, "length of a step"},
                      Field{"record_dt", &O::record_dt, "s", positive, "time between records",
                            "rounded to whole steps; the start and the end are always recorded"}};
  }
};

class World {
 public:
  explicit World(const ModelOptions& options = {});
  // Of a model that was made by a world; bodies are at the origin, at rest: restore() puts them where they were. Joints are checked.
  explicit World(Model model);
  World(const World& other);
  World& operator=(const World& other);
  World(World&&) noexcept = default;
  World& operator=(World&&) noexcept = default;
  ~World() = default;

  // All points with normal·x = offset; what is below is solid. The normal may have any length but zero, by which the offset is divided
  // as well.
  int add_plane(const Vec<3>& normal, double offset, const Surface& surface = {});
  int add_body(const BodyDescription& description);
  void remove(int body);
  bool has(int body) const noexcept { return model_.has(body); }

  // Joints, named by numbers of their own. b may be the_world. Points and axes in the world, as bodies are at this moment; the position
  // of the joint is 0 then. What a joint connects does not collide, unless set_collision says so afterwards. Throws also where the two
  // are one body, where neither moves by forces, and where low > high.
  int add_fixed(int a, int b);
  int add_ball(int a, int b, const Vec<3>& point);
  int add_hinge(int a, int b, const Vec<3>& point, const Vec<3>& axis, const JointOptions& options = {});
  int add_slider(int a, int b, const Vec<3>& axis, const JointOptions& options = {});
  // A spring with a damper between a point of a and one of b: it holds nothing, and the two may touch. Its position is its length.
  int add_spring(int a, int b, const Vec<3>& point_a, const Vec<3>& point_b, const Spring& spring);
  void remove_joint(int joint);
  bool has_joint(int joint) const noexcept { return model_.has_joint(joint); }
  // Of a hinge or a slider; held until changed.
  void drive(int joint, const Drive& drive);
  void release(int joint);
  JointReading joint(int joint) const;
  // Of a hinge or a slider, beside a drive, with rest 0 unless given; or of a spring, which then has this one.
  void set_spring(int joint, const Spring& spring);

  // Of a hinge or a slider: places a, and all that joints hang on it, relative to b; or turns them about the axis, or moves them along it,
  // so fast. Where a is held by a body that does not move by forces, or by the world, and b is not, b goes the other way. Throw where
  // both are: in a loop nothing can be placed by one of its joints.
  void set_joint_position(int joint, double position);
  void set_joint_velocity(int joint, double velocity);
  // Velocities of bodies contradict joints where they were given body by body; a step then takes them as blows, and energy is lost. This
  // makes them fit by the smallest change that keeps the rates of hinges and sliders: angular velocities that were given stay, and
  // velocities that were not given, zeros, follow. What it changed. Throws where none fit.
  std::vector<FittedVelocity> fit_velocities();

  // Of a pair, instead of the geometric mean of the two bodies' coefficients.
  void set_friction(int a, int b, double mu_s, double mu_k);
  void set_restitution(int a, int b, double restitution);
  void set_collision(int a, int b, bool may_touch);

  // From now on polyhedra touch each other and planes by the volume in which they overlap, and the formulation and the solver of the
  // model hold for joints alone, and for pairs that touch at points: volume.hpp. Impacts of volumes are inelastic.
  void add_contact_model(const Volume& volume);
  // Of a pair, instead of what holds for all: by volumes, or, with none, at points. What touches at points goes by the formulation and the
  // solver of the model, unless contacts and joints connect it with something that touches by volumes: all is then solved at once, and
  // points are as soft as volumes. Another model than before begins anew, without what bristles held.
  void set_contact_model(int a, int b, const std::optional<Volume>& volume);

  const BodyState& body(int body) const;
  void set_position(int body, const Vec<3>& position);
  void set_orientation(int body, const Eigen::Quaterniond& orientation);
  // A body with a prescribed motion moves by dt × its velocity in each step, and what sticks to it follows that way. A velocity set before
  // each step to that of the middle of the step follows a path to second order. One that jumps strikes what it reaches within the step with
  // the new velocity, and pushes what it touches.
  void set_velocity(int body, const Vec<3>& velocity);
  void set_angular_velocity(int body, const Vec<3>& angular_velocity);
  // The velocities of a body with a prescribed motion (linear part first, world axes) at the start, in the middle and at the end of the next
  // step, and a parabola between: a velocity that jumps starts with the new value. It then moves by (start + 4 middle + end)/6 × dt. Throws
  // InvalidArgument for a body that moves by forces.
  struct Motion {
    Vec<6> start, middle, end;
  };
  void set_motion(int body, const Motion& motion);
  void set_force(int body, const Vec<3>& force);
  void set_torque(int body, const Vec<3>& torque);

  // Throws InvalidArgument where step() would because of how bodies are placed. dt > 0 and finite.
  void check_placement(double dt);
  // Throws InvalidArgument also where bodies that were just placed overlap by more than a tenth of the smaller, or are so far from
  // where a joint holds them that they contradict it: by a hundredth of its lever.
  StepReport step(double dt);
  // Steps until the time is reached, the last one shorter if need be. A step that is not finite ends the run.
  Recording run(const RunOptions& options);

  double time() const noexcept { return state_.t; }
  double kinetic_energy() const noexcept { return sim::kinetic_energy(model_, state_); }
  double potential_energy() const noexcept { return sim::potential_energy(model_, state_); }
  const Model& model() const noexcept { return model_; }
  const State& state() const noexcept { return state_; }

  // The state as bytes; restored into a world of the same bodies it goes on bit for bit. Drives are part of it, springs are not: they stay
  // as the world has them. restore() throws InvalidArgument for bytes that are no state, or that of other bodies.
  std::vector<std::byte> save() const;
  void restore(std::span<const std::byte> bytes);

 private:
  BodyState& checked(int body, const char* what);
  void check_pair(int a, int b, const char* what) const;
  void check_joints_placed() const;
  int add_joint(Joint joint, const Vec<3>& point, const Vec<3>& axis, const char* what);
  JointState& checked_joint(int joint, const char* what, bool with_axis);
  void check_has_axis(int joint, const char* what) const;
  struct HangingBodies {
    std::vector<int> bodies;
    double sign;  // 1: of the side of a, −1: of b
  };
  HangingBodies hanging_on(int joint, const char* what) const;
  void follow_body(int body) noexcept;
  void forget_volumes(int body) noexcept;

  Model model_;
  State state_;
  Stepper stepper_;
  bool is_placed_anew_ = false;  // whether overlap is to be refused
};

}  // namespace stickslip::sim
