"""Friction cones: containment, margin, projection, dual against sampled forces; shapes, errors, values."""

import copy
import math
import pickle

import numpy as np
import pytest
from cone_reference import CONES, NORMALS, UP, unit_rows
from numpy.testing import assert_allclose, assert_array_equal
from threads import results_at_once

import stickslip as ss
from stickslip.cone import FrictionCone


@pytest.fixture(params=CONES, ids=repr)
def cone(request):
    return request.param


def forces(random, count=300):
    """In all directions, of all sizes."""
    return random.normal(size=(count, 3)) * 10.0 ** random.uniform(-6, 6, (count, 1))


def tangents_of(n):
    """Some orthonormal basis of the plane across n; not the library's."""
    q, _ = np.linalg.qr(np.column_stack([n, np.eye(3)]))
    return q[:, 1], q[:, 2]


def unit(n):
    n = np.array(n, dtype=float) / np.abs(n).max()
    return n / np.linalg.norm(n)


def surface_rays(mu, n, count=2000):
    """Unit vectors along the surface of the cone, evenly around it."""
    a, b = tangents_of(n)
    angle = 2 * np.pi * np.arange(count)[:, None] / count
    return unit_rows(n + mu * (np.cos(angle) * a + np.sin(angle) * b))


def is_inside(f, mu, n):
    """By the angle to the normal."""
    return np.arccos(np.clip(f @ n / np.linalg.norm(f, axis=1), -1, 1)) <= np.arctan(mu)


def distance_to(f, rays):
    """Distance of each force to the nearest point of the rays."""
    along = np.maximum(f @ rays.T, 0.0).max(axis=1)
    size = np.linalg.norm(f, axis=1)
    return np.sqrt(np.maximum(size**2 - along**2, 0.0))


def test_everything_the_documentation_shows(random):
    c = ss.cone.FrictionCone(mu=0.5, normal=(0, 0, 1))
    for f in ([0.1, 0.2, 1.0], random.normal(size=(5, 3))):
        assert np.shape(c.contains(f)) == np.shape(c.margin(f)) == np.shape(f)[:-1]
        assert c.project(f).shape == np.shape(f)
    assert c.dual() == FrictionCone(mu=2.0)
    a, b = c.facets(k=8, kind="inner", f_min=0.0, f_max=100.0)
    assert a.shape == (10, 3) and b.shape == (10,)
    assert c.generators(k=8, kind="outer").shape == (8, 3)
    assert c.vertices(k=8, kind="outer", height=2.0).shape == (9, 3)
    t, mu, n = c.second_order()
    assert t.shape == (3, 2) and mu == 0.5 and n.shape == (3,)
    assert_array_equal(c.projector(), np.diag([1.0, 1.0, 0.0]))


@pytest.mark.parametrize("normal", NORMALS, ids=repr)
def test_the_normal_and_the_basis(normal):
    cone = FrictionCone(mu=0.7, normal=normal)
    n, t = cone.normal, cone.tangents
    assert_allclose(n, unit(normal), rtol=1e-15, atol=1e-18)
    frame = np.column_stack([t, n])
    assert_allclose(frame.T @ frame, np.eye(3), atol=2e-15)
    assert np.linalg.det(frame) > 0
    seed = np.eye(3)[1 if abs(n[0]) > 0.9 else 0]
    across = seed - (seed @ n) * n
    assert_allclose(t[:, 0], across / np.linalg.norm(across), atol=2e-15)
    assert_allclose(cone.projector(), np.eye(3) - np.outer(n, n), atol=2e-16)


def test_containment(cone, random):
    n, f = cone.normal, forces(random)
    inside = cone.contains(f)
    assert inside.dtype == np.bool_
    assert_array_equal(inside, is_inside(f, cone.mu, n))
    rays = surface_rays(cone.mu, n, 50)
    assert cone.contains(rays).all() and cone.contains(1e300 * rays).all() and cone.contains(1e-300 * rays).all()
    turned = rays - 1e-6 * n
    assert not cone.contains(turned).any() and cone.contains(turned, tolerance=1e-5).all()
    assert cone.contains([0.0, 0.0, 0.0]) is True


