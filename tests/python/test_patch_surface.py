"""Limit surfaces: closed forms, convexity and inverses through the binding; shapes, errors, values."""

import copy
import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from threads import assert_ctrl_c_stops, assert_others_run_during

from stickslip.patch import LimitSurface, Pressure

DISC = Pressure.disc(radius=0.01)
L_SHAPE = Pressure.polygon(0.01 * np.array([[0, 0], [2, 0], [2, 1], [1, 1], [1, 3], [0, 3]]), gradient=(20.0, 0.0))
IMAGE = Pressure.grid([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0]], size=(0.03, 0.02))
EXACT = {
    "disc": DISC,
    "annulus": Pressure.annulus(inner=0.004, outer=0.01),
    "line": Pressure.line(length=0.02, gradient=30.0, angle=0.4),
    "rectangle": Pressure.rectangle(size=(0.02, 0.01)),
    "L shape": L_SHAPE,
    "grid": IMAGE,
    "points": Pressure.points([[0.0, 0.0], [0.01, 0.0], [0.0, 0.02], [0.01, 0.01]], [1, 2, 3, 4]),
    "hertz": Pressure.hertz(radius=0.01, exponent=2.0),
    "axisymmetric": Pressure.axisymmetric(lambda rho: 1.0 - 50.0 * rho, radius=0.01),
}


@pytest.fixture(params=EXACT.values(), ids=EXACT.keys())
def surface(request):
    return LimitSurface(request.param)


def twists(random, r, count=200):
    """Twists in all directions once spins are scaled by r."""
    return random.normal(size=(count, 3)) * 10.0 ** random.uniform(-3, 1, (count, 1)) / [1.0, 1.0, r]


def quadrature(half, twist, count=1000):
    """Wrench of a rectangle of half sides `half` by midpoints, independent of the C++ code."""
    x = (np.arange(count) + 0.5) / count * 2 - 1
    x, y = np.meshgrid(half[0] * x, half[1] * x)
    vx, vy = twist[0] - twist[2] * y, twist[1] + twist[2] * x
    speed = np.hypot(vx, vy)
    return -np.array([(vx / speed).mean(), (vy / speed).mean(), ((x * vy - y * vx) / speed).mean()])


def test_pure_motions(surface):
    slide = surface.wrench([[3.0, 0.0, 0.0], [0.0, -0.1, 0.0]])
    assert_allclose(slide, [[-1, 0, 0], [0, 1, 0]], atol=1e-13)
    spin = surface.wrench([0.0, 0.0, 2.0])
    assert_allclose(spin[2], -surface.r, rtol=1e-12)
    assert_allclose(surface.support([0.0, 0.0, 2.0]), 2.0 * surface.r, rtol=1e-12)
    assert_array_equal(surface.wrench([0.0, 0.0, 0.0]), [0.0, 0.0, 0.0])


@pytest.mark.parametrize("twist", [(0.01, -0.005, 3.0), (0.002, 0.001, -1.0), (0.5, 0.3, 1.0)])
def test_a_rectangle_against_quadrature(twist):
    surface = LimitSurface(Pressure.rectangle(size=(0.02, 0.01)))
    assert_allclose(surface.wrench(twist), quadrature((0.01, 0.005), twist), rtol=1e-4, atol=1e-7)


def test_the_reversed_motion_has_the_reversed_wrench(surface, random):
    v = twists(random, surface.r)
    assert_allclose(surface.wrench(-v), -surface.wrench(v), rtol=1e-12, atol=1e-14)
    assert_allclose(surface.support(-v), surface.support(v), rtol=1e-12)


def test_support_is_the_power_and_no_other_wrench_takes_more(surface, random):
    v = twists(random, surface.r)
    w, power = surface.wrench(v), surface.support(v)
    assert_allclose(-(w * v).sum(axis=1), power, rtol=1e-10)
    assert (-w @ v.T <= power * (1 + 1e-10)).all()


