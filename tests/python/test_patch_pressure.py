"""Pressures: moments against closed forms, orientation of grids, what is accepted, what is refused and how."""

import copy
import math
import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from stickslip.patch import HertzContact, Pressure

SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
IMAGE = np.array([[0.0, 1.0, 2.0], [4.0, 0.5, 0.0]])


def inverted(rho):
    return rho


def box(left, bottom, right, top):
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


TWO_PADS = Pressure.polygons([box(-0.5, -0.075, -0.35, 0.075), box(0.35, -0.075, 0.5, 0.075)])

# (pressure, r, u) with the CoP at the origin
CLOSED_FORMS = {
    "disc": (Pressure.disc(radius=0.01), 0.02 / 3, 0.01**2 / 2),
    "line": (Pressure.line(length=0.02, angle=0.7), 0.02 / 4, 0.02**2 / 12),
    "annulus": (Pressure.annulus(inner=1.0, outer=3.0), 2 / 3 * (27 - 1) / (9 - 1), (81 - 1) / (9 - 1) / 2),
    "square": (Pressure.rectangle(size=(2.0, 2.0)), (math.sqrt(2) + math.asinh(1)) / 3, 2 / 3),
    "hertz": (Pressure.hertz(radius=2.0, exponent=2.0), 3 * math.pi / 16 * 2.0, 2 / 5 * 2.0**2),
    "cone upside down": (Pressure.axisymmetric(inverted, radius=2.0), 3 / 4 * 2.0, 3 / 5 * 2.0**2),
    "two points": (Pressure.points([[-1.0, 0.0], [1.0, 0.0]], [1.0, 1.0]), 1.0, 1.0),
    "two pads": (TWO_PADS, None, 0.425**2 + 2 * 0.15**2 / 12),
}


@pytest.mark.parametrize("pressure, r, u", CLOSED_FORMS.values(), ids=CLOSED_FORMS.keys())
def test_closed_forms(pressure, r, u):
    assert_allclose(pressure.cop, [0.0, 0.0], atol=1e-15)
    assert_allclose(pressure.u, u, rtol=1e-12)
    if r is not None:
        assert_allclose(pressure.r, r, rtol=1e-12)
    assert isinstance(pressure.r, float) and isinstance(pressure.u, float) and pressure.cop.dtype == np.float64


def test_a_linear_pressure_moves_the_centre():
    leaning = Pressure.polygon(SQUARE + [5.0, 0.0], gradient=(0.6, -0.3))
    moved = np.array([0.6, -0.3]) / 3  # g a²/12, a = 2
    assert_allclose(leaning.cop, [5.0, 0.0] + moved, rtol=1e-14)
    assert_allclose(leaning.u, 2 / 3 - moved @ moved, rtol=1e-13)
    graded = Pressure.line(length=2.0, gradient=0.5, angle=math.pi / 2)
    assert_allclose(graded.cop, [0.0, 0.5 / 3], atol=1e-15)


def test_a_polygon_may_be_given_in_parts():
    left, right = SQUARE * [0.5, 1.0] - [0.5, 0.0], SQUARE * [0.5, 1.0] + [0.5, 0.0]
    whole, parts = Pressure.polygon(SQUARE, gradient=(0.3, 0.2)), Pressure.polygons([left, right], gradient=(0.3, 0.2))
    assert_allclose(parts.cop, whole.cop, rtol=1e-14)
    assert_allclose([parts.r, parts.u], [whole.r, whole.u], rtol=1e-13)
    assert_allclose(Pressure.polygons(np.stack([left, right])).r, Pressure.rectangle(size=(2, 2)).r, rtol=1e-13)


def test_pieces_of_one_linear_pressure_are_that_pressure():
    left, right = box(-1, -1, 0, 1), box(0, -1, 1, 1)
    whole, parts = Pressure.polygon(SQUARE, gradient=(0.3, 0.2)), [(1.0, 0.3, 0.2)] * 2
    for factor in (1.0, 5.0):
        pieces = Pressure.piecewise_linear([left, right], factor * np.array(parts))
        assert_allclose(pieces.cop, whole.cop, rtol=1e-13)
        assert_allclose((pieces.r, pieces.u), (whole.r, whole.u), rtol=1e-13)


def test_row_0_of_a_grid_is_the_top_and_column_0_the_left():
    corner = Pressure.grid([[1, 0, 0], [0, 0, 0]], size=(0.03, 0.02))
    assert_allclose(corner.cop, [-0.01, 0.005], rtol=1e-15)


def test_a_grid_is_piecewise_constant():
    coarse = Pressure.grid(IMAGE, size=(0.3, 0.2))
    fine = Pressure.grid(7.0 * np.kron(IMAGE, np.ones((3, 5))), size=(0.3, 0.2))
    assert_allclose(fine.cop, coarse.cop, rtol=1e-13)
    assert_allclose([fine.r, fine.u], [coarse.r, coarse.u], rtol=1e-13)