def test_the_second_order_form_and_the_projector_say_the_same(cone, random):
    t, mu, n = cone.second_order()
    f = forces(random)
    assert_array_equal(np.linalg.norm(f @ t, axis=1) <= mu * (f @ n), cone.contains(f))
    assert_array_equal(np.linalg.norm(f @ cone.projector(), axis=1) <= mu * (f @ n), cone.contains(f))


def test_the_projection_is_the_nearest_force(cone, random):
    f, n = forces(random), cone.normal
    nearest = cone.project(f)
    size = np.linalg.norm(f, axis=1)
    inside = is_inside(f, cone.mu, n)
    assert_array_equal(nearest[inside], f[inside])
    distance = np.linalg.norm(f - nearest, axis=1)
    sampled = distance_to(f, surface_rays(cone.mu, n))
    outside = ~inside
    assert (distance[outside] <= sampled[outside] + 1e-7 * size[outside]).all()  # roots of differences in `sampled`
    # Two rays that are 2π/2000 apart: the best of them is at most half of that beside the nearest force.
    assert (sampled[outside] ** 2 - distance[outside] ** 2 <= (np.pi / 2000 * size[outside]) ** 2).all()
    assert is_inside(nearest[np.linalg.norm(nearest, axis=1) > 0], cone.mu * (1 + 1e-9) + 1e-15, n).all()
    assert_allclose(cone.project(nearest), nearest, rtol=1e-13, atol=1e-300)


def test_a_force_is_its_part_in_the_cone_and_its_part_in_the_polar_cone(cone, random):
    f = forces(random)
    here, there = cone.project(f), cone.polar().project(f)
    size = np.linalg.norm(f, axis=1)
    assert_allclose((here + there) / size[:, None], f / size[:, None], atol=1e-14)
    assert_allclose((here * there).sum(axis=1) / size**2, 0.0, atol=1e-14)


def test_the_margin_is_the_distance_to_the_surface(cone, random):
    f, n = forces(random), cone.normal
    size, margin = np.linalg.norm(f, axis=1), cone.margin(f)
    assert_array_equal(margin > 0, is_inside(f, cone.mu, n))
    sampled = distance_to(f, surface_rays(cone.mu, n))
    assert (sampled**2 - margin**2 <= (np.pi / 2000 * size) ** 2).all()
    assert (np.abs(margin) <= sampled + 1e-7 * size).all()
    rays = surface_rays(cone.mu, n, 50)
    assert_allclose(cone.margin(rays), 0.0, atol=1e-15)


def test_dual_and_polar_pair_with_the_cone(cone, random):
    rays, y = surface_rays(cone.mu, cone.normal), random.normal(size=(400, 3))
    least, most = (y @ rays.T).min(axis=1), (y @ rays.T).max(axis=1)
    clear = np.minimum(np.abs(least), np.abs(most)) > 1e-5 * np.linalg.norm(y, axis=1)  # what sampling can tell
    assert_array_equal(cone.dual().contains(y)[clear], (least >= 0)[clear])
    assert_array_equal(cone.polar().contains(y)[clear], (most <= 0)[clear])
    twice = cone.dual().dual()
    assert_allclose(twice.mu, cone.mu, rtol=1e-15)
    assert_array_equal(twice.normal, cone.normal)
    assert_array_equal(cone.polar().normal, -cone.normal)


def test_support(cone, random):
    d = random.normal(size=(300, 3))
    height = 7.0
    rays = surface_rays(cone.mu, cone.normal)
    corners = np.vstack([np.zeros(3), height * rays / (rays @ cone.normal)[:, None]])
    sampled = (d @ corners.T).max(axis=1)
    bounded = cone.support(d, f_max=height)
    size = np.linalg.norm(corners[1]) * np.linalg.norm(d, axis=1)
    assert (sampled <= bounded + 1e-13 * size).all() and (bounded <= sampled + 1e-5 * size).all()
    unbounded = cone.support(d)
    assert_array_equal(unbounded, np.where(cone.polar().contains(d, tolerance=0.0), 0.0, np.inf))
    assert cone.support([0.0, 0.0, 0.0]) == 0.0