def test_gauge_and_twist_are_inverses(surface, random):
    v = twists(random, surface.r)
    w = surface.wrench(v)
    assert_allclose(surface.gauge(w), 1.0, rtol=1e-9)
    assert_allclose(surface.gauge(0.25 * w), 0.25, rtol=1e-9)
    back = surface.twist(0.5 * w)
    scale = np.array([1.0, 1.0, surface.r])
    assert_allclose(np.linalg.norm(back * scale, axis=1), 1.0, rtol=1e-12)
    # Its own wrench again, also where the wrench has several motions.
    assert_allclose(surface.support(back), -(w * back).sum(axis=1), rtol=1e-8)


def test_the_motion_of_a_smooth_surface_comes_back(random):
    surface = LimitSurface(DISC)
    v = twists(random, surface.r)
    scale = np.array([1.0, 1.0, surface.r])
    expected = v / np.linalg.norm(v * scale, axis=1, keepdims=True)
    assert_allclose(surface.twist(surface.wrench(v)) * scale, expected * scale, atol=1e-7)


def test_a_rasterised_disc_tends_to_the_disc():
    v = np.array([[0.01, 0.002, 1.5], [0.0, 0.02, -1.0], [0.001, 0.0, 1.0]])
    scale = np.array([1.0, 1.0, DISC.r])
    exact = LimitSurface(DISC).wrench(v) / scale
    for form, tolerance in (
        (LimitSurface.tabulated(DISC), 2e-3),
        (LimitSurface.tabulated(DISC, n=80), 2e-4),
        (LimitSurface.cells(DISC, cells=81), 5e-3),
        (LimitSurface.quartic(DISC), 5e-2),
        (LimitSurface.ellipsoid(DISC), 2e-1),
    ):
        assert_allclose(form.wrench(v) / scale, exact, atol=tolerance)
        assert_allclose(form.cop, DISC.cop, atol=1e-15)
        assert_allclose(form.r, -form.wrench([0.0, 0.0, 1.0])[2], rtol=1e-12)
        assert_allclose([form.r, form.u], [DISC.r, DISC.u], rtol=2e-2)


def test_the_ellipsoid_is_an_ellipsoid(random):
    surface = LimitSurface.ellipsoid(L_SHAPE)
    w = surface.wrench(twists(random, surface.r)) / [1.0, 1.0, surface.r]
    assert_allclose(np.linalg.norm(w, axis=1), 1.0, rtol=1e-12)
    assert_allclose(surface.gauge([0.3, 0.0, 0.4 * surface.r]), 0.5, rtol=1e-12)


def look_up(nodes, r, v):
    """h by bilinear interpolation between nodes, in plain numpy."""
    n = nodes.shape[1] - 1
    sign = np.where(v[:, 2] < 0, -1.0, 1.0)
    theta = np.arctan2(sign * v[:, 1], sign * v[:, 0]) % (2 * np.pi)
    phi = np.arctan2(np.hypot(v[:, 0], v[:, 1]), r * np.abs(v[:, 2]))
    a, b = theta * 2 * n / np.pi, phi * 2 * n / np.pi
    i, j = np.minimum(a.astype(int), 4 * n - 1), np.minimum(b.astype(int), n - 1)
    p, q = (a - i)[:, None], (b - j)[:, None]
    low = (1 - q) * nodes[i, j] + q * nodes[i, j + 1]
    high = (1 - q) * nodes[i + 1, j] + q * nodes[i + 1, j + 1]
    return sign[:, None] * ((1 - p) * low + p * high)