def test_a_function_is_the_grid_of_its_values():
    x, y = (np.arange(4) - 1.5) * 0.25, (1.5 - np.arange(4)) * 0.5  # y falls with the row
    values = 3.0 + x[None, :] + 0.3 * y[:, None]
    grid = Pressure.grid(values, size=(1.0, 2.0))
    function = Pressure.function(lambda a, b: 3.0 + a + 0.3 * b, size=(1.0, 2.0), cells=4)
    assert_allclose(function.cop, grid.cop, rtol=1e-13)
    assert_allclose([function.r, function.u], [grid.r, grid.u], rtol=1e-14)


@pytest.mark.parametrize(
    "make",
    [np.ndarray.tolist, np.asfortranarray, lambda a: a.astype(">f8"), lambda a: np.repeat(a, 2, axis=1)[:, ::2]],
    ids=["list", "fortran", "byte-swapped", "strided"],
)
def test_any_real_array_is_taken(make):
    assert Pressure.grid(make(IMAGE), size=[1, 2]) == Pressure.grid(IMAGE, size=(1.0, 2.0))
    assert Pressure.polygon(make(SQUARE)) == Pressure.polygon(SQUARE)
    assert Pressure.points(make(SQUARE), [1, 2, 3, 4]) == Pressure.points(SQUARE, np.array([1.0, 2.0, 3.0, 4.0]))


