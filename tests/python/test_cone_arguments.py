"""Cones of wrenches: everything as documented; shapes, threads, values, and what is refused and how."""

import copy
import math
import pickle

import numpy as np
import pytest
from cone_reference import CORNERS, FOOT, GRASP, PRESSURES, ROUND, X, Y, foot_wrenches
from numpy.testing import assert_allclose, assert_array_equal
from threads import results_at_once

import stickslip as ss
from stickslip.cone import FrictionCone, WrenchCone, WrenchPolytope, stack
from stickslip.patch import LimitSurface, Pressure


def test_everything_the_documentation_shows(tmp_path):
    points, normals, mu = CORNERS, np.tile([0.0, 0.0, 1.0], (4, 1)), 0.5
    wrench = [10.0, 0.0, 100.0, 1.0, 2.0, 0.5]
    w = ss.cone.WrenchCone.from_points(points, normals, mu, k=8, kind="inner")
    assert w.generators().shape == (32, 6)
    a, b = w.facets()
    assert a.shape[1] == 6 and b.shape == (len(a),)
    assert w.contains(wrench) is True and w.margin(wrench) > 0
    inside, y = w.certificate(wrench)
    assert inside is True
    assert_allclose(y @ w.generators(), wrench, atol=1e-9)
    assert WrenchCone.rectangle(half_x=0.1, half_y=0.05, mu=0.5, kind="outer").contains(wrench)
    patch = ss.cone.WrenchCone.from_patch(Pressure.disc(radius=0.01), mu, k=8, kind="inner")
    assert patch.components == ("fx", "fy", "tau", "fn")
    w.to_json(tmp_path / "cone.json")
    a, low, high = ss.cone.stack([w, patch])
    assert a.shape == (len(low), 10) and high.shape == low.shape


def test_one_or_many_or_none(random):
    many = foot_wrenches(random, 5)
    for name, width in (("contains", 1), ("margin", 1), ("project", 6)):
        call = getattr(FOOT, name)
        result = call(many)
        assert result.shape == ((5, 6) if width == 6 else (5,))
        single = call(many[3])
        assert single.shape == (6,) if width == 6 else isinstance(single, (bool, float))
        assert_array_equal(single, result[3])
        assert call(np.empty((0, 6))).shape == (0,) + result.shape[1:]
        assert_array_equal(call(many.tolist()), result)


def test_several_threads_use_one_cone(random):
    points, normals = random.normal(size=(6, 3)), [0, 0, 1] + 0.5 * random.normal(size=(6, 3))
    w = random.normal(size=(300, 6))
    reference = WrenchCone.from_points(points, normals, 0.5, k=6)
    expected = (reference.facets()[0], reference.margin(w), reference.contains(w))
    cone = WrenchCone.from_points(points, normals, 0.5, k=6)
    for result in results_at_once(lambda: (cone.facets()[0], cone.margin(w), cone.contains(w))):
        for got, wanted in zip(result, expected):
            assert_array_equal(got, wanted)