def test_a_table_of_given_nodes(random):
    exact, n, r = LimitSurface(L_SHAPE), 6, L_SHAPE.r
    theta, phi = np.meshgrid(np.arange(4 * n + 1), np.arange(n + 1), indexing="ij")
    theta, phi = theta * np.pi / (2 * n), phi * np.pi / (2 * n)
    motion = [r * np.cos(theta) * np.sin(phi), r * np.sin(theta) * np.sin(phi), np.cos(phi)]
    motion[2][:, -1] = 0.0
    nodes = exact.wrench(np.stack(motion, axis=-1).reshape(-1, 3)).reshape(4 * n + 1, n + 1, 3) / [1.0, 1.0, r]
    table = LimitSurface.from_nodes(nodes, r=r, u=L_SHAPE.u, cop=L_SHAPE.cop)
    v = twists(random, r)
    assert_allclose(table.wrench(v), look_up(nodes, r, v) * [1.0, 1.0, r], rtol=1e-9, atol=1e-12)
    assert_allclose(LimitSurface.tabulated(L_SHAPE, n=n).wrench(v), table.wrench(v), atol=1e-12)
    assert_array_equal(table.cop, L_SHAPE.cop)
    assert (table.r, table.u) == (r, L_SHAPE.u)


def test_one_or_many_or_none():
    surface, many = LimitSurface(DISC), np.array([[0.01, 0.0, 1.0], [0.0, 0.01, -2.0]])
    for name, width in (("wrench", 3), ("twist", 3), ("support", 1), ("gauge", 1)):
        call = getattr(surface, name)
        shape = (2, 3) if width == 3 else (2,)
        result = call(many)
        assert result.shape == shape and result.dtype == np.float64
        single = call(many[1])
        assert single.shape == (3,) if width == 3 else isinstance(single, float)
        assert_array_equal(single, result[1])
        assert call(np.empty((0, 3))).shape == (0,) + shape[1:]
        for other in (many.tolist(), np.asfortranarray(many), np.repeat(many, 2, axis=1)[:, ::2], many[::-1][::-1]):
            assert_array_equal(call(other), result)
    assert_array_equal(surface.wrench([[1, 2, 0]]), surface.wrench([[1.0, 2.0, 0.0]]))


def test_many_rows_are_the_rows_one_by_one(random):
    surface = LimitSurface(L_SHAPE)
    v = twists(random, surface.r, 5000)
    together = surface.gauge(surface.wrench(v))
    assert_array_equal(together[::97], [surface.gauge(surface.wrench(row)) for row in v[::97]])


FORMS = [
    LimitSurface(L_SHAPE),
    LimitSurface.tabulated(L_SHAPE, n=3),
    LimitSurface.cells(L_SHAPE, cells=7),
    LimitSurface.cells(IMAGE),
    LimitSurface.ellipsoid(L_SHAPE),
    LimitSurface.quartic(L_SHAPE),
    LimitSurface.from_nodes(np.zeros((5, 2, 3)), r=1.0, u=2.0, cop=(3.0, 4.0)),
]


@pytest.mark.parametrize("surface", FORMS, ids=repr)
def test_a_surface_is_a_value(surface):
    v = [[0.01, 0.02, -1.0], [0.01, 0.0, 2.0]]
    for twin in (pickle.loads(pickle.dumps(surface)), copy.deepcopy(surface)):
        assert twin == surface and hash(twin) == hash(surface) and repr(twin) == repr(surface)
        assert_array_equal(twin.wrench(v), surface.wrench(v))
    assert sum(surface == other for other in FORMS) == 1


def test_a_grid_keeps_its_own_cells():
    v = [[0.01, 0.02, -1.0], [0.2, 0.0, 2.0]]
    centres = [[-0.01, 0.005], [0.01, 0.005], [0.0, -0.005], [0.01, -0.005]]
    far = LimitSurface(Pressure.points(centres, [1, 2, 3, 1])).wrench(v[1])
    assert_allclose(LimitSurface.cells(IMAGE).wrench(v)[1], far, rtol=1e-12, atol=1e-15)


def test_other_threads_run_meanwhile():
    surface, w = LimitSurface(L_SHAPE), np.tile([0.3, 0.2, 1e-3], (20_000, 1))
    assert_others_run_during(lambda: surface.gauge(w))


FINE = Pressure.grid(np.random.default_rng(1).random((600, 600)), size=(0.02, 0.02))
SLOW = {"tabulated": LimitSurface.tabulated, "cells": LimitSurface.cells, "quartic": LimitSurface.quartic}


