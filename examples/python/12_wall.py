"""A wall of boxes stands, and then a ball flies into it: energies, movements, and a page with the scene."""

import numpy as np

import stickslip as ss

world = ss.sim.World()
world.add_plane(mu=0.6)
brick = ss.geometry.Polyhedron.box((0.2, 0.1, 0.1))
bricks = []
for row in range(5):
    for i in range(6 - row % 2):
        x = 0.2 * (i - 2.5) + 0.1 * (row % 2)
        bricks.append(world.add_body(brick, mass=1.0, mu=0.6, position=(x, 0.0, 0.05 + 0.1 * row)))

start = np.array([body.position for body in bricks])
run = world.run(until=1.0)
moved = np.linalg.norm([body.position for body in bricks] - start, axis=1)
print(f"{len(bricks)} bricks at rest for 1 s: largest movement {1e6 * moved.max():.2f} um, "
      f"kinetic energy {world.kinetic_energy:.1e} J, {run.report.contacts} contacts, {run.report.status.name}")

world.add_body(
    ss.geometry.Sphere(0.1), mass=3.0, mu=0.3, restitution=0.2, position=(0.03, -1.0, 0.3), velocity=(0, 6, 0.5),
)
before = world.kinetic_energy + world.potential_energy
run = world.run(until=2.0)
energy = run.kinetic_energy + run.potential_energy
print(f"energy {before:.2f} J when the ball is thrown, {energy[-1]:.2f} J a second later; "
      f"the largest rise between two records is {max(0.0, np.diff(energy).max()):.1e} J")
moved = np.linalg.norm([body.position for body in bricks] - start, axis=1)
print(f"{np.count_nonzero(moved > 0.01)} bricks moved more than 1 cm, the farthest {moved.max():.2f} m; "
      f"{run.report.status.name}")

if ss.record.can_write_html():
    run.to_result("wall", "A ball flies into a wall").to_html("wall.html")
    print("wall.html shows it")
