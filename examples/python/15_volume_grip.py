"""A box between two fingers, lifted: touching by volumes it hangs by its friction, and below the limit it slips out."""

import numpy as np

import stickslip as ss

box = ss.geometry.Polyhedron.box


def lift(squeeze):
    """Fingers with a rubber layer of 1e10 Pa/m, closed by `squeeze` beyond touching, carry 1 kg up by 60 mm."""
    world = ss.sim.World()
    body = world.add_body(box((0.08, 0.03, 0.07)), mass=1.0, mu=0.5)
    fingers = [
        world.add_body(box((0.03, 0.01, 0.03)), mass=0.0, mu=0.5, position=(0, side * (0.02 - squeeze), 0.02))
        for side in (-1.0, 1.0)
    ]
    world.add_contact_model(ss.sim.Volume(stiffness=1e10, relaxation=4e-3))
    grip, h = 1e10 * squeeze * 0.03 * 0.03, 1e-3
    for k in range(700):
        t = k * h
        speed = 0.24 * np.sin(2 * np.pi * t) ** 2 if t < 0.5 else 0.0
        for finger in fingers:
            finger.velocity = (0, 0, speed)
        world.step(h)
    hangs = fingers[0].position[2] - 0.02 - body.position[2]
    end = "still" if np.linalg.norm(body.velocity) < 1e-6 else "falling"
    print(f"grip {grip:5.1f} N each: the box is {1e6 * hangs:9.3f} um below its place, and {end}")


print(f"needed to hold 1 kg still: {9.81 / (2 * 0.5):.2f} N each")
for squeeze in (4e-6, 2e-6, 1e-6):
    lift(squeeze)
