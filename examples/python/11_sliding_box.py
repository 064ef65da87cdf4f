"""A cube slides and spins to rest: where it ends tells how well a simulator knows friction."""

import numpy as np

import stickslip as ss

REFERENCE = np.array([0.44065, 1.58397])  # of the same laws integrated finely [m]


def slide(dt, **options):
    """Where the cube of 1 kg and 1 m ends [m], and its speed then [m/s]."""
    world = ss.sim.World(**options)
    world.add_plane(normal=(0, 0, 1), offset=0.0, mu=1.0)
    box = world.add_body(
        ss.geometry.Polyhedron.box((1.0, 1.0, 1.0)), mass=1.0, mu=1.0, position=(0, 0, 0.5),
        velocity=(0, 5, 0), angular_velocity=(0, 0, 2 * np.pi),
    )
    world.run(until=1.5, dt=dt)
    return box.position[:2], np.linalg.norm(box.velocity)


print(f"reference                   x {REFERENCE[0]:.5f}  y {REFERENCE[1]:.5f} m")
for formulation in ("cone", "phantom", "anitescu_potra", "box"):
    for dt in (0.01, 0.001):
        end, speed = slide(dt, formulation=formulation)
        miss = 1e3 * np.linalg.norm(end - REFERENCE)
        where = f"x {end[0]:.5f}  y {end[1]:.5f} m   off by {miss:7.2f} mm"
        print(f"{formulation:<15} {1e3 * dt:4.0f} ms    {where}   {speed:.0e} m/s")
