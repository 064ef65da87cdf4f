// What does not change while rigid bodies move: the bodies, their joints, how pairs of them touch, gravity, and how contact is posed and solved.
//
// Bodies and joints are named by their index, which is theirs for ever: one that was removed leaves an empty place.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "stickslip/core/at.hpp"
#include "stickslip/core/field.hpp"
#include "stickslip/core/names.hpp"
#include "stickslip/formulation/options.hpp"
#include "stickslip/sim/joint.hpp"
#include "stickslip/sim/rigid_body.hpp"
#include "stickslip/sim/volume.hpp"

namespace stickslip::sim {

enum class ContactModel : std::uint8_t { cone, phantom, anitescu_potra, stewart_trinkle, box, hybrid };
// Where the first tangent axis of a contact, and with it a pyramid, is fixed.
enum class TangentAxes : std::uint8_t { world, body };

// Whether impacts of bodies that touch each other pass on one after the other, or take place all at once: detail/impacts.hpp.
enum class Impact : std::uint8_t { sequential, simultaneous };

struct ContactModelRow {
  ContactModel value;
  std::string_view name;
  std::string_view meaning;
};

struct ModelOptions {
  ContactModel formulation = ContactModel::cone;
  double tolerance = 1e-7;
  int threads = 1;
  int directions = 2;
  double v_th = 1e-5;
  std::optional<double> rho = {};
  formulation::Sliding sliding = formulation::Sliding::relaxed;
  TangentAxes axes = TangentAxes::world;
  Impact impacts = Impact::sequential;
  std::string solver = "auto";
  Vec<3> gravity = {0.0, 0.0, -9.81};
  std::optional<formulation::Relaxation> normal_relaxation = {};
  std::optional<formulation::Relaxation> tangent_relaxation = {};

  static constexpr auto fields() {
    using O = ModelOptions;
    constexpr Range share{.low = 0.0, .high = 1.0};
    constexpr Range counts{.low = 1.0, .high = 256.0, .low_included = true, .high_included = true};
    // Problems grow with contacts × lines, and their time with the cube of that.
    constexpr Range lines{.low = 2.0, .high = 32.0, .low_included = true, .high_included = true};
    return std::tuple{
        Field{"formulation", &O::formulation, "how contact is posed as a problem"},
        Field{"tol", &O::tolerance, "1", share,
              "residual velocity of an island over the larger of 9.81 h and its free approach"},
        Field{"threads", &O::threads, "1", counts, "islands solved at the same time; results do not depend on it"},
        Field{"directions", &O::directions, "1", lines, "k lines in the tangent plane of pyramids"},
        Field{"v_th", &O::v_th, "m/s", positive, "tangential speed above which a contact slides: mu_k holds"},
        Field{"rho", &O::rho, "kg", positive, "phantom inertia of 'phantom'",
              "None: 0.1 of the smallest eigenvalue of K, island by island"},
        Field{"sliding", &O::sliding, "friction of contacts that slide, in 'phantom'"},
        Field{"axes", &O::axes, "'world' or 'body': what the rays of pyramids are fixed to, the first body's x axis"},
        Field{"impacts", &O::impacts,
              "'sequential' or 'simultaneous': how restitution goes through bodies that touch"}};
  }
};

struct Model {
  ModelOptions options = {};
  std::vector<std::optional<RigidBody>> bodies = {};
  std::vector<std::optional<Joint>> joints = {};
  std::optional<Volume> volume = {};  // where given, polyhedra touch each other and planes by volumes, else at points

  // Of a pair, where they are not the geometric means of the two surfaces.
  using Pair = std::pair<int, int>;  // ascending
  struct Friction {
    double mu_s, mu_k;
  };
  std::map<Pair, Friction> friction = {};
  std::map<Pair, double> restitution = {};
  std::map<Pair, std::optional<Volume>> contact_models = {};  // in place of `volume`; none: at points
  std::vector<Pair> not_colliding = {};                       // ascending

  int size() const noexcept { return static_cast<int>(bodies.size()); }
  bool has(int body) const noexcept {
    return body >= 0 && body < size() && bodies[static_cast<std::size_t>(body)].has_value();
  }
  bool has_joint(int joint) const noexcept {
    return joint >= 0 && at(joint) < joints.size() && joints[at(joint)].has_value();
  }
  const RigidBody& operator[](int body) const { return *bodies[static_cast<std::size_t>(body)]; }
  // Friction and restitution where two bodies touch.
  Surface surface_between(int a, int b) const;
  // By which two bodies touch; null: at points.
  const Volume* volume_between(int a, int b) const;
  // Whether any two bodies touch by volumes.
  bool has_volumes() const noexcept;
};

// Throws InvalidArgument for options out of range, and for a solver that the formulation does not have.
void check(const ModelOptions& options);
// Throws InvalidArgument where a joint, which has or gets this number, is of a body that is not there or of a body with itself, where
// neither of its bodies moves by forces, and for limits with low > high. `subject` begins the message.
void check(const Model& model, const Joint& joint, int number, const std::string& subject);
// Of a joint of that kind.
void check(const Spring& spring, JointKind kind, const std::string& subject);

}  // namespace stickslip::sim

template <>
struct stickslip::Names<stickslip::sim::ContactModel> {
  using C = sim::ContactModel;
  static constexpr sim::ContactModelRow table[] = {
      {C::cone, "cone", "Coulomb's cone itself: no directions, no approximation"},
      {C::phantom, "phantom", "full-rank LCP with phantom inertia, pyramid about the cone"},
      {C::anitescu_potra, "anitescu_potra", "LCP, pyramid within the cone, contacts that touch"},
      {C::stewart_trinkle, "stewart_trinkle", "LCP, pyramid within the cone, gaps in every row"},
      {C::box, "box", "boxed LCP, friction bounded by the load of the step before"},
      {C::hybrid, "hybrid", "as box, with axes along and across sliding"},
  };
};

template <>
struct stickslip::Names<stickslip::sim::Impact> {
  static constexpr Named<sim::Impact> table[] = {{sim::Impact::sequential, "sequential"},
                                                 {sim::Impact::simultaneous, "simultaneous"}};
};

template <>
struct stickslip::Names<stickslip::sim::TangentAxes> {
  static constexpr Named<sim::TangentAxes> table[] = {{sim::TangentAxes::world, "world"},
                                                      {sim::TangentAxes::body, "body"}};
};