VALUES = [
    *(pressure for pressure, _, _ in CLOSED_FORMS.values()),
    Pressure.polygons([SQUARE, SQUARE + 3.0], gradient=(0.1, 0.0)),
    Pressure.piecewise_linear([SQUARE, SQUARE + 3.0], [(2.0, 1.0, 0.5), (1.0, 0.0, 0.0)]),
    Pressure.grid(IMAGE, size=(0.3, 0.2)),
    Pressure.function(math.hypot, size=(1.0, 1.0), cells=3),
    HertzContact(radius=math.sqrt, exponent=2.0, side=0.02),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_pressure_is_a_value(value):
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert twin == value and hash(twin) == hash(value) and repr(twin) == repr(value)
        if isinstance(value, Pressure):
            assert_array_equal(twin.cop, value.cop)
            assert (twin.r, twin.u) == (value.r, value.u)
    assert sum(value == other for other in VALUES) == 1
    assert value != "pressure"


def test_a_pressure_says_how_it_was_made():
    assert repr(Pressure.disc(radius=0.01)) == "Pressure.disc(radius=0.01)"
    assert repr(Pressure.grid(IMAGE, size=(1, 2))) == "Pressure.grid(values=<array (2, 3)>, size=(1.0, 2.0))"
    contact = HertzContact(radius=math.sqrt, exponent=2.0, side=0.02)
    assert (contact.radius, contact.exponent, contact.side) == (math.sqrt, 2.0, 0.02)


def test_nothing_that_was_given_can_change_it():
    image = IMAGE.copy()
    pressure = Pressure.grid(image, size=(0.3, 0.2))
    image[:] = 1.0
    pressure.cop[:] = 9.0
    assert pressure == Pressure.grid(IMAGE, size=(0.3, 0.2)) and pressure.cop[0] < 1.0
    for name in ("cop", "r", "u"):
        with pytest.raises(AttributeError):
            setattr(pressure, name, 1.0)


def test_what_a_function_raises_passes_through():
    class Mine(Exception):
        pass

    def fails(*_):
        raise Mine

    with pytest.raises(Mine):
        Pressure.function(fails, size=(1, 1))
    with pytest.raises(Mine):
        Pressure.axisymmetric(fails, radius=1.0)


CROSSED = [[0, 0], [2, 2], [2, 0], [0, 1]]
WRONG_VALUES = [
    (lambda: Pressure.disc(radius=-1.0), "radius = -1 must be"),
    (lambda: Pressure.disc(radius=math.nan), "radius = nan must be"),
    (lambda: Pressure.annulus(inner=2.0, outer=1.0), "inner = 2 must be .* outer = 1"),
    (lambda: Pressure.rectangle(size=(1.0, 0.0)), r"size\[1\] = 0 must be"),
    (lambda: Pressure.rectangle(size=1.0), r"size has shape \(\); allowed: \(2,\)"),
    (lambda: Pressure.rectangle(size=(1.0, math.nan)), r"size\[1\] = nan must be finite \[m\]"),
    (lambda: Pressure.line(length=1.0, gradient=3.0), "gradient = 3 must be at most 2/length"),
    (lambda: Pressure.hertz(radius=1.0, exponent=0.1), "exponent = 0.1 must be between 0.5 and 200"),
    (lambda: Pressure.polygon(CROSSED), "Pressure.polygon: edge 0 and edge 2 cross"),
    (lambda: Pressure.polygons([SQUARE + 9.0, CROSSED]), r"Pressure.polygons: polygons\[1\]: edge 0 and edge 2 cross"),
    (lambda: Pressure.polygons([SQUARE, SQUARE + 3.0], gradient=(2.0, 0.0)), "Pressure.polygons: gradient makes the"),
    (lambda: Pressure.polygon([[0, 0], [1, 0]]), "2 vertices; there must be 3 or more"),
    (lambda: Pressure.polygon([[0, 0], [1, math.inf], [1, 0]]), r"vertices\[1, 1\] = inf must be finite \[m\]"),
    (lambda: Pressure.polygon(np.zeros((3, 3))), r"vertices has shape \(3, 3\); allowed: \(N, 2\)"),
    (lambda: Pressure.polygon(SQUARE, gradient=(2.0, 0.0)), "gradient makes the pressure negative"),
    (lambda: Pressure.polygons([SQUARE, SQUARE + 1.0]), "polygons 0 and 1 overlap"),
    (lambda: Pressure.polygons([SQUARE, [1.0]]), r"vertices\[1\] has shape \(1,\); allowed: \(N, 2\)"),
    (lambda: Pressure.polygons([]), "no polygons"),
    (lambda: Pressure.piecewise_linear([], np.empty((0, 3))), "no polygons"),
    (lambda: Pressure.piecewise_linear([SQUARE], [(1.0, 2.0)]), r"coefficients has shape \(1, 2\)"),
    (lambda: Pressure.piecewise_linear([SQUARE], np.ones((2, 3))), r"coefficients has shape \(2, 3\)"),
    (lambda: Pressure.piecewise_linear([SQUARE], [(1.0, 2.0, 0.0)]), r"coefficients\[0\] make the pressure -1"),
    (lambda: Pressure.piecewise_linear([SQUARE, CROSSED], np.ones((2, 3))), r"polygons\[1\]: edge 0 and edge 2 cross"),
    (lambda: Pressure.grid([[1.0, -2.0]], size=(1, 1)), r"values\[0, 1\] = -2 must be finite and >= 0"),
    (lambda: Pressure.grid([[1.0], [math.nan]], size=(1, 1)), r"values\[1, 0\] = nan must be"),
    (lambda: Pressure.grid([[0.0, 0.0]], size=(1, 1)), "sum must be > 0"),
    (lambda: Pressure.grid([1.0, 2.0], size=(1, 1)), r"values has shape \(2,\); allowed: \(rows, columns\)"),
    (lambda: Pressure.grid(np.empty((0, 3)), size=(1, 1)), "rows = 0 must be 1 to 10000"),
    (lambda: Pressure.points([[0, 0]], [0.0]), "sum must be > 0"),
    (lambda: Pressure.points([[0, 0], [1, 1]], [1.0, -1.0]), r"weights\[1\] = -1 must be"),
    (lambda: Pressure.points([[0, 0], [1, 1]], [1.0]), r"weights has shape \(1,\); allowed: \(2,\), one per point"),
    (lambda: Pressure.points([[0, math.nan]], [1.0]), r"xy\[0, 1\] = nan must be finite \[m\]"),
    (lambda: Pressure.function(lambda x, y: -1.0, size=(1, 1)), r"pressure\(.*\) = -1 must be finite and >= 0"),
    (lambda: Pressure.function(math.hypot, size=(1, 1), cells=0), "cells = 0 must be 1 to 2000"),
    (lambda: Pressure.axisymmetric(lambda rho: 0.0, radius=1.0), "profile.* must be .*> 0"),
    (lambda: Pressure.axisymmetric(lambda rho: 0.5 - rho, radius=1.0), "profile.*must be.*>= 0"),
    (lambda: HertzContact(radius=1.0, exponent=2.0, side=-1.0), "HertzContact: side = -1 must be finite and > 0"),
]


@pytest.mark.parametrize("call, message", WRONG_VALUES, ids=[message for _, message in WRONG_VALUES])
def test_wrong_value(call, message):
    with pytest.raises(ValueError, match=message):
        call()


WRONG_TYPES = [
    (lambda: Pressure(), "Pressure"),
    (lambda: Pressure.disc(0.01), "Pressure.disc takes no positional argument; by keyword: radius"),
    (lambda: Pressure.disc(), "Pressure.disc needs the argument radius"),
    (lambda: Pressure.disc(r=1.0), "Pressure.disc has no argument r; it takes radius"),
    (lambda: Pressure.disc(radius="1"), "Pressure.disc: radius must be a real number, not str"),
    (lambda: Pressure.grid([["a"]], size=(1, 1)), "values must hold real numbers"),
    (lambda: Pressure.polygons(3), "Pressure.polygons: vertices must be a list of arrays, not int"),
    (lambda: Pressure.axisymmetric(3.0, radius=1.0), "Pressure.axisymmetric: profile must be callable, not float"),
    (lambda: Pressure.axisymmetric(lambda rho: "a", radius=1.0), r"profile\(.*\) must be a real number, not str"),
    (lambda: Pressure.function(lambda x, y: None, size=(1, 1)), r"pressure\(.*, .*\) must be a real number, not None"),
    (lambda: Pressure.function(math.hypot, size=(1, 1), cells=1.5), "cells must be an integer, not float"),
    (lambda: HertzContact(radius="1", exponent=2.0, side=1.0), "radius must be callable or a real number, not str"),
]


@pytest.mark.parametrize("call, message", WRONG_TYPES, ids=[message for _, message in WRONG_TYPES])
def test_wrong_type(call, message):
    with pytest.raises(TypeError, match=message):
        call()