@pytest.mark.parametrize("make", SLOW.values(), ids=SLOW.keys())
def test_ctrl_c_stops_what_takes_long(make):
    assert_ctrl_c_stops(lambda: make(FINE))


WRONG_VALUES = [
    (lambda s: s.wrench([[1.0, 2.0]]), r"twists has shape \(1, 2\); allowed: \(N, 3\) or \(3,\)"),
    (lambda s: s.support(1.0), r"twists has shape \(\); allowed"),
    (lambda s: s.gauge(np.zeros(4)), r"friction has shape \(4,\); allowed"),
    (lambda s: s.twist(np.zeros((1, 1, 3))), r"friction has shape \(1, 1, 3\); allowed"),
    (lambda s: s.wrench([[0, 0, 1], [0, np.nan, 1]]), r"twists\[1, 1\] = nan must be finite \[m/s, rad/s\]"),
    (lambda s: s.wrench([0, np.inf, 1]), r"twists\[1\] = inf must be finite"),
    (lambda s: s.gauge([[0, 0, 1]] * 1000 + [[0, 0, np.nan]]), r"friction\[1000, 2\] = nan must be finite"),
    (lambda s: LimitSurface.tabulated(DISC, n=0), "LimitSurface.tabulated: n = 0 must be 1 to 1000"),
    (lambda s: LimitSurface.cells(DISC, cells=0), "LimitSurface.cells: cells = 0 must be 1 to 2000"),
    (lambda s: LimitSurface.cells(DISC, cells=2001), "cells = 2001 must be 1 to 2000"),
    (lambda s: LimitSurface.from_nodes(np.zeros((5, 3, 3)), r=1.0, u=1.0), r"nodes has shape \(5, 3, 3\); allowed"),
    (lambda s: LimitSurface.from_nodes(np.full((5, 2, 3), np.nan), r=1.0, u=1.0), r"nodes\[0, 0, 0\] = nan must be"),
    (lambda s: LimitSurface.from_nodes(np.zeros((5, 2, 3)), r=0.0, u=1.0), "r = 0 must be finite and > 0"),
    (lambda s: LimitSurface.from_nodes(np.zeros((5, 2, 3)), r=1.0, u=-1.0), "u = -1 must be finite and >= 0"),
    (lambda s: LimitSurface.tabulated(Pressure.points([[0, 0]], [1.0])), "LimitSurface.tabulated: r = 0 must be > 0"),
    (lambda s: LimitSurface.quartic(Pressure.points([[0, 0]], [1.0])), "LimitSurface.quartic: r = 0 must be > 0"),
    (lambda s: LimitSurface.ellipsoid(Pressure.points([[0, 0]], [1.0])), "LimitSurface.ellipsoid: r = 0 must be > 0"),
]


@pytest.mark.parametrize("call, message", WRONG_VALUES, ids=[message for _, message in WRONG_VALUES])
def test_wrong_value(call, message):
    with pytest.raises(ValueError, match=message):
        call(LimitSurface(DISC))


WRONG_TYPES = [
    (lambda s: LimitSurface(), "LimitSurface needs the argument pressure"),
    (lambda s: LimitSurface(0.01), "LimitSurface: pressure must be of type Pressure, not float"),
    (lambda s: LimitSurface.tabulated(DISC, n=2.0), "LimitSurface.tabulated: n must be an integer, not float"),
    (lambda s: LimitSurface.from_nodes(np.zeros((5, 2, 3)), r=1.0), "from_nodes needs the argument u"),
    (lambda s: s.wrench(), "wrench needs the argument twists"),
    (lambda s: s.wrench([1j, 0, 0]), "twists must hold real numbers, but its dtype is complex128"),
    (lambda s: s.gauge(twists=[0, 0, 1]), "gauge has no argument twists; it takes friction"),
]


@pytest.mark.parametrize("call, message", WRONG_TYPES, ids=[message for _, message in WRONG_TYPES])
def test_wrong_type(call, message):
    with pytest.raises(TypeError, match=message):
        call(LimitSurface(DISC))
