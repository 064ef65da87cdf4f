"""Rigid bodies for the tests of worlds."""

import math

from stickslip.geometry import Polyhedron
from stickslip.sim import World

CUBE = Polyhedron.box((1.0, 1.0, 1.0))
SMALL = Polyhedron.box((0.1, 0.1, 0.1))


def sliding_box(**options):
    """S1: a cube that slides and spins to rest within 0.8 s, at (0.44065, 1.58397)."""
    world = World(**options)
    world.add_plane(mu=1.0)
    velocities = dict(velocity=(0, 5, 0), angular_velocity=(0, 0, 6.283185307))
    return world, world.add_body(CUBE, mass=1.0, mu=1.0, position=(0, 0, 0.5), **velocities)


def tower(count=3, **options):
    """Cubes of 10 cm on one another, the upper ones turned a little and off the middle."""
    world = World(**options)
    world.add_plane(mu=0.6)
    for i in range(count):
        turn = 0.1 * i
        world.add_body(
            SMALL,
            mass=1.0 + i,
            position=(0.003 * i, 0.0, 0.05 + 0.1 * i),
            orientation=(math.cos(turn / 2), 0, 0, math.sin(turn / 2)),
        )
    return world


def stepped(world, steps, dt=1e-3):
    for _ in range(steps):
        assert world.step(dt).converged
    return world


def bits_after(world, steps=60):
    for _ in range(steps):
        world.step(1e-3)
    return world.save()