def test_any_scale(random):
    f = random.normal(size=(50, 3))
    for scale in (1e-300, 1e-150, 1e150, 1e300):
        assert_array_equal(UP.contains(scale * f), UP.contains(f))
        assert_allclose(UP.margin(scale * f) / scale, UP.margin(f), rtol=1e-13)
        assert_allclose(UP.project(scale * f) / scale, UP.project(f), rtol=1e-13, atol=1e-16)


def test_one_or_many_or_none(random):
    many = random.normal(size=(7, 3))
    for name, width in (("contains", 1), ("margin", 1), ("support", 1), ("project", 3)):
        call = getattr(UP, name)
        result = call(many)
        assert result.shape == ((7, 3) if width == 3 else (7,))
        single = call(many[3])
        assert single.shape == (3,) if width == 3 else isinstance(single, (bool, float))
        assert_array_equal(single, result[3])
        assert call(np.empty((0, 3))).shape == (0,) + result.shape[1:]
        for other in (many.tolist(), np.asfortranarray(many), np.repeat(many, 2, axis=1)[:, ::2], many[::-1][::-1]):
            assert_array_equal(call(other), result)
    assert_array_equal(UP.margin([[0, 0, 1], [1, 0, 0]]), UP.margin([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]))


def test_many_rows_are_the_rows_one_by_one(cone, random):
    f = forces(random, 20_000)
    margins, nearest, inside = cone.margin(f), cone.project(f), cone.contains(f)
    for i in range(0, 20_000, 997):
        size = np.linalg.norm(f[i])
        assert_allclose(cone.margin(f[i]), margins[i], atol=1e-15 * size)
        assert_allclose(cone.project(f[i]), nearest[i], atol=1e-15 * size)
        assert cone.contains(f[i]) == inside[i]


def test_the_forces_that_were_given_stay(random):
    f = random.normal(size=(1000, 3))
    before = f.copy()
    UP.project(f)[:] = 0.0
    UP.contains(f), UP.margin(f)
    assert_array_equal(f, before)


def test_several_threads_use_one_cone(random):
    f = forces(random, 50_000)
    expected = UP.project(f)
    for result in results_at_once(lambda: UP.project(f)):
        assert_array_equal(result, expected)


VALUES = [UP, FrictionCone(mu=0.25), FrictionCone(mu=0.0), UP.dual(), UP.polar(), FrictionCone(mu=0.0).dual(), CONES[5]]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_cone_is_a_value(value):
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert twin == value and hash(twin) == hash(value) and repr(twin) == repr(value)
        assert_array_equal(twin.normal, value.normal)
        assert twin.mu == value.mu
    assert sum(value == other for other in VALUES) == 1
    assert value != "cone"


def test_a_cone_says_what_it_is():
    assert repr(UP) == "FrictionCone(mu=0.5, normal=(0.0, 0.0, 1.0))"
    assert UP == FrictionCone(mu=0.5) == FrictionCone(mu=0.5, normal=np.array([0.0, 0.0, 4.0]))
    for name in ("mu", "normal", "tangents"):
        with pytest.raises(AttributeError):
            setattr(UP, name, 1.0)
    UP.normal[:] = 9.0
    assert_array_equal(UP.normal, [0.0, 0.0, 1.0])


