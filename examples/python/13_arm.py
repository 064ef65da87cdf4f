"""An arm of two driven hinges pushes a box along a straight line: how well it follows, and what its motors do."""

import numpy as np

import stickslip as ss

link_length, height, dt = 0.3, 0.05, 1e-3  # [m], [m], [s]

world = ss.sim.World()
world.add_plane(mu=0.4)
box = world.add_body(ss.geometry.Polyhedron.box((0.1, 0.1, 0.1)), mass=0.5, mu=0.4, position=(0.4, 0.3, 0.05))
beam = ss.geometry.Polyhedron.box((link_length, 0.03, 0.03))
upper = world.add_body(beam, mass=1.0, position=(link_length / 2, 0, height))
lower = world.add_body(beam, mass=0.6, position=(link_length, link_length / 2, height), orientation=(1, 0, 0, 1))
finger = world.add_body(ss.geometry.Sphere(0.03), mass=0.1, mu=0.2, position=(link_length, link_length, height))

bearing = ss.friction.Coulomb(mu_c=0.02, mu_s=0.03)  # in a hinge: N m
shoulder = world.add_hinge(upper, point=(0, 0, height), axis=(0, 0, 1), friction=bearing)
elbow = world.add_hinge(
    lower, upper, point=(link_length, 0, height), axis=(0, 0, 1), limits=(-1.5, 1.5), friction=bearing
)
world.add_fixed(finger, lower)


def angles(x, y):
    """Those of the two hinges, 0 as they were added, with the finger at (x, y)."""
    bend = np.arccos((x * x + y * y) / (2 * link_length * link_length) - 1.0)
    return np.arctan2(y, x) - bend / 2, bend - np.pi / 2


def wanted(t):
    """The finger goes 15 cm along x within a second; it starts and stops gently."""
    s = min(t, 1.0)
    return angles(link_length + 0.15 * s * s * (3.0 - 2.0 * s), link_length)


def steer(_):
    for joint, now, then in zip((shoulder, elbow), wanted(world.time), wanted(world.time + dt)):
        joint.drive(target=(now + then) / 2, target_velocity=(then - now) / dt, stiffness=400.0, damping=10.0,
                    max_effort=20.0)


steer(0.0)
run = world.run(until=1.2, dt=dt, progress=steer)
x, y, _ = finger.position
print(f"the finger ends at x = {x:.4f} m, y = {y:.4f} m, told 0.4500 and 0.3000; "
      f"at most {1e3 * np.abs(run[finger].position[:, 1] - link_length).max():.2f} mm off its line")
print(f"the box was pushed to x = {box.position[0]:.4f} m, y = {box.position[1]:.4f} m")
print(f"largest efforts {np.abs(run[shoulder].effort).max():.3f} and {np.abs(run[elbow].effort).max():.3f} N m; "
      f"the shoulder bears {shoulder.reaction[2]:.3f} N; joints open by {run[elbow].error[:, 0].max():.0e} m at "
      f"most, {run.report.status.name}")

if ss.record.can_write_html():
    run.to_result("arm", "An arm pushes a box").to_html("arm.html")
    print("arm.html shows it, with the angles of the joints")
