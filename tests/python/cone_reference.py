"""Cones that several tests ask, and what they share."""

import numpy as np
from numpy.testing import assert_allclose

from stickslip.cone import FrictionCone, WrenchCone
from stickslip.patch import Pressure


def unit_rows(v):
    return v / np.linalg.norm(v, axis=1, keepdims=True)


def check_certificate(cone, x):
    """Inside or outside, shown by the certificate alone."""
    v = cone.generators()
    inside, y = cone.certificate(x)
    assert isinstance(inside, bool) and y.dtype == np.float64
    if inside:
        assert y.shape == (len(v),) and (y >= 0).all()
        assert_allclose(y @ v, x, atol=1e-9 * max(np.linalg.norm(x), 1e-300))
    else:
        assert y.shape == x.shape
        assert_allclose(np.linalg.norm(y), 1.0, rtol=1e-12)
        assert (unit_rows(v) @ y <= 1e-12).all() and y @ x > 0
    return inside


def rows_of(cone):
    a, b = cone.facets()
    assert a.shape == (len(b), cone.dimension) and not b.any()
    assert_allclose(np.linalg.norm(a, axis=1), 1.0, rtol=1e-13)
    return a


def same_rows(a, b, tolerance):
    """Whether two sets of unit rows are the same."""
    distance = np.linalg.norm(a[:, None] - b[None], axis=2)
    return len(a) == len(b) and (distance.min(axis=1) < tolerance).all() and (distance.min(axis=0) < tolerance).all()


def foot_wrenches(random, count=400):
    """Near what a foot bears, inside and outside."""
    fz = 10.0 ** random.uniform(-2, 3, (count, 1))
    sideways, torques = random.uniform(-1, 1, (count, 2)), random.uniform(-0.1, 0.1, (count, 3))
    return fz * np.column_stack([sideways, np.ones(count), torques])


X, Y = 0.1, 0.05
CORNERS = np.array([[X, Y, 0.0], [-X, Y, 0.0], [-X, -Y, 0.0], [X, -Y, 0.0]])
FOOT = WrenchCone.rectangle(half_x=X, half_y=Y, mu=0.5, kind="outer")
ANGLES = 2 * np.pi * np.arange(3) / 3
ROUND = 0.05 * np.column_stack([np.cos(ANGLES), np.sin(ANGLES), 0 * ANGLES])
GRASP = WrenchCone.from_points(ROUND, -ROUND, 0.8, k=6)
PRESSURES = {
    "disc": Pressure.disc(radius=0.01),
    "rectangle": Pressure.rectangle(size=(0.2, 0.1)),
    "line": Pressure.line(length=0.02, gradient=30.0, angle=0.4),
    "points": Pressure.points([[0.0, 0.0], [0.01, 0.0], [0.0, 0.02], [0.01, 0.01]], [1, 2, 3, 4]),
    "grid": Pressure.grid([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0]], size=(0.03, 0.02)),
    "hertz": Pressure.hertz(radius=0.01, exponent=2.0),
}
AXES = [(0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0)]
NORMALS = [*AXES, (0.3, -0.5, 0.8), (1.0, 1e-9, 0.0), (3e-200, 4e-200, 0)]
CONES = [FrictionCone(mu=mu, normal=normal) for mu in (0.05, 0.5, 1.0, 3.0) for normal in NORMALS]
UP = FrictionCone(mu=0.5, normal=(0, 0, 1))
SIDES = ("inner", "outer")