WRONG_VALUES = [
    (lambda: FrictionCone(mu=-0.5), "FrictionCone: mu = -0.5 must be >= 0"),
    (lambda: FrictionCone(mu=math.nan), "FrictionCone: mu = nan must be >= 0"),
    (lambda: FrictionCone(mu=0.5, normal=(0, 0, 0)), "FrictionCone: length of normal = 0 must be > 0"),
    (lambda: FrictionCone(mu=0.5, normal=(0, math.nan, 1)), r"normal\[1\] = nan must be finite"),
    (lambda: FrictionCone(mu=0.5, normal=(0, 0, math.inf)), r"normal\[2\] = inf must be finite"),
    (lambda: FrictionCone(mu=0.5, normal=(0, 1)), r"normal has shape \(2,\); allowed: \(3,\)"),
    (lambda: FrictionCone(mu=0.5, normal=[[0, 0, 1]]), r"normal has shape \(1, 3\); allowed: \(3,\)"),
    (lambda: UP.facets(k=2), "k = 2 must be 3 to 1000000"),
    (lambda: UP.generators(k=0), "k = 0 must be 3 to"),
    (lambda: UP.generators(k=-4), "k = -4 must be 3 to"),
    (lambda: UP.vertices(k=1_000_001, height=1.0), "k = 1000001 must be 3 to 1000000"),
    (lambda: FrictionCone(mu=0.0).facets(k=2), "k = 2 must be 3 to"),
    (lambda: UP.polyhedral(k=2), "k = 2 must be 3 to"),
    (lambda: UP.facets(f_min=3.0, f_max=2.0), "f_min = 3 must be .*f_max = 2"),
    (lambda: UP.facets(f_min=-1.0), "f_min = -1 must be"),
    (lambda: UP.facets(f_min=math.nan), "f_min = nan must be"),
    (lambda: UP.facets(f_max=math.nan), "f_max = nan must be"),
    (lambda: UP.facets(f_max=-1.0), "f_max = -1 must be"),
    (lambda: UP.vertices(height=0.0), "height = 0 must be finite and > 0"),
    (lambda: UP.vertices(height=math.nan), "height = nan must be finite and > 0"),
    (lambda: UP.facets(kind="both"), "^facets: kind = 'both' must be one of 'inner', 'outer'"),
    (lambda: UP.contains([1.0, 2.0]), r"f has shape \(2,\); allowed: \(N, 3\) or \(3,\)"),
    (lambda: UP.project(np.zeros((3, 2))), r"f has shape \(3, 2\); allowed: \(N, 3\) or \(3,\)"),
    (lambda: UP.margin(1.0), r"f has shape \(\); allowed"),
    (lambda: UP.support(np.zeros((1, 1, 3))), r"d has shape \(1, 1, 3\); allowed"),
    (lambda: UP.contains([0, math.nan, 1]), r"f\[1\] = nan must be finite \[N\]"),
    (lambda: UP.margin([[0, 0, 1], [0, 1, math.inf]]), r"f\[1, 2\] = inf must be finite \[N\]"),
    (lambda: UP.project([[0, 0, 1]] * 9000 + [[math.nan, 0, 0]]), r"f\[9000, 0\] = nan must be finite \[N\]"),
    (lambda: UP.support([0, -math.inf, 1]), r"d\[1\] = -inf must be finite"),
    (lambda: UP.support([0, 0, 1], f_max=-1.0), "support: f_max = -1 must be >= 0"),
    (lambda: UP.contains([0, 0, 1], tolerance=-1e-9), "contains: tolerance = -1e-09 must be finite and >= 0"),
    (lambda: UP.contains([0, 0, 1], math.nan), "contains: tolerance = nan must be finite and >= 0"),
]


@pytest.mark.parametrize("call, message", WRONG_VALUES, ids=[message for _, message in WRONG_VALUES])
def test_wrong_value(call, message):
    with pytest.raises(ValueError, match=message):
        call()


WRONG_TYPES = [
    (lambda: FrictionCone(), "FrictionCone needs the argument mu"),
    (lambda: FrictionCone(0.5), "FrictionCone takes no positional argument; by keyword: mu, normal"),
    (lambda: FrictionCone(mu="0.5"), "FrictionCone: mu must be a real number, not str"),
    (lambda: FrictionCone(mu=0.5, n=(0, 0, 1)), "FrictionCone has no argument n; it takes mu, normal"),
    (lambda: UP.contains(), "contains needs the argument f"),
    (lambda: UP.margin([1j, 0, 0]), "f must hold real numbers, but its dtype is complex128"),
    (lambda: UP.facets(k=8.0), "facets: k must be an integer, not float"),
    (lambda: UP.facets(kind=1), "facets: kind must be .*not int"),
    (lambda: UP.vertices(k=8), "vertices needs the argument height"),
]


@pytest.mark.parametrize("call, message", WRONG_TYPES, ids=[message for _, message in WRONG_TYPES])
def test_wrong_type(call, message):
    with pytest.raises(TypeError, match=message):
        call()
