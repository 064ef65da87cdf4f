"""Scenes that tests share, and what they ask of runs and refusals."""

import pytest
from numpy.testing import assert_array_equal

import stickslip as ss

SLIDING_BOX = """\
name: sliding_box
gravity: [0, 0, -9.81]
world: {formulation: cone, solver: auto}
bodies:
  ground: {shape: {plane: {normal: [0, 0, 1], offset: 0}}, mu: 0.5}
  box: {shape: {box: [1, 1, 1]}, mass: 1, mu: 0.5, position: [0, 0, 0.5], velocity: [0, 5, 0], angular_velocity: [0, 0, 6.283185307]}
run: {until: 1.3, dt: 1e-3, record_dt: 0.01}
"""
PIVOT = """\
name: pivot
planar: true                                     # bodies have x, y, θ; what simulate(…) computes
bodies:
  plate: {mass: 0.2, inertia: 4.817e-4, pose: [0.025, 0, 0]}
contacts:
  grip:
    body: plate
    law: {elasto_plastic: {sigma0: 1e6, sigma1: 800, sigma2: 0.2, mu_c: 1.0, mu_s: 1.2}}
    pressure: {disc: {radius: 0.01}}
    model: reduced                               # or distributed, with cells: 21
    count: 2                                     # equal contacts (two fingers)
    frame: world
    normal_force: {sine: {mean: 3.6, amplitude: 0.9, frequency: 2}}
loads:
  weight: {body: plate, wrench: [0, -1.962, 0]}
run: {until: 2, dt: 2e-4, record_dt: 0.01}
"""
POINT = """\
point: true
law: {adhesion: {z_max: 5e-4, stiffness: 2000}}
position: [{ramp: {to: 0.01, end: 1}}, 0]
run: {until: 1}
"""
WRONG_BOX = (
    SLIDING_BOX.replace("mass: 1,", "mass: -1,").replace("velocity: [0, 5", "velocty: [0, 5").replace("1.3", "soon")
)


def pivot(**changes):
    scene = ss.Scene.from_yaml(PIVOT).to_dict()
    scene["run"].update(until=0.05, **changes)
    return scene


def assert_same(run, twin):
    """Bit for bit, in all series."""
    of, too = run.result().series, twin.result().series
    assert list(of) == list(too)
    for name, series in of.items():
        for column in series:
            assert_array_equal(series[column], too[name][column])


def mistakes_of(call, *args, **kwargs):
    with pytest.raises(ValueError) as refusal:
        call(*args, **kwargs)
    return str(refusal.value).splitlines()
