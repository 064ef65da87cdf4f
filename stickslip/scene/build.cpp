#include "stickslip/scene/build.hpp"

#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace stickslip::scene {

void add(const SceneBody& body, sim::World& world) {
  if (body.plane) {
    world.add_plane(body.plane->normal, body.plane->offset, body.description.surface);
  } else {
    world.add_body(body.description);
  }
}

void add(const SceneJoint& joint, sim::World& world) {
  int number = 0;
  switch (joint.kind) {
    case sim::JointKind::fixed:
      number = world.add_fixed(joint.a, joint.b);
      break;
    case sim::JointKind::ball:
      number = world.add_ball(joint.a, joint.b, joint.point);
      break;
    case sim::JointKind::hinge:
      number = world.add_hinge(joint.a, joint.b, joint.point, joint.axis, joint.options);
      break;
    case sim::JointKind::slider:
      number = world.add_slider(joint.a, joint.b, joint.axis, joint.options);
      break;
    case sim::JointKind::spring:
      number = world.add_spring(joint.a, joint.b, joint.point, joint.point_b, *joint.options.spring);
      break;
  }
  if (joint.drive) world.drive(number, joint.drive->settings);
}

void add(const ScenePair& pair, sim::World& world) {
  if (pair.mu) world.set_friction(pair.a, pair.b, pair.mu->first, pair.mu->second);
  if (pair.restitution) world.set_restitution(pair.a, pair.b, *pair.restitution);
  if (pair.contact_model) world.set_contact_model(pair.a, pair.b, pair.contact_model->volume);
  if (pair.collision) world.set_collision(pair.a, pair.b, *pair.collision);
}

sim::World world_of(const RigidScene& scene, std::vector<sim::FittedVelocity>* fitted) {
  sim::World world(scene.options);
  if (const auto& volume = scene.contact_model.volume) world.add_contact_model(*volume);
  for (const SceneBody& body : scene.bodies) add(body, world);
  for (const SceneJoint& joint : scene.joints) add(joint, world);
  for (const ScenePair& pair : scene.pairs) add(pair, world);
  std::vector<sim::FittedVelocity> changed = start(scene, world);
  if (fitted != nullptr) *fitted = std::move(changed);
  return world;
}

void start_motions(const RigidScene& scene, sim::World& world) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const SceneBody& body = scene.bodies[i];
    if (!body.velocity) continue;
    world.set_velocity(static_cast<int>(i), value_at<3>(*body.velocity, 0.0));
    world.set_angular_velocity(static_cast<int>(i), value_at<3>(*body.angular_velocity, 0.0));
  }
}

void start_position(const SceneJoint& joint, int number, sim::World& world) {
  if (joint.position) world.set_joint_position(number, *joint.position);
}

void start_velocity(const SceneJoint& joint, int number, sim::World& world) {
  if (joint.velocity) world.set_joint_velocity(number, *joint.velocity);
}

std::vector<sim::FittedVelocity> start(const RigidScene& scene, sim::World& world) {
  start_motions(scene, world);
  for (int j = 0; const SceneJoint& joint : scene.joints) start_position(joint, j++, world);
  for (int j = 0; const SceneJoint& joint : scene.joints) start_velocity(joint, j++, world);
  return world.fit_velocities();
}

void apply(const RigidScene& scene, double t, double h, sim::World& world) {
  const double middle = t + 0.5 * h;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const SceneBody& body = scene.bodies[i];
    if (!body.velocity) continue;
    const auto twist = [](const Vec<3>& linear, const Vec<3>& angular) {
      return (Vec<6>() << linear, angular).finished();
    };
    const auto at_time = [&](double s) {
      return twist(value_at<3>(*body.velocity, s), value_at<3>(*body.angular_velocity, s));
    };
    // A profile that jumps at the end of the step does so in the next one, whichever way that instant is rounded.
    const double rounding = 1e-9 * h;
    world.set_motion(static_cast<int>(i), {at_time(t + rounding), at_time(middle),
                                           twist(value_before<3>(*body.velocity, t + h - rounding),
                                                 value_before<3>(*body.angular_velocity, t + h - rounding))});
  }
  // Several loads of a body add up.
  for (const SceneLoad& load : scene.loads) {
    world.set_force(load.body, Vec<3>::Zero());
    world.set_torque(load.body, Vec<3>::Zero());
  }
  for (const SceneLoad& load : scene.loads) {
    const sim::BodyState& state = world.body(load.body);
    world.set_force(load.body, state.force + value_at<3>(load.force, middle));
    world.set_torque(load.body, state.torque + value_at<3>(load.torque, middle));
  }
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    const std::optional<SceneDrive>& drive = scene.joints[j].drive;
    if (!drive || (drive->target.is_constant() && drive->target_velocity.is_constant())) continue;
    sim::Drive now = drive->settings;
    now.target = drive->target(middle);
    now.target_velocity =
        drive->follows_target ? (drive->target(t + h) - drive->target(t)) / h : drive->target_velocity(middle);
    world.drive(static_cast<int>(j), now);
  }
}

patch::DistributedPatch distributed_patch_of(const PlanarContact& contact) {
  return std::visit(
      [&](const auto& pressure) {
        return patch::DistributedPatch(patch::BristleLaw(contact.law), pressure, contact.options.cells);
      },
      contact.pressure);
}

patch::ReducedPatch reduced_patch_of(const PlanarContact& contact) {
  const patch::BristleLaw law = contact.law;
  return std::visit(
      [&]<class Form>(const Form& pressure) {
        if constexpr (std::is_same_v<Form, patch::Pressure>) {
          if (contact.options.surface == PatchSurface::ellipsoid) {
            return patch::ReducedPatch(law, patch::LimitSurface::ellipsoid(pressure), contact.options.stick);
          }
        }
        return patch::ReducedPatch(law, pressure, contact.options.stick);
      },
      contact.pressure);
}

}  // namespace stickslip::scene