VALUES = [
    FOOT,
    WrenchCone.rectangle(half_x=X, half_y=Y, mu=0.5),
    WrenchCone.polygon(CORNERS[:, :2], 0.5),
    GRASP,
    WrenchCone.from_points(ROUND, -ROUND, [0.8, 0.8, 0.7], k=6),
    WrenchCone.from_patch(PRESSURES["disc"], 0.5, k=4),
    WrenchCone.from_patch(LimitSurface(PRESSURES["disc"]), 0.5, k=4),
    WrenchCone(generators=np.eye(6)),
    WrenchCone(facets=np.eye(4)),
    WrenchPolytope(ROUND, -ROUND, 0.8, total_normal_force=10.0),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_cone_is_a_value(value):
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert twin == value and hash(twin) == hash(value) and repr(twin) == repr(value)
        assert_array_equal(twin.facets()[0], value.facets()[0])
    assert sum(value == other for other in VALUES) == 1
    assert value != "cone"


def test_a_cone_says_how_it_was_made():
    assert repr(FOOT) == "WrenchCone.rectangle(half_x=0.1, half_y=0.05, mu=0.5, kind='outer')"
    expected = "WrenchCone.from_points(points=<array (3, 3)>, normals=<array (3, 3)>, mu=0.8, k=6, kind='inner')"
    assert repr(GRASP) == expected
    assert FOOT.components == ("fx", "fy", "fz", "tau_x", "tau_y", "tau_z") and FOOT.dimension == 6


UP4 = np.tile([0.0, 0.0, 1.0], (4, 1))
WRONG_VALUES = [
    (lambda: WrenchCone.from_points(np.empty((0, 3)), np.empty((0, 3)), 0.5), "no contact points"),
    (lambda: WrenchCone.from_points(np.zeros((4, 2)), UP4, 0.5), r"points has shape \(4, 2\); allowed: \(N, 3\)"),
    (lambda: WrenchCone.from_points(CORNERS, UP4[:3], 0.5), "normals has 3 rows, points has 4"),
    (lambda: WrenchCone.from_points(CORNERS, UP4, [0.5] * 3), r"mu has shape \(3,\); allowed: \(\) or \(4,\)"),
    (lambda: WrenchCone.from_points(CORNERS * math.nan, UP4, 0.5), r"points\[0, 0\] = nan must be finite \[m\]"),
    (lambda: WrenchCone.from_points(CORNERS, (0, math.nan, 1), 0.5), r"normals\[1\] = nan must be finite"),
    (lambda: WrenchCone.from_points(CORNERS, UP4 * [[1], [1], [1], [0]], 0.5), "contact 3: .*length of normal = 0"),
    (lambda: WrenchCone.from_points(CORNERS, UP4, [0.5, -0.5, 0.5, 0.5]), "contact 1: .*mu = -0.5 must be >= 0"),
    (lambda: WrenchCone.from_points(CORNERS, UP4, math.nan), "contact 0: .*mu = nan must be >= 0"),
    (lambda: WrenchCone.from_points(CORNERS, UP4, 0.5, k=2), "k = 2 must be 3 to 1000000"),
    (
        lambda: WrenchCone.from_points(CORNERS, UP4, 0.5, kind="x"),
        "^WrenchCone.from_points: kind = 'x' must be one of 'inner', 'outer'",
    ),
    (lambda: WrenchCone.rectangle(half_x=0.0, half_y=Y, mu=0.5), "half_x = 0 must be between 1e-50 and 1e50"),
    (lambda: WrenchCone.rectangle(half_x=X, half_y=math.nan, mu=0.5), "half_y = nan must be between 1e-50 and 1e50"),
    (lambda: WrenchCone.rectangle(half_x=X, half_y=Y, mu=-0.1), "mu = -0.1 must be between 0 and 1e8"),
    (lambda: WrenchCone.polygon(np.empty((0, 2)), 0.5), "no (contact points|corners)"),
    (lambda: WrenchCone.polygon(CORNERS, 0.5), r"vertices has shape \(4, 3\); allowed: \(N, 2\)"),
    (lambda: WrenchCone.polygon([[0, 0], [math.inf, 0]], 0.5), r"vertices\[1, 0\] = inf must be finite \[m\]"),
    (lambda: WrenchCone.polygon(CORNERS[:, :2], math.nan), "mu = nan must be between 0 and 1e8"),
    (lambda: WrenchCone.from_patch(PRESSURES["disc"], -0.5), "WrenchCone.from_patch: mu = -0.5 must be 0, or between 1e-50 and 1e50"),
    (lambda: WrenchCone.from_patch(PRESSURES["disc"], math.inf), "mu = inf must be 0, or between"),
    (lambda: WrenchCone.from_patch(PRESSURES["disc"], 0.5, k=2), "k = 2 must be between 3 and 200"),
    (lambda: WrenchCone.from_patch(PRESSURES["disc"], 0.5, k=201), "k = 201 must be between 3 and 200"),
    (lambda: WrenchCone(generators=np.eye(5)), "WrenchCone: dimension = 5 must be 6 .* or 4"),
    (lambda: FOOT.contains(np.zeros(4)), r"wrench has shape \(4,\); allowed: \(N, 6\) or \(6,\)"),
    (lambda: FOOT.margin([0, 0, 1, 0, 0, math.nan]), r"wrench\[5\] = nan must be finite \[N, N m\]"),
    (lambda: FOOT.project([[0, 0, 1, 0, 0, 0], [0, 0, math.inf, 0, 0, 0]]), r"wrench\[1, 2\] = inf must be finite"),
    (lambda: FOOT.certificate([0, 0, math.nan, 0, 0, 0]), r"wrench\[2\] = nan must be finite"),
    (lambda: FOOT.certificate(np.zeros((1, 6))), r"certificate: wrench must be a single one, \(6,\)"),
    (lambda: FOOT.certificate(np.zeros(6), math.nan), "certificate: tolerance = nan must be finite and >= 0"),
    (lambda: FOOT.margin(np.zeros(6), length=0.0), r"length = 0 must be finite and > 0 \[m\]"),
    (lambda: FOOT.project(np.zeros(6), length=math.nan), r"length = nan must be finite and > 0 \[m\]"),
    (lambda: FOOT.margin(np.empty((0, 6)), length=-1.0), r"length = -1 must be finite and > 0 \[m\]"),
    (lambda: WrenchPolytope(CORNERS, UP4, 0.5, total_normal_force=0.0), "total_normal_force = 0 must be finite"),
    (lambda: WrenchPolytope(CORNERS, UP4, math.inf, total_normal_force=1.0), "contact 0: mu = inf must be at most 1e8"),
    (lambda: WrenchPolytope(CORNERS, UP4, 1e9, total_normal_force=1.0), r"contact 0: mu = 1e\+09 must be at most 1e8$"),
    (lambda: WrenchCone.from_points(CORNERS, UP4, 1e9), r"contact 0: mu = 1e\+09 must be at most 1e8, or inf$"),
    (lambda: WrenchPolytope(np.empty((0, 3)), UP4[:0], 0.5, total_normal_force=1.0), "no contact points"),
    (lambda: VALUES[-1].margin(np.zeros(6), length=0.0), "length = 0 must be finite and > 0"),
    (lambda: VALUES[-1].contains(np.zeros(5)), r"wrench has shape \(5,\); allowed: \(N, 6\) or \(6,\)"),
]


@pytest.mark.parametrize("call, message", WRONG_VALUES, ids=[message for _, message in WRONG_VALUES])
def test_wrong_value(call, message):
    with pytest.raises(ValueError, match=message):
        call()


WRONG_TYPES = [
    (lambda: WrenchCone(), "a cone needs generators=, facets=, or both"),
    (lambda: WrenchCone.from_points(CORNERS, UP4), "WrenchCone.from_points needs the argument mu"),
    (lambda: WrenchCone.rectangle(X, Y, 0.5), "WrenchCone.rectangle takes no positional argument; by keyword: half_x"),
    (lambda: WrenchCone.from_patch(0.01, 0.5), "pressure must be a Pressure or a LimitSurface, not float"),
    (lambda: WrenchCone.from_patch(PRESSURES["disc"], 0.5, k=4.0), "k must be an integer, not float"),
    (lambda: WrenchCone.from_json(3), "expected str, bytes or os.PathLike object, not int"),
    (lambda: FOOT.to_json(None), "os.PathLike object, not NoneType"),
    (lambda: FOOT.to_json(), "to_json needs the argument path"),
    (lambda: FOOT.contains(), "contains needs the argument wrench"),
    (lambda: FOOT.margin(np.zeros(6), 1.0), "margin takes at most"),
    (lambda: stack([FOOT, FrictionCone(mu=0.5)]), r"stack: cones\[1\] = FrictionCone.* must be .*take polyhedral\(\)"),
    (lambda: stack(3), "stack: cones must be a sequence of cones, not int"),
    (lambda: WrenchPolytope(CORNERS, UP4, 0.5), "WrenchPolytope needs the argument total_normal_force"),
]


@pytest.mark.parametrize("call, message", WRONG_TYPES, ids=[message for _, message in WRONG_TYPES])
def test_wrong_type(call, message):
    with pytest.raises(TypeError, match=message):
        call()
