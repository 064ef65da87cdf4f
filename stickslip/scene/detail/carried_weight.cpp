#include "stickslip/scene/detail/carried_weight.hpp"

#include <array>
#include <cmath>

#include "stickslip/core/at.hpp"
#include "stickslip/core/shortened.hpp"
#include "stickslip/geometry/distance.hpp"
#include "stickslip/scene/detail/contact_forces.hpp"

namespace stickslip::scene::detail {

namespace {

constexpr double carried_share = 0.9, pressed_share = 0.01;  // of the weight
constexpr double near = 1e-3;                                // [m]
constexpr double below = 0.5;                                // cosine of the angle from gravity

// Whether one body is just above another.
bool lies_on(int body, int other, const Vec<3>& up, const sim::Model& model, const sim::State& state) {
  const sim::BodyState &upper = state.bodies[at(body)], &lower = state.bodies[at(other)];
  const Pose3 X_WA(upper.position, upper.orientation), X_WB(lower.position, lower.orientation);
  for (const sim::PlacedShape& a : model[body].shapes) {
    for (const sim::PlacedShape& b : model[other].shapes) {
      const geometry::Separation apart = geometry::distance(a.shape, X_WA * a.X_BS, b.shape, X_WB * b.X_BS);
      if (std::abs(apart.distance) <= near && apart.normal.dot(up) >= below) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::string> carried_weight_hints(const RigidScene& scene, const sim::Model& model,
                                              const std::vector<sim::BodyState>& before, const sim::State& state) {
  std::vector<std::string> hints;
  const double g = norm(scene.options.gravity);
  if (g == 0.0) return hints;
  const Vec<3> up = -scene.options.gravity / g;
  const auto pressed = [&](int body, int other) {
    double force = 0.0;
    for_each_contact(model, before, state, [&](const ContactForce& of) {
      if ((of.a == body && of.b == other) || (of.a == other && of.b == body)) force += norm(of.force);
    });
    return force;
  };
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    const sim::Joint& joint = *model.joints[j];
    if (joint.kind != sim::JointKind::slider) continue;
    const Vec<3> force = state.joints[j].reaction.head<3>();
    const Pose3& frame = joint.frame[0];
    const Vec<3> axis = state.bodies[at(joint.body[0])].orientation * Vec<3>(frame.rotation() * Vec<3>::UnitZ());
    const double lift = (force - force.dot(axis) * axis).dot(up);
    for (std::size_t side = 0; side < 2; ++side) {
      const int body = joint.body[side];
      if (body == sim::the_world || !model[body].is_moved_by_forces()) continue;
      const double weight = model[body].mass * g;
      if ((side == 0 ? lift : -lift) < carried_share * weight) continue;
      for (int other = 0; other < model.size(); ++other) {
        const bool is_joined = other == joint.body[1 - side];
        if (other == body || (is_joined && joint.options.friction)) continue;
        if (!lies_on(body, other, up, model, state) || pressed(body, other) >= pressed_share * weight) continue;
        hints.push_back("slider '" + scene.joints[j].name + "' carries the weight of '" + scene.bodies[at(body)].name +
                        "', " + shortened(weight) + " N, which lies on '" + scene.bodies[at(other)].name +
                        "' without pressing on it, so that no friction acts there. To let it rest, use a spring in " +
                        "place of the slider, or a body between them that a second slider lets move along gravity");
        break;
      }
    }
  }
  return hints;
}

}  // namespace stickslip::scene::detail
